// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracedat_meta.c - txring's own block in a trace.dat of version 6.
 *
 * It stands in the gap between the CPU table and the first page, where stock
 * tools do not look: magic, 64-bit length in the file's byte order, JSON.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_impl.h"

static const char magic[16] = "txring-meta-v1";

#define GAP_SEARCHED (1u << 20)

/* Where the first page is: the gap ends there. */
static uint64_t first_page(const struct td_file *f)
{
	uint64_t end = f->size;
	unsigned int b, i;

	for (b = 0; b < f->buffers; b++)
		for (i = 0; i < f->buffer[b].cpus; i++)
			if (f->buffer[b].cpu[i].size && f->buffer[b].cpu[i].offset < end)
				end = f->buffer[b].cpu[i].offset;
	return end;
}

int td_read_meta(struct td_file *f, uint64_t from, struct txr_err *err)
{
	struct td_cursor c = { .p = f->map, .big_endian = f->big_endian };
	uint64_t gap_end = first_page(f), len;
	const uint8_t *hit;
	const char *text;

	if (from >= gap_end)
		return 0;
	hit = memmem(f->map + from, gap_end - from < GAP_SEARCHED ? gap_end - from : GAP_SEARCHED,
		     magic, sizeof(magic));
	if (!hit)
		return 0;
	c.pos = (uint64_t)(hit + sizeof(magic) - f->map);
	c.size = gap_end;
	len = td_get(&c, 8);
	text = td_take(&c, len);
	if (!text) {	/* the file was cut, or no page was written yet */
		f->s->info.truncated = true;
		return 0;
	}
	return txr_source_take_meta(f->s, text, len, err);
}
