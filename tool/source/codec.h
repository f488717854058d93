/* SPDX-License-Identifier: GPL-2.0-only */
/* codec.h - the compressions that trace.dat version 7 knows. */
#ifndef TXRING_CODEC_H
#define TXRING_CODEC_H

#include <stddef.h>
#include <stdint.h>

enum txr_codec_kind { TXR_CODEC_NONE, TXR_CODEC_ZLIB, TXR_CODEC_ZSTD };

struct txr_codec;

/* By the name in the file's header; -ENOENT for one that is not known. */
int txr_codec_new(struct txr_codec **out, const char *name);
void txr_codec_free(struct txr_codec *c);	/* accepts NULL */
enum txr_codec_kind txr_codec_kind(const struct txr_codec *c);

/* Decompress a whole block of exactly *to_len* bytes. 0 or -EINVAL. */
int txr_codec_block(struct txr_codec *c, const void *from, size_t from_len,
		    void *to, size_t to_len);

#endif
