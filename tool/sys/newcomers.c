// SPDX-License-Identifier: GPL-2.0-only
/* newcomers.c - devices that are made while the kernel traces. */
#include <errno.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "sys/newcomers.h"
#include "sys/snap.h"

/* Some 4 KiB a message: a thousand between two looks. */
#define ROOM_BYTES	(4 << 20)
#define MESSAGE_BYTES	(64 * 1024)
#define NEWCOMERS_MAX	16384

int txr_newcomers_open(void)
{
	struct sockaddr_nl a = { .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
	int room = ROOM_BYTES, err;

	if (fd < 0)
		return -errno;
	/* beyond the limit for users, if this one may */
	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room)))
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
	if (!bind(fd, (struct sockaddr *)&a, sizeof(a)))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

static bool is_known(const struct txr_watch *w, const char *name, const char *kind)
{
	size_t i;

	for (i = 0; i < w->newcomers; i++)
		if (!strcmp(w->newcomer[i].name, name) && !strcmp(w->newcomer[i].kind, kind))
			return true;
	return false;
}

int txr_newcomers_add(struct txr_watch *w, const char *name, const char *kind)
{
	struct txr_newcomer *n;

	if (is_known(w, name, kind))
		return 0;
	if (w->newcomers == NEWCOMERS_MAX)
		return -E2BIG;
	n = reallocarray(w->newcomer, w->newcomers + 1, sizeof(*n));
	if (!n)
		return -ENOMEM;
	w->newcomer = n;
	n += w->newcomers++;
	memset(n, 0, sizeof(*n));
	strncpy(n->name, name, sizeof(n->name) - 1);
	strncpy(n->kind, kind, sizeof(n->kind) - 1);
	return 0;
}

/* Of ports of a bridge too (AF_BRIDGE), with less in it. */
static int take(struct txr_watch *w, const struct nlmsghdr *h)
{
	struct txr_link l;
	struct ifinfomsg ifi;

	if (h->nlmsg_type != RTM_NEWLINK || h->nlmsg_len < NLMSG_LENGTH(sizeof(ifi)))
		return 0;
	memcpy(&ifi, NLMSG_DATA(h), sizeof(ifi));
	if (ifi.ifi_family != AF_UNSPEC || txr_link_parse(&l, h))
		return 0;
	return txr_newcomers_add(w, l.s.name, l.s.link_kind);
}

static int take_all(struct txr_watch *w, const char *buf, size_t len)
{
	const struct nlmsghdr *h = (const struct nlmsghdr *)buf;
	int ret = 0;

	for (; !ret && NLMSG_OK(h, len); h = NLMSG_NEXT(h, len))
		ret = take(w, h);
	return ret == -ENOMEM ? ret : 0;
}

int txr_newcomers_read(int fd, struct txr_watch *w)
{
	char *buf = malloc(MESSAGE_BYTES);
	ssize_t n;
	int ret = buf ? 0 : -ENOMEM;

	while (!ret) {
		n = recv(fd, buf, MESSAGE_BYTES, 0);
		if (n >= 0)
			ret = take_all(w, buf, (size_t)n);
		else if (errno != EINTR && errno != ENOBUFS)	/* some had no room */
			break;
	}
	free(buf);
	return ret;
}
