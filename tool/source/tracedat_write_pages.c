// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_write_pages.c - fit, cut and copy the pages. */
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>
#include "tracedat_write_pages.h"

static uint64_t pages_of(const struct txr_cpu_pages *c, uint32_t page_size)
{
	return (c->file_bytes + c->tail_bytes) / page_size;
}

/* Time of the CPU's page i. */
static int page_time(const struct txr_cpu_pages *c, uint32_t page_size, uint64_t i,
		     uint64_t *ts)
{
	uint64_t at = i * page_size;
	ssize_t n;

	if (at >= c->file_bytes) {
		memcpy(ts, txr_page_in_memory(c, page_size, i), sizeof(*ts));
		return 0;
	}
	n = pread(c->fd, ts, sizeof(*ts), at);
	return n == sizeof(*ts) ? 0 : n < 0 ? -errno : -EIO;
}

/* How many of the CPU's pages begin before ts. */
static int pages_before(const struct txr_cpu_pages *c, uint32_t page_size, uint64_t ts,
			uint64_t *count)
{
	uint64_t lo = 0, hi = pages_of(c, page_size), mid, t;
	int ret;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		ret = page_time(c, page_size, mid, &t);
		if (ret)
			return ret;
		if (t < ts)
			lo = mid + 1;
		else
			hi = mid;
	}
	*count = lo;
	return 0;
}

/* Pages of all CPUs that begin before ts; size[] in bytes. */
static int total_before(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
			uint64_t ts, uint64_t *size, uint64_t *total)
{
	unsigned int i;
	uint64_t n;
	int ret;

	*total = 0;
	for (i = 0; i < cpus; i++) {
		ret = pages_before(&cpu[i], page_size, ts, &n);
		if (ret)
			return ret;
		size[i] = n * page_size;
		*total += size[i];
	}
	return 0;
}

/* The latest moment whose pages all fit. */
static int find_cut(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
		    uint64_t room, uint64_t *size, uint64_t *at)
{
	uint64_t lo = 0, hi = UINT64_MAX, mid, total;
	int ret;

	while (hi - lo > 1) {
		mid = lo + (hi - lo) / 2;
		ret = total_before(cpu, cpus, page_size, mid, size, &total);
		if (ret)
			return ret;
		if (total <= room)
			lo = mid;
		else
			hi = mid;
	}
	*at = lo;
	return total_before(cpu, cpus, page_size, lo, size, &total);
}

int txr_pages_fit(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
		  uint64_t room_bytes, uint64_t *size, struct txr_cut *cut, struct txr_err *err)
{
	uint64_t total = 0, left = 0;
	unsigned int i;
	int ret;

	memset(cut, 0, sizeof(*cut));
	for (i = 0; i < cpus; i++) {
		size[i] = pages_of(&cpu[i], page_size) * page_size;
		total += size[i];
	}
	if (total <= room_bytes)
		return 0;
	ret = find_cut(cpu, cpus, page_size, room_bytes, size, &cut->at_ns);
	if (ret)
		return txr_fail(err, -ret, "temporary file: %s; see dmesg", strerror(-ret));
	for (i = 0; i < cpus; i++)
		left += size[i];
	cut->cut = true;
	cut->pages_left_out = (total - left) / page_size;
	return 0;
}

static void shrink(const struct txr_cpu_pages *cpu, uint64_t size)
{
	/* It only frees room: where it cannot, the copy may fail, and says so. */
	if (cpu->fd >= 0 && size < cpu->file_bytes && ftruncate(cpu->fd, size) < 0)
		return;
}

void txr_pages_shrink(const struct txr_cpu_pages *cpu, unsigned int cpus, const uint64_t *size)
{
	unsigned int i;

	for (i = 0; i < cpus; i++)
		shrink(&cpu[i], size[i]);
}

/* One step of a copy between files; the kernel moves it where it can. */
static ssize_t copy_step(int out, off_t *out_at, int in, off_t *in_at, size_t len)
{
	ssize_t n = copy_file_range(in, in_at, out, out_at, len, 0);

	if (n >= 0 || (errno != EXDEV && errno != EINVAL && errno != ENOSYS &&
		       errno != EOPNOTSUPP))
		return n;
	if (lseek(out, *out_at, SEEK_SET) < 0)
		return -1;
	n = sendfile(out, in, in_at, len);
	if (n > 0)
		*out_at += n;
	return n;
}

static int copy_file(int fd, uint64_t *offset, int in, uint64_t size)
{
	off_t out_at = *offset, in_at = 0, freed = 0;
	ssize_t n;

	while ((uint64_t)in_at < size) {
		uint64_t left = size - in_at;

		n = copy_step(fd, &out_at, in, &in_at,
			      left < TXR_COPY_CHUNK ? left : TXR_COPY_CHUNK);
		if (n < 0 && errno == EINTR)
			continue;
		*offset = out_at;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		/* Where holes cannot be made both copies stay until the end. */
		fallocate(in, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, freed,
			  in_at - freed);
		freed = in_at;
	}
	*offset = out_at;
	return 0;
}

static int copy_memory(int fd, uint64_t *offset, const char *data, uint64_t size)
{
	ssize_t n;

	while (size) {
		n = pwrite(fd, data, size, *offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		*offset += n;
		data += n;
		size -= n;
	}
	return 0;
}

int txr_pages_copy(int fd, uint64_t *offset, const struct txr_cpu_pages *cpu,
		   uint32_t page_size, uint64_t size)
{
	uint64_t from_file = size < cpu->file_bytes ? size : cpu->file_bytes, at;
	int ret = 0;

	if (from_file)
		ret = copy_file(fd, offset, cpu->fd, from_file);
	for (at = from_file; !ret && at < size; at += page_size)
		ret = copy_memory(fd, offset, txr_page_in_memory(cpu, page_size, at / page_size),
				  page_size);
	if (!ret)
		shrink(cpu, 0);
	return ret;
}
