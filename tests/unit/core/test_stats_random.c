// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_random.c - random laps told to the sink, against the plain truth
 * worked out from their list: counts, bytes, occupancy over time, percentiles.
 */
#include <math.h>
#include "random_laps.h"

/* Truth of one queue, or of the device (-1), from the list. */
struct sums {
	uint64_t by[TXR_UNCERTAIN + 1], started, bytes, max, max_bytes, at, visits;
	uint64_t first, last, dwell[LAPS + 1];
	unsigned __int128 sum;
	uint64_t lap_ns[LAPS];
	size_t laps;
};

static void count_lap(struct sums *u, const struct truth *l, const struct step *s)
{
	if (s->what == 0) {
		u->started++;
		u->by[TXR_OPEN] += l->outcome == TXR_OPEN;
	}
	if (s->what != 2)
		return;
	u->by[l->outcome]++;
	if (l->outcome == TXR_COMPLETED)
		u->bytes += l->len;
	if (l->outcome == TXR_COMPLETED || l->outcome == TXR_HANDED_OVER) {
		u->sum += l->end - l->start;
		u->lap_ns[u->laps++] = l->end - l->start;
	}
}

static void work_out(struct sums *u, const struct truth *t, const struct step *s, size_t n,
		     int queue)
{
	uint64_t cur = 0, bytes = 0, last = 0;
	size_t i;

	memset(u, 0, sizeof(*u));
	for (i = 0; i < n; i++) {
		const struct truth *l = &t[s[i].lap];

		if (queue >= 0 && l->queue != queue)
			continue;
		if (!u->first)
			u->first = last = s[i].at;
		u->dwell[cur] += s[i].at - last;
		u->last = last = s[i].at;
		count_lap(u, l, &s[i]);
		if (s[i].what == 1) {
			bytes += l->len;
			if (++cur > u->max) {
				u->max = cur;
				u->at = s[i].at;
				u->visits = 0;
			}
			u->visits += cur == u->max;
			u->max_bytes = bytes > u->max_bytes ? bytes : u->max_bytes;
		} else if (s[i].what == 2 && l->enter) {
			cur--;
			bytes -= l->len;
		}
	}
}

static uint64_t level_at(const struct sums *u, uint64_t num, uint64_t den)
{
	uint64_t seen = 0, level;

	for (level = 0; level <= u->max; level++) {
		seen += u->dwell[level];
		if (seen * den >= (u->last - u->first) * num)
			break;
	}
	return level;
}

static int cmp(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void near(uint64_t got, uint64_t want)
{
	uint64_t off = got > want ? got - want : want - got;

	if (off > want / 100)
		fail_msg("%lu is not within 1 %% of %lu", (unsigned long)got,
			 (unsigned long)want);
}

static void same_laps(const struct txr_dist *d, struct sums *u)
{
	assert_int_equal(d->count, u->laps);
	assert_true(d->sum == (uint64_t)u->sum);
	if (!u->laps)
		return;
	qsort(u->lap_ns, u->laps, sizeof(u->lap_ns[0]), cmp);
	assert_int_equal(d->min, u->lap_ns[0]);
	assert_int_equal(d->max, u->lap_ns[u->laps - 1]);
	near(d->p50, u->lap_ns[(u->laps + 1) / 2 - 1]);
	near(d->p90, u->lap_ns[(u->laps * 9 + 9) / 10 - 1]);
	near(d->p99, u->lap_ns[(u->laps * 99 + 99) / 100 - 1]);
	near(d->p999, u->lap_ns[(u->laps * 999 + 999) / 1000 - 1]);
}

static void same(const struct txr_row *r, struct sums *u)
{
	double avg = (double)((long double)u->sum / (u->last - u->first));

	assert_int_equal(r->started.value, u->started);
	assert_int_equal(r->completed.value, u->by[TXR_COMPLETED]);
	assert_int_equal(r->dropped.value, u->by[TXR_DROPPED]);
	assert_int_equal(r->busy.value, u->by[TXR_BUSY]);
	assert_int_equal(r->handed_over.value, u->by[TXR_HANDED_OVER]);
	assert_int_equal(r->restarted.value, u->by[TXR_RESTARTED]);
	assert_int_equal(r->skb_bytes.value, u->bytes);
	assert_int_equal(r->wire_packets.value, u->by[TXR_COMPLETED]);
	assert_exactly(&r->observed_ns, u->last - u->first);
	assert_int_equal(r->in_device.max.value, u->max);
	assert_int_equal(r->in_device.max_bytes.value, u->max_bytes);
	assert_int_equal(r->in_device.at_ns + 1000, u->at);
	assert_int_equal(r->in_device.visits_max, u->visits);
	assert_int_equal(r->in_device.dwell_max_ns, u->dwell[u->max]);
	assert_int_equal(r->in_device.p50.value, level_at(u, 1, 2));
	assert_int_equal(r->in_device.p99.value, level_at(u, 99, 100));
	assert_true(fabs(r->in_device.avg.value - avg) <= avg * 1e-9);
	same_laps(&r->lap_ns, u);
}

static struct truth truth[LAPS];
static struct step steps[3 * LAPS];
static struct sums sums;

/* The engine knows nothing of these laps: the open ones are not in the report. */
static void one_seed(uint64_t seed)
{
	struct txr_pair_sink sink;
	const struct txr_row *r;
	struct rec s;
	size_t n, i;

	rng_state = seed * 0x9e3779b97f4a7c15ULL + 1;
	rec_init(&s);
	rec_open(&s);
	sink = txr_stats_sink(s.st);
	n = plan(truth, steps);
	for (i = 0; i < n; i++)
		tell(&sink, truth, &steps[i]);
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st, 0, 0,
					  NULL), 0);
	r = rec_row(&s, "eth0");
	work_out(&sums, truth, steps, n, -1);
	same(r, &sums);
	assert_int_equal(r->nr_queues, QUEUES);
	for (i = 0; i < QUEUES; i++) {
		work_out(&sums, truth, steps, n, (int)i);
		same(&r->queues[i], &sums);
		if (!sums.by[TXR_OPEN])
			assert_balanced(&r->queues[i]);
	}
	rec_close(&s);
}

