/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * frame.h - Ethernet frames that carry a number, so that the reader of a tap
 * knows which packet it has in hand.
 */
#ifndef TEST_TOOLS_FRAME_H
#define TEST_TOOLS_FRAME_H

#include <stddef.h>
#include <stdint.h>

#define FRAME_MIN 60
#define FRAME_MAX 1514
#define TEST_ADDR_SELF "192.0.2.1"	/* documentation addresses, RFC 5737 */
#define TEST_ADDR_PEER "192.0.2.2"
#define TEST_PORT 9			/* discard */

/* IPv4 and UDP from TEST_ADDR_SELF to TEST_ADDR_PEER. flow picks the source
 * port. size is clipped to [FRAME_MIN, FRAME_MAX]; returns the length. */
size_t frame_build(uint8_t *buf, size_t size, uint64_t seq, unsigned int flow,
		   const uint8_t dst[6], const uint8_t src[6]);

/* The number in a frame (or in the first segment of a large one), or
 * UINT64_MAX if it is none of ours. */
uint64_t frame_seq(const uint8_t *buf, size_t len);

/* What frame_seq() looks for, as UDP payload; 16 bytes. */
#define FRAME_MARK_LEN 16
void frame_mark(uint8_t *payload, uint64_t seq);

#endif
