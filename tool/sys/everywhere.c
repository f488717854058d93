// SPDX-License-Identifier: GPL-2.0-only
/*
 * everywhere.c - the devices of all network namespaces.
 *
 * setns() moves one thread, so a thread of our own visits one namespace after
 * the other, and ends. Whatever happens to it, its caller stays where it is.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include "sys/clock.h"
#include "sys/netns.h"
#include "sys/snapshot.h"

/* A machine with more, or slower, is not kept waiting: the rest counts as unseen. */
#define MAX_NAMESPACES	2048
#define MAX_DEVICES	4096
#define MAX_TIME_NS	2000000000ULL

struct tour {
	struct txr_snapshot *s;
	int (*fill)(struct txr_links *l, bool entered);
	struct txr_netns_list list;
	struct txr_links *all;		/* one for each of list, by its number */
	size_t *at;			/* number in list of all[i] */
	size_t seen;			/* entries of all and at */
	size_t devices;
	uint64_t until_ns;
	int ret;
};

static bool late(const struct tour *t)
{
	return txr_mono_ns() > t->until_ns;
}

static int enter(const struct tour *t, size_t i)
{
	int fd = txr_netns_open(&t->list, i), err = 0;

	if (fd < 0)
		return fd;
	if (setns(fd, CLONE_NEWNET))
		err = -errno;
	close(fd);
	return err;
}

/* There, but not for us; else it went away meanwhile, or is no such namespace. */
static bool refused(int err)
{
	return err == -EPERM || err == -EACCES || err == -EMFILE || err == -ENFILE;
}

static int visit(struct tour *t, size_t i)
{
	struct txr_links *l = &t->all[t->seen];
	int err = i ? enter(t, i) : 0;

	if (err) {
		t->s->namespaces_unseen += refused(err);
		return 0;
	}
	*l = (struct txr_links)TXR_LINKS_NONE;
	err = t->fill(l, i > 0);
	if (err) {
		txr_links_free(l);
		if (!i || err == -ENOMEM)
			return err;
		t->s->namespaces_unseen++;
		return 0;
	}
	l->netns_inode = t->list.ns[i].inode;
	t->at[t->seen++] = i;
	t->devices += l->count;
	return 0;
}

/* The number that a namespace has in this thread's, or -1 (RTM_GETNSID). */
static int get_nsid(void *arg, const struct nlmsghdr *h)
{
	struct txr_nla tb[NETNSA_MAX + 1];

	if (h->nlmsg_type != RTM_NEWNSID)
		return -EPROTO;
	txr_nl_attrs(tb, NETNSA_MAX, h, sizeof(struct rtgenmsg));
	*(int32_t *)arg = (int32_t)txr_nla_u32(&tb[NETNSA_NSID], UINT32_MAX);
	return 0;
}

static int32_t nsid_of(const struct tour *t, struct txr_nl *rt, size_t i)
{
	struct {
		struct nlmsghdr h;
		struct rtgenmsg g;
		char attrs[32];
	} req;
	int fd = txr_netns_open(&t->list, i);
	uint32_t number = fd;
	int32_t id = -1;

	if (fd < 0)
		return -1;
	memset(&req, 0, sizeof(req));
	req.h.nlmsg_len = NLMSG_LENGTH(sizeof(req.g));
	req.h.nlmsg_type = RTM_GETNSID;
	txr_nla_put(&req.h, NETNSA_FD, &number, sizeof(number));
	if (txr_nl_talk(rt, &req.h, 0, get_nsid, &id))
		id = -1;
	close(fd);
	return id;
}

static bool wants_nsid(const struct txr_link *k)
{
	return k->more.link_elsewhere && k->more.link_nsid >= 0 && k->more.link_there &&
	       !k->s.link_netns_inode;
}

static size_t wanting(const struct txr_links *l)
{
	size_t i, n = 0;

	for (i = 0; i < l->count; i++)
		n += wants_nsid(&l->link[i]);
	return n;
}

/* Namespace inode is the one that has the number id in l's. */
static size_t link_up(struct txr_links *l, int32_t id, uint64_t inode)
{
	size_t i, n = 0;

	for (i = 0; id >= 0 && i < l->count; i++) {
		struct txr_link *k = &l->link[i];

		if (!wants_nsid(k) || k->more.link_nsid != id)
			continue;
		k->s.link_ifindex = k->more.link_there;
		k->s.link_netns_inode = inode;
		n++;
	}
	return n;
}

/*
 * rtnetlink names the namespace of a link by a number that means something only
 * in the one that was asked, so there we ask which of the others has it.
 */
static void find_links(struct tour *t, size_t i)
{
	struct txr_links *l = &t->all[i];
	size_t j, left = wanting(l);
	struct txr_nl rt;

	if (!left || enter(t, t->at[i]) || txr_nl_open(&rt, NETLINK_ROUTE))
		return;
	for (j = 0; left && j < t->seen && !late(t); j++)
		if (j != i)
			left -= link_up(l, nsid_of(t, &rt, t->at[j]), t->all[j].netns_inode);
	txr_nl_close(&rt);
}

static int go_round(struct tour *t)
{
	size_t i;
	int ret;

	ret = txr_netns_list(&t->list, "", MAX_NAMESPACES);
	if (ret)
		return ret;
	t->all = calloc(t->list.count, sizeof(*t->all));
	t->at = calloc(t->list.count, sizeof(*t->at));
	if (!t->all || !t->at)
		return -ENOMEM;
	t->s->namespaces_unseen = t->list.over;
	for (i = 0; !ret && i < t->list.count; i++) {
		if (i && (t->devices >= MAX_DEVICES || late(t)))
			t->s->namespaces_unseen++;
		else
			ret = visit(t, i);
	}
	for (i = 0; !ret && i < t->seen; i++)
		find_links(t, i);
	if (ret)
		return ret;
	/* Whoever may not even enter his own may look into no other. */
	t->s->only_own = t->seen == 1 && refused(enter(t, 0)) &&
			 (t->list.hidden || t->s->namespaces_unseen);
	txr_peers_fill(t->all, t->seen);
	return txr_snapshot_hand_over(t->s, t->all, t->seen);
}

static void *tour_thread(void *arg)
{
	struct tour *t = arg;
	size_t i;

	t->list.own_fd = -1;
	t->ret = go_round(t);
	for (i = 0; i < t->seen; i++)
		txr_links_free(&t->all[i]);
	free(t->all);
	free(t->at);
	txr_netns_free(&t->list);
	return NULL;
}

/* The thread takes no signal: those are the caller's. */
static int run_thread(struct tour *t)
{
	sigset_t all, before;
	pthread_t thread;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread, NULL, tour_thread, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		return -err;
	pthread_join(thread, NULL);
	return t->ret;
}

static int everywhere(struct txr_snapshot *s, int (*fill)(struct txr_links *l, bool entered))
{
	struct tour t = { .s = s, .fill = fill };
	uint64_t real_ns = s->real_ns;

	t.until_ns = txr_mono_ns() + MAX_TIME_NS;
	if (!run_thread(&t))
		return 0;
	/* No /proc, no thread: what can be had without. */
	txr_snapshot_free(s);
	s->real_ns = real_ns;
	return txr_snapshot_own(s);
}

int txr_snapshot_everywhere(struct txr_snapshot *s)
{
	return everywhere(s, txr_links_fill);
}

int txr_snapshot_kinds(struct txr_snapshot *s)
{
	return everywhere(s, txr_links_kinds);
}
