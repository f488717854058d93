// SPDX-License-Identifier: GPL-2.0-only
/* trace.dat: every version, compression, byte order, long size; instances; meta. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>
#include "lib/reading.h"

#define KERNEL_PTR(m, n) ((m)->long_size == 8 ? 0xffff888000001000ULL + (n) : 0xc0001000u + (n))

/* n packets over the CPUs: start, result, free, 10 us apart. */
static void packets(struct dat *d, struct dat_buffer *b, unsigned int n)
{
	struct ev *start = dat_ev(d, "net", "net_dev_start_xmit");
	struct ev *done = dat_ev(d, "net", "net_dev_xmit");
	struct ev *consume = dat_ev(d, "skb", "consume_skb");
	unsigned int i;

	for (i = 0; i < n; i++) {
		struct dat_cpu *c = &b->cpu[i % b->cpus];
		uint64_t ts = 1000000000ULL + 10000 * i, skb = KERNEL_PTR(&d->m, 256 * i);
		struct ev_value v[] = {
			{ "skbaddr", skb, NULL }, { "name", 0, "eth0" }, { "len", 60 + i, NULL },
			{ "queue_mapping", i % 3, NULL }, { 0 }
		};

		dat_put(d, c, ts, start, 0, 1000 + i % 5, v);
		dat_put(d, c, ts + 1000, done, 0, 1000 + i % 5, v);
		dat_put(d, &b->cpu[(i + 1) % b->cpus], ts + 5000, consume, 0x10, 0, v);
	}
}

static void check_packets(const struct dat *d, const struct reading *r, unsigned int n)
{
	const struct txr_device *dev;
	unsigned int i;

	assert_int_equal(r->ret, 0);
	assert_int_equal(r->n, 3 * n);
	assert_int_equal(r->info->events, 3 * n);
	assert_int_equal(r->info->undecodable, 0);
	assert_int_equal(r->info->out_of_order, 0);
	assert_false(r->info->truncated);
	for (i = 0; i < n; i++) {
		const struct txr_event *e = &r->ev[3 * i];

		assert_int_equal(e[0].kind, TXR_START);
		assert_int_equal(e[1].kind, TXR_RESULT);
		assert_int_equal(e[2].kind, TXR_FREE);
		assert_int_equal(e[0].ts_ns, 1000000000ULL + 10000 * i);
		assert_int_equal(e[1].ts_ns, e[0].ts_ns + 1000);
		assert_int_equal(e[2].ts_ns, e[0].ts_ns + 5000);
		assert_int_equal(e[0].skbaddr, KERNEL_PTR(&d->m, 256 * i));
		assert_int_equal(e[1].skbaddr, e[0].skbaddr);
		assert_int_equal(e[2].skbaddr, e[0].skbaddr);
		assert_int_equal(e[0].start.len_bytes, 60 + i);
		assert_int_equal(e[0].queue, i % 3);
		assert_int_equal(e[0].pid, 1000 + i % 5);
		assert_int_equal(e[2].ctx, TXR_CTX_SOFTIRQ);
		assert_int_equal(e[0].dev, 0);
		assert_int_equal(e[1].dev, 0);
		assert_int_equal(e[2].dev, TXR_DEV_NONE);
	}
	dev = txr_devtab_get(txr_source_devices(r->s), 0);
	assert_string_equal(dev->name, "eth0");
	assert_int_equal(txr_devtab_count(txr_source_devices(r->s)), 1);
}

static const struct {
	int version;
	const char *codec;
} containers[] = { { 6, "none" }, { 7, "none" }, { 7, "zlib" }, { 7, "zstd" } };

#define CONTAINERS (sizeof(containers) / sizeof(containers[0]))

static void test_every_container(void **state)
{
	unsigned int c, be, size, cpus;

	(void)state;
	for (c = 0; c < CONTAINERS; c++)
	for (be = 0; be < 2; be++)
	for (size = 4; size <= 8; size += 4)
	for (cpus = 1; cpus <= 33; cpus += 8) {
		struct machine m = { K6_12, size, be };
		struct dat *d = dat_new(&m, cpus);
		struct reading r;

		d->version = containers[c].version;
		d->codec = containers[c].codec;
		packets(d, &d->buffer[0], 700);
		r = read_dat(d);
		check_packets(d, &r, 700);
		assert_int_equal(r.info->cpus, cpus);
		assert_string_equal(r.info->format, "trace.dat");
		reading_free(&r);
		dat_free(d);
	}
}

