// SPDX-License-Identifier: GPL-2.0-only
/* snapshot.c - the state of the devices of the current network namespace. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include "sys/snap.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71	/* include/uapi/asm-generic/socket.h, 5.14 and later */
#endif

static void free_device(struct txr_device_state *d)
{
	free(d->queue);
	d->queue = NULL;
}

void txr_snapshot_free(struct txr_snapshot *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; s->dev && i < s->count; i++)
		free_device(&s->dev[i]);
	free(s->dev);
	memset(s, 0, sizeof(*s));
}

const struct txr_device_state *txr_snapshot_find(const struct txr_snapshot *s,
						 const char *name, uint32_t ifindex)
{
	size_t i;

	for (i = 0; s && i < s->count; i++)
		if (!strncmp(s->dev[i].name, name, TXR_IFNAMSIZ - 1) &&
		    (!ifindex || s->dev[i].ifindex == ifindex))
			return &s->dev[i];
	return NULL;
}

static void fill_netns(struct txr_links *l, int sock)
{
	socklen_t len = sizeof(uint64_t);
	uint64_t cookie = 0, inode = 0;
	struct stat st;
	size_t i;

	if (getsockopt(sock, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len))
		cookie = 0;
	/* Of this thread, which may have entered it by setns(). */
	if (!stat("/proc/thread-self/ns/net", &st) || !stat("/proc/self/ns/net", &st))
		inode = st.st_ino;
	for (i = 0; i < l->count; i++) {
		l->link[i].s.netns_cookie = cookie;
		l->link[i].s.netns_inode = inode;
	}
}

/* Somebody's master has ports, whatever its kind. */
static void mark_masters(struct txr_links *l)
{
	struct txr_link *m;
	size_t i;

	for (i = 0; i < l->count; i++) {
		m = txr_links_find(l, l->link[i].s.master_ifindex);
		if (m)
			m->s.stacked = true;
	}
}

/*
 * veth_xmit() queues to the peer's ring when the peer has a NAPI (GRO asked for,
 * or an XDP program) and veth_skb_is_eligible_for_gro(), which wants TSO off
 * here (a native XDP program on the peer turns it off); with TSO on it depends
 * on each packet. Same in 6.1 and 7.2, drivers/net/veth.c.
 */
static int peer_polls(const struct txr_links *l, const struct txr_link *k)
{
	const struct txr_link *p;
	bool xdp;

	if (strcmp(k->s.driver, "veth") || k->more.link_elsewhere || !k->s.link_ifindex)
		return TXR_UNKNOWN;
	p = txr_links_find(l, k->s.link_ifindex);
	if (!p || strcmp(p->s.driver, "veth") || p->s.link_ifindex != k->s.ifindex)
		return TXR_UNKNOWN;
	xdp = !strcmp(p->s.xdp_mode, "native");
	if (!xdp && !p->s.gro)
		return 0;
	return k->s.tso ? TXR_UNKNOWN : 1;
}

static int fill_queues(struct txr_links *l, int sock)
{
	int dir = txr_sysfs_open(l), err = 0;
	uint32_t n;
	size_t i;

	for (i = 0; !err && i < l->count; i++) {
		struct txr_link *k = &l->link[i];

		if (dir >= 0)
			err = txr_sysfs_fill(&k->s, dir);
		if (err || k->s.tx_queues)
			continue;
		n = txr_ethtool_tx_queues(&k->s, sock);
		if (!n)
			n = k->more.max_tx_queues;
		err = txr_device_set_queues(&k->s, n);
	}
	if (dir >= 0)
		close(dir);
	return err;
}

static int fill_all(struct txr_links *l)
{
	int sock, err;
	size_t i;

	err = txr_links_dump(l);
	if (err)
		return err;
	sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (sock < 0)
		sock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (sock < 0)
		return -errno;
	for (i = 0; i < l->count; i++)
		txr_ethtool_fill(&l->link[i].s, sock);
	err = fill_queues(l, sock);
	if (!err) {
		txr_qdiscs_dump(l);
		txr_qstats_dump(l);
		fill_netns(l, sock);
		mark_masters(l);
		for (i = 0; i < l->count; i++)
			l->link[i].s.peer_polls = peer_polls(l, &l->link[i]);
	}
	close(sock);
	return err;
}

static uint64_t now_ns(clockid_t id)
{
	struct timespec t;

	return clock_gettime(id, &t) ? 0 : t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* Hands the states over to s; the queues move with them. */
static int hand_over(struct txr_snapshot *s, struct txr_links *l)
{
	size_t i;

	s->dev = calloc(l->count ? l->count : 1, sizeof(*s->dev));
	if (!s->dev)
		return -ENOMEM;
	for (i = 0; i < l->count; i++)
		s->dev[i] = l->link[i].s;
	s->count = l->count;
	l->count = 0;
	return 0;
}

int txr_snapshot_take(struct txr_snapshot *s, struct txr_err *err)
{
	struct txr_links l = { .rt.fd = -1 };
	size_t i;
	int ret;

	memset(s, 0, sizeof(*s));
	ret = txr_nl_open(&l.rt, NETLINK_ROUTE);
	s->real_ns = now_ns(CLOCK_REALTIME);
	if (!ret)
		ret = fill_all(&l);
	if (!ret)
		ret = hand_over(s, &l);
	for (i = 0; i < l.count; i++)
		free_device(&l.link[i].s);
	free(l.link);
	txr_nl_close(&l.rt);
	if (ret)
		return txr_fail(err, -ret, "device list: %s; run where rtnetlink sockets "
				"are allowed", strerror(-ret));
	return 0;
}
