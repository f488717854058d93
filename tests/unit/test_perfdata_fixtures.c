// SPDX-License-Identifier: GPL-2.0-only
/*
 * Recordings of the stock perf, cut and with bits turned: read, or refused in one
 * line. FIXTURES: where they are (default: tests/fixtures).
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fcntl.h>
#include "lib/reading.h"

#define CUTS 150
#define TURNS 400

static const char *folder(void)
{
	const char *f = getenv("FIXTURES");

	return f ? f : "tests/fixtures";
}

static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return *seed >> 20;
}

static struct bytes slurp(const char *name)
{
	struct bytes b = { 0 };
	char path[512];
	struct stat st;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder(), name);
	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st))
		fail_msg("cannot read %s", path);
	bytes_zero(&b, st.st_size);
	if (read(fd, b.p, b.n) != (ssize_t)b.n)
		fail_msg("cannot read %s", path);
	close(fd);
	return b;
}

static void sane(const char *path, uint64_t most)
{
	struct reading r = read_path(path, 256);

	if (r.ret) {
		assert_true(r.err.text[0] != '\0');
		assert_null(strchr(r.err.text, '\n'));
	} else {
		assert_true(r.info->events <= most);
	}
	reading_free(&r);
}

static void cut(int fd, const char *path, const struct bytes *b, uint64_t most, uint64_t *seed)
{
	unsigned int i;

	for (i = 0; i < CUTS; i++) {
		size_t len = i < 50 ? 4 * i : next(seed) % b->n;

		if (ftruncate(fd, len))
			fail();
		sane(path, most);
		if (pwrite(fd, b->p, b->n, 0) != (ssize_t)b->n)
			fail();
	}
}

static void turn(int fd, const char *path, const struct bytes *b, uint64_t *seed)
{
	unsigned int i;

	for (i = 0; i < TURNS; i++) {
		/* the headers, then anywhere */
		size_t at = next(seed) % (i % 2 && b->n > 4096 ? 4096 : b->n);
		uint8_t other = b->p[at] ^ 1 << next(seed) % 8;

		if (pwrite(fd, &other, 1, at) != 1)
			fail();
		/* a turned bit can make a record of another's bytes */
		sane(path, b->n / 16);
		if (pwrite(fd, &b->p[at], 1, at) != 1)
			fail();
	}
}

static void one(const char *name)
{
	struct bytes b = slurp(name);
	int fd = memfd_create(name, MFD_CLOEXEC);
	struct reading whole;
	uint64_t seed = b.n;
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (pwrite(fd, b.p, b.n, 0) != (ssize_t)b.n)
		fail();
	whole = read_path(path, 256);
	cut(fd, path, &b, whole.ret ? b.n / 16 : whole.info->events, &seed);
	turn(fd, path, &b, &seed);
	reading_free(&whole);
	close(fd);
	bytes_free(&b);
}

static void test_fixtures(void **state)
{
	DIR *dir = opendir(folder());
	unsigned int done = 0;
	struct dirent *de;

	(void)state;
	if (!dir)
		skip();
	while ((de = readdir(dir))) {
		size_t n = strlen(de->d_name);

		if (n > 5 && (!strcmp(de->d_name + n - 5, ".data") ||
			      !strcmp(de->d_name + n - 5, ".perf"))) {
			one(de->d_name);
			done++;
		}
	}
	closedir(dir);
	assert_true(done >= 9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fixtures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
