// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_outfile.c - nameless files, a reserve, and the final name. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tracefs_outfile.h"

int txr_outfile_failed(struct txr_err *err, int code, const char *what)
{
	const char *remedy = "see dmesg";

	switch (code) {
	case ENOSPC:
	case EDQUOT:
		remedy = "free some space, or give another place by -o";
		break;
	case EFBIG:
		remedy = "raise the limit of file size (ulimit -f)";
		break;
	case EACCES:
	case EPERM:
	case EROFS:
	case ENOENT:
	case ENOTDIR:
	case ENAMETOOLONG:
		remedy = "give a place that can be written by -o";
		break;
	case EISDIR:
	case EEXIST:
	case ENOTEMPTY:
		remedy = "move it away, or give another name by -o";
		break;
	case EMFILE:
	case ENFILE:
		remedy = "raise the limit of open files (ulimit -n)";
		break;
	}
	return txr_fail(err, code, "%s: %s; %s", what, strerror(code), remedy);
}

/* A file in dir that has no name, or one that only *name knows. */
static int open_nameless(const char *dir, char **name)
{
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	*name = NULL;
	if (fd >= 0)
		return fd;
	if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
		return -errno;
	if (asprintf(name, "%s/.txring-%d-XXXXXX", dir, (int)getpid()) < 0) {
		*name = NULL;
		return -ENOMEM;
	}
	fd = mkostemp(*name, O_CLOEXEC);	/* mode 0600 */
	if (fd < 0) {
		fd = -errno;
		free(*name);
		*name = NULL;
	}
	return fd;
}

int txr_outfile_temp(const struct txr_outfile *o)
{
	char *name;
	int fd = open_nameless(o->dir, &name);

	if (name)
		unlink(name);
	free(name);
	return fd;
}

/* Blocks that are ours already when the disk is full. */
static int reserve(struct txr_outfile *o)
{
	static const char zero[65536];
	uint64_t done = 0;
	ssize_t n;

	if (fallocate(o->fd, 0, 0, o->reserve_bytes) == 0)
		return 0;
	if (errno != EOPNOTSUPP && errno != ENOSYS)
		return -errno;
	while (done < o->reserve_bytes) {
		n = pwrite(o->fd, zero, sizeof(zero), done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		done += n;
	}
	return 0;
}

static void take_limit(struct txr_outfile *o)
{
	struct rlimit lim;

	o->reserve_bytes = TXR_OUTFILE_RESERVE;
	if (getrlimit(RLIMIT_FSIZE, &lim) || lim.rlim_cur == RLIM_INFINITY)
		return;
	o->limit_bytes = lim.rlim_cur;
	if (o->reserve_bytes > o->limit_bytes / 2)
		o->reserve_bytes = o->limit_bytes / 2;
}

static char *dir_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, slash - path);
}

int txr_outfile_open(struct txr_outfile *o, const char *path, struct txr_err *err)
{
	struct stat st;
	int ret;

	*o = (struct txr_outfile){ .path = path, .fd = -1 };
	if (!*path || !strcmp(path, "-"))
		return txr_fail(err, EINVAL, "-o %s: a recording needs a file with a name; "
				"give one", path);
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return txr_fail(err, EINVAL, "%s: is no regular file; give a file name by -o",
				path);
	o->dir = dir_of(path);
	if (!o->dir)
		return txr_fail(err, ENOMEM, "%s: out of memory; free some", path);
	take_limit(o);
	o->fd = open_nameless(o->dir, &o->hidden);
	if (o->fd < 0) {
		ret = txr_outfile_failed(err, -o->fd, path);
		txr_outfile_close(o);
		return ret;
	}
	ret = reserve(o);
	if (ret) {
		txr_outfile_close(o);
		return txr_outfile_failed(err, -ret, path);
	}
	return 0;
}

static int keep_old(const char *path, bool *kept, struct txr_err *err)
{
	char *old;
	int ret = 0;

	*kept = false;
	if (asprintf(&old, "%s.old", path) < 0)
		return txr_fail(err, ENOMEM, "%s: out of memory; free some", path);
	if (rename(path, old) == 0)
		*kept = true;
	else if (errno != ENOENT)
		ret = txr_outfile_failed(err, errno, old);
	free(old);
	return ret;
}

static int give_name(struct txr_outfile *o)
{
	char fd_path[32];

	if (o->hidden)
		return rename(o->hidden, o->path) < 0 ? -errno : 0;
	snprintf(fd_path, sizeof(fd_path), "/proc/self/fd/%d", o->fd);
	return linkat(AT_FDCWD, fd_path, AT_FDCWD, o->path, AT_SYMLINK_FOLLOW) < 0 ?
		-errno : 0;
}

int txr_outfile_commit(struct txr_outfile *o, bool *kept_old, struct txr_err *err)
{
	int ret = keep_old(o->path, kept_old, err);

	if (ret)
		return ret;
	ret = give_name(o);
	if (ret)
		return txr_outfile_failed(err, -ret, o->path);
	free(o->hidden);
	o->hidden = NULL;
	return 0;
}

void txr_outfile_close(struct txr_outfile *o)
{
	if (!o)
		return;
	if (o->fd >= 0)
		close(o->fd);
	o->fd = -1;
	if (o->hidden)
		unlink(o->hidden);
	free(o->hidden);
	free(o->dir);
	o->hidden = o->dir = NULL;
}
