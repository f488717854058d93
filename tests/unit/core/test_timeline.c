// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_timeline.c - each bin of the timeline and each cell of the lap grid against
 * the plain truth; what is off in recordings that are not exact.
 */
#include "random_laps.h"
#include "stats/binsum.h"
#include "stats/lapgrid.h"

#define BOTH (TXR_WANT_TIMELINE | TXR_WANT_LAP_GRID)

static struct truth truth[LAPS];
static struct step steps[3 * LAPS];

static uint64_t overlap(uint64_t a, uint64_t b, uint64_t from, uint64_t to)
{
	a = a > from ? a : from;
	b = b < to ? b : to;
	return b > a ? b - a : 0;
}

/* Levels, one step after the other, with the edges of the bins as steps between. */
static void true_levels(struct txr_time_bin *bin, const struct txr_timeline *t,
			const struct step *s, size_t n, int queue, uint64_t end)
{
	uint64_t cur = 0, bytes = 0, now = t->first_ns + 1000;
	size_t i = 0, b = t->first_ns >= t->start_ns ? (t->first_ns - t->start_ns) / t->bin_ns : 0;
	bool fresh = true;

	for (;;) {
		uint64_t edge = 1000 + t->start_ns + (b + 1) * t->bin_ns;
		uint64_t next = i < n ? s[i].at : end, to = next < edge ? next : edge;

		if (fresh || cur < bin[b].min)
			bin[b].min = cur;
		if (cur > bin[b].max) {
			bin[b].max = cur;
			bin[b].max_ns = 0;
		}
		if (cur == bin[b].max)
			bin[b].max_ns += to - now;
		if (bytes > bin[b].max_bytes)
			bin[b].max_bytes = bytes;
		fresh = false;
		now = to;
		if (next >= edge) {
			b++;
			fresh = true;
			continue;
		}
		if (i == n)
			return;
		if (queue < 0 || truth[s[i].lap].queue == queue) {
			bool in = truth[s[i].lap].enter != 0;

			cur += (s[i].what == 1) - (s[i].what == 2 && in);
			if (s[i].what == 1)
				bytes += truth[s[i].lap].len;
			else if (s[i].what == 2 && in)
				bytes -= truth[s[i].lap].len;
		}
		i++;
	}
}

static void true_rest(struct txr_time_bin *b, uint64_t from, uint64_t to, int queue)
{
	int i;

	for (i = 0; i < LAPS; i++) {
		const struct truth *l = &truth[i];
		uint64_t inside;

		if (queue >= 0 && l->queue != queue)
			continue;
		b->started += l->start >= from && l->start < to;
		inside = l->enter ? overlap(l->start, l->end, from, to) : 0;
		if (l->outcome == TXR_RESTARTED)
			b->doubt_ns += inside;
		else if (l->outcome != TXR_OPEN)
			b->lap_ns += inside;
		if (l->outcome == TXR_OPEN || l->end < from || l->end >= to)
			continue;
		b->completed += l->outcome == TXR_COMPLETED;
		b->dropped += l->outcome == TXR_DROPPED;
		b->busy += l->outcome == TXR_BUSY;
		b->handed_over += l->outcome == TXR_HANDED_OVER;
		b->unclear += l->outcome == TXR_RESTARTED;
	}
}

static void compare(const struct txr_row *r, size_t n, uint64_t end)
{
	static struct txr_time_bin bin[TXR_TIME_BINS];
	const struct txr_timeline *t = r->timeline;
	size_t i;

	memset(bin, 0, sizeof(bin));
	true_levels(bin, t, steps, n, r->queue, end);
	for (i = 0; i < t->nr; i++) {
		const struct txr_time_bin *got = &t->bin[i];
		uint64_t from = 1000 + t->start_ns + i * t->bin_ns;

		true_rest(&bin[i], from, from + t->bin_ns, r->queue);
		assert_int_equal(got->min, bin[i].min);
		assert_int_equal(got->max, bin[i].max);
		assert_int_equal(got->max_ns, bin[i].max_ns);
		assert_int_equal(got->max_bytes, bin[i].max_bytes);
		assert_int_equal(got->lap_ns, bin[i].lap_ns);
		assert_int_equal(got->doubt_ns, bin[i].doubt_ns);
		assert_int_equal(got->started, bin[i].started);
		assert_int_equal(got->completed, bin[i].completed);
		assert_int_equal(got->dropped, bin[i].dropped);
		assert_int_equal(got->busy, bin[i].busy);
		assert_int_equal(got->handed_over, bin[i].handed_over);
		assert_int_equal(got->unclear, bin[i].unclear);
	}
}

