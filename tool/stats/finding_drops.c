// SPDX-License-Identifier: GPL-2.0-only
/* finding_drops.c - packets that were freed as drops inside xmit, by reason. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "findings.h"

static const struct {
	const char *reason, *advice;
} known[] = {
	{ "FULL_RING", "the ring was full: see ring-packed" },
	{ "CPU_BACKLOG", "the receiving CPU's backlog was full: raise net.core.netdev_max_backlog, "
	  "or spread the load (rps_cpus)" },
	{ "NOT_SPECIFIED", NULL }, { "unknown", NULL }, { "other", NULL },
};

#define SHOW_WHERE "perf record -g -e skb:kfree_skb shows where"

/* "tun_net_xmit", or NULL. */
static const char *place_of(const struct txr_rowx *x)
{
	const struct txr_names *n = x->b->names;

	if (!x->row->nr_drops || !x->row->drops[0].place || !n || !n->symbol)
		return NULL;
	return n->symbol(n->ctx, x->row->drops[0].place);
}

static void advise(struct txr_finding *f, const char *reason)
{
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].reason, reason))
			break;
	if (i < sizeof(known) / sizeof(known[0]) && known[i].advice)
		txr_finding_advice(f, "%s", known[i].advice);
	else if (i < sizeof(known) / sizeof(known[0]))
		txr_finding_advice(f, "the driver tells no reason: " SHOW_WHERE);
	else
		txr_finding_advice(f, "look %s up in include/net/dropreason-core.h; " SHOW_WHERE,
				   reason);
}

/* "FULL_RING 82, CPU_BACKLOG 3", as many as fit. */
static void reasons_text(const struct txr_row *r, char *buf, size_t size)
{
	size_t i, len = 0, n;
	char one[80];

	buf[0] = '\0';
	for (i = 0; i < r->nr_drops; i++) {
		n = (size_t)snprintf(one, sizeof(one), "%s%s %" PRIu64, i ? ", " : "",
				     r->drops[i].reason, r->drops[i].count);
		if (len + n + sizeof(", ...") > size) {
			snprintf(buf + len, size - len, ", ...");
			return;
		}
		memcpy(buf + len, one, n + 1);
		len += n;
	}
}

void txr_find_drops_in_xmit(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	char n[TXR_PACKETS_TEXT], share[TXR_PACKETS_TEXT], reasons[64];
	struct txr_finding *f;
	const char *place;

	if (!r->dropped.value)
		return;
	f = txr_finding_new(x->b, TXR_F_DROPS_IN_XMIT, r);
	if (!f)
		return;
	if (r->dropped.value * TXR_REFUSED_ONE_IN < r->started.value)
		f->severity = TXR_INFO;
	reasons_text(r, reasons, sizeof(reasons));
	place = place_of(x);
	txr_finding_message(f, "%s%s were dropped inside xmit and not sent: %s%s%s",
			    txr_packets_text(n, &r->dropped),
			    txr_started_text(share, &r->dropped, r), reasons,
			    place ? ", the first in " : "", place ? place : "");
	txr_finding_number(f, "dropped", (int64_t)r->dropped.value);
	txr_finding_number(f, "started", (int64_t)r->started.value);
	txr_finding_text(f, "reasons", reasons);
	if (place)
		txr_finding_text(f, "first_in", place);
	txr_finding_number(f, "warning_from_one_in", TXR_REFUSED_ONE_IN);
	advise(f, r->nr_drops ? r->drops[0].reason : "unknown");
}
