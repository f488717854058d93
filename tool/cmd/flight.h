/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * flight.h - `txring record --flight`: the last seconds in memory, for days, and in
 * a file when something happens.
 */
#ifndef TXRING_CMD_FLIGHT_H
#define TXRING_CMD_FLIGHT_H

#include "record_opts.h"

/* Options: none given, then checked. 0, or -EINVAL with a line. */
void txr_flight_defaults(struct txr_flight_opts *f);
int txr_flight_check(struct txr_record_opts *o, struct txr_err *err);

/* Returns the exit status. */
int txr_flight(const struct txr_record_opts *o);

#endif