static uint64_t cell_count(const struct txr_lap_cell *c, const struct step *s, size_t n,
			   const uint32_t *inside, int queue)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct truth *l = &truth[s[i].lap];
		uint64_t lap = l->end - l->start;

		if (s[i].what || (queue >= 0 && l->queue != queue) ||
		    (l->outcome != TXR_COMPLETED && l->outcome != TXR_HANDED_OVER))
			continue;
		count += inside[s[i].lap] >= c->inside_low && inside[s[i].lap] <= c->inside_high &&
			 lap >= c->lap_low_ns && lap <= c->lap_high_ns;
	}
	return count;
}

static void compare_grid(const struct txr_row *r, size_t n)
{
	static uint32_t inside[LAPS];
	uint32_t cur[QUEUES] = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		const struct truth *l = &truth[steps[i].lap];

		if (steps[i].what == 0)
			inside[steps[i].lap] = cur[l->queue];
		else if (steps[i].what == 1)
			cur[l->queue]++;
		else if (l->enter)
			cur[l->queue]--;
	}
	for (i = 0; i < r->lap_grid->nr; i++)
		assert_int_equal(r->lap_grid->cell[i].count,
				 cell_count(&r->lap_grid->cell[i], steps, n, inside, r->queue));
}

/* Spans of 3 ms and 512 bins of at first 1 us: the grid doubles three times and more. */
static void one_seed(uint64_t seed)
{
	struct txr_pair_sink sink;
	const struct txr_row *r;
	struct rec s;
	size_t n, i;

	rng_state = seed * 0x9e3779b97f4a7c15ULL + 1;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	sink = txr_stats_sink(s.st);
	n = plan(truth, steps);
	for (i = 0; i < n; i++)
		tell(&sink, truth, &steps[i]);
	s.info.last_ns = steps[n - 1].at + seed * 1000;
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st, 0, 0,
					  NULL), 0);
	r = rec_row(&s, "eth0");
	assert_true(r->timeline->nr > TXR_TIME_BINS / 2);
	compare(r, n, s.info.last_ns);
	compare_grid(r, n);
	check_timeline(r);
	check_lap_grid(r);
	for (i = 0; i < r->nr_queues; i++) {
		assert_int_equal(r->queues[i].timeline->bin_ns, r->timeline->bin_ns);
		compare(&r->queues[i], n, s.info.last_ns);
		compare_grid(&r->queues[i], n);
		check_timeline(&r->queues[i]);
		check_lap_grid(&r->queues[i]);
	}
	assert_null(s.r->total.timeline);
	rec_close(&s);
}

static void bins_are_the_truth(void **state)
{
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= 25; seed++)
		one_seed(seed);
}

static void nothing_unless_wanted(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);
	s.now += US;
	consume(&s, 1);
	rec_report(&s);
	assert_null(rec_row(&s, "eth0")->timeline);
	assert_null(rec_row(&s, "eth0")->lap_grid);
	assert_null(rec_row(&s, "eth0")->queues[0].timeline);
	rec_close(&s);
}

/* Whatever the spans and however far the grid grows, no ns is lost or moved. */
static void sums_of_spans(void **state)
{
	struct txr_timegrid g;
	struct txr_binsum b;
	int round;

	(void)state;
	rng_state = 7;
	for (round = 0; round < 200; round++) {
		struct { uint64_t from, to; } span[40];
		uint64_t limit = (uint64_t)1 << (12 + rng() % 40), at;
		uint32_t i, k;

		txr_timegrid_begin(&g, 5000);
		memset(&b, 0, sizeof(b));
		for (i = 0; i < 40; i++) {
			span[i].from = 4000 + rng() % limit;
			span[i].to = span[i].from + rng() % limit;
			txr_binsum_add(&b, &g, span[i].from, span[i].to);
		}
		txr_binsum_settle(&b, &g);
		for (k = 0; k < TXR_TIME_BINS; k++) {
			uint64_t want = 0;

			at = txr_timegrid_start(&g, k);
			for (i = 0; i < 40; i++)
				want += overlap(span[i].from, span[i].to, at,
						at + ((uint64_t)1 << g.shift));
			assert_int_equal(txr_binsum_ns(&b, k), want);
		}
		txr_binsum_free(&b);
	}
}

