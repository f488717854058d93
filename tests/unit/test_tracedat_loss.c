// SPDX-License-Identifier: GPL-2.0-only
/* trace.dat: loss, files cut anywhere, files that lie. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include "lib/reading.h"

static const struct machine le64 = { K6_12, 8, false };

static void put_free(struct dat *d, unsigned int cpu, uint64_t ts)
{
	struct ev_value v[] = { { "skbaddr", ts, NULL }, { 0 } };

	dat_ev(d, "net", "net_dev_start_xmit");	/* recorded, though none came */
	dat_put(d, &d->buffer[0].cpu[cpu], ts, dat_ev(d, "skb", "consume_skb"), 0, 1, v);
}

static void assert_lost(const struct txr_event *e, unsigned int cpu, uint64_t from,
			uint64_t until, uint64_t count)
{
	assert_int_equal(e->kind, TXR_LOST);
	assert_int_equal(e->origin, TXR_O_LOST);
	assert_int_equal(e->cpu, cpu);
	assert_int_equal(e->ts_ns, from);
	assert_int_equal(e->lost.until_ns, until);
	assert_int_equal(e->lost.count, count);
}

static const struct {
	int version;
	const char *codec;
	bool be;
	unsigned int size;
} kinds[] = {
	{ 6, "none", false, 8 }, { 6, "none", true, 8 }, { 6, "none", false, 4 },
	{ 6, "none", true, 4 }, { 7, "none", false, 8 }, { 7, "zlib", true, 8 },
	{ 7, "zstd", false, 4 },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static struct dat *new_kind(unsigned int k, unsigned int cpus)
{
	struct machine m = { K6_12, kinds[k].size, kinds[k].be };
	struct dat *d = dat_new(&m, cpus);

	d->version = kinds[k].version;
	d->codec = kinds[k].codec;
	return d;
}

static void test_flagged_pages(void **state)
{
	unsigned int k;

	(void)state;
	for (k = 0; k < KINDS; k++) {
		struct dat *d = new_kind(k, 2);
		struct dat_cpu *c = d->buffer[0].cpu;
		struct reading r;

		put_free(d, 0, 1000);
		put_free(d, 0, 2000);
		dat_lost(d, &c[0], 17);
		put_free(d, 0, 9000);
		put_free(d, 1, 1500);
		dat_lost(d, &c[1], -1);
		put_free(d, 1, 5000);
		r = read_dat(d);
		assert_int_equal(r.n, 7);
		assert_int_equal(r.ev[0].ts_ns, 1000);
		assert_int_equal(r.ev[1].ts_ns, 1500);
		assert_lost(&r.ev[2], 1, 1500, 5000, 0);
		assert_int_equal(r.ev[3].ts_ns, 2000);
		assert_lost(&r.ev[4], 0, 2000, 9000, 17);
		assert_int_equal(r.ev[5].ts_ns, 5000);
		assert_int_equal(r.ev[6].ts_ns, 9000);
		assert_int_equal(r.info->events, 5);
		assert_int_equal(r.info->lost_events, 17);
		assert_int_equal(r.info->lost_gaps_unknown, 1);
		assert_int_equal(r.info->lost_by_cpu[0], 17);
		assert_int_equal(r.info->lost_by_cpu[1], 0);
		assert_int_equal(r.info->first_ns, 1000);
		assert_false(r.info->truncated);
		reading_free(&r);
		dat_free(d);
	}
}

/* Buffers that were overwritten: each CPU begins at a time of its own. */
static void test_overwritten_at_the_beginning(void **state)
{
	struct dat *d = dat_new(&le64, 2);
	struct reading r;

	(void)state;
	dat_lost(d, &d->buffer[0].cpu[1], 3);
	put_free(d, 1, 7000);
	put_free(d, 0, 1000);
	r = read_dat(d);
	assert_int_equal(r.n, 3);
	assert_lost(&r.ev[0], 1, 0, 7000, 3);
	assert_int_equal(r.info->first_ns, 1000);
	reading_free(&r);
	dat_free(d);
}

/* The gap begins and ends at the nearest record, of whatever event. */
static void test_gap_between_foreign_events(void **state)
{
	struct dat *d = dat_new(&le64, 1);
	struct ev *other = dat_ev(d, "net", "netif_rx_entry");
	struct dat_cpu *c = d->buffer[0].cpu;
	struct reading r;

	(void)state;
	put_free(d, 0, 1000);
	dat_put(d, c, 3000, other, 0, 1, NULL);
	dat_lost(d, c, 2);
	dat_put(d, c, 4000, other, 0, 1, NULL);
	put_free(d, 0, 8000);
	r = read_dat(d);
	assert_int_equal(r.n, 3);
	assert_lost(&r.ev[1], 0, 3000, 4000, 2);
	reading_free(&r);
	dat_free(d);
}

/* A flagged page without a record: the loss is told with what comes later. */
static void test_flagged_empty_pages(void **state)
{
	struct dat *d = dat_new(&le64, 1);
	struct dat_cpu *c = d->buffer[0].cpu;
	struct reading r;

	(void)state;
	put_free(d, 0, 1000);
	dat_lost(d, c, 2);
	dat_discard(d, c, 5, 16);
	dat_lost(d, c, 3);
	put_free(d, 0, 6000);
	dat_lost(d, c, 4);
	dat_discard(d, c, 5, 16);
	r = read_dat(d);
	assert_int_equal(r.n, 4);
	assert_lost(&r.ev[1], 0, 1000, 6000, 5);
	assert_lost(&r.ev[3], 0, 6000, UINT64_MAX, 4);
	reading_free(&r);
	dat_free(d);
}

/* What the kernel counted and no page tells of has no place in time. */
static void test_loss_without_a_place(void **state)
{
	unsigned int k;

	(void)state;
	for (k = 0; k < KINDS; k++) {
		struct dat *d = new_kind(k, 2);
		struct reading r;

		d->cpustat[0] = "CPU: 0\nentries: 2\noverrun: 4\ncommit overrun: 0\nbytes: 96\nread events: 2\ndropped events: 30\n";
		d->cpustat[1] = "CPU: 1\nentries: 2\noverrun: 0\ncommit overrun: 1\nbytes: 96\nread events: 2\ndropped events: 0\n";
		put_free(d, 0, 1000);
		dat_lost(d, &d->buffer[0].cpu[0], 4);
		put_free(d, 0, 2000);
		put_free(d, 1, 1500);
		r = read_dat(d);
		assert_int_equal(r.n, 5);
		assert_lost(&r.ev[0], UINT16_MAX, 0, UINT64_MAX, 31);
		assert_lost(&r.ev[2], 0, 1000, 2000, 4);
		assert_int_equal(r.info->lost_events, 35);
		reading_free(&r);
		dat_free(d);
	}
}

static void test_meta_counts_loss_too(void **state)
{
	struct txr_meta meta = { .tier = "stock", .dropped_events = 9 };
	struct dat *d = dat_new(&le64, 1);
	struct reading r;
	char *json;

	(void)state;
	json = txr_meta_to_json(&meta);
	d->meta = json;
	put_free(d, 0, 1000);
	r = read_dat(d);
	assert_int_equal(r.n, 2);
	assert_lost(&r.ev[0], UINT16_MAX, 0, UINT64_MAX, 9);
	reading_free(&r);
	dat_free(d);
	/* and none where the pages tell of all of them */
	d = dat_new(&le64, 1);
	d->meta = json;
	dat_lost(d, d->buffer[0].cpu, 9);
	put_free(d, 0, 1000);
	r = read_dat(d);
	assert_int_equal(r.n, 2);
	assert_lost(&r.ev[0], 0, 0, 1000, 9);
	reading_free(&r);
	dat_free(d);
	free(json);
}

/* An instance's counts are not those of the buffer that is read. */
static void test_stats_of_another_instance(void **state)
{
	struct dat *d = dat_new(&le64, 1);
	struct reading r;

	(void)state;
	d->cpustat[0] = "CPU: 0\nentries: 1\noverrun: 0\n";
	d->cpustat[1] = "\nBuffer: other\n\n";
	d->cpustat[2] = "CPU: 0\nentries: 1\noverrun: 5\n";
	put_free(d, 0, 1000);
	r = read_dat(d);
	assert_int_equal(r.n, 1);
	assert_int_equal(r.info->lost_events, 0);
	reading_free(&r);
	dat_free(d);
}

/* A small recording of every kind of record. */
static struct dat *sample(unsigned int k)
{
	struct dat *d = new_kind(k, 3);
	struct dat_cpu *c = d->buffer[0].cpu;
	struct ev *start = dat_ev(d, "net", "net_dev_start_xmit");
	unsigned int i;

	d->clock = "[mono]";
	d->comms = "1 a\n2 b\n";
	d->page_size = d->header_page_size = 512;
	d->chunk_pages = 2;
	d->meta = kinds[k].version == 6 ? "{}" : NULL;
	for (i = 0; i < 40; i++) {
		struct ev_value v[] = {
			{ "skbaddr", 4096 + i, NULL }, { "name", 0, "eth0" }, { 0 }
		};

		dat_put(d, &c[i % 2], 1000 + i * 100, start, 0, 1, v);
		put_free(d, (i + 1) % 2, 1050 + i * 100);
		if (i == 20)
			dat_lost(d, &c[0], 3);
		if (i == 25)
			dat_discard(d, &c[0], 7, 20);
		if (i == 30)
			dat_stamp(d, &c[1], 1050 + i * 100 + 1);
	}
	dat_record(d, &c[1], 1ULL << 40, "\xff\xff", 2);
	put_free(d, 1, (1ULL << 40) + 5);
	return d;
}

/* Every event must be one of the whole file's, in order; none made up. */
static void assert_part(const struct reading *part, const struct reading *whole)
{
	size_t i, j = 0;

	for (i = 0; i < part->n; i++) {
		const struct txr_event *e = &part->ev[i];

		if (e->kind == TXR_LOST)
			continue;
		while (j < whole->n && (whole->ev[j].kind != e->kind ||
					whole->ev[j].ts_ns != e->ts_ns ||
					whole->ev[j].cpu != e->cpu ||
					whole->ev[j].skbaddr != e->skbaddr))
			j++;
		assert_true(j < whole->n);
		j++;
	}
}

static void test_cut_at_every_byte(void **state)
{
	unsigned int k;

	(void)state;
	for (k = 0; k < KINDS; k++) {
		struct dat *d = sample(k);
		struct bytes b = dat_build(d);
		struct reading whole = read_bytes(&b, b.n), r;
		size_t len, delivered = 0, opened = 0;

		assert_int_equal(whole.ret, 0);
		assert_false(whole.info->truncated);
		for (len = 0; len < b.n; len++) {
			r = read_bytes(&b, len);
			if (r.s) {
				opened++;
				assert_int_equal(r.ret, 0);
				assert_true(r.info->truncated);
				assert_true(r.lost > 0);
				assert_true(r.n - r.lost >= delivered);
				delivered = r.n - r.lost;
				assert_part(&r, &whole);
			} else {
				assert_true(r.ret < 0);
				assert_non_null(strstr(r.err.text, ": "));
				assert_non_null(strstr(r.err.text, "; "));
			}
			reading_free(&r);
		}
		/* version 7 has the table of its buffers at the end */
		if (d->version == 6) {
			assert_true(opened > 1000);
			assert_true(delivered + 10 > whole.n - whole.lost);
		}
		reading_free(&whole);
		bytes_free(&b);
		dat_free(d);
	}
}

/* Any byte wrong: an error line or events, never a crash, no end of memory. */
static void test_bytes_that_lie(void **state)
{
	static const uint8_t lies[] = { 0x00, 0xff, 0x80, 0x7f };
	unsigned int k, i;

	(void)state;
	for (k = 0; k < KINDS; k++) {
		struct dat *d = sample(k);
		struct bytes b = dat_build(d);
		size_t at;

		for (at = 0; at < b.n; at++) {
			uint8_t was = b.p[at];
			struct reading r;

			i = at % sizeof(lies);
			b.p[at] = lies[i] == was ? was ^ 0x55 : lies[i];
			r = read_bytes(&b, b.n);
			if (!r.s)
				assert_non_null(strstr(r.err.text, ": "));
			reading_free(&r);
			b.p[at] = was;
		}
		bytes_free(&b);
		dat_free(d);
	}
}

static uint64_t seed;

static uint64_t rnd(uint64_t n)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (seed >> 33) % n;
}

