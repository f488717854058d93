// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_dir.c - find or mount tracefs, read and write its files. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <mntent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "tracefs_dir.h"

static bool locked_down(void)
{
	char buf[128];
	ssize_t n;
	int fd = open("/sys/kernel/security/lockdown", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return false;
	n = read(fd, buf, sizeof(buf) - 1);
	close(fd);
	if (n <= 0)
		return false;
	buf[n] = '\0';
	/* LOCKDOWN_TRACEFS is refused from "confidentiality" on (security.h). */
	return strstr(buf, "[confidentiality]");
}

int txr_tfs_refused(struct txr_err *err, int code, const char *what)
{
	if ((code == EPERM || code == EACCES) && locked_down())
		return txr_fail(err, code, "%s: refused by kernel lockdown "
				"(confidentiality); boot with lockdown=integrity or none",
				what);
	if (code == EPERM || code == EACCES)
		return txr_fail(err, code, "%s: %s; run as root, or let your group in: "
				"mount -o remount,gid=GROUP,mode=0770 on tracefs", what,
				strerror(code));
	if (code == EROFS)
		return txr_fail(err, code, "%s: %s; remount tracefs read-write", what,
				strerror(code));
	return txr_fail(err, code, "%s: %s; see dmesg", what, strerror(code));
}

/* tracefs at no path, visible through the returned fd only. */
static int mount_unseen(void)
{
	int fs, fd, code;

	fs = syscall(SYS_fsopen, "tracefs", FSOPEN_CLOEXEC);
	if (fs < 0)
		return -errno;
	if (syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) < 0) {
		code = errno;
		close(fs);
		return -code;
	}
	fd = syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, 0);
	code = errno;
	close(fs);
	return fd < 0 ? -code : fd;
}

static int open_own_mount(struct txr_tracefs *t, struct txr_err *err)
{
	int fd = mount_unseen();

	if (fd == -ENODEV)
		return txr_fail(err, ENODEV, "tracefs: this kernel has none; "
				"use a kernel with CONFIG_FTRACE");
	if (fd < 0)
		return txr_tfs_refused(err, -fd, "tracefs is not mounted, and mounting it");
	t->fd = fd;
	t->own_mount = true;
	snprintf(t->path, sizeof(t->path), "/proc/self/fd/%d", fd);
	return 0;
}

/* Where tracefs is mounted, whatever the place. */
static bool find_mount(char *path, size_t size)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *m;
	bool found = false;

	while (mounts && !found && (m = getmntent(mounts))) {
		found = !strcmp(m->mnt_type, "tracefs") && strlen(m->mnt_dir) < size;
		if (found)
			strcpy(path, m->mnt_dir);
	}
	if (mounts)
		endmntent(mounts);
	return found;
}

int txr_tracefs_open(struct txr_tracefs *t, struct txr_err *err)
{
	char path[sizeof(t->path)], what[160];

	*t = (struct txr_tracefs)TXR_TRACEFS_CLOSED;
	if (!find_mount(path, sizeof(path)))
		return open_own_mount(t, err);
	t->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* The root is 0700: without rights it opens for nobody, not even to look. */
	if (t->fd < 0 || faccessat(t->fd, "events", R_OK | X_OK, AT_EACCESS) < 0) {
		int code = errno;

		txr_tracefs_close(t);
		snprintf(what, sizeof(what), "%s", path);
		return txr_tfs_refused(err, code, what);
	}
	snprintf(t->path, sizeof(t->path), "%s", path);
	return 0;
}

void txr_tracefs_close(struct txr_tracefs *t)
{
	if (t && t->fd >= 0)
		close(t->fd);
	if (t)
		t->fd = -1;
}

int txr_tfs_write(int dirfd, const char *file, const char *text)
{
	size_t len = strlen(text);
	int fd, ret = 0;

	fd = openat(dirfd, file, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* tracefs takes a value in one write; a short one is not continued. */
	if (write(fd, text, len) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

int txr_tfs_write_u64(int dirfd, const char *file, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	return txr_tfs_write(dirfd, file, text);
}

static char *slurp(int fd, size_t *len)
{
	size_t have = 0, room = 8192;
	char *buf = malloc(room), *more;
	ssize_t n;

	while (buf) {
		n = read(fd, buf + have, room - have - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		have += n;
		if (room - have > 1)
			continue;
		more = realloc(buf, room *= 2);
		if (!more)
			free(buf);
		buf = more;
	}
	if (!buf || n < 0) {
		free(buf);
		return NULL;
	}
	buf[have] = '\0';
	if (len)
		*len = have;
	return buf;
}

char *txr_tfs_read(int dirfd, const char *file, size_t *len)
{
	int code, fd = openat(dirfd, file, O_RDONLY | O_CLOEXEC);
	char *text;

	if (fd < 0)
		return NULL;
	text = slurp(fd, len);
	code = errno;
	close(fd);
	errno = code;
	return text;
}

bool txr_tfs_exists(int dirfd, const char *file)
{
	struct stat st;

	return fstatat(dirfd, file, &st, 0) == 0;
}
