// SPDX-License-Identifier: GPL-2.0-only
/* Files of one run: names with their time, limits kept, nothing else is touched. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "source/fileset.h"

static char dir[] = "/tmp/txring-fileset.XXXXXX";
static char path[256];

static const char *in(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void make(const char *p, size_t bytes)
{
	FILE *f = fopen(p, "w");

	assert_non_null(f);
	while (bytes--)
		fputc('x', f);
	fclose(f);
}

static bool there(const char *p)
{
	return !access(p, F_OK);
}

static int set_up(void **state)
{
	(void)state;
	setenv("TZ", "UTC", 1);
	strcpy(dir + strlen(dir) - 6, "XXXXXX");
	return !mkdtemp(dir);
}

static int tear_down(void **state)
{
	char command[300];

	(void)state;
	snprintf(command, sizeof(command), "rm -r '%s'", dir);
	return system(command);
}

/* Write one more of so many bytes, as the recorder does: room first. */
static char *write_one(struct txr_fileset *f, time_t when, size_t bytes)
{
	char *name = txr_fileset_name(f, when);
	struct txr_err err = { 0 };

	assert_non_null(name);
	assert_false(there(name));
	assert_int_equal(txr_fileset_make_room(f, bytes, &err), 0);
	make(name, bytes);
	assert_int_equal(txr_fileset_add(f, name, bytes), 0);
	return name;
}

static void names(void **state)
{
	struct txr_fileset f;
	struct txr_err err = { 0 };
	char want[300], *name;

	(void)state;
	assert_int_equal(txr_fileset_open(&f, in("net.dat"), 10, 1000, &err), 0);
	name = write_one(&f, 1796066974, 1);	/* 2026-11-30 19:29:34 */
	snprintf(want, sizeof(want), "%s/net-20261130-192934.dat", dir);
	assert_string_equal(name, want);
	free(name);
	name = write_one(&f, 1796066974, 1);
	snprintf(want, sizeof(want), "%s/net-20261130-192934-2.dat", dir);
	assert_string_equal(name, want);
	free(name);
	txr_fileset_free(&f);
	assert_int_equal(txr_fileset_open(&f, dir, 10, 1000, &err), 0);
	name = txr_fileset_name(&f, 1796066974);
	snprintf(want, sizeof(want), "%s/txring-flight-20261130-192934.dat", dir);
	assert_string_equal(name, want);
	free(name);
	txr_fileset_free(&f);
}

static void keeps_so_many(void **state)
{
	struct txr_fileset f;
	struct txr_err err = { 0 };
	char *name[8], foreign[256];
	size_t i;

	(void)state;
	strcpy(foreign, in("a-20200101-000000.dat"));
	make(foreign, 10);
	assert_int_equal(txr_fileset_open(&f, in("a"), 3, 1000, &err), 0);
	for (i = 0; i < 8; i++) {
		name[i] = write_one(&f, 1796066974 + (time_t)i, 10);
		assert_true(f.count <= 3);
	}
	for (i = 0; i < 8; i++)
		assert_int_equal(there(name[i]), i >= 5);
	assert_true(there(foreign));
	assert_true(f.written == 8 && f.removed == 5 && f.bytes == 30);
	txr_fileset_free(&f);
	for (i = 5; i < 8; i++)
		assert_true(there(name[i]));
	for (i = 0; i < 8; i++)
		free(name[i]);
}

static void keeps_so_much(void **state)
{
	struct txr_fileset f;
	struct txr_err err = { 0 };
	char *a, *b, *c, *d;

	(void)state;
	assert_int_equal(txr_fileset_open(&f, in("b"), 100, 1000, &err), 0);
	a = write_one(&f, 1796066974, 400);
	b = write_one(&f, 1796066975, 600);	/* exactly as much as may be */
	assert_true(there(a) && there(b));
	c = write_one(&f, 1796066976, 100);
	assert_true(!there(a) && there(b) && there(c));
	d = write_one(&f, 1796066977, 1000);
	assert_true(!there(b) && !there(c) && there(d));
	txr_fileset_free(&f);
	free(a);
	free(b);
	free(c);
	free(d);
}

/* What was moved away, or replaced by another, is not ours any more. */
static void leaves_others_alone(void **state)
{
	struct txr_fileset f;
	struct txr_err err = { 0 };
	char moved[256], other[256], *a, *b, *c, *d;

	(void)state;
	assert_int_equal(txr_fileset_open(&f, in("c"), 2, 1000, &err), 0);
	a = write_one(&f, 1796066974, 10);
	b = write_one(&f, 1796066975, 10);
	strcpy(moved, in("kept.dat"));
	assert_int_equal(rename(a, moved), 0);
	strcpy(other, in("other"));
	make(other, 5);
	assert_int_equal(rename(other, b), 0);
	c = write_one(&f, 1796066976, 10);
	d = write_one(&f, 1796066977, 10);
	assert_true(there(moved) && there(b) && there(c) && there(d));
	assert_true(f.count == 2 && f.removed == 0 && f.bytes == 20);
	txr_fileset_free(&f);
	free(a);
	free(b);
	free(c);
	free(d);
}

static void refuses(void **state)
{
	struct txr_fileset f;
	struct txr_err err = { 0 };

	(void)state;
	assert_int_equal(txr_fileset_open(&f, in("no/such/x"), 2, 1000, &err), -ENOENT);
	assert_non_null(strstr(err.text, "No such file or directory; give a place"));
	memset(&err, 0, sizeof(err));
	assert_int_equal(txr_fileset_open(&f, "-", 2, 1000, &err), -EINVAL);
	memset(&err, 0, sizeof(err));
	assert_int_equal(txr_fileset_open(&f, "", 2, 1000, &err), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names, set_up, tear_down),
		cmocka_unit_test_setup_teardown(keeps_so_many, set_up, tear_down),
		cmocka_unit_test_setup_teardown(keeps_so_much, set_up, tear_down),
		cmocka_unit_test_setup_teardown(leaves_others_alone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(refuses, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
