// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_filter.c - the kernel's filters on perf events. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "perfrec_impl.h"

/* Readers whose events get their filter. */
struct some {
	struct txr_reader *const *d;
	unsigned int n;
	char **filter;		/* one for each event, or NULL */
	int set, want;
};

/* The event that has this id on one of their CPUs, or -1. */
static ssize_t event_of_id(const struct some *some, uint64_t id)
{
	unsigned int i;
	size_t at, events;

	for (i = 0; i < some->n; i++) {
		const struct txr_reader *d = some->d[i];

		events = d->r->events.count;
		for (at = 0; at < events * d->rings; at++)
			if (d->id[at] == id)
				return at / d->rings;
	}
	return -1;
}

/* libperf keeps its descriptors to itself; the kernel tells an event's id. */
static int filter_fd(struct some *some, int fd)
{
	uint64_t id;
	ssize_t e;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id))
		return 0;
	e = event_of_id(some, id);
	if (e < 0 || !some->filter[e])
		return 0;
	if (ioctl(fd, PERF_EVENT_IOC_SET_FILTER, some->filter[e]))
		return -errno;
	some->set++;
	return 0;
}

static int filter_fds(struct some *some)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *de;
	char to[64];
	int ret = 0;

	if (!dir)
		return -errno;
	while (!ret && (de = readdir(dir))) {
		ssize_t n = readlinkat(dirfd(dir), de->d_name, to, sizeof(to) - 1);

		if (n <= 0)
			continue;
		to[n] = '\0';
		if (!strcmp(to, "anon_inode:[perf_event]"))
			ret = filter_fd(some, atoi(de->d_name));
	}
	closedir(dir);
	return ret;
}

static int make_filters(const struct txr_perfrec *r, struct some *some, struct txr_err *err)
{
	unsigned int cpus = 0, k;
	int ret = 0;
	size_t i;

	for (k = 0; k < some->n; k++)
		cpus += some->d[k]->rings;
	for (i = 0; i < r->events.count && !ret; i++) {
		ret = txr_filter_for(&r->sel, &r->events.ev[i], r->tfs.fd, &some->filter[i], err);
		some->want += some->filter[i] ? cpus : 0;
	}
	return ret;
}

static int apply(struct some *some, struct txr_err *err)
{
	int ret = filter_fds(some);

	if (!ret && some->set != some->want)
		ret = -EIO;
	return ret ? txr_fail(err, -ret, "-d: the kernel's filter refused it (%s); give plain "
			      "device names or simple globs", strerror(-ret)) : 0;
}

int txr_perfrec_filter(struct txr_perfrec *r, struct txr_reader *const *d, unsigned int n,
		       struct txr_err *err)
{
	struct some some = { .d = d, .n = n };
	size_t i;
	int ret;

	some.filter = calloc(r->events.count, sizeof(*some.filter));
	if (!some.filter)
		return txr_fail(err, ENOMEM, "filters: out of memory; free some");
	ret = make_filters(r, &some, err);
	if (!ret && some.want)
		ret = apply(&some, err);
	for (i = 0; i < r->events.count; i++)
		free(some.filter[i]);
	free(some.filter);
	return ret;
}
