// SPDX-License-Identifier: GPL-2.0-only
/* peers.c - does the peer of a veth poll? */
#include <string.h>
#include "sys/snap.h"

static const struct txr_link *peer_of(const struct txr_links *all, size_t n,
				      const struct txr_links *l, const struct txr_link *k)
{
	uint64_t inode = k->s.link_netns_inode;
	size_t i;

	if (!k->s.link_ifindex)
		return NULL;
	if (!inode)
		return txr_links_find(l, k->s.link_ifindex);
	for (i = 0; i < n; i++)
		if (all[i].netns_inode == inode)
			return txr_links_find(&all[i], k->s.link_ifindex);
	return NULL;
}

/*
 * veth_xmit() queues to the peer's ring when the peer has a NAPI (GRO asked for,
 * or an XDP program) and veth_skb_is_eligible_for_gro(), which wants TSO off
 * here (a native XDP program on the peer turns it off); with TSO on it depends
 * on each packet. Same in 6.1 and 7.2, drivers/net/veth.c.
 */
static int peer_polls(const struct txr_link *k, const struct txr_link *p)
{
	bool xdp;

	/* Each names the other; one that was moved meanwhile does not. */
	if (!p || strcmp(p->s.driver, "veth") || p->s.link_ifindex != k->s.ifindex)
		return TXR_UNKNOWN;
	xdp = !strcmp(p->s.xdp_mode, "native");
	if (!xdp && !p->s.gro)
		return 0;
	return k->s.tso ? TXR_UNKNOWN : 1;
}

void txr_peers_fill(struct txr_links *all, size_t n)
{
	size_t i, j;

	for (i = 0; i < n; i++)
		for (j = 0; j < all[i].count; j++) {
			struct txr_link *k = &all[i].link[j];

			if (!strcmp(k->s.driver, "veth"))
				k->s.peer_polls = peer_polls(k, peer_of(all, n, &all[i], k));
		}
}
