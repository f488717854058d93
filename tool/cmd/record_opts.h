/* SPDX-License-Identifier: GPL-2.0-only */
/* record_opts.h - the options of `txring record`. */
#ifndef TXRING_RECORD_OPTS_H
#define TXRING_RECORD_OPTS_H

#include <stdint.h>
#include "txring/finding.h"
#include "cmd.h"

enum { TXR_BACKEND_TRACEFS, TXR_BACKEND_PERF };
enum { TXR_ASK_AUTO, TXR_ASK_PATCHED, TXR_ASK_PROBE, TXR_ASK_STOCK };

/* --flight and what goes with it. */
struct txr_flight_opts {
	uint64_t ns;			/* 0: an ordinary recording */
	struct txr_opt_list trigger;
	bool watched[TXR_F_NR];		/* what they name, once checked */
	uint64_t keep, max_kb, memory_kb, stall_ns;
};

struct txr_record_opts {
	struct txr_common_opts common;
	bool all;
	struct txr_opt_list dev, event, xmit;
	const char *output;
	int backend, tier;
	bool why;
	uint64_t buffer_kb;
	const char *clock;
	uint64_t duration_ns;
	struct txr_flight_opts flight;
	char **command;		/* NULL: none */
};

extern const struct txr_opt txr_record_options[];

/* 0, or -EINVAL with a line: bad use. */
int txr_record_parse(struct txr_record_opts *o, int argc, char **argv, struct txr_err *err);
/* COMMAND in one line, cut to fit. */
void txr_record_join_command(char *to, size_t size, char **argv);

#endif
