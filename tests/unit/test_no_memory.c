// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings read, paired and reported while the n-th allocation fails, for every n:
 * an error is told, or the report is what it is with memory enough; nothing is left
 * behind. The linker gives our own code these allocators, not the libraries.
 * FIXTURES: where the recordings are (default: tests/fixtures).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/pipeline.h"
#include "txring/view.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
char *__real_strdup(const char *s);
char *__real_strndup(const char *s, size_t n);
void __real_free(void *p);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
char *__wrap_strdup(const char *s);
char *__wrap_strndup(const char *s, size_t n);
void __wrap_free(void *p);

int __real_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *),
			  void *ctx);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *),
			  void *ctx);

/* Threads that are begun while a test runs. */
static struct {
	uint64_t jobs;		/* --jobs */
	unsigned int begun;
	bool fails;
} threads;

int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*run)(void *),
			  void *ctx)
{
	if (threads.fails)
		return EAGAIN;
	threads.begun++;
	return __real_pthread_create(t, attr, run, ctx);
}

/* What is held of it: a table by address, which never grows. */
#define SLOTS (1u << 16)

static struct {
	void *held[SLOTS];
	size_t nr_held;
	unsigned long count;	/* of allocations */
	unsigned long fails;	/* the one that fails; 0: none */
	bool on;
} mem;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* of mem */

static bool fails(void)
{
	bool ret;

	pthread_mutex_lock(&lock);
	ret = mem.on && ++mem.count == mem.fails;
	pthread_mutex_unlock(&lock);
	if (ret)
		errno = ENOMEM;
	return ret;
}

static void *note(void *p)
{
	size_t i;

	if (!p)
		return p;
	pthread_mutex_lock(&lock);
	if (!mem.on)
		goto out;
	if (mem.nr_held == SLOTS / 2)
		abort();
	for (i = (uintptr_t)p / 16 % SLOTS; mem.held[i] && mem.held[i] != (void *)&mem; )
		i = (i + 1) % SLOTS;
	mem.held[i] = p;
	mem.nr_held++;
out:
	pthread_mutex_unlock(&lock);
	return p;
}

/* A slot that was used stays marked, so that what lies behind it is found. */
static void forget(const void *p)
{
	size_t i, n;

	pthread_mutex_lock(&lock);
	for (i = (uintptr_t)p / 16 % SLOTS, n = 0; p && mem.held[i] && n < SLOTS; n++) {
		if (mem.held[i] == p) {
			mem.held[i] = &mem;
			mem.nr_held--;
			break;
		}
		i = (i + 1) % SLOTS;
	}
	pthread_mutex_unlock(&lock);
}

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : note(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : note(__real_calloc(n, size));
}

