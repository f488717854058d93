// SPDX-License-Identifier: GPL-2.0-only
/* text_plot.c - which plots are drawn, of a device and of its queues. */
#include <errno.h>
#include <stdio.h>
#include "view/text.h"

static int put_row(const struct txr_text *t, const struct txr_row *row)
{
	int ret = 0;

	txr_text_title(t, row);
	if (t->o->timeline)
		ret = txr_text_timeline(t, row);
	if (t->o->histogram && !ret)
		ret = txr_text_histogram(t, row);
	return ret;
}

int txr_text_plots(const struct txr_text *t, const struct txr_row *dev)
{
	struct txr_selection queues;
	size_t i;
	int ret;

	ret = put_row(t, dev);
	if (ret || !t->o->per_queue)
		return ret;
	if (txr_select_queues(&queues, dev, t->o))
		return -ENOMEM;
	for (i = 0; i < queues.nr && !ret; i++)
		if (!txr_row_is_idle(queues.row[i]))
			ret = put_row(t, queues.row[i]);
	txr_select_free(&queues);
	return ret;
}
