// SPDX-License-Identifier: GPL-2.0-only
/* The page walk against libtraceevent's kbuffer, on random pages. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <kbuffer.h>
#include "lib/datfile.h"
#include "source/page.h"

static uint64_t seed;

static uint64_t rnd(uint64_t n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (seed >> 33) % n;
}

static struct txr_page_shape shape_of(const struct dat *d)
{
	return (struct txr_page_shape) {
		.size = d->page_size, .commit_off = 8, .commit_size = d->m.long_size,
		.data_off = 8 + d->m.long_size, .big_endian = d->m.big_endian,
	};
}

/* Records of every length and distance, with all that can stand between them. */
static void fill(struct dat *d, struct dat_cpu *c)
{
	uint64_t ts = rnd(2) ? 1000 : (0x15ULL << 59) + 77;
	uint8_t data[600];
	unsigned int i;

	memset(data, 0xa5, sizeof(data));
	for (i = 0; i < 400; i++) {
		static const uint64_t steps[] = { 1, 100, 1u << 20, 1ULL << 28, 1ULL << 40 };

		switch (rnd(12)) {
		case 0:
			dat_discard(d, c, 2 + rnd(100), 8 + 4 * rnd(20));
			ts = c->ts;
			break;
		case 1:
			ts += rnd(steps[rnd(5)]);
			dat_stamp(d, c, ts);
			break;
		case 2:
			dat_lost(d, c, rnd(2) ? -1 : (int64_t)(1 + rnd(999)));
			break;
		}
		ts += rnd(steps[rnd(5)]);
		dat_record(d, c, ts, data, 4 + 4 * rnd(rnd(4) ? 28 : 140));
	}
	dat_close_page(d, c);
}

static void compare(const struct dat *d, const struct dat_cpu *c)
{
	struct kbuffer *k = kbuffer_alloc(d->m.long_size == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
					  d->m.big_endian ? KBUFFER_ENDIAN_BIG :
							    KBUFFER_ENDIAN_LITTLE);
	struct txr_page_shape shape = shape_of(d);
	size_t at;

	for (at = 0; at < c->pages.n; at += d->page_size) {
		struct txr_page p;
		unsigned long long ts;
		const uint8_t *rec;
		uint32_t len;
		int missed;
		void *theirs;

		assert_true(txr_page_begin(&p, &shape, c->pages.p + at, c->pages.n - at));
		kbuffer_load_subbuffer(k, c->pages.p + at);
		missed = kbuffer_missed_events(k);
		assert_int_equal(p.lost, missed != 0);
		assert_int_equal(p.lost_count, missed > 0 ? missed : 0);
		theirs = kbuffer_read_event(k, &ts);
		while ((rec = txr_page_next(&p, d->m.big_endian, &len))) {
			assert_ptr_equal(rec, theirs);
			assert_int_equal(p.ts, ts);
			assert_int_equal(len, kbuffer_event_size(k));
			theirs = kbuffer_next_event(k, &ts);
		}
		assert_null(theirs);
		assert_false(p.bad);
	}
	kbuffer_free(k);
}

static void test_against_kbuffer(void **state)
{
	unsigned int be, size, i;

	(void)state;
	for (i = 0; i < 50; i++)
	for (be = 0; be < 2; be++)
	for (size = 4; size <= 8; size += 4) {
		struct machine m = { K6_12, size, be };
		struct dat *d = dat_new(&m, 1);

		seed = 1000 * i + 10 * be + size;
		fill(d, &d->buffer[0].cpu[0]);
		compare(d, &d->buffer[0].cpu[0]);
		dat_free(d);
	}
}

/* rb_event_discard() writes a delta of 0 as 1: it must not add up. */
static void test_discarded_without_delta(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 1);
	struct dat_cpu *c = d->buffer[0].cpu;
	struct txr_page_shape shape = shape_of(d);
	struct txr_page p;
	uint32_t len;
	int i;

	(void)state;
	dat_record(d, c, 1000, "abcd", 4);
	for (i = 0; i < 9; i++)
		dat_discard(d, c, 0, 12);
	dat_record(d, c, 1007, "abcd", 4);
	dat_close_page(d, c);
	assert_true(txr_page_begin(&p, &shape, c->pages.p, c->pages.n));
	assert_non_null(txr_page_next(&p, false, &len));
	assert_int_equal(p.ts, 1000);
	assert_non_null(txr_page_next(&p, false, &len));
	assert_int_equal(p.ts, 1007);
	assert_null(txr_page_next(&p, false, &len));
	dat_free(d);
}

static void test_shape(void **state)
{
	static const char good[] =
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		"\tfield: local_t commit;\toffset:8;\tsize:4;\tsigned:1;\n"
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		"\tfield: char data;\toffset:12;\tsize:131060;\tsigned:0;\n";
	static const char *const bad[] = {
		"", "field: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n",
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\n\tfield: local_t commit;\toffset:8;\tsize:16;\n\tfield: char data;\toffset:24;\tsize:4000;\n",
		"\tfield: u64 timestamp;\toffset:0;\tsize:8;\n\tfield: local_t commit;\toffset:8;\tsize:8;\n\tfield: char data;\toffset:9;\tsize:4000;\n",
	};
	struct txr_page_shape s = { 0 };
	size_t i;

	(void)state;
	assert_int_equal(txr_page_shape_parse(&s, good, sizeof(good) - 1), 0);
	assert_int_equal(s.size, 131072);
	assert_int_equal(s.commit_size, 4);
	assert_int_equal(s.data_off, 12);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_true(txr_page_shape_parse(&s, bad[i], strlen(bad[i])) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_kbuffer),
		cmocka_unit_test(test_discarded_without_delta),
		cmocka_unit_test(test_shape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