static void damage(struct bytes *b)
{
	size_t at = rnd(b->n), from = rnd(b->n), n = 1 + rnd(64);

	if (n > b->n - at)
		n = b->n - at;
	if (n > b->n - from)
		n = b->n - from;
	switch (rnd(3)) {
	case 0:
		memmove(b->p + at, b->p + from, n);
		break;
	case 1:
		memset(b->p + at, rnd(2) ? 0xff : 0, n < 8 ? n : 8);
		break;
	default:
		b->p[at] ^= 1u << rnd(8);
	}
}

/* Several things wrong at once, and perhaps a piece missing. */
static void test_random_damage(void **state)
{
	unsigned int k, i, j;

	(void)state;
	for (k = 0; k < KINDS; k++) {
		struct dat *d = sample(k);
		struct bytes b = dat_build(d), copy = { 0 };

		bytes_add(&copy, b.p, b.n);
		for (i = 0; i < 600; i++) {
			struct reading r;

			seed = 10000 * k + i;
			for (j = rnd(6) + 1; j; j--)
				damage(&copy);
			r = read_bytes(&copy, rnd(3) ? copy.n : rnd(copy.n));
			if (!r.s)
				assert_non_null(strstr(r.err.text, ": "));
			reading_free(&r);
			memcpy(copy.p, b.p, b.n);
		}
		bytes_free(&copy);
		bytes_free(&b);
		dat_free(d);
	}
}

