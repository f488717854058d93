// SPDX-License-Identifier: GPL-2.0-only
/* page_part.c - a page made shorter, at its beginning or at its end. */
#include "page_part.h"

/* kernel/trace/ring_buffer.c: RB_MISSED_EVENTS, RB_MISSED_STORED */
#define MISSED_EVENTS	(1u << 31)
#define MISSED_STORED	(1u << 30)

static void put_commit(const struct txr_page_shape *shape, uint8_t *page, uint64_t commit)
{
	uint32_t word = (uint32_t)commit;

	if (shape->commit_size == 8)
		memcpy(page + shape->commit_off, &commit, 8);
	else
		memcpy(page + shape->commit_off, &word, 4);
}

static uint64_t flags_of(const struct txr_page_shape *shape, const uint8_t *page)
{
	uint64_t commit = 0;
	uint32_t word;

	if (shape->commit_size == 8) {
		memcpy(&commit, page + shape->commit_off, 8);
	} else {
		memcpy(&word, page + shape->commit_off, 4);
		commit = word;
	}
	return commit & (MISSED_EVENTS | MISSED_STORED);
}

void txr_page_set_commit(const struct txr_page_shape *shape, uint8_t *page, uint32_t bytes)
{
	put_commit(shape, page, bytes);
}

bool txr_page_trim(const struct txr_page_shape *shape, uint8_t *page, uint64_t ns)
{
	const uint8_t *cur;
	struct txr_page p;
	uint64_t ts;
	uint32_t len;

	if (!txr_page_begin(&p, shape, page, shape->size))
		return false;
	do {
		cur = p.cur;
		ts = p.ts;
		if (!txr_page_next(&p, shape->big_endian, &len))
			return false;
	} while (p.ts <= ns);
	if (cur == page + shape->data_off)
		return true;	/* all of it, with its flags */
	memcpy(page, &ts, sizeof(ts));
	len = (uint32_t)(p.end - cur);
	memmove(page + shape->data_off, cur, len);
	memset(page + shape->data_off + len, 0, shape->size - shape->data_off - len);
	put_commit(shape, page, len);
	return true;
}

bool txr_page_end(const struct txr_page_shape *shape, uint8_t *page, uint64_t ns)
{
	const uint8_t *end = NULL;	/* of the last record that stays */
	uint64_t flags;
	struct txr_page p;
	uint32_t len;

	if (!txr_page_begin(&p, shape, page, shape->size))
		return false;
	for (;;) {
		if (!txr_page_next(&p, shape->big_endian, &len))
			return end != NULL;	/* all of it is of that time */
		if (p.ts > ns && (end || !p.lost))
			break;
		end = p.cur;
	}
	if (!end)
		return false;
	flags = flags_of(shape, page);
	/* Behind the data of a page after a loss stands how much was lost. */
	if (flags & MISSED_STORED)
		memmove(page + (end - page), p.end, shape->commit_size);
	put_commit(shape, page, flags | (uint32_t)(end - (page + shape->data_off)));
	return true;
}