static void test_page_sizes(void **state)
{
	static const uint32_t sizes[] = { 4096, 8192, 16384, 65536, 131072 };
	unsigned int c, i;

	(void)state;
	for (c = 0; c < CONTAINERS; c++)
	for (i = 0; i < 5; i++) {
		struct machine m = { K6_18, 8, false };
		struct dat *d = dat_new(&m, 2);
		struct reading r;

		d->version = containers[c].version;
		d->codec = containers[c].codec;
		d->page_size = sizes[i];
		packets(d, &d->buffer[0], 3000);
		r = read_dat(d);
		check_packets(d, &r, 3000);
		reading_free(&r);
		dat_free(d);
	}
}

/* A file whose header tells the machine's page, and header_page the sub-buffer. */
static void test_subbuffers_of_several_pages(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 2);
	struct reading r;
	struct bytes b;

	(void)state;
	d->page_size = 16384;
	packets(d, &d->buffer[0], 3000);
	b = dat_build(d);
	bytes_put_at(&b, 14, 4096, 4);
	r = read_bytes(&b, b.n);
	check_packets(d, &r, 3000);
	reading_free(&r);
	bytes_free(&b);
	dat_free(d);
}

static void test_instances(void **state)
{
	unsigned int c;

	(void)state;
	for (c = 0; c < CONTAINERS; c++) {
		struct machine m = { K6_12, 8, false };
		struct dat *d = dat_new(&m, 2);
		struct ev *other = dat_ev(d, "net", "netif_rx_entry");
		struct dat_buffer *b;
		struct reading r;

		d->version = containers[c].version;
		d->codec = containers[c].codec;
		dat_put(d, &d->buffer[0].cpu[1], 1000, other, 0, 1, NULL);
		dat_add_buffer(d, "empty", 2);
		b = dat_add_buffer(d, "mine", 3);
		packets(d, b, 50);
		packets(d, dat_add_buffer(d, "second", 2), 5);
		r = read_dat(d);
		check_packets(d, &r, 50);
		assert_int_equal(r.info->ignored_buffers, 1);
		reading_free(&r);
		dat_free(d);
	}
}

/* The nearest function below, whatever the order of the lines. */
static void check_symbols(const struct txr_names *n, bool there)
{
	static const struct {
		uint64_t address;
		const char *name;
	} places[] = {
		{ 0xffffffff81000000, "late" }, { 0xffffffff81000123, "late" },
		{ 0xffffffff8000017f, "early" }, { 0xffffffff80000180, "weak" },
		{ 0xffffffff80000fff, "in_module" },
		{ 0xffffffff800000ff, NULL }, { 0, NULL },
		{ 0xffffffff82000000, NULL },		/* too far from any */
	};
	size_t i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		const char *name = n->symbol(n->ctx, places[i].address);

		if (there && places[i].name)
			assert_string_equal(name, places[i].name);
		else
			assert_null(name);
	}
}

static void test_options(void **state)
{
	unsigned int c;

	(void)state;
	for (c = 0; c < CONTAINERS; c++) {
		struct machine m = { K6_12, 8, false };
		struct dat *d = dat_new(&m, 1);
		struct txr_names names;
		struct reading r;

		d->version = containers[c].version;
		d->codec = containers[c].codec;
		d->clock = d->version == 6 ? "local global [mono] boot" : "mono";
		d->uname = "Linux host 6.12.1-amd64 #1 SMP PREEMPT_RT Debian x86_64";
		d->comms = "1000 sender\n1001 with space\nrubbish\n1002 \n7 first\n7 second\n";
		d->kallsyms = c % 2 ? NULL : "ffffffff81000000 T late\nnonsense\n"
			      "ffffffff80000100 t early\n0000000000000001 D data\n"
			      "ffffffff80000200 t in_module\t[tun]\nffffffff80000200 d no_function\n"
			      "ffffffff80000180 W weak";
		packets(d, &d->buffer[0], 5);
		r = read_dat(d);
		check_packets(d, &r, 5);
		assert_string_equal(r.info->clock, "mono");
		assert_true(r.info->clock_ordered);
		assert_true(r.info->clock_ns);
		assert_string_equal(r.info->kernel, "6.12.1-amd64");
		assert_true(r.info->preempt_rt);
		assert_int_equal(r.info->tier, TXR_TIER_STOCK);
		assert_true(r.info->has_result);
		assert_false(r.info->has_handover);
		assert_false(r.info->has_drop_reason);
		assert_null(r.info->meta);
		assert_int_equal(r.info->first_ns, 1000000000);
		assert_int_equal(r.info->last_ns, 1000045000);
		assert_int_equal(r.info->real_ns_at_first, 0);
		names = txr_source_names(r.s);
		assert_string_equal(names.comm(names.ctx, 1000), "sender");
		assert_string_equal(names.comm(names.ctx, 1001), "with space");
		assert_string_equal(names.comm(names.ctx, 7), "second");
		assert_string_equal(names.comm(names.ctx, 0), "<idle>");
		assert_null(names.comm(names.ctx, 99));
		assert_null(names.reason(names.ctx, 3));
		check_symbols(&names, !(c % 2));
		reading_free(&r);
		dat_free(d);
	}
}

