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
#include "watch.h"

#define TXR_UNKNOWN (-1)	/* an int64_t figure that could not be had */

struct txr_queue_state {
	int64_t bql_inflight_bytes;	/* /sys/class/net/D/queues/tx-N/byte_queue_limits */
	int64_t bql_limit_bytes;	/* 0: the driver does not use BQL */
	int64_t bql_limit_max_bytes;
	int64_t bql_stall_cnt;		/* 6.12 and later, where present */
	int64_t tx_timeouts;		/* .../tx-N/tx_timeout */
	int64_t stops, wakes;		/* per-queue netdev statistics (netlink) */
	int64_t qdisc_backlog_packets;	/* of the queue's own qdisc: of mq or mqprio, or */
	int64_t qdisc_sent_bytes;	/* the root of a device with one queue */
};

struct txr_device_state {
	char name[TXR_IFNAMSIZ];
	uint32_t ifindex;
	uint64_t netns_inode;		/* of /proc/self/ns/net */
	uint64_t netns_cookie;		/* 0: not known */
	char driver[32];		/* ETHTOOL_GDRVINFO; "" unknown */
	char bus[32];			/* ETHTOOL_GDRVINFO bus_info */
	char link_kind[32];		/* IFLA_INFO_KIND: veth, bond, vlan, tun, ... */
	uint32_t link_ifindex;		/* IFLA_LINK: 0 none, or in a namespace that
					 * was not seen */
	uint64_t link_netns_inode;	/* namespace of link_ifindex; 0: the device's own */
	uint32_t master_ifindex;	/* IFLA_MASTER: 0 none */
	bool stacked;			/* has lower devices (sysfs lower_*), ports or a
					 * link that packets go on to */
	int8_t peer_polls;		/* veth: 1 packets wait in the ring of a peer that
					 * polls, 0 they are handed straight on,
					 * TXR_UNKNOWN (the peer was not seen) */
	bool up, carrier;
	bool gro, tso, sg, tx_csum;	/* features now active */
	int64_t mtu;
	int64_t txqueuelen;
	int64_t ring_tx, ring_tx_max;	/* descriptors, ETHTOOL_GRINGPARAM */
	int64_t coalesce_tx_usecs, coalesce_tx_frames, coalesce_rx_usecs;
	int64_t qdisc_backlog_packets, qdisc_backlog_bytes;
	int64_t qdisc_drops, qdisc_requeues;
	int64_t qdisc_sent_bytes;	/* that it gave to the driver */
	char qdisc[32];
	bool qdisc_paced;		/* one of its qdiscs may hold packets back that
					 * the driver would take */
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
	uint32_t namespaces;	/* network namespaces looked into; 0: not known */
	uint32_t namespaces_unseen;	/* found and not looked into: no right, too
				 * many, no time */
	bool only_own;		/* others may be there, and were not asked for or are
				 * out of this user's reach */
	size_t count;
	struct txr_device_state *dev;	/* owned; those of the own namespace first */
};

/*
 * One CPU went offline or came online while perf events were recorded, and what it
 * did between these two moments is not in the file: from when nothing may be
 * missing before, until its events were on, or it was off. In the recording's clock.
 */
struct txr_cpu_gap {
	uint32_t cpu;
	uint64_t from_ns, until_ns;
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
	char trigger[448];		/* when and why the flight recorder wrote it; ""
					 * an ordinary recording */
	bool why;			/* --why: what runs around the packets was
					 * recorded, on from the first event on */
	uint64_t dropped_events;	/* kernel "dropped events" + "overrun", all CPUs */
	uint64_t missed_releases;	/* of the probe tier: seen by their free alone */
	uint64_t clock_set_ns;		/* the recording's clock was set meanwhile, by so
					 * much at least: its times are wrong */
	uint64_t on_ns;			/* tracing was on from then on at the latest */
	uint64_t off_ns;		/* and up to then at least, both in the
					 * recording's clock; 0: not known */
	/*
	 * Events that tell of hand-overs were on from then on, in the recording's clock;
	 * 0: from the start on, or not told; INT64_MAX: never.
	 */
	uint64_t rx_on_ns;		/* netif_rx */
	uint64_t napi_on_ns;		/* netif_receive_skb and GRO: of NAPI polls */
	uint64_t cut_ns;		/* the file ends so long before the recording
					 * did (a full disk); 0: it is whole */
	struct txr_snapshot start, end;	/* count 0: not taken */
	struct txr_watch watch;		/* looks 0: nobody looked between */
	struct txr_cpu_gap *gap;		/* owned, gaps entries, by from_ns */
	size_t gaps;
};

