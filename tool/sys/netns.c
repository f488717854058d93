// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns.c - network namespaces by the inodes of their nsfs files (fs/nsfs.c):
 * what lsns(8) prints.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include "sys/netns.h"

static bool is_listed(const struct txr_netns_list *l, uint64_t inode)
{
	size_t i;

	/* The last first: processes of one namespace often follow each other. */
	for (i = l->count; i > 0; i--)
		if (l->ns[i - 1].inode == inode)
			return true;
	return false;
}

static int add(struct txr_netns_list *l, uint64_t inode, const char *path, size_t max)
{
	char *copy;

	if (is_listed(l, inode))
		return 0;
	if (l->count >= max) {
		l->over++;
		return 0;
	}
	if (l->count == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct txr_netns *n = reallocarray(l->ns, room, sizeof(*n));

		if (!n)
			return -ENOMEM;
		l->ns = n;
		l->room = room;
	}
	copy = path ? strdup(path) : NULL;
	if (path && !copy)
		return -ENOMEM;
	l->ns[l->count++] = (struct txr_netns){ .inode = inode, .path = copy };
	return 0;
}

/* "net:[4026531840]" */
static int inode_of_link(const char *path, uint64_t *inode)
{
	char text[64];
	unsigned long long v;
	ssize_t n = readlink(path, text, sizeof(text) - 1);

	if (n < 0)
		return -errno;
	text[n] = 0;
	if (sscanf(text, "net:[%llu]", &v) != 1)
		return -EINVAL;
	*inode = v;
	return 0;
}

static int add_process(struct txr_netns_list *l, const char *path, size_t max)
{
	uint64_t inode = 0;
	int ret = inode_of_link(path, &inode);

	/* PTRACE_MODE_READ is needed (proc_ns_readlink() in fs/proc/namespaces.c). */
	if (ret == -EACCES || ret == -EPERM)
		l->hidden = true;
	return ret ? 0 : add(l, inode, path, max);
}

/* A file there may be anything; a namespace is bound over it (on nsfs). */
static int add_file(struct txr_netns_list *l, const char *path, size_t max)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC), ret = 0;
	struct statfs fs;
	struct stat st;

	if (fd < 0) {
		l->hidden |= errno == EACCES || errno == EPERM;
		return 0;
	}
	if (!fstatfs(fd, &fs) && fs.f_type == NSFS_MAGIC && !fstat(fd, &st))
		ret = add(l, st.st_ino, path, max);
	close(fd);
	return ret;
}

static bool is_number(const char *s)
{
	return *s && !s[strspn(s, "0123456789")];
}

static int add_folder(struct txr_netns_list *l, const char *root, const char *folder,
		      size_t max)
{
	bool proc = !strcmp(folder, "/proc");
	char path[PATH_MAX];
	struct dirent *e;
	int ret = 0;
	DIR *d;

	snprintf(path, sizeof(path), "%s%s", root, folder);
	d = opendir(path);
	if (!d) {
		l->hidden |= proc || errno == EACCES;
		return 0;
	}
	while (!ret && (e = readdir(d))) {
		if (proc ? !is_number(e->d_name) : e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s%s/%s%s", root, folder, e->d_name,
			 proc ? "/ns/net" : "");
		ret = proc ? add_process(l, path, max) : add_file(l, path, max);
	}
	closedir(d);
	return ret;
}

static int add_own(struct txr_netns_list *l)
{
	struct stat st;

	/* Of this thread, which may have entered it by setns(). */
	l->own_fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (l->own_fd < 0)
		l->own_fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (l->own_fd < 0 || fstat(l->own_fd, &st))
		return -errno;
	return add(l, st.st_ino, NULL, 1);
}

int txr_netns_list(struct txr_netns_list *l, const char *root, size_t max)
{
	/* Folders before processes: their files last longer. */
	static const char *const folders[] = { "/run/netns", "/run/docker/netns", "/proc" };
	size_t i;
	int ret;

	memset(l, 0, sizeof(*l));
	ret = add_own(l);
	for (i = 0; !ret && i < sizeof(folders) / sizeof(folders[0]); i++)
		ret = add_folder(l, root, folders[i], max);
	if (ret)
		txr_netns_free(l);
	return ret;
}

int txr_netns_open(const struct txr_netns_list *l, size_t i)
{
	const struct txr_netns *n = &l->ns[i];
	struct stat st;
	int fd, err;

	fd = n->path ? open(n->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) :
		       fcntl(l->own_fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return -errno;
	/* The process may be another by now, with the same number. */
	err = fstat(fd, &st) ? -errno : st.st_ino != n->inode ? -ESTALE : 0;
	if (!err)
		return fd;
	close(fd);
	return err;
}

void txr_netns_free(struct txr_netns_list *l)
{
	size_t i;

	if (!l)
		return;
	for (i = 0; i < l->count; i++)
		free(l->ns[i].path);
	free(l->ns);
	if (l->own_fd >= 0)
		close(l->own_fd);
	memset(l, 0, sizeof(*l));
	l->own_fd = -1;
}
