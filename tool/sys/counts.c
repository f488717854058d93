// SPDX-License-Identifier: GPL-2.0-only
/*
 * counts.c - what tx_packets counts, by driver.
 *
 * Read from Linux 6.1 to 7.2, each with the kernel function that counts. A driver
 * without a rule may count anything: it is not judged by its counter.
 */
#include <string.h>
#include "txring/snapshot.h"

static const struct {
	const char *driver;
	enum txr_counts counts;
} rules[] = {
	{ "tun", TXR_COUNTS_SKBS },		/* tun_put_user(): when it is read */
	{ "veth", TXR_COUNTS_SKBS },		/* veth_xmit(), veth_xdp_rcv() of the peer */
	{ "lo", TXR_COUNTS_SKBS },		/* loopback_xmit() */
	{ "dummy", TXR_COUNTS_SKBS },		/* dummy_xmit() */
	{ "virtio_net", TXR_COUNTS_SKBS },	/* free_old_xmit() */
	{ "e1000", TXR_COUNTS_WIRE },		/* e1000_clean_tx_irq(): segs of each */
	{ "e1000e", TXR_COUNTS_WIRE },		/* e1000e_get_stats64(): GPTC, the hardware's */
};

enum txr_counts txr_tx_packets_counts(const struct txr_device_state *d)
{
	const char *driver = d->driver[0] ? d->driver : d->link_kind;
	size_t i;

	if (!strcmp(d->name, "lo"))
		driver = "lo";
	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (!strcmp(rules[i].driver, driver))
			return rules[i].counts;
	return TXR_COUNTS_UNKNOWN;
}
