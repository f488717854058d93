// SPDX-License-Identifier: GPL-2.0-only
/*
 * cycles - a recording from beginning to end, again and again, in one process.
 *
 *   cycles tracefs|perf|live COUNT FILE
 *
 * Prints one JSON object: file descriptors and memory after the first tenth, and at
 * the end. What a run does not give back shows as a difference.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "source/live.h"
#include "source/tracefs_events.h"
#ifdef HAVE_LIBPERF
#include "source/perfrec.h"
#endif

struct use {
	long fds, rss_kb;
};

static struct use use_now(void)
{
	DIR *dir = opendir("/proc/self/fd");
	FILE *f = fopen("/proc/self/statm", "re");
	struct use u = { 0 };
	long pages = 0;

	while (dir && readdir(dir))
		u.fds++;
	if (dir)
		closedir(dir);
	if (f && fscanf(f, "%*d %ld", &pages) == 1)
		u.rss_kb = pages * sysconf(_SC_PAGESIZE) / 1024;
	if (f)
		fclose(f);
	return u;
}

static const struct txr_record_config *config(const char *file)
{
	static struct txr_record_config cfg;

	cfg = (struct txr_record_config){
		.output = file, .tier = TXR_TIER_AUTO, .buffer_kb = 256, .clock = "mono",
		.output_fd = -1,
	};
	return &cfg;
}

static int tracefs(const char *file, struct txr_err *err)
{
	struct txr_record_result res;
	struct txr_recorder *r;
	int ret = txr_recorder_new(&r, config(file), err);

	if (ret)
		return ret;
	ret = txr_recorder_start(r, err);
	if (!ret)
		ret = txr_recorder_stop(r, err);
	if (!ret)
		ret = txr_recorder_write(r, &res, err);
	txr_recorder_free(r);
	return ret;
}

static int perf(const char *file, struct txr_err *err)
{
#ifdef HAVE_LIBPERF
	struct txr_record_result res;
	struct txr_perfrec *r;
	int ret = txr_perfrec_new(&r, config(file), err);

	if (ret)
		return ret;
	ret = txr_perfrec_start(r, err);
	if (!ret)
		ret = txr_perfrec_stop(r, err);
	if (!ret)
		ret = txr_perfrec_write(r, &res, err);
	txr_perfrec_free(r);
	return ret;
#else
	(void)file;
	return txr_fail(err, 1, "built without libperf");
#endif
}

static int live(const char *file, struct txr_err *err)
{
	const struct txr_live_config cfg = { .tier = TXR_TIER_AUTO, .buffer_kb = 256,
					     .keep_bytes = 1 << 20 };
	const struct txr_event *ev[64];
	struct txr_source *s;
	int n;

	(void)file;
	n = txr_source_open_live(&s, &cfg, err);
	if (n)
		return n;
	txr_live_pass(s);
	do {
		n = txr_source_read(s, ev, 64, err);
	} while (n > 0);
	txr_source_close(s);
	return n;
}

int main(int argc, char **argv)
{
	int (*run)(const char *file, struct txr_err *err) = NULL;
	struct txr_err err = { 0 };
	struct use first = { 0 }, last;
	long i, count;

	if (argc == 4 && !strcmp(argv[1], "tracefs"))
		run = tracefs;
	else if (argc == 4 && !strcmp(argv[1], "perf"))
		run = perf;
	else if (argc == 4 && !strcmp(argv[1], "live"))
		run = live;
	if (!run) {
		fputs("usage: cycles tracefs|perf|live COUNT FILE\n", stderr);
		return 2;
	}
	count = strtol(argv[2], NULL, 10);
	if (count < 2) {
		fputs("cycles: COUNT: two at least, the first is no measure\n", stderr);
		return 2;
	}
	for (i = 0; i < count; i++) {
		if (i == (count + 9) / 10)
			first = use_now();
		if (run(argv[3], &err)) {
			fprintf(stderr, "cycles: run %ld: %s\n", i, err.text);
			return 1;
		}
	}
	last = use_now();
	printf("{\"runs\":%ld,\"fds\":[%ld,%ld],\"rss_kb\":[%ld,%ld]}\n", count, first.fds,
	       last.fds, first.rss_kb, last.rss_kb);
	return 0;
}
