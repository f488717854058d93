// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_cpus.c - the CPUs that are online, and those that can be. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perfrec_impl.h"

#define ONLINE "/sys/devices/system/cpu/online"
#define POSSIBLE "/sys/devices/system/cpu/possible"

/* "0-3,6": calls see() for each; false when the text is something else. */
static bool each_cpu(const char *text, void (*see)(void *ctx, unsigned int cpu), void *ctx)
{
	while (*text && *text != '\n') {
		char *end;
		unsigned long from = strtoul(text, &end, 10), to = from;

		if (end == text)
			return false;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		for (; from <= to && from < 65536; from++)
			see(ctx, from);
		if (*end && *end != ',' && *end != '\n')
			return false;
		text = *end == ',' ? end + 1 : end;
	}
	return true;
}

static bool each_of(const char *file, void (*see)(void *ctx, unsigned int cpu), void *ctx)
{
	char *text = txr_tfs_read(AT_FDCWD, file, NULL);
	bool good = text && each_cpu(text, see, ctx);

	free(text);
	return good;
}

bool txr_each_online(void (*see)(void *ctx, unsigned int cpu), void *ctx)
{
	return each_of(ONLINE, see, ctx);
}

static void add_cpu(void *ctx, unsigned int cpu)
{
	struct txr_perfrec *r = ctx;
	unsigned int *more = reallocarray(r->cpu, r->cpus + 1, sizeof(*more));

	if (!more)
		return;		/* found out by who counts */
	r->cpu = more;
	r->cpu[r->cpus++] = cpu;
}

static void note_highest(void *ctx, unsigned int cpu)
{
	struct txr_perfrec *r = ctx;

	if (cpu >= r->lost_cpus)
		r->lost_cpus = cpu + 1;
}

static void count_cpu(void *ctx, unsigned int cpu)
{
	(void)cpu;
	++*(unsigned int *)ctx;
}

int txr_perfrec_find_cpus(struct txr_perfrec *r, struct txr_err *err)
{
	unsigned int online = 0, i;

	if (!each_of(ONLINE, count_cpu, &online) || !online)
		return txr_fail(err, ENODEV, ONLINE ": cannot be read; is sysfs mounted?");
	each_of(ONLINE, add_cpu, r);
	each_of(POSSIBLE, note_highest, r);
	for (i = 0; i < r->cpus; i++)
		note_highest(r, r->cpu[i]);
	r->lost_by_cpu = calloc(r->lost_cpus, sizeof(*r->lost_by_cpu));
	r->on = calloc(r->lost_cpus, sizeof(*r->on));
	if (r->cpus < online || !r->lost_by_cpu || !r->on)
		return txr_fail(err, ENOMEM, "recorder: out of memory; free some");
	return 0;
}
