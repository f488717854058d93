// SPDX-License-Identifier: GPL-2.0-only
/* perf.data: order, losses, duplicates. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/perffile.h"
#include "lib/reading.h"
#include "source/perfdata_impl.h"

#define T0 1000000000ULL
#define SKB 0xffff888000001000ULL

static const struct machine machine = { K6_1, 8, false };

struct trio {
	struct pd_attr *start, *done, *consume;
};

static struct trio add_trio(struct pd *d, uint64_t type)
{
	return (struct trio){
		pd_event(d, "net", "net_dev_start_xmit", type),
		pd_event(d, "net", "net_dev_xmit", type),
		pd_event(d, "skb", "consume_skb", type),
	};
}

static void put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t us,
		unsigned int skb)
{
	struct ev_value v[] = {
		{ "skbaddr", SKB + 256 * skb, NULL }, { "name", 0, "eth0" }, { 0 }
	};

	pd_put(d, a, cpu, T0 + 1000 * us, 1, v);
}

static void in_order(const struct reading *r)
{
	size_t i;

	for (i = 1; i < r->n; i++)
		assert_true(r->ev[i - 1].ts_ns <= r->ev[i].ts_ns);
}

/* CPUs emptied one after the other, as perf record does; marks, or none. */
static void test_rounds(void **state)
{
	unsigned int marks, pipe, round, cpu, i;

	(void)state;
	for (marks = 0; marks < 2; marks++)
	for (pipe = 0; pipe < 2; pipe++) {
		struct pd *d = pd_new(&machine, 7);
		struct trio t = add_trio(d, PD_USUAL);
		struct reading r;

		d->pipe = pipe;
		for (round = 0; round < 20; round++) {
			for (cpu = 0; cpu < 7; cpu++)	/* the later, the further */
				for (i = 0; i < 40; i++)
					put(d, t.start, cpu, 1000 * round + 20 * i + 30 * cpu,
					    round * 300 + cpu * 40 + i);
			if (marks)
				pd_round(d);
		}
		r = read_pd_well(d);
		assert_int_equal(r.n, 20 * 7 * 40);
		assert_int_equal(r.info->out_of_order, 0);
		in_order(&r);
		reading_free(&r);
		pd_free(d);
	}
}

/*
 * A pipe ends with a round mark; one that ends with a sample is cut off, and what
 * was known up to the mark stays.
 */
static void test_pipe_without_end(void **state)
{
	unsigned int packed, marks;

	(void)state;
	for (packed = 0; packed < 2; packed++)
	for (marks = 0; marks < 2; marks++) {
		struct pd *d = pd_new(&machine, 2);
		struct trio t = add_trio(d, PD_USUAL);
		struct reading r;

		d->pipe = d->no_end = true;
		put(d, t.start, 0, 10, 1);
		put(d, t.done, 0, 12, 1);
		pd_round(d);
		put(d, t.consume, 1, 40, 1);
		if (marks)
			pd_round(d);
		if (packed)
			pd_pack(d, 300, false);
		r = read_pd_well(d);
		assert_int_equal(r.info->truncated, !marks);
		assert_int_equal(r.info->events, 3);
		assert_int_equal(r.lost, marks ? 0 : 2);
		reading_free(&r);
		pd_free(d);
	}
}

/* An interrupt's sample stands before the one that it interrupted. */
static void test_swapped_neighbours(void **state)
{
	struct pd *d = pd_new(&machine, 1);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;
	unsigned int i;

	(void)state;
	for (i = 0; i < 300; i++)
		put(d, t.start, 0, 10 * (i ^ 1), i);
	r = read_pd_well(d);
	assert_int_equal(r.n, 300);
	assert_int_equal(r.info->out_of_order, 0);
	in_order(&r);
	reading_free(&r);
	pd_free(d);
}

/*
 * One sample that comes when newer ones went long ago: it is told and there once, and
 * so is every other, in order, before it and after.
 */
static void test_one_too_late(void **state)
{
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;
	unsigned int i, late = 0;
	uint64_t last_ns = 0;

	(void)state;
	for (i = 0; i < 2000; i++) {
		put(d, t.start, i / 7 % 2, 1000 + 10 * i, i);
		if (i == 1000)
			put(d, t.start, 0, 1005, 5000);
		if (i % 50 == 49)
			pd_round(d);
	}
	r = read_pd_well(d);
	assert_int_equal(r.n, 2001);
	assert_int_equal(r.info->out_of_order, 1);
	for (i = 0; i < r.n; i++) {
		if (r.ev[i].ts_ns == T0 + 1000 * 1005) {
			late++;
			continue;
		}
		assert_int_equal(r.ev[i].ts_ns, last_ns ? last_ns + 10000 : T0 + 1000 * 1000);
		last_ns = r.ev[i].ts_ns;
	}
	assert_int_equal(late, 1);
	reading_free(&r);
	pd_free(d);
}

