// SPDX-License-Identifier: GPL-2.0-only
/*
 * software.c - software devices: what their drivers do with a packet.
 *
 * Read from Linux 6.1 to 7.2. A driver of hardware is never here: it may complete
 * in hard-IRQ context (dev_kfree_skb_irq: freed in a later softirq) and frees by
 * napi_consume_skb (deferred to another CPU in new kernels).
 */
#include <string.h>
#include "software.h"

static const struct txr_software table[] = {
	{ "lo", TXR_KIND_HANDOVER, false, "loopback_xmit(): __netif_rx()" },
	{ "dummy", TXR_KIND_SYNCHRONOUS, false, "dummy_xmit(): dev_kfree_skb()" },
	{ "nlmon", TXR_KIND_SYNCHRONOUS, false, "nlmon_xmit(): dev_kfree_skb()" },
	/* tun_ring_recv() consumes the slot, tun_do_read() frees afterwards */
	{ "tun", TXR_KIND_RING, true, "tun_do_read(): consume_skb()" },
	{ "macvtap", TXR_KIND_STACKED, false, "macvlan_start_xmit()" },
	{ "veth", TXR_KIND_UNKNOWN, false, "veth_xmit(), veth_xdp_rcv()" },
	{ "netkit", TXR_KIND_HANDOVER, false, "netkit_xmit(): __netif_rx()" },
	{ "ifb", TXR_KIND_UNKNOWN, false, "ifb_ri_tasklet()" },
	{ "bridge", TXR_KIND_STACKED, false, "br_dev_xmit()" },
	{ "bond", TXR_KIND_STACKED, false, "bond_start_xmit()" },
	{ "bonding", TXR_KIND_STACKED, false, "bond_start_xmit()" },
	{ "team", TXR_KIND_STACKED, false, "team_xmit()" },
	{ "vlan", TXR_KIND_STACKED, false, "vlan_dev_hard_start_xmit()" },
	{ "802.1Q VLAN Support", TXR_KIND_STACKED, false, "vlan_dev_hard_start_xmit()" },
	{ "macvlan", TXR_KIND_STACKED, false, "macvlan_start_xmit()" },
	{ "ipvlan", TXR_KIND_STACKED, false, "ipvlan_start_xmit()" },
	{ "vrf", TXR_KIND_STACKED, false, "vrf_xmit()" },
	{ "vxlan", TXR_KIND_STACKED, false, "vxlan_xmit()" },
	{ "geneve", TXR_KIND_STACKED, false, "geneve_xmit()" },
	{ "gre", TXR_KIND_STACKED, false, "ipgre_xmit()" },
	{ "gretap", TXR_KIND_STACKED, false, "gre_tap_xmit()" },
	{ "ipip", TXR_KIND_STACKED, false, "ipip_tunnel_xmit()" },
	{ "sit", TXR_KIND_STACKED, false, "sit_tunnel_xmit()" },
	{ "ip6tnl", TXR_KIND_STACKED, false, "ip6_tnl_start_xmit()" },
};

static const struct txr_software *by_name(const char *name)
{
	size_t i;

	for (i = 0; name[0] && i < sizeof(table) / sizeof(table[0]); i++)
		if (!strcmp(name, table[i].name))
			return &table[i];
	return NULL;
}

const struct txr_software *txr_software_find(const char *name,
					     const struct txr_device_state *state)
{
	const struct txr_software *s = NULL;

	if (state) {
		s = by_name(state->link_kind);
		if (!s)
			s = by_name(state->driver);
		if (s || state->link_kind[0] || state->driver[0])
			return s;
	}
	/* every namespace has one lo, and no other device can have the name */
	return strcmp(name, "lo") ? NULL : by_name("lo");
}
