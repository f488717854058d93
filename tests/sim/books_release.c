// SPDX-License-Identifier: GPL-2.0-only
/*
 * books_release.c - how releases came: runs of them without a start between, and
 * the time between two, as far as the packet of the second was inside meanwhile.
 */
#include <stdlib.h>
#include "books.h"

static bool is_release(const struct moment *m, const struct xlap *x)
{
	return m->what == M_END && x->entered &&
	       (x->outcome == TXR_COMPLETED || x->outcome == TXR_HANDED_OVER);
}

static uint64_t gap_of(uint64_t before_ns, const struct xlap *x)
{
	uint64_t since = x->release_ns > before_ns ? x->release_ns - before_ns : 0;
	uint64_t lap = x->release_ns > x->start_ns ? x->release_ns - x->start_ns : 0;

	return since < lap ? since : lap;
}

void book_releases(struct book *b, const struct xlaps *laps, uint16_t dev, int queue)
{
	struct moment *m = calloc(3 * laps->n + 1, sizeof(*m));
	uint64_t before_ns = 0, run = 0;
	bool any = false;
	int i, n;

	if (!m)
		abort();
	n = moments(laps, dev, queue, m);
	for (i = 0; i < n; i++) {
		const struct xlap *x = &laps->v[m[i].lap];

		if (m[i].what == M_START && run) {
			b->batch[b->nbatch++] = run;
			run = 0;
		}
		if (!is_release(&m[i], x))
			continue;
		if (any)
			b->gap[b->ngap++] = gap_of(before_ns, x);
		before_ns = x->release_ns;
		any = true;
		run++;
	}
	if (run)
		b->batch[b->nbatch++] = run;
	free(m);
}
