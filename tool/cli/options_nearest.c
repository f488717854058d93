// SPDX-License-Identifier: GPL-2.0-only
/* options_nearest.c - what a mistyped option may have meant. */
#include "cli/nearest.h"
#include "cli/options_value.h"

const char *txr_opt_nearest(const struct txr_opt *table, const char *name)
{
	struct txr_nearest n;
	const struct txr_opt *o;

	txr_nearest_begin(&n, name);
	for (o = table; o->letter || o->name; o++)
		if (o->name)
			txr_nearest_try(&n, o->name);
	return txr_nearest_end(&n);
}
