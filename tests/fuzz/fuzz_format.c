// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_format.c - event formats, and records laid out by them.
 *
 * The input: up to eight formats, each a letter for the system and the text, ended
 * by a NUL; the rest are records, each a byte for its length and so many bytes.
 */
#include <string.h>
#include "lib/fuzz.h"
#include "source/decode.h"

#define FORMATS 8

static const char *const systems[] = {
	"net", "skb", "napi", "txring", "txring_pktgen", "txring_12_345",
};

struct input {
	const uint8_t *at, *end;
};

/* A block of exactly n bytes, so that a read too far is seen. */
static void *block(const void *from, size_t n)
{
	void *b = malloc(n ? n : 1);

	if (!b)
		abort();
	if (n)
		memcpy(b, from, n);
	return b;
}

static void add_formats(struct txr_decoder *d, struct input *in)
{
	int i, ret;

	for (i = 0; i < FORMATS && in->at < in->end; i++) {
		const uint8_t *nul = memchr(in->at, 0, (size_t)(in->end - in->at));
		size_t len = (size_t)((nul ? nul : in->end) - in->at);
		char *text;

		if (!len)
			break;
		text = block(in->at + 1, len - 1);
		ret = txr_decoder_add_format(d, systems[*in->at % 6], text, len - 1);
		free(text);
		if (ret != 0 && ret != 1 && ret != -22)
			fuzz_must("add_format returns what it should not");
		in->at = nul ? nul + 1 : in->end;
	}
	if (in->at < in->end && !*in->at)
		in->at++;
}

static void check_event(const struct txr_event *ev, const struct txr_devtab *devs)
{
	if (ev->kind < TXR_START || ev->kind > TXR_LOST || !ev->origin ||
	    ev->origin >= TXR_O_NR)
		fuzz_must("an event of no kind");
	if (ev->dev != TXR_DEV_NONE && ev->dev >= txr_devtab_count(devs))
		fuzz_must("an event of no device");
	if (ev->kind == TXR_START &&
	    (!ev->start.segs || ev->start.segs_low > ev->start.segs ||
	     ev->start.segs > ev->start.segs_high))
		fuzz_must("segments out of their bounds");
}

static void decode_all(struct txr_decoder *d, const struct txr_devtab *devs, struct input *in)
{
	struct txr_event ev;

	while (in->at < in->end) {
		size_t len = *in->at++, left = (size_t)(in->end - in->at);
		uint8_t *rec;
		int ret;

		if (len > left)
			len = left;
		rec = block(in->at, len);
		in->at += len;
		if (len >= 2) {
			memset(&ev, 0, sizeof(ev));
			ret = txr_decode(d, rec, (uint32_t)len, rec + len, 1, 0, &ev);
			if (ret == 1)
				check_event(&ev, devs);
			else if (ret != 0 && ret != -22)
				fuzz_must("decode returns what it should not");
		}
		free(rec);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct input in = { data, data + len };
	struct txr_devtab *devs;
	struct txr_decoder *d;
	int i;

	if (len < 2)
		return -1;
	devs = txr_devtab_new();
	d = devs ? txr_decoder_new(devs, data[0] & 1) : NULL;
	if (!d)
		abort();
	in.at++;
	add_formats(d, &in);
	txr_decoder_settle(d, data[0] & 2 ? ~0ULL : 0);
	(void)txr_decoder_facts(d);
	decode_all(d, devs, &in);
	for (i = -2; i < 100; i++)
		(void)txr_decoder_reason(d, i);
	txr_decoder_free(d);
	txr_devtab_free(devs);
	return 0;
}