void *__wrap_realloc(void *p, size_t size)
{
	if (fails())
		return NULL;
	forget(p);
	return note(__real_realloc(p, size));
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	if (fails())
		return NULL;
	forget(p);
	return note(__real_reallocarray(p, n, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : note(__real_aligned_alloc(align, size));
}

char *__wrap_strdup(const char *s)
{
	return fails() ? NULL : note(__real_strdup(s));
}

char *__wrap_strndup(const char *s, size_t n)
{
	return fails() ? NULL : note(__real_strndup(s, n));
}

void __wrap_free(void *p)
{
	forget(p);
	__real_free(p);
}

static const char *path_of(const char *name)
{
	const char *folder = getenv("FIXTURES");
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", folder ? folder : "tests/fixtures", name);
	return path;
}

/* The report in every form that a file is read in, one behind the other. */
static int draw(FILE *out, struct txr_report *r)
{
	const struct txr_view_opts o = {
		.queue = -1, .per_queue = true, .verbose = true, .width = 100,
	};
	int ret = txr_view_text(out, r, &o);

	if (!ret)
		ret = txr_view_csv(out, r, &o);
	if (!ret)
		ret = txr_view_classic(out, r, &o);
	return ret ? ret : txr_view_json(out, r, &o);
}

/* 0 and what it says, or the error and its text. */
static int report(const char *path, FILE *out, struct txr_err *err)
{
	const struct txr_window whole = { 0 };
	struct txr_pipeline p = { 0 };
	struct txr_report *r = NULL;
	int ret;

	ret = txr_pipeline_open(&p, path, &whole, NULL, NULL, err);
	p.jobs = threads.jobs;
	if (!ret)
		ret = txr_pipeline_run(&p, err);
	if (!ret)
		ret = txr_pipeline_report(&p, &r, err);
	if (!ret && draw(out, r))
		ret = txr_fail(err, ENOMEM, "the report cannot be drawn");
	txr_report_free(r);
	txr_pipeline_close(&p);
	return ret;
}

/* With the n-th allocation failing, 0: none. */
static int attempt(const char *path, unsigned long n, char **text, struct txr_err *err)
{
	size_t len;
	FILE *out = open_memstream(text, &len);
	int ret;

	assert_non_null(out);
	memset(&mem, 0, sizeof(mem));
	mem.fails = n;
	mem.on = true;
	ret = report(path, out, err);
	mem.on = false;
	fclose(out);
	return ret;
}

static void each_fails(const char *name)
{
	const char *path = path_of(name);
	struct txr_err err = { 0 };
	unsigned long n, all, wrong = 0, told = 0;
	char *want, *got;

	assert_int_equal(attempt(path, 0, &want, &err), 0);
	assert_int_equal(mem.nr_held, 0);
	all = mem.count;
	assert_true(all > 100);
	for (n = 1; n <= all && wrong < 20; n++) {
		int ret;

		memset(&err, 0, sizeof(err));
		ret = attempt(path, n, &got, &err);
		told += ret != 0;
		if (mem.nr_held) {
			print_error("%s, allocation %lu of %lu: %zu left\n", name, n, all,
				    mem.nr_held);
			wrong++;
		}
		if (ret ? !err.text[0] || strchr(err.text, '\n') : strcmp(want, got) != 0) {
			print_error("%s, allocation %lu of %lu: %s\n", name, n, all, ret ?
				    "no word of the error" : "another report, and no error");
			wrong++;
		}
		__real_free(got);
	}
	__real_free(want);
	assert_int_equal(wrong, 0);
	assert_true(told > all / 2);
}

static void test_ring(void **state)
{
	(void)state;
	each_fails("ring-v7.dat");
}

static void test_cut(void **state)
{
	(void)state;
	each_fails("ring-cut.dat");
}

static void test_handover(void **state)
{
	(void)state;
	each_fails("handover.dat");
}

static void test_stacked(void **state)
{
	(void)state;
	each_fails("stacked.dat");
}

static void test_loss(void **state)
{
	(void)state;
	each_fails("loss.dat");
}

static void test_why(void **state)
{
	(void)state;
	each_fails("why.dat");
}

static void test_perf_txring(void **state)
{
	(void)state;
	each_fails("perf-txring.data");
}

static void test_perf_zstd(void **state)
{
	(void)state;
	each_fails("perf-zstd.data");
}

static void test_perf_lost(void **state)
{
	(void)state;
	each_fails("perf-lost.data");
}

static void test_perf_pipe(void **state)
{
	(void)state;
	each_fails("perf-pipe.data");
}

static void test_perf_chain(void **state)
{
	(void)state;
	each_fails("perf-chain.data");
}

/* With a thread that reads ahead, of which allocation is the n-th is a matter of luck. */
static void test_ahead(void **state)
{
	(void)state;
	threads.jobs = 2;
	threads.begun = 0;
	each_fails("stacked.dat");
	each_fails("perf-txring.data");
	threads.jobs = 0;
	assert_true(threads.begun > 100);
}

/* No thread to be had: the same report by one, and nothing left. */
static void test_no_thread(void **state)
{
	const char *path = path_of("stacked.dat");
	struct txr_err err = { 0 };
	char *want, *got;

	(void)state;
	assert_int_equal(attempt(path, 0, &want, &err), 0);
	threads.jobs = 2;
	threads.fails = true;
	assert_int_equal(attempt(path, 0, &got, &err), 0);
	threads.fails = false;
	threads.jobs = 0;
	assert_int_equal(mem.nr_held, 0);
	assert_string_equal(got, want);
	__real_free(got);
	__real_free(want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ring),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_handover),
		cmocka_unit_test(test_stacked),
		cmocka_unit_test(test_loss),
		cmocka_unit_test(test_why),
		cmocka_unit_test(test_perf_txring),
		cmocka_unit_test(test_perf_zstd),
		cmocka_unit_test(test_perf_lost),
		cmocka_unit_test(test_perf_pipe),
		cmocka_unit_test(test_perf_chain),
		cmocka_unit_test(test_ahead),
		cmocka_unit_test(test_no_thread),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
