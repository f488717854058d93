// SPDX-License-Identifier: GPL-2.0-only
/* text_bar.c - how near the most packets were to what the ring holds. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "view/text.h"

#define BAR	20	/* cells */
#define COLUMN	13	/* as the figures above it */

/* Cells of the bar up to so many packets. One packet is seen. */
static int cells(uint64_t packets, int64_t capacity)
{
	double share = (double)packets / (double)capacity;
	int n = share >= 1 ? BAR : (int)(share * BAR);

	return packets && !n ? 1 : n;
}

/* The part of the capacity that the maximum took, for sure and perhaps. */
void txr_text_bar(const struct txr_text *t, const struct txr_row *row)
{
	static const char *const ascii[] = { "#", "+", "." }, *const utf8[] = { "█", "▒", "░" };
	const struct txr_u64 *max = &row->in_device.max;
	const char *const *cell = t->o->utf8 ? utf8 : ascii;
	int64_t capacity = row->capacity_packets;
	double share = (double)max->value / (double)capacity;
	int sure = cells(max->low, capacity), i;
	bool at_least = txr_full_trust(row) == TXR_FIG_AT_LEAST;
	int perhaps = at_least ? BAR : cells(max->high, capacity);
	char bar[4 * BAR + 8] = "", full[TXR_FIG_BUF];

	for (i = 0; i < BAR; i++)
		strcat(bar, cell[(i >= sure) + (i >= perhaps)]);
	fprintf(t->out, "%*s[", COLUMN, "");
	txr_text_ink(t, share >= 1 ? TXR_INK_BAD : share >= 0.9 ? TXR_INK_WARN :
		     TXR_INK_GOOD, bar);
	fprintf(t->out, "] %s%s of what it holds\n",
		at_least ? "" : "at most ", txr_text_full(full, row));
}
