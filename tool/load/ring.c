// SPDX-License-Identifier: GPL-2.0-only
/* ring.c - ETHTOOL_GRINGPARAM and ETHTOOL_SRINGPARAM. */
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include "ring.h"

#define CARRIER_TRIES	200
#define CARRIER_STEADY	4
#define CARRIER_MS	50

static int ethtool(const char *dev, void *data)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), ret;
	struct ifreq ifr = { .ifr_data = data };

	if (fd < 0)
		return -errno;
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", dev);
	ret = ioctl(fd, SIOCETHTOOL, &ifr) ? -errno : 0;
	close(fd);
	return ret;
}

int txr_ring_get(const char *dev, uint32_t *tx, struct txr_err *err)
{
	struct ethtool_ringparam r = { .cmd = ETHTOOL_GRINGPARAM };
	int ret = ethtool(dev, &r);

	if (ret)
		return txr_fail(err, -ret, "%s: its ring cannot be read: %s; its driver has none "
				"to set, sweep something else", dev, strerror(-ret));
	*tx = r.tx_pending;
	return 0;
}

/*
 * The flag IFF_RUNNING follows later (linkwatch): a device that is about to lose
 * its carrier, or has just got it, still shows the one before.
 */
bool txr_carrier(const char *dev)
{
	char path[64], c = '0';
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/sys/class/net/%s/carrier", dev);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true;	/* not known here; pktgen will tell */
	n = read(fd, &c, 1);
	close(fd);
	return n == 1 && c == '1';
}

/* Up, and still up a moment later. */
static int wait_carrier(const char *dev, struct txr_err *err)
{
	int i, up = 0;

	for (i = 0; i < CARRIER_TRIES && up < CARRIER_STEADY; i++) {
		poll(NULL, 0, CARRIER_MS);
		up = txr_carrier(dev) ? up + 1 : 0;
	}
	if (up == CARRIER_STEADY)
		return 0;
	return txr_fail(err, ENETDOWN, "%s: no carrier after its ring was set; see ip link", dev);
}

int txr_ring_set(const char *dev, uint32_t *tx, struct txr_err *err)
{
	struct ethtool_ringparam r = { .cmd = ETHTOOL_GRINGPARAM };
	int ret = ethtool(dev, &r);

	if (!ret && r.tx_pending == *tx)
		return 0;
	r.cmd = ETHTOOL_SRINGPARAM;
	r.tx_pending = *tx;
	if (!ret)
		ret = ethtool(dev, &r);
	if (ret)
		return txr_fail(err, -ret, "%s: a tx ring of %u: %s; it takes at most %u (ethtool "
				"-g %s)", dev, *tx, strerror(-ret), r.tx_max_pending, dev);
	ret = wait_carrier(dev, err);
	return ret ? ret : txr_ring_get(dev, tx, err);
}