/* Every record older than the one before: told, and not for hours. */
static void test_backwards(void **state)
{
	struct pd *d = pd_new(&machine, 1);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;
	unsigned int i;

	(void)state;
	for (i = 0; i < 50000; i++)
		put(d, t.start, 0, 100000 - i, i);
	r = read_pd_well(d);
	assert_int_equal(r.n, 50000);
	assert_true(r.info->out_of_order > 0);
	reading_free(&r);
	pd_free(d);
}

/* The order by itself: many CPUs, little room, against what was put in. */
static void test_order(void **state)
{
	unsigned int cpus;

	(void)state;
	for (cpus = 1; cpus <= 600; cpus = 3 * cpus + 1) {
		struct perf_order *o = perf_order_new();
		uint64_t last = 0, seed = cpus, popped = 0, pushed = 0;
		struct txr_event ev[64], *to;
		unsigned int i;
		int n, k;

		assert_non_null(o);
		for (i = 0; i < 60000; i++) {
			unsigned int cpu;

			seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
			cpu = (seed >> 40) % cpus;
			to = perf_order_slot(o, cpu);
			assert_non_null(to);
			memset(to, 0, sizeof(*to));
			/* up to 20 late, rounds are of 500 */
			to->ts_ns = 100 + i - (seed >> 33) % 20;
			to->cpu = cpu;
			to->skbaddr = i + 1;
			pushed += !perf_order_commit(o, cpu);
			if (i % 500 == 499)
				perf_order_round(o);
			while (perf_order_ready(o) && (n = perf_order_pop(o, ev, 64)))
				for (k = 0; k < n; k++, popped++) {
					assert_true(ev[k].ts_ns >= last);
					last = ev[k].ts_ns;
				}
		}
		perf_order_finish(o);
		while ((n = perf_order_pop(o, ev, 64)))
			for (k = 0; k < n; k++, popped++) {
				assert_true(ev[k].ts_ns >= last);
				last = ev[k].ts_ns;
			}
		assert_int_equal(pushed, 60000);
		assert_int_equal(popped, pushed);
		assert_false(perf_order_disorder(o));
		perf_order_free(o);
	}
}

/* No marks, and more than may be held: goes on, and late ones are told. */
static void test_held(void **state)
{
	struct perf_order *o = perf_order_new();
	struct txr_event ev[16], *to;
	unsigned int i, popped = 0;
	int n;

	(void)state;
	perf_order_hold(o, 100);
	for (i = 0; i < 1000; i++) {
		to = perf_order_slot(o, i % 2);
		memset(to, 0, sizeof(*to));
		to->ts_ns = 10 + i;
		to->skbaddr = i + 1;
		assert_int_equal(perf_order_commit(o, i % 2), 0);
		while (perf_order_ready(o) && (n = perf_order_pop(o, ev, 16)))
			popped += n;
		assert_true(i + 1 - popped <= 100);
	}
	assert_false(perf_order_disorder(o));
	to = perf_order_slot(o, 1);
	memset(to, 0, sizeof(*to));
	to->ts_ns = 5;
	assert_int_equal(perf_order_commit(o, 1), 0);
	assert_true(perf_order_disorder(o));
	perf_order_free(o);
}

static void test_duplicates(void **state)
{
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;

	(void)state;
	put(d, t.start, 0, 10, 1);
	put(d, t.start, 0, 10, 1);	/* once more */
	put(d, t.done, 0, 11, 1);
	put(d, t.consume, 1, 20, 1);
	put(d, t.consume, 1, 20, 2);	/* another skb */
	put(d, t.consume, 0, 20, 1);	/* another CPU */
	put(d, t.consume, 1, 20, 1);	/* the first again */
	pd_round(d);
	r = read_pd_well(d);
	assert_int_equal(r.info->duplicates, 2);
	assert_int_equal(r.n, 5);
	assert_int_equal(r.info->events, 5);
	reading_free(&r);
	pd_free(d);
}

