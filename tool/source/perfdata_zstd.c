// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_zstd.c - records packed by perf record -z.
 *
 * One zstd stream runs through all PERF_RECORD_COMPRESSED records; a packed
 * record may begin in one and end in the next. It is unpacked in pieces: what is
 * held is a piece and the beginning of a record, whatever a few bytes claim to be.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include "perfdata_impl.h"

#define PIECE (256u << 10)		/* more than two records of 64 KiB */

struct perf_zstd {
	ZSTD_DStream *stream;
	ZSTD_inBuffer in;
	size_t have, used;
	bool more;			/* the last piece was full */
	uint8_t buf[PIECE];
};

void perf_zstd_free(struct perf_zstd *z)
{
	if (!z)
		return;
	ZSTD_freeDStream(z->stream);
	free(z);
}

int perf_zstd_add(struct perf_zstd **zp, const uint8_t *from, size_t n)
{
	struct perf_zstd *z = *zp;

	if (!z) {
		z = calloc(1, sizeof(*z));
		if (!z)
			return -ENOMEM;
		*zp = z;
		z->stream = ZSTD_createDStream();
		if (!z->stream)
			return -ENOMEM;
	}
	z->in = (ZSTD_inBuffer){ from, n, 0 };
	z->more = true;
	return 0;
}

int perf_zstd_next(struct perf_zstd *z, const uint8_t **data, size_t *len)
{
	ZSTD_outBuffer out;

	if (z->used) {
		memmove(z->buf, z->buf + z->used, z->have - z->used);
		z->have -= z->used;
		z->used = 0;
	}
	if (!z->more)
		return 0;
	out = (ZSTD_outBuffer){ z->buf, sizeof(z->buf), z->have };
	if (ZSTD_isError(ZSTD_decompressStream(z->stream, &out, &z->in)))
		return -EINVAL;
	z->more = z->in.pos < z->in.size || out.pos == out.size;
	/* no record is this long: neither in nor out moves on */
	if (z->more && out.pos == z->have)
		return -EINVAL;
	z->have = out.pos;
	*data = z->buf;
	*len = z->have;
	return 1;
}

void perf_zstd_taken(struct perf_zstd *z, size_t n)
{
	z->used = n;
}

bool perf_zstd_holds(const struct perf_zstd *z)
{
	return z && z->have > z->used;
}
