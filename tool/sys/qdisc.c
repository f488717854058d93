// SPDX-License-Identifier: GPL-2.0-only
/* qdisc.c - figures of the qdiscs: of the root, and of the one of each tx queue. */
#include <string.h>
#include <linux/gen_stats.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include "sys/snap.h"
#include "sys/words.h"

struct figures {
	int64_t sent_bytes, backlog_packets, backlog_bytes, drops, requeues;
};

static struct figures parse_stats(const struct txr_nla *stats)
{
	struct figures f = { TXR_UNKNOWN, TXR_UNKNOWN, TXR_UNKNOWN, TXR_UNKNOWN, TXR_UNKNOWN };
	const struct txr_nla *tb = stats;
	struct gnet_stats_queue q;
	uint64_t sent;

	/* struct gnet_stats_basic begins with the bytes, in 64 bits. */
	if (tb[TCA_STATS_BASIC].len >= sizeof(sent)) {
		memcpy(&sent, tb[TCA_STATS_BASIC].data, sizeof(sent));
		f.sent_bytes = sent > INT64_MAX ? INT64_MAX : (int64_t)sent;
	}
	if (tb[TCA_STATS_QUEUE].len < sizeof(q))
		return f;
	memcpy(&q, tb[TCA_STATS_QUEUE].data, sizeof(q));
	f.backlog_packets = q.qlen;
	f.backlog_bytes = q.backlog;
	f.drops = q.drops;
	f.requeues = q.requeues;
	return f;
}

/*
 * May packets wait in it though the driver would take them? These give what they
 * have (their dequeue() in net/sched). fq does but for flows that it paces
 * (fq_dequeue()), and tells how many these are. Others shape, or are not known.
 */
static bool may_pace(const char *kind, const struct txr_nla *stats)
{
	static const char *const at_once[] = {
		"noqueue", "noop", "mq", "mqprio", "pfifo_fast", "pfifo", "bfifo",
		"pfifo_head_drop", "fq_codel", "codel", "sfq", "prio", "ets", "red", "drr",
		"qfq", "sfb", "hhf", "pie", "fq_pie", "choke", "gred", "multiq", "skbprio", NULL
	};
	struct tc_fq_qd_stats fq;
	const size_t need = offsetof(struct tc_fq_qd_stats, throttled_flows) +
			    sizeof(fq.throttled_flows);

	if (txr_is_one_of(kind, at_once))
		return false;
	if (strcmp(kind, "fq") || stats[TCA_STATS_APP].len < need)
		return true;
	memset(&fq, 0, sizeof(fq));
	memcpy(&fq, stats[TCA_STATS_APP].data, need);
	return fq.throttled_flows > 0;
}

/* The root of mq and mqprio sums up its children (mq_dump()). */
static void note_root(struct txr_link *l, const struct tcmsg *tc, const char *kind,
		      const struct figures *f)
{
	struct txr_device_state *d = &l->s;

	l->more.root_handle = tc->tcm_handle;
	l->more.root_splits = !strcmp(kind, "mq") || !strcmp(kind, "mqprio");
	if (kind[0])
		memcpy(d->qdisc, kind, sizeof(d->qdisc));
	d->qdisc_sent_bytes = f->sent_bytes;
	d->qdisc_backlog_packets = f->backlog_packets;
	d->qdisc_backlog_bytes = f->backlog_bytes;
	d->qdisc_drops = f->drops;
	d->qdisc_requeues = f->requeues;
}

static void note_queue(struct txr_device_state *d, uint32_t queue, const struct figures *f)
{
	if (queue >= d->tx_queues || !d->queue)
		return;
	d->queue[queue].qdisc_sent_bytes = f->sent_bytes;
	d->queue[queue].qdisc_backlog_packets = f->backlog_packets;
}

/* Children of mq and mqprio: parent ROOT:N + 1 is queue N (mq_init(), mqprio_init()). */
static bool is_of_queue(const struct txr_link *l, const struct tcmsg *tc)
{
	return l->more.root_splits && TC_H_MIN(tc->tcm_parent) &&
	       TC_H_MAJ(tc->tcm_parent) == TC_H_MAJ(l->more.root_handle);
}

/* The kernel tells of the root before its children (tc_dump_qdisc_root()). */
int txr_qdisc_parse(struct txr_links *links, const struct nlmsghdr *h)
{
	struct txr_nla tb[TCA_MAX + 1], stats[TCA_STATS_MAX + 1];
	char kind[sizeof(((struct txr_device_state *)0)->qdisc)] = "";
	struct txr_link *l;
	struct figures f;
	struct tcmsg tc;

	if (h->nlmsg_type != RTM_NEWQDISC || h->nlmsg_len < NLMSG_LENGTH(sizeof(tc)))
		return 0;
	memcpy(&tc, NLMSG_DATA(h), sizeof(tc));
	l = tc.tcm_ifindex > 0 ? txr_links_find(links, tc.tcm_ifindex) : NULL;
	if (!l || tc.tcm_parent == TC_H_INGRESS)	/* clsact's too */
		return 0;
	txr_nl_attrs(tb, TCA_MAX, h, sizeof(tc));
	txr_nla_text(&tb[TCA_KIND], kind, sizeof(kind));
	txr_nla_parse(stats, TCA_STATS_MAX, tb[TCA_STATS2].data, tb[TCA_STATS2].len);
	f = parse_stats(stats);
	l->s.qdisc_paced |= may_pace(kind, stats);
	if (tc.tcm_parent == TC_H_ROOT) {
		note_root(l, &tc, kind, &f);
		if (!l->more.root_splits && l->s.tx_queues == 1)
			note_queue(&l->s, 0, &f);
	} else if (is_of_queue(l, &tc)) {
		note_queue(&l->s, TC_H_MIN(tc.tcm_parent) - 1, &f);
	}
	return 0;
}

static int one_qdisc(void *arg, const struct nlmsghdr *h)
{
	return txr_qdisc_parse(arg, h);
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
