// SPDX-License-Identifier: GPL-2.0-only
/* perf.data: every form of file, header, sample; what cannot be read is refused. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>
#include "lib/perffile.h"
#include "lib/reading.h"

#define PTR(m, n) ((m)->long_size == 8 ? 0xffff888000001000ULL + (n) : 0xc0001000u + (n))
#define T0 1000000000ULL

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

/* Packet i: start and result on one CPU, free on the next, 10 us apart. */
static void put_packet(struct pd *d, const struct trio *t, unsigned int i)
{
	unsigned int cpu = i % d->cpus;
	uint64_t ts = T0 + 10000 * i;
	struct ev_value v[] = {
		{ "skbaddr", PTR(&d->m, 256 * i), NULL }, { "name", 0, "eth0" },
		{ "len", 60 + i, NULL }, { "queue_mapping", i % 3, NULL }, { 0 }
	};

	pd_put(d, t->start, cpu, ts, 1000 + i % 5, v);
	pd_put(d, t->done, cpu, ts + 1000, 1000 + i % 5, v);
	pd_put(d, t->consume, (cpu + 1) % d->cpus, ts + 5000, 0, v);
}

static void put_packets(struct pd *d, const struct trio *t, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		put_packet(d, t, i);
		if (i % 50 == 49)
			pd_round(d);
	}
}

static void check_packets(const struct pd *d, const struct reading *r, unsigned int n)
{
	unsigned int i;

	if (r->ret)
		fail_msg("%s", r->err.text);
	assert_int_equal(r->n, 3 * n);
	assert_int_equal(r->info->events, 3 * n);
	assert_int_equal(r->info->undecodable, 0);
	assert_int_equal(r->info->out_of_order, 0);
	assert_int_equal(r->info->duplicates, 0);
	assert_false(r->info->truncated);
	assert_string_equal(r->info->format, "perf.data");
	for (i = 0; i < n; i++) {
		const struct txr_event *e = &r->ev[3 * i];

		assert_int_equal(e[0].kind, TXR_START);
		assert_int_equal(e[1].kind, TXR_RESULT);
		assert_int_equal(e[2].kind, TXR_FREE);
		assert_int_equal(e[0].ts_ns, T0 + 10000 * i);
		assert_int_equal(e[1].ts_ns, e[0].ts_ns + 1000);
		assert_int_equal(e[2].ts_ns, e[0].ts_ns + 5000);
		assert_int_equal(e[0].cpu, i % d->cpus);
		assert_int_equal(e[2].cpu, (i + 1) % d->cpus);
		assert_int_equal(e[0].skbaddr, PTR(&d->m, 256 * i));
		assert_int_equal(e[2].skbaddr, e[0].skbaddr);
		assert_int_equal(e[0].start.len_bytes, 60 + i);
		assert_int_equal(e[0].queue, i % 3);
		assert_int_equal(e[0].pid, 1000 + i % 5);
	}
}

/* Types that perf record has asked for over time. */
static const uint64_t types[] = {
	PD_USUAL,
	PD_IDENTIFIER | PD_TID | PD_TIME | PD_CPU | PD_RAW,
	PD_IP | PD_TID | PD_TIME | PD_CPU | PD_PERIOD | PD_RAW,	/* one event: no id */
	PD_IP | PD_TID | PD_TIME | PD_ID | PD_CPU | PD_PERIOD | PD_RAW,
	PD_IP | PD_TID | PD_TIME | PD_ADDR | PD_ID | PD_STREAM_ID | PD_CPU | PD_PERIOD | PD_RAW,
	PD_USUAL | PD_CALLCHAIN,
	PD_USUAL | PD_READ,
	PD_USUAL | PD_READ | PD_CALLCHAIN | PD_ADDR,
};

static const uint64_t read_formats[] = {
	0, PD_FMT_ID | PD_FMT_LOST, PD_FMT_ENABLED | PD_FMT_RUNNING | PD_FMT_ID,
	PD_FMT_GROUP | PD_FMT_ID, PD_FMT_GROUP | PD_FMT_ENABLED | PD_FMT_RUNNING | PD_FMT_LOST,
};

