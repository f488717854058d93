// SPDX-License-Identifier: GPL-2.0-only
/* read_line.c - the first line of a small file. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "sys/read_line.h"

int txr_read_line(int dir, const char *path, char *buf, size_t size)
{
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n < 0)
		return -EIO;
	buf[n] = 0;
	buf[strcspn(buf, "\n")] = 0;
	return 0;
}