/* Every value is in the one cell that says so, up to the largest. */
static void cells_have_no_hole(void **state)
{
	struct txr_lapgrid g = { 0 };
	struct txr_lap_grid plain;
	int i;

	(void)state;
	for (i = 0; i < 64; i++) {
		uint64_t ns[] = { ((uint64_t)1 << i) - 1, (uint64_t)1 << i, UINT64_MAX >> i };
		size_t k;

		for (k = 0; k < 3; k++) {
			uint32_t inside = (uint32_t)ns[k];

			assert_int_equal(txr_lapgrid_add(&g, inside, ns[k]), 0);
			assert_int_equal(txr_lapgrid_read(&g, &plain), 0);
			assert_int_equal(plain.nr, 1);
			assert_true(plain.cell->inside_low <= inside &&
				    inside <= plain.cell->inside_high);
			assert_true(plain.cell->lap_low_ns <= ns[k] &&
				    ns[k] <= plain.cell->lap_high_ns);
			assert_true(plain.cell->lap_high_ns - plain.cell->lap_low_ns <= ns[k] / 4);
			free(plain.cell);
			txr_lapgrid_clear(&g);
		}
	}
	txr_lapgrid_free(&g);
}

static const struct txr_time_bin *bin_at(const struct txr_timeline *t, uint64_t ns)
{
	assert_true(ns >= t->start_ns);
	assert_true((ns - t->start_ns) / t->bin_ns < t->nr);
	return &t->bin[(ns - t->start_ns) / t->bin_ns];
}

/* Packets that stay are inside to the end, though no event tells of it. */
static void a_stall_is_seen_to_the_end(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	size_t i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 10; i++)
		sent(&s, i);
	s.dev = 1;
	for (i = 0; i < 100; i++) {
		s.now += 10 * MS;
		sent(&s, 100 + i);
		s.now += MS;
		consume(&s, 100 + i);
	}
	rec_report(&s);
	t = rec_row(&s, "eth0")->timeline;
	assert_int_equal(rec_row(&s, "eth0")->observed_ns.value, 0);
	assert_int_equal(t->end_ns, s.info.last_ns - 1000);
	for (i = 1; i + 1 < t->nr; i++) {
		assert_int_equal(t->bin[i].min, 10);
		assert_int_equal(t->bin[i].max, 10);
		assert_int_equal(t->bin[i].open_ns, 10 * t->bin_ns);
		/* None came back that would rule out older ones. */
		assert_int_equal(t->bin[i].flags, TXR_BIN_WARM);
	}
	/* The other one has the same bins, and began later. */
	assert_int_equal(rec_row(&s, "eth1")->timeline->bin_ns, t->bin_ns);
	assert_int_equal(rec_row(&s, "eth1")->timeline->start_ns, t->start_ns);
	assert_int_equal(rec_row(&s, "eth1")->timeline->bin[0].flags, TXR_BIN_UNSEEN);
	rec_close(&s);
}

/* It is known when tracing was switched off; the snapshot was taken later. */
static void nothing_is_said_of_later(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "e1000e");
	rec_same_at_end(&s);
	s.meta.start.clock_ns = 1;
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	sent(&s, 1);
	s.now += 10 * MS;
	sent(&s, 2);
	s.meta.end.clock_ns = s.now + 90 * MS;
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth0")->timeline->end_ns, 10 * MS);
	s.meta.off_ns = s.now + 20 * MS;
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth0")->timeline->end_ns, 30 * MS);
	assert_int_equal(sum_bins(rec_row(&s, "eth0")->timeline).sum.open_ns, 50 * MS);
	assert_int_equal(rec_row(&s, "eth0")->oldest[0].age_ns, 30 * MS);
	s.info.truncated = true;
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth0")->timeline->end_ns, 10 * MS);
	rec_close(&s);
}

/* The kernel counted more than the gaps tell: nobody knows when these were lost. */
static void loss_without_a_time_is_everywhere(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	size_t i;

	(void)state;
	rec_init(&s);
	s.info.meta = &s.meta;
	s.meta.dropped_events = 100;
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 40; i++) {
		s.now = 1000 + i * MS;
		if (i == 30)
			lost(&s, s.now, s.now + MS / 4, 30);
		sent(&s, i);
		s.now += MS / 2;
		consume(&s, i);
	}
	rec_report(&s);
	t = rec_row(&s, "eth0")->timeline;
	assert_int_equal(t->lost_apart, 70);
	assert_int_equal(sum_bins(t).sum.lost, 30);
	for (i = 0; i < t->nr; i++)
		assert_true(t->bin[i].flags & TXR_BIN_DOUBT);
	rec_close(&s);
}

