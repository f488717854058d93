// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_instance.c - make, switch, remove our instance; remove stale ones. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tracefs_instance.h"

uint64_t txr_process_start_time(int pid)
{
	char path[32], buf[1024], *p;
	uint64_t start = 0;
	ssize_t n;
	int fd, field;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, buf, sizeof(buf) - 1);
	close(fd);
	if (n <= 0)
		return 0;
	buf[n] = '\0';
	p = strrchr(buf, ')');		/* the name before it may hold anything */
	for (field = 2; p && field < 22; field++) {
		p = strchr(p, ' ');
		p = p ? p + 1 : NULL;
	}
	if (p)
		start = strtoull(p, NULL, 10);
	return start;
}

bool txr_instance_parse(const char *name, int *pid, uint64_t *start_time)
{
	int end = 0;

	if (sscanf(name, "txring-%9d-%20" SCNu64 "%n", pid, start_time, &end) != 2)
		return false;
	return !name[end] && *pid > 0 && name[7] != '+';
}

static int open_instances(const struct txr_tracefs *t)
{
	int fd = openat(t->fd, "instances", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int txr_instance_create(struct txr_instance *in, const struct txr_tracefs *t,
			struct txr_err *err)
{
	int ret;

	*in = (struct txr_instance)TXR_INSTANCE_NONE;
	snprintf(in->name, sizeof(in->name), "txring-%d-%" PRIu64, (int)getpid(),
		 txr_process_start_time(getpid()));
	ret = open_instances(t);
	if (ret < 0)
		return txr_tfs_refused(err, -ret, "trace instances");
	in->parent_fd = ret;
	if (mkdirat(in->parent_fd, in->name, 0750) < 0) {
		ret = errno;
		close(in->parent_fd);
		in->parent_fd = -1;
		return txr_tfs_refused(err, ret, "making a trace instance");
	}
	in->fd = openat(in->parent_fd, in->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (in->fd >= 0)
		in->on_fd = openat(in->fd, "tracing_on", O_RDWR | O_CLOEXEC);
	if (in->on_fd < 0)
		ret = -errno;
	else
		ret = txr_instance_switch(in, false);
	if (ret < 0) {
		txr_instance_remove(in);
		return txr_tfs_refused(err, -ret, "a new trace instance");
	}
	return 0;
}

int txr_instance_switch(const struct txr_instance *in, bool on)
{
	return pwrite(in->on_fd, on ? "1" : "0", 1, 0) < 0 ? -errno : 0;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

int txr_instance_remove(struct txr_instance *in)
{
	int ret = 0;

	if (in->parent_fd < 0)
		return 0;
	if (in->on_fd >= 0)
		txr_instance_switch(in, false);
	if (in->fd >= 0)
		txr_tfs_write(in->fd, "events/enable", "0");
	close_fd(&in->on_fd);
	close_fd(&in->fd);
	if (unlinkat(in->parent_fd, in->name, AT_REMOVEDIR) < 0)
		ret = -errno;
	close_fd(&in->parent_fd);
	return ret;
}

int txr_instance_remove_stale(const struct txr_tracefs *t)
{
	struct dirent *de;
	uint64_t start;
	int fd, pid, removed = 0;
	DIR *dir;

	fd = open_instances(t);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir)
		return fd < 0 ? fd : -errno;
	while ((de = readdir(dir))) {
		if (!txr_instance_parse(de->d_name, &pid, &start))
			continue;
		if (txr_process_start_time(pid) == start)
			continue;
		/*
		 * rmdir disables its events (__remove_instance, trace.c), and is
		 * refused with EBUSY while anyone has a file of it open: a living
		 * run that is in another pid namespace is not disturbed.
		 */
		if (unlinkat(fd, de->d_name, AT_REMOVEDIR) == 0)
			removed++;
	}
	closedir(dir);
	return removed;
}
