/* SPDX-License-Identifier: GPL-2.0-only */
/* bytes.h - bytes put together by a test, in either byte order. */
#ifndef TXRING_TEST_BYTES_H
#define TXRING_TEST_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
	uint8_t *p;
	size_t n, room;
	bool big_endian;
};

static inline void bytes_add(struct bytes *b, const void *from, size_t n)
{
	if (b->n + n > b->room) {
		b->room = 2 * (b->n + n);
		b->p = realloc(b->p, b->room);
		if (!b->p)
			abort();
	}
	if (n)
		memcpy(b->p + b->n, from, n);
	b->n += n;
}

static inline void bytes_put_at(struct bytes *b, size_t at, uint64_t v, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		b->p[at + i] = v >> 8 * (b->big_endian ? size - 1 - i : i);
}

static inline void bytes_put(struct bytes *b, uint64_t v, unsigned int size)
{
	uint8_t zero[8] = { 0 };

	bytes_add(b, zero, size);
	bytes_put_at(b, b->n - size, v, size);
}

static inline void bytes_zero(struct bytes *b, size_t n)
{
	uint8_t zero = 0;

	while (n--)
		bytes_add(b, &zero, 1);
}

static inline void bytes_text(struct bytes *b, const char *s)
{
	bytes_add(b, s, strlen(s) + 1);
}

static inline void bytes_free(struct bytes *b)
{
	free(b->p);
	memset(b, 0, sizeof(*b));
}

#endif
