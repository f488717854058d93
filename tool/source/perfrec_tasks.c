// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_tasks.c - names of the tasks that are there before the recording. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "perfrec_impl.h"

static bool read_name(int tasks, const char *tid, char *comm, size_t size)
{
	char file[64];
	ssize_t n;
	int fd;

	snprintf(file, sizeof(file), "%.20s/comm", tid);
	fd = openat(tasks, file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, comm, size - 1);
	close(fd);
	if (n <= 0)
		return false;
	comm[n] = '\0';
	comm[strcspn(comm, "\n")] = '\0';
	return true;
}

static void add_threads(struct txr_buf *out, const char *pid)
{
	char path[64], comm[16];
	struct dirent *de;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/task", pid);
	dir = opendir(path);
	if (!dir)
		return;		/* gone */
	while ((de = readdir(dir)))
		if (isdigit((unsigned char)de->d_name[0]) &&
		    read_name(dirfd(dir), de->d_name, comm, sizeof(comm)))
			txr_perf_comm(out, atoi(pid), atoi(de->d_name), comm);
	closedir(dir);
}

void txr_perfrec_tasks(struct txr_buf *out)
{
	DIR *dir = opendir("/proc");
	struct dirent *de;

	txr_perf_comm(out, 0, 0, "swapper");
	while (dir && (de = readdir(dir)))
		if (isdigit((unsigned char)de->d_name[0]))
			add_threads(out, de->d_name);
	if (dir)
		closedir(dir);
}
