// SPDX-License-Identifier: GPL-2.0-only
/* udp_payload.c - head and pattern of a datagram, all in network order. */
#include <endian.h>
#include <string.h>
#include "udp_payload.h"

#define MAGIC 0x74787231u	/* "txr1" */
#define PERIOD 256

struct head {
	uint32_t magic, run;
	uint16_t thread, zero;
	uint32_t bytes;
	uint64_t seq;
} __attribute__((packed));

_Static_assert(sizeof(struct head) == TXR_UDP_HEAD_BYTES, "head");

static void one_period(uint8_t p[PERIOD])
{
	unsigned int i;

	for (i = 0; i < PERIOD; i++)
		p[i] = (uint8_t)(i * 7 + 13);
}

void txr_payload_fill(uint8_t *d, size_t bytes)
{
	uint8_t p[PERIOD];
	size_t at, n;

	one_period(p);
	for (at = 0; at < bytes; at += n) {
		n = bytes - at < PERIOD ? bytes - at : PERIOD;
		memcpy(d + at, p, n);
	}
}

void txr_payload_stamp(uint8_t *d, const struct txr_udp_stamp *s)
{
	struct head h = {
		.magic = htobe32(MAGIC), .run = htobe32(s->run),
		.thread = htobe16(s->thread), .bytes = htobe32(s->bytes),
		.seq = htobe64(s->seq),
	};

	if (s->bytes >= sizeof(h))
		memcpy(d, &h, sizeof(h));
}

enum txr_udp_payload txr_payload_check(const uint8_t *d, size_t bytes,
				       struct txr_udp_stamp *s)
{
	uint8_t p[PERIOD];
	struct head h;
	size_t at, n;

	if (bytes < sizeof(h))
		return TXR_PAYLOAD_SHORT;
	memcpy(&h, d, sizeof(h));
	if (h.magic != htobe32(MAGIC))
		return TXR_PAYLOAD_FOREIGN;
	s->run = be32toh(h.run);
	s->thread = be16toh(h.thread);
	s->bytes = be32toh(h.bytes);
	s->seq = be64toh(h.seq);
	if (s->bytes != bytes || h.zero)
		return TXR_PAYLOAD_DAMAGED;
	one_period(p);
	for (at = sizeof(h); at < bytes; at += n) {
		n = PERIOD - at % PERIOD;
		if (n > bytes - at)
			n = bytes - at;
		if (memcmp(d + at, p + at % PERIOD, n))
			return TXR_PAYLOAD_DAMAGED;
	}
	return TXR_PAYLOAD_GOOD;
}
