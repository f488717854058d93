/* SPDX-License-Identifier: GPL-2.0-only */
/* fail_on.h - findings that make the report exit with TXR_EXIT_FOUND. */
#ifndef TXRING_CMD_FAIL_ON_H
#define TXRING_CMD_FAIL_ON_H

#include "txring/view.h"

struct txr_fail_on {
	bool wanted[TXR_F_NR];
};

/* "ID[,ID]...", added to what f has. 0 or -EINVAL. */
int txr_fail_on_parse(struct txr_fail_on *f, const char *arg, struct txr_err *err);
/* Is one of them among the findings that this view shows? */
bool txr_fail_on_found(const struct txr_fail_on *f, const struct txr_report *r,
		       const struct txr_view_opts *v);
/*
 * Nothing found is an answer only of devices that were recorded: -ENODEV where -d
 * names none that sent, has a finding, or was there (by meta, NULL: not told).
 */
int txr_fail_on_check(const struct txr_fail_on *f, const struct txr_report *r,
		      const struct txr_meta *meta, const struct txr_view_opts *v,
		      struct txr_err *err);

#endif
