/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * snap.h - the sources of a snapshot. Each fills what it knows and leaves the
 * rest unknown; none fails because one fact is missing.
 */
#ifndef TXRING_SYS_SNAP_H
#define TXRING_SYS_SNAP_H

#include "sys/nl.h"
#include "txring/snapshot.h"

/* What the sources tell each other of a device, beside its state. */
struct txr_link_more {
	unsigned char addr[32];		/* IFLA_ADDRESS */
	size_t addr_len;
	bool link_elsewhere;		/* IFLA_LINK is in another namespace: */
	int32_t link_nsid;		/* IFLA_LINK_NETNSID: its number here, */
	uint32_t link_there;		/* and the ifindex there */
	uint32_t max_tx_queues;		/* IFLA_NUM_TX_QUEUES: allocated, not real */
	uint32_t root_handle;		/* of the root qdisc */
	bool root_splits;		/* it has one child a queue */
};

struct txr_link {
	struct txr_device_state s;
	struct txr_link_more more;
};

struct txr_links {
	struct txr_link *link;		/* by rising ifindex */
	size_t count, room;
	uint64_t netns_inode;		/* of the namespace that they are in */
	struct txr_nl rt;		/* NETLINK_ROUTE */
};

#define TXR_LINKS_NONE { .rt.fd = -1 }

/*
 * Every device of this thread's network namespace, with all that can be had of
 * it. entered: the thread came there by setns(). 0 or a negative errno.
 */
int txr_links_fill(struct txr_links *l, bool entered);
/*
 * What changes from one second to the next of those that are worth watching:
 * carrier, counters, qdiscs, BQL in flight. *dir: class/net of this namespace's
 * sysfs; opened, and left open, if below 0. 0 or a negative errno.
 */
int txr_links_glance(struct txr_links *l, int *dir, bool entered,
		     bool (*wanted)(void *ctx, const char *name), void *ctx);
/* What rtnetlink tells of them, and the features of veths: asks no other driver. */
int txr_links_kinds(struct txr_links *l, bool entered);
void txr_links_free(struct txr_links *l);

/* All figures unknown. */
void txr_device_state_init(struct txr_device_state *d);
void txr_queue_state_init(struct txr_queue_state *q);
/* Give d n queues, all unknown. 0 or -ENOMEM. */
int txr_device_set_queues(struct txr_device_state *d, uint32_t n);

/* rtnetlink: every device of the namespace. 0 or a negative errno. */
int txr_links_dump(struct txr_links *l);
/* One RTM_NEWLINK message; -EINVAL if it is none. */
int txr_link_parse(struct txr_link *l, const struct nlmsghdr *h);
/* rtnetlink: figures of the qdiscs. The queues of the devices are set by then. */
void txr_qdiscs_dump(struct txr_links *l);
/* One RTM_NEWQDISC message, of a device a root first. Returns 0. */
int txr_qdisc_parse(struct txr_links *links, const struct nlmsghdr *h);
/* Packets of this kind of link go on to another device (never a peer's). */
bool txr_kind_is_stacked(const char *kind, bool has_link);

/* ethtool ioctls: driver, ring, coalescing, features. fd is any socket. */
void txr_ethtool_fill(struct txr_device_state *d, int fd);
/* Number of tx queues in use by the driver's word, or 0. */
uint32_t txr_ethtool_tx_queues(const struct txr_device_state *d, int fd);

/*
 * Directory class/net of a sysfs that shows the current network namespace, or
 * a negative errno. sysfs shows the namespace that it was mounted in, so /sys is
 * of no use to a thread that entered another.
 */
int txr_sysfs_open(const struct txr_links *l, bool entered);
/* sysfs: queues, BQL, tx_timeout, lower devices. dir as above. */
int txr_sysfs_fill(struct txr_device_state *d, int dir);
/* Of each queue in use the BQL bytes in flight, no more. */
int txr_sysfs_glance(struct txr_device_state *d, int dir);

/* Generic netlink family netdev: stops and wakes per tx queue, where it is. */
void txr_qstats_dump(struct txr_links *l);
/* One answer of NETDEV_CMD_QSTATS_GET. */
void txr_qstats_parse(struct txr_links *l, const struct nlmsghdr *h);

struct txr_link *txr_links_find(const struct txr_links *l, uint32_t ifindex);

/*
 * veth: does the peer poll? all: the namespaces seen, n of them. A peer elsewhere
 * is found by link_netns_inode.
 */
void txr_peers_fill(struct txr_links *all, size_t n);

#endif
