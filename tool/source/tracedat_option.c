// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_option.c - trace.dat: the options that say something to us. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_impl.h"

enum {
	OPT_CPUSTAT = 2, OPT_BUFFER = 3, OPT_TRACECLOCK = 4, OPT_UNAME = 5,
	OPT_CPUCOUNT = 8, OPT_TSC2NSEC = 14,
};

static int no_memory(struct td_file *f, struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
}

struct td_buffer *td_add_buffer(struct td_file *f, const char *name, uint64_t offset)
{
	struct td_buffer *b;

	if (f->buffers == TD_MAX_BUFFERS)
		return NULL;
	b = reallocarray(f->buffer, f->buffers + 1, sizeof(*b));
	if (!b)
		return NULL;
	f->buffer = b;
	b += f->buffers;
	memset(b, 0, sizeof(*b));
	b->name = strdup(name);
	if (!b->name)
		return NULL;
	b->offset = offset;
	b->page_size = f->page_size;
	f->buffers++;
	return b;
}

/* "local [global] counter", or one name; 0 or -ENOMEM */
int td_set_clock(struct td_file *f, const char *text, size_t len)
{
	const char *from = memchr(text, '[', len), *to = NULL;

	if (from) {
		from++;
		to = memchr(from, ']', (size_t)(text + len - from));
	}
	if (!to) {
		from = text;
		to = text + strnlen(text, len);
		while (to > from && (to[-1] == '\n' || to[-1] == ' '))
			to--;
		if (memchr(from, ' ', (size_t)(to - from)))
			return 0;
	}
	if (to == from || f->s->clock)
		return 0;
	f->s->clock = strndup(from, (size_t)(to - from));
	return f->s->clock ? 0 : -ENOMEM;
}

/* "Linux host 6.1.0 #1 SMP ... x86_64": trace-cmd joins what uname() tells. */
static int set_uname(struct td_file *f, const char *text, size_t len)
{
	char *copy = strndup(text, len), *save, *release;
	int ret = 0;

	if (!copy)
		return -ENOMEM;
	if (!f->s->kernel && strtok_r(copy, " ", &save) && strtok_r(NULL, " ", &save)) {
		release = strtok_r(NULL, " ", &save);
		if (release) {
			f->s->kernel = strdup(release);
			f->s->kernel_version = strdup(save);
			ret = f->s->kernel && f->s->kernel_version ? 0 : -ENOMEM;
		}
	}
	free(copy);
	return ret;
}

static uint64_t stat_value(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtoull(p + strlen(key), NULL, 10) : 0;
}

/*
 * Either "Buffer: NAME", after which the next ones are of that instance, or
 * "CPU: N" and the kernel's per_cpu/cpuN/stats.
 */
static int add_cpustat(struct td_file *f, const char *data, size_t len)
{
	char *text = strndup(data, len), *p;
	struct td_cpustat *st;

	if (!text)
		return -ENOMEM;
	p = strstr(text, "Buffer: ");
	if (p)
		snprintf(f->stat_buffer, sizeof(f->stat_buffer), "%.*s",
			 (int)strcspn(p + 8, "\n"), p + 8);
	p = strstr(text, "CPU: ");
	if (!p || f->stats >= TD_MAX_CPUS * 4) {
		free(text);
		return 0;
	}
	st = reallocarray(f->stat, f->stats + 1, sizeof(*st));
	if (st) {
		f->stat = st;
		st += f->stats++;
		snprintf(st->buffer, sizeof(st->buffer), "%s", f->stat_buffer);
		st->cpu = (uint32_t)strtoul(p + 5, NULL, 10);
		/* "overrun" is found first; "commit overrun" stands behind it */
		st->lost = stat_value(p, "\noverrun: ") + stat_value(p, "\ncommit overrun: ") +
			   stat_value(p, "\ndropped events: ");
	}
	free(text);
	return st ? 0 : -ENOMEM;
}

uint64_t td_stat_lost(const struct td_file *f, const struct td_buffer *b, uint32_t cpu)
{
	uint64_t lost = 0;
	unsigned int i;

	for (i = 0; i < f->stats; i++)
		if (f->stat[i].cpu == cpu && !strcmp(f->stat[i].buffer, b->name))
			lost = f->stat[i].lost;
	return lost;
}

/* v7 goes on: clock, page size, count, then CPU, offset and size of each. */
static int buffer_v7(struct td_file *f, struct td_buffer *b, struct td_cursor *c,
		     struct txr_err *err)
{
	const char *clock = td_string(c);
	uint32_t cpus, i;

	if (clock) {
		b->clock = strdup(clock);
		if (!b->clock)
			return no_memory(f, err);
	}
	b->page_size = td_u32(c);
	cpus = td_u32(c);
	if (c->bad || cpus > td_left(c) / 20 || cpus > TD_MAX_CPUS)
		return txr_fail(err, EINVAL,
				"%s: buffer \"%s\" claims %u CPUs, more than its option has; record again",
				f->s->path, b->name, cpus);
	f->entries += cpus;
	if (f->entries > TD_ENTRIES_MIN && f->entries > f->size / 16)
		return txr_fail(err, EINVAL, "%s: its options go in a circle; record again",
				f->s->path);
	b->cpu = calloc(cpus + 1, sizeof(*b->cpu));
	if (!b->cpu)
		return no_memory(f, err);
	for (i = 0; i < cpus; i++) {
		b->cpu[i].cpu = td_u32(c);
		b->cpu[i].offset = td_get(c, 8);
		b->cpu[i].size = td_get(c, 8);
		if (b->cpu[i].cpu >= TD_MAX_CPUS)
			return txr_fail(err, EINVAL, "%s: CPU number %u is beyond any kernel's; record again",
					f->s->path, b->cpu[i].cpu);
	}
	b->cpus = cpus;
	return 0;
}

static int option_buffer(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	uint64_t offset = td_get(c, 8);
	const char *name = td_string(c);
	struct td_buffer *b;

	if (c->bad)
		return txr_fail(err, EINVAL, "%s: a buffer option is too short; record again",
				f->s->path);
	b = td_add_buffer(f, name, offset);
	if (!b)
		return no_memory(f, err);
	return f->version == 7 ? buffer_v7(f, b, c, err) : 0;
}

int td_option(struct td_file *f, unsigned int id, struct td_cursor *c, struct txr_err *err)
{
	const char *text = (const char *)c->p;
	int ret = 0;

	switch (id) {
	case OPT_BUFFER:
		return option_buffer(f, c, err);
	case OPT_CPUSTAT:
		ret = add_cpustat(f, text, c->size);
		break;
	case OPT_TRACECLOCK:
		ret = td_set_clock(f, text, c->size);
		break;
	case OPT_UNAME:
		ret = set_uname(f, text, c->size);
		break;
	case OPT_CPUCOUNT:
		if (c->size == 4)
			f->cpus = td_u32(c);
		break;
	case OPT_TSC2NSEC:
		f->tsc.mult = td_u32(c);
		f->tsc.shift = td_u32(c);
		f->tsc.offset = td_get(c, 8);
		if (c->bad || f->tsc.shift > 63)
			f->tsc.mult = 0;
		break;
	}
	return ret ? no_memory(f, err) : 0;
}
