// SPDX-License-Identifier: GPL-2.0-only
/* exact_words.c - what is said of a report that is exact. */
#include <string.h>
#include "view/exact_words.h"
#include "view/figure.h"

/* Bounds that read the same leave nothing open. */
bool txr_shows_doubt(const char *text)
{
	return strstr(text, "..") || text[0] == '>' || text[0] == '~';
}

/* Of packed time and of the average, which packets still inside leave open. */
static bool has_bounds(const struct txr_row *row)
{
	char packed[TXR_FIG_BUF], avg[TXR_FIG_BUF];

	return txr_shows_doubt(txr_text_packed(packed, row, false)) ||
	       txr_shows_doubt(txr_text_num(avg, &row->in_device.avg, 0));
}

const char *txr_exact_words(const struct txr_selection *devs)
{
	size_t i;

	for (i = 0; i < devs->nr; i++)
		if (has_bounds(devs->row[i]))
			return "Every figure is exact, or shows the bounds it is between.";
	return "Every figure is exact.";
}
