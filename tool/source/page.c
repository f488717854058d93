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
	s->commit_size = (uint8_t)commit->size;
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
	room = (uint32_t)(avail - s->data_off);
	commit = (uint32_t)get(page + s->commit_off, s->commit_size, s->big_endian);
	size = commit & COMMIT_MASK;
	p->ts = get(page, 8, s->big_endian);
	p->cur = p->end = page + s->data_off;
	p->limit = page + avail;
	p->lost = commit & MISSED_EVENTS;
	if (size > s->size - s->data_off)
		return false;
	if (p->lost && commit & MISSED_STORED && size + s->commit_size <= room) {
		int64_t n = (int64_t)get(p->end + size, s->commit_size, s->big_endian);

		p->lost_count = n > 0 ? (uint64_t)n : 0;
	}
	p->bad = size > room;	/* the file ends within the page */
	p->end += p->bad ? room : size;
	return true;
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

struct txr_page_step txr_page_special(const uint8_t *cur, const uint8_t *end, uint64_t ts,
				      bool be)
{
	struct txr_page_step s = { .cur = cur, .ts = ts };

	while (end - s.cur >= 4) {
		uint32_t word = txr_page_u32(s.cur, be), second;
		uint32_t type = be ? word >> DELTA_BITS : word & 31;
		uint32_t delta = be ? word & ((1u << DELTA_BITS) - 1) : word >> 5;

		/* padding without a delta fills the rest of the page */
		if (type == TXR_RB_TYPE_PADDING && !delta)
			break;
		s.bad = end - s.cur < 8;
		if (s.bad)
			break;
		second = txr_page_u32(s.cur + 4, be);
		if (type == TXR_RB_TYPE_TIME_EXTEND || type == TXR_RB_TYPE_TIME_STAMP) {
			uint64_t wide = ((uint64_t)second << DELTA_BITS) + delta;

			s.ts = type == TXR_RB_TYPE_TIME_EXTEND ? s.ts + wide :
								 absolute(wide, s.ts);
			s.cur += 8;
			continue;
		}
		s.rec = s.cur + 4;
		s.len = type * 4;
		if (type == 0 || type == TXR_RB_TYPE_PADDING) {
			/* the length is in the second word, and counts it */
			s.rec += 4;
			s.len = second - 4;
			s.bad = second < 4;
		}
		s.bad |= s.len > (size_t)(end - s.rec);
		if (s.bad)
			break;
		/*
		 * A discarded event's delta counts; rb_event_discard() writes 0 as
		 * 1, which check_buffer() there undoes the same way.
		 */
		if (type != TXR_RB_TYPE_PADDING || delta != 1)
			s.ts += delta;
		s.cur = s.rec + s.len;
		if (type != TXR_RB_TYPE_PADDING)
			return s;
	}
	s.cur = end;
	s.rec = NULL;
	return s;
}
