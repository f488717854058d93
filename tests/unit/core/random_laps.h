/* SPDX-License-Identifier: GPL-2.0-only */
/* random_laps.h - random laps with their truth, told to the sink as the engine does. */
#ifndef TXRING_TESTS_RANDOM_LAPS_H
#define TXRING_TESTS_RANDOM_LAPS_H

#include "report_script.h"

#define LAPS	3000
#define QUEUES	3

static uint64_t rng_state;

static inline uint64_t rng(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	return rng_state ^= rng_state << 17;
}

struct truth {			/* one lap */
	uint64_t start, enter, end;	/* enter 0: never in the ring */
	enum txr_outcome outcome;
	uint16_t queue;
	uint32_t len;
	struct txr_lap lap;
};

struct step {
	uint64_t at;
	int what;		/* 0 start, 1 enter, 2 end */
	int lap;
};

static inline int by_time(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->lap != y->lap ? x->lap - y->lap : x->what - y->what;
}

static inline void invent(struct truth *t, uint64_t from)
{
	static const enum txr_outcome kinds[] = {
		TXR_COMPLETED, TXR_COMPLETED, TXR_COMPLETED, TXR_COMPLETED, TXR_DROPPED,
		TXR_BUSY, TXR_HANDED_OVER, TXR_RESTARTED, TXR_OPEN,
	};

	t->start = from;
	t->outcome = rng() % 50 ? kinds[rng() % 7] : kinds[rng() % 9];
	t->queue = rng() % QUEUES;
	t->len = 60 + rng() % 1500;
	t->end = t->start + 50 + rng() % 200000;
	t->enter = t->start + 1 + rng() % 49;
	if (t->outcome == TXR_DROPPED || t->outcome == TXR_BUSY)
		t->enter = 0;
	t->lap = (struct txr_lap){
		.skbaddr = 1, .start_ns = t->start, .len_bytes = t->len,
		.queue_index = t->queue, .segs = 1, .segs_low = 1, .segs_high = 1,
		.release_origin = TXR_O_CONSUME_SKB, .release_ctx = TXR_CTX_SOFTIRQ,
	};
}

static inline size_t plan(struct truth *t, struct step *s)
{
	uint64_t now = 10000;
	size_t n = 0;
	int i;

	for (i = 0; i < LAPS; i++) {
		now += rng() % 2000;
		invent(&t[i], now);
		s[n++] = (struct step){ t[i].start, 0, i };
		if (t[i].enter)
			s[n++] = (struct step){ t[i].enter, 1, i };
		if (t[i].outcome != TXR_OPEN)
			s[n++] = (struct step){ t[i].end, 2, i };
	}
	qsort(s, n, sizeof(*s), by_time);
	return n;
}

static inline void tell(const struct txr_pair_sink *sink, struct truth *t, const struct step *s)
{
	struct txr_event ev = { .kind = TXR_START, .ts_ns = s->at };
	struct txr_lap *lap = &t[s->lap].lap;

	if (s->what == 0) {
		sink->start(sink->ctx, lap, &ev);
	} else if (s->what == 1) {
		lap->flags |= TXR_LAP_ENTERED;
		lap->result_ns = s->at;
		sink->enter(sink->ctx, lap, s->at);
	} else {
		lap->outcome = t[s->lap].outcome;
		lap->release_ns = s->at;
		sink->end(sink->ctx, lap, s->at);
	}
}

#endif
