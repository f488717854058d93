// SPDX-License-Identifier: GPL-2.0-only
/* pipe_end.c - where a perf.data in pipe form can end without a trace. */
#include <string.h>
#include "pipe_end.h"

#define HEAD 16

static uint32_t number(const uint8_t *p, unsigned int size, bool be)
{
	uint32_t v = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		v |= (uint32_t)p[i] << 8 * (be ? size - 1 - i : i);
	return v;
}

bool is_pipe(const uint8_t *data, size_t len)
{
	return len > HEAD && (!memcmp(data, "PERFILE2", 8) || !memcmp(data, "2ELIFREP", 8)) &&
	       (data[8] == HEAD || data[15] == HEAD);
}

bool is_whole_pipe(const uint8_t *data, size_t whole, size_t len)
{
	bool be = data[15] == HEAD, open = false;
	size_t at = HEAD;

	while (at < len && at + 8 <= whole) {
		uint32_t type = number(data + at, 4, be), size = number(data + at + 6, 2, be);

		/* LOST, SAMPLE, COMPRESSED and its second form; then a round */
		if (type == 2 || type == 9 || type == 81 || type == 83)
			open = true;
		else if (type == 68)
			open = false;
		if (type == 66 && at + 12 <= whole)	/* tracing data follows it */
			at += (number(data + at + 8, 4, be) + 7) & ~7u;
		at += size;
	}
	return at == len && !open;
}
