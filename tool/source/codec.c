// SPDX-License-Identifier: GPL-2.0-only
/* codec.c - the compressions that trace.dat version 7 knows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include "codec.h"

struct txr_codec {
	enum txr_codec_kind kind;
	ZSTD_DCtx *zstd;
};

int txr_codec_new(struct txr_codec **out, const char *name)
{
	static const char *const names[] = { "none", "zlib", "zstd" };
	struct txr_codec *c;
	unsigned int i;

	*out = NULL;
	for (i = 0; i < 3 && strcmp(names[i], name); i++)
		;
	if (i == 3)
		return -ENOENT;
	c = calloc(1, sizeof(*c));
	if (!c)
		return -ENOMEM;
	c->kind = i;
	if (c->kind == TXR_CODEC_ZSTD) {
		c->zstd = ZSTD_createDCtx();
		if (!c->zstd) {
			free(c);
			return -ENOMEM;
		}
	}
	*out = c;
	return 0;
}

void txr_codec_free(struct txr_codec *c)
{
	if (!c)
		return;
	ZSTD_freeDCtx(c->zstd);
	free(c);
}

enum txr_codec_kind txr_codec_kind(const struct txr_codec *c)
{
	return c->kind;
}

int txr_codec_block(struct txr_codec *c, const void *from, size_t from_len,
		    void *to, size_t to_len)
{
	uLongf got = to_len;
	size_t n;

	switch (c->kind) {
	case TXR_CODEC_ZLIB:
		return uncompress(to, &got, from, from_len) == Z_OK && got == to_len ?
		       0 : -EINVAL;
	case TXR_CODEC_ZSTD:
		n = ZSTD_decompressDCtx(c->zstd, to, to_len, from, from_len);
		return !ZSTD_isError(n) && n == to_len ? 0 : -EINVAL;
	case TXR_CODEC_NONE:
		break;
	}
	return -EINVAL;
}
