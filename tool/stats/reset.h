/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reset.h - packets thrown out when a device is reset or closed.
 *
 * A run of kfree_skb in process context with bottom halves on, on one CPU by one
 * task, that empties the queue with no start, result or other release between.
 * After the watchdog's event also one of consume_skb, which is else what a reader of
 * a tap does.
 * Until the run is decided its lap times are held back: a reset's are no laps.
 *
 * pktgen's threads (queue_xmit) free their packets so as well: where the driver was the
 * first to let go, a stock event shows the free by pktgen alone. A task's name is known
 * at the end only, so the tasks of runs and their times are kept until then.
 */
#ifndef TXRING_STATS_RESET_H
#define TXRING_STATS_RESET_H

#include <stdbool.h>
#include <stdint.h>
#include "lapgrid.h"
#include "pids.h"
#include "txring/hist.h"
#include "txring/pair.h"

#define TXR_RESET_HELD 64

struct txr_reset_runs {		/* those that were decided */
	struct txr_pids tasks;	/* by the packets that they freed */
	struct txr_hist laps;
};

struct txr_reset {
	uint64_t run;		/* laps of the run that is not decided */
	uint64_t released;	/* laps of runs that were resets */
	uint64_t resets;	/* number of those runs */
	uint64_t begin_ns;	/* of the run's first release */
	int32_t pid;
	uint16_t cpu;
	uint16_t held;		/* lap times below */
	uint64_t lap_ns[TXR_RESET_HELD];
	struct txr_hist *spill;	/* the rest of a long run */
	struct txr_reset_runs *done;	/* NULL: none yet */
	struct txr_kept_laps *kept;	/* where the laps are counted too, or NULL; not owned */
	struct txr_hist *also;	/* where the times of a run go too that was none; or
				 * NULL */
};

void txr_reset_free(struct txr_reset *r);

/*
 * A stock event shows the free of a packet that waits for its hardware timestamp,
 * and a task gives that up (e1000e_tx_hwtstamp_work() in its netdev.c).
 */
static inline bool txr_reset_may_be_stamp(const struct txr_lap *lap)
{
	return (lap->flags & TXR_LAP_HW_TSTAMP) &&
	       lap->start_origin == TXR_O_NET_DEV_START_XMIT;
}

/* May this release belong to a reset? */
static inline bool txr_reset_fits(const struct txr_lap *lap)
{
	return lap->release_origin == TXR_O_KFREE_SKB && !txr_reset_may_be_stamp(lap) &&
	       !(lap->release_ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ | TXR_CTX_BH_OFF));
}

/* The same after the watchdog's event: a driver's own tx_timeout work, which may say
 * consumed of what it throws out. */
static inline bool txr_reset_fits_verdict(const struct txr_lap *lap)
{
	return (lap->release_origin == TXR_O_KFREE_SKB ||
		lap->release_origin == TXR_O_CONSUME_SKB ||
		lap->release_origin == TXR_O_SKB_UNREF) &&
	       !(lap->release_ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ | TXR_CTX_BH_OFF));
}

/*
 * One more release that fits. inside: packets left in the queue; at 0 the run was
 * a reset. laps: where the times of a run go that was none. 0 or -ENOMEM.
 */
int txr_reset_release(struct txr_reset *r, const struct txr_lap *lap, uint64_t lap_ns,
		      uint32_t inside, struct txr_hist *laps);
/* The times of a run that is not decided (by the end: it was none). */
int txr_reset_undecided(const struct txr_reset *r, struct txr_hist *laps);
/* What was decided of two queues, in one; of one, forgotten. 0 or -ENOMEM. */
int txr_reset_add(struct txr_reset *to, const struct txr_reset *from);
void txr_reset_begin(struct txr_reset *r);
int txr_reset_end_run(struct txr_reset *r, struct txr_hist *laps);

/* Something else happened: the run, if there is one, was no reset. 0 or -ENOMEM. */
static inline int txr_reset_break(struct txr_reset *r, struct txr_hist *laps)
{
	return r->run ? txr_reset_end_run(r, laps) : 0;
}

#endif
