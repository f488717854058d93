/* SPDX-License-Identifier: GPL-2.0-only */
/* options_value.h - between options.c and its helpers. */
#ifndef TXRING_CLI_OPTIONS_VALUE_H
#define TXRING_CLI_OPTIONS_VALUE_H

#include "cli/options.h"

/*
 * Store arg (NULL for an option that takes none) in the command's struct.
 * shown is the option as the user wrote it ("--size", "-b").
 */
int txr_opt_store(const struct txr_opt *o, void *opts, const char *shown,
		  const char *arg, struct txr_err *err);

bool txr_opt_takes_arg(const struct txr_opt *o);

/* The long name that name is most like, or NULL if none is near. */
const char *txr_opt_nearest(const struct txr_opt *table, const char *name);

#endif
