// SPDX-License-Identifier: GPL-2.0-only
/* page.c - the records of one ring-buffer page: begin, and the rare kinds. */
#include <errno.h>
#include "decode_format.h"
#include "page.h"

/* kernel/trace/ring_buffer.c: RB_MISSED_EVENTS, RB_MISSED_STORED */
#define MISSED_EVENTS	(1u << 31)
#define MISSED_STORED	(1u << 30)
#define COMMIT_MASK	((1u << 27) - 1)

#define DELTA_BITS	27
#define STAMP_BITS	59	/* an absolute time stamp has the low 59 bits */
#define STAMP_HIGH	(0x1fULL << STAMP_BITS)

int txr_page_shape_parse(struct txr_page_shape *s, const char *text, size_t len)
{
	const struct txr_format_field *ts, *commit, *data;
	struct txr_format f;

	txr_format_parse(&f, text, len);	/* it has no name and no ID */
	ts = txr_format_find(&f, "timestamp");
	commit = txr_format_find(&f, "commit");
	data = txr_format_find(&f, "data");
	if (!ts || !commit || !data || ts->offset || ts->size != 8 ||
	    (commit->size != 4 && commit->size != 8) || commit->offset < 8 ||
	    data->offset < commit->offset + commit->size || data->offset > 64)
		return -EINVAL;
	s->commit_off = commit->offset;
	s->commit_size = commit->size;
	s->data_off = data->offset;
	s->size = (uint32_t)data->offset + data->size;
	return 0;
}

static uint64_t get(const uint8_t *p, unsigned int size, bool be)
{
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * (be ? size - 1 - i : i);
	return v;
}

bool txr_page_begin(struct txr_page *p, const struct txr_page_shape *s,
		    const uint8_t *page, size_t avail)
{
	uint32_t commit, size, room;

	memset(p, 0, sizeof(*p));
	p->cur = p->end = p->limit = page;
	if (avail > s->size)
		avail = s->size;
	if (avail < s->data_off)
		return false;
	room = avail - s->data_off;
	commit = get(page + s->commit_off, s->commit_size, s->big_endian);
	size = commit & COMMIT_MASK;
	p->ts = get(page, 8, s->big_endian);
	p->cur = p->end = page + s->data_off;
	p->limit = page + avail;
	p->lost = commit & MISSED_EVENTS;
	if (size > s->size - s->data_off)
		return false;
	if (p->lost && commit & MISSED_STORED && size + s->commit_size <= room) {
		int64_t n = get(p->end + size, s->commit_size, s->big_endian);

		p->lost_count = n > 0 ? n : 0;
	}
	p->bad = size > room;	/* the file ends within the page */
	p->end += p->bad ? room : size;
	return true;
}

static const uint8_t *bad(struct txr_page *p)
{
	p->bad = true;
	p->cur = p->end;
	return NULL;
}

/* rb_fix_abs_ts(): the five high bits come from the time before */
static uint64_t absolute(uint64_t stamp, uint64_t before)
{
	if (before & STAMP_HIGH) {
		stamp |= before & STAMP_HIGH;
		if (stamp < before)
			stamp += 1ULL << STAMP_BITS;
	}
	return stamp;
}

const uint8_t *txr_page_special(struct txr_page *p, bool be, uint32_t *len)
{
	while (p->end - p->cur >= 4) {
		uint32_t word = txr_page_u32(p->cur, be), second, size;
		uint32_t type = be ? word >> DELTA_BITS : word & 31;
		uint32_t delta = be ? word & ((1u << DELTA_BITS) - 1) : word >> 5;
		const uint8_t *rec = p->cur + 8;

		if (type - 1 < TXR_RB_TYPE_DATA_MAX)
			return txr_page_next(p, be, len);
		/* padding without a delta fills the rest of the page */
		if (type == TXR_RB_TYPE_PADDING && !delta) {
			p->cur = p->end;
			return NULL;
		}
		if (p->end - p->cur < 8)
			return bad(p);
		second = txr_page_u32(p->cur + 4, be);
		switch (type) {
		case TXR_RB_TYPE_TIME_EXTEND:
			p->ts += ((uint64_t)second << DELTA_BITS) + delta;
			p->cur = rec;
			continue;
		case TXR_RB_TYPE_TIME_STAMP:
			p->ts = absolute(((uint64_t)second << DELTA_BITS) + delta, p->ts);
			p->cur = rec;
			continue;
		}
		/*
		 * A discarded event, or data with its length in a word of its own;
		 * the length counts that word. rb_event_discard() gives a delta of
		 * 0 as 1 (ring_buffer.c, check_buffer() undoes it the same way).
		 */
		size = second;
		if (size < 4 || size > (uint32_t)(p->end - p->cur) - 4)
			return bad(p);
		if (type != TXR_RB_TYPE_PADDING || delta != 1)
			p->ts += delta;
		*len = size - 4;
		p->cur += 4 + size;
		if (type != TXR_RB_TYPE_PADDING)
			return rec;
	}
	return NULL;
}
