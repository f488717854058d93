// SPDX-License-Identifier: GPL-2.0-only
/*
 * bare_loop - read a trace.dat through libtracecmd, all CPUs merged by time, and
 * decode nothing: what that library alone costs. Prints the number of records.
 */
#include <stdio.h>
#include <trace-cmd.h>

static int count(struct tracecmd_input *in, struct tep_record *rec, int cpu, void *data)
{
	(void)in;
	(void)rec;
	(void)cpu;
	++*(unsigned long long *)data;
	return 0;
}

int main(int argc, char **argv)
{
	struct tracecmd_input *in = argc == 2 ? tracecmd_open(argv[1], 0) : NULL;
	unsigned long long n = 0;

	if (!in) {
		fprintf(stderr, "usage: bare_loop FILE (a trace.dat)\n");
		return 1;
	}
	if (tracecmd_iterate_events(in, NULL, 0, count, &n) < 0)
		return 1;
	tracecmd_close(in);
	printf("%llu\n", n);
	return 0;
}
