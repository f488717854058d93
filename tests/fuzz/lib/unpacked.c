// SPDX-License-Identifier: GPL-2.0-only
/* unpacked.c - how many bytes came out of compressed ones. */
#include <zlib.h>
#include <zstd.h>
#include "unpacked.h"

size_t __real_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
size_t __wrap_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in);
size_t __real_ZSTD_decompressDCtx(ZSTD_DCtx *c, void *to, size_t room, const void *from,
				  size_t len);
size_t __wrap_ZSTD_decompressDCtx(ZSTD_DCtx *c, void *to, size_t room, const void *from,
				  size_t len);
int __real_uncompress(Bytef *to, uLongf *len, const Bytef *from, uLong from_len);
int __wrap_uncompress(Bytef *to, uLongf *len, const Bytef *from, uLong from_len);

static struct unpacked so_far;

void unpacked_begin(void)
{
	so_far = (struct unpacked){ 0 };
}

struct unpacked unpacked_so_far(void)
{
	return so_far;
}

size_t __wrap_ZSTD_decompressStream(ZSTD_DStream *s, ZSTD_outBuffer *out, ZSTD_inBuffer *in)
{
	size_t before = out->pos, ret = __real_ZSTD_decompressStream(s, out, in);

	so_far.stream = true;
	so_far.bytes += out->pos - before;
	return ret;
}

size_t __wrap_ZSTD_decompressDCtx(ZSTD_DCtx *c, void *to, size_t room, const void *from,
				  size_t len)
{
	size_t n = __real_ZSTD_decompressDCtx(c, to, room, from, len);

	so_far.bytes += ZSTD_isError(n) ? 0 : n;
	return n;
}

int __wrap_uncompress(Bytef *to, uLongf *len, const Bytef *from, uLong from_len)
{
	int ret = __real_uncompress(to, len, from, from_len);

	so_far.bytes += ret == Z_OK ? *len : 0;
	return ret;
}
