/* SPDX-License-Identifier: GPL-2.0-only */
/* load.h - between the files of `txring load`. */
#ifndef TXRING_CMD_LOAD_H
#define TXRING_CMD_LOAD_H

#include <json-c/json.h>
#include "load_opts.h"
#include "load_record.h"
#include "record_wait.h"

/* What all workloads need to run: signals that end it, the command as typed. */
struct txr_load {
	struct txr_load_opts *o;
	struct txr_child no_child;
	struct txr_waiter waiter;
	char command[512];
	bool interrupted;
};

int txr_load_udp(struct txr_load *l);
int txr_load_sink(struct txr_load *l);
int txr_load_pktgen(struct txr_load *l);

/* Wait for done_fd, the time (TXR_NO_DURATION: none) or a signal. */
enum txr_end txr_load_wait(struct txr_load *l, int done_fd, uint64_t duration_ns,
			   void (*tick)(void *ctx), void *ctx);

/* Seconds of a clock that is not set. */
double txr_load_now_s(void);

/* The report under a result, as `txring report` draws it. */
int txr_load_draw_report(const struct txr_load_rec *r, const char *dev);
struct json_object *txr_load_ring_json(const struct txr_load_rec *rec, const char *dev);
int txr_load_print_json(struct json_object *o);	/* takes it over; exit status */

#endif