static const struct txr_event *gap(const struct reading *r, unsigned int nth)
{
	size_t i;

	for (i = 0; i < r->n; i++)
		if (r->ev[i].kind == TXR_LOST && !nth--)
			return &r->ev[i];
	fail_msg("no such gap");
	return NULL;
}

static void is_gap(const struct txr_event *e, unsigned int cpu, uint64_t from_us,
		   uint64_t until_us, uint64_t count)
{
	assert_int_equal(e->cpu, cpu);
	assert_int_equal(e->ts_ns, from_us ? T0 + 1000 * from_us : 0);
	assert_int_equal(e->lost.until_ns, until_us ? T0 + 1000 * until_us : UINT64_MAX);
	assert_int_equal(e->lost.count, count);
}

/* Between the last sample ahead of it and the first behind it, of any event. */
static void test_lost(void **state)
{
	unsigned int be, pipe;

	(void)state;
	for (be = 0; be < 2; be++)
	for (pipe = 0; pipe < 2; pipe++) {
		struct machine m = { K6_1, 8, be };
		struct pd *d = pd_new(&m, 2);
		struct trio t = add_trio(d, PD_USUAL);
		struct pd_attr *cycles = pd_other(d, 0, 0, PD_USUAL & ~PD_RAW);
		struct reading r;

		d->pipe = pipe;
		put(d, t.start, 0, 10, 1);
		put(d, t.start, 1, 11, 2);
		pd_sample(d, cycles, 1, T0 + 15000, NULL, 0);
		pd_lost(d, t.done, 1, T0 + 30000, 5);
		put(d, t.done, 0, 12, 1);
		pd_lost(d, t.start, 1, T0 + 30000, 2);
		put(d, t.consume, 1, 40, 2);
		pd_round(d);
		pd_lost(d, t.done, 0, T0 + 60000, 9);
		r = read_pd_well(d);
		assert_int_equal(r.lost, 2);
		assert_int_equal(r.info->events, 4);
		is_gap(gap(&r, 0), 0, 12, 0, 9);
		is_gap(gap(&r, 1), 1, 15, 40, 7);
		assert_int_equal(r.info->lost_events, 16);
		assert_int_equal(r.info->lost_by_cpu[0], 9);
		assert_int_equal(r.info->lost_by_cpu[1], 7);
		assert_int_equal(r.info->lost_gaps_unknown, 0);
		in_order(&r);
		reading_free(&r);
		pd_free(d);
	}
}

/* perf record's counts at the end: what LOST told is in them. */
static void test_lost_samples(void **state)
{
	struct pd *d = pd_new(&machine, 3);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;

	(void)state;
	put(d, t.start, 0, 10, 1);
	put(d, t.start, 1, 11, 2);
	pd_lost(d, t.done, 1, T0 + 30000, 5);
	put(d, t.consume, 1, 40, 2);
	pd_round(d);
	pd_lost_samples(d, t.start, 1, 2);
	pd_lost_samples(d, t.done, 1, 3);	/* together the five */
	pd_lost_samples(d, t.start, 0, 1);
	pd_lost_samples(d, t.done, 0, 3);	/* that no event followed */
	pd_lost_samples(d, t.done, 2, 8);	/* of a CPU without any */
	r = read_pd_well(d);
	assert_int_equal(r.lost, 3);
	is_gap(gap(&r, 0), 2, 0, 0, 8);
	is_gap(gap(&r, 1), 0, 10, 0, 4);
	is_gap(gap(&r, 2), 1, 11, 40, 5);
	assert_int_equal(r.info->lost_events, 17);
	reading_free(&r);
	pd_free(d);
}

/* What each CPU lost was told in LOST: the counts of the end are no more than that. */
static void test_lost_samples_by_id(void **state)
{
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;

	(void)state;
	put(d, t.start, 0, 10, 1);
	put(d, t.start, 1, 11, 2);
	pd_lost(d, t.done, 0, T0 + 30000, 4);
	put(d, t.consume, 0, 40, 1);
	pd_lost(d, t.done, 1, T0 + 35000, 7);
	put(d, t.consume, 1, 41, 2);
	pd_round(d);
	pd_lost_samples_by_id(d, t.start, 0, 1);
	pd_lost_samples_by_id(d, t.done, 0, 3);
	pd_lost_samples_by_id(d, t.start, 1, 2);
	pd_lost_samples_by_id(d, t.done, 1, 5);
	r = read_pd_well(d);
	assert_int_equal(r.lost, 2);
	is_gap(gap(&r, 0), 0, 10, 40, 4);
	is_gap(gap(&r, 1), 1, 11, 41, 7);
	assert_int_equal(r.info->lost_events, 11);
	assert_int_equal(r.info->lost_by_cpu[0], 4);
	assert_int_equal(r.info->lost_by_cpu[1], 7);
	reading_free(&r);
	/* and what no event followed is of that CPU */
	pd_lost_samples_by_id(d, t.consume, 1, 6);
	r = read_pd_well(d);
	assert_int_equal(r.lost, 3);
	is_gap(gap(&r, 2), 1, 41, 0, 6);
	assert_int_equal(r.info->lost_events, 17);
	reading_free(&r);
	pd_free(d);
}

