// SPDX-License-Identifier: GPL-2.0-only
/* history.c - how the devices were at moments of the time past. */
#include <string.h>
#include "history.h"

static void forget(struct txr_history *h, unsigned int i)
{
	txr_snapshot_free(&h->at[i].snap);
	h->count--;
	memmove(&h->at[i], &h->at[i + 1], (h->count - i) * sizeof(h->at[0]));
}

/*
 * Without it the next older one would have to do, or a later one: what that costs
 * is measured against how old it is. First and last stay.
 */
static unsigned int least_missed(const struct txr_history *h, uint64_t now_ns)
{
	unsigned int i, best = 1;
	double least = 0;

	for (i = 1; i + 1 < h->count; i++) {
		double gap = (double)(h->at[i + 1].begin_ns - h->at[i - 1].begin_ns);
		double share = gap / (double)(now_ns - h->at[i - 1].begin_ns + 1);

		if (i == 1 || share < least) {
			least = share;
			best = i;
		}
	}
	return best;
}

void txr_history_add(struct txr_history *h, struct txr_moment *m, uint64_t since_ns)
{
	while (h->count && h->at[0].begin_ns < since_ns)
		forget(h, 0);
	if (h->count == TXR_HISTORY_MAX)
		forget(h, least_missed(h, m->begin_ns));
	h->at[h->count++] = *m;
	memset(m, 0, sizeof(*m));
}

struct txr_moment *txr_history_since(struct txr_history *h, uint64_t since_ns)
{
	unsigned int i;

	for (i = 0; i < h->count; i++)
		if (h->at[i].begin_ns >= since_ns)
			return &h->at[i];
	return NULL;
}

void txr_history_free(struct txr_history *h)
{
	while (h->count)
		forget(h, h->count - 1);
}
