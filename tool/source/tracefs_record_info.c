// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_record_info.c - what a recorder knows of itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tracefs_impl.h"

int txr_recorder_event_fd(const struct txr_recorder *r)
{
	return txr_pages_event_fd(r->pages);
}

enum txr_tier txr_recorder_tier(const struct txr_recorder *r)
{
	return r->events.tier;
}

uint64_t txr_recorder_buffer_kb(const struct txr_recorder *r)
{
	return r->buffer_kb;
}

int txr_recorder_stale(const struct txr_recorder *r)
{
	return r->stale > 0 ? r->stale : 0;
}

const char *txr_recorder_unmatched(const struct txr_recorder *r)
{
	return r->unmatched;
}

const char *txr_recorder_event(struct txr_recorder *r, size_t i)
{
	if (i >= r->events.count)
		return NULL;
	snprintf(r->label, sizeof(r->label), "%s:%s", r->events.ev[i].system,
		 r->events.ev[i].name);
	return r->label;
}

static void add_cpu(struct txr_recorder *r, struct txr_record_stats *s, unsigned int cpu)
{
	char *text = txr_cpu_stats_read(r->inst.fd, cpu);
	struct txr_cpu_stats c;

	if (!text)
		return;
	txr_cpu_stats_parse(&c, text);
	r->lost_by_cpu[cpu] = txr_cpu_stats_lost(&c);
	s->lost += r->lost_by_cpu[cpu];
	s->events += c.entries + c.read_events;
	free(text);
}

void txr_recorder_stats(struct txr_recorder *r, struct txr_record_stats *s)
{
	unsigned int cpu;

	*s = r->last;
	if (r->stopped)
		return;
	memset(s, 0, sizeof(*s));
	for (cpu = 0; cpu < r->cpus; cpu++)
		add_cpu(r, s, cpu);
	s->lost_by_cpu = r->lost_by_cpu;
	s->cpus = r->cpus;
	if (r->pages)
		s->bytes = txr_pages_bytes(r->pages);
	r->last = *s;
}

/* As trace-cmd has it in its files: one text a CPU, each an option of its own. */
static void keep_cpustat(struct txr_recorder *r, unsigned int cpu)
{
	char *stats = txr_cpu_stats_read(r->inst.fd, cpu), *text;
	int len;

	if (!stats)
		return;
	len = asprintf(&text, "CPU: %u\n%s", cpu, stats);
	free(stats);
	if (len < 0)
		return;
	r->cpustat[cpu].data = text;
	r->cpustat[cpu].len = len + 1;
}

void txr_recorder_keep_texts(struct txr_recorder *r)
{
	unsigned int cpu;

	for (cpu = 0; cpu < r->cpus; cpu++)
		keep_cpustat(r, cpu);
	r->cmdlines.data = txr_tfs_read(r->tfs.fd, "saved_cmdlines", &r->cmdlines.len);
	if (!r->cmdlines.data)
		r->cmdlines.len = 0;
}
