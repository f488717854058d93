// SPDX-License-Identifier: GPL-2.0-only
/* perf.data cut anywhere, with any byte turned, with lengths that are lies. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/perffile.h"
#include "lib/reading.h"

#define T0 1000000000ULL
#define SKB 0xffff888000001000ULL

static const struct machine machine = { K6_1, 8, false };

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

static void put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t us,
		unsigned int skb)
{
	struct ev_value v[] = {
		{ "skbaddr", SKB + 256 * skb, NULL }, { "name", 0, "eth0" }, { 0 }
	};

	pd_put(d, a, cpu, T0 + 1000 * us, 1, v);
}

static void put_packets(struct pd *d, const struct trio *t, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		put(d, t->start, i % d->cpus, 100 * i, i);
		put(d, t->done, i % d->cpus, 100 * i + 10, i);
		put(d, t->consume, (i + 1) % d->cpus, 100 * i + 50, i);
		if (i % 4 == 3)
			pd_round(d);
	}
}

/* A lie about a length must not be believed; memory must not follow it. */
static void test_lengths(void **state)
{
	static const uint64_t lies[] = { 1, 8, 79, 0x7fffffff, 0xffffffff, 1ULL << 62, ~0ULL };
	static const size_t fields[] = { 16, 24, 32, 40, 48 };
	struct pd *d = pd_new(&machine, 2);
	struct trio t = add_trio(d, PD_USUAL);
	struct pd_places at;
	struct bytes b;
	size_t f, l;

	(void)state;
	put_packets(d, &t, 8);
	b = pd_build(d, &at);
	for (f = 0; f < 5 + 2 * 4; f++) {
		size_t where = f < 5 ? fields[f] : at.table + 8 * (f - 5);
		uint64_t kept;

		memcpy(&kept, b.p + where, 8);
		for (l = 0; l < sizeof(lies) / sizeof(lies[0]); l++) {
			struct reading r;

			memcpy(b.p + where, &lies[l], 8);
			r = read_bytes(&b, b.n);
			if (r.ret)
				assert_null(strchr(r.err.text, '\n'));
			reading_free(&r);
		}
		memcpy(b.p + where, &kept, 8);
	}
	bytes_free(&b);
	pd_free(d);
}

struct form {
	bool pipe, packed, big_endian, chain;
};

static const struct form forms[] = {
	{ false, false, false, false }, { true, false, false, false },
	{ false, true, false, false }, { true, true, false, true },
	{ false, false, true, true }, { true, false, true, false },
};

static struct bytes build_form(const struct form *f, struct pd_places *at, size_t *samples)
{
	struct machine m = { K6_1, 8, f->big_endian };
	struct pd *d = pd_new(&m, 2);
	struct trio t = add_trio(d, PD_USUAL | (f->chain ? PD_CALLCHAIN | PD_READ : 0));
	struct bytes b;
	unsigned int i;

	for (i = 0; i < d->attrs; i++)
		d->attr[i].frames = 2;
	pd_other(d, 0, 0, PD_USUAL & ~PD_RAW);
	d->pipe = f->pipe;
	pd_comm(d, 1, "one");
	pd_fork(d, 2, 1);
	put_packets(d, &t, 6);
	pd_lost(d, t.start, 1, T0, 3);
	put_packets(d, &t, 1);
	pd_lost_samples(d, t.start, 0, 3);
	*samples = 3 * 7;
	if (f->packed)
		pd_pack(d, 300, f->chain);
	b = pd_build(d, at);
	pd_free(d);
	return b;
}

/* A file in memory, of which single bytes are changed. */
static int mem_file(const struct bytes *b, char *path, size_t size)
{
	int fd = memfd_create("perf.data", MFD_CLOEXEC);

	if (fd < 0 || write(fd, b->p, b->n) != (ssize_t)b->n)
		abort();
	snprintf(path, size, "/proc/self/fd/%d", fd);
	return fd;
}

static void sane(const struct reading *r, size_t samples)
{
	if (r->ret) {
		assert_true(r->err.text[0] != '\0');
		assert_null(strchr(r->err.text, '\n'));
		return;
	}
	assert_true(r->info->events <= samples);
}

static void test_cut_anywhere(void **state)
{
	size_t f, len, samples, read_some;
	char path[64];

	(void)state;
	for (f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
		struct pd_places at;
		struct bytes b = build_form(&forms[f], &at, &samples);
		int fd = mem_file(&b, path, sizeof(path));

		read_some = SIZE_MAX;
		for (len = b.n; len-- > 0; ) {
			struct reading r;

			if (ftruncate(fd, len))
				abort();
			r = read_path(path, 512);
			sane(&r, samples);
			/* of a file the formats are at the end: nothing without */
			if (!r.ret && forms[f].pipe && len > at.data) {
				assert_true(r.info->events <= read_some);
				read_some = r.info->events;
			}
			reading_free(&r);
		}
		close(fd);
		bytes_free(&b);
	}
}

/* Is byte i one that others depend on? Of the formats' texts a few will do. */
static bool worth_turning(const struct form *f, const struct pd_places *at, size_t i)
{
	bool text = f->pipe ? i > at->features + 300 && i < at->data : i > at->features;

	return !text || i % 13 == 0;
}

static void test_any_byte_turned(void **state)
{
	static const uint8_t turns[] = { 0xff, 0x01 };
	size_t f, i, t, samples;
	char path[64];

	(void)state;
	for (f = 0; f < sizeof(forms) / sizeof(forms[0]); f++) {
		struct pd_places at;
		struct bytes b = build_form(&forms[f], &at, &samples);
		int fd = mem_file(&b, path, sizeof(path));

		for (i = 0; i < b.n; i++) {
			for (t = 0; t < 2 && worth_turning(&forms[f], &at, i); t++) {
				uint8_t other = b.p[i] ^ turns[t];
				struct reading r;

				if (pwrite(fd, &other, 1, i) != 1)
					abort();
				r = read_path(path, 512);
				sane(&r, samples);
				reading_free(&r);
			}
			if (pwrite(fd, &b.p[i], 1, i) != 1)
				abort();
		}
		close(fd);
		bytes_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_cut_anywhere),
		cmocka_unit_test(test_any_byte_turned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
