// SPDX-License-Identifier: GPL-2.0-only
/* link.c - what rtnetlink tells of the devices. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include "sys/snap.h"
#include "sys/words.h"

void txr_queue_state_init(struct txr_queue_state *q)
{
	q->bql_inflight_bytes = q->bql_limit_bytes = q->bql_limit_max_bytes = TXR_UNKNOWN;
	q->bql_stall_cnt = q->tx_timeouts = TXR_UNKNOWN;
	q->stops = q->wakes = TXR_UNKNOWN;
	q->qdisc_backlog_packets = q->qdisc_sent_bytes = TXR_UNKNOWN;
}

void txr_device_state_init(struct txr_device_state *d)
{
	memset(d, 0, sizeof(*d));
	d->mtu = d->txqueuelen = TXR_UNKNOWN;
	d->ring_tx = d->ring_tx_max = TXR_UNKNOWN;
	d->coalesce_tx_usecs = d->coalesce_tx_frames = TXR_UNKNOWN;
	d->coalesce_rx_usecs = TXR_UNKNOWN;
	d->qdisc_backlog_packets = d->qdisc_backlog_bytes = TXR_UNKNOWN;
	d->qdisc_drops = d->qdisc_requeues = d->qdisc_sent_bytes = TXR_UNKNOWN;
	d->tx_packets = d->tx_bytes = d->tx_dropped = d->tx_errors = TXR_UNKNOWN;
	d->rx_packets = d->rx_bytes = d->rx_dropped = TXR_UNKNOWN;
	d->carrier_changes = TXR_UNKNOWN;
	d->peer_polls = TXR_UNKNOWN;
}

int txr_device_set_queues(struct txr_device_state *d, uint32_t n)
{
	struct txr_queue_state *q = NULL;
	uint32_t i;

	if (n) {
		q = calloc(n, sizeof(*q));
		if (!q)
			return -ENOMEM;
	}
	for (i = 0; i < n; i++)
		txr_queue_state_init(&q[i]);
	free(d->queue);
	d->queue = q;
	d->tx_queues = n;
	return 0;
}

/*
 * The rest of the list has packets go on to a device that the routing chooses,
 * so there may be no link to show it. ifb sends what tc took from a device's
 * egress on to that device, from a tasklet (ifb_ri_tasklet()); what came from
 * ingress it hands over.
 */
bool txr_kind_is_stacked(const char *kind, bool has_link)
{
	static const char *const passes_on[] = {
		"bond", "team", "bridge", "vrf", "vlan", "macvlan", "macvtap", "ipvlan",
		"ipvtap", "macsec", "hsr", "batadv", "failover", "net_failover",
		"vxlan", "geneve", "gre", "gretap", "erspan", "ip6gre", "ip6gretap",
		"ip6erspan", "ipip", "sit", "ip6tnl", "vti", "vti6", "xfrm", "wireguard",
		"bareudp", "gtp", "amt", "ovpn", "l2tp", "l2tpeth", "lowpan", "dsa",
		"rmnet", "virt_wifi", "xfrmi", "ifb", NULL
	};
	/* The link is a peer, or a parent whose own queues they do not use. */
	static const char *const peers[] = {
		"veth", "netkit", "vxcan", "netdevsim", "ipoib", NULL
	};

	if (txr_is_one_of(kind, peers))
		return false;
	return txr_is_one_of(kind, passes_on) || has_link;
}

