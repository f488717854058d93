/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * udp_stream.h - the numbers of one sender's datagrams, as they arrive.
 *
 * A window of the latest numbers tells a duplicate from one that came late. What
 * is older than the window is counted as late: received, and not told apart.
 */
#ifndef TXRING_LOAD_UDP_STREAM_H
#define TXRING_LOAD_UDP_STREAM_H

#include <stdint.h>

#define TXR_STREAM_WINDOW 65536

struct txr_udp_stream {
	uint32_t run;
	uint16_t thread;
	uint64_t next;			/* one above the highest number seen */
	uint64_t distinct;		/* numbers seen, each once; late ones too */
	uint64_t duplicates;
	uint64_t reordered;		/* came after a higher number */
	uint64_t late;			/* of distinct: may be duplicates */
	uint64_t damaged;
	uint64_t bits[TXR_STREAM_WINDOW / 64];
};

void txr_stream_add(struct txr_udp_stream *s, uint64_t seq);
/* Numbers below the highest that did not come. */
uint64_t txr_stream_missing(const struct txr_udp_stream *s);

#endif
