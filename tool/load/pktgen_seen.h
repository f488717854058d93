/* SPDX-License-Identifier: GPL-2.0-only */
/* pktgen_seen.h - what a recording can show of pktgen's packets. */
#ifndef TXRING_LOAD_PKTGEN_SEEN_H
#define TXRING_LOAD_PKTGEN_SEEN_H

#include "pktgen.h"
#include "txring/source.h"

/*
 * Why not all of it, and what would be seen; a static text, NULL: all is seen.
 * companion: the module emits start and result events of its own. own_skb: pktgen
 * gave its reference away.
 */
const char *txr_pktgen_unseen(const struct txr_pktgen_config *c, enum txr_tier tier,
			      bool companion, bool own_skb);

#endif
