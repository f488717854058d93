// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_filter.c - -d: the kernel's filter on starts and results. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "perfrec_impl.h"

/* The event that has this id on some CPU, or -1. */
static ssize_t event_of_id(const struct txr_perfrec *r, uint64_t id)
{
	size_t e, i;

	for (e = 0; e < r->events.count; e++)
		for (i = 0; i < r->ev[e].ids; i++)
			if (r->ev[e].id[i] == id)
				return e;
	return -1;
}

/* libperf keeps its descriptors to itself; the kernel tells an event's id. */
static int filter_fd(const struct txr_perfrec *r, int fd, char *const *filter, int *set)
{
	uint64_t id;
	ssize_t e;

	if (ioctl(fd, PERF_EVENT_IOC_ID, &id))
		return 0;
	e = event_of_id(r, id);
	if (e < 0 || !filter[e])
		return 0;
	if (ioctl(fd, PERF_EVENT_IOC_SET_FILTER, filter[e]))
		return -errno;
	(*set)++;
	return 0;
}

static int filter_all(const struct txr_perfrec *r, char *const *filter, int *set)
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
			ret = filter_fd(r, atoi(de->d_name), filter, set);
	}
	closedir(dir);
	return ret;
}

int txr_perfrec_filter(struct txr_perfrec *r, struct txr_err *err)
{
	char **filter;
	int ret = 0, set = 0, want = 0;
	size_t i;

	if (!r->sel.nr_globs)
		return 0;
	filter = calloc(r->events.count, sizeof(*filter));
	if (!filter)
		return txr_fail(err, ENOMEM, "-d: out of memory; free some");
	for (i = 0; i < r->events.count && !ret; i++) {
		const struct txr_rec_event *ev = &r->events.ev[i];

		if (ev->role != TXR_ROLE_START && ev->role != TXR_ROLE_RESULT)
			continue;
		ret = txr_devsel_filter_for(&r->sel, ev, r->tfs.fd, &filter[i], err);
		want += r->cpus;
	}
	if (!ret) {
		ret = filter_all(r, filter, &set);
		if (!ret && set != want)
			ret = -EIO;
		if (ret)
			txr_fail(err, -ret, "-d: the kernel's filter refused it (%s); give plain "
				 "device names or simple globs", strerror(-ret));
	}
	for (i = 0; i < r->events.count; i++)
		free(filter[i]);
	free(filter);
	return ret;
}
