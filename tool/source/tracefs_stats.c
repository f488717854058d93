// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_stats.c - the ring buffer's own counters. */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tracefs_dir.h"
#include "tracefs_stats.h"

static uint64_t value_of(const char *text, const char *label)
{
	size_t len = strlen(label);
	const char *p = text;

	while (p) {
		if (!strncmp(p, label, len))
			return strtoull(p + len, NULL, 10);
		p = strchr(p, '\n');
		p = p ? p + 1 : NULL;
	}
	return 0;
}

void txr_cpu_stats_parse(struct txr_cpu_stats *s, const char *text)
{
	s->entries = value_of(text, "entries:");
	s->overrun = value_of(text, "overrun:");
	s->commit_overrun = value_of(text, "commit overrun:");
	s->dropped = value_of(text, "dropped events:");
	s->read_events = value_of(text, "read events:");
}

uint64_t txr_cpu_stats_lost(const struct txr_cpu_stats *s)
{
	return s->overrun + s->commit_overrun + s->dropped;
}

char *txr_cpu_stats_read(int instance_fd, unsigned int cpu)
{
	char file[64];

	snprintf(file, sizeof(file), "per_cpu/cpu%u/stats", cpu);
	return txr_tfs_read(instance_fd, file, NULL);
}

unsigned int txr_cpu_count(int instance_fd)
{
	int fd = openat(instance_fd, "per_cpu", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	unsigned int cpu, count = 0;
	struct dirent *de;
	DIR *dir;

	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while ((de = readdir(dir)))
		if (sscanf(de->d_name, "cpu%u", &cpu) == 1 && cpu >= count)
			count = cpu + 1;
	closedir(dir);
	return count;
}
