/* SPDX-License-Identifier: GPL-2.0-only */
/* declare.h - what the engine is told of the devices, from the snapshots. */
#ifndef TXRING_CMD_DECLARE_H
#define TXRING_CMD_DECLARE_H

#include "txring/pair.h"
#include "txring/source.h"

/* Of one device; all 0: nothing to tell. */
struct txr_declaration {
	bool stacked;
	bool untold_known;
	uint64_t untold_ns;	/* if known, as txr_pair_set_untold() */
};

/* Of device i of the source, by what snapshots it has by now. 0 or -ENOMEM. */
int txr_find_declaration(struct txr_declaration *d, const struct txr_source *src, size_t i);
/* 0 or -ENOMEM. */
int txr_declare(struct txr_pair *pair, uint16_t i, const struct txr_declaration *d);

/*
 * As their names turn up: those that are stacked, and those whose hand-overs no event
 * tells of. *seen of the source's were looked at. 0 or -ENOMEM.
 */
int txr_declare_devices(struct txr_pair *pair, const struct txr_source *src, size_t *seen);

/*
 * While it is traced: is there one, from that index on, which no snapshot knows and
 * which may hand packets on untold?
 */
bool txr_has_strangers(const struct txr_source *src, size_t from);
/* Declares those by a snapshot of now. 0 or -ENOMEM. */
int txr_declare_strangers(struct txr_pair *pair, const struct txr_source *src, size_t from,
			  const struct txr_snapshot *now);

#endif
