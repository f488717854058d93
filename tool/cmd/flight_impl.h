/* SPDX-License-Identifier: GPL-2.0-only */
/* flight_impl.h - the flight recorder's inside, for flight*.c only. */
#ifndef TXRING_CMD_FLIGHT_IMPL_H
#define TXRING_CMD_FLIGHT_IMPL_H

#include "flight.h"
#include "live_engine.h"
#include "record_status.h"
#include "source/fileset.h"
#include "stats/onset.h"

/* What a file is to be written for, and when: the aftermath shall be in it. */
struct flight_due {
	bool any;
	uint64_t at_ns;		/* when it is written, CLOCK_MONOTONIC as all here */
	uint64_t seen_ns;	/* the first of them was there by then */
	char what[400];		/* that, for the line */
	unsigned int more;	/* others since */
	uint64_t first_ns;	/* when it was fired; one much later has a file of its own */
};

struct flight {
	const struct txr_record_opts *o;
	struct txr_child child;
	struct txr_waiter waiter;
	struct txr_engine engine;
	struct txr_fileset files;
	struct txr_onsets onsets;
	struct flight_due due;		/* the next file */
	struct flight_due later;	/* the one after it */
	uint64_t begin_ns;
	uint64_t memory_bytes;
	char command[512];
	bool status;		/* a status line is wanted */
	bool failed;		/* something was said that makes the exit status 1 */
};

/* A size as it is given by options: "256M". buf: TXR_UNIT_BUF. */
char *flight_size(char *buf, uint64_t bytes);
void flight_fail(struct flight *f, const struct txr_err *err);

/* Something happened by seen_ns: a file will be written a moment later. */
void flight_fire(struct flight *f, uint64_t seen_ns, const char *what);
void flight_fire_finding(struct flight *f, uint64_t seen_ns, const struct txr_finding *find);
/* Write the one that is due, and say so in one line; the next one is due then. */
void flight_write(struct flight *f);

/* At the beginning, every second on a terminal, at the end. */
void flight_say_set_up(const struct flight *f);
void flight_show_status(struct flight *f);
void flight_say_end(const struct flight *f);

#endif
