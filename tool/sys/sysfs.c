// SPDX-License-Identifier: GPL-2.0-only
/*
 * sysfs.c - what only /sys/class/net tells: queues in use, BQL, tx_timeout,
 * lower devices.
 *
 * A sysfs shows the network namespace of the process that mounted it: after
 * setns() alone /sys is still that of the old one, and an eth0 there is another
 * device. So where it is allowed we take a mount of our own, of the current
 * namespace, that is attached nowhere and goes with its descriptor; else /sys,
 * but only when each device agrees with rtnetlink.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <net/if.h>
#include <sys/mount.h>
#include "sys/read_line.h"
#include "sys/snap.h"

/* At most what one sysfs attribute gives that we read: all are one line. */
#define VALUE_BYTES	128

/* A figure, or TXR_UNKNOWN: not there, not readable, not a number. */
static int64_t read_number(int dir, const char *path)
{
	char buf[VALUE_BYTES], *end;
	long long v;

	if (txr_read_line(dir, path, buf, sizeof(buf)))
		return TXR_UNKNOWN;
	errno = 0;
	v = strtoll(buf, &end, 10);
	return end == buf || *end || errno || v < 0 ? TXR_UNKNOWN : v;
}

static int own_mount(void)
{
	int fs = fsopen("sysfs", FSOPEN_CLOEXEC), mnt = -1, dir;

	if (fs < 0)
		return -errno;
	if (!fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		mnt = fsmount(fs, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY);
	close(fs);
	if (mnt < 0)
		return -EPERM;
	dir = openat(mnt, "class/net", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		dir = -errno;
	close(mnt);
	return dir;
}

/* The address as sysfs writes it (sysfs_format_mac()). */
static void format_addr(const struct txr_link_more *m, char *buf, size_t size)
{
	size_t i, at = 0;

	buf[0] = 0;
	for (i = 0; i < m->addr_len && at + 4 < size; i++)
		at += snprintf(buf + at, size - at, "%s%02x", i ? ":" : "", m->addr[i]);
}

static bool same_device(const struct txr_link *l, int dir)
{
	char path[TXR_IFNAMSIZ + 16], want[VALUE_BYTES], got[VALUE_BYTES];

	snprintf(path, sizeof(path), "%s/ifindex", l->s.name);
	if (read_number(dir, path) != l->s.ifindex)
		return false;
	snprintf(path, sizeof(path), "%s/address", l->s.name);
	if (txr_read_line(dir, path, got, sizeof(got)))
		return false;
	format_addr(&l->more, want, sizeof(want));
	return !strcmp(want, got);
}

static bool same_namespace(const struct txr_links *l, int dir)
{
	size_t i;

	for (i = 0; i < l->count; i++) {
		const struct txr_link *k = &l->link[i];

		/* One that went away or was renamed meanwhile proves nothing. */
		if (!same_device(k, dir) && if_nametoindex(k->s.name) == k->s.ifindex)
			return false;
	}
	return true;
}

int txr_sysfs_open(const struct txr_links *l, bool entered)
{
	int dir = own_mount();

	if (dir >= 0 || entered)
		return dir;
	dir = open("/sys/class/net", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return -errno;
	if (same_namespace(l, dir))
		return dir;
	close(dir);
	return -EXDEV;
}

static void fill_queue(struct txr_queue_state *q, int dir, uint32_t i)
{
	char name[32];
	int tx, bql;

	snprintf(name, sizeof(name), "queues/tx-%u", i);
	tx = openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (tx < 0)
		return;
	q->tx_timeouts = read_number(tx, "tx_timeout");
	bql = openat(tx, "byte_queue_limits", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (bql < 0) {
		/* Kernels since 6.9 leave it out where the driver has no BQL
		 * (netdev_uses_bql() in net/core/net-sysfs.c). */
		if (errno == ENOENT)
			q->bql_limit_bytes = 0;
		close(tx);
		return;
	}
	q->bql_inflight_bytes = read_number(bql, "inflight");
	q->bql_limit_bytes = read_number(bql, "limit");
	q->bql_limit_max_bytes = read_number(bql, "limit_max");
	q->bql_stall_cnt = read_number(bql, "stall_cnt");
	close(bql);
	close(tx);
}

/* Directories queues/tx-0 to tx-(n-1) are those in use (netdev_queue_update_kobjects()). */
static uint32_t count_queues(int dir)
{
	int fd = openat(dir, "queues", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;
	uint32_t n = 0;

	if (!d) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while ((e = readdir(d)))
		n += !strncmp(e->d_name, "tx-", 3);
	closedir(d);
	return n;
}

/* lower_NAME links (netdev_adjacent_sysfs_add() in net/core/dev.c). */
static bool has_lower(int dir)
{
	int fd = dup(dir);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;
	bool found = false;

	if (!d) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	rewinddir(d);
	while (!found && (e = readdir(d)))
		found = !strncmp(e->d_name, "lower_", 6);
	closedir(d);
	return found;
}

static int open_device(const struct txr_device_state *d, int dir)
{
	int dev = openat(dir, d->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dev < 0 || read_number(dev, "ifindex") == d->ifindex)
		return dev;
	close(dev);		/* renamed meanwhile */
	return -1;
}

int txr_sysfs_glance(struct txr_device_state *d, int dir)
{
	int dev = open_device(d, dir), err;
	char path[64];
	uint32_t i;

	if (dev < 0)
		return 0;
	err = txr_device_set_queues(d, count_queues(dev));
	for (i = 0; !err && i < d->tx_queues; i++) {
		snprintf(path, sizeof(path), "queues/tx-%u/byte_queue_limits/inflight", i);
		d->queue[i].bql_inflight_bytes = read_number(dev, path);
		/* Not of this driver: neither has another queue. */
		if (d->queue[i].bql_inflight_bytes == TXR_UNKNOWN)
			break;
	}
	close(dev);
	return err;
}

int txr_sysfs_fill(struct txr_device_state *d, int dir)
{
	int dev = open_device(d, dir), err = 0;
	uint32_t i, n;

	if (dev < 0)
		return 0;
	n = count_queues(dev);
	if (n)
		err = txr_device_set_queues(d, n);
	for (i = 0; n && !err && i < n; i++)
		fill_queue(&d->queue[i], dev, i);
	if (has_lower(dev))
		d->stacked = true;
	close(dev);
	return err;
}
