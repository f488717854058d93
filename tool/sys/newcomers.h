/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * newcomers.h - devices that are made while the kernel traces, and may be gone before
 * anybody looks: the kernel tells of each (rtnl_newlink(), rtmsg_ifinfo()).
 */
#ifndef TXRING_SYS_NEWCOMERS_H
#define TXRING_SYS_NEWCOMERS_H

#include "txring/watch.h"

/* A socket that is told of those of the own network namespace, or a negative errno. */
int txr_newcomers_open(void);
/*
 * Those of which it was told since the last time, into w, each name and kind once; what
 * the kernel had no room for is missing. 0 or -ENOMEM.
 */
int txr_newcomers_read(int fd, struct txr_watch *w);
/* Room for one more. 0, -ENOMEM, or -E2BIG: no more are kept. */
int txr_newcomers_add(struct txr_watch *w, const char *name, const char *kind);

#endif