static void test_every_sample(void **state)
{
	unsigned int t, f, be, size, pipe, i;

	(void)state;
	for (t = 0; t < sizeof(types) / sizeof(types[0]); t++)
	for (f = 0; f < sizeof(read_formats) / sizeof(read_formats[0]); f++)
	for (be = 0; be < 2; be++)
	for (size = 4; size <= 8; size += 4)
	for (pipe = 0; pipe < 2; pipe++) {
		struct machine m = { K6_1, size, be };
		struct pd *d = pd_new(&m, 3);
		struct trio trio = add_trio(d, types[t]);
		struct reading r;

		d->pipe = pipe;
		for (i = 0; i < d->attrs; i++) {
			d->attr[i].read_format = read_formats[f];
			d->attr[i].frames = i;
		}
		put_packets(d, &trio, 120);
		r = read_pd(d);
		check_packets(d, &r, 120);
		assert_int_equal(r.info->cpus, 3);
		assert_string_equal(r.info->kernel, "6.1.0-test");
		reading_free(&r);
		pd_free(d);
	}
}

static void test_every_kernel(void **state)
{
	unsigned int k;

	(void)state;
	for (k = 0; k < KERNELS; k++) {
		struct machine m = { k, 8, false };
		struct pd *d = pd_new(&m, 2);
		struct trio t = add_trio(d, PD_USUAL);
		struct reading r;

		put_packets(d, &t, 60);
		r = read_pd(d);
		check_packets(d, &r, 60);
		assert_int_equal(r.info->preempt_rt, k == K_RT);
		reading_free(&r);
		pd_free(d);
	}
}

/* Each attr of another layout, others in between: cycles, a dummy, BPF output. */
static void test_mixed(void **state)
{
	struct machine m = { K6_12, 8, false };
	unsigned int be, pipe, i;

	(void)state;
	for (be = 0; be < 2; be++)
	for (pipe = 0; pipe < 2; pipe++) {
		struct pd *d;
		struct trio t;
		struct pd_attr *cycles, *bpf;
		struct ev_value v[] = { { "skbaddr", 1, NULL }, { 0 } };
		struct bytes raw = { 0 };
		struct reading r;

		m.big_endian = be;
		d = pd_new(&m, 2);
		d->pipe = pipe;
		cycles = pd_other(d, 0, 0, PD_USUAL & ~PD_RAW);
		t = add_trio(d, PD_USUAL);
		pd_other(d, 1, 9, PD_IDENTIFIER | PD_TIME);
		bpf = pd_other(d, 1, 10, PD_USUAL);
		t.done->sample_type |= PD_CALLCHAIN;
		t.done->frames = 5;
		t.consume->sample_type |= PD_READ | PD_ADDR;
		t.consume->read_format = PD_FMT_GROUP | PD_FMT_ID;
		ev_record(t.consume->e, &raw, 0, 0, v);
		for (i = 0; i < 90; i++) {
			put_packet(d, &t, i);
			pd_sample(d, cycles, i % 2, T0 + 10000 * i + 7000, NULL, 0);
			/* its bytes look like one of ours; it is none */
			pd_sample(d, bpf, i % 2, T0 + 10000 * i + 7500, raw.p, raw.n);
			pd_record(d, 10, "mmap2 or what not", 18);
			pd_record(d, 14, NULL, 0);
			if (i % 20 == 0)
				pd_round(d);
		}
		r = read_pd(d);
		check_packets(d, &r, 90);
		reading_free(&r);
		bytes_free(&raw);
		pd_free(d);
	}
}

