/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * snapshot.h - the state of the machine's devices at one moment.
 *
 * record takes one at its start and one at its end; both travel in the file
 * (struct txr_meta, as a JSON text that stock tools do not look at). report
 * takes ring sizes, drivers, BQL and counters from there, never from the
 * machine it runs on.
 */
#ifndef TXRING_SNAPSHOT_H
#define TXRING_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device.h"
#include "err.h"

#define TXR_UNKNOWN (-1)	/* an int64_t figure that could not be had */

struct txr_queue_state {
	int64_t bql_inflight_bytes;	/* /sys/class/net/D/queues/tx-N/byte_queue_limits */
	int64_t bql_limit_bytes;	/* 0: the driver does not use BQL */
	int64_t bql_limit_max_bytes;
	int64_t bql_stall_cnt;		/* 6.12 and later, where present */
	int64_t tx_timeouts;		/* .../tx-N/tx_timeout */
	int64_t stops, wakes;		/* per-queue netdev statistics (netlink) */
};

struct txr_device_state {
	char name[TXR_IFNAMSIZ];
	uint32_t ifindex;
	uint64_t netns_inode;		/* of /proc/self/ns/net */
	uint64_t netns_cookie;		/* 0: not known */
	char driver[32];		/* ETHTOOL_GDRVINFO; "" unknown */
	char bus[32];			/* ETHTOOL_GDRVINFO bus_info */
	char link_kind[32];		/* IFLA_INFO_KIND: veth, bond, vlan, tun, ... */
	uint32_t link_ifindex;		/* IFLA_LINK: 0 none, or in another
					 * namespace */
	uint32_t master_ifindex;	/* IFLA_MASTER: 0 none */
	bool stacked;			/* has lower devices (sysfs lower_*), ports or a
					 * link that packets go on to */
	int8_t peer_polls;		/* veth: 1 packets wait in the ring of a peer that
					 * polls, 0 they are handed straight on,
					 * TXR_UNKNOWN (the peer is elsewhere) */
	bool up, carrier;
	bool gro, tso, sg, tx_csum;	/* features now active */
	int64_t mtu;
	int64_t txqueuelen;
	int64_t ring_tx, ring_tx_max;	/* descriptors, ETHTOOL_GRINGPARAM */
	int64_t coalesce_tx_usecs, coalesce_tx_frames, coalesce_rx_usecs;
	int64_t qdisc_backlog_packets, qdisc_backlog_bytes;
	int64_t qdisc_drops, qdisc_requeues;
	char qdisc[32];
	uint32_t xdp_prog_id;		/* 0 none */
	char xdp_mode[8];		/* "native", "generic", "offload", "" */
	int64_t tx_packets, tx_bytes, tx_dropped, tx_errors;
	int64_t rx_packets, rx_bytes, rx_dropped;
	int64_t carrier_changes;
	uint32_t tx_queues;		/* real number of tx queues */
	struct txr_queue_state *queue;	/* tx_queues entries, owned */
};

struct txr_snapshot {
	uint64_t clock_ns;	/* in the recording's clock, 0 if that cannot be read */
	uint64_t real_ns;	/* CLOCK_REALTIME at the same moment */
	size_t count;
	struct txr_device_state *dev;	/* owned */
};

/* What txring keeps in the file beside the events. */
struct txr_meta {
	char tool[32];			/* txring version that recorded */
	char tier[16];			/* "patched", "probe", "stock" */
	char clock[16];
	char kernel[128];		/* uname -r */
	char kernel_version[256];	/* uname -v: tells PREEMPT_RT */
	char clocksource[32];
	char command[512];		/* COMMAND as typed, cut to fit; "" none */
	char filter[512];		/* -d globs; "" none */
	uint64_t dropped_events;	/* kernel "dropped events" + "overrun", all CPUs */
	struct txr_snapshot start, end;	/* count 0: not taken */
};

/* Take a snapshot of every device in the current network namespace. */
int txr_snapshot_take(struct txr_snapshot *s, struct txr_err *err);
void txr_snapshot_free(struct txr_snapshot *s);
/* First device of that name (and ifindex if not 0), or NULL. */
const struct txr_device_state *txr_snapshot_find(const struct txr_snapshot *s,
						 const char *name, uint32_t ifindex);

/* JSON text of a meta block; malloc'd, NULL when memory is short. */
char *txr_meta_to_json(const struct txr_meta *m);
/* The reverse; unknown keys are ignored, missing ones take "unknown". */
int txr_meta_from_json(struct txr_meta *m, const char *text, size_t len,
		       struct txr_err *err);
void txr_meta_free(struct txr_meta *m);

/*
 * How many packets the device's ring can hold, or TXR_UNKNOWN; *source is then
 * NULL, else a static text such as "tun: txqueuelen". Rules per driver are in
 * tool/sys/capacity.c, each with the kernel function that it comes from.
 */
int64_t txr_capacity_packets(const struct txr_device_state *d, const char **source);

#endif
