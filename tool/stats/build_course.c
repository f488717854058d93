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

static int copy_device_course(struct txr_making *m)
{
	const struct txr_device_course *from = m->d->course;

	m->course = calloc(1, sizeof(*m->course));
	if (!m->course)
		return -ENOMEM;
	m->course->levels = malloc(sizeof(*m->course->levels));
	if (!m->course->levels)
		return -ENOMEM;
	*m->course->levels = *from->levels;
	return txr_packed_bins_copy(&m->course->packed, &from->packed);
}

int txr_making_copy_spans(struct txr_making *m)
{
	int k;

	m->spans = m->d->spans;
	if (m->d->course && m->d->course->levels && copy_device_course(m))
		return -ENOMEM;
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
	txr_levels_pass(m->course->levels, m->course->packed.grid, end_ns);
	txr_levels_settle(m->course->levels, m->course->packed.grid);
	for (k = 0; k < TXR_P_NR; k++)
		txr_spans_settle(&m->spans.kind[k]);
	txr_packed_bins_settle(&m->course->packed);
}

void txr_making_free_courses(struct txr_making *m)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		txr_course_free(m->copy[i].course);
	if (!m->course)
		return;
	txr_packed_bins_free(&m->course->packed);
	free(m->course->levels);
	free(m->course);
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
		from.levels = m->course->levels;
		from.packed = &m->course->packed;
	}
	txr_row_pictures(x, &from);
}
