// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_cpus.c - the CPUs that are recorded, and those that came too late.
 *
 * Events are opened on the CPUs that are online at the start. One that comes later
 * is not recorded: its loss, of unknown size, is told in the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perfrec_impl.h"

static char *read_online(void)
{
	char *text = txr_tfs_read(AT_FDCWD, "/sys/devices/system/cpu/online", NULL);

	if (text)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

static bool listed(const struct txr_perfrec *r, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < r->cpus; i++)
		if (r->cpu[i] == cpu)
			return true;
	return false;
}

/* "0-3,6": calls add() for each; false when the text is something else. */
static bool each_cpu(const char *text, bool (*add)(void *ctx, unsigned int cpu), void *ctx)
{
	while (*text) {
		char *end;
		unsigned long from = strtoul(text, &end, 10), to = from;

		if (end == text)
			return false;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		for (; from <= to && from < 65536; from++)
			if (!add(ctx, from))
				return false;
		text = *end == ',' ? end + 1 : end;
		if (*end && *end != ',')
			return false;
	}
	return true;
}

static bool add_cpu(void *ctx, unsigned int cpu)
{
	struct txr_perfrec *r = ctx;
	unsigned int *more = reallocarray(r->cpu, r->cpus + 1, sizeof(*more));

	if (!more)
		return false;
	r->cpu = more;
	r->cpu[r->cpus++] = cpu;
	return true;
}

int txr_perfrec_find_cpus(struct txr_perfrec *r, struct txr_err *err)
{
	unsigned int i;

	r->online = read_online();
	if (!r->online || !each_cpu(r->online, add_cpu, r) || !r->cpus)
		return txr_fail(err, ENODEV, "/sys/devices/system/cpu/online: cannot be read; is "
				"sysfs mounted?");
	for (i = 0; i < r->cpus; i++)
		if (r->cpu[i] >= r->lost_cpus)
			r->lost_cpus = r->cpu[i] + 1;
	r->lost_by_cpu = calloc(r->lost_cpus, sizeof(*r->lost_by_cpu));
	if (!r->lost_by_cpu)
		return txr_fail(err, ENOMEM, "recorder: out of memory; free some");
	return 0;
}

struct missing {
	const struct txr_perfrec *r;
	struct txr_buf *records;
	struct txr_buf names;
};

/* A loss of unknown size on a CPU that was not there at the start. */
static bool add_missing(void *ctx, unsigned int cpu)
{
	struct missing *m = ctx;
	struct txr_perf_tail t = { .cpu = cpu, .id = m->r->ev[0].id[0] };
	char text[16];

	if (listed(m->r, cpu))
		return true;
	snprintf(text, sizeof(text), "%s%u", m->names.len ? "," : "", cpu);
	txr_buf_put(&m->names, text, strlen(text));
	txr_perf_lost(m->records, 0, &t);
	return true;
}

void txr_perfrec_find_missing(struct txr_perfrec *r, struct txr_buf *records)
{
	struct missing m = { .r = r, .records = records };
	char *online = read_online();

	if (online && strcmp(online, r->online)) {
		each_cpu(online, add_missing, &m);
		txr_buf_put(&m.names, "", 1);
	}
	free(online);
	if (m.names.len > 1 && !m.names.no_memory)
		r->missed = m.names.data;
	else
		txr_buf_free(&m.names);
}
