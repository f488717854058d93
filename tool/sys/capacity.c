// SPDX-License-Identifier: GPL-2.0-only
/*
 * capacity.c - how many packets one tx queue's ring can hold, by driver.
 *
 * Each rule names the kernel function that it was read from (Linux 6.1, 6.12
 * and 7.2). A driver without a rule has no capacity: descriptors are not
 * packets, so the ring size alone would be a guess.
 */
#include <string.h>
#include "txring/snapshot.h"

/* CONFIG_MAX_SKB_FRAGS, 17 by default; 65536/PAGE_SIZE + 1 before 6.4. */
#define MAX_SKB_FRAGS	17

struct rule {
	const char *driver;
	int64_t (*packets)(const struct txr_device_state *d);
	const char *source;
};

/*
 * tun_net_xmit() produces one ring slot a packet; tun_attach() and
 * tun_queue_resize() give the ring of each queue dev->tx_queue_len slots.
 */
static int64_t tun_packets(const struct txr_device_state *d)
{
	return d->txqueuelen > 0 ? d->txqueuelen : TXR_UNKNOWN;
}

/* veth_xmit(), veth_xdp_rx(): VETH_RING_SIZE, and only when the peer polls. */
static int64_t veth_packets(const struct txr_device_state *d)
{
	return d->peer_polls == 1 ? 256 : TXR_UNKNOWN;
}

/*
 * xmit stops the queue when fewer than `keep` descriptors are unused, and one
 * of the ring is never used; a packet takes two (context and data), so the
 * last one is taken while ring - 1 - 2n >= keep.
 */
static int64_t two_each(int64_t ring, int64_t keep)
{
	return ring > keep + 1 ? (ring - keep) / 2 + (ring - keep) % 2 : TXR_UNKNOWN;
}

/*
 * e1000_xmit_frame() in e1000e/netdev.c: e1000_maybe_stop_tx() wants
 * (MAX_SKB_FRAGS + 1) * DIV_ROUND_UP(PAGE_SIZE, tx_fifo_limit) + 4 unused;
 * tx_fifo_limit is above 4 KiB but for very large MTUs (e1000e_reset()).
 */
static int64_t e1000e_packets(const struct txr_device_state *d)
{
	return two_each(d->ring_tx, MAX_SKB_FRAGS + 1 + 4);
}

/* e1000_xmit_frame() in e1000/e1000_main.c: desc_needed is MAX_SKB_FRAGS + 7. */
static int64_t e1000_packets(const struct txr_device_state *d)
{
	return two_each(d->ring_tx, MAX_SKB_FRAGS + 7);
}

/*
 * start_xmit() in virtio_net.c stops the queue when, after a packet, fewer than
 * 2 + MAX_SKB_FRAGS entries are free. With indirect descriptors a packet takes
 * one (virtqueue_add_split()), without at least one.
 */
static int64_t virtio_packets(const struct txr_device_state *d)
{
	if (d->ring_tx <= 0)
		return TXR_UNKNOWN;
	return d->ring_tx > 1 + MAX_SKB_FRAGS ? d->ring_tx - (1 + MAX_SKB_FRAGS) : 1;
}

static const struct rule rules[] = {
	{ "tun", tun_packets, "tun: txqueuelen" },
	{ "veth", veth_packets, "veth: 256 slots, the peer polls (GRO or XDP)" },
	{ "e1000e", e1000e_packets, "e1000e: (ring - 22) / 2 rounded up, packets with "
	  "checksum offload (two descriptors each); packets of one descriptor can raise it" },
	{ "e1000", e1000_packets, "e1000: (ring - 24) / 2 rounded up, packets with "
	  "checksum offload (two descriptors each); packets of one descriptor can raise it" },
	{ "virtio_net", virtio_packets, "virtio_net: ring - 18, one entry a packet "
	  "(indirect descriptors)" },
};

/* One descriptor a packet, by the rules above: the last one is taken the same way. */
static const struct small {
	const char *driver;
	int64_t keep;
	const char *source;
} smalls[] = {
	{ "e1000e", MAX_SKB_FRAGS + 1 + 4, "e1000e: ring - 22, packets of one descriptor (more were "
	  "inside than could be with two each; where some have two, it is full earlier)" },
	{ "e1000", MAX_SKB_FRAGS + 7, "e1000: ring - 24, packets of one descriptor (more were "
	  "inside than could be with two each; where some have two, it is full earlier)" },
};

int64_t txr_capacity_small_packets(const struct txr_device_state *d, const char **source)
{
	size_t i;

	*source = NULL;
	for (i = 0; d && i < sizeof(smalls) / sizeof(smalls[0]); i++) {
		if (strcmp(d->driver, smalls[i].driver))
			continue;
		if (d->ring_tx <= smalls[i].keep + 1)
			break;
		*source = smalls[i].source;
		return d->ring_tx - smalls[i].keep;
	}
	return TXR_UNKNOWN;
}

int64_t txr_capacity_packets(const struct txr_device_state *d, const char **source)
{
	size_t i;
	int64_t n = TXR_UNKNOWN;

	*source = NULL;
	for (i = 0; d && i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (strcmp(d->driver, rules[i].driver))
			continue;
		n = rules[i].packets(d);
		if (n != TXR_UNKNOWN)
			*source = rules[i].source;
		break;
	}
	return n;
}
