/* SPDX-License-Identifier: GPL-2.0-only */
/* select.h - which rows a view draws, and in what order. */
#ifndef TXRING_VIEW_SELECT_H
#define TXRING_VIEW_SELECT_H

#include "txring/view.h"

struct txr_selection {
	const struct txr_row **row;	/* owned; the rows are the report's */
	size_t nr;
};

/* Devices that match opts->device, sorted by opts->sort. 0 or -ENOMEM. */
int txr_select_devices(struct txr_selection *sel, const struct txr_report *r,
		       const struct txr_view_opts *o);
/* Queues of a device by number: opts->queue alone, or all. */
int txr_select_queues(struct txr_selection *sel, const struct txr_row *dev,
		      const struct txr_view_opts *o);
void txr_select_free(struct txr_selection *sel);

/* A finding of a device that is drawn, or of none. */
bool txr_select_finding(const struct txr_finding *f, const struct txr_view_opts *o);

/*
 * Whether the figures of the devices that are drawn are exact; without -d the whole
 * recording's.
 */
bool txr_select_exact(const struct txr_selection *devs, const struct txr_report *r,
		      const struct txr_view_opts *o);

/* A queue that carried nothing in the recording. */
bool txr_row_is_idle(const struct txr_row *row);

#endif
