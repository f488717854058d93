// SPDX-License-Identifier: GPL-2.0-only
/* pagestore.c - a bounded store of raw pages. */
#include <errno.h>
#include <stdlib.h>
#include "page_part.h"
#include "pagestore_impl.h"

#define BLOCKS_MIN 2		/* of each CPU, whatever the limit */

static uint32_t room_of(const struct txr_page_shape *shape)
{
	return shape->size - shape->data_off;
}

struct txr_pagestore *txr_pagestore_new(const struct txr_page_shape *shape,
					unsigned int cpus, uint64_t bytes, uint64_t ns)
{
	struct txr_pagestore *s = calloc(1, sizeof(*s) + cpus * sizeof(s->cpu[0]));

	if (!s)
		return NULL;
	s->shape = *shape;
	s->cpus = cpus;
	s->keep_ns = ns;
	s->blocks_max = bytes / shape->size;
	if (s->blocks_max < BLOCKS_MIN * (uint64_t)cpus)
		s->blocks_max = BLOCKS_MIN * (uint64_t)cpus;
	return s;
}

void txr_pagestore_free(struct txr_pagestore *s)
{
	unsigned int i;

	if (!s)
		return;
	for (i = 0; i < s->cpus; i++) {
		struct txr_block *b = s->cpu[i].first, *next;

		for (; b; b = next) {
			next = b->next;
			txr_block_let_go(b);
		}
	}
	free(s->spare);
	free(s);
}

uint64_t txr_pagestore_since(const struct txr_pagestore *s)
{
	return s->since_ns;
}

uint64_t txr_pagestore_bytes(const struct txr_pagestore *s)
{
	return s->blocks * s->shape.size;
}

/* The CPU whose oldest block ended first. */
static struct txr_store_cpu *oldest(struct txr_pagestore *s)
{
	struct txr_store_cpu *best = NULL;
	unsigned int i;

	for (i = 0; i < s->cpus; i++)
		if (s->cpu[i].first && (!best || s->cpu[i].first->end_ns < best->first->end_ns))
			best = &s->cpu[i];
	return best;
}

static void give_up(struct txr_pagestore *s, struct txr_store_cpu *c)
{
	struct txr_block *b = c->first;

	c->first = b->next;
	if (!c->first)
		c->last = NULL;
	if (b->end_ns > s->since_ns)
		s->since_ns = b->end_ns;
	s->blocks--;
	if (atomic_load(&b->holders) > 1) {
		txr_block_let_go(b);
		return;
	}
	free(s->spare);
	s->spare = b;
}

static void make_room(struct txr_pagestore *s, uint64_t now_ns)
{
	struct txr_store_cpu *c;

	while (s->blocks >= s->blocks_max && (c = oldest(s)))
		give_up(s, c);
	while (s->keep_ns && now_ns > s->keep_ns && (c = oldest(s)) &&
	       c->first->end_ns < now_ns - s->keep_ns)
		give_up(s, c);
}

static struct txr_block *new_block(struct txr_pagestore *s, struct txr_store_cpu *c)
{
	struct txr_block *b = s->spare;

	s->spare = NULL;
	if (!b)
		b = malloc(sizeof(*b) + s->shape.size);
	if (!b)
		return NULL;
	b->next = NULL;
	atomic_init(&b->holders, 1);
	if (c->last)
		c->last->next = b;
	else
		c->first = b;
	c->last = b;
	s->blocks++;
	return b;
}

/* The records of one page behind those of the block, with the time between. */
static bool append(struct txr_pagestore *s, struct txr_block *b, const uint8_t *data,
		   uint32_t size, uint64_t begin_ns, uint64_t end_ns)
{
	uint64_t delta = begin_ns - b->end_ns;
	uint32_t word[2];

	if (b->closed || b->size + 8 + size > room_of(&s->shape) || begin_ns < b->end_ns)
		return false;
	/* struct ring_buffer_event in native order: type_len, 27 bits, 32 more */
	word[1] = (uint32_t)(delta >> 27);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word[0] = (uint32_t)TXR_RB_TYPE_TIME_EXTEND << 27 | (delta & ((1u << 27) - 1));
#else
	word[0] = (uint32_t)(delta & ((1u << 27) - 1)) << 5 | TXR_RB_TYPE_TIME_EXTEND;
#endif
	memcpy(b->page + s->shape.data_off + b->size, word, 8);
	memcpy(b->page + s->shape.data_off + b->size + 8, data, size);
	b->size += 8 + size;
	b->end_ns = end_ns;
	txr_page_set_commit(&s->shape, b->page, b->size);
	return true;
}

int txr_pagestore_add(struct txr_pagestore *s, unsigned int cpu, const uint8_t *page)
{
	struct txr_store_cpu *c = &s->cpu[cpu];
	const uint8_t *data;
	struct txr_page p;
	struct txr_block *b;
	uint64_t begin_ns;
	uint32_t size, len;

	if (cpu >= s->cpus || !txr_page_begin(&p, &s->shape, page, s->shape.size))
		return 0;	/* whoever decodes it counts it */
	data = p.cur;
	size = (uint32_t)(p.end - p.cur);
	begin_ns = p.ts;
	while (txr_page_next(&p, s->shape.big_endian, &len))
		;
	make_room(s, p.ts);
	if (c->last && !p.lost && !p.bad &&
	    append(s, c->last, data, size, begin_ns, p.ts))
		return 0;
	b = new_block(s, c);
	if (!b)
		return -ENOMEM;
	memcpy(b->page, page, s->shape.size);
	b->size = size;
	b->end_ns = p.ts;
	/* Behind the data of a page after a loss stands how much was lost. */
	b->closed = p.lost || p.bad;
	return 0;
}
