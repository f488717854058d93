/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfetto.h - laps and occupancy as a Chrome JSON trace, which Perfetto opens.
 *
 * Written as the engine goes, in memory that grows with queues and open laps alone.
 * A device is a process, a queue one of its threads. Laps of a queue overlap, so they
 * are async slices of its process, named by the queue; their ids are lanes, used again
 * and again. Occupancy is a counter, drops, refusals and lost events are instants.
 */
#ifndef TXRING_VIEW_PERFETTO_H
#define TXRING_VIEW_PERFETTO_H

#include <stdio.h>
#include "txring/view.h"

struct txr_perfetto;

/*
 * c is kept: its first_ns may be set until the first event is told. from_ns: nothing
 * before is written, but followed. Returns 0 or -ENOMEM.
 */
int txr_perfetto_new(struct txr_perfetto **out, FILE *f, const struct txr_lap_context *c,
		     uint64_t from_ns);
void txr_perfetto_free(struct txr_perfetto *p);	/* accepts NULL */
/*
 * What is known of the devices, before the first event; both are kept, and may be
 * NULL. No counter shows more packets than the row of the report has as its maximum:
 * where lost releases fill a ring beyond its room that is less than was counted.
 */
void txr_perfetto_know(struct txr_perfetto *p, const struct txr_meta *meta,
		       const struct txr_report *report);

/* A lap's transitions, as of struct txr_pair_sink. */
void txr_perfetto_enter(struct txr_perfetto *p, const struct txr_lap *lap, uint64_t ts_ns);
void txr_perfetto_end(struct txr_perfetto *p, const struct txr_lap *lap, uint64_t ts_ns);
/* Lost events, and the kernel's own verdicts; others are nothing to it. */
void txr_perfetto_event(struct txr_perfetto *p, const struct txr_event *ev);
/* A lap that is open at the end, oldest first. */
void txr_perfetto_open(struct txr_perfetto *p, const struct txr_lap *lap);

/*
 * The end of the trace, with what the report says of its exactness; last_ns: the last
 * event. 0, or the first error: -ENOMEM, or that of the file.
 */
int txr_perfetto_finish(struct txr_perfetto *p, const struct txr_report *r, uint64_t last_ns);
/* As far as it is known now. */
int txr_perfetto_error(const struct txr_perfetto *p);
/* Laps written so far. */
uint64_t txr_perfetto_laps(const struct txr_perfetto *p);

#endif