/* Two CPUs with the same pages, or one option read again and again. */
static void test_data_claimed_twice(void **state)
{
	struct dat *d = new_kind(0, 2);
	struct bytes b;
	struct reading r;
	uint8_t *table;
	unsigned int i;

	(void)state;
	for (i = 0; i < 2000; i++)
		put_free(d, i % 2, 1000 + i);
	b = dat_build(d);
	table = memmem(b.p, b.n, "flyrecord", 10);
	assert_non_null(table);
	for (i = 0; i < 2; i++) {
		bytes_put_at(&b, table + 10 - b.p + 16 * i, 4096, 8);
		bytes_put_at(&b, table + 18 - b.p + 16 * i, UINT64_MAX - 8192, 8);
	}
	r = read_bytes(&b, b.n);
	assert_true(r.ret < 0);
	assert_non_null(strstr(r.err.text, "claim more data"));
	reading_free(&r);
	bytes_free(&b);
	dat_free(d);
}

/* A page whose commit is beyond it: a gap, and the next page goes on. */
static void test_broken_page(void **state)
{
	struct dat *d = dat_new(&le64, 1);
	struct dat_cpu *c = d->buffer[0].cpu;
	struct reading r;

	(void)state;
	put_free(d, 0, 1000);
	dat_close_page(d, c);
	put_free(d, 0, 2000);
	dat_close_page(d, c);
	bytes_put_at(&c->pages, 4096 + 8, 5000, 8);
	put_free(d, 0, 3000);
	r = read_dat(d);
	assert_int_equal(r.n, 3);
	assert_lost(&r.ev[1], 0, 1000, 3000, 0);
	assert_int_equal(r.info->undecodable, 1);
	assert_false(r.info->truncated);
	reading_free(&r);
	dat_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flagged_pages),
		cmocka_unit_test(test_overwritten_at_the_beginning),
		cmocka_unit_test(test_gap_between_foreign_events),
		cmocka_unit_test(test_flagged_empty_pages),
		cmocka_unit_test(test_loss_without_a_place),
		cmocka_unit_test(test_meta_counts_loss_too),
		cmocka_unit_test(test_stats_of_another_instance),
		cmocka_unit_test(test_cut_at_every_byte),
		cmocka_unit_test(test_bytes_that_lie),
		cmocka_unit_test(test_random_damage),
		cmocka_unit_test(test_data_claimed_twice),
		cmocka_unit_test(test_broken_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
