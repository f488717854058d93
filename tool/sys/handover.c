// SPDX-License-Identifier: GPL-2.0-only
/*
 * handover.c - which events tell when a device hands its packets on alive.
 *
 * - loopback_xmit (loopback.c), netkit_xmit, vrf and vcan call netif_rx; macvlan
 *   and ipvlan come to it by dev_forward_skb. Nothing else.
 * - veth without NAPI likewise, within its xmit; with it (GRO or XDP on the peer,
 *   which may be in another namespace) veth_xdp_rcv gives the skb to
 *   napi_gro_receive or, if it is shared, to netif_receive_skb. ifb
 *   (ifb_ri_tasklet) and bridges use netif_receive_skb.
 * tun_net_xmit only queues: the reader frees.
 */
#include <string.h>
#include "sys/handover.h"
#include "sys/words.h"

unsigned int txr_handover_ways(const struct txr_device_state *d)
{
	static const char *const rx_only[] = { "netkit", "macvlan", "macvtap", "ipvlan",
					       "ipvtap", "vrf", "vcan", "vxcan", NULL };
	static const char *const more[] = { "veth", "ifb", "bridge", NULL };

	if (!strcmp(d->name, "lo") || txr_is_one_of(d->link_kind, rx_only))
		return TXR_HANDOVER_RX;
	return txr_is_one_of(d->link_kind, more) || txr_is_one_of(d->driver, more) ?
	       TXR_HANDOVER_ALL : 0;
}

unsigned int txr_handover_needed(const struct txr_device_state *d)
{
	bool veth = !strcmp(d->link_kind, "veth") || !strcmp(d->driver, "veth");

	return veth && d->peer_polls == 0 ? TXR_HANDOVER_RX : txr_handover_ways(d);
}

/* INT64_MAX stays a number in JSON. */
#define NEVER ((uint64_t)INT64_MAX)

void txr_handover_note_start(struct txr_meta *m, unsigned int on)
{
	m->rx_on_ns = on & TXR_HANDOVER_RX ? 0 : NEVER;
	m->napi_on_ns = on & ~TXR_HANDOVER_RX ? 0 : NEVER;
}

void txr_handover_note_more(struct txr_meta *m, unsigned int on, uint64_t now_ns)
{
	if (!now_ns)	/* a clock that cannot be read: it stays as if never */
		return;
	if ((on & TXR_HANDOVER_RX) && m->rx_on_ns == NEVER)
		m->rx_on_ns = now_ns;
	if ((on & ~TXR_HANDOVER_RX) && m->napi_on_ns == NEVER)
		m->napi_on_ns = now_ns;
}

/* No snapshot knows it. Was it made meanwhile, it is what the kernel told; else anything. */
static unsigned int ways_of_newcomer(const struct txr_watch *w, const char *name)
{
	struct txr_device_state d = { 0 };
	unsigned int ways = 0;
	bool told = false;
	size_t i;

	for (i = 0; i < w->newcomers; i++) {
		if (strcmp(w->newcomer[i].name, name))
			continue;
		memcpy(d.name, w->newcomer[i].name, sizeof(d.name));
		memcpy(d.link_kind, w->newcomer[i].kind, sizeof(w->newcomer[i].kind));
		ways |= txr_handover_ways(&d);
		told = true;
	}
	return told ? ways : TXR_HANDOVER_ALL;
}

/*
 * Of several devices of one name that are not all of a kind the figures are not exact
 * as it is; that one of them may be a ring must not make all its laps uncertain.
 */
uint64_t txr_handover_untold_ns(const struct txr_meta *meta, const struct txr_match *m,
				const struct txr_device *dev)
{
	unsigned int ways;

	if (!m->count)
		ways = ways_of_newcomer(&meta->watch, dev->name);
	else
		ways = (m->start ? txr_handover_ways(m->start) : 0) |
		       (m->end ? txr_handover_ways(m->end) : 0);
	if (ways & ~TXR_HANDOVER_RX)
		return meta->napi_on_ns > meta->rx_on_ns ? meta->napi_on_ns : meta->rx_on_ns;
	return ways ? meta->rx_on_ns : 0;
}
