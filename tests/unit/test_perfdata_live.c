// SPDX-License-Identifier: GPL-2.0-only
/* Records of rings that are read live: losses that no record has told of yet, what
 * may go, what is told where records end within the bytes at hand. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <cmocka.h>
#include "source/perfdata_impl.h"
#include "source/perfdata_write.h"

struct rig {
	struct txr_source s;
	struct perfdata p;
	struct txr_err err;
	struct txr_event ev[8];
};

static struct rig *new_rig(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .sample_period = 1,
		.sample_type = TXR_PERF_SAMPLE, .sample_id_all = 1,
	};
	struct rig *r = calloc(1, sizeof(*r));

	r->s.path = (char *)"live";
	r->s.devs = txr_devtab_new();
	r->s.dec = txr_decoder_new(r->s.devs, false);
	r->p.s = &r->s;
	r->p.order = perf_order_new();
	perf_order_hold(r->p.order, SIZE_MAX);
	assert_int_equal(perf_attr_add(&r->p, (uint8_t *)&attr, sizeof(attr), NULL, 0), 0);
	return r;
}

static void free_rig(struct rig *r)
{
	perf_order_free(r->p.order);
	perf_tasks_free(r->p.tasks);
	perf_attr_free(&r->p);
	free(r->p.cpu);
	txr_comms_free(r->s.comms);
	txr_decoder_free(r->s.dec);
	txr_devtab_free(r->s.devs);
	free(r);
}

/* A sample of no event that is decoded: it is known to have been there. */
static void sample(struct txr_buf *b, uint32_t cpu, uint64_t ns)
{
	struct {
		struct perf_event_header h;
		uint64_t id;
		uint32_t pid, tid;
		uint64_t time;
		uint32_t cpu, res, raw_len, raw;
	} rec = {
		.h = { PERF_RECORD_SAMPLE, 0, sizeof(rec) }, .time = ns, .cpu = cpu,
		.raw_len = 4, .raw = 0,
	};

	txr_buf_put(b, &rec, sizeof(rec));
}

static void lost(struct txr_buf *b, uint32_t cpu, uint64_t n)
{
	struct txr_perf_tail t = { .cpu = cpu };

	txr_perf_lost(b, n, &t);
}

/* All but the last `cut` bytes are read: how many are left. */
static size_t feed(struct rig *r, struct txr_buf *b, size_t cut)
{
	const uint8_t *data = (const uint8_t *)b->data;
	size_t used, len = b->len - cut;

	assert_int_equal(perf_records(&r->p, data, len, data + len, &used, &r->err), 0);
	b->len = 0;
	return len - used;
}

static int events(struct rig *r, uint64_t until_ns)
{
	perf_order_until(r->p.order, until_ns);
	return perf_order_pop(r->p.order, r->ev, 8);
}

static void is_gap(const struct txr_event *ev, unsigned int cpu, uint64_t from_ns,
		   uint64_t until_ns, uint64_t count)
{
	assert_int_equal(ev->kind, TXR_LOST);
	assert_int_equal(ev->cpu, cpu);
	assert_int_equal(ev->ts_ns, from_ns);
	assert_int_equal(ev->lost.until_ns, until_ns);
	assert_int_equal(ev->lost.count, count);
}

/* Known by the count alone; the record that tells of it later tells nothing new. */
static void test_count_before_record(void **state)
{
	struct rig *r = new_rig();
	struct txr_buf b = { 0 };

	(void)state;
	sample(&b, 1, 1000);
	feed(r, &b, 0);
	assert_int_equal(perf_lost_until(&r->p, 1, 5, 2000, &r->err), 0);
	assert_int_equal(events(r, 5000), 1);
	is_gap(&r->ev[0], 1, 1000, 2000, 5);
	assert_int_equal(perf_lost_until(&r->p, 1, 5, 2500, &r->err), 0);
	lost(&b, 1, 5);
	sample(&b, 1, 3000);
	feed(r, &b, 0);
	assert_int_equal(perf_lost_until(&r->p, 1, 5, 3500, &r->err), 0);
	assert_int_equal(events(r, 5000), 0);
	assert_int_equal(r->s.info.lost_events, 5);
	txr_buf_free(&b);
	free_rig(r);
}

