/* SPDX-License-Identifier: GPL-2.0-only */
/* snapshot.h - the parts that txr_snapshot_take() and its kin are made of. */
#ifndef TXRING_SYS_SNAPSHOT_H
#define TXRING_SYS_SNAPSHOT_H

#include "sys/snap.h"

/* Fill s with the devices of this namespace. 0 or a negative errno. */
int txr_snapshot_own(struct txr_snapshot *s);
/* Those of all that can be entered; those of this one if no other can. */
int txr_snapshot_everywhere(struct txr_snapshot *s);
/* The same with no more than txr_links_kinds() has. */
int txr_snapshot_kinds(struct txr_snapshot *s);
/* The states of n namespaces' devices go over to s; the queues move with them. */
int txr_snapshot_hand_over(struct txr_snapshot *s, struct txr_links *all, size_t n);

#endif