/* Lost events: a gap in all rows, and doubt until no unseen packet can be inside. */
static void a_gap_puts_levels_in_doubt(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 60; i++) {
		s.now = 1000 + i * MS;
		if (i == 20)
			lost(&s, s.now, s.now + 5 * MS / 2, 7);
		if (i >= 21 && i <= 22)
			continue;
		sent(&s, i);
		if (i == 40 || i == 41)	/* two that overlap: the second outlives the first */
			sent(&s, 100 + i);
		s.now += MS / 4;
		consume(&s, i);
		s.now += MS / 4;
		if (i == 40 || i == 41)
			consume(&s, 100 + i);
	}
	rec_report(&s);
	t = rec_row(&s, "eth0")->timeline;
	assert_int_equal(sum_bins(t).sum.lost, 7);
	assert_int_equal(bin_at(t, 20 * MS)->lost, 7);
	assert_int_equal(bin_at(t, 19 * MS)->flags, 0);
	assert_true(bin_at(t, 20 * MS)->flags & TXR_BIN_GAP);
	assert_true(bin_at(t, 21 * MS)->flags & TXR_BIN_GAP);
	assert_true(bin_at(t, 22 * MS + MS / 4)->flags & TXR_BIN_GAP);
	assert_false(bin_at(t, 23 * MS)->flags & TXR_BIN_GAP);
	assert_true(bin_at(t, 22 * MS)->flags & TXR_BIN_DOUBT);
	/* First release of one that began after it: sure after one more. */
	assert_true(bin_at(t, 23 * MS)->flags & TXR_BIN_DOUBT);
	assert_int_equal(bin_at(t, 26 * MS)->flags, 0);
	assert_int_equal(bin_at(t, 59 * MS)->flags, 0);
	rec_close(&s);
}

/* Releases that were lost fill a ring of 4 with 8: shown is what it has room for. */
static void levels_are_no_more_than_fit(void **state)
{
	struct txr_device_state *d;
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	d = rec_state(&s, "eth0", "tun");
	d->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 4; i++)
		sent(&s, i);
	s.now += MS;
	lost(&s, s.now, s.now + US, 4);
	s.now += MS;
	for (i = 11; i <= 14; i++)
		sent(&s, i);
	s.now += 100 * MS;
	for (i = 11; i <= 13; i++)
		consume(&s, i);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->in_device.max.value, 4);
	assert_int_equal(r->in_device.max.high, 4);
	assert_int_equal(r->in_device.p50.value, 4);
	assert_int_equal(r->in_device.p99.value, 4);
	assert_int_equal(r->in_device.p99.high, 4);
	assert_int_equal(r->in_device.end, 4);
	assert_int_equal(sum_bins(r->timeline).sum.max, 4);
	rec_close(&s);
}

static void a_gap_without_a_count_or_an_end(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 40; i++) {
		s.now = 1000 + i * MS;
		if (i == 30)
			lost(&s, s.now, UINT64_MAX, 0);
		sent(&s, i);
		s.now += MS / 2;
		consume(&s, i);
	}
	rec_report(&s);
	t = rec_row(&s, "eth0")->timeline;
	assert_int_equal(bin_at(t, 29 * MS)->flags, 0);
	assert_true(bin_at(t, 30 * MS)->flags & TXR_BIN_GAP_UNKNOWN);
	assert_int_equal(t->bin[t->nr - 1].flags, TXR_BIN_GAP | TXR_BIN_DOUBT);
	assert_true(t->end_ns < 41 * MS);
	rec_close(&s);
}

static void warm_start_marks_the_first_bins(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 40; i++) {
		s.now = 1000 + i * MS;
		sent(&s, i);
		if (i <= 10)
			consume(&s, 1000 + i);	/* older than the recording */
		else
			consume(&s, i - 10);
	}
	rec_report(&s);
	assert_non_null(row_reason(rec_row(&s, "eth0"), "warm-start"));
	t = rec_row(&s, "eth0")->timeline;
	assert_int_equal(bin_at(t, MS)->flags, TXR_BIN_WARM);
	assert_int_equal(bin_at(t, 10 * MS)->flags, TXR_BIN_WARM);
	/* The first one is back at 11, those beside it at 21, one that came then at 32. */
	assert_int_equal(bin_at(t, 31 * MS)->flags, TXR_BIN_WARM);
	assert_int_equal(bin_at(t, 33 * MS)->flags, 0);
	rec_close(&s);
}