/* An id of no event of this file: the sum alone is known. */
static void test_lost_samples_of_whom(void **state)
{
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct pd_attr other = *t.start;
	struct reading r;

	(void)state;
	other.id = 99999;
	put(d, t.start, 0, 10, 1);
	pd_lost(d, t.done, 0, T0 + 30000, 4);
	put(d, t.consume, 0, 40, 1);
	pd_round(d);
	pd_lost_samples_by_id(d, &other, 0, 4);
	r = read_pd_well(d);
	assert_int_equal(r.info->lost_events, 4);
	reading_free(&r);
	pd_lost_samples_by_id(d, &other, 1, 9);
	r = read_pd_well(d);
	assert_int_equal(r.lost, 2);
	assert_int_equal(r.info->lost_events, 13);
	reading_free(&r);
	pd_free(d);
}

/* Without a tail nobody knows whose loss it was; without a count, how much. */
static void test_lost_somewhere(void **state)
{
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;
	unsigned int i;

	(void)state;
	pd_lost(d, t.done, 1, T0 + 30000, 0);
	for (i = 0; i < 3; i++)
		d->attr[i].sample_id_all = false;
	put(d, t.start, 0, 10, 1);
	put(d, t.start, 1, 50, 2);
	pd_lost(d, t.done, 1, T0 + 30000, 5);
	r = read_pd_well(d);
	/* its tail is not looked for, since the attrs say that there is none */
	assert_int_equal(r.lost, 2);
	assert_int_equal(gap(&r, 0)->cpu, UINT16_MAX);
	assert_int_equal(r.info->lost_events, 5);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	reading_free(&r);
	for (i = 0; i < 3; i++)
		d->attr[i].sample_id_all = true;
	d->rec.n = 0;
	pd_lost(d, t.done, 1, T0 + 30000, 0);
	put(d, t.start, 1, 50, 2);
	r = read_pd_well(d);
	is_gap(gap(&r, 0), 1, 0, 50, 0);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	reading_free(&r);
	pd_free(d);
}

/* Cut in the middle of a round: each CPU is unknown from there, or from the last
 * round that is whole. */
static void test_cut_gaps(void **state)
{
	struct pd *d = pd_new(&machine, 3);
	struct trio t = add_trio(d, PD_USUAL);
	struct reading r;

	(void)state;
	put(d, t.start, 0, 10, 1);
	put(d, t.start, 1, 20, 2);
	pd_round(d);
	put(d, t.start, 0, 30, 3);
	put(d, t.start, 1, 31, 4);
	pd_round(d);
	put(d, t.start, 0, 60, 5);
	bytes_zero(&d->rec, 8);		/* no record is of no length */
	put(d, t.start, 1, 61, 6);
	r = read_pd_well(d);
	assert_true(r.info->truncated);
	assert_int_equal(r.info->events, 5);
	assert_int_equal(r.lost, 3);
	is_gap(gap(&r, 0), 2, 20, 0, 0);
	is_gap(gap(&r, 1), 1, 31, 0, 0);
	is_gap(gap(&r, 2), 0, 60, 0, 0);
	reading_free(&r);
	pd_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rounds),
		cmocka_unit_test(test_pipe_without_end),
		cmocka_unit_test(test_swapped_neighbours),
		cmocka_unit_test(test_one_too_late),
		cmocka_unit_test(test_backwards),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_held),
		cmocka_unit_test(test_duplicates),
		cmocka_unit_test(test_lost),
		cmocka_unit_test(test_lost_samples),
		cmocka_unit_test(test_lost_samples_by_id),
		cmocka_unit_test(test_lost_samples_of_whom),
		cmocka_unit_test(test_lost_somewhere),
		cmocka_unit_test(test_cut_gaps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
