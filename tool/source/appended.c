// SPDX-License-Identifier: GPL-2.0-only
/* appended.c - a file that goes on with another recording (cat A B). */
#include <string.h>
#include "source_impl.h"

static const uint8_t tracedat[10] = "\x17\x08\x44tracing";

/* struct perf_file_header: its own size follows the magic, in either byte order. */
static const uint8_t perfdata_le[16] = { 'P', 'E', 'R', 'F', 'I', 'L', 'E', '2', 104 };
static const uint8_t perfdata_be[16] = { '2', 'E', 'L', 'I', 'F', 'R', 'E', 'P',
					 [15] = 104 };

void txr_source_look_behind(struct txr_source *s, const uint8_t *map, uint64_t end,
			    uint64_t size)
{
	const uint8_t *rest = map + end;
	size_t len = end && end < size ? (size_t)(size - end) : 0;

	s->info.appended = memmem(rest, len, tracedat, sizeof(tracedat)) ||
			   memmem(rest, len, perfdata_le, sizeof(perfdata_le)) ||
			   memmem(rest, len, perfdata_be, sizeof(perfdata_be));
}
