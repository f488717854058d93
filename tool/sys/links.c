// SPDX-License-Identifier: GPL-2.0-only
/* links.c - the devices of one network namespace, from all sources. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include "sys/snap.h"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71	/* include/uapi/asm-generic/socket.h, 5.14 and later */
#endif

static void fill_netns(struct txr_links *l, int sock)
{
	socklen_t len = sizeof(uint64_t);
	uint64_t cookie = 0;
	struct stat st;
	size_t i;

	if (getsockopt(sock, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len))
		cookie = 0;
	/* Of this thread, which may have entered it by setns(). */
	if (!stat("/proc/thread-self/ns/net", &st) || !stat("/proc/self/ns/net", &st))
		l->netns_inode = st.st_ino;
	for (i = 0; i < l->count; i++) {
		l->link[i].s.netns_cookie = cookie;
		l->link[i].s.netns_inode = l->netns_inode;
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

static int fill_queues(struct txr_links *l, int sock, bool entered)
{
	int dir = txr_sysfs_open(l, entered), err = 0;
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

static int any_socket(void)
{
	int sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (sock < 0)
		sock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	return sock < 0 ? -errno : sock;
}

static int fill_rest(struct txr_links *l, bool entered)
{
	int sock = any_socket(), err;
	size_t i;

	if (sock < 0)
		return sock;
	for (i = 0; i < l->count; i++)
		txr_ethtool_fill(&l->link[i].s, sock);
	err = fill_queues(l, sock, entered);
	if (!err) {
		txr_qdiscs_dump(l);
		txr_qstats_dump(l);
		fill_netns(l, sock);
		mark_masters(l);
	}
	close(sock);
	return err;
}

/* The rest holds nothing that waits. Queues are not made yet. */
static void keep_wanted(struct txr_links *l, bool (*wanted)(void *ctx, const char *name),
			void *ctx)
{
	size_t i, n = 0;

	for (i = 0; i < l->count; i++)
		if (txr_watch_worth(&l->link[i].s) && wanted(ctx, l->link[i].s.name))
			l->link[n++] = l->link[i];
	l->count = n;
}

static int glance(struct txr_links *l, int *dir, bool entered,
		  bool (*wanted)(void *ctx, const char *name), void *ctx)
{
	int err = txr_links_dump(l);
	size_t i;

	if (!err && *dir < 0)
		*dir = txr_sysfs_open(l, entered);
	if (err)
		return err;
	keep_wanted(l, wanted, ctx);
	for (i = 0; *dir >= 0 && i < l->count && !err; i++)
		err = txr_sysfs_glance(&l->link[i].s, *dir);
	if (!err && l->count) {
		txr_qdiscs_dump(l);
		fill_netns(l, l->rt.fd);
	}
	return err;
}

int txr_links_glance(struct txr_links *l, int *dir, bool entered,
		     bool (*wanted)(void *ctx, const char *name), void *ctx)
{
	int err = txr_nl_open(&l->rt, NETLINK_ROUTE);

	if (!err)
		err = glance(l, dir, entered, wanted, ctx);
	txr_nl_close(&l->rt);
	return err;
}

int txr_links_fill(struct txr_links *l, bool entered)
{
	int err = txr_nl_open(&l->rt, NETLINK_ROUTE);

	if (!err)
		err = txr_links_dump(l);
	if (!err)
		err = fill_rest(l, entered);
	txr_nl_close(&l->rt);
	return err;
}

static int fill_kinds(struct txr_links *l)
{
	int sock = any_socket();
	size_t i;

	if (sock < 0)
		return sock;
	for (i = 0; i < l->count; i++)
		if (!strcmp(l->link[i].s.link_kind, "veth"))
			txr_ethtool_fill(&l->link[i].s, sock);
	fill_netns(l, sock);
	close(sock);
	return 0;
}

int txr_links_kinds(struct txr_links *l, bool entered)
{
	int err = txr_nl_open(&l->rt, NETLINK_ROUTE);

	(void)entered;
	if (!err)
		err = txr_links_dump(l);
	if (!err)
		err = fill_kinds(l);
	txr_nl_close(&l->rt);
	return err;
}

void txr_links_free(struct txr_links *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		free(l->link[i].s.queue);
	free(l->link);
	l->link = NULL;
	l->count = l->room = 0;
	txr_nl_close(&l->rt);
}
