// SPDX-License-Identifier: GPL-2.0-only
/* perf.data: CPUs that came and went while txring recorded. */
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include "lib/perffile.h"
#include "lib/reading.h"
#include "source/perfdata_impl.h"
#include "source/perfdata_write.h"

#define T0 1000000000ULL
#define NS(us) ((uint64_t)(T0 + 1000 * (uint64_t)(us)))

static const struct machine machine = { K6_1, 8, false };

struct file {
	struct pd *d;
	struct pd_attr *start;
};

static struct file new_file(bool pipe)
{
	struct file f = { .d = pd_new(&machine, 3) };

	f.d->pipe = pipe;
	f.start = pd_event(f.d, "net", "net_dev_start_xmit", TXR_PERF_SAMPLE);
	return f;
}

static void put(const struct file *f, unsigned int cpu, uint64_t us)
{
	struct ev_value v[] = {
		{ "skbaddr", 0xffff888000001000ULL + 256 * us, NULL }, { "name", 0, "eth0" },
		{ 0 }
	};

	pd_put(f->d, f->start, cpu, NS(us), 1, v);
}

/* As the recorder writes it. */
static void edge(const struct file *f, unsigned int cpu, uint64_t us)
{
	struct txr_perf_tail t = { .time_ns = NS(us), .cpu = cpu, .id = f->start->id };
	struct txr_buf b = { 0 };

	txr_perf_edge(&b, &t);
	assert_int_equal(((const struct perf_event_header *)b.data)->size, b.len);
	bytes_add(&f->d->rec, b.data, b.len);
	txr_buf_free(&b);
}

static struct reading read_file(const struct file *f)
{
	struct bytes b = pd_build(f->d, NULL);
	struct reading r = read_bytes(&b, b.n);
	size_t i;

	bytes_free(&b);
	if (r.ret)
		fail_msg("%s", r.err.text);
	for (i = 1; i < r.n; i++)
		assert_true(r.ev[i - 1].ts_ns <= r.ev[i].ts_ns);
	return r;
}

static void is_gap(const struct reading *r, size_t at, unsigned int cpu, uint64_t from_us,
		   uint64_t until_us)
{
	assert_true(at < r->n);
	assert_int_equal(r->ev[at].kind, TXR_LOST);
	assert_int_equal(r->ev[at].cpu, cpu);
	assert_int_equal(r->ev[at].ts_ns, NS(from_us));
	assert_int_equal(r->ev[at].lost.until_ns, until_us ? NS(until_us) : UINT64_MAX);
	assert_int_equal(r->ev[at].lost.count, 0);
}

/* In the stream: a pipe has nothing else. */
static void test_edges(void **state)
{
	struct file f = new_file(true);
	struct reading r;

	(void)state;
	put(&f, 0, 10);
	put(&f, 1, 20);
	edge(&f, 1, 25);
	edge(&f, 1, 35);
	put(&f, 0, 30);
	put(&f, 1, 40);
	pd_round(f.d);
	r = read_file(&f);
	assert_int_equal(r.n, 5);
	is_gap(&r, 2, 1, 25, 35);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	assert_int_equal(r.info->lost_events, 0);
	assert_int_equal(r.info->out_of_order, 0);
	reading_free(&r);
	pd_free(f.d);
}

/* Two CPUs at once; one that never had an event before, nor after. */
static void test_two_cpus(void **state)
{
	struct file f = new_file(true);
	struct reading r;

	(void)state;
	put(&f, 0, 10);
	edge(&f, 1, 12);
	edge(&f, 2, 11);
	edge(&f, 1, 13);
	edge(&f, 2, 50);
	put(&f, 0, 60);
	r = read_file(&f);
	assert_int_equal(r.n, 4);
	is_gap(&r, 1, 2, 11, 50);
	is_gap(&r, 2, 1, 12, 13);
	assert_int_equal(r.info->lost_gaps_unknown, 2);
	reading_free(&r);
	pd_free(f.d);
}

/* Told when what came after its beginning has gone on already: said so. */
static void test_told_late(void **state)
{
	struct file f = new_file(true);
	struct bytes b;
	struct reading r;
	unsigned int i;

	(void)state;
	for (i = 0; i < 6; i++) {
		put(&f, 0, 10 + 10 * i);
		pd_round(f.d);
	}
	edge(&f, 1, 15);
	edge(&f, 1, 55);
	put(&f, 1, 70);
	b = pd_build(f.d, NULL);
	r = read_bytes(&b, b.n);
	bytes_free(&b);
	assert_int_equal(r.ret, 0);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	assert_int_equal(r.info->out_of_order, 1);
	reading_free(&r);
	pd_free(f.d);
}

/* The same file, told in front: in its place, once, and not out of order. */
static void test_block(void **state)
{
	struct file f = new_file(false);
	struct reading r;
	char meta[160];
	unsigned int i;

	(void)state;
	snprintf(meta, sizeof(meta), "{\"schema\":1,\"clock\":\"mono\",\"gaps\":[[1,%" PRIu64
		 ",%" PRIu64 "],[70000,1,2],[2,9,8],[0,\"x\",3],7]}", NS(15), NS(55));
	f.d->meta = meta;
	for (i = 0; i < 6; i++) {
		put(&f, 0, 10 + 10 * i);
		pd_round(f.d);
	}
	edge(&f, 1, 14);	/* the recorder knew less then */
	edge(&f, 1, 55);
	put(&f, 1, 70);
	r = read_file(&f);
	assert_int_equal(r.n, 8);
	is_gap(&r, 1, 1, 15, 55);
	assert_int_equal(r.info->lost_gaps_unknown, 1);
	assert_int_equal(r.info->out_of_order, 0);
	reading_free(&r);
	pd_free(f.d);
}

/* However many events its CPU had since are held with it. */
static void test_long_ago(void **state)
{
	unsigned int i, pipe;

	(void)state;
	for (pipe = 0; pipe < 2; pipe++) {
		struct file f = new_file(pipe);
		struct reading r;
		char meta[100];

		snprintf(meta, sizeof(meta), "{\"schema\":1,\"clock\":\"mono\",\"gaps\":[[1,%"
			 PRIu64 ",%" PRIu64 "]]}", NS(15), NS(55));
		f.d->meta = meta;
		put(&f, 1, 10);
		for (i = 0; i < 3000; i++)
			put(&f, 1, 60 + i);
		edge(&f, 1, 15);
		edge(&f, 1, 55);
		r = read_file(&f);
		assert_int_equal(r.n, 3002);
		is_gap(&r, 1, 1, 15, 55);
		assert_int_equal(r.info->lost_gaps_unknown, 1);
		assert_int_equal(r.info->out_of_order, 0);
		reading_free(&r);
		pd_free(f.d);
	}
}

/* Cut between the two: nothing is known behind the first. */
static void test_one_edge(void **state)
{
	struct file f = new_file(true);
	struct reading r;

	(void)state;
	put(&f, 1, 10);
	put(&f, 0, 30);
	edge(&f, 1, 20);
	r = read_file(&f);
	assert_int_equal(r.n, 3);
	is_gap(&r, 1, 1, 20, 0);
	reading_free(&r);
	pd_free(f.d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_two_cpus),
		cmocka_unit_test(test_told_late),
		cmocka_unit_test(test_block),
		cmocka_unit_test(test_long_ago),
		cmocka_unit_test(test_one_edge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
