/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * decode_format.h - the text of an event's format file, taken apart.
 *
 * Only what decoding needs: the ID, each field's name, place and size, and the
 * tables of __print_symbolic in the print fmt. A print fmt that makes no sense
 * is no error: fields are told by name, and names of numbers are a bonus. So
 * the print fmt's C expressions, which hostile files can nest without end, are
 * never parsed.
 */
#ifndef TXRING_DECODE_FORMAT_H
#define TXRING_DECODE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TXR_FORMAT_FIELDS 64

struct txr_format_field {
	const char *name;	/* into the text */
	uint16_t name_len;
	uint16_t offset;
	uint32_t size;
	bool data_loc;		/* __data_loc: 16 bits of length, 16 of offset */
	bool rel_loc;		/* __rel_loc: the same, from the field's end */
};

struct txr_format {
	const char *name;	/* into the text */
	size_t name_len;
	uint16_t id;
	unsigned int count;
	struct txr_format_field field[TXR_FORMAT_FIELDS];
	const char *print;	/* the print fmt, NULL: none */
	size_t print_len;
};

/* Returns 0, or -EINVAL when name or ID are missing. */
int txr_format_parse(struct txr_format *f, const char *text, size_t len);

/* Field of that name, or NULL. */
const struct txr_format_field *txr_format_find(const struct txr_format *f,
					       const char *name);

/*
 * Calls fn for each { NUMBER, "NAME" } of the print fmt's
 * __print_symbolic(REC->field, ...). Entries whose number is no plain number
 * (an enum that the kernel did not resolve) are passed over.
 */
int txr_format_symbols(const struct txr_format *f, const char *field,
		       int (*fn)(void *ctx, int64_t number, const char *name, size_t len),
		       void *ctx);

#endif
