// SPDX-License-Identifier: GPL-2.0-only
/* build_course.c - what was kept over time, of a device in the making. */
#include <errno.h>
#include <stdlib.h>
#include "build_impl.h"

int txr_course_copy_of(struct txr_queue *q)
{
	if (!q->course)
		return 0;
	q->course = txr_course_copy(q->course);
	q->packed.bins = q->course ? &q->course->packed : NULL;
	return q->course ? 0 : -ENOMEM;
}

int txr_making_copy_spans(struct txr_making *m)
{
	int k;

	m->spans = m->d->spans;
	if (m->d->course && m->d->whole) {
		m->course = malloc(sizeof(*m->course));
		if (!m->course)
			return -ENOMEM;
		*m->course = *m->d->course;
	}
	for (k = 0; k < TXR_P_NR; k++)
		m->spans.kind[k].bins = m->course ? &m->course->packed.kind[k] : NULL;
	return 0;
}

void txr_making_settle(struct txr_making *m)
{
	uint64_t end_ns = m->b->traced_ns;
	size_t i;
	int k;

	for (i = 0; i < m->count; i++)
		if (m->copy[i].course)
			txr_course_settle(m->copy[i].course, end_ns);
	if (!m->course)
		return;
	txr_levels_pass(&m->course->levels, m->course->packed.grid, end_ns);
	txr_levels_settle(&m->course->levels, m->course->packed.grid);
	for (k = 0; k < TXR_P_NR; k++) {
		txr_spans_settle(&m->spans.kind[k]);
		txr_binsum_settle(&m->course->packed.kind[k], m->course->packed.grid);
	}
}

void txr_queue_pictures(const struct txr_rowx *x, const struct txr_queue *q)
{
	struct txr_row_sources from = { .q = q, .nr = 1 };

	if (q->course) {
		from.levels = &q->course->levels;
		from.packed = &q->course->packed;
	}
	txr_row_pictures(x, &from);
}

void txr_device_pictures(const struct txr_making *m, const struct txr_rowx *x)
{
	struct txr_row_sources from = { .q = m->copy, .nr = m->count };

	if (m->count == 1) {
		txr_queue_pictures(x, m->copy);
		return;
	}
	if (m->course) {
		from.levels = &m->course->levels;
		from.packed = &m->course->packed;
	}
	txr_row_pictures(x, &from);
}
