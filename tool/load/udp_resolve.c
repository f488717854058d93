// SPDX-License-Identifier: GPL-2.0-only
/* udp_resolve.c - who DEST is, and the path that leads there. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "route.h"
#include "udp.h"

static int look_up(struct txr_udp_target *t, const struct txr_udp_config *c,
		   struct txr_err *err)
{
	struct addrinfo hint = { .ai_family = c->family, .ai_socktype = SOCK_DGRAM }, *list;
	char port[8];
	int ret;

	snprintf(port, sizeof(port), "%u", c->port);
	ret = getaddrinfo(c->host, port, &hint, &list);
	if (ret)
		return txr_fail(err, EINVAL, "%s: %s; give %s", c->host, gai_strerror(ret),
				c->family == AF_INET6 ? "an IPv6 address" :
				c->family == AF_INET ? "an IPv4 address" : "an address");
	memcpy(&t->addr, list->ai_addr, list->ai_addrlen);
	t->addr_len = list->ai_addrlen;
	t->family = list->ai_family;
	if (getnameinfo(list->ai_addr, list->ai_addrlen, t->address, sizeof(t->address), NULL, 0,
			NI_NUMERICHOST))
		snprintf(t->address, sizeof(t->address), "?");
	freeaddrinfo(list);
	return 0;
}

/* The MTU of the route that a connected socket has. Nothing is sent. */
static int path_mtu(struct txr_udp_target *t, struct txr_err *err)
{
	int level = t->family == AF_INET6 ? IPPROTO_IPV6 : IPPROTO_IP;
	int name = t->family == AF_INET6 ? IPV6_MTU : IP_MTU, mtu = 0, ret = 0;
	int fd = socket(t->family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	socklen_t len = sizeof(mtu);

	if (fd < 0)
		return txr_fail(err, errno, "%s: no socket: %s; see `ip address`", t->address,
				strerror(errno));
	if (connect(fd, (struct sockaddr *)&t->addr, t->addr_len))
		ret = txr_fail(err, errno, "%s: %s; add a route or an address (ip route, "
			       "ip address)", t->address, strerror(errno));
	else if (getsockopt(fd, level, name, &mtu, &len))
		ret = txr_fail(err, errno, "%s: its path's MTU: %s; see `ip route get %s`",
			       t->address, strerror(errno), t->address);
	t->mtu = (uint32_t)mtu;
	close(fd);
	return ret;
}

int txr_udp_resolve(struct txr_udp_target *t, const struct txr_udp_config *c,
		    struct txr_err *err)
{
	struct txr_route route;
	int ret;

	memset(t, 0, sizeof(*t));
	ret = look_up(t, c, err);
	if (!ret)
		ret = path_mtu(t, err);
	/* Only to name the device: the load works without. */
	if (!ret && !txr_route_get(&route, (struct sockaddr *)&t->addr, 0))
		memcpy(t->dev, route.dev, sizeof(t->dev));
	return ret;
}
