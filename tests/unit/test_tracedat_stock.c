// SPDX-License-Identifier: GPL-2.0-only
/* trace.dat as stock trace-cmd makes it of ours, and what it reads of ours. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>
#include "lib/reading.h"

static bool have_trace_cmd(void)
{
	if (system("trace-cmd convert -h >/dev/null 2>&1") == 127 << 8) {
		print_message("skipped: no trace-cmd here\n");
		return false;
	}
	return true;
}

/* Does this trace-cmd know the compression? */
static bool knows(const char *codec)
{
	char cmd[128];

	snprintf(cmd, sizeof(cmd), "trace-cmd list -c 2>/dev/null | grep -q '%s'", codec);
	return !strcmp(codec, "none") || system(cmd) == 0;
}

static struct dat *sample(const struct machine *m)
{
	struct dat *d = dat_new(m, 3);
	struct dat_cpu *c = d->buffer[0].cpu;
	struct ev *start = dat_ev(d, "net", "net_dev_start_xmit");
	struct ev *free_skb = dat_ev(d, "skb", "kfree_skb");
	unsigned int i;

	d->clock = "local [mono] boot";
	d->uname = "Linux host 6.12.1 #1 SMP x86_64";
	d->comms = "1 one\n2 two\n";
	for (i = 0; i < 2000; i++) {
		struct ev_value v[] = {
			{ "skbaddr", 0x1000 + i, NULL }, { "name", 0, i & 1 ? "eth0" : "a" },
			{ "len", i, NULL }, { "reason", 3, NULL }, { 0 }
		};
		uint64_t ts = 1000000000ULL + i * (i % 100 ? 1000ULL : 400000000ULL);

		if (i % 100 == 1 && i > 1)
			ts = 1000000000ULL + (i - 1) * 400000000ULL + 5;
		if (ts < c[0].ts)
			ts = c[0].ts + 10;
		dat_put(d, &c[0], ts, start, 1, 1, v);
		if (ts + 5 > c[2].ts)
			dat_put(d, &c[2], ts + 5, free_skb, 8, 2, v);
	}
	return d;
}

static void assert_same(const struct reading *a, const struct reading *b)
{
	size_t i;

	assert_int_equal(b->ret, 0);
	assert_int_equal(a->n, b->n);
	for (i = 0; i < a->n; i++) {
		assert_int_equal(a->ev[i].kind, b->ev[i].kind);
		assert_int_equal(a->ev[i].ts_ns, b->ev[i].ts_ns);
		assert_int_equal(a->ev[i].cpu, b->ev[i].cpu);
		assert_int_equal(a->ev[i].skbaddr, b->ev[i].skbaddr);
		assert_int_equal(a->ev[i].pid, b->ev[i].pid);
		assert_int_equal(a->ev[i].ctx, b->ev[i].ctx);
	}
}

/* Version 6 to 7 with each compression, by trace-cmd, reads the same. */
static void test_converted(void **state)
{
	static const char *const codecs[] = { "none", "zlib", "zstd" };
	struct machine m = { K6_12, 8, false };
	char path[64], out[80], cmd[256];
	struct reading ours, theirs;
	unsigned int done = 0, i;
	struct dat *d;
	struct bytes b;

	(void)state;
	if (!have_trace_cmd())
		skip();
	d = sample(&m);
	b = dat_build(d);
	dat_write(&b, b.n, path);
	ours = read_path(path, 512);
	assert_int_equal(ours.ret, 0);
	assert_true(ours.n > 3000);
	for (i = 0; i < 3; i++) {
		if (!knows(codecs[i])) {
			print_message("this trace-cmd does not know %s\n", codecs[i]);
			continue;
		}
		snprintf(out, sizeof(out), "%s.7", path);
		snprintf(cmd, sizeof(cmd),
			 "trace-cmd convert -i %s -o %s --file-version 7 --compression %s >/dev/null 2>&1",
			 path, out, codecs[i]);
		assert_int_equal(system(cmd), 0);
		theirs = read_path(out, 512);
		assert_same(&ours, &theirs);
		assert_string_equal(theirs.info->clock, "mono");
		assert_string_equal(theirs.info->kernel, "6.12.1");
		reading_free(&theirs);
		unlink(out);
		done++;
	}
	assert_true(done > 0);
	reading_free(&ours);
	unlink(path);
	bytes_free(&b);
	dat_free(d);
}

/* The files that these tests are built on are ones that trace-cmd reads too. */
static void test_trace_cmd_reads_the_samples(void **state)
{
	unsigned int version, be, size;

	(void)state;
	if (!have_trace_cmd())
		skip();
	for (version = 6; version <= 7; version++)
	for (be = 0; be < 2; be++)
	for (size = 4; size <= 8; size += 4) {
		struct machine m = { K6_12, size, be };
		struct dat *d = sample(&m);
		struct bytes b;
		struct reading r;
		unsigned long n = 0;
		char path[64], cmd[256];
		FILE *p;

		d->version = version;
		b = dat_build(d);
		dat_write(&b, b.n, path);
		r = read_path(path, 512);
		assert_int_equal(r.ret, 0);
		snprintf(cmd, sizeof(cmd), "trace-cmd report -i %s 2>/dev/null | grep -c '\\[00[02]\\]'",
			 path);
		p = popen(cmd, "r");
		assert_non_null(p);
		assert_int_equal(fscanf(p, "%lu", &n), 1);
		pclose(p);
		assert_int_equal(n, r.n);
		reading_free(&r);
		unlink(path);
		bytes_free(&b);
		dat_free(d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_converted),
		cmocka_unit_test(test_trace_cmd_reads_the_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
