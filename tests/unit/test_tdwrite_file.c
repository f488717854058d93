// SPDX-License-Identifier: GPL-2.0-only
/* The file of a recording: nameless until whole, the old one kept; names, stats. */
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "source/tracefs_instance.h"
#include "source/tracefs_outfile.h"
#include "source/tracefs_stats.h"

static char dir[] = "/tmp/txr-out-XXXXXX";
static char path[64], old[64];

static int make_dir(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/x.dat", dir);
	snprintf(old, sizeof(old), "%s/x.dat.old", dir);
	return 0;
}

static int remove_dir(void **state)
{
	(void)state;
	unlink(path);
	unlink(old);
	return rmdir(dir);
}

static int entries(void)
{
	DIR *d = opendir(dir);
	struct dirent *de;
	int n = 0;

	while ((de = readdir(d)))
		n += de->d_name[0] != '.' || de->d_name[1] == 't';
	closedir(d);
	return n;
}

static char content(const char *file)
{
	char c = '?';
	int fd = open(file, O_RDONLY);

	if (fd < 0 || read(fd, &c, 1) != 1)
		c = '?';
	close(fd);
	return c;
}

static void write_one(const char *text, bool want_old)
{
	struct txr_outfile o;
	struct stat st;
	bool kept;

	assert_int_equal(txr_outfile_open(&o, path, NULL), 0);
	assert_int_equal(pwrite(o.fd, text, 1, 0), 1);
	assert_int_equal(txr_outfile_commit(&o, &kept, NULL), 0);
	assert_int_equal(kept, want_old);
	txr_outfile_close(&o);
	assert_int_equal(content(path), text[0]);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void old_one_is_kept(void **state)
{
	(void)state;
	write_one("a", false);
	write_one("b", true);
	assert_int_equal(content(old), 'a');
	write_one("c", true);
	assert_int_equal(content(old), 'b');
	assert_int_equal(entries(), 2);
}

static void nothing_is_left_of_one_given_up(void **state)
{
	struct txr_outfile o;
	int temp, before = entries();

	(void)state;
	assert_int_equal(txr_outfile_open(&o, path, NULL), 0);
	temp = txr_outfile_temp(&o);
	assert_true(temp >= 0);
	assert_int_equal(write(temp, "x", 1), 1);
	close(temp);
	txr_outfile_close(&o);
	assert_int_equal(entries(), before);
}

static void expect_open_fails(const char *name, int code, const char *word)
{
	struct txr_err err = { 0 };
	struct txr_outfile o;

	assert_int_equal(txr_outfile_open(&o, name, &err), -code);
	assert_int_equal(err.code, code);
	assert_non_null(strstr(err.text, word));
	assert_int_equal(o.fd, -1);
}

static void no_place_for_a_file(void **state)
{
	(void)state;
	expect_open_fails("", EINVAL, "give one");
	expect_open_fails("-", EINVAL, "give one");
	expect_open_fails("/dev/null", EINVAL, "regular");
	expect_open_fails(dir, EINVAL, "regular");
	expect_open_fails("/no/such/place/x", ENOENT, "-o");
}

static void a_size_limit_is_heeded(void **state)
{
	struct rlimit was, lim;
	struct txr_outfile o;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	lim = was;
	lim.rlim_cur = 1 << 20;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &lim), 0);
	assert_int_equal(txr_outfile_open(&o, path, NULL), 0);
	assert_int_equal(o.limit_bytes, 1 << 20);
	assert_true(o.reserve_bytes < o.limit_bytes);
	txr_outfile_close(&o);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_int_equal(txr_outfile_open(&o, path, NULL), 0);
	assert_int_equal(o.reserve_bytes, TXR_OUTFILE_RESERVE);
	txr_outfile_close(&o);
}

static void names_of_instances(void **state)
{
	static const char *const not_ours[] = { "txring", "txring-1", "txring-1-", "txring-a-1",
		"txring-1-2x", "txring--1-2", "mine-1-2", "txring-0-5", "txring-1-2-3", "" };
	uint64_t start;
	size_t i;
	int pid;

	(void)state;
	assert_true(txr_instance_parse("txring-1234-567890", &pid, &start));
	assert_int_equal(pid, 1234);
	assert_int_equal(start, 567890);
	for (i = 0; i < sizeof(not_ours) / sizeof(not_ours[0]); i++)
		assert_false(txr_instance_parse(not_ours[i], &pid, &start));
}

static void start_time_tells_processes_apart(void **state)
{
	uint64_t mine = txr_process_start_time(getpid());

	(void)state;
	assert_true(mine > 0);
	assert_int_equal(txr_process_start_time(getpid()), mine);
	assert_true(txr_process_start_time(1) < mine);
	assert_int_equal(txr_process_start_time(0x7ffffff0), 0);
}

static void statistics_of_a_cpu(void **state)
{
	static const char text[] = "entries: 5\noverrun: 7\ncommit overrun: 11\nbytes: 900\n"
		"oldest event ts:     0.000000\nnow ts:  2034.209418\ndropped events: 13\n"
		"read events: 17\nsomething new: 99\n";
	struct txr_cpu_stats s;

	(void)state;
	txr_cpu_stats_parse(&s, text);
	assert_int_equal(s.entries, 5);
	assert_int_equal(s.read_events, 17);
	assert_int_equal(txr_cpu_stats_lost(&s), 7 + 11 + 13);
	txr_cpu_stats_parse(&s, "");
	assert_int_equal(s.entries + txr_cpu_stats_lost(&s) + s.read_events, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(old_one_is_kept),
		cmocka_unit_test(nothing_is_left_of_one_given_up),
		cmocka_unit_test(no_place_for_a_file),
		cmocka_unit_test(a_size_limit_is_heeded),
		cmocka_unit_test(names_of_instances),
		cmocka_unit_test(start_time_tells_processes_apart),
		cmocka_unit_test(statistics_of_a_cpu),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
