// SPDX-License-Identifier: GPL-2.0-only
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "netdev.h"

#ifndef TUN_F_USO4
#define TUN_F_USO4 0x20
#define TUN_F_USO6 0x40
#endif

static void set_name(struct ifreq *ifr, const char *name)
{
	memset(ifr, 0, sizeof(*ifr));
	snprintf(ifr->ifr_name, sizeof(ifr->ifr_name), "%s", name);
}

static int dev_ioctl(unsigned long request, void *arg)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	err = ioctl(fd, request, arg) < 0 ? -errno : 0;
	close(fd);
	return err;
}

int tap_open(const char *name, unsigned int flags)
{
	int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	struct ifreq ifr;
	int err;

	if (fd < 0)
		return -errno;
	set_name(&ifr, name);
	ifr.ifr_flags = (short)(IFF_TAP | IFF_NO_PI | flags);
	if (ioctl(fd, TUNSETIFF, &ifr) < 0) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

int tap_offload(int fd)
{
	unsigned long f = TUN_F_CSUM | TUN_F_TSO4 | TUN_F_TSO6 | TUN_F_USO4 | TUN_F_USO6;

	return ioctl(fd, TUNSETOFFLOAD, f) < 0 ? -errno : 0;
}

int netdev_no_ipv6(const char *name)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/disable_ipv6", name);
	f = fopen(path, "w");
	if (!f)
		return errno == ENOENT ? 0 : -errno;	/* a kernel without IPv6 */
	fputs("1", f);
	return fclose(f) ? -errno : 0;
}

int netdev_set_txqlen(const char *name, int len)
{
	struct ifreq ifr;

	set_name(&ifr, name);
	ifr.ifr_qlen = len;
	return dev_ioctl(SIOCSIFTXQLEN, &ifr);
}

static void set_in(struct sockaddr *sa, in_addr_t addr)
{
	struct sockaddr_in *in = (struct sockaddr_in *)sa;

	in->sin_family = AF_INET;
	in->sin_addr.s_addr = addr;
}

int netdev_set_addr(const char *name, const char *addr, int prefix)
{
	struct ifreq ifr;
	int err;

	set_name(&ifr, name);
	set_in(&ifr.ifr_addr, inet_addr(addr));
	err = dev_ioctl(SIOCSIFADDR, &ifr);
	if (err)
		return err;
	set_in(&ifr.ifr_netmask, htonl(~0u << (32 - prefix)));
	return dev_ioctl(SIOCSIFNETMASK, &ifr);
}

int netdev_add_neigh(const char *name, const char *addr, const uint8_t mac[6])
{
	struct arpreq req;

	memset(&req, 0, sizeof(req));
	set_in(&req.arp_pa, inet_addr(addr));
	req.arp_ha.sa_family = ARPHRD_ETHER;
	memcpy(req.arp_ha.sa_data, mac, 6);
	req.arp_flags = ATF_COM | ATF_PERM;
	snprintf(req.arp_dev, sizeof(req.arp_dev), "%s", name);
	return dev_ioctl(SIOCSARP, &req);
}

static int get_flags(const char *name, short *flags)
{
	struct ifreq ifr;
	int err;

	set_name(&ifr, name);
	err = dev_ioctl(SIOCGIFFLAGS, &ifr);
	*flags = ifr.ifr_flags;
	return err;
}

/*
 * linkwatch (net/core/link_watch.c, linkwatch_do_dev) sets RUNNING first and
 * activates the queue then, both under the rtnl lock: a request that takes that
 * lock too returns when both are done.
 */
static int wait_running(const char *name)
{
	struct timespec ms = { 0, 1000000 };
	struct ifreq ifr;
	short flags = 0;
	int i, err;

	for (i = 0; i < 5000 && !(flags & IFF_RUNNING); i++) {
		err = get_flags(name, &flags);
		if (err)
			return err;
		if (!(flags & IFF_RUNNING))
			nanosleep(&ms, NULL);
	}
	if (!(flags & IFF_RUNNING))
		return -ETIMEDOUT;
	set_name(&ifr, name);
	err = dev_ioctl(SIOCGIFTXQLEN, &ifr);
	return err ? err : dev_ioctl(SIOCSIFTXQLEN, &ifr);
}

int netdev_up(const char *name)
{
	struct ifreq ifr;
	short flags;
	int err = get_flags(name, &flags);

	if (err)
		return err;
	set_name(&ifr, name);
	ifr.ifr_flags = (short)(flags | IFF_UP | IFF_NOARP);
	err = dev_ioctl(SIOCSIFFLAGS, &ifr);
	return err ? err : wait_running(name);
}

int netdev_index(const char *name)
{
	int i = (int)if_nametoindex(name);

	return i ? i : -errno;
}

int netdev_mac(const char *name, uint8_t mac[6])
{
	struct ifreq ifr;
	int err;

	set_name(&ifr, name);
	err = dev_ioctl(SIOCGIFHWADDR, &ifr);
	if (!err)
		memcpy(mac, ifr.ifr_hwaddr.sa_data, 6);
	return err;
}

int netdev_counters(const char *name, struct netdev_counters *c)
{
	unsigned long long v[12];
	char line[512], *p;
	FILE *f = fopen("/proc/net/dev", "r");
	int err = -ENODEV;

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f)) {
		p = strchr(line, ':');
		if (!p)
			continue;
		*p = '\0';
		if (strcmp(line + strspn(line, " "), name))
			continue;
		if (sscanf(p + 1, "%llu%llu%llu%llu%llu%llu%llu%llu%llu%llu%llu%llu",
			   v, v + 1, v + 2, v + 3, v + 4, v + 5, v + 6, v + 7,
			   v + 8, v + 9, v + 10, v + 11) != 12)
			break;
		c->rx_packets = v[1];
		c->tx_packets = v[9];
		c->tx_dropped = v[11];
		err = 0;
		break;
	}
	fclose(f);
	return err;
}

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

int pin_to_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? -errno : 0;
}