static void test_clocks(void **state)
{
	static const struct {
		const char *name;
		bool ordered, ns;
	} clocks[] = {
		{ "local", false, true }, { "global", true, true }, { "counter", true, false },
		{ "uptime", false, false }, { "perf", false, true }, { "mono", true, true },
		{ "mono_raw", true, true }, { "boot", true, true }, { "tai", true, true },
		{ "x86-tsc", true, false },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		struct machine m = { K6_12, 8, false };
		struct dat *d = dat_new(&m, 1);
		struct reading r;

		d->clock = clocks[i].name;
		packets(d, &d->buffer[0], 5);
		r = read_dat(d);
		assert_string_equal(r.info->clock, clocks[i].name);
		assert_int_equal(r.info->clock_ordered, clocks[i].ordered);
		assert_int_equal(r.info->clock_ns, clocks[i].ns);
		reading_free(&r);
		dat_free(d);
	}
}

/* trace-cmd -C tsc2nsec stores how to make nanoseconds of its counts. */
static void test_tsc_to_ns(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 1);
	struct reading r;

	(void)state;
	d->clock = "x86-tsc";
	d->tsc.mult = 3;
	d->tsc.shift = 1;
	d->tsc.offset = 500000000;
	packets(d, &d->buffer[0], 2);
	r = read_dat(d);
	assert_int_equal(r.n, 6);
	assert_true(r.info->clock_ns);
	assert_int_equal(r.ev[0].ts_ns, 1000000000ULL * 3 / 2 - 500000000);
	assert_int_equal(r.ev[3].ts_ns, 1000010000ULL * 3 / 2 - 500000000);
	reading_free(&r);
	dat_free(d);
}

static void test_meta(void **state)
{
	struct txr_meta meta = {
		.tool = "0.1", .tier = "stock", .clock = "mono", .kernel = "6.1.0-meta",
		.kernel_version = "#1 SMP PREEMPT RT",
		.start = { .clock_ns = 999000000, .real_ns = 1700000000000000000ULL },
	};
	char *json = txr_meta_to_json(&meta);
	unsigned int be;

	(void)state;
	assert_non_null(json);
	for (be = 0; be < 2; be++) {
		struct machine m = { K6_1, 8, be };
		struct dat *d = dat_new(&m, 2);
		struct reading r;

		d->clock = "[mono]";
		d->meta = json;
		packets(d, &d->buffer[0], 5);
		r = read_dat(d);
		check_packets(d, &r, 5);
		assert_non_null(r.info->meta);
		assert_string_equal(r.info->kernel, "6.1.0-meta");
		assert_true(r.info->preempt_rt);
		assert_int_equal(r.info->real_ns_at_first, 1700000000001000000ULL);
		reading_free(&r);
		dat_free(d);
	}
	free(json);
}

