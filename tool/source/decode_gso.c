// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode_gso.c - how many wire packets a GSO skb makes when gso_segs is 0.
 *
 * skbs from a virtio guest carry no count (SKB_GSO_DODGY; the core counts again
 * in qdisc_pkt_len_init(), net/core/dev.c). It is the payload in pieces of
 * gso_size; the payload begins behind the transport header, whose length the
 * events do not have.
 */
#include "decode_impl.h"

/* enum in include/linux/skbuff.h; the same from 4.18 to 7.2 */
#define GSO_TCP		(1u << 0 | 1u << 4)	/* TCPV4, TCPV6 */
#define GSO_TUNNEL	(0x3fu << 6 | 1u << 13)	/* GRE, IPXIP, UDP_TUNNEL, REMCSUM */
#define GSO_ESP		(1u << 15)
#define GSO_UDP_L4	(1u << 17)

#define BY_FRAGS	0xffff	/* GSO_BY_FRAGS: no size, one packet a fragment (SCTP) */

#define TCP_HDR_MIN	20
#define TCP_HDR_TYPICAL	32	/* with timestamps, as Linux sends by default */
#define TCP_HDR_MAX	60
#define UDP_HDR		8
#define L3_MIN		(14 + 20)		/* Ethernet, IPv4 */
#define L3_TYPICAL	(14 + 20)
#define L3_MAX		(14 + 8 + 40 + 64)	/* two VLAN tags, IPv6 and options */
#define INNER_MIN	20			/* a tunnel's inner headers above L4's */
#define INNER_TYPICAL	(8 + 8 + 14 + 20)	/* VXLAN */
#define INNER_MAX	192

static uint16_t segments(uint32_t len, uint32_t headers, uint16_t size)
{
	uint32_t n = len > headers ? (len - headers - 1) / size + 1 : 1;

	return n > UINT16_MAX ? UINT16_MAX : (uint16_t)n;
}

struct bounds {
	uint32_t min, typical, max;
};

static void plus(struct bounds *b, uint32_t min, uint32_t typical, uint32_t max)
{
	b->min += min;
	b->typical += typical;
	b->max += max;
}

void txr_gso_segs(struct txr_event *ev, const struct txr_gso *g)
{
	bool udp = g->gso_type & GSO_UDP_L4 || (g->type_16bit && !(g->gso_type & ~2u));
	uint32_t transport = (uint32_t)g->transport;
	struct bounds h = { 0 };

	if (g->gso_size == BY_FRAGS) {
		ev->start.segs = ev->start.segs_low = 1;
		ev->start.segs_high = 17;	/* MAX_SKB_FRAGS: 17 unless configured */
		return;
	}
	if (g->transport_valid && g->transport > 0)
		plus(&h, transport, transport, transport);
	else
		plus(&h, L3_MIN, L3_TYPICAL, L3_MAX);
	if (g->gso_type & (GSO_TUNNEL | GSO_ESP))
		plus(&h, INNER_MIN, INNER_TYPICAL, INNER_MAX);
	if (g->gso_type & GSO_TCP)
		plus(&h, TCP_HDR_MIN, TCP_HDR_TYPICAL, TCP_HDR_MAX);
	else if (udp)
		plus(&h, UDP_HDR, UDP_HDR, UDP_HDR);
	else
		plus(&h, 0, UDP_HDR, TCP_HDR_MAX);
	ev->start.segs = segments(g->len, h.typical, g->gso_size);
	ev->start.segs_low = segments(g->len, h.max, g->gso_size);
	ev->start.segs_high = segments(g->len, h.min, g->gso_size);
}
