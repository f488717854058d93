/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rowx.h - a row of the report in the making, with all that its figures and its
 * reasons are worked out from.
 */
#ifndef TXRING_STATS_ROWX_H
#define TXRING_STATS_ROWX_H

#include "bounds.h"
#include "queue.h"
#include "software.h"
#include "txring/report.h"

struct txr_building {		/* of the whole report */
	const struct txr_source_info *info;
	const struct txr_devtab *devs;
	const struct txr_names *names;
	struct txr_pair *pair;
	struct txr_stats *st;
	uint64_t first_ns;	/* times in the report are relative to it */
	uint64_t end_ns;	/* of the recording's events, or of the window */
	uint64_t traced_ns;	/* up to which an event would have been seen */
	uint64_t lost_apart;	/* of `lost`: in no gap, it is not known when */
	uint64_t until_ns;	/* up to which ages are told: its end, without events too */
	uint64_t lost;		/* events known to be lost, as they touch figures */
	bool lost_more;		/* and more, not counted */
	struct txr_report *r;
	int error;
};

struct txr_rowx {
	struct txr_building *b;
	struct txr_row *row;
	const struct txr_row *whole;	/* of a queue: its device's row; else NULL */
	struct txr_queue *q;		/* a queue, or the sum of a device's */
	const struct txr_device_state *start, *end;	/* either may be NULL */
	size_t same_name;		/* devices that the events can be of; 0: none seen */
	const struct txr_software *sw;	/* NULL: not known as a software device */
	size_t queues;			/* how many q stands for */
	int64_t capacity;		/* of all of these; TXR_UNKNOWN */
	int64_t hard_cap;		/* nothing can exceed it; TXR_UNKNOWN */
	const struct txr_nospec *nospec_laps;	/* completed in xmit after all, or NULL */
	struct txr_packed_spans *spans;	/* of a device, or NULL: q's sums are enough */
	bool other_size;		/* more was inside than its ring has at either end */
	bool cold;			/* nothing older than the recording inside */
	bool late_release;		/* stock free events may come after the release */
	bool inexact;			/* a reason touches a figure */
	/* What packed_ns is from; TXR_P_NR: not from spans. packed_level: from the time
	 * at that level; 0: not. */
	enum txr_packed_kind packed_kind;
	uint32_t packed_level;
};

/* row.c: every figure, as counted. */
void txr_row_fill(struct txr_rowx *x);
/* What follows from d->hist. */
void txr_dist_fill(struct txr_dist *d);
/* went_row.c: where the time went, if the recording tells. 0 or -ENOMEM. */
int txr_went_fill(struct txr_rowx *x);
void txr_went_row_free(struct txr_went_row *w);	/* accepts NULL */
void txr_shares_free(struct txr_shares *s);	/* accepts NULL */
/* reasons.c: what is doubtful about them, and why. */
void txr_row_judge(struct txr_rowx *x);

/*
 * Note a reason. touches: a printed figure is off; else the reason only explains
 * one that is not there.
 */
void txr_row_reason(struct txr_rowx *x, bool touches, const char *code, uint64_t count,
		    const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* NULL: it has none with that code. */
const struct txr_reason *txr_row_told(const struct txr_row *row, const char *code);
int txr_reason_add(struct txr_reason **list, size_t *nr, const char *code,
		   uint64_t count, const char *text);

/* Starts by pktgen's threads, by their names. */
uint64_t txr_pktgen_starts(const struct txr_rowx *x);
/* Packets that seemed to be freed by a reset, and were by such a thread. */
uint64_t txr_pktgen_frees(const struct txr_rowx *x);
/* The times of what seemed a reset and was none. 0 or -ENOMEM. */
int txr_reset_was_none(const struct txr_rowx *x, struct txr_hist *laps);

/* Packets older than the recording may be inside up to then, if at all; UINT64_MAX:
 * nothing ruled them out. */
uint64_t txr_warm_until(const struct txr_rowx *x);

/* How many queues had packets, if these are more than the device has; else 0. */
size_t txr_foreign_queues(const struct txr_rowx *x);

/*
 * How many packets older than the recording can have been inside; UINT64_MAX: any
 * number.
 */
uint64_t txr_older_at_most(const struct txr_rowx *x);
/* The same with those that came back before its first start: its counters have them. */
uint64_t txr_older_counted(const struct txr_rowx *x);

/* This kernel may free a skb on another CPU without any event. */
bool txr_kernel_defers(const char *kernel);

#define TXR_LOST_TEXT 80
/* "12 events were lost", also where not all are counted, or none is. */
const char *txr_lost_text(char buf[TXR_LOST_TEXT], const struct txr_building *b);

/* n outcomes are not known: each may be any. */
void txr_doubt_outcomes(struct txr_rowx *x, uint64_t n);
/* And they may all have been inside at once, and be so still. */
void txr_doubt_whether_inside(struct txr_rowx *x, uint64_t n);
/* Is there a packed time, and is it no driver's own word? */
bool txr_packed_is_inferred(const struct txr_rowx *x);
/* What was started is known, what became of it and when is not. */
void txr_doubt_all_but_started(struct txr_rowx *x);
/* reasons_source.c, reasons_clock.c, reasons_queue.c, reasons_driver.c: one cause each. */
void txr_why_lost(struct txr_rowx *x);
void txr_why_truncated(struct txr_rowx *x);
void txr_why_clock(struct txr_rowx *x);
void txr_why_no_result(struct txr_rowx *x);
void txr_why_free_events(struct txr_rowx *x);
void txr_why_evicted(struct txr_rowx *x);
void txr_why_untold(struct txr_rowx *x);
void txr_why_uncertain(struct txr_rowx *x);
void txr_why_restarted(struct txr_rowx *x);
void txr_why_warm(struct txr_rowx *x);
void txr_why_invisible(struct txr_rowx *x);
void txr_why_queue_state(struct txr_rowx *x);
void txr_why_stock_release(struct txr_rowx *x);
void txr_why_skb_defer(struct txr_rowx *x);
void txr_why_pktgen(struct txr_rowx *x);
void txr_why_hw_timestamp(struct txr_rowx *x);
void txr_why_resized(struct txr_rowx *x);
void txr_why_free_after_slot(struct txr_rowx *x);
void txr_why_ambiguous(struct txr_rowx *x);
void txr_why_many_devices(struct txr_rowx *x);
void txr_why_xdp(struct txr_rowx *x);
void txr_why_counters(struct txr_rowx *x);	/* finding_counters.c: and its finding */
/* reasons_recording.c: of the recording as a whole. */
int txr_recording_reasons(struct txr_building *b);

/* ceiling.c: packed by a ceiling that the occupancy keeps reaching. */
struct txr_ceiling {
	uint32_t level;		/* 0: none */
	uint64_t visits, dwell_ns;
	bool is_capacity;	/* known, not guessed */
};
struct txr_ceiling txr_ceiling_of(const struct txr_rowx *x);

#endif
