// SPDX-License-Identifier: GPL-2.0-only
/*
 * lane.c - the events of one CPU, decoded in batches.
 *
 * A page whose flag tells of lost events, a page that makes no sense, and the
 * end of a file that was cut all become TXR_LOST: from the last record before
 * (of whatever event) to the first one after.
 */
#include "decode_run.h"
#include "lane.h"

static uint64_t to_ns(const struct txr_lane *l, uint64_t ts)
{
	if (__builtin_expect(l->clock.mult != 0, 0)) {
		ts = (uint64_t)((unsigned __int128)ts * l->clock.mult >> l->clock.shift);
		ts = ts > l->clock.offset ? ts - l->clock.offset : 0;
	}
	return ts;
}

void txr_lane_note_gap(struct txr_lane *l, uint64_t count)
{
	l->gap = true;
	l->gap_count += count;
	l->gap_unknown |= !count;
}

static void tell_gap(struct txr_lane *l, uint64_t last, uint64_t until_ns,
		     struct txr_event *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->kind = TXR_LOST;
	ev->origin = TXR_O_LOST;
	ev->cpu = l->cpu;
	ev->dev = TXR_DEV_NONE;
	ev->queue = TXR_QUEUE_NONE;
	ev->ts_ns = last ? to_ns(l, last) : 0;
	ev->lost.until_ns = until_ns;
	ev->lost.count = l->gap_unknown ? 0 : l->gap_count;
	txr_source_count_lost(l->s, l->cpu, ev->lost.count);
	l->gap = l->gap_unknown = false;
	l->gap_count = 0;
}

/* 1: there is a page, 0: the end, or a negative errno. */
static int turn_page(struct txr_lane *l, struct txr_err *err)
{
	int ret;

	if (l->page.bad) {
		txr_lane_note_gap(l, 0);
		l->page.bad = false;
		/* a page that the file's end cuts is no broken page */
		if (!l->cut)
			l->s->info.undecodable++;
	}
	ret = l->turn(l, err);
	if (ret > 0 && l->page.lost)
		txr_lane_note_gap(l, l->page.lost_count);
	return ret;
}

static inline __attribute__((always_inline)) int
decode_one(struct txr_dec *d, unsigned int slot, const uint8_t *rec, uint32_t len,
	   const uint8_t *limit, struct txr_event *ev, const bool be)
{
	struct record r = { .p = &d->plan[slot - 1], .rec = rec, .limit = limit, .len = len };

	if (be || unlikely(!r.p->usual || len < r.p->min_len))
		return txr_decode_slot(&d->pub, slot, rec, len, limit, ev);
	return txr_decode_record(d, r, ev, true);
}

/*
 * Records of the page at hand, as long as there is room for two more events.
 * What changes with every record is kept out of memory, where the compiler would
 * have to expect the events to be. Returns where the events end. bounded: a record
 * after l->until stays in the page, and l->ended is set; a gap before it is told.
 */
static inline __attribute__((always_inline)) struct txr_event *
take_records(struct txr_lane *l, struct txr_event *ev, const struct txr_event *end,
	     const bool be, const bool bounded)
{
	struct txr_dec *d = txr_dec(l->s->dec);
	const uint8_t *rec, *limit = l->page.limit;
	const bool convert = l->clock.mult;
	struct txr_page page = l->page;
	uint64_t last = l->last;
	uint16_t cpu = l->cpu;
	uint32_t len;

	while (ev + 1 < end) {
		const uint8_t *cur = page.cur;
		uint64_t ts = page.ts;
		unsigned int slot;
		int ret;

		rec = txr_page_next(&page, be, &len);
		if (!rec)
			break;
		if (unlikely(l->gap))
			tell_gap(l, last, to_ns(l, page.ts), ev++);
		if (bounded && unlikely(page.ts > l->until)) {
			page.cur = cur;
			page.ts = ts;
			l->ended = true;
			break;
		}
		slot = len >= 2 ? d->pub.slot[txr_record_id_in(rec, be)] : 0;
		last = page.ts;
		if (!slot)
			continue;
		ret = decode_one(d, slot, rec, len, limit, ev, be);
		if (unlikely(ret <= 0)) {
			l->s->info.undecodable += ret < 0;
			continue;
		}
		ev->ts_ns = convert ? to_ns(l, page.ts) : page.ts;
		ev++->cpu = cpu;
	}
	l->page = page;
	l->last = last;
	return ev;
}

int txr_lane_read(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct txr_event *from = ev, *end = ev + max;
	struct txr_lane *l = ctx;
	int ret;

	while (!l->ended) {
		ev = l->big_endian ? take_records(l, ev, end, true, false) :
				     take_records(l, ev, end, false, false);
		if (ev + 1 >= end)
			break;
		ret = turn_page(l, err);
		if (ret < 0)
			return ret;
		if (ret)
			continue;
		l->ended = true;
		if (l->gap)
			tell_gap(l, l->last, UINT64_MAX, ev++);
	}
	return (int)(ev - from);
}

int txr_lane_read_until(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct txr_event *from = ev, *end = ev + max;
	struct txr_lane *l = ctx;
	int ret;

	l->ended = false;
	for (;;) {
		ev = l->big_endian ? take_records(l, ev, end, true, true) :
				     take_records(l, ev, end, false, true);
		if (l->ended || ev + 1 >= end)
			break;
		ret = turn_page(l, err);
		if (ret < 0)
			return ret;
		if (ret)
			continue;
		/* The kernel has no more: up to the watermark nothing is missing. */
		if (l->last < l->until)
			l->last = l->until;
		break;
	}
	return (int)(ev - from);
}
