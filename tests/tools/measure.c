// SPDX-License-Identifier: GPL-2.0-only
/*
 * measure - run a command, print what it took.
 *
 *   measure [-o FILE] [-m] COMMAND...
 *
 * One JSON object on FILE (default stderr): wall, user and system seconds, peak
 * resident memory (getrusage of the child). -m samples /proc/PID/status every
 * 2 ms too: the peak of memory that is not a mapped file. The exit status is
 * the command's.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "lib/netdev.h"

static long anon_kb(pid_t pid)
{
	char path[64], line[256];
	long v, sum = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "RssAnon: %ld", &v) == 1 || sscanf(line, "RssShmem: %ld", &v) == 1)
			sum += v;
	fclose(f);
	return sum;
}

static int wait_for(pid_t pid, bool sample, struct rusage *ru, long *peak)
{
	struct timespec pause = { 0, 2000000 };
	int status;
	pid_t got;
	long kb;

	do {
		if (sample) {
			kb = anon_kb(pid);
			if (kb > *peak)
				*peak = kb;
			nanosleep(&pause, NULL);
		}
		got = wait4(pid, &status, sample ? WNOHANG : 0, ru);
	} while (!got || (got < 0 && errno == EINTR));
	return status;
}

int main(int argc, char **argv)
{
	FILE *out = stderr;
	bool sample = false;
	struct rusage ru;
	uint64_t begin;
	int c, status;
	long peak = 0;
	pid_t pid;

	while ((c = getopt(argc, argv, "+o:m")) != -1) {
		if (c == 'm')
			sample = true;
		else if (c == 'o')
			out = fopen(optarg, "we");
		else
			return 2;
	}
	if (optind >= argc || !out) {
		fprintf(stderr, "usage: measure [-o FILE] [-m] COMMAND...\n");
		return 2;
	}
	begin = now_ns();
	pid = fork();
	if (!pid) {
		execvp(argv[optind], argv + optind);
		perror(argv[optind]);
		_exit(127);
	}
	status = wait_for(pid, sample, &ru, &peak);
	fprintf(out, "{\"wall_s\":%.6f,\"user_s\":%ld.%06ld,\"sys_s\":%ld.%06ld,"
		"\"max_rss_kb\":%ld,\"peak_anon_kb\":%ld,\"status\":%d}\n",
		(double)(now_ns() - begin) / 1e9, (long)ru.ru_utime.tv_sec,
		(long)ru.ru_utime.tv_usec, (long)ru.ru_stime.tv_sec, (long)ru.ru_stime.tv_usec,
		ru.ru_maxrss, peak, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	fclose(out);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
