/* SPDX-License-Identifier: GPL-2.0-only */
/* build_impl.h - between the files that build a device's rows. */
#ifndef TXRING_STATS_BUILD_IMPL_H
#define TXRING_STATS_BUILD_IMPL_H

#include "build_device.h"

struct txr_making {			/* a device in the making */
	struct txr_building *b;
	struct txr_device_stats *d;
	struct txr_queue *copy;	/* of the active queues, by number */
	size_t count;
	struct txr_queue sum;
	struct txr_packed_spans spans;
	struct txr_device_course *course;	/* a copy; NULL: not wanted, or one queue */
	struct txr_rowx x;	/* what all rows of the device share */
	bool nospec_completes;
};

/* build_capacity.c: how many packets the rings of a row hold. */
void txr_row_capacity(const struct txr_making *m, struct txr_rowx *x);

/*
 * build_course.c: what was kept over time, of copies: to close what goes on must not
 * show in the live ones. 0 or -ENOMEM.
 */
int txr_course_copy_of(struct txr_queue *copy);
int txr_making_copy_spans(struct txr_making *m);
/* After all was closed: up to the end of what is reported. */
void txr_making_settle(struct txr_making *m);
void txr_making_free_courses(struct txr_making *m);
void txr_queue_pictures(const struct txr_rowx *x, const struct txr_queue *q);
void txr_device_pictures(const struct txr_making *m, const struct txr_rowx *x);

#endif
