/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page.h - the records of one ring-buffer page (sub-buffer).
 *
 * The layout is that of struct buffer_data_page and struct ring_buffer_event in
 * kernel/trace/ring_buffer.c and include/linux/ring_buffer.h, unchanged since
 * 2.6.31: a 64-bit time stamp, a long "commit" (bytes of data, and flags), then
 * records, each with a 5-bit type_len and a 27-bit time delta.
 */
#ifndef TXRING_PAGE_H
#define TXRING_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TXR_PAGE_MAX	(1u << 24)	/* no page or sub-buffer is larger */

/* The shape of the pages of one recording, from its header_page. */
struct txr_page_shape {
	uint32_t size;		/* bytes from one page to the next */
	uint16_t commit_off, data_off;
	uint8_t commit_size;	/* the kernel's long: 4 or 8 */
	bool big_endian;
};

/*
 * Read the text of events/header_page. Returns 0, or -EINVAL for something
 * that is no ring buffer of today. size becomes that of the text.
 */
int txr_page_shape_parse(struct txr_page_shape *s, const char *text, size_t len);

struct txr_page {
	const uint8_t *cur, *end;	/* the records not yet taken */
	const uint8_t *limit;		/* bytes that may be read */
	uint64_t ts;			/* of the last record taken */
	uint64_t lost_count;		/* events lost before this page; 0: not known */
	bool lost;			/* some were */
	bool bad;			/* broken off at a record that cannot be */
};

/* Begin a page of which avail bytes are there; false if it makes no sense. */
bool txr_page_begin(struct txr_page *p, const struct txr_page_shape *s,
		    const uint8_t *page, size_t avail);

#define TXR_RB_TYPE_DATA_MAX	28
#define TXR_RB_TYPE_PADDING	29
#define TXR_RB_TYPE_TIME_EXTEND	30
#define TXR_RB_TYPE_TIME_STAMP	31

static inline uint32_t txr_page_u32(const uint8_t *p, const bool be)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return be == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? v : __builtin_bswap32(v);
}

/*
 * The records that are not short data: everything but the common case. On return
 * *cur and *ts are behind it. *bad is set, and NULL returned, where the page makes
 * no sense; NULL alone is its end.
 */
struct txr_page_step {
	const uint8_t *cur, *rec;
	uint64_t ts;
	uint32_t len;
	bool bad;
};
struct txr_page_step txr_page_special(const uint8_t *cur, const uint8_t *end, uint64_t ts,
				      bool big_endian);

/*
 * The next record's data, or NULL at the end of the page (or where it is bad).
 * p->ts is its time.
 */
static inline __attribute__((always_inline)) const uint8_t *
txr_page_next(struct txr_page *p, const bool be, uint32_t *len)
{
	struct txr_page_step step;
	uint32_t word, type, delta;
	const uint8_t *rec;

	if (__builtin_expect(p->end - p->cur < 4, 0))
		return NULL;
	rec = p->cur + 4;
	word = txr_page_u32(p->cur, be);
	type = be ? word >> 27 : word & 31;
	delta = be ? word & ((1u << 27) - 1) : word >> 5;
	*len = type * 4;
	if (__builtin_expect(type - 1 < TXR_RB_TYPE_DATA_MAX &&
			     p->end - rec >= (ptrdiff_t)*len, 1)) {
		p->ts += delta;
		p->cur = rec + *len;
		return rec;
	}
	step = txr_page_special(p->cur, p->end, p->ts, be);
	p->cur = step.cur;
	p->ts = step.ts;
	p->bad |= step.bad;
	*len = step.len;
	return step.rec;
}

#endif