static void test_packed(void **state)
{
	static const size_t pieces[] = { 1, 7, 64, 5000, 65000 };
	unsigned int i, two, pipe;

	(void)state;
	for (i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
	for (two = 0; two < 2; two++)
	for (pipe = 0; pipe < 2; pipe++) {
		struct machine m = { K6_1, 8, false };
		struct pd *d = pd_new(&m, 4);
		struct trio t = add_trio(d, PD_USUAL);
		unsigned int n = pieces[i] < 64 ? 60 : 6000;
		struct reading r;

		d->pipe = pipe;
		put_packets(d, &t, n);
		pd_pack(d, pieces[i], two);
		r = read_pd(d);
		check_packets(d, &r, n);
		reading_free(&r);
		pd_free(d);
	}
}

/* Megabytes of nothing in a few bytes; a stream that is none. */
static void test_packed_badly(void **state)
{
	struct machine m = { K6_1, 8, false };
	struct pd *d = pd_new(&m, 1);
	struct trio t = add_trio(d, PD_USUAL);
	struct bytes kept;
	struct reading r;

	(void)state;
	put_packets(d, &t, 10);
	kept = d->rec;
	d->rec = (struct bytes){ 0 };
	bytes_zero(&d->rec, 300 << 20);
	pd_pack(d, 65000, false);
	bytes_add(&kept, d->rec.p, d->rec.n);
	bytes_free(&d->rec);
	d->rec = kept;
	r = read_pd(d);
	assert_int_equal(r.ret, 0);
	assert_int_equal(r.info->events, 30);
	assert_true(r.info->truncated);
	reading_free(&r);
	d->rec.n = 0;
	put_packets(d, &t, 10);
	pd_record(d, 81, "this is no zstd stream at all.", 30);
	put_packets(d, &t, 10);
	r = read_pd(d);
	assert_int_equal(r.ret, 0);
	assert_int_equal(r.info->events, 30);
	assert_true(r.info->truncated);
	reading_free(&r);
	pd_free(d);
}

static void refused(struct pd *d, const char *why)
{
	struct reading r = read_pd(d);

	assert_int_not_equal(r.ret, 0);
	assert_null(r.s);
	if (!strstr(r.err.text, why))
		fail_msg("'%s' does not say '%s'", r.err.text, why);
	assert_null(strchr(r.err.text, '\n'));
	reading_free(&r);
}

static void check_opens(struct pd *d)
{
	struct reading r = read_pd(d);

	if (r.ret)
		fail_msg("%s", r.err.text);
	reading_free(&r);
}

static void test_refused(void **state)
{
	struct machine m = { K6_1, 8, false };
	unsigned int pipe;

	(void)state;
	for (pipe = 0; pipe < 2; pipe++) {
		struct pd *d = pd_new(&m, 1);
		struct trio t = add_trio(d, PD_USUAL);
		unsigned int i;

		put_packets(d, &t, 5);
		d->pipe = pipe;
		d->no_tracing = true;
		refused(d, "no event formats (tracing data): no tracepoint was recorded");
		d->no_tracing = false;
		for (i = 0; i < 3; i++)
			d->attr[i].sample_type = PD_USUAL & ~PD_TIME;
		refused(d, "its samples have no time");
		for (i = 0; i < 3; i++)
			d->attr[i].sample_type = PD_USUAL & ~PD_CPU;
		refused(d, "its samples have no CPU");
		for (i = 0; i < 3; i++)
			d->attr[i].sample_type = PD_USUAL & ~PD_RAW;
		refused(d, "its samples have no raw record");
		for (i = 0; i < 3; i++)
			d->attr[i].sample_type = PD_USUAL;
		d->attr[1].freq = true;
		refused(d, "only some of the events were recorded");
		d->attr[1].freq = false;
		d->attr[2].period = 1000;
		check_opens(d);		/* each sample tells its period: of all events */
		for (i = 0; i < 3; i++)
			d->attr[i].sample_type = PD_USUAL & ~PD_PERIOD;
		refused(d, "only some of the events were recorded");
		pd_free(d);
	}
}

/* A killed perf: no size, no features, so no formats either. */
static void test_killed(void **state)
{
	struct machine m = { K6_1, 8, false };
	struct pd *d = pd_new(&m, 2);
	struct trio t = add_trio(d, PD_USUAL);

	(void)state;
	put_packets(d, &t, 5);
	d->no_size = d->no_features = true;
	refused(d, "perf was killed before it wrote them");
	pd_free(d);
}

static void test_clocks(void **state)
{
	static const struct {
		int id;
		const char *name;
		bool ordered;
	} clocks[] = {
		{ -1, "perf", false }, { 0, "realtime", false }, { 1, "mono", true },
		{ 4, "mono_raw", true }, { 7, "boot", true }, { 11, "tai", true },
	};
	struct machine m = { K6_1, 8, false };
	unsigned int i, be, k;

	(void)state;
	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
	for (be = 0; be < 2; be++) {
		struct pd *d;
		struct trio t;
		struct reading r;

		m.big_endian = be;
		d = pd_new(&m, 2);
		t = add_trio(d, PD_USUAL);
		for (k = 0; k < 3; k++)
			d->attr[k].clockid = clocks[i].id;
		d->clock_ns = T0 - 500;
		d->real_ns = 1700000000000000000ULL;
		put_packets(d, &t, 3);
		r = read_pd(d);
		check_packets(d, &r, 3);
		assert_string_equal(r.info->clock, clocks[i].name);
		assert_int_equal(r.info->clock_ordered, clocks[i].ordered);
		assert_true(r.info->clock_ns);
		assert_int_equal(r.info->real_ns_at_first, d->real_ns + 500);
		reading_free(&r);
		pd_free(d);
	}
}

/* Where sched_clock is stable perf's own clock has one order. */
static void test_time_conv(void **state)
{
	struct machine m = { K6_1, 8, false };
	struct pd *d = pd_new(&m, 2);
	struct trio t = add_trio(d, PD_USUAL);
	uint8_t body[24] = { 0 };
	struct reading r;

	(void)state;
	pd_record(d, 79, body, sizeof(body));
	put_packets(d, &t, 3);
	r = read_pd(d);
	check_packets(d, &r, 3);
	assert_true(r.info->clock_ordered);
	reading_free(&r);
	pd_free(d);
}

static void test_names(void **state)
{
	struct machine m = { K6_1, 8, false };
	struct pd *d = pd_new(&m, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct txr_names names;
	struct reading r;
	unsigned int i;

	(void)state;
	pd_comm(d, 1000, "sender");
	for (i = 0; i < 3000; i++)	/* the table grows under it */
		pd_fork(d, 1001 + i, 1000 + i);
	pd_comm(d, 1001, "renamed");
	pd_fork(d, 9001, 9000);		/* of one that nobody named */
	put_packets(d, &t, 3);
	r = read_pd(d);
	check_packets(d, &r, 3);
	names = txr_source_names(r.s);
	assert_string_equal(names.comm(names.ctx, 1000), "sender");
	assert_string_equal(names.comm(names.ctx, 1001), "renamed");
	assert_string_equal(names.comm(names.ctx, 1002), "sender");
	assert_string_equal(names.comm(names.ctx, 4000), "sender");
	assert_string_equal(names.comm(names.ctx, 77), "from-saved");
	assert_null(names.comm(names.ctx, 9001));
	reading_free(&r);
	pd_free(d);
}

/* info's strings are held on to while it is read: what says so again is passed over. */
static void test_kernel_told_again(void **state)
{
	struct machine m = { K6_1, 8, false };
	struct pd *d = pd_new(&m, 2);
	struct trio t = add_trio(d, PD_USUAL);
	/* osrelease, padded length, text */
	const uint64_t again[] = { 4, 8ULL | (uint64_t)0x39 << 32, 0 };
	struct reading r;

	(void)state;
	d->pipe = true;
	d->release = "6.1.0-test";
	put_packets(d, &t, 3);
	pd_record(d, 80, again, sizeof(again));
	put_packet(d, &t, 3);
	r = read_pd(d);
	check_packets(d, &r, 4);
	assert_string_equal(r.info->kernel, "6.1.0-test");
	reading_free(&r);
	pd_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_sample),
		cmocka_unit_test(test_every_kernel),
		cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_packed),
		cmocka_unit_test(test_packed_badly),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_killed),
		cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_time_conv),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_kernel_told_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