/* More were lost between the count and the record. */
static void test_record_has_more(void **state)
{
	struct rig *r = new_rig();
	struct txr_buf b = { 0 };

	(void)state;
	sample(&b, 0, 1000);
	feed(r, &b, 0);
	assert_int_equal(perf_lost_until(&r->p, 0, 5, 2000, &r->err), 0);
	lost(&b, 0, 12);
	sample(&b, 0, 3000);
	feed(r, &b, 0);
	assert_int_equal(events(r, 5000), 2);
	is_gap(&r->ev[0], 0, 1000, 2000, 5);
	is_gap(&r->ev[1], 0, 1000, 3000, 7);
	assert_int_equal(perf_lost_until(&r->p, 0, 12, 6000, &r->err), 0);
	assert_int_equal(perf_lost_until(&r->p, 0, 13, 7000, &r->err), 0);
	assert_int_equal(events(r, 8000), 1);
	is_gap(&r->ev[0], 0, 3000, 7000, 1);
	assert_int_equal(r->s.info.lost_events, 13);
	assert_int_equal(r->s.info.lost_gaps_unknown, 0);
	txr_buf_free(&b);
	free_rig(r);
}

/* A record without a sample behind it waits for none: it is told now. */
static void test_record_alone(void **state)
{
	struct rig *r = new_rig();
	struct txr_buf b = { 0 };

	(void)state;
	sample(&b, 2, 1000);
	lost(&b, 2, 4);
	feed(r, &b, 0);
	assert_int_equal(perf_lost_until(&r->p, 2, 4, 2000, &r->err), 0);
	assert_int_equal(events(r, 1500), 1);
	is_gap(&r->ev[0], 2, 1000, 2000, 4);
	/* of a CPU that lost nothing */
	assert_int_equal(perf_lost_until(&r->p, 0, 0, 2000, &r->err), 0);
	assert_int_equal(events(r, 5000), 0);
	txr_buf_free(&b);
	free_rig(r);
}

/* Gaps behind the watermark stay for later; a record that is cut is left. */
static void test_watermark_and_rest(void **state)
{
	struct rig *r = new_rig();
	struct txr_buf b = { 0 };

	(void)state;
	sample(&b, 0, 1000);
	sample(&b, 0, 4000);
	assert_int_equal(feed(r, &b, 8), 40);
	sample(&b, 0, 4000);
	assert_int_equal(feed(r, &b, 0), 0);
	assert_int_equal(perf_lost_until(&r->p, 0, 1, 5000, &r->err), 0);
	assert_int_equal(events(r, 3999), 0);
	assert_int_equal(events(r, 4000), 1);
	is_gap(&r->ev[0], 0, 4000, 5000, 1);
	assert_false(perf_order_ready(r->p.order));
	txr_buf_free(&b);
	free_rig(r);
}

static void add_ten(void *ctx, struct txr_event *ev)
{
	(void)ctx;
	ev->lost.count += 10;
}

/* What is held can be changed; what went is not seen again. */
static void test_each(void **state)
{
	struct rig *r = new_rig();

	(void)state;
	assert_int_equal(perf_lost_until(&r->p, 0, 1, 100, &r->err), 0);
	assert_int_equal(events(r, 50), 1);
	r->p.cpu[0].last_ns = 100;
	assert_int_equal(perf_lost_until(&r->p, 0, 3, 200, &r->err), 0);
	assert_int_equal(perf_lost_until(&r->p, 1, 4, 300, &r->err), 0);
	perf_order_each(r->p.order, add_ten, NULL);
	assert_int_equal(events(r, 500), 2);
	is_gap(&r->ev[0], 1, 0, 300, 14);
	is_gap(&r->ev[1], 0, 100, 200, 12);
	free_rig(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_count_before_record),
		cmocka_unit_test(test_record_has_more),
		cmocka_unit_test(test_record_alone),
		cmocka_unit_test(test_watermark_and_rest),
		cmocka_unit_test(test_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
