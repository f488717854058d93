// SPDX-License-Identifier: GPL-2.0-only
/* A recording read ahead by a thread: the events, devices and failures of one read here. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd/ahead.h"
#include "lib/reading.h"
#include "source/source_impl.h"

#define EVENTS	150000	/* the blocks go round more than once */
#define NAMED	5000	/* events of each device, then comes a new one */

static char path[64];

static int make_file(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 3);
	struct ev *start = dat_ev(d, "net", "net_dev_start_xmit");
	struct ev *gone = dat_ev(d, "skb", "consume_skb");
	struct bytes b;
	char name[16];
	unsigned int i;

	(void)state;
	d->clock = "local [mono] boot";
	for (i = 0; i < EVENTS; i++) {
		struct ev_value v[] = {
			{ "skbaddr", 0x1000 + i / 2 * 64, NULL }, { "name", 0, name },
			{ "len", i, NULL }, { 0 }
		};

		snprintf(name, sizeof(name), "dev%u", i / NAMED);
		dat_put(d, &d->buffer[0].cpu[i % 7 % 3], 1000000000ULL + i * 100ULL,
			i & 1 ? gone : start, 1, 1, v);
	}
	b = dat_build(d);
	dat_write(&b, b.n, path);
	free(b.p);
	dat_free(d);
	return 0;
}

static int remove_file(void **state)
{
	(void)state;
	return unlink(path);
}

static struct txr_source *open_again(void)
{
	struct txr_err err = { 0 };
	struct txr_source *s;

	assert_int_equal(txr_source_open(&s, path, &err), 0);
	return s;
}

/* Every byte; and the device is known when its first event is. */
static void check_event(const struct txr_ahead *a, const struct txr_event *got,
			const struct reading *want, size_t at)
{
	const struct txr_devtab *devs = txr_source_devices(want->s);

	assert_true(at < want->n);
	assert_int_equal(got->kind, want->ev[at].kind);
	assert_memory_equal(got, &want->ev[at], offsetof(struct txr_event, start));
	if (got->kind != TXR_START)
		return;
	assert_int_equal(got->start.len_bytes, want->ev[at].start.len_bytes);
	assert_non_null(txr_devtab_get(txr_ahead_devices(a), got->dev));
	assert_memory_equal(txr_devtab_get(txr_ahead_devices(a), got->dev),
			    txr_devtab_get(devs, got->dev), sizeof(struct txr_device));
}

static void same_as_here(int max)
{
	struct reading want = read_path(path, 512);
	const struct txr_event *ev[3000];
	struct txr_source *s = open_again();
	struct txr_ahead *a = txr_ahead_start(s, NULL);
	struct txr_err err = { 0 };
	size_t n = 0;
	int got, i;

	assert_int_equal(want.n, EVENTS);
	assert_int_equal(txr_devtab_count(txr_source_devices(want.s)), EVENTS / NAMED);
	assert_non_null(a);
	while ((got = txr_ahead_read(a, ev, max, &err)) > 0) {
		assert_true(got <= max);
		for (i = 0; i < got; i++)
			check_event(a, ev[i], &want, n++);
	}
	assert_int_equal(got, 0);
	assert_int_equal(txr_ahead_read(a, ev, max, &err), 0);
	assert_int_equal(n, want.n);
	txr_ahead_end(a);
	assert_int_equal(txr_source_info(s)->events, want.info->events);
	assert_int_equal(txr_source_info(s)->first_ns, want.info->first_ns);
	assert_int_equal(txr_source_info(s)->last_ns, want.info->last_ns);
	txr_source_close(s);
	reading_free(&want);
}

static void test_same(void **state)
{
	(void)state;
	same_as_here(512);
	same_as_here(7);
	same_as_here(3000);
}

/* Ended wherever it is: nothing taken, some, when it had to wait for room. */
static void test_ended_early(void **state)
{
	static const size_t stops[] = { 0, 1, 2000, 40000 };
	const struct txr_event *ev[512];
	struct txr_err err = { 0 };
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
		struct txr_source *s = open_again();
		struct txr_ahead *a = txr_ahead_start(s, NULL);
		uint64_t read_so_far;

		assert_non_null(a);
		for (n = 0; n < stops[i]; )
			n += (size_t)txr_ahead_read(a, ev, 512, &err);
		txr_ahead_end(a);
		/* What was read ahead and not given is bounded, whenever it ended. */
		read_so_far = txr_source_info(s)->events;
		assert_true(read_so_far >= n);
		assert_true(read_so_far <= n + 70 * 1024);
		assert_true(read_so_far < EVENTS);
		txr_source_close(s);
	}
}

static int breaks(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	uint64_t *given = ctx;
	int i;

	if (*given == 100000)
		return txr_fail(err, EIO, "the disk: broken; buy another");
	for (i = 0; i < max && *given < 100000; i++, (*given)++)
		ev[i] = (struct txr_event){ .ts_ns = *given + 1, .kind = TXR_FREE,
					    .dev = TXR_DEV_NONE };
	return i;
}

/* All that was read before a failure is given, then the failure, with its line. */
static void test_failure(void **state)
{
	struct txr_source *s = open_again();
	const struct txr_event *ev[512];
	struct txr_err err = { 0 };
	struct txr_ahead *a;
	uint64_t given = 0, n = 0;
	int got, i;

	(void)state;
	txr_merge_free(s->merge);
	s->merge = txr_merge_new(1);
	assert_non_null(s->merge);
	assert_int_equal(txr_merge_add(s->merge, breaks, &given, 0), 0);
	a = txr_ahead_start(s, NULL);
	assert_non_null(a);
	while ((got = txr_ahead_read(a, ev, 512, &err)) > 0)
		for (i = 0; i < got; i++)
			assert_int_equal(ev[i]->ts_ns, ++n);
	assert_int_equal(n, 100000);
	assert_int_equal(got, -EIO);
	assert_int_equal(err.code, EIO);
	assert_string_equal(err.text, "the disk: broken; buy another");
	assert_int_equal(txr_ahead_read(a, ev, 512, NULL), -EIO);
	txr_ahead_end(a);
	txr_source_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_ended_early),
		cmocka_unit_test(test_failure),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
