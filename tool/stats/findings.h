/* SPDX-License-Identifier: GPL-2.0-only */
/* findings.h - what a person should look at, one rule a file. */
#ifndef TXRING_STATS_FINDINGS_H
#define TXRING_STATS_FINDINGS_H

#include "rowx.h"

/* From one in so many packets on, drops and refusals are a warning, not an info. */
#define TXR_REFUSED_ONE_IN 1000
/* A ring from this size on, of which so many packets took one in PART at most. */
#define TXR_OVERSIZED_FROM 1024
#define TXR_OVERSIZED_PACKETS 10000
#define TXR_OVERSIZED_PART 8
#define TXR_OVERSIZED_ROOM 4	/* advised: this times what was used, */
#define TXR_OVERSIZED_LEAST 256	/* and not less than that */
/* More than the ring holds by one in so many: the frees came late. */
#define TXR_OVERFULL_PART 8
/* One queue carries this much of so many packets at least. */
#define TXR_IMBALANCE_SHARE 0.9
#define TXR_IMBALANCE_PACKETS 1000

/*
 * A new finding of its kind's severity, about a row (NULL: the recording); NULL when
 * memory is short (b->error is set). Valid until the next one is made.
 */
struct txr_finding *txr_finding_new(struct txr_building *b, enum txr_finding_id which,
				    const struct txr_row *row);
void txr_finding_number(struct txr_finding *f, const char *key, int64_t number);
void txr_finding_text(struct txr_finding *f, const char *key, const char *text);
void txr_finding_message(struct txr_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* What to try: imperative, with the command where there is one. */
void txr_finding_advice(struct txr_finding *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "12 packets", "at least 12 packets", "12 to 20 packets": what is certain of f. */
#define TXR_PACKETS_TEXT 64
const char *txr_packets_text(char buf[TXR_PACKETS_TEXT], const struct txr_u64 *f);
/* " (19.5 % of those started)"; "" where either is not exact. */
const char *txr_started_text(char buf[TXR_PACKETS_TEXT], const struct txr_u64 *part,
			     const struct txr_row *r);

/*
 * "43.1", in percent: a part never reads as nothing, nor as all, without being so.
 * Rounded as in the figures, smaller parts with what they are.
 */
#define TXR_PERCENT_TEXT 16
const char *txr_percent_text(char buf[TXR_PERCENT_TEXT], double percent);

/* "1.23 ms" */
#define TXR_TIME_TEXT 32
const char *txr_time_text(char buf[TXR_TIME_TEXT], uint64_t ns);

/* Every rule that looks at one queue's row. */
void txr_findings_of_queue(const struct txr_rowx *x);
/* Of a device, whose queues are filled in; of the recording. */
void txr_findings_of_device(const struct txr_rowx *x);
void txr_findings_of_recording(struct txr_building *b);

/* Each looks at one queue. */
void txr_find_ring_packed(const struct txr_rowx *x);
void txr_find_queue_stalled(const struct txr_rowx *x);
void txr_find_never_completed(const struct txr_rowx *x);
void txr_find_drops_in_xmit(const struct txr_rowx *x);
void txr_find_tx_busy(const struct txr_rowx *x);
void txr_find_bursty_completion(const struct txr_rowx *x);
void txr_find_ring_oversized(const struct txr_rowx *x);
void txr_find_late_release(const struct txr_rowx *x);

/* Each looks at one device. */
void txr_find_ambiguous_name(const struct txr_rowx *x);
void txr_find_shared_skb(const struct txr_rowx *x);
void txr_find_imbalanced_queues(const struct txr_rowx *x);

/* Queues that were given no packet in the recording, and have no row. */
void txr_find_stalled_unseen(struct txr_building *b);

/* The books of a queue do not add up: a fault of this program. */
void txr_find_books_unbalanced(struct txr_rowx *x);

/*
 * Errors first, then as in enum txr_finding_id; of one id what goes on before what
 * is over, then by the weights of its kind, then as they came. 0 or -ENOMEM.
 */
int txr_findings_sort(struct txr_report *r);

#endif
