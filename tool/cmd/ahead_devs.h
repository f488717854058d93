/* SPDX-License-Identifier: GPL-2.0-only */
/* ahead_devs.h - devices that come up while a recording is read ahead. */
#ifndef TXRING_CMD_AHEAD_DEVS_H
#define TXRING_CMD_AHEAD_DEVS_H

#include "declare.h"

struct txr_new_dev {
	struct txr_device dev;
	struct txr_declaration say;	/* to the engine */
};

/* How far the source's devices were told. */
struct txr_devs_told {
	size_t devs;
	bool meta;		/* the snapshots were known then */
};

/*
 * In the thread that reads: put those of src that were not told behind the *count
 * at *list; all once more when their snapshots come after them. 0 or -ENOMEM.
 */
int txr_new_devs(struct txr_new_dev **list, size_t *count, const struct txr_source *src,
		 struct txr_devs_told *told);

/* In the other: take them over, under the same index. 0 or -ENOMEM. */
int txr_learn_devs(struct txr_devtab *devs, struct txr_pair *pair,
		   const struct txr_new_dev *list, size_t count);

#endif
