// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "top.h"
#include "view/top_layout.h"

bool txr_top_has_screen(void)
{
	return false;
}

bool txr_top_sort_key(const char *key, int *fig)
{
	int i;

	for (i = 0; i < TXR_TC_NR; i++) {
		if (strcasecmp(txr_top_columns[i].title, key))
			continue;
		if (i != TXR_TC_NAME && txr_top_columns[i].fig < 0)
			return false;
		*fig = txr_top_columns[i].fig;
		return true;
	}
	return false;
}

int txr_top_screen(struct txr_engine *e, const struct txr_top_opts *o)
{
	return txr_top_batch(e, o);
}
