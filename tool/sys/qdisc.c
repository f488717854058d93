// SPDX-License-Identifier: GPL-2.0-only
/* qdisc.c - figures of the root qdiscs. */
#include <string.h>
#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include "sys/snap.h"

static void parse_stats(struct txr_device_state *d, const struct txr_nla *a)
{
	struct txr_nla tb[TCA_STATS_MAX + 1];
	struct gnet_stats_queue q;
	uint64_t sent;

	txr_nla_parse(tb, TCA_STATS_MAX, a->data, a->len);
	/* struct gnet_stats_basic begins with the bytes, in 64 bits. */
	if (tb[TCA_STATS_BASIC].len >= sizeof(sent)) {
		memcpy(&sent, tb[TCA_STATS_BASIC].data, sizeof(sent));
		d->qdisc_sent_bytes = sent > INT64_MAX ? INT64_MAX : (int64_t)sent;
	}
	if (tb[TCA_STATS_QUEUE].len < sizeof(q))
		return;
	memcpy(&q, tb[TCA_STATS_QUEUE].data, sizeof(q));
	d->qdisc_backlog_packets = q.qlen;
	d->qdisc_backlog_bytes = q.backlog;
	d->qdisc_drops = q.drops;
	d->qdisc_requeues = q.requeues;
}

/* The root of mq and mqprio sums up its children (mq_dump()). */
static int one_qdisc(void *arg, const struct nlmsghdr *h)
{
	struct txr_nla tb[TCA_MAX + 1];
	struct txr_device_state *d;
	struct txr_link *l;
	struct tcmsg tc;

	if (h->nlmsg_type != RTM_NEWQDISC || h->nlmsg_len < NLMSG_LENGTH(sizeof(tc)))
		return 0;
	memcpy(&tc, NLMSG_DATA(h), sizeof(tc));
	if (tc.tcm_parent != TC_H_ROOT || tc.tcm_ifindex <= 0)
		return 0;
	l = txr_links_find(arg, tc.tcm_ifindex);
	if (!l)
		return 0;
	d = &l->s;
	txr_nl_attrs(tb, TCA_MAX, h, sizeof(tc));
	if (tb[TCA_KIND].len)
		txr_nla_text(&tb[TCA_KIND], d->qdisc, sizeof(d->qdisc));
	parse_stats(d, &tb[TCA_STATS2]);
	return 0;
}

void txr_qdiscs_dump(struct txr_links *l)
{
	struct {
		struct nlmsghdr h;
		struct tcmsg tc;
	} req;

	memset(&req, 0, sizeof(req));
	req.h.nlmsg_len = NLMSG_LENGTH(sizeof(req.tc));
	req.h.nlmsg_type = RTM_GETQDISC;
	/* A failure leaves these figures unknown. */
	(void)txr_nl_talk(&l->rt, &req.h, NLM_F_DUMP, one_qdisc, l);
}
