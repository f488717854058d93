/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - the finished figures, as every view draws them.
 *
 * Built once from the source's info, the pairing counts, the statistics and
 * the snapshots. Plain data: nothing here refers back to the engine.
 */
#ifndef TXRING_REPORT_H
#define TXRING_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "err.h"
#include "finding.h"
#include "hist.h"
#include "pair.h"
#include "source.h"
#include "stats.h"
#include "timeline.h"

/*
 * How far a figure can be trusted. EXACT: value is the truth. BOUNDED: the truth
 * lies in [low, high]. AT_LEAST: no upper bound is known. UNKNOWN: no figure
 * (null in JSON, "-" in text).
 */
enum txr_trust { TXR_FIG_EXACT, TXR_FIG_BOUNDED, TXR_FIG_AT_LEAST, TXR_FIG_UNKNOWN };

struct txr_u64 {
	uint64_t value, low, high;
	enum txr_trust trust;
};

struct txr_num {
	double value, low, high;
	enum txr_trust trust;
};

struct txr_dist {		/* times in ns, or sizes in packets */
	uint64_t count;
	uint64_t sum, min, max;	/* sum saturates at UINT64_MAX */
	double avg;
	uint64_t p50, p90, p99, p999;
	struct txr_hist hist;	/* owned */
};

enum txr_dev_kind {
	TXR_KIND_RING,		/* holds packets and gives them back */
	TXR_KIND_SYNCHRONOUS,	/* frees inside xmit: occupancy invisible */
	TXR_KIND_HANDOVER,	/* lo, veth without NAPI, netkit, ifb on ingress */
	TXR_KIND_STACKED,	/* its laps contain those of a lower device */
	TXR_KIND_UNKNOWN,	/* no packet had an outcome yet */
};

enum txr_packed_source {
	TXR_PACKED_NONE,	/* nothing says that it was */
	TXR_PACKED_DRIVER,	/* from the queue's own stop and wake */
	TXR_PACKED_INFERRED,	/* from BUSY, FULL_RING drops or a repeated ceiling */
};

struct txr_reason {		/* why a figure is not exact */
	char code[32];		/* "lost-events", "warm-start", ... */
	uint64_t count;		/* how many events, laps or packets it touches */
	char text[200];		/* one sentence, with the direction of the error */
};

struct txr_drop {		/* dropped inside xmit, by reason */
	char reason[48];	/* kernel's name, or a number as text */
	uint64_t count;
	uint64_t place;		/* code address of the first one; 0: not known */
};

struct txr_open_lap {		/* oldest packets still in the device */
	uint64_t skbaddr;
	uint64_t start_ns;	/* relative to source.first_ns */
	uint64_t age_ns;	/* at the end of the recording */
	uint32_t len_bytes;
	uint16_t queue;
	int32_t pid;
	char comm[16];
};

#define TXR_OLDEST_MAX 8

/*
 * Where the time of the laps went: each ns of each lap of lap_ns is in one part. The
 * first three are those of one lap, cut at an interrupt and at a poll; of the others
 * each takes whole laps.
 */
enum txr_went_part {
	TXR_WENT_DEVICE,		/* until the handler of the interrupt was entered:
				 * transmission, and interrupt moderation */
	TXR_WENT_TO_NAPI,	/* until the poll, or softirq, in which it came back */
	TXR_WENT_CLEANING,	/* in that poll, or in the handler itself */
	TXR_WENT_AFTER_INTERRUPT,	/* started after the interrupt that gave it back */
	TXR_WENT_IN_XMIT,	/* given back inside its xmit */
	TXR_WENT_TASK,		/* given back by a task */
	TXR_WENT_UNATTRIBUTED,
	TXR_WENT_PARTS
};