/* A window: what is open at its beginning is inside from its first bin on. */
static void a_window_has_bins_of_its_own(void **state)
{
	const struct txr_row *r;
	const struct txr_timeline *t;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 5; i++)
		sent(&s, i);
	s.now = 1000 + 10 * MS;
	txr_stats_reset(s.st, s.now);
	for (i = 1; i <= 5; i++) {
		s.now += MS;
		consume(&s, i);
		sent(&s, 10 + i);
	}
	s.now = 1000 + 20 * MS;
	consume(&s, 11);
	txr_pair_finish(s.p);
	s.info.last_ns = 1000 + 90 * MS;
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st,
					  10 * MS, 21 * MS, NULL), 0);
	r = rec_row(&s, "eth0");
	t = r->timeline;
	check_row(r);
	assert_int_equal(t->start_ns, 10 * MS);
	assert_int_equal(t->first_ns, 10 * MS);
	assert_int_equal(t->end_ns, 21 * MS);
	assert_int_equal(t->carried_in, 5);
	assert_int_equal(t->bin[0].min, 5);
	assert_int_equal(bin_at(t, 19 * MS)->max, 5);
	assert_int_equal(t->bin[t->nr - 1].max, 4);
	/* 1 + 2 + 3 + 4 + 5 ms of the five, 9 ms of the sixth. */
	assert_int_equal(sum_bins(t).sum.lap_ns, 24 * MS);
	assert_int_equal(sum_bins(t).sum.open_ns, (10 - 1 + 10 - 2 + 10 - 3 + 10 - 4) * MS);
	assert_int_equal(r->lap_grid->count, 6);
	rec_close(&s);
}

/* Packed from refusals, over two queues whose times overlap: the union. */
static void packed_time_by_bin(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i, q;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 0; i < 200; i++) {
		uint64_t at = 1000 + (uint64_t)i * 10 * MS;

		for (q = 0; q < 2; q++) {
			s.queue = (uint16_t)q;
			s.now = at + (uint64_t)q * MS;	/* accepted: full since then */
			sent(&s, 1000 + 2 * i + q);
		}
		for (q = 0; q < 2; q++) {
			s.queue = (uint16_t)q;
			s.now = at + 2 * MS + q;
			refused_full(&s, 5000);
		}
		for (q = 0; q < 2; q++) {
			s.now = at + 4 * MS + (uint64_t)q * MS;
			consume(&s, 1000 + 2 * i + q);
		}
	}
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_true(r->timeline->packed_known);
	assert_int_equal(r->queues[0].timeline->packed_known, true);
	assert_int_equal(sum_bins(r->queues[0].timeline).sum.packed_ns, 200 * 4 * MS);
	assert_int_equal(sum_bins(r->queues[1].timeline).sum.packed_ns, 200 * 4 * MS);
	assert_int_equal(sum_bins(r->timeline).sum.packed_ns, 200 * 5 * MS);
	assert_int_equal(sum_bins(r->timeline).sum.dropped, 400);
	rec_close(&s);
}

/* Packed from the ring's known capacity: time at that level. */
static void packed_at_the_capacity(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i, k;

	(void)state;
	rec_init(&s);
	snprintf(rec_state(&s, "eth0", "tun")->link_kind, 8, "tun");
	s.start_dev[0].txqueuelen = 20;
	s.queue_state[0].stops = s.queue_state[0].wakes = 0;
	rec_same_at_end(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 0; i < 50; i++) {
		for (k = 1; k <= 20; k++, s.now += US)
			sent(&s, k);
		s.now += 500 * US;
		for (k = 1; k <= 20; k++, s.now += US)
			read_by(&s, k, READER);
	}
	for (k = 1; k <= 20; k++, s.now += US)
		sent(&s, k);
	s.info.last_ns = s.now + 5 * MS;
	txr_pair_finish(s.p);
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st, 0, 0,
					  NULL), 0);
	r = rec_row(&s, "eth0");
	check_row(r);
	assert_int_equal(r->capacity_packets, 20);
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_ns.value, 50 * 501 * US);
	assert_true(r->timeline->packed_known);
	assert_int_equal(sum_bins(r->timeline).sum.packed_ns, r->packed_ns.value);
	/* It stays full, which the levels show though packed_ns ends with the events. */
	assert_int_equal(r->timeline->bin[r->timeline->nr - 1].min, 20);
	rec_close(&s);
}

