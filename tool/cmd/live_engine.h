/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * live_engine.h - the engine of report, fed by the running kernel, and what it
 * holds of the last seconds as raw pages. For top and the flight recorder.
 *
 * A thread of its own reads, pairs and counts; whoever draws asks for a sample at
 * each interval, and may take as long as its terminal wants.
 */
#ifndef TXRING_CMD_LIVE_ENGINE_H
#define TXRING_CMD_LIVE_ENGINE_H

#include <pthread.h>
#include "source/live.h"
#include "tee.h"
#include "txring/report.h"

struct txr_engine {
	struct txr_source *src;
	struct txr_stats *stats[TXR_TEE_SIDES];
	struct txr_pair *pair;
	struct txr_tee tee;
	uint64_t from_ns[TXR_TEE_SIDES];	/* when each began */
	bool began[TXR_TEE_SIDES];		/* not with the source */
	uint64_t until_ns;			/* all before was counted */
	size_t devs_seen;
	uint64_t follow_cost_ns, followed_ns;	/* of the devices' snapshot */
	size_t names_followed;			/* by it */
	uint64_t met_ns, meet_cost_ns;		/* a look at new ones */
	unsigned int restarts;			/* began anew to stay small */
	unsigned int sides;
	uint64_t stall_ns;			/* 0: the default */
	pthread_t thread;
	pthread_mutex_t lock;
	int stop_fd, failed_fd;
	bool running;
	struct txr_err err;			/* why it stopped; code 0: it runs */
};

struct txr_sample {
	struct txr_report *report[TXR_TEE_SIDES];	/* NULL: not wanted */
	uint64_t from_ns[TXR_TEE_SIDES], until_ns;
};

/*
 * Which statistics are wanted, bits of 1 << TXR_TEE_*. None: it only reads, and a
 * sample has no report.
 */
#define TXR_ENGINE_BOTH ((1u << TXR_TEE_TOTAL) | (1u << TXR_TEE_EACH))
int txr_engine_open(struct txr_engine *e, const struct txr_live_config *cfg,
		    unsigned int sides, struct txr_err *err);
/* A queue that gives nothing back for so long may have stalled; the default is 1 s. */
void txr_engine_stall_after(struct txr_engine *e, uint64_t ns);
void txr_engine_close(struct txr_engine *e);	/* half-open is fine */

/*
 * The calling thread is to have a CPU as soon as the engine's own: while it takes a
 * sample the engine waits for it. What it starts later is as quick.
 */
void txr_engine_hurry(void);
/* How the machine's devices are now; not at every call, if it takes long. */
int txr_engine_follow(struct txr_engine *e, struct txr_err *err);
/*
 * Figures as of now; the interval's begin anew. The reports are the caller's, and
 * must go before the next txr_engine_follow(). draw, if not NULL, is called with
 * them while the engine stands still.
 */
int txr_engine_sample(struct txr_engine *e, struct txr_sample *s,
		      int (*draw)(void *ctx, struct txr_sample *s), void *ctx,
		      struct txr_err *err);
void txr_sample_free(struct txr_sample *s);
/* The statistics since the start begin anew. */
void txr_engine_reset(struct txr_engine *e);

/* What a file has that was written. */
struct txr_saved {
	struct txr_record_result res;
	uint64_t from_ns, to_ns;
	uint64_t lost;			/* events lost in that time */
	bool lost_unknown;		/* and some whose number is not known */
};

/* Write what is held, up to now. Takes some ms at least. */
int txr_engine_save(struct txr_engine *e, const struct txr_live_file *to,
		    struct txr_saved *saved, struct txr_err *err);

#endif