static void random_laps(void **state)
{
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= 60; seed++)
		one_seed(seed);
}

/*
 * Random events through the engine, with loss, drops, BUSY, hand-overs, reuse and
 * resets of the statistics: whatever comes, the books balance for every queue.
 */
static void any_event(struct rec *s)
{
	uint64_t skb = 1 + rng() % 40;

	s->now += rng() % 3000;
	s->cpu = rng() % 2;
	s->dev = rng() % 2;
	s->queue = rng() % 3;
	s->pid = 100 + rng() % 3;
	s->ctx = rng() % 2 ? TXR_CTX_SOFTIRQ : 0;
	switch (rng() % 16) {
	case 0: case 1: case 2: case 3: case 4:
		start(s, skb);
		if (rng() % 8)
			result(s, skb, rng() % 10 ? 0 : TXR_NETDEV_TX_BUSY);
		break;
	case 5:
		refused_full(s, skb);
		break;
	case 6:
		start(s, skb);
		rec_feed(s, (struct txr_event){ .kind = TXR_HANDOVER, .skbaddr = skb,
						.origin = TXR_O_NETIF_RX });
		result(s, skb, 0);
		break;
	case 7:
		free_by(s, skb, TXR_O_KFREE_SKB, 0, REASON_FULL_RING);
		break;
	case 8:
		result_state(s, skb, rng() % 4);
		break;
	case 9:
		wake(s);
		break;
	case 10:
		rec_feed(s, (struct txr_event){ .kind = TXR_RELEASE, .skbaddr = skb,
						.origin = TXR_O_NAPI_CONSUME_SKB });
		break;
	case 11:
		if (rng() % 40 == 0)
			lost(s, s->now, s->now + rng() % 5000, rng() % 3);
		break;
	default:
		consume(s, skb);
	}
}

static void books_always_balance(void **state)
{
	uint64_t seed;
	struct rec s;
	int i;

	(void)state;
	for (seed = 1; seed <= 150; seed++) {
		rng_state = seed * 0x9e3779b97f4a7c15ULL + 1;
		rec_init(&s);
		s.info.has_result = seed % 5 != 0;
		s.info.clock_ordered = seed % 3 != 0;
		rec_open(&s);
		if (seed % 2)	/* what is kept for pictures adds up as well */
			txr_stats_want(s.st, TXR_WANT_TIMELINE | TXR_WANT_LAP_GRID);
		for (i = 0; i < 2000; i++) {
			any_event(&s);
			if (rng() % 700 == 0)
				txr_stats_reset(s.st, s.now);
			if (rng() % 500 == 0)	/* in the middle, the engine goes on */
				assert_int_equal(txr_report_build(&s.r, &s.info, s.devs,
					&s.names, s.p, s.st, 0, 0, NULL), 0);
			txr_report_free(s.r);
			s.r = NULL;
		}
		rec_report(&s);
		rec_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_laps),
		cmocka_unit_test(books_always_balance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
