/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * by.h - who fills the ring: the packets of each device by sender, CPU or size.
 *
 * Counted beside the statistics, and only when asked for. Senders are counted by pid
 * and named by the report. The pid of a start in softirq or hard-IRQ context is that of
 * whatever task was interrupted: nobody's. Where the packet was seen on its way to the
 * qdisc, whoever queued it sent it; the start may be by another, who emptied the qdisc.
 */
#ifndef TXRING_STATS_BY_H
#define TXRING_STATS_BY_H

#include "qwait.h"
#include "txring/report.h"

/* Beyond so many, one more of each device takes the rest: memory has a bound. */
#define TXR_BY_MAX 65536

struct txr_by_entry {
	int64_t key;			/* pid, CPU, or the size's power of two */
	uint64_t started, ended, queued;
	uint64_t completed, bytes;
	uint64_t nospec, nospec_bytes;	/* completed, on some devices (nospec.h) */
	unsigned __int128 packet_ns, byte_ns;	/* in the ring and given back */
	uint16_t dev;
	uint8_t kind;			/* enum txr_share_kind */
};

struct txr_by {
	enum txr_by_what what;
	struct txr_by_entry *at;	/* owned */
	size_t count, room;
	uint32_t *slot;			/* by hash: number of the entry + 1; owned */
	size_t slots;			/* a power of 2 */
	size_t last;			/* the entry asked for last */
};

struct txr_by *txr_by_new(enum txr_by_what what);
void txr_by_free(struct txr_by *b);	/* accepts NULL */
/* Statistics begin: laps that are open count as started. */
void txr_by_begin(struct txr_by *b);

/*
 * A lap starts; queued: how it came to the qdisc, or NULL. Notes its entry in lap->by.
 * 0 or -ENOMEM.
 */
int txr_by_start(struct txr_by *b, struct txr_lap *lap, uint8_t ctx,
		 const struct txr_queued *queued);
/* It came back: ring_ns in the ring, of the statistics' time. */
void txr_by_back(struct txr_by *b, const struct txr_lap *lap, uint64_t ring_ns);
/* It has its outcome. */
void txr_by_end(struct txr_by *b, const struct txr_lap *lap);

struct txr_rowx;
/* The device's row gets its shares. 0 or -ENOMEM. */
int txr_by_fill(struct txr_rowx *x);

#endif
