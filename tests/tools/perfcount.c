// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfcount - how many samples a perf.data holds, and how many it says were lost.
 *
 *   perfcount FILE
 *
 * Walks the records by their sizes (struct perf_event_header) and decodes nothing
 * else: LOST carries id and count, LOST_SAMPLES a count (include/uapi/linux/
 * perf_event.h). Uncompressed files of this machine's byte order only.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA_OFFSET 40	/* struct perf_file_header: data.offset, data.size */

static uint64_t u64_at(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static int walk(const uint8_t *map, uint64_t size)
{
	uint64_t at = u64_at(map + DATA_OFFSET), end = at + u64_at(map + DATA_OFFSET + 8);
	uint64_t samples = 0, lost = 0;
	struct perf_event_header h;

	if (end > size || end < at)
		return -1;
	for (; end - at >= sizeof(h); at += h.size) {
		memcpy(&h, map + at, sizeof(h));
		if (h.size < sizeof(h) || h.size > end - at)
			return -1;
		if (h.type == PERF_RECORD_SAMPLE)
			samples++;
		else if (h.type == PERF_RECORD_LOST && h.size >= sizeof(h) + 16)
			lost += u64_at(map + at + sizeof(h) + 8);
		else if (h.type == PERF_RECORD_LOST_SAMPLES && h.size >= sizeof(h) + 8)
			lost += u64_at(map + at + sizeof(h));
	}
	printf("{\"samples\":%llu,\"lost\":%llu}\n", (unsigned long long)samples,
	       (unsigned long long)lost);
	return 0;
}

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	struct stat st;
	uint8_t *map;

	if (fd < 0 || fstat(fd, &st) || st.st_size < 104) {
		fprintf(stderr, "usage: perfcount FILE (a perf.data)\n");
		return 1;
	}
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map == MAP_FAILED || memcmp(map, "PERFILE2", 8) || walk(map, (uint64_t)st.st_size)) {
		fprintf(stderr, "perfcount: %s: not a whole perf.data\n", argv[1]);
		return 1;
	}
	return 0;
}
