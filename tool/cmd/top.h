/* SPDX-License-Identifier: GPL-2.0-only */
/* top.h - what the files of `txring top` share. */
#ifndef TXRING_CMD_TOP_H
#define TXRING_CMD_TOP_H

#include "cmd.h"
#include "live_engine.h"
#include "view/top_model.h"

#define TXR_TOP_EVER UINT64_MAX	/* no -n: until it is ended */

struct txr_top_opts {
	struct txr_common_opts common;
	struct txr_opt_list dev;
	uint64_t interval_ns, count;
	bool batch, json, cumulative, per_queue, all;
	const char *sort;
	uint64_t keep_ns, keep_kb, buffer_kb, stall_ns;
	int tier, backend;
	int sort_fig;			/* of sort: a figure, -1 by name */
};

extern const struct txr_opt txr_top_options[];

/* Each returns the exit status. */
int txr_top_batch(struct txr_engine *e, const struct txr_top_opts *o);
int txr_top_screen(struct txr_engine *e, const struct txr_top_opts *o);
/* A terminal that can be drawn on. */
bool txr_top_has_screen(void);
/*
 * Go on in a child (false), and in this process wait for it, with the terminal set
 * right whatever becomes of it: true, and its exit status. Before any thread.
 */
bool txr_top_guard(int *status);

/* Signals that end it, and those of the terminal: each sets its flag. */
struct txr_top_signals {
	int end, stop, resize;
};
void txr_top_catch_signals(bool screen);
struct txr_top_signals txr_top_take_signals(void);

#endif