/* Take a snapshot of every device in the current network namespace. */
int txr_snapshot_take(struct txr_snapshot *s, struct txr_err *err);
/*
 * The same of every network namespace that this user may enter: those of
 * processes, and those that ip-netns(8) keeps. A thread of its own does it; the
 * caller stays where it is. One that goes away meanwhile is left out.
 */
int txr_snapshot_take_all(struct txr_snapshot *s, struct txr_err *err);
/*
 * The same, and of each device no more than its name, kind, XDP program, whether it is
 * up, and of a veth its peer: no driver of hardware is asked.
 */
int txr_snapshot_take_kinds(struct txr_snapshot *s, struct txr_err *err);
void txr_snapshot_free(struct txr_snapshot *s);
/* First device of that name (and ifindex if not 0), or NULL. */
const struct txr_device_state *txr_snapshot_find(const struct txr_snapshot *s,
						 const char *name, uint32_t ifindex);
/*
 * The device of that number in that network namespace, whatever its name, or NULL.
 * A cookie of 0 is not known.
 */
const struct txr_device_state *txr_snapshot_of(const struct txr_snapshot *s, uint32_t ifindex,
					       uint64_t netns_inode, uint64_t netns_cookie);
/* How many devices have that name: one a namespace. */
size_t txr_snapshot_count(const struct txr_snapshot *s, const char *name);

/*
 * The devices that the events of one entry of a recording's device table can be
 * of. An event of a kernel before 7.2 carries only a name, which stands for a
 * device in each namespace that has one. Those that sent nothing between the two
 * snapshots, by their counters, are left out.
 */
struct txr_match {
	size_t count;		/* 0: no such device was seen, or none that sent: its
				 * namespace came and went meanwhile */
	/* Of the one; of several: what all agree on, the rest unknown, but up,
	 * carrier, stacked and an XDP program if any has it. NULL: not there. */
	const struct txr_device_state *start, *end;
	struct txr_device_state agreed[2];	/* what these point to then */
};

/* Returns 0 or -ENOMEM. m->start and m->end point into meta or *m itself. */
int txr_meta_match(struct txr_match *m, const struct txr_meta *meta,
		   const struct txr_device *dev);
/* The same of all that have the name: counters that stood still do not count. */
int txr_meta_match_name(struct txr_match *m, const struct txr_meta *meta,
			const struct txr_device *dev);
void txr_match_free(struct txr_match *m);	/* accepts NULL */

/* Does the name match the globs of -d that it was recorded with, if any were given? */
bool txr_meta_has(const struct txr_meta *m, const char *name);

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
/*
 * Where that counts two descriptors a packet: how many the ring can hold of packets
 * with one each (no checksum offload, no fragment). Else TXR_UNKNOWN.
 */
int64_t txr_capacity_small_packets(const struct txr_device_state *d, const char **source);

/* What a driver's tx_packets counts. */
enum txr_counts {
	TXR_COUNTS_UNKNOWN,	/* no rule for this driver */
	TXR_COUNTS_SKBS,	/* each skb, when it is given back or passed on */
	TXR_COUNTS_WIRE,	/* each packet on the wire, when it is sent or given back */
};

/* Rules per driver are in tool/sys/counts.c, each with its kernel function. */
enum txr_counts txr_tx_packets_counts(const struct txr_device_state *d);

#endif
