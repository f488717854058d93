/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * check.h - each oracle against the engine. Every check returns true when all
 * is well, else leaves the first difference as one line in msg.
 */
#ifndef SIM_CHECK_H
#define SIM_CHECK_H

#include "books.h"
#include "reference.h"

#define MSG_MAX 600

/* The engine's laps and counts against the reference: equal in all. */
bool check_reference(char *msg, const struct run *run, const struct reference *ref);

/* The engine's laps against the world's truth. */
bool check_truth(char *msg, const struct run *run, const struct world *w,
		 const struct stream *s);

/* The figures of the report against sums over the engine's own laps. */
bool check_report(char *msg, const struct run *run, const struct stream *s, uint32_t stacked);

/* What is found has its cause in the laps and the stream, and the reverse. */
bool check_findings(char *msg, const struct run *run, const struct stream *s);

/* The truth lies within what is printed, where events are missing. */
bool check_bounds(char *msg, const struct run *run, const struct world *w,
		  const struct stream *s);

/*
 * Timelines and lap grids add up to the figures; levels in bins that are not marked
 * are the truth. w NULL: there is none.
 */
bool check_timeline(char *msg, const struct run *run, const struct world *w,
		    const struct stream *s);
/* Is the occupancy at the beginning a matter of the rules? */
bool occupancy_knowable(const struct world *w, const struct stream *s,
			const struct txr_row *row);

/* True where what became of this shared lap cannot be known after a loss. */
bool outlived_its_loss(const struct run *run, const struct world *w, const struct stream *s,
		       const int *to, const struct xlap *t);

const char *describe(char *buf, size_t size, const struct xlap *x);

#endif
