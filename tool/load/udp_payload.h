/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * udp_payload.h - what is in a datagram, so that the sink can tell what is
 * missing, twice there, or damaged.
 *
 * A head, then a pattern that depends on the place alone. A datagram smaller
 * than the head is pattern only: it is counted, and cannot be told apart.
 */
#ifndef TXRING_LOAD_UDP_PAYLOAD_H
#define TXRING_LOAD_UDP_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#define TXR_UDP_HEAD_BYTES 24

struct txr_udp_stamp {
	uint32_t run;		/* one start of the tool */
	uint16_t thread;
	uint32_t bytes;		/* of the datagram, head and all */
	uint64_t seq;		/* from 0, one for each datagram of that thread */
};

enum txr_udp_payload {
	TXR_PAYLOAD_GOOD,
	TXR_PAYLOAD_SHORT,	/* no room for a head */
	TXR_PAYLOAD_FOREIGN,	/* not of txring */
	TXR_PAYLOAD_DAMAGED,	/* of txring, and not as it was sent */
};

void txr_payload_fill(uint8_t *d, size_t bytes);
/* Write the head; nothing if there is no room for one. */
void txr_payload_stamp(uint8_t *d, const struct txr_udp_stamp *s);
enum txr_udp_payload txr_payload_check(const uint8_t *d, size_t bytes,
				       struct txr_udp_stamp *s);

#endif
