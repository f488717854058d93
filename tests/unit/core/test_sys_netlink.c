// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_netlink.c - netlink messages made by hand, good and malformed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <linux/gen_stats.h>
#include <linux/genetlink.h>
#include <linux/if.h>
#include <linux/if_link.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include "sys/snap.h"
#include "cli/utf8.h"

struct message {
	struct nlmsghdr h;
	char room[4096];
};

static void begin(struct message *m, int type, const void *header, size_t len)
{
	memset(m, 0, sizeof(*m));
	m->h.nlmsg_type = type;
	m->h.nlmsg_len = NLMSG_LENGTH(len);
	memcpy(NLMSG_DATA(&m->h), header, len);
}

static void put_u32(struct message *m, int type, uint32_t v)
{
	txr_nla_put(&m->h, type, &v, sizeof(v));
}

/* A nested attribute that holds one attribute. */
static void put_nested(struct message *m, int type, int inner, const void *data, size_t len)
{
	struct message n;

	memset(&n, 0, sizeof(n));
	n.h.nlmsg_len = NLMSG_HDRLEN;
	txr_nla_put(&n.h, inner, data, len);
	txr_nla_put(&m->h, type | NLA_F_NESTED, n.room, n.h.nlmsg_len - NLMSG_HDRLEN);
}

static void begin_link(struct message *m, int ifindex, unsigned int flags, const char *name)
{
	struct ifinfomsg ifi = { .ifi_index = ifindex, .ifi_flags = flags };

	begin(m, RTM_NEWLINK, &ifi, sizeof(ifi));
	txr_nla_put(&m->h, IFLA_IFNAME, name, strlen(name) + 1);
}

static void link_fields(void **state)
{
	struct rtnl_link_stats64 st = { .tx_packets = 11, .tx_bytes = 12, .tx_dropped = 13,
		.tx_errors = 14, .rx_packets = 15, .rx_bytes = UINT64_MAX, .rx_dropped = 17 };
	uint8_t carrier = 1, mac[6] = { 2, 0, 0, 0, 0, 9 };
	struct txr_link l;
	struct message m;

	(void)state;
	begin_link(&m, 9, IFF_UP, "v0");
	put_u32(&m, IFLA_MTU, 1400);
	put_u32(&m, IFLA_TXQLEN, 118);
	put_u32(&m, IFLA_LINK, 8);
	put_u32(&m, IFLA_MASTER, 3);
	put_u32(&m, IFLA_CARRIER_CHANGES, 4);
	put_u32(&m, IFLA_NUM_TX_QUEUES, 2);
	txr_nla_put(&m.h, IFLA_CARRIER, &carrier, 1);
	txr_nla_put(&m.h, IFLA_ADDRESS, mac, sizeof(mac));
	txr_nla_put(&m.h, IFLA_QDISC, "fq", 3);
	txr_nla_put(&m.h, IFLA_STATS64, &st, sizeof(st));
	put_nested(&m, IFLA_LINKINFO, IFLA_INFO_KIND, "veth", 5);
	assert_int_equal(txr_link_parse(&l, &m.h), 0);
	assert_string_equal(l.s.name, "v0");
	assert_string_equal(l.s.link_kind, "veth");
	assert_string_equal(l.s.qdisc, "fq");
	assert_int_equal(l.s.ifindex, 9);
	assert_int_equal(l.s.mtu, 1400);
	assert_int_equal(l.s.txqueuelen, 118);
	assert_int_equal(l.s.link_ifindex, 8);
	assert_int_equal(l.s.master_ifindex, 3);
	assert_int_equal(l.s.carrier_changes, 4);
	assert_int_equal(l.s.tx_packets, 11);
	assert_int_equal(l.s.tx_errors, 14);
	assert_int_equal(l.s.rx_bytes, INT64_MAX);
	assert_int_equal(l.s.rx_dropped, 17);
	assert_true(l.s.up && l.s.carrier);
	assert_false(l.s.stacked);	/* a veth's link is its peer */
	assert_int_equal(l.more.addr_len, 6);
	assert_int_equal(l.more.max_tx_queues, 2);
	assert_int_equal(l.s.ring_tx, TXR_UNKNOWN);
	/* The same number in another namespace is another device. */
	put_u32(&m, IFLA_LINK_NETNSID, 0);
	assert_int_equal(txr_link_parse(&l, &m.h), 0);
	assert_int_equal(l.s.link_ifindex, 0);
	assert_true(l.more.link_elsewhere);
}

