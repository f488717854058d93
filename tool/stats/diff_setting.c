// SPDX-License-Identifier: GPL-2.0-only
/* diff_setting.c - what was set otherwise on the device. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "diff_figure.h"

enum kind { FIGURE, TEXT, U32, FLAG };

static const struct {
	const char *key;
	enum kind kind;
	size_t offset;
} settings[] = {
#define S(kind, field) { #field, kind, offsetof(struct txr_device_state, field) }
	S(TEXT, driver),
	S(FIGURE, ring_tx),
	S(FIGURE, txqueuelen),
	S(FIGURE, coalesce_tx_usecs),
	S(FIGURE, coalesce_tx_frames),
	S(FIGURE, coalesce_rx_usecs),
	S(U32, tx_queues),
	S(FIGURE, mtu),
	S(TEXT, qdisc),
	S(FLAG, gro),
	S(FLAG, tso),
	S(FLAG, sg),
	S(FLAG, tx_csum),
	S(U32, xdp_prog_id),
#undef S
};

static void as_text(char *buf, size_t size, const struct txr_device_state *s, size_t i)
{
	const char *at;
	int64_t figure;

	buf[0] = '\0';
	if (!s)
		return;
	at = (const char *)s + settings[i].offset;
	switch (settings[i].kind) {
	case FIGURE:
		memcpy(&figure, at, sizeof(figure));
		if (figure != TXR_UNKNOWN)
			snprintf(buf, size, "%" PRId64, figure);
		break;
	case U32:
		snprintf(buf, size, "%" PRIu32, *(const uint32_t *)at);
		break;
	case FLAG:
		snprintf(buf, size, "%s", *(const bool *)at ? "on" : "off");
		break;
	case TEXT:
		snprintf(buf, size, "%s", at);
		break;
	}
}

size_t txr_diff_settings(struct txr_setting out[TXR_SETTINGS], const struct txr_row *a,
			 const struct txr_row *b)
{
	const struct txr_device_state *in_a = a->start ? a->start : a->end;
	const struct txr_device_state *in_b = b->start ? b->start : b->end;
	size_t i, n = 0;

	for (i = 0; i < sizeof(settings) / sizeof(settings[0]) && n < TXR_SETTINGS; i++) {
		struct txr_setting *s = &out[n];

		as_text(s->a, sizeof(s->a), in_a, i);
		as_text(s->b, sizeof(s->b), in_b, i);
		s->key = settings[i].key;
		n += s->a[0] && s->b[0] && strcmp(s->a, s->b);
	}
	return n;
}
