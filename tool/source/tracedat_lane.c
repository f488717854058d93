// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracedat_lane.c - the events of one CPU, decoded in batches.
 *
 * A page whose flag tells of lost events, a page that makes no sense, and the
 * end of a file that was cut all become TXR_LOST: from the last record before
 * (of whatever event) to the first one after.
 */
#include "decode_run.h"
#include "tracedat_impl.h"

static uint64_t to_ns(const struct td_file *f, uint64_t ts)
{
	if (__builtin_expect(f->tsc.mult != 0, 0)) {
		ts = (unsigned __int128)ts * f->tsc.mult >> f->tsc.shift;
		ts = ts > f->tsc.offset ? ts - f->tsc.offset : 0;
	}
	return ts;
}

static void note_gap(struct td_lane *l, uint64_t count)
{
	l->gap = true;
	l->gap_count += count;
	l->gap_unknown |= !count;
}

static void tell_gap(struct td_lane *l, uint64_t last, uint64_t until_ns,
		     struct txr_event *ev)
{
	memset(ev, 0, sizeof(*ev));
	ev->kind = TXR_LOST;
	ev->origin = TXR_O_LOST;
	ev->cpu = l->cpu;
	ev->dev = TXR_DEV_NONE;
	ev->queue = TXR_QUEUE_NONE;
	ev->ts_ns = last ? to_ns(l->st.f, last) : 0;
	ev->lost.until_ns = until_ns;
	ev->lost.count = l->gap_unknown ? 0 : l->gap_count;
	txr_source_count_lost(l->st.f->s, l->cpu, ev->lost.count);
	l->gap = l->gap_unknown = false;
	l->gap_count = 0;
}

/* 1: there is a page, 0: the end, or a negative errno. */
static int turn_page(struct td_lane *l, struct txr_err *err)
{
	int ret;

	if (l->page.bad) {
		note_gap(l, 0);
		l->page.bad = false;
		/* a page that the file's end cuts is no broken page */
		if (!l->st.truncated)
			l->st.f->s->info.undecodable++;
	}
	ret = td_stream_next(&l->st, &l->page, err);
	if (ret > 0 && l->page.lost)
		note_gap(l, l->page.lost_count);
	return ret;
}

static int at_end(struct td_lane *l, struct txr_event *ev)
{
	l->ended = true;
	if (l->st.truncated) {
		l->st.f->s->info.truncated = true;
		note_gap(l, 0);
	}
	td_stream_free(&l->st);
	if (!l->gap)
		return 0;
	tell_gap(l, l->last, UINT64_MAX, ev);
	return 1;
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
 * have to expect the events to be. Returns where the events end.
 */
static inline __attribute__((always_inline)) struct txr_event *
take_records(struct td_lane *l, struct txr_event *ev, const struct txr_event *end,
	     const bool be)
{
	struct txr_dec *d = txr_dec(l->st.f->s->dec);
	const uint8_t *rec, *limit = l->page.limit;
	const bool convert = l->st.f->tsc.mult;
	struct txr_page page = l->page;
	uint64_t last = l->last;
	uint16_t cpu = l->cpu;
	uint32_t len;

	while (ev + 1 < end && (rec = txr_page_next(&page, be, &len))) {
		unsigned int slot = len >= 2 ? d->pub.slot[txr_record_id_in(rec, be)] : 0;
		int ret;

		if (unlikely(l->gap))
			tell_gap(l, last, to_ns(l->st.f, page.ts), ev++);
		last = page.ts;
		if (!slot)
			continue;
		ret = decode_one(d, slot, rec, len, limit, ev, be);
		if (unlikely(ret <= 0)) {
			l->st.f->s->info.undecodable += ret < 0;
			continue;
		}
		ev->ts_ns = convert ? to_ns(l->st.f, page.ts) : page.ts;
		ev++->cpu = cpu;
	}
	l->page = page;
	l->last = last;
	return ev;
}

int td_lane_fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct txr_event *from = ev, *end = ev + max;
	struct td_lane *l = ctx;
	int ret;

	while (!l->ended) {
		ev = l->st.f->big_endian ? take_records(l, ev, end, true) :
					   take_records(l, ev, end, false);
		if (ev + 1 >= end)
			break;
		ret = turn_page(l, err);
		if (ret < 0)
			return ret;
		if (!ret)
			ev += at_end(l, ev);
	}
	return ev - from;
}