/* Two resets, a run that was none, and one that is not decided: grid as lap_ns. */
static void resets_are_no_laps(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 5; i++, s.now += US)
		sent(&s, i);
	for (i = 1; i <= 5; i++, s.now += US)
		free_by(&s, i, TXR_O_KFREE_SKB, 0, 0);
	for (i = 1; i <= 5; i++, s.now += US)
		sent(&s, i);
	free_by(&s, 1, TXR_O_KFREE_SKB, 0, 0);
	consume(&s, 2);
	free_by(&s, 3, TXR_O_KFREE_SKB, 0, 0);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->reset_released, 5);
	assert_int_equal(r->lap_ns.count, 3);
	assert_int_equal(r->lap_grid->count, 3);
	rec_close(&s);
}

/* A device that completes all its packets by kfree_skb inside xmit. */
static void drops_that_are_completions(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 30; i++, s.now += 100 * US) {
		start(&s, i);
		free_by(&s, i, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
		result(&s, i, 0);
	}
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->completed_in_xmit, 30);
	assert_int_equal(sum_bins(r->timeline).sum.completed, 30);
	assert_int_equal(sum_bins(r->timeline).sum.dropped, 0);
	assert_false(r->timeline->levels_known);
	rec_close(&s);
}

/* Seconds or months: as many bins, and not one packet less. */
static void any_length_fits(void **state)
{
	const struct txr_timeline *t;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	for (i = 1; i <= 2000; i++) {
		sent(&s, i);
		s.now += (uint64_t)i * SEC;
		consume(&s, i);
	}
	rec_report(&s);
	t = rec_row(&s, "eth0")->timeline;
	assert_true(t->nr > TXR_TIME_BINS / 2 && t->nr <= TXR_TIME_BINS);
	assert_int_equal(sum_bins(t).sum.completed, 2000);
	assert_int_equal(sum_bins(t).sum.lap_ns, 2001000ULL * SEC);
	rec_close(&s);
}

/* A broken file may name any queue: memory has a bound all the same. */
static void not_every_queue_has_one(void **state)
{
	const struct txr_row *r;
	struct rec s;
	uint32_t i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_stats_want(s.st, BOTH);
	s.dev = 1;
	sent(&s, 1);
	s.dev = 0;
	for (i = 0; i <= TXR_TIMELINES_MAX; i++) {
		s.queue = (uint16_t)i;
		sent(&s, 2 + i);
	}
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_null(r->timeline);
	assert_int_equal(r->nr_queues, TXR_TIMELINES_MAX + 1);
	assert_non_null(r->queues[0].timeline);
	assert_non_null(r->queues[TXR_TIMELINES_MAX - 2].timeline);
	assert_null(r->queues[TXR_TIMELINES_MAX - 1].timeline);
	assert_non_null(rec_row(&s, "eth1")->timeline);
	assert_non_null(r->lap_grid);
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bins_are_the_truth),
		cmocka_unit_test(nothing_unless_wanted),
		cmocka_unit_test(sums_of_spans),
		cmocka_unit_test(cells_have_no_hole),
		cmocka_unit_test(a_stall_is_seen_to_the_end),
		cmocka_unit_test(nothing_is_said_of_later),
		cmocka_unit_test(loss_without_a_time_is_everywhere),
		cmocka_unit_test(a_gap_puts_levels_in_doubt),
		cmocka_unit_test(levels_are_no_more_than_fit),
		cmocka_unit_test(a_gap_without_a_count_or_an_end),
		cmocka_unit_test(warm_start_marks_the_first_bins),
		cmocka_unit_test(a_window_has_bins_of_its_own),
		cmocka_unit_test(packed_time_by_bin),
		cmocka_unit_test(packed_at_the_capacity),
		cmocka_unit_test(resets_are_no_laps),
		cmocka_unit_test(drops_that_are_completions),
		cmocka_unit_test(any_length_fits),
		cmocka_unit_test(not_every_queue_has_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