enum txr_went_cause {		/* why a lap is unattributed */
	TXR_CAUSE_NO_INTERRUPT,	/* polled without one: again, by a timer, by an IPI */
	TXR_CAUSE_AMBIGUOUS,	/* several may have led to it */
	TXR_CAUSE_OTHER_DEVICE,	/* came back in a poll of another device */
	TXR_CAUSE_OTHER_CONTEXT,	/* in another softirq, or a hard IRQ without handler */
	TXR_CAUSE_UNSEEN,	/* events are missing: lost, not recorded, or earlier */
	TXR_WENT_CAUSES
};

struct txr_went_row {
	struct txr_dist part[TXR_WENT_PARTS];	/* their sums add up to lap_ns.sum */
	struct { uint64_t laps, ns; } cause[TXR_WENT_CAUSES];	/* of unattributed */
	struct txr_dist qdisc_wait_ns;	/* before the laps: of each start that is known */
	uint64_t qdisc_unknown;		/* starts of which it is not */
	struct txr_dist deferred_free_ns;	/* after the laps: late_free_ns */
	enum txr_went_part largest;	/* UNATTRIBUTED also when there is no lap */
	char advice[200];		/* about the largest; "" none */
};

enum txr_share_kind {
	TXR_SHARE_KEY,		/* a task's name, a CPU, or a size */
	TXR_SHARE_UNATTRIBUTED,	/* sent in an interrupt or softirq: by no task */
	TXR_SHARE_UNNAMED,	/* by tasks whose name the recording lacks */
	TXR_SHARE_REST,		/* all that are not shown */
};

/* Counts as they were seen: where the device's are not exact, these are not either. */
struct txr_share {
	enum txr_share_kind kind;
	char comm[TXR_IFNAMSIZ];	/* raw: escape before printing; "" none */
	int64_t cpu;			/* TXR_UNKNOWN: shared out by something else */
	int64_t from_bytes, to_bytes;	/* skb->len from, and at most; TXR_UNKNOWN */
	uint64_t tasks;			/* of that name */
	uint64_t started, completed, in_device_at_end;
	uint64_t queued;		/* of started: by who queued it, not who started it */
	uint64_t skb_bytes;		/* of completed */
	uint64_t packet_ns, byte_ns;	/* time in the ring of those given back, and times
					 * its bytes; UINT64_MAX: at least */
	double started_share, byte_share;	/* of the device's, 0 to 1 */
	double avg_bytes;		/* byte_ns over the observed time */
};

#define TXR_SHARES_MAX 32

struct txr_shares {
	enum txr_by_what what;
	struct txr_share *row; size_t nr;	/* owned; most bytes first, the rest last */
};

/* One device, one queue of it, or the total over bottom devices. */
struct txr_row {
	uint16_t dev;			/* index in the recording's device table */
	int32_t queue;			/* -1: the whole device or total */
	char name[TXR_IFNAMSIZ];	/* raw: escape before printing */
	char driver[32];
	enum txr_dev_kind kind;
	int64_t ifindex, netns_inode;	/* TXR_UNKNOWN: not known */
	uint64_t netns_cookie;		/* 0: not known */
	int64_t ring_descriptors;	/* TXR_UNKNOWN */
	int64_t capacity_packets;	/* TXR_UNKNOWN */
	const char *capacity_source;	/* static text or NULL */
	bool capacity_of_small;		/* one descriptor each: full with fewer, if larger */

	struct txr_u64 started, completed, completed_in_xmit, dropped, busy;
	struct txr_u64 handed_over, restarted, uncertain, in_device_at_end;
	struct txr_u64 reset_released;
	struct txr_u64 skb_bytes, wire_packets;		/* of completed */
	struct txr_u64 observed_ns, warm_ns, packed_ns, bql_limited_ns;
	enum txr_packed_source packed_source;
	uint64_t packed_visits;		/* times the queue became packed */

	struct txr_dist lap_ns, late_free_ns;

