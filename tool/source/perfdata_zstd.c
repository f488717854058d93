// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_zstd.c - records packed by perf record -z.
 *
 * One zstd stream runs through all PERF_RECORD_COMPRESSED records; a packed
 * record may begin in one and end in the next.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "perfdata_impl.h"

#define UNPACKED_MAX (256u << 20)	/* of one record: 64 KiB packed */

struct perf_zstd {
	ZSTD_DStream *stream;
	uint8_t *buf;
	size_t have, used, room;
};

void perf_zstd_free(struct perf_zstd *z)
{
	if (!z)
		return;
	ZSTD_freeDStream(z->stream);
	free(z->buf);
	free(z);
}

static struct perf_zstd *zstd_new(void)
{
	struct perf_zstd *z = calloc(1, sizeof(*z));

	if (z)
		z->stream = ZSTD_createDStream();
	if (z && !z->stream) {
		free(z);
		return NULL;
	}
	return z;
}

static int grow(struct perf_zstd *z)
{
	size_t room = z->room ? 2 * z->room : 256u << 10;
	uint8_t *b;

	if (room > UNPACKED_MAX)
		return -EINVAL;
	b = realloc(z->buf, room);
	if (!b)
		return -ENOMEM;
	z->buf = b;
	z->room = room;
	return 0;
}

int perf_zstd_add(struct perf_zstd **zp, const uint8_t *from, size_t n,
		  const uint8_t **data, size_t *len)
{
	ZSTD_inBuffer in = { from, n, 0 };
	struct perf_zstd *z = *zp ? *zp : (*zp = zstd_new());
	ZSTD_outBuffer out;
	int ret;

	if (!z)
		return -ENOMEM;
	if (z->used) {
		memmove(z->buf, z->buf + z->used, z->have - z->used);
		z->have -= z->used;
		z->used = 0;
	}
	do {
		if (z->have == z->room) {
			ret = grow(z);
			if (ret)
				return ret;
		}
		out = (ZSTD_outBuffer){ z->buf, z->room, z->have };
		if (ZSTD_isError(ZSTD_decompressStream(z->stream, &out, &in)))
			return -EINVAL;
		z->have = out.pos;
	} while (in.pos < in.size || out.pos == out.size);
	*data = z->buf;
	*len = z->have;
	return 0;
}

void perf_zstd_taken(struct perf_zstd *z, size_t n)
{
	z->used += n;
}
