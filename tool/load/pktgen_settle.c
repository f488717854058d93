// SPDX-License-Identifier: GPL-2.0-only
/* pktgen_settle.c - the device, its queues, and where packets go if not given. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "pktgen_impl.h"
#include "ring.h"
#include "route.h"

static int ask_device(const char *dev, unsigned long request, struct ifreq *ifr)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), ret;

	if (fd < 0)
		return -errno;
	memset(ifr, 0, sizeof(*ifr));
	snprintf(ifr->ifr_name, sizeof(ifr->ifr_name), "%s", dev);
	ret = ioctl(fd, request, ifr) ? -errno : 0;
	close(fd);
	return ret;
}

static unsigned int count_queues(const char *dev)
{
	char path[64];
	unsigned int n = 0;
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "/sys/class/net/%s/queues", dev);
	d = opendir(path);
	while (d && (e = readdir(d)))
		n += !strncmp(e->d_name, "tx-", 3);
	if (d)
		closedir(d);
	return n ? n : 1;
}

static int check_device(const struct txr_pktgen_config *c, short *flags, struct txr_err *err)
{
	struct ifreq ifr;
	int ret;

	if (strlen(c->dev) >= IF_NAMESIZE || strchr(c->dev, '@') || strchr(c->dev, '/'))
		return txr_fail(err, EINVAL, "-d %s: no name of a device; see `ip link`", c->dev);
	ret = ask_device(c->dev, SIOCGIFFLAGS, &ifr);
	if (ret)
		return txr_pktgen_explain(c, "add_device", -ret, "", err);
	*flags = ifr.ifr_flags;
	if (!(*flags & IFF_UP))
		return txr_pktgen_explain(c, "add_device", ENETDOWN, "", err);
	if (!txr_carrier(c->dev))
		return txr_fail(err, ENETDOWN, "-d %s: no carrier, and pktgen stops at once "
				"then; plug it in, or set its peer up", c->dev);
	return 0;
}

static int parse_dst(const char *dst, struct sockaddr_storage *ss, struct txr_err *err)
{
	memset(ss, 0, sizeof(*ss));
	ss->ss_family = AF_INET;
	if (inet_pton(AF_INET, dst, &((struct sockaddr_in *)ss)->sin_addr) == 1)
		return 0;
	ss->ss_family = AF_INET6;
	if (inet_pton(AF_INET6, dst, &((struct sockaddr_in6 *)ss)->sin6_addr) == 1)
		return 0;
	return txr_fail(err, EINVAL, "--dst %s: no address; give one like 192.0.2.1 or "
			"2001:db8::1", dst);
}

/* As a packet of the stack would go: the next hop of the route, and its neighbour. */
static int find_mac(struct txr_pktgen_config *c, const struct sockaddr_storage *to,
		    struct txr_err *err)
{
	const char *dst = c->dst ? c->dst : TXR_PKTGEN_DST;
	char hop[INET6_ADDRSTRLEN] = "?";
	struct txr_route r;
	int ret;

	ret = txr_route_get(&r, (const struct sockaddr *)to, if_nametoindex(c->dev));
	if (ret)
		return txr_fail(err, -ret, "%s: no route by %s to look its link address up; give "
				"--dst-mac, or --dst of a neighbour", dst, c->dev);
	inet_ntop(to->ss_family, to->ss_family == AF_INET6 ?
		  (const void *)&((struct sockaddr_in6 *)&r.next_hop)->sin6_addr :
		  (const void *)&((struct sockaddr_in *)&r.next_hop)->sin_addr, hop, sizeof(hop));
	ret = txr_neighbour_get(c->dst_mac, (struct sockaddr *)&r.next_hop, r.ifindex);
	if (ret)
		return txr_fail(err, -ret, "%s by %s: the link address of %s is not known; ping "
				"it once, or give --dst-mac", dst, c->dev, hop);
	return 0;
}

/* What is received must be for the device itself, or the stack drops it. */
static int own_mac(struct txr_pktgen_config *c, struct txr_err *err)
{
	struct ifreq ifr;
	int ret = ask_device(c->dev, SIOCGIFHWADDR, &ifr);

	if (ret)
		return txr_fail(err, -ret, "-d %s: its link address: %s; give --dst-mac", c->dev,
				strerror(-ret));
	memcpy(c->dst_mac, ifr.ifr_hwaddr.sa_data, 6);
	return 0;
}

int txr_pktgen_settle(struct txr_pktgen_config *c, unsigned int *queues, struct txr_err *err)
{
	struct sockaddr_storage to;
	short flags = 0;
	int ret;

	ret = parse_dst(c->dst ? c->dst : TXR_PKTGEN_DST, &to, err);
	if (!ret)
		ret = check_device(c, &flags, err);
	if (ret)
		return ret;
	*queues = count_queues(c->dev);
	if (c->has_queues && c->queue_to >= *queues)
		return txr_fail(err, EINVAL, "--queues %u-%u: %s has %u tx queue%s, from 0 on; "
				"give less", c->queue_from, c->queue_to, c->dev, *queues,
				*queues == 1 ? "" : "s");
	if (c->has_dst_mac || flags & (IFF_NOARP | IFF_LOOPBACK))
		return 0;
	if (c->mode == TXR_XMIT_RECEIVE)
		return own_mac(c, err);
	return find_mac(c, &to, err);
}
