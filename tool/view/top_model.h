/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * top_model.h - what `txring top` shows: rows, their order, what was asked for.
 *
 * Plain data and pure code: no clock, no terminal, no engine. Figures come out
 * of two reports, one since the start and one of the last interval.
 */
#ifndef TXRING_VIEW_TOP_MODEL_H
#define TXRING_VIEW_TOP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/report.h"

enum txr_top_state {
	TXR_TOP_IDLE,		/* nothing in it, nothing happens */
	TXR_TOP_HELD,		/* holds packets, and nothing happens */
	TXR_TOP_OK,
	TXR_TOP_PACKED,		/* its ring was full in the interval */
	TXR_TOP_BQL,		/* stopped by byte queue limits in the interval */
	TXR_TOP_STALLED,	/* the finding queue-stalled, now */
	TXR_TOP_HANDOVER,	/* passes its packets on, holds none */
	TXR_TOP_INVISIBLE,	/* copies inside xmit: what it holds cannot be seen */
	TXR_TOP_GONE,		/* the device is not there any more */
};

const char *txr_top_state_name(enum txr_top_state s);

/* Figures of a row, in the order of the table's columns. */
enum txr_top_fig_id {
	TXR_TF_PPS, TXR_TF_BPS,			/* of the interval */
	TXR_TF_NOW, TXR_TF_AVG,			/* avg: of the interval */
	TXR_TF_MAX,				/* since the start, or z */
	TXR_TF_RING,
	TXR_TF_P50_NS, TXR_TF_P99_NS, TXR_TF_LAPMAX_NS,	/* of the interval */
	TXR_TF_DROPS, TXR_TF_BUSY,		/* since the start, or z */
	TXR_TF_BQL, TXR_TF_BQL_LIMIT,		/* bytes */
	TXR_TF_AGE_NS,				/* of the oldest packet */
	TXR_TF_NR
};

/* Drawn with the mark of its trust; UNKNOWN is "-". Never nan, inf or negative. */
struct txr_top_fig {
	double value;
	enum txr_trust trust;
};

#define TXR_TOP_HISTORY	240	/* intervals */
#define TXR_TOP_OCTAVES	40	/* of lap times: from 2^i ns on */
#define TXR_TOP_OLDEST	4

#define TXR_TOP_FINDINGS 3

struct txr_top_note {
	enum txr_severity severity;
	char message[288], advice[256];
};

struct txr_top_row {
	uint16_t dev;			/* index in the source's table, and with its
					 * name its identity */
	int32_t queue;			/* -1: the device */
	char name[TXR_IFNAMSIZ];	/* raw: escape before drawing */
	char driver[32];
	enum txr_dev_kind kind;
	enum txr_top_state state;
	struct txr_top_fig fig[TXR_TF_NR];
	uint64_t carried;		/* inside when the interval began */
	uint32_t interval_max;		/* most in the device in the interval */
	bool lost;			/* events were lost in the interval */
	bool exact;			/* since the start, every figure is */
	bool unfolded, seen;
	uint32_t history[TXR_TOP_HISTORY];	/* interval_max, a ring */
	unsigned int history_at, history_nr;
	uint64_t laps[TXR_TOP_OCTAVES];	/* by octave, since the start */
	struct txr_open_lap oldest[TXR_TOP_OLDEST];
	unsigned int nr_oldest;
	char reason[200];		/* why it is not exact; "" */
	struct txr_top_note finding[TXR_TOP_FINDINGS];	/* about it, gravest first */
	unsigned int nr_findings;
	struct txr_top_row **queues;	/* owned, by number */
	size_t nr_queues;
};

struct txr_top {
	struct txr_top_row **row;	/* devices, owned */
	size_t nr_rows;
	struct txr_top_row **shown;	/* in the order of the screen */
	size_t nr_shown, shown_room;

	/* Of the machine and the interval. */
	double interval_s;
	uint64_t up_ns, events, lost, lost_total;
	unsigned int lost_cpu;		/* the one that lost most in the interval */
	uint64_t *lost_before;		/* by CPU, at the sample before; owned */
	unsigned int cpus;
	uint64_t evicted, open;
	enum txr_tier tier;
	bool exact;
	struct txr_top_fig total_pps, total_bps;
	uint64_t total_now;
	unsigned int restarts;
	char finding[288], finding_dev[TXR_IFNAMSIZ];	/* the gravest */
	size_t nr_findings;

	/* What was asked for. */
	const char *const *only;	/* -d, borrowed: no other idle devices */
	size_t nr_only;
	int sort;			/* txr_top_fig_id, or -1 by name */
	bool all, per_queue, paused, help, detail;
	char filter[64];		/* part of a name; "" all */
	bool editing;			/* the filter is being typed */
	char filter_before[64];
	size_t selected, scroll;	/* in shown[] */
	uint16_t selected_dev;		/* what it is, when rows move */
	int32_t selected_queue;
	uint64_t asked_interval_ns;
	char clock[16];			/* of the wall, as text */
	bool utf8;
	char message[160];		/* of the last key; "" */
};

void txr_top_init(struct txr_top *t);
void txr_top_free(struct txr_top *t);

/* Rows as of now. snap NULL: not known which devices are there. 0 or -ENOMEM. */
int txr_top_update(struct txr_top *t, const struct txr_report *total,
		   const struct txr_report *each, double interval_s,
		   const struct txr_snapshot *snap);
/* Order, filter and selection anew; after any change of what was asked for. */
int txr_top_arrange(struct txr_top *t);

/* The chosen row, or NULL. */
struct txr_top_row *txr_top_selected(const struct txr_top *t);
void txr_top_select(struct txr_top *t, long to);	/* clamped to the rows */

/* top_state.c: pure rules, for the tests. */
struct txr_top_facts {
	enum txr_dev_kind kind;
	bool there;		/* the device exists */
	bool stalled;		/* by the finding queue-stalled */
	uint64_t now;
	int64_t capacity;	/* TXR_UNKNOWN */
	uint64_t started, ended;	/* in the interval; started not carried in */
	uint64_t busy, full_drops;
	bool packed, bql;	/* some of the interval, by the report */
};
enum txr_top_state txr_top_judge(const struct txr_top_facts *f);

#endif
