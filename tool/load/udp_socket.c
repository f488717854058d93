// SPDX-License-Identifier: GPL-2.0-only
/* udp_socket.c - a sender's socket, every option of it checked. */
#include <errno.h>
#include <linux/net_tstamp.h>
#include <netinet/udp.h>
#include <string.h>
#include <unistd.h>
#include "udp_impl.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef IPV6_RECVERR
#define IPV6_RECVERR 25
#endif

#define ERROR_QUEUE_BYTES (4 << 20)

static int set(int fd, int level, int name, int value)
{
	return setsockopt(fd, level, name, &value, sizeof(value)) ? -errno : 0;
}

int txr_udp_set_segment(int fd, uint64_t bytes)
{
	return set(fd, IPPROTO_UDP, UDP_SEGMENT, (int)bytes);
}

/*
 * DO: what is above the path's MTU is refused, and never cut behind our back.
 * OMIT: it is cut, by the device's MTU, whatever ICMP says.
 */
static int set_fragmenting(int fd, int family, bool fragment)
{
	if (family == AF_INET6)
		return set(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER,
			   fragment ? IPV6_PMTUDISC_OMIT : IPV6_PMTUDISC_DO);
	return set(fd, IPPROTO_IP, IP_MTU_DISCOVER,
		   fragment ? IP_PMTUDISC_OMIT : IP_PMTUDISC_DO);
}

/*
 * Without this a packet that a full queue or ring drops counts as sent:
 * udp_send_skb() turns ENOBUFS into success unless errors are asked for.
 */
static int set_errors(int fd, int family)
{
	return family == AF_INET6 ? set(fd, IPPROTO_IPV6, IPV6_RECVERR, 1) :
				    set(fd, IPPROTO_IP, IP_RECVERR, 1);
}

static int set_stamps(int fd)
{
	if (set(fd, SOL_SOCKET, SO_RCVBUFFORCE, ERROR_QUEUE_BYTES))
		set(fd, SOL_SOCKET, SO_RCVBUF, ERROR_QUEUE_BYTES);
	return set(fd, SOL_SOCKET, SO_TIMESTAMPING,
		   SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_TX_SOFTWARE |
		   SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_ID |
		   SOF_TIMESTAMPING_OPT_TSONLY);
}

/* So that a ring which takes nothing cannot hold a sender for ever. */
static int set_patience(int fd)
{
	struct timeval tv = { .tv_usec = 100000 };

	return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv)) ? -errno : 0;
}

static int set_options(int fd, const struct txr_udp_config *c, const struct txr_udp_target *t,
		       struct txr_err *err)
{
	int ret;

	ret = set_patience(fd);
	if (!ret)
		ret = set_errors(fd, t->family);
	if (!ret)
		ret = set_fragmenting(fd, t->family, c->mode == TXR_UDP_FRAGMENT);
	if (ret)
		return txr_fail(err, -ret, "%s: socket options: %s; this kernel cannot do it",
				t->address, strerror(-ret));
	if (c->mode == TXR_UDP_GSO && (ret = txr_udp_set_segment(fd, c->segment_bytes)))
		return txr_fail(err, -ret, "--mode gso: UDP_SEGMENT: %s; it needs Linux 4.18 or "
				"later, use --mode sendmmsg", strerror(-ret));
	if (c->zerocopy && (ret = set(fd, SOL_SOCKET, SO_ZEROCOPY, 1)))
		return txr_fail(err, -ret, "--zerocopy: %s; it needs Linux 5.0 or later for UDP, "
				"leave it away", strerror(-ret));
	if (c->timestamps && (ret = set_stamps(fd)))
		return txr_fail(err, -ret, "--timestamps: %s; leave it away", strerror(-ret));
	if (c->busy_poll_us && (ret = set(fd, SOL_SOCKET, SO_BUSY_POLL, (int)c->busy_poll_us)))
		return txr_fail(err, -ret, "--busy-poll: %s; it needs CAP_NET_ADMIN and a kernel "
				"with CONFIG_NET_RX_BUSY_POLL, leave it away", strerror(-ret));
	return 0;
}

int txr_udp_socket(const struct txr_udp_config *c, const struct txr_udp_target *t,
		   struct txr_err *err)
{
	int fd = socket(t->family, SOCK_DGRAM | SOCK_CLOEXEC, 0), ret;

	if (fd < 0)
		return txr_fail(err, errno, "socket: %s; raise the limit of open files "
				"(ulimit -n), or give fewer --threads", strerror(errno));
	ret = set_options(fd, c, t, err);
	if (!ret && !c->unconnected &&
	    connect(fd, (const struct sockaddr *)&t->addr, t->addr_len))
		ret = txr_fail(err, errno, "%s: %s; add a route or an address (ip route, ip "
			       "address)", t->address, strerror(errno));
	if (!ret)
		return fd;
	close(fd);
	return ret;
}
