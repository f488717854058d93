/* SPDX-License-Identifier: GPL-2.0-only */
/* script.h - between the files of `txring script`. */
#ifndef TXRING_CMD_SCRIPT_H
#define TXRING_CMD_SCRIPT_H

#include "cmd.h"
#include "pipeline.h"
#include "txring/view.h"

struct txr_script_opts {
	struct txr_common_opts common;
	const char *input, *perfetto;
	struct txr_opt_names device;
	bool json, csv;
	struct txr_window window;
};

/* A line for each lap, on standard output. 0, or a negative errno with a line. */
int txr_script_lines(const struct txr_script_opts *o, enum txr_lap_format format,
		     struct txr_err *err);
/* A trace for Perfetto, in o->perfetto. */
int txr_script_perfetto(const struct txr_script_opts *o, struct txr_err *err);

/* Laps that are still open, oldest first; the array is the caller's. 0 or -ENOMEM. */
int txr_script_open_laps(struct txr_pair *pair, struct txr_lap ***laps, size_t *nr);
/* -d: whether the lap's device is meant. */
bool txr_script_picks(const struct txr_script_opts *o, const struct txr_devtab *devs,
		      uint16_t dev);
/* On stderr, what a reader of the output alone might not see. 0 or a negative errno. */
int txr_script_warn(const struct txr_script_opts *o, struct txr_pipeline *p,
		    struct txr_err *err);

#endif
