// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pages that do not all fit: what is in the file ends at one moment on every
 * CPU, nothing before that moment is missing, and what is left out is counted.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "source/tracedat_write_pages.h"

#define PAGE 4096u
#define HEAD (8 + sizeof(long))
#define CPUS 3

/* What a CPU recorded: times of its events, and how many each page holds. */
struct cpu {
	uint64_t ts[20000];
	size_t events, pages;
	char *data;
	struct txr_cpu_pages p;
	FILE *file;
};

static struct cpu cpus[CPUS];
static struct txr_cpu_pages pages[CPUS];
static uint64_t rng = 88172645463325252ULL;

static uint64_t draw(uint64_t below)
{
	rng ^= rng << 13;
	rng ^= rng >> 7;
	rng ^= rng << 17;
	return rng % below;
}

/* One event of 8 bytes: type_len 2, time since the one before (ring_buffer.c). */
static size_t put_event(char *page, size_t at, uint32_t delta, uint64_t ts)
{
	uint32_t head = 2 | delta << 5;

	memcpy(page + at, &head, 4);
	memcpy(page + at + 4, &ts, 8);	/* the test's own: the time again */
	return at + 12;
}

static void fill_page(struct cpu *c, char *page, uint64_t *now, size_t want, bool missed)
{
	unsigned long commit, lost = 77;
	uint64_t begin = *now + 1 + draw(500), last = begin;
	size_t at = HEAD, i;

	memset(page, 0, PAGE);
	for (i = 0; i < want && at + 20 < PAGE; i++) {
		uint32_t delta = i ? 1 + draw(100) : 0;

		last += delta;
		at = put_event(page, at, delta, last);
		c->ts[c->events++] = last;
	}
	commit = at - HEAD;
	memcpy(page, &begin, 8);
	if (missed) {
		memcpy(page + at, &lost, sizeof(lost));
		commit |= 1UL << 31 | 1UL << 30;
	}
	memcpy(page + 8, &commit, sizeof(commit));
	*now = last;
}

static void make_cpu(struct cpu *c, size_t nr_pages, size_t in_file)
{
	uint64_t now = draw(1000);
	size_t i;

	memset(c, 0, sizeof(*c));
	c->pages = nr_pages;
	c->data = malloc(nr_pages * PAGE + 1);
	for (i = 0; i < nr_pages; i++)
		fill_page(c, c->data + i * PAGE, &now, 1 + draw(60), draw(3) == 0);
	c->file = tmpfile();
	c->p.fd = fileno(c->file);
	c->p.file_bytes = in_file * PAGE;
	assert_int_equal(pwrite(c->p.fd, c->data, in_file * PAGE, 0), in_file * PAGE);
	c->p.tail_bytes = (nr_pages - in_file) * PAGE;
	c->p.tail = malloc(c->p.tail_bytes + 1);
	memcpy(c->p.tail, c->data + in_file * PAGE, c->p.tail_bytes);
}

static void free_cpu(struct cpu *c)
{
	fclose(c->file);
	free(c->p.tail);
	free(c->data);
}

/* The events of the pages in out, which must be those of the CPU, in order. */
static size_t events_in(const char *out, size_t bytes, const struct cpu *c)
{
	size_t at, end, n = 0;
	unsigned long commit, lost;
	uint64_t ts;

	for (; bytes; bytes -= PAGE, out += PAGE) {
		memcpy(&commit, out + 8, sizeof(commit));
		end = HEAD + (commit & 0xfffff);
		for (at = HEAD; at < end; at += 12) {
			memcpy(&ts, out + at + 4, 8);
			assert_int_equal(ts, c->ts[n++]);
		}
		assert_int_equal(at, end);
		if (commit & 1UL << 30) {
			memcpy(&lost, out + end, sizeof(lost));
			assert_int_equal(lost, 77);
		}
	}
	return n;
}

static size_t events_before(const struct cpu *c, uint64_t ts)
{
	size_t n = 0;

	while (n < c->events && c->ts[n] < ts)
		n++;
	return n;
}

static uint64_t sum(const uint64_t *size)
{
	return size[0] + size[1] + size[2];
}

static void check_cut(uint64_t room)
{
	uint64_t size[CPUS], offset = 0, begin, left = 0, all = 0, counted;
	FILE *f = tmpfile();
	struct txr_cut cut;
	size_t i, kept;

	assert_int_equal(txr_pages_fit(pages, CPUS, PAGE, room, size, &cut, NULL), 0);
	assert_true(sum(size) <= room);
	if (!cut.cut) {
		for (i = 0; i < CPUS; i++)
			assert_int_equal(size[i], cpus[i].pages * PAGE);
		cut.at_ns = UINT64_MAX;
	} else {
		assert_int_equal(txr_pages_cut(pages, CPUS, PAGE, size, &cut, NULL), 0);
	}
	for (i = 0; i < CPUS; i++) {
		char *out = malloc(size[i] + 1);

		begin = offset;
		assert_int_equal(txr_pages_copy(fileno(f), &offset, &pages[i], PAGE,
						size[i]), 0);
		assert_int_equal(offset - begin, size[i]);
		assert_int_equal(pread(fileno(f), out, size[i], begin), size[i]);
		kept = events_in(out, size[i], &cpus[i]);
		assert_int_equal(kept, events_before(&cpus[i], cut.at_ns));
		left += cpus[i].events - kept;
		all += kept;
		free(out);
	}
	assert_int_equal(cut.events_left_out, left);
	assert_int_equal(txr_pages_count(fileno(f), 0, size, CPUS, PAGE, &counted), 0);
	assert_int_equal(counted, all);
	fclose(f);
}

