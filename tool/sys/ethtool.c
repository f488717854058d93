// SPDX-License-Identifier: GPL-2.0-only
/* ethtool.c - driver, ring, coalescing, features by SIOCETHTOOL. */
#include <string.h>
#include <sys/ioctl.h>
#include <net/if.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include "sys/snap.h"

static int ask(const struct txr_device_state *d, int fd, void *cmd)
{
	struct ifreq ifr;

	memset(&ifr, 0, sizeof(ifr));
	memcpy(ifr.ifr_name, d->name, sizeof(ifr.ifr_name) - 1);
	ifr.ifr_data = cmd;
	return ioctl(fd, SIOCETHTOOL, &ifr);
}

static void copy(char *to, size_t size, const char *from, size_t len)
{
	len = strnlen(from, len < size ? len : size - 1);
	memcpy(to, from, len);
	memset(to + len, 0, size - len);
}

/*
 * One of the old per-feature questions. They test whole groups of bits
 * (ethtool_get_feature_mask() in net/ethtool/ioctl.c): TSO is NETIF_F_ALL_TSO.
 */
static bool feature(const struct txr_device_state *d, int fd, uint32_t cmd)
{
	struct ethtool_value v = { .cmd = cmd };

	return !ask(d, fd, &v) && v.data;
}

void txr_ethtool_fill(struct txr_device_state *d, int fd)
{
	struct ethtool_drvinfo drv = { .cmd = ETHTOOL_GDRVINFO };
	struct ethtool_ringparam ring = { .cmd = ETHTOOL_GRINGPARAM };
	struct ethtool_coalesce coal = { .cmd = ETHTOOL_GCOALESCE };

	if (!ask(d, fd, &drv)) {
		copy(d->driver, sizeof(d->driver), drv.driver, sizeof(drv.driver));
		copy(d->bus, sizeof(d->bus), drv.bus_info, sizeof(drv.bus_info));
	}
	if (!ask(d, fd, &ring)) {
		d->ring_tx = ring.tx_pending;
		d->ring_tx_max = ring.tx_max_pending;
	}
	if (!ask(d, fd, &coal)) {
		d->coalesce_tx_usecs = coal.tx_coalesce_usecs;
		d->coalesce_tx_frames = coal.tx_max_coalesced_frames;
		d->coalesce_rx_usecs = coal.rx_coalesce_usecs;
	}
	d->gro = feature(d, fd, ETHTOOL_GGRO);
	d->tso = feature(d, fd, ETHTOOL_GTSO);
	d->sg = feature(d, fd, ETHTOOL_GSG);
	d->tx_csum = feature(d, fd, ETHTOOL_GTXCSUM);
}

uint32_t txr_ethtool_tx_queues(const struct txr_device_state *d, int fd)
{
	struct ethtool_channels ch = { .cmd = ETHTOOL_GCHANNELS };

	return ask(d, fd, &ch) ? 0 : ch.tx_count + ch.combined_count;
}
