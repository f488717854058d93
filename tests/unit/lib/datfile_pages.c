// SPDX-License-Identifier: GPL-2.0-only
/* datfile_pages.c - ring-buffer pages as kernel/trace/ring_buffer.c writes them. */
#include "datfile.h"

#define DELTA_BITS 27
#define MISSED_EVENTS (1ULL << 31)
#define MISSED_STORED (1ULL << 30)

static uint32_t data_off(const struct dat *d)
{
	return 8 + d->m.long_size;
}

static uint32_t room(const struct dat *d, const struct dat_cpu *c)
{
	return d->page_size - data_off(d) - c->used;
}

static void word(struct dat *d, struct dat_cpu *c, uint32_t type, uint32_t delta)
{
	bytes_put_at(&c->pages, c->page + data_off(d) + c->used,
		     d->m.big_endian ? type << DELTA_BITS | delta : delta << 5 | type, 4);
	c->used += 4;
}

static void put32(struct dat *d, struct dat_cpu *c, uint32_t v)
{
	bytes_put_at(&c->pages, c->page + data_off(d) + c->used, v, 4);
	c->used += 4;
}

void dat_close_page(struct dat *d, struct dat_cpu *c)
{
	uint64_t commit = c->used;

	if (!c->open)
		return;
	if (c->lost) {
		commit |= MISSED_EVENTS;
		if (c->lost_count >= 0 && room(d, c) >= d->m.long_size) {
			bytes_put_at(&c->pages, c->page + data_off(d) + c->used,
				     c->lost_count, d->m.long_size);
			commit |= MISSED_STORED;
		}
		c->lost = false;
	}
	bytes_put_at(&c->pages, c->page + 8, commit, d->m.long_size);
	c->open = false;
}

static void open_page(struct dat *d, struct dat_cpu *c, uint64_t ts)
{
	c->pages.big_endian = d->m.big_endian;
	c->page = c->pages.n;
	c->used = 0;
	c->ts = ts;
	c->open = true;
	bytes_zero(&c->pages, d->page_size);
	bytes_put_at(&c->pages, c->page, ts, 8);
}

/* Room for need bytes, in a page that begins at ts if it must be a new one. */
static void need(struct dat *d, struct dat_cpu *c, uint32_t bytes, uint64_t ts)
{
	if (c->open && room(d, c) >= bytes)
		return;
	if (c->open && room(d, c) >= 4) {
		uint32_t used = c->used;

		word(d, c, 29, 0);	/* padding to the end, not committed */
		c->used = used;
	}
	dat_close_page(d, c);
	open_page(d, c, ts);
}

void dat_record(struct dat *d, struct dat_cpu *c, uint64_t ts, const void *rec, size_t len)
{
	size_t padded = (len + 3) & ~(size_t)3;
	bool big = padded > 28 * 4;
	uint64_t delta;

	need(d, c, 8 + 4 + 4 + padded, ts);
	delta = ts - c->ts;
	if (delta >> DELTA_BITS) {
		word(d, c, 30, delta & ((1u << DELTA_BITS) - 1));
		put32(d, c, delta >> DELTA_BITS);
		delta = 0;
	}
	word(d, c, big ? 0 : padded / 4, delta);
	if (big)
		put32(d, c, padded + 4);
	memcpy(c->pages.p + c->page + data_off(d) + c->used, rec, len);
	c->used += padded;
	c->ts = ts;
}

void dat_put(struct dat *d, struct dat_cpu *c, uint64_t ts, const struct ev *e,
	     unsigned int flags, int pid, const struct ev_value *v)
{
	struct bytes b = { 0 };

	ev_record(e, &b, flags, pid, v);
	dat_record(d, c, ts, b.p, b.n);
	bytes_free(&b);
}

void dat_lost(struct dat *d, struct dat_cpu *c, int64_t count)
{
	dat_close_page(d, c);
	c->lost = true;
	c->lost_count = count;
}

void dat_stamp(struct dat *d, struct dat_cpu *c, uint64_t ts)
{
	need(d, c, 8, ts);
	word(d, c, 31, ts & ((1u << DELTA_BITS) - 1));
	put32(d, c, (ts & ((1ULL << 59) - 1)) >> DELTA_BITS);
	c->ts = ts;
}

void dat_discard(struct dat *d, struct dat_cpu *c, uint32_t delta, size_t len)
{
	uint32_t i;

	need(d, c, 4 + len, c->ts);
	word(d, c, 29, delta ? delta : 1);
	put32(d, c, len);
	for (i = 4; i < len; i += 4)
		put32(d, c, 0xdeadbeef);
	c->ts += delta;
}
