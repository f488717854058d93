// SPDX-License-Identifier: GPL-2.0-only
/* The merge against a plain stable sort. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "source/merge.h"

static uint64_t seed;

static uint64_t rnd(uint64_t n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (seed >> 33) % n;
}

struct feed {
	struct txr_event *ev;
	unsigned int n, at;
	unsigned int most;	/* events a fill */
	int fail_at;		/* -1: never */
};

static int fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct feed *f = ctx;
	unsigned int n = f->n - f->at;

	if (f->fail_at >= 0 && f->at >= (unsigned int)f->fail_at)
		return txr_fail(err, EIO, "test: it fails; go on");
	if (n > (unsigned int)max)
		n = max;
	if (n > f->most)
		n = f->most;
	memcpy(ev, f->ev + f->at, n * sizeof(*ev));
	f->at += n;
	return n;
}

static int by_time(const void *a, const void *b)
{
	const struct txr_event *x = a, *y = b;

	if (x->ts_ns != y->ts_ns)
		return x->ts_ns < y->ts_ns ? -1 : 1;
	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return x->skbaddr < y->skbaddr ? -1 : x->skbaddr > y->skbaddr;
}

/* Events of one lane; skbaddr is their number. late: how far some come late. */
static void make(struct feed *f, unsigned int cpu, unsigned int n, unsigned int late)
{
	uint64_t ts = 1000 + rnd(100);
	unsigned int i, j;

	f->ev = calloc(n + 1, sizeof(*f->ev));
	f->n = n;
	f->at = 0;
	f->most = 1 + rnd(200);
	f->fail_at = -1;
	for (i = 0; i < n; i++) {
		ts += rnd(4) ? rnd(5) : 0;
		f->ev[i] = (struct txr_event) {
			.ts_ns = ts, .cpu = cpu, .skbaddr = i,
			.kind = rnd(50) ? TXR_FREE : TXR_LOST,
		};
	}
	for (i = late; late && i < n; i += late + 1 + rnd(40)) {
		struct txr_event e = f->ev[i - late];

		for (j = i - late; j < i; j++)
			f->ev[j] = f->ev[j + 1];
		f->ev[i] = e;
	}
}

/* Numbers follow the sorted order, so that a stable order can be told. */
static void renumber(struct feed *f)
{
	unsigned int i;

	for (i = 0; i < f->n; i++)
		f->ev[i].skbaddr = i;
}

static void run(unsigned int lanes, unsigned int n, unsigned int late, unsigned int hold)
{
	struct feed *feeds = calloc(lanes + 1, sizeof(*feeds));
	struct txr_merge *m = txr_merge_new(lanes);
	const struct txr_event *ev[97];
	struct txr_event *all, *got;
	uint64_t lost = 0, lost_all = 0;
	unsigned int i, total = 0, have = 0;
	int ret;

	for (i = 0; i < lanes; i++) {
		make(&feeds[i], i, rnd(5) ? rnd(n) : 0, late);
		renumber(&feeds[i]);
		assert_int_equal(txr_merge_add(m, fill, &feeds[i], hold), 0);
		total += feeds[i].n;
	}
	assert_true(txr_merge_add(m, fill, NULL, 0) < 0);
	all = calloc(total + 1, sizeof(*all));
	got = calloc(total + 1, sizeof(*got));
	for (i = 0; i < lanes; i++) {
		memcpy(all + have, feeds[i].ev, feeds[i].n * sizeof(*all));
		have += feeds[i].n;
	}
	qsort(all, total, sizeof(*all), by_time);
	for (have = 0; (ret = txr_merge_read(m, ev, 1 + rnd(97), &lost, NULL)) > 0; )
		for (i = 0; i < (unsigned int)ret; i++) {
			assert_true(have < total);
			got[have++] = *ev[i];
		}
	assert_int_equal(ret, 0);
	assert_int_equal(txr_merge_read(m, ev, 97, &lost, NULL), 0);
	assert_int_equal(have, total);
	for (i = 0; i < total; i++) {
		lost_all += all[i].kind == TXR_LOST;
		assert_int_equal(got[i].ts_ns, all[i].ts_ns);
		assert_int_equal(got[i].cpu, all[i].cpu);
		assert_int_equal(got[i].skbaddr, all[i].skbaddr);
	}
	assert_int_equal(lost, lost_all);
	if (!late)
		assert_int_equal(txr_merge_out_of_order(m), 0);
	txr_merge_free(m);
	for (i = 0; i < lanes; i++)
		free(feeds[i].ev);
	free(feeds);
	free(all);
	free(got);
}

static void test_lanes_in_order(void **state)
{
	static const unsigned int lanes[] = { 1, 2, 3, 8, 9, 10, 64, 700, 9000 };
	unsigned int i, round;

	(void)state;
	for (i = 0; i < sizeof(lanes) / sizeof(lanes[0]); i++)
		for (round = 0; round < (lanes[i] > 100 ? 1 : 20); round++) {
			seed = 100 * i + round;
			run(lanes[i], lanes[i] > 100 ? 60 : 2000, 0, 0);
		}
	run(0, 1, 0, 0);
}

/* Late by no more than is held back: all is put right. */
static void test_late_events_are_put_right(void **state)
{
	unsigned int late, round;

	(void)state;
	for (late = 1; late <= 16; late++)
		for (round = 0; round < 20; round++) {
			seed = 1000 * late + round;
			run(1 + round, 800, late, 32);
		}
}

/* The first that is late is delivered late, and counted; no event is lost. */
static void test_too_late_is_counted(void **state)
{
	struct txr_event ev[300] = { 0 };
	struct feed f = { .ev = ev, .n = 300, .most = 100, .fail_at = -1 };
	struct txr_merge *m = txr_merge_new(1);
	const struct txr_event *out[64];
	uint64_t lost = 0;
	unsigned int i, n = 0;
	int ret;

	(void)state;
	for (i = 0; i < 300; i++)
		ev[i].ts_ns = i == 200 ? 50 : 1000 + i;
	assert_int_equal(txr_merge_add(m, fill, &f, 0), 0);
	while ((ret = txr_merge_read(m, out, 64, &lost, NULL)) > 0)
		n += ret;
	assert_int_equal(n, 300);
	assert_int_equal(txr_merge_out_of_order(m), 1);
	txr_merge_free(m);
}

static void test_failure_travels(void **state)
{
	struct txr_event ev[10] = { 0 };
	struct feed f = { .ev = ev, .n = 10, .most = 5, .fail_at = 5 };
	struct txr_merge *m = txr_merge_new(1);
	const struct txr_event *out[64];
	struct txr_err err = { 0 };
	uint64_t lost = 0;

	(void)state;
	assert_int_equal(txr_merge_add(m, fill, &f, 0), 0);
	assert_int_equal(txr_merge_read(m, out, 64, &lost, &err), 5);
	assert_int_equal(txr_merge_read(m, out, 64, &lost, &err), -EIO);
	assert_string_equal(err.text, "test: it fails; go on");
	txr_merge_free(m);
	txr_merge_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes_in_order),
		cmocka_unit_test(test_late_events_are_put_right),
		cmocka_unit_test(test_too_late_is_counted),
		cmocka_unit_test(test_failure_travels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
