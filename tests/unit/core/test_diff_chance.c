// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_diff_chance.c - two recordings that differ by chance alone: how often diff
 * says otherwise. Rings are simulated and go through the engine; the seeds are fixed.
 */
#include <math.h>
#include "report_script.h"
#include "txring/diff.h"

#define SLICE_NS (20 * MS)
#define GAP_NS (100 * US)	/* between two packets, on average */
#define QUEUES 2
#define COMPARISONS 400
#define ROOM_MAX 64

struct ring {
	unsigned int room, inside;
	uint64_t work_ns;		/* of the device for one, on average */
	uint64_t skb[ROOM_MAX];		/* oldest first */
	uint64_t next_done, next_start;
};

struct side {
	struct rec whole, sliced;
	struct txr_report *slice[TXR_SLICES];
};

static uint64_t seed;

static double uniform(void)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return ((double)(seed >> 11) + .5) / 9007199254740992.;
}

static uint64_t some_ns(uint64_t mean_ns)
{
	return 1 + (uint64_t)(-log(uniform()) * (double)mean_ns);
}

/* The packet that the device has had for longest comes back. */
static void give_back(struct rec *s, struct ring *r)
{
	consume(s, r->skb[0]);
	memmove(r->skb, r->skb + 1, --r->inside * sizeof(r->skb[0]));
	r->next_done = r->inside ? s->now + some_ns(r->work_ns) : UINT64_MAX;
}

static void take(struct rec *s, struct ring *r, uint64_t skb)
{
	s->len = 60 + (uint32_t)(uniform() * 1400);
	if (r->inside == r->room) {
		refused_full(s, skb);
	} else {
		sent(s, skb);
		r->skb[r->inside++] = skb;
		if (r->inside == 1)
			r->next_done = s->now + some_ns(r->work_ns);
	}
	r->next_start = s->now + some_ns(GAP_NS);
}

static void end_slice(struct rec *s, struct txr_report **out, uint64_t from, uint64_t to)
{
	txr_stats_advance(s->st, to);
	assert_int_equal(txr_report_build(out, &s->info, s->devs, &s->names, s->p, s->st,
					  from - s->info.first_ns, to - s->info.first_ns, NULL), 0);
	txr_stats_reset(s->st, to);
}

/* out NULL: the whole; else in slices. */
static void record(struct rec *s, const struct ring *of, struct txr_report **out)
{
	struct ring ring[QUEUES];
	uint64_t skb = 1, border;
	unsigned int q, i = 0;

	rec_init(s);
	rec_open(s);
	for (q = 0; q < QUEUES; q++)
		ring[q] = (struct ring){ .room = of->room, .work_ns = of->work_ns,
					 .next_done = UINT64_MAX,
					 .next_start = 1000 + some_ns(GAP_NS) };
	while (i < TXR_SLICES) {
		struct ring *r = &ring[0];
		uint64_t next = UINT64_MAX;

		for (q = 0; q < QUEUES; q++) {
			uint64_t its = ring[q].next_done < ring[q].next_start ?
				       ring[q].next_done : ring[q].next_start;

			if (its >= next)
				continue;
			next = its;
			r = &ring[q];
			s->queue = (uint16_t)q;
		}
		border = s->info.first_ns + (i + 1) * SLICE_NS;
		if (next >= border) {
			if (out)
				end_slice(s, &out[i], border - SLICE_NS, border);
			i++;
			continue;
		}
		s->now = next;
		if (r->next_done <= r->next_start)
			give_back(s, r);
		else
			take(s, r, skb++);
	}
	txr_pair_finish(s->p);
	if (!out)
		assert_int_equal(txr_report_build(&s->r, &s->info, s->devs, &s->names, s->p,
						  s->st, 0, 0, NULL), 0);
}

static struct txr_diff_side make(struct side *m, const struct ring *ring, uint64_t from)
{
	struct txr_diff_side side = { .nr_slices = TXR_SLICES, .slice_ns = SLICE_NS,
				      .whole_ns = TXR_SLICES * SLICE_NS };

	seed = from;
	record(&m->whole, ring, NULL);
	seed = from;
	record(&m->sliced, ring, m->slice);
	side.whole = m->whole.r;
	memcpy(side.slice, m->slice, sizeof(side.slice));
	return side;
}

static void unmake(struct side *m)
{
	size_t i;

	for (i = 0; i < TXR_SLICES; i++)
		txr_report_free(m->slice[i]);
	rec_close(&m->whole);
	rec_close(&m->sliced);
}

struct verdicts {
	unsigned int beyond, apart, max_beyond, tested;
};

/* Figures called a change; and those that are far apart by themselves. */
static struct verdicts compare(const struct ring *ring_a, const struct ring *ring_b,
			       uint64_t number)
{
	static struct side a, b;
	struct txr_diff_side in_a = make(&a, ring_a, 2 * number + 1);
	struct txr_diff_side in_b = make(&b, ring_b, 2 * number + 2);
	struct verdicts v = { 0 };
	struct txr_diff *d;
	size_t i, k;

	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, true), 0);
	assert_int_equal(d->nr, 1 + QUEUES);
	for (i = 0; i < d->nr; i++)
		for (k = 0; k < d->row[i].nr_changes; k++) {
			const struct txr_change *c = &d->row[i].change[k];

			v.beyond += c->verdict == TXR_DIFF_BEYOND;
			v.apart += c->tested && c->chance <= .01;
			v.max_beyond += c->verdict == TXR_DIFF_BEYOND &&
					!strcmp(c->key, "in_device.max");
			assert_true(c->chance_any >= c->chance);
		}
	v.tested = (unsigned int)d->tested;
	txr_diff_free(d);
	unmake(&a);
	unmake(&b);
	return v;
}

/* One comparison in 100 may; by each figure alone it would be one in a few. */
static void equal_recordings(void **state)
{
	static const struct ring ring = { .room = 12, .work_ns = 95 * US };
	unsigned int any = 0, alone = 0, i;

	(void)state;
	for (i = 0; i < COMPARISONS; i++) {
		struct verdicts v = compare(&ring, &ring, i);

		assert_in_range(v.tested, 20, 16 * (1 + QUEUES));
		any += v.beyond > 0;
		alone += v.apart > 0;
	}
	print_message("%u comparisons: %u with a change, %u by single figures\n", COMPARISONS, any,
		      alone);
	assert_in_range(any, 0, COMPARISONS * 2 / 100);
	assert_in_range(alone, COMPARISONS * 5 / 100, COMPARISONS);
}

/* A full ring of twice the room is still found, on the device and on each queue. */
static void another_ring(void **state)
{
	static const struct ring small = { .room = 12, .work_ns = 120 * US };
	static const struct ring large = { .room = 24, .work_ns = 120 * US };
	unsigned int i;

	(void)state;
	for (i = 0; i < 20; i++)
		assert_int_equal(compare(&small, &large, 1000 + i).max_beyond, 1 + QUEUES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_recordings),
		cmocka_unit_test(another_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