static void any_room(void **state)
{
	size_t i, round, total;

	(void)state;
	for (round = 0; round < 500; round++) {
		for (i = total = 0; i < CPUS; i++) {
			size_t n = draw(20), in_file = n ? draw(n + 1) : 0;

			make_cpu(&cpus[i], n, in_file);
			pages[i] = cpus[i].p;
			total += n;
		}
		check_cut(draw(total + 2) * PAGE + draw(PAGE));
		for (i = 0; i < CPUS; i++)
			free_cpu(&cpus[i]);
	}
}

/* The cut is as late as room allows: one page more of time would not fit. */
static void the_cut_is_the_latest(void **state)
{
	uint64_t size[CPUS], again[CPUS], room = 15 * PAGE;
	struct txr_cut cut, later;
	size_t i;

	(void)state;
	for (i = 0; i < CPUS; i++) {
		make_cpu(&cpus[i], 10, 5);
		pages[i] = cpus[i].p;
	}
	assert_int_equal(txr_pages_fit(pages, CPUS, PAGE, room, size, &cut, NULL), 0);
	assert_true(cut.cut);
	assert_int_equal(cut.pages_left_out, 30 - sum(size) / PAGE);
	assert_int_equal(txr_pages_fit(pages, CPUS, PAGE, sum(size), again, &later, NULL), 0);
	assert_int_equal(later.at_ns, cut.at_ns);
	if (sum(size) >= PAGE) {
		assert_int_equal(txr_pages_fit(pages, CPUS, PAGE, sum(size) - PAGE, again,
					       &later, NULL), 0);
		assert_true(later.at_ns < cut.at_ns);
	}
	for (i = 0; i < CPUS; i++)
		free_cpu(&cpus[i]);
}

/* Pages in memory may lie anywhere. */
static void pages_one_by_one(void **state)
{
	char *list[10], out[10 * PAGE];
	uint64_t size[CPUS] = { 0 }, offset = 0;
	FILE *f = tmpfile();
	struct txr_cut cut;
	size_t i;

	(void)state;
	make_cpu(&cpus[0], 10, 0);
	for (i = 0; i < 10; i++) {
		list[i] = malloc(PAGE);
		memcpy(list[i], cpus[0].data + i * PAGE, PAGE);
	}
	pages[0] = cpus[0].p;
	pages[0].tail = NULL;
	pages[0].page = list;
	assert_int_equal(txr_pages_fit(pages, 1, PAGE, 7 * PAGE, size, &cut, NULL), 0);
	assert_true(cut.cut && size[0] <= 7 * PAGE && size[0] > 0);
	assert_int_equal(txr_pages_copy(fileno(f), &offset, &pages[0], PAGE, 10 * PAGE), 0);
	assert_int_equal(pread(fileno(f), out, sizeof(out), 0), sizeof(out));
	assert_memory_equal(out, cpus[0].data, sizeof(out));
	for (i = 0; i < 10; i++)
		free(list[i]);
	fclose(f);
	free_cpu(&cpus[0]);
}

/* The source gives its blocks back while it is copied. */
static void the_source_is_emptied(void **state)
{
	uint64_t offset = 100, size;
	FILE *f = tmpfile();
	off_t end;

	(void)state;
	make_cpu(&cpus[0], 299, 299);
	pages[0] = cpus[0].p;
	size = pages[0].file_bytes;
	assert_int_equal(txr_pages_copy(fileno(f), &offset, &pages[0], PAGE, size), 0);
	assert_int_equal(offset, 100 + size);
	end = lseek(cpus[0].p.fd, 0, SEEK_END);
	assert_int_equal(end, 0);
	assert_int_equal(lseek(fileno(f), 0, SEEK_END), offset);
	fclose(f);
	free_cpu(&cpus[0]);
}

static void a_failing_copy_tells_how_far_it_came(void **state)
{
	uint64_t offset = 0;
	int full = open("/dev/full", O_WRONLY);

	(void)state;
	if (full < 0)
		skip();
	make_cpu(&cpus[0], 4, 0);
	pages[0] = cpus[0].p;
	assert_int_equal(txr_pages_copy(full, &offset, &pages[0], PAGE, 4 * PAGE), -ENOSPC);
	assert_int_equal(offset, 0);
	close(full);
	free_cpu(&cpus[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_room),
		cmocka_unit_test(the_cut_is_the_latest),
		cmocka_unit_test(pages_one_by_one),
		cmocka_unit_test(the_source_is_emptied),
		cmocka_unit_test(a_failing_copy_tells_how_far_it_came),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
