// SPDX-License-Identifier: GPL-2.0-only
/*
 * qstats.c - per-queue statistics of the generic netlink family "netdev"
 * (Linux 6.10 and later, and only of drivers that give them).
 */
#include <string.h>
#include <linux/genetlink.h>
#include "sys/snap.h"

/* include/uapi/linux/netdev.h; the headers of older distributions lack it. */
#define NETDEV_FAMILY		"netdev"
#define NETDEV_CMD_QSTATS_GET	12
#define NETDEV_A_QSTATS_IFINDEX	1
#define NETDEV_A_QSTATS_QUEUE_TYPE 2
#define NETDEV_A_QSTATS_QUEUE_ID 3
#define NETDEV_A_QSTATS_SCOPE	4
#define NETDEV_A_QSTATS_TX_STOP	33
#define NETDEV_A_QSTATS_TX_WAKE	34
#define NETDEV_A_QSTATS_MAX	34
#define NETDEV_QSTATS_SCOPE_QUEUE 1
#define NETDEV_QUEUE_TYPE_TX	1

struct request {
	struct nlmsghdr h;
	struct genlmsghdr g;
	char attrs[64];
};

static void begin(struct request *r, uint16_t family, uint8_t cmd)
{
	memset(r, 0, sizeof(*r));
	r->h.nlmsg_len = NLMSG_LENGTH(sizeof(r->g));
	r->h.nlmsg_type = family;
	r->g.cmd = cmd;
	r->g.version = 1;
}

static int get_id(void *arg, const struct nlmsghdr *h)
{
	struct txr_nla tb[CTRL_ATTR_MAX + 1];
	uint16_t *id = arg;

	txr_nl_attrs(tb, CTRL_ATTR_MAX, h, sizeof(struct genlmsghdr));
	if (tb[CTRL_ATTR_FAMILY_ID].len >= sizeof(*id))
		memcpy(id, tb[CTRL_ATTR_FAMILY_ID].data, sizeof(*id));
	return 0;
}

static uint16_t family_id(struct txr_nl *nl)
{
	struct request r;
	uint16_t id = 0;

	begin(&r, GENL_ID_CTRL, CTRL_CMD_GETFAMILY);
	txr_nla_put(&r.h, CTRL_ATTR_FAMILY_NAME, NETDEV_FAMILY, sizeof(NETDEV_FAMILY));
	return txr_nl_talk(nl, &r.h, 0, get_id, &id) ? 0 : id;
}

void txr_qstats_parse(struct txr_links *l, const struct nlmsghdr *h)
{
	struct txr_nla tb[NETDEV_A_QSTATS_MAX + 1];
	struct txr_link *link;
	uint32_t queue;

	txr_nl_attrs(tb, NETDEV_A_QSTATS_MAX, h, sizeof(struct genlmsghdr));
	if (txr_nla_u32(&tb[NETDEV_A_QSTATS_QUEUE_TYPE], 0) != NETDEV_QUEUE_TYPE_TX)
		return;
	link = txr_links_find(l, txr_nla_u32(&tb[NETDEV_A_QSTATS_IFINDEX], 0));
	queue = txr_nla_u32(&tb[NETDEV_A_QSTATS_QUEUE_ID], UINT32_MAX);
	if (!link || queue >= link->s.tx_queues)
		return;
	link->s.queue[queue].stops = txr_nla_uint(&tb[NETDEV_A_QSTATS_TX_STOP], TXR_UNKNOWN);
	link->s.queue[queue].wakes = txr_nla_uint(&tb[NETDEV_A_QSTATS_TX_WAKE], TXR_UNKNOWN);
}

static int one_answer(void *arg, const struct nlmsghdr *h)
{
	txr_qstats_parse(arg, h);
	return 0;
}

void txr_qstats_dump(struct txr_links *l)
{
	uint32_t scope = NETDEV_QSTATS_SCOPE_QUEUE;
	struct txr_nl nl;
	struct request r;
	uint16_t id;

	if (txr_nl_open(&nl, NETLINK_GENERIC))
		return;
	id = family_id(&nl);
	if (id) {
		begin(&r, id, NETDEV_CMD_QSTATS_GET);
		txr_nla_put(&r.h, NETDEV_A_QSTATS_SCOPE, &scope, sizeof(scope));
		(void)txr_nl_talk(&nl, &r.h, NLM_F_DUMP, one_answer, l);
	}
	txr_nl_close(&nl);
}