static void xdp_modes(void **state)
{
	static const struct {
		uint8_t attached;
		int id_attr;
		const char *mode;
	} cases[] = {
		{ XDP_ATTACHED_DRV, IFLA_XDP_PROG_ID, "native" },
		{ XDP_ATTACHED_SKB, IFLA_XDP_PROG_ID, "generic" },
		{ XDP_ATTACHED_HW, IFLA_XDP_PROG_ID, "offload" },
		{ XDP_ATTACHED_MULTI, IFLA_XDP_DRV_PROG_ID, "native" },
		{ XDP_ATTACHED_MULTI, IFLA_XDP_SKB_PROG_ID, "generic" },
		{ XDP_ATTACHED_NONE, IFLA_XDP_PROG_ID, "" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint32_t id = cases[i].attached == XDP_ATTACHED_NONE ? 0 : 77;
		struct message m, n;
		struct txr_link l;

		memset(&n, 0, sizeof(n));
		n.h.nlmsg_len = NLMSG_HDRLEN;
		txr_nla_put(&n.h, IFLA_XDP_ATTACHED, &cases[i].attached, 1);
		txr_nla_put(&n.h, cases[i].id_attr, &id, sizeof(id));
		begin_link(&m, 2, 0, "e");
		txr_nla_put(&m.h, IFLA_XDP, n.room, n.h.nlmsg_len - NLMSG_HDRLEN);
		assert_int_equal(txr_link_parse(&l, &m.h), 0);
		assert_string_equal(l.s.xdp_mode, cases[i].mode);
		assert_int_equal(l.s.xdp_prog_id, id);
	}
}

static void what_is_stacked(void **state)
{
	static const char *const yes[] = { "bond", "team", "bridge", "vlan", "macvlan",
		"ipvlan", "macsec", "hsr", "vxlan", "gre", "geneve", "ipip", "sit", "wireguard", "ifb" };
	static const char *const no[] = { "veth", "netkit", "tun", "dummy", "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		assert_true(txr_kind_is_stacked(yes[i], false));
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		assert_false(txr_kind_is_stacked(no[i], false));
	assert_false(txr_kind_is_stacked("veth", true));
	assert_true(txr_kind_is_stacked("kind-of-tomorrow", true));
}

static void malformed_links(void **state)
{
	struct ifinfomsg ifi = { .ifi_index = 2 };
	struct txr_link l;
	struct message m;
	uint32_t len, full;

	(void)state;
	begin(&m, RTM_NEWLINK, &ifi, sizeof(ifi));
	assert_int_equal(txr_link_parse(&l, &m.h), -EINVAL);	/* no name */
	begin_link(&m, 0, 0, "x");
	assert_int_equal(txr_link_parse(&l, &m.h), -EINVAL);	/* no number */
	begin_link(&m, 2, 0, "x");
	m.h.nlmsg_type = RTM_DELLINK;
	assert_int_equal(txr_link_parse(&l, &m.h), -EINVAL);
	begin_link(&m, 2, 0, "longer-than-a-name-may-be");
	assert_int_equal(txr_link_parse(&l, &m.h), 0);
	assert_string_equal(l.s.name, "longer-than-a-n");
	/* Cut anywhere, in a buffer that ends there. */
	begin_link(&m, 2, 0, "x");
	put_u32(&m, IFLA_MTU, 1400);
	put_nested(&m, IFLA_LINKINFO, IFLA_INFO_KIND, "tun", 4);
	full = m.h.nlmsg_len;
	for (len = NLMSG_HDRLEN; len <= full; len++) {
		struct nlmsghdr *h = malloc(len);

		assert_non_null(h);
		memcpy(h, &m, len);
		h->nlmsg_len = len;
		if (!txr_link_parse(&l, h))
			assert_true(l.s.mtu == 1400 || l.s.mtu == TXR_UNKNOWN);
		else
			assert_true(len < full);
		free(h);
	}
	assert_string_equal(l.s.link_kind, "tun");
}

static void attribute_lengths_lie(void **state)
{
	struct nlattr a = { .nla_len = 2000, .nla_type = 1 };
	struct txr_nla tb[3];
	char buf[64];

	(void)state;
	memset(buf, 0, sizeof(buf));
	txr_nla_parse(tb, 2, buf, sizeof(buf));		/* length 0: would never end */
	assert_null(tb[0].data);
	memcpy(buf, &a, sizeof(a));
	txr_nla_parse(tb, 2, buf, sizeof(buf));		/* beyond the buffer */
	assert_null(tb[1].data);
	txr_nla_parse(tb, 2, buf, 3);
	txr_nla_parse(tb, 2, NULL, 0);
	assert_int_equal(txr_nla_u32(&tb[1], 5), 5);
	assert_int_equal(txr_nla_uint(&tb[1], TXR_UNKNOWN), TXR_UNKNOWN);
}

static void put_qstats(struct message *m, uint32_t ifindex, uint32_t type, uint32_t queue)
{
	struct genlmsghdr g = { .cmd = 12 };
	uint64_t stops = 5, wakes = 4;

	begin(m, 30, &g, sizeof(g));
	put_u32(m, 1, ifindex);
	put_u32(m, 2, type);
	put_u32(m, 3, queue);
	put_u32(m, 33, stops);			/* type uint: 4 bytes when they suffice */
	txr_nla_put(&m->h, 34, &wakes, sizeof(wakes));
}

static void queue_statistics(void **state)
{
	struct txr_link link;
	struct txr_links l = { .link = &link, .count = 1 };
	struct message m;

	(void)state;
	memset(&link, 0, sizeof(link));
	txr_device_state_init(&link.s);
	link.s.ifindex = 7;
	assert_int_equal(txr_device_set_queues(&link.s, 2), 0);
	put_qstats(&m, 8, 1, 1);	/* another device */
	txr_qstats_parse(&l, &m.h);
	put_qstats(&m, 7, 0, 1);	/* a receive queue */
	txr_qstats_parse(&l, &m.h);
	put_qstats(&m, 7, 1, 2);	/* a queue that is not there */
	txr_qstats_parse(&l, &m.h);
	assert_int_equal(link.s.queue[1].stops, TXR_UNKNOWN);
	put_qstats(&m, 7, 1, 1);
	txr_qstats_parse(&l, &m.h);
	assert_int_equal(link.s.queue[1].stops, 5);
	assert_int_equal(link.s.queue[1].wakes, 4);
	assert_int_equal(link.s.queue[0].stops, TXR_UNKNOWN);
	free(link.s.queue);
}

/* A qdisc of device 7, with figures. */
static void begin_qdisc(struct message *m, uint32_t handle, uint32_t parent, const char *kind,
			uint64_t sent, uint32_t waiting)
{
	struct tcmsg tc = { .tcm_ifindex = 7, .tcm_handle = handle, .tcm_parent = parent };
	struct gnet_stats_queue q = { .qlen = waiting, .backlog = 100 * waiting, .drops = 3 };
	struct message n;

	begin(m, RTM_NEWQDISC, &tc, sizeof(tc));
	txr_nla_put(&m->h, TCA_KIND, kind, strlen(kind) + 1);
	memset(&n, 0, sizeof(n));
	n.h.nlmsg_len = NLMSG_HDRLEN;
	txr_nla_put(&n.h, TCA_STATS_BASIC, &sent, sizeof(sent));
	txr_nla_put(&n.h, TCA_STATS_QUEUE, &q, sizeof(q));
	txr_nla_put(&m->h, TCA_STATS2 | NLA_F_NESTED, n.room, n.h.nlmsg_len - NLMSG_HDRLEN);
}

static void begin_device(struct txr_link *link, struct txr_links *l, uint32_t queues)
{
	memset(link, 0, sizeof(*link));
	txr_device_state_init(&link->s);
	link->s.ifindex = 7;
	assert_int_equal(txr_device_set_queues(&link->s, queues), 0);
	*l = (struct txr_links){ .link = link, .count = 1 };
}

static void qdisc(struct txr_links *l, uint32_t handle, uint32_t parent, const char *kind,
		  uint64_t sent, uint32_t waiting)
{
	struct message m;

	begin_qdisc(&m, handle, parent, kind, sent, waiting);
	assert_int_equal(txr_qdisc_parse(l, &m.h), 0);
}

/* The one of a queue: a child of mq, or the root of a device with one queue. */
static void qdiscs_of_queues(void **state)
{
	struct txr_link link;
	struct txr_links l;

	(void)state;
	begin_device(&link, &l, 3);
	qdisc(&l, 0, TC_H_ROOT, "mq", 60, 6);		/* as the kernel makes it */
	qdisc(&l, 0, 2, "fq_codel", 20, 2);
	qdisc(&l, 0, 1, "fq_codel", 10, 1);
	qdisc(&l, 0, 4, "fq_codel", 10, 1);		/* of a queue that is not in use */
	qdisc(&l, 0, TC_H_INGRESS, "clsact", 5, 0);
	assert_string_equal(link.s.qdisc, "mq");
	assert_int_equal(link.s.qdisc_sent_bytes, 60);
	assert_int_equal(link.s.qdisc_backlog_packets, 6);
	assert_int_equal(link.s.qdisc_backlog_bytes, 600);
	assert_int_equal(link.s.qdisc_drops, 3);
	assert_int_equal(link.s.queue[0].qdisc_sent_bytes, 10);
	assert_int_equal(link.s.queue[1].qdisc_backlog_packets, 2);
	assert_int_equal(link.s.queue[2].qdisc_sent_bytes, TXR_UNKNOWN);
	assert_false(link.s.qdisc_paced);
	free(link.s.queue);

	begin_device(&link, &l, 2);			/* made by hand: handle 8001: */
	qdisc(&l, 0x80010000, TC_H_ROOT, "mq", 60, 6);
	qdisc(&l, 0x80020000, 0x80010002, "prio", 20, 2);
	qdisc(&l, 0x80030000, 0x80020001, "tbf", 1, 1);	/* below prio: no queue's */
	assert_int_equal(link.s.queue[1].qdisc_sent_bytes, 20);
	assert_int_equal(link.s.queue[0].qdisc_sent_bytes, TXR_UNKNOWN);
	assert_true(link.s.qdisc_paced);
	free(link.s.queue);

	begin_device(&link, &l, 2);			/* one for all queues: no queue's */
	qdisc(&l, 0x80010000, TC_H_ROOT, "pfifo", 60, 6);
	assert_int_equal(link.s.queue[0].qdisc_sent_bytes, TXR_UNKNOWN);
	free(link.s.queue);

	begin_device(&link, &l, 1);
	qdisc(&l, 0, TC_H_ROOT, "pfifo_fast", 60, 6);
	assert_int_equal(link.s.queue[0].qdisc_sent_bytes, 60);
	assert_int_equal(link.s.queue[0].qdisc_backlog_packets, 6);
	free(link.s.queue);
}

/* fq paces some flows, and tells how many wait for their time. */
static void qdiscs_that_pace(void **state)
{
	struct tc_fq_qd_stats fq = { .flows = 9 };
	struct txr_link link;
	struct txr_links l;
	struct message m, n;
	uint32_t throttled;

	(void)state;
	for (throttled = 0; throttled < 2; throttled++) {
		struct tcmsg tc = { .tcm_ifindex = 7, .tcm_parent = TC_H_ROOT };

		fq.throttled_flows = throttled;
		begin_device(&link, &l, 1);
		begin(&m, RTM_NEWQDISC, &tc, sizeof(tc));
		txr_nla_put(&m.h, TCA_KIND, "fq", 3);
		memset(&n, 0, sizeof(n));
		n.h.nlmsg_len = NLMSG_HDRLEN;
		txr_nla_put(&n.h, TCA_STATS_APP, &fq, sizeof(fq));
		txr_nla_put(&m.h, TCA_STATS2 | NLA_F_NESTED, n.room,
			    n.h.nlmsg_len - NLMSG_HDRLEN);
		txr_qdisc_parse(&l, &m.h);
		assert_int_equal(link.s.qdisc_paced, throttled);
		assert_int_equal(link.s.qdisc_sent_bytes, TXR_UNKNOWN);
		free(link.s.queue);
	}
	begin_device(&link, &l, 1);
	qdisc(&l, 0, TC_H_ROOT, "fq", 1, 1);		/* without: it may */
	assert_true(link.s.qdisc_paced);
	link.s.qdisc_paced = false;
	qdisc(&l, 0, TC_H_ROOT, "netem", 1, 1);
	assert_true(link.s.qdisc_paced);
	free(link.s.queue);
}

static void utf8(void **state)
{
	static const char *const good[] = { "", "eth0", "\xc3\xa9", "\xe0\xa0\x80", "\xed\x9f\xbf",
		"\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf" };
	static const char *const bad[] = { "\x80", "\xc0\x80", "\xc1\xbf", "\xc3", "\xe0\x9f\xbf",
		"\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
		"a\xff", "\xe2\x82", "\xe2\x82x" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_true(txr_utf8_valid(good[i], strlen(good[i])));
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(txr_utf8_valid(bad[i], strlen(bad[i])));
}

/* Loopback is in every namespace, and this needs no privilege. */
static void snapshot_of_here(void **state)
{
	const struct txr_device_state *lo;
	struct txr_snapshot s;
	struct txr_err err = { 0 };

	(void)state;
	assert_int_equal(txr_snapshot_take(&s, &err), 0);
	lo = txr_snapshot_find(&s, "lo", 0);
	assert_non_null(lo);
	assert_true(lo->ifindex > 0 && lo->netns_inode > 0 && s.real_ns > 0);
	assert_true(lo->mtu > 0 && lo->tx_packets >= 0);
	assert_ptr_equal(txr_snapshot_find(&s, "lo", lo->ifindex), lo);
	assert_null(txr_snapshot_find(&s, "lo", lo->ifindex + 1000000));
	assert_null(txr_snapshot_find(&s, "", 0));
	assert_null(txr_snapshot_find(NULL, "lo", 0));
	txr_snapshot_free(&s);
	assert_int_equal(s.count, 0);
	txr_snapshot_free(&s);
	txr_snapshot_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(link_fields), cmocka_unit_test(xdp_modes),
		cmocka_unit_test(what_is_stacked), cmocka_unit_test(malformed_links),
		cmocka_unit_test(attribute_lengths_lie), cmocka_unit_test(queue_statistics),
		cmocka_unit_test(qdiscs_of_queues), cmocka_unit_test(qdiscs_that_pace),
		cmocka_unit_test(utf8), cmocka_unit_test(snapshot_of_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
