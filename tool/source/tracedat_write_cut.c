// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracedat_write_cut.c - end every CPU at the same moment.
 *
 * The last page that fits may go on after the cut; it is made shorter, so that
 * no CPU tells of a time of which another says nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <event-parse.h>
#include <kbuffer.h>
#include "tracedat_write_pages.h"

/*
 * A page's head: time (8 bytes), commit (a long), data. The commit's low bits
 * are the data's length; with RB_MISSED_STORED the number of events lost before
 * the page stands behind the data (ring_buffer_read_page, ring_buffer.c).
 */
#define PAGE_COMMIT		8
#define PAGE_DATA		(8 + sizeof(long))
#define COMMIT_LENGTH		((1UL << 20) - 1)
#define RB_MISSED_STORED	(1UL << 30)

static int get_page(const struct txr_cpu_pages *c, uint32_t page_size, uint64_t i, char *page)
{
	uint64_t at = i * page_size;
	ssize_t n;

	if (at >= c->file_bytes) {
		memcpy(page, txr_page_in_memory(c, page_size, i), page_size);
		return 0;
	}
	n = pread(c->fd, page, page_size, at);
	return n == (ssize_t)page_size ? 0 : n < 0 ? -errno : -EIO;
}

static int put_page(const struct txr_cpu_pages *c, uint32_t page_size, uint64_t i,
		    const char *page)
{
	uint64_t at = i * page_size;
	ssize_t n;

	if (at >= c->file_bytes) {
		memcpy(txr_page_in_memory(c, page_size, i), page, page_size);
		return 0;
	}
	n = pwrite(c->fd, page, page_size, at);
	return n == (ssize_t)page_size ? 0 : n < 0 ? -errno : -EIO;
}

/* Make the page's data end at offset (from the page's begin). */
static void end_page_at(char *page, size_t offset)
{
	unsigned long commit, old;

	memcpy(&commit, page + PAGE_COMMIT, sizeof(commit));
	old = commit & COMMIT_LENGTH;
	if (commit & RB_MISSED_STORED)
		memmove(page + offset, page + PAGE_DATA + old, sizeof(unsigned long));
	commit = (commit & ~COMMIT_LENGTH) | (offset - PAGE_DATA);
	memcpy(page + PAGE_COMMIT, &commit, sizeof(commit));
}

/* Events of the page from at_ns on; *offset is where the first of them begins. */
static uint64_t events_from(struct kbuffer *kb, char *page, uint64_t at_ns, size_t *offset)
{
	unsigned long long ts;
	uint64_t n = 0;
	void *ev;

	*offset = 0;
	if (kbuffer_load_subbuffer(kb, page) < 0)
		return 0;
	for (ev = kbuffer_read_event(kb, &ts); ev; ev = kbuffer_next_event(kb, &ts)) {
		if (!n && ts < at_ns)
			continue;
		if (!n++)
			*offset = kbuffer_curr_offset(kb);
	}
	return n;
}

static int cut_cpu(struct kbuffer *kb, const struct txr_cpu_pages *c, uint32_t page_size,
		   uint64_t kept, uint64_t at_ns, char *page, uint64_t *left_out)
{
	uint64_t i, pages = (c->file_bytes + c->tail_bytes) / page_size, n;
	size_t offset;
	int ret = 0;

	if (kept) {
		ret = get_page(c, page_size, kept - 1, page);
		n = ret ? 0 : events_from(kb, page, at_ns, &offset);
		*left_out += n;
		if (n) {
			end_page_at(page, offset);
			ret = put_page(c, page_size, kept - 1, page);
		}
	}
	for (i = kept; i < pages && !ret; i++) {
		ret = get_page(c, page_size, i, page);
		if (!ret)
			*left_out += events_from(kb, page, 0, &offset);
	}
	return ret;
}

static struct kbuffer *new_kbuffer(void)
{
	return kbuffer_alloc(sizeof(long) == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
			     __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? KBUFFER_ENDIAN_BIG :
								      KBUFFER_ENDIAN_LITTLE);
}

int txr_pages_count(int fd, uint64_t offset, const uint64_t *size, unsigned int cpus,
		    uint32_t page_size, uint64_t *events)
{
	struct kbuffer *kb = new_kbuffer();
	char *page = malloc(page_size);
	int ret = kb && page ? 0 : -ENOMEM;
	uint64_t end = offset;
	unsigned int i;
	size_t first;

	*events = 0;
	for (i = 0; i < cpus; i++)
		end += size[i];
	for (; offset < end && !ret; offset += page_size) {
		if (pread(fd, page, page_size, offset) != (ssize_t)page_size)
			ret = -EIO;
		else
			*events += events_from(kb, page, 0, &first);
	}
	kbuffer_free(kb);
	free(page);
	return ret;
}

int txr_pages_cut(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
		  const uint64_t *size, struct txr_cut *cut, struct txr_err *err)
{
	struct kbuffer *kb = new_kbuffer();
	char *page = malloc(page_size);
	unsigned int i;
	int ret = kb && page ? 0 : -ENOMEM;

	for (i = 0; i < cpus && !ret; i++)
		ret = cut_cpu(kb, &cpu[i], page_size, size[i] / page_size, cut->at_ns, page,
			      &cut->events_left_out);
	kbuffer_free(kb);
	free(page);
	if (ret)
		return txr_fail(err, -ret, "temporary file: %s; see dmesg", strerror(-ret));
	return 0;
}
