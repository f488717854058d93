/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stream.h - what is fed to the engine: the world's events, distorted as a
 * recording can be, or garbage.
 */
#ifndef SIM_STREAM_H
#define SIM_STREAM_H

#include "world.h"

struct stream {
	struct txr_event *ev;
	int *orig;		/* index in the world's log; -1 none (LOST) */
	int n, cap;
	uint64_t lost;		/* events really lost */
	bool lost_unknown;	/* some gap tells no count */
	bool lossy, cut_begin, cut_end, skewed;
	uint64_t skew_ns;
	uint64_t untold_ns;	/* hand-overs by polls are not told before; 0: all are */
	bool verbose;		/* tell every transition on standard output */
};

void stream_from_world(struct stream *s, const struct world *w);
void stream_free(struct stream *s);

/* Recording that begins and ends in the middle. */
void stream_cut(struct stream *s, struct rng *r, bool begin, bool end);
/* Gaps as a ring buffer loses: contiguous runs of one CPU's events. */
void stream_lose(struct stream *s, struct rng *r, int cpus, int gaps, int longest);
/* Each CPU's clock is off by up to skew_ns; merged by time again. */
void stream_skew(struct stream *s, struct rng *r, int cpus, uint64_t skew_ns);
/* Events of NAPI polls come on in the middle, or never: no gap tells of it. */
void stream_untell(struct stream *s, struct rng *r);
/* Coarse clock: many events with one time. */
void stream_coarse(struct stream *s, uint64_t grain_ns);
/* No machine at all: events at random over few addresses, CPUs and devices. */
void stream_garbage(struct stream *s, struct rng *r, int n, int cpus, bool loss, bool refs);

#endif
