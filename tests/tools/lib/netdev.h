/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * netdev.h - the few things that the test tools do to devices, all in the
 * current network namespace and by name. Each returns 0 (or a value) or a
 * negative errno.
 */
#ifndef TEST_TOOLS_NETDEV_H
#define TEST_TOOLS_NETDEV_H

#include <stdint.h>

/* A new queue of the tap device, which is made if it is not there; returns a
 * non-blocking descriptor. flags: IFF_VNET_HDR, IFF_MULTI_QUEUE or 0. */
int tap_open(const char *name, unsigned int flags);
/* Let the device take checksum and UDP segmentation work (needs IFF_VNET_HDR). */
int tap_offload(int fd);

int netdev_no_ipv6(const char *name);		/* no router and MLD packets */
int netdev_set_txqlen(const char *name, int len);
int netdev_set_addr(const char *name, const char *addr, int prefix);
int netdev_add_neigh(const char *name, const char *addr, const uint8_t mac[6]);
/* Up without ARP, and wait until its queue can be used. */
int netdev_up(const char *name);
int netdev_index(const char *name);
int netdev_mac(const char *name, uint8_t mac[6]);

/* Counters of /proc/net/dev, which is that of the namespace, unlike a sysfs
 * that was mounted elsewhere. */
struct netdev_counters {
	uint64_t rx_packets, tx_packets, tx_dropped;
};
int netdev_counters(const char *name, struct netdev_counters *c);

uint64_t now_ns(void);				/* CLOCK_MONOTONIC */
int pin_to_cpu(int cpu);			/* the calling thread */

#endif
