// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_running.c - formats of the running kernel, for a file that has none.
 *
 * perf record writes the formats at its end: killed, it leaves a file of samples
 * that nobody can read, but for a kernel that still runs and gave its tracepoints
 * these ids.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include "decode_impl.h"
#include "perfdata_impl.h"
#include "tracefs_events.h"

static bool since_boot(const struct perfdata *p)
{
	struct timespec now, up;
	struct stat st;

	if (p->swap || fstat(p->s->fd, &st) || clock_gettime(CLOCK_REALTIME, &now) ||
	    clock_gettime(CLOCK_BOOTTIME, &up))
		return false;
	return st.st_mtime >= now.tv_sec - up.tv_sec;
}

static bool this_kernel(const struct perfdata *p, const struct utsname *u)
{
	return !p->s->kernel || !strcmp(p->s->kernel, u->release);
}

static bool recorded(const struct perfdata *p, uint64_t id)
{
	size_t i;

	for (i = 0; i < p->attrs; i++)
		if (p->attr[i].tracepoint && p->attr[i].config == id)
			return true;
	return false;
}

/* 1: it was recorded, and its format is known now. */
static int add_event(struct perfdata *p, const struct txr_tracefs *t,
		     const struct txr_event_def *def)
{
	char file[192], *text;
	uint64_t id;
	size_t len;
	int ret;

	snprintf(file, sizeof(file), "events/%s/%s/id", def->system, def->name);
	text = txr_tfs_read(t->fd, file, NULL);
	id = text ? strtoull(text, NULL, 10) : 0;
	free(text);
	if (!id || !recorded(p, id))
		return 0;
	text = txr_event_format(t->fd, def->system, def->name, &len);
	ret = text ? txr_decoder_add_format(p->s->dec, def->system, text, len) : 0;
	free(text);
	return ret == -ENOMEM ? ret : ret > 0;
}

static int add_all(struct perfdata *p, const struct txr_tracefs *t)
{
	const struct txr_event_def *def;
	int found = 0, ret;
	size_t i;

	for (i = 0; (def = txr_event_def_get(i)) && found >= 0; i++) {
		ret = add_event(p, t, def);
		found = ret < 0 ? ret : found + ret;
	}
	return found;
}

int perf_running_formats(struct perfdata *p, struct txr_err *err)
{
	struct txr_tracefs t;
	struct utsname u;
	int found;

	if (!since_boot(p) || uname(&u) || !this_kernel(p, &u))
		return 0;
	if (txr_tracefs_open(&t, NULL))
		return 0;
	found = add_all(p, &t);
	txr_tracefs_close(&t);
	if (found < 0)
		return perf_oom(p, err);
	if (!found)
		return 0;
	p->has_formats = p->s->info.formats_assumed = true;
	if (!p->s->kernel)
		p->s->kernel = strdup(u.release);
	return 1;
}