static int64_t counter(uint64_t v)
{
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

static void parse_stats(struct txr_device_state *d, const struct txr_nla *a)
{
	struct rtnl_link_stats64 s;

	memset(&s, 0, sizeof(s));
	/* Later kernels append fields, earlier ones lack the last. */
	if (a->len < offsetof(struct rtnl_link_stats64, rx_nohandler))
		return;
	memcpy(&s, a->data, a->len < sizeof(s) ? a->len : sizeof(s));
	d->tx_packets = counter(s.tx_packets);
	d->tx_bytes = counter(s.tx_bytes);
	d->tx_dropped = counter(s.tx_dropped);
	d->tx_errors = counter(s.tx_errors);
	d->rx_packets = counter(s.rx_packets);
	d->rx_bytes = counter(s.rx_bytes);
	d->rx_dropped = counter(s.rx_dropped);
}

/* rtnl_xdp_fill() in net/core/rtnetlink.c */
static void parse_xdp(struct txr_device_state *d, const struct txr_nla *a)
{
	struct txr_nla tb[IFLA_XDP_MAX + 1];
	uint8_t how = XDP_ATTACHED_NONE;
	const char *mode = "";

	txr_nla_parse(tb, IFLA_XDP_MAX, a->data, a->len);
	if (tb[IFLA_XDP_ATTACHED].len)
		memcpy(&how, tb[IFLA_XDP_ATTACHED].data, 1);
	d->xdp_prog_id = txr_nla_u32(&tb[IFLA_XDP_PROG_ID], 0);
	if (how == XDP_ATTACHED_MULTI)
		d->xdp_prog_id = txr_nla_u32(&tb[IFLA_XDP_DRV_PROG_ID],
				txr_nla_u32(&tb[IFLA_XDP_HW_PROG_ID],
				txr_nla_u32(&tb[IFLA_XDP_SKB_PROG_ID], 0)));
	if (how == XDP_ATTACHED_DRV || tb[IFLA_XDP_DRV_PROG_ID].len)
		mode = "native";
	else if (how == XDP_ATTACHED_HW || tb[IFLA_XDP_HW_PROG_ID].len)
		mode = "offload";
	else if (how == XDP_ATTACHED_SKB || tb[IFLA_XDP_SKB_PROG_ID].len)
		mode = "generic";
	strcpy(d->xdp_mode, mode);
}

static void parse_kind(struct txr_device_state *d, const struct txr_nla *a)
{
	struct txr_nla tb[IFLA_INFO_MAX + 1];

	txr_nla_parse(tb, IFLA_INFO_MAX, a->data, a->len);
	txr_nla_text(&tb[IFLA_INFO_KIND], d->link_kind, sizeof(d->link_kind));
}

static void parse_more(struct txr_link_more *m, const struct txr_nla *tb)
{
	const struct txr_nla *addr = &tb[IFLA_ADDRESS];

	memset(m, 0, sizeof(*m));
	m->addr_len = addr->len < sizeof(m->addr) ? addr->len : sizeof(m->addr);
	if (m->addr_len)
		memcpy(m->addr, addr->data, m->addr_len);
	m->link_elsewhere = tb[IFLA_LINK_NETNSID].data != NULL;
	m->link_nsid = (int32_t)txr_nla_u32(&tb[IFLA_LINK_NETNSID], UINT32_MAX);
	m->link_there = txr_nla_u32(&tb[IFLA_LINK], 0);
	m->max_tx_queues = txr_nla_u32(&tb[IFLA_NUM_TX_QUEUES], 0);
}

int txr_link_parse(struct txr_link *l, const struct nlmsghdr *h)
{
	struct txr_device_state *d = &l->s;
	struct txr_nla tb[IFLA_MAX + 1];
	struct ifinfomsg ifi;
	uint8_t carrier = 0;

	if (h->nlmsg_type != RTM_NEWLINK || h->nlmsg_len < NLMSG_LENGTH(sizeof(ifi)))
		return -EINVAL;
	memcpy(&ifi, NLMSG_DATA(h), sizeof(ifi));
	txr_nl_attrs(tb, IFLA_MAX, h, sizeof(ifi));
	txr_device_state_init(d);
	txr_nla_text(&tb[IFLA_IFNAME], d->name, sizeof(d->name));
	if (ifi.ifi_index <= 0 || !d->name[0])
		return -EINVAL;
	d->ifindex = ifi.ifi_index;
	d->up = ifi.ifi_flags & IFF_UP;
	if (tb[IFLA_CARRIER].len)
		memcpy(&carrier, tb[IFLA_CARRIER].data, 1);
	d->carrier = carrier;
	d->mtu = txr_nla_uint(&tb[IFLA_MTU], TXR_UNKNOWN);
	d->txqueuelen = txr_nla_uint(&tb[IFLA_TXQLEN], TXR_UNKNOWN);
	d->carrier_changes = txr_nla_uint(&tb[IFLA_CARRIER_CHANGES], TXR_UNKNOWN);
	d->link_ifindex = txr_nla_u32(&tb[IFLA_LINK], 0);
	d->master_ifindex = txr_nla_u32(&tb[IFLA_MASTER], 0);
	txr_nla_text(&tb[IFLA_QDISC], d->qdisc, sizeof(d->qdisc));
	parse_kind(d, &tb[IFLA_LINKINFO]);
	parse_stats(d, &tb[IFLA_STATS64]);
	parse_xdp(d, &tb[IFLA_XDP]);
	parse_more(&l->more, tb);
	d->stacked = txr_kind_is_stacked(d->link_kind, d->link_ifindex != 0);
	if (l->more.link_elsewhere)	/* the number means nothing in this namespace */
		d->link_ifindex = 0;
	return 0;
}

static int add_link(void *arg, const struct nlmsghdr *h)
{
	struct txr_links *l = arg;

	if (l->count == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct txr_link *n = reallocarray(l->link, room, sizeof(*n));

		if (!n)
			return -ENOMEM;
		l->link = n;
		l->room = room;
	}
	if (!txr_link_parse(&l->link[l->count], h))
		l->count++;
	return 0;
}

static int by_ifindex(const void *a, const void *b)
{
	uint32_t x = ((const struct txr_link *)a)->s.ifindex;
	uint32_t y = ((const struct txr_link *)b)->s.ifindex;

	return (x > y) - (x < y);
}

struct txr_link *txr_links_find(const struct txr_links *l, uint32_t ifindex)
{
	struct txr_link key = { .s.ifindex = ifindex };

	return l->count ? bsearch(&key, l->link, l->count, sizeof(key), by_ifindex) : NULL;
}

int txr_links_dump(struct txr_links *l)
{
	struct {
		struct nlmsghdr h;
		struct ifinfomsg ifi;
	} req;
	int err, tries = 0;

	do {
		memset(&req, 0, sizeof(req));
		req.h.nlmsg_len = NLMSG_LENGTH(sizeof(req.ifi));
		req.h.nlmsg_type = RTM_GETLINK;
		l->count = 0;
		err = txr_nl_talk(&l->rt, &req.h, NLM_F_DUMP, add_link, l);
	} while (err == -EAGAIN && ++tries < 4);
	if (err == -EAGAIN)	/* devices come and go all the time: take what came */
		err = 0;
	/* Kernels before 6.10 walk the devices by hash bucket (rtnl_dump_ifinfo()). */
	if (l->count)
		qsort(l->link, l->count, sizeof(*l->link), by_ifindex);
	return err;
}
