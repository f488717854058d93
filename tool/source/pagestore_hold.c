// SPDX-License-Identifier: GPL-2.0-only
/* pagestore_hold.c - pages of the store that someone writes to a file. */
#include <errno.h>
#include <stdlib.h>
#include "page_part.h"
#include "pagestore_impl.h"

void txr_block_let_go(struct txr_block *b)
{
	if (atomic_fetch_sub(&b->holders, 1) == 1)
		free(b);
}

uint64_t txr_pagestore_bytes_before(const struct txr_pagestore *s, uint64_t ns)
{
	const struct txr_block *b;
	uint64_t n = 0;
	unsigned int i;

	for (i = 0; i < s->cpus; i++)
		for (b = s->cpu[i].first; b && b->end_ns < ns; b = b->next)
			n++;
	return n * s->shape.size;
}

static uint64_t begin_of(const struct txr_block *b)
{
	uint64_t ts;

	memcpy(&ts, b->page, sizeof(ts));
	return ts;
}

static char *own_part(const struct txr_pagestore *s, const struct txr_block *b,
		      uint64_t after_ns, uint64_t until_ns, bool *empty)
{
	char *page = malloc(s->shape.size);

	if (!page)
		return NULL;
	memcpy(page, b->page, s->shape.size);
	*empty = (after_ns && !txr_page_trim(&s->shape, (uint8_t *)page, after_ns)) ||
		 !txr_page_end(&s->shape, (uint8_t *)page, until_ns);
	return page;
}

static void note_loss(const struct txr_pagestore *s, const char *page, struct txr_held *h)
{
	struct txr_page p;

	if (!txr_page_begin(&p, &s->shape, (const uint8_t *)page, s->shape.size) || !p.lost)
		return;
	h->lost += p.lost_count;
	h->lost_unknown |= !p.lost_count;
}

static int hold(const struct txr_pagestore *s, struct txr_block *b, uint64_t after_ns,
		uint64_t until_ns, struct txr_held *h)
{
	bool whole = begin_of(b) > after_ns && b->end_ns <= until_ns, empty = false;
	char *page = (char *)b->page;

	if (!whole)
		page = own_part(s, b, after_ns, until_ns, &empty);
	if (!page)
		return -ENOMEM;
	if (empty) {
		free(page);
		return 0;
	}
	if (whole)
		atomic_fetch_add(&b->holders, 1);
	h->block[h->count] = whole ? b : NULL;
	h->page[h->count++] = page;
	note_loss(s, page, h);
	return 0;
}

int txr_pagestore_hold(struct txr_pagestore *s, unsigned int cpu, uint64_t after_ns,
		       uint64_t until_ns, struct txr_held *h)
{
	struct txr_block *b, *first = s->cpu[cpu].first;
	size_t n = 0;
	int ret = 0;

	memset(h, 0, sizeof(*h));
	if (after_ns < s->since_ns)
		after_ns = s->since_ns;
	for (b = first; b; b = b->next)
		n++;
	if (!n)
		return 0;
	s->cpu[cpu].last->closed = true;	/* what is held does not change */
	h->page = calloc(n, sizeof(*h->page));
	h->block = calloc(n, sizeof(*h->block));
	if (!h->page || !h->block)
		ret = -ENOMEM;
	for (b = first; b && !ret; b = b->next)
		if (b->end_ns > after_ns)
			ret = hold(s, b, after_ns, until_ns, h);
	if (ret)
		txr_held_free(h);
	return ret;
}

void txr_held_free(struct txr_held *h)
{
	size_t i;

	for (i = 0; i < h->count; i++)
		if (h->block[i])
			txr_block_let_go(h->block[i]);
		else
			free(h->page[i]);
	free(h->page);
	free(h->block);
	memset(h, 0, sizeof(*h));
}
