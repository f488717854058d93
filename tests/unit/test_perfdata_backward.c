// SPDX-License-Identifier: GPL-2.0-only
/* perf.data of perf record --overwrite: each CPU's samples newest first. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/perffile.h"
#include "lib/reading.h"
#include "source/perfdata_impl.h"

#define T0 1000000000ULL
#define MANY 5000u	/* further apart than what an interrupt swaps */

static const struct machine little = { K6_1, 8, false }, big = { K6_1, 8, true };

static struct pd *new_file(const struct machine *m, struct pd_attr **start)
{
	struct pd *d = pd_new(m, 3);

	*start = pd_event(d, "net", "net_dev_start_xmit", PD_USUAL);
	(*start)->backward = true;
	return d;
}

static void put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t us)
{
	struct ev_value v[] = {
		{ "skbaddr", 0xffff888000001000ULL + 256 * us, NULL }, { "name", 0, "eth0" }, { 0 }
	};

	pd_put(d, a, cpu, T0 + 1000 * us, 1, v);
}

static void is_event(const struct txr_event *ev, unsigned int cpu, uint64_t us)
{
	assert_int_equal(ev->kind, TXR_START);
	assert_int_equal(ev->cpu, cpu);
	assert_int_equal(ev->ts_ns, T0 + 1000 * us);
}

/* CPU 0 reaches back to 10 us; CPU 1's buffer was written over up to 5000 us. */
static void check_two(const struct machine *m, bool pipe)
{
	struct pd_attr *start;
	struct pd *d = new_file(m, &start);
	struct reading r;
	unsigned int i;

	d->pipe = pipe;
	for (i = MANY; i-- > 0; )
		put(d, start, 0, 10 + 2 * i);
	pd_round(d);
	for (i = MANY; i-- > 0; )
		put(d, start, 1, 5001 + 2 * i);
	put(d, start, 2, 6000);		/* that of CPU 2 was never full */
	r = read_pd_well(d);
	assert_int_equal(r.n, 2 * MANY + 1 + 1);
	assert_int_equal(r.lost, 1);
	assert_int_equal(r.info->out_of_order, 0);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	for (i = 1; i < r.n; i++)
		assert_true(r.ev[i - 1].ts_ns <= r.ev[i].ts_ns);
	is_event(&r.ev[0], 0, 10);
	assert_int_equal(r.ev[1].kind, TXR_LOST);
	assert_int_equal(r.ev[1].cpu, 1);
	assert_int_equal(r.ev[1].ts_ns, T0 + 10000);
	assert_int_equal(r.ev[1].lost.until_ns, T0 + 5001000);
	assert_int_equal(r.ev[1].lost.count, 0);
	is_event(&r.ev[r.n - 1], 1, 5001 + 2 * (MANY - 1));
	reading_free(&r);
	pd_free(d);
}

static void test_two_cpus(void **state)
{
	(void)state;
	check_two(&little, false);
	check_two(&little, true);
	check_two(&big, false);
}

/* One CPU alone: nothing is missing after its first event. */
static void test_one_cpu(void **state)
{
	struct pd_attr *start;
	struct pd *d = new_file(&little, &start);
	struct reading r;

	(void)state;
	put(d, start, 2, 30);
	put(d, start, 2, 20);
	put(d, start, 2, 20);	/* twice */
	put(d, start, 2, 25);	/* an interrupt's */
	put(d, start, 2, 10);
	r = read_pd_well(d);
	assert_int_equal(r.n, 4);
	assert_int_equal(r.lost, 0);
	assert_int_equal(r.info->duplicates, 1);
	is_event(&r.ev[0], 2, 10);
	is_event(&r.ev[1], 2, 20);
	is_event(&r.ev[2], 2, 25);
	is_event(&r.ev[3], 2, 30);
	reading_free(&r);
	pd_free(d);
}

/* A CPU whose buffer has other events alone: of ours all may be gone. */
static void test_others_alone(void **state)
{
	struct pd_attr *start, *other;
	struct pd *d = new_file(&little, &start);
	struct reading r;
	unsigned int i;

	(void)state;
	other = pd_other(d, 1, 0, PD_USUAL);
	put(d, start, 0, 20);
	put(d, start, 0, 10);
	for (i = 100; i-- > 0; )
		pd_sample(d, other, 1, T0 + 15000 + i, "\0\0\0\0\0\0\0\0", 8);
	r = read_pd_well(d);
	assert_int_equal(r.n, 3);
	assert_int_equal(r.lost, 1);
	assert_int_equal(r.ev[1].cpu, 1);
	assert_int_equal(r.ev[1].ts_ns, T0 + 10000);
	assert_true(r.ev[1].lost.until_ns == UINT64_MAX);
	reading_free(&r);
	pd_free(d);
}

/* Cut off: besides, the end of each CPU is not known. */
static void test_cut(void **state)
{
	struct pd_attr *start;
	struct pd *d = new_file(&little, &start);
	struct reading r;
	size_t i, ends = 0;

	(void)state;
	for (i = 3000; i-- > 0; )
		put(d, start, 0, 10 + i);
	put(d, start, 1, 900);
	bytes_zero(&d->rec, 8);		/* no record is of no length */
	r = read_pd_well(d);
	assert_true(r.info->truncated);
	assert_int_equal(r.info->out_of_order, 0);
	is_event(&r.ev[1], 0, 10);	/* behind the gap of CPU 2, which has none */
	for (i = 0; i < r.n; i++)
		ends += r.ev[i].kind == TXR_LOST && r.ev[i].lost.until_ns == UINT64_MAX;
	assert_int_equal(ends, 3);
	assert_int_equal(r.lost, 3);
	reading_free(&r);
	pd_free(d);
}

/* What is held until the end is bounded: one more, and it is known at once. */
static void test_full(void **state)
{
	struct perf_order *o = perf_order_new();
	struct txr_event *ev;
	unsigned int i;

	(void)state;
	assert_non_null(o);
	perf_order_backward(o);
	perf_order_hold(o, 100);
	for (i = 100; i-- > 0; ) {
		assert_false(perf_order_full(o));
		ev = perf_order_slot(o, 0);
		assert_non_null(ev);
		*ev = (struct txr_event){ .kind = TXR_START, .ts_ns = T0 + i };
		assert_int_equal(perf_order_commit(o, 0), 0);
		perf_order_round(o);
		assert_int_equal(perf_order_ready(o), i == 0);
	}
	assert_true(perf_order_full(o));
	perf_order_free(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_cpus),
		cmocka_unit_test(test_one_cpu),
		cmocka_unit_test(test_others_alone),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
