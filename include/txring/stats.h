/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stats.h - from laps to figures.
 *
 * txr_stats is the sink of the pairing engine: one row of accumulators per
 * (device, queue), one per device, each statistic in a file of its own. It
 * never clamps or drops silently: what is not exact carries bounds and a reason
 * (report.h). Figures are read by txr_report_build().
 */
#ifndef TXRING_STATS_H
#define TXRING_STATS_H

#include <stdbool.h>
#include <stdint.h>
#include "err.h"
#include "hist.h"
#include "pair.h"
#include "source.h"

struct txr_stats;

int txr_stats_new(struct txr_stats **out, struct txr_err *err);
void txr_stats_free(struct txr_stats *s);	/* accepts NULL */

/* What is kept beside the figures, for pictures: the rows of the report have it. */
#define TXR_WANT_TIMELINE	0x1	/* txr_row.timeline */
#define TXR_WANT_LAP_GRID	0x2	/* txr_row.lap_grid */

/* Before the first event; what is not wanted costs nothing. */
void txr_stats_want(struct txr_stats *s, unsigned int what);

/* Whom a device's packets are shared out to: the rows of devices have it (txr_row.by). */
enum txr_by_what { TXR_BY_NONE, TXR_BY_COMM, TXR_BY_CPU, TXR_BY_SIZE };

/* Before the first event. */
void txr_stats_by(struct txr_stats *s, enum txr_by_what what);

/*
 * Before the first event: what runs around the packets (record --why) is in the stream
 * from its beginning. Else that is known from the first such event on.
 */
void txr_stats_why(struct txr_stats *s);

/*
 * A queue that gives nothing back for so long, though it is needed, has stalled
 * (finding queue-stalled). Before the first event; the default is 1 s.
 */
#define TXR_STALL_DEFAULT_NS 1000000000ULL
void txr_stats_stall_after(struct txr_stats *s, uint64_t ns);

/* The sink to give to txr_pair_new(); valid as long as s. */
struct txr_pair_sink txr_stats_sink(struct txr_stats *s);

/* A callback ran out of memory: every later figure is unfit. 0 or -ENOMEM. */
int txr_stats_error(const struct txr_stats *s);

/*
 * The devices that events name by index, for as long as s: polls, and the kernel's word
 * that a queue stands, tell a device by its name alone, which several namespaces may
 * have. Without it the index decides. NULL: none.
 */
void txr_stats_devices(struct txr_stats *s, const struct txr_devtab *devs);

/*
 * Begin the statistics anew at ts_ns (report --time, top's reset). Open laps
 * are carried in: they count as started, occupancy goes on, a lap that ends
 * later counts with its whole length in lap_ns, and from ts_ns on in the average
 * occupancy.
 *
 * For a window FROM,TO: feed the engine every event before FROM, call this with
 * FROM, feed the events up to TO and no more, txr_pair_finish(), and build the
 * report with the same FROM and TO. The laps then open are in_device_at_end, and
 * the books balance in the window. Gaps that ended before FROM do not count.
 */
void txr_stats_reset(struct txr_stats *s, uint64_t ts_ns);

/*
 * No event up to ts_ns is still to come: queues with packets or traffic are observed
 * until then (top; a recording ends with each queue's last event).
 */
void txr_stats_advance(struct txr_stats *s, uint64_t ts_ns);

#endif
