/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * books.h - the figures of a queue or a device, added up from laps in the
 * plainest way.
 */
#ifndef SIM_BOOKS_H
#define SIM_BOOKS_H

#include "run.h"

struct book {
	uint64_t started, completed, completed_in_xmit, dropped, busy, handed_over;
	uint64_t restarted, uncertain, in_device_at_end, reset_released;
	uint64_t bytes, wire, wire_low, wire_high;	/* of completed */
	uint64_t *lap;		/* sorted lap times that are in the statistics */
	int nlap;
	uint64_t sum;
	uint64_t *late;		/* sorted free_ns - release_ns */
	int nlate;
	uint64_t *batch;	/* sorted sizes of runs of releases, by queue */
	int nbatch;
	uint64_t *gap;		/* sorted times between releases, by queue */
	int ngap;
	uint64_t max, max_bytes, at_ns, end, visits_max, dwell_max_ns;
	uint64_t in_ring_sum;	/* whole times of laps that were in the ring and closed */
	uint64_t first_ns, last_ns;
	uint64_t level_p50, level_p99;
	uint64_t packed_driver_ns, packed_inferred_ns;	/* of one queue */
	bool driver_shown;	/* the queue's own stop was seen */
};

/* queue -1: the whole device. */
void book_make(struct book *b, const struct xlaps *laps, const struct stream *s,
	       uint16_t dev, int queue);
void book_free(struct book *b);

/* The transitions of a queue, in order: where its laps (by index) are at. */
struct moment {
	uint64_t seq;
	int lap;
	enum { M_START, M_ENTER, M_END } what;
};

/* m has room for three a lap; returns how many there are. */
int moments(const struct xlaps *laps, uint16_t dev, int queue, struct moment *m);
int by_value(const void *a, const void *b);		/* uint64_t, for qsort */
/* books_release.c: batch and gap of one queue, added to those of b. */
void book_releases(struct book *b, const struct xlaps *laps, uint16_t dev, int queue);

#endif