static void test_refusals(void **state)
{
	static const struct {
		const char *bytes, *says;
		size_t n;
	} bad[] = {
		{ "", "empty", 0 },
		{ "hello world, no recording", "neither", 25 },
		{ "\x17\x08\x44tracing9\0\0\x08\0\x10\0\0", "version 9", 18 },
		{ "\x17\x08\x44tracing6\0\7\x08\0\x10\0\0", "byte order", 18 },
		{ "\x17\x08\x44tracing6\0\0\x05\0\x10\0\0", "long size", 18 },
		{ "\x17\x08\x44tracing7\0\0\x08\0\x10\0\0lzma\0001\0........", "lzma", 33 },
	};
	unsigned int i;
	struct reading r;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct bytes b = { .p = (uint8_t *)bad[i].bytes, .n = bad[i].n };

		r = read_bytes(&b, b.n);
		assert_true(r.ret < 0);
		assert_null(r.s);
		if (!strstr(r.err.text, bad[i].says))
			fail_msg("\"%s\" does not say \"%s\"", r.err.text, bad[i].says);
		assert_non_null(strstr(r.err.text, "; "));
		reading_free(&r);
	}
	r = read_path("/nonexistent/file.dat", 1);
	assert_true(r.ret < 0);
	assert_non_null(strstr(r.err.text, "/nonexistent/file.dat"));
}

/* All formats are in the file (trace-cmd extract); what was recorded tells. */
static void test_which_events_occur(void **state)
{
	unsigned int both, c;

	(void)state;
	for (c = 0; c < CONTAINERS; c++)
	for (both = 0; both < 2; both++) {
		struct machine m = { K6_12, 8, false };
		struct dat *d = dat_new(&m, 2);
		struct ev *other = dat_ev(d, "net", "netif_rx_entry");
		struct ev *start = dat_ev(d, "skb", "netdev_start_xmit");
		struct ev *done = dat_ev(d, "skb", "netdev_xmit_done");
		struct ev_value v[] = {
			{ "skbaddr", 4096, NULL }, { "name", 0, "eth1" }, { "ifindex", 3, NULL }, { 0 }
		};
		struct reading r;
		unsigned int i;

		d->version = containers[c].version;
		d->codec = containers[c].codec;
		/* pages of something else before the first START */
		for (i = 0; i < 5000; i++)
			dat_put(d, &d->buffer[0].cpu[1], 1000 + i, other, 0, 1, NULL);
		packets(d, &d->buffer[0], 30);
		if (both) {
			dat_put(d, &d->buffer[0].cpu[0], 2000000000, start, 0, 1, v);
			dat_put(d, &d->buffer[0].cpu[0], 2000000100, done, 0, 1, v);
		}
		r = read_dat(d);
		if (!both)
			check_packets(d, &r, 30);
		assert_int_equal(r.info->tier, both ? TXR_TIER_PATCHED : TXR_TIER_STOCK);
		assert_true(r.info->has_result);
		assert_int_equal(r.n, both ? 30 + 2 : 90);
		reading_free(&r);
		dat_free(d);
	}
}

/* Text of a latency tracer instead of pages. */
static void test_latency_text(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 1);
	struct reading r;
	struct bytes b;
	uint8_t *word;

	(void)state;
	packets(d, &d->buffer[0], 5);
	b = dat_build(d);
	word = memmem(b.p, b.n, "flyrecord", 10);
	assert_non_null(word);
	memcpy(word, "latency  ", 10);
	r = read_bytes(&b, b.n);
	assert_true(r.ret < 0);
	assert_non_null(strstr(r.err.text, "latency tracer"));
	reading_free(&r);
	bytes_free(&b);
	dat_free(d);
}

/* However many events a call gives, the stream is the same. */
static void test_small_reads(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 12);
	struct reading r, s;
	struct bytes b;
	char path[64];
	size_t i;
	int max;

	(void)state;
	packets(d, &d->buffer[0], 2000);
	b = dat_build(d);
	dat_write(&b, b.n, path);
	r = read_path(path, 512);
	check_packets(d, &r, 2000);
	for (max = 1; max < 9; max++) {
		s = read_path(path, max);
		assert_int_equal(s.n, r.n);
		for (i = 0; i < r.n; i++) {
			assert_int_equal(s.ev[i].ts_ns, r.ev[i].ts_ns);
			assert_int_equal(s.ev[i].skbaddr, r.ev[i].skbaddr);
			assert_int_equal(s.ev[i].cpu, r.ev[i].cpu);
		}
		reading_free(&s);
	}
	unlink(path);
	reading_free(&r);
	bytes_free(&b);
	dat_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_container),
		cmocka_unit_test(test_page_sizes),
		cmocka_unit_test(test_subbuffers_of_several_pages),
		cmocka_unit_test(test_instances),
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_clocks),
		cmocka_unit_test(test_tsc_to_ns),
		cmocka_unit_test(test_meta),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_which_events_occur),
		cmocka_unit_test(test_latency_text),
		cmocka_unit_test(test_small_reads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