	struct {
		struct txr_num avg;
		double avg_open;	/* what the packets still inside add to avg */
		struct txr_u64 p50, p99, max, max_bytes;
		uint64_t end;		/* in device at the end of the recording */
		/* Of max.value, thus only where txr_row_max_known(). */
		uint64_t at_ns;		/* when it was first reached, relative */
		uint64_t dwell_max_ns;	/* time spent there */
		uint64_t visits_max;	/* times it was reached from below */
	} in_device;

	/*
	 * Runs of releases of a queue without a start of it between, in packets, and
	 * the time from one release to the next, as far as its packet was inside
	 * meanwhile. Of a device: of all its queues.
	 */
	struct txr_dist release_batch, release_gap_ns;

	struct txr_went_row *why;	/* owned; NULL: not recorded so */
	struct txr_shares *by;		/* owned; NULL: not wanted, or not of a device */

	bool exact;			/* every figure printed is the truth; a reason may
					 * still tell why one is not there (UNKNOWN).
					 * packed_ns and avg speak for themselves: by
					 * packed_source, and a high for the open laps */
	struct txr_reason *reasons;	size_t nr_reasons;	/* owned */
	struct txr_drop *drops;		size_t nr_drops;	/* owned, most first */
	struct txr_open_lap oldest[TXR_OLDEST_MAX]; size_t nr_oldest;

	struct txr_timeline *timeline;	/* owned; NULL: not wanted, of the total, or of
					 * more than TXR_TIMELINES_MAX queues */
	struct txr_lap_grid *lap_grid;	/* the same */

	const struct txr_device_state *start, *end;	/* of the meta, or of the
							 * report's matches; NULL */

	/*
	 * Owned, by queue number. A device's figures are of the queues that had a
	 * start: of packets in others nothing is known.
	 */
	struct txr_row *queues;		size_t nr_queues;
};

/* The maximum is certain, so that when and how long it was reached is too. */
static inline bool txr_row_max_known(const struct txr_row *row)
{
	return row->in_device.max.trust == TXR_FIG_EXACT && row->in_device.max.value;
}

struct txr_report {
	struct txr_source_info source;		/* a copy; strings owned by the source */
	struct txr_pair_counts pair;
	uint64_t from_ns, to_ns;		/* window, relative; to 0: to the end */
	struct txr_row *devices; size_t nr_devices;	/* owned, by occupancy */
	struct txr_row total;
	struct txr_reason *reasons; size_t nr_reasons;	/* of the whole recording */
	struct txr_finding *findings; size_t nr_findings;	/* owned, gravest first */
	struct txr_match **matches; size_t nr_matches;	/* owned, for the rows */
	bool exact;
	bool doubted;		/* by a reason that concerns every device, exact or not */
};

/*
 * Build the report. The engine must be finished (txr_pair_finish). info, devs
 * and the meta in info must outlive the report. Returns 0 or a negative errno.
 */
int txr_report_build(struct txr_report **out, const struct txr_source_info *info,
		     const struct txr_devtab *devs, const struct txr_names *names,
		     struct txr_pair *p, struct txr_stats *st,
		     uint64_t from_ns, uint64_t to_ns, struct txr_err *err);
void txr_report_free(struct txr_report *r);	/* accepts NULL */

/* Whether a reason of that code stands with the row, or with the whole recording. */
bool txr_row_tells(const struct txr_row *row, const char *code);
bool txr_report_tells(const struct txr_report *r, const char *code);

/* Static names as in JSON: "ring", "completed", "patched", ... */
const char *txr_kind_name(enum txr_dev_kind k);
const char *txr_outcome_name(enum txr_outcome o);
const char *txr_tier_name(enum txr_tier t);
const char *txr_origin_name(enum txr_origin o);	/* "consume_skb", ... */
const char *txr_by_name(enum txr_by_what by);	/* "comm", "cpu", "size" */
const char *txr_share_kind_name(enum txr_share_kind k);	/* "key", "unattributed", ... */
const char *txr_went_part_name(enum txr_went_part p);	/* "device", "to_napi", ... */
const char *txr_went_cause_name(enum txr_went_cause c);	/* "no_interrupt", ... */

#endif
