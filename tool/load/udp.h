/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * udp.h - UDP senders that load a ring.
 *
 *	settle	destination looked up, defaults filled in, limits checked
 *	new	sockets made; nothing is sent yet
 *	start	one thread a sender
 *	sample	what the kernel took so far, at any moment
 *	stop	all senders end soon; done_fd becomes readable when they have
 *	join	they have ended; what is still owed by the kernel was waited for
 *
 * A message is what an application wants to be sent: message_bytes. How it
 * becomes datagrams and system calls is the mode. What the kernel refuses is
 * counted by kind. Each datagram that it takes has the next number (if it has
 * room for one), so a number that the sink misses was lost on the way.
 */
#ifndef TXRING_LOAD_UDP_H
#define TXRING_LOAD_UDP_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <net/if.h>
#include "txring/err.h"
#include "txring/hist.h"

enum txr_udp_mode {
	TXR_UDP_SEND,		/* one datagram a call */
	TXR_UDP_SENDMMSG,	/* all datagrams of a message in one call */
	TXR_UDP_GSO,		/* one call, cut by the kernel or the device */
	TXR_UDP_FRAGMENT,	/* one datagram, cut into IP fragments */
	TXR_UDP_MODES
};

enum txr_udp_refusal {
	TXR_UDP_ENOBUFS,	/* a queue or the ring was full */
	TXR_UDP_EAGAIN,		/* the send buffer stayed full */
	TXR_UDP_EMSGSIZE,	/* above the path's MTU */
	TXR_UDP_EINVAL, TXR_UDP_EIO,	/* GSO refused */
	TXR_UDP_ECONNREFUSED,	/* nobody listens there (ICMP) */
	TXR_UDP_EPERM,		/* a firewall */
	TXR_UDP_UNREACHABLE,	/* no route, no neighbour, device down */
	TXR_UDP_PARTIAL,	/* sendmmsg ended early: it does not tell why */
	TXR_UDP_OTHER,
	TXR_UDP_REFUSALS
};

#define TXR_UDP_THREADS_MAX	256
#define TXR_UDP_SEGMENTS_MAX	128	/* UDP_MAX_SEGMENTS; 64 in older kernels */
#define TXR_UDP_SEGMENTS_SAFE	64

struct txr_udp_config {
	const char *host;
	uint16_t port;
	int family;			/* AF_INET, AF_INET6, or AF_UNSPEC: as host has it */
	enum txr_udp_mode mode;
	bool unconnected, zerocopy, timestamps;
	uint64_t message_bytes, segment_bytes;	/* 0: as many and as large as fit */
	uint64_t messages;		/* in all; 0: until stop */
	uint64_t duration_ns;		/* 0: until stop */
	uint64_t rate_bps, pps;		/* of payload, of datagrams; 0: no limit */
	uint64_t busy_poll_us;		/* 0: off */
	unsigned int threads;
	const int *cpu;			/* thread i runs on cpu[i % nr_cpus] */
	size_t nr_cpus;			/* 0: anywhere */
};

struct txr_udp_target {
	struct sockaddr_storage addr;
	socklen_t addr_len;
	int family;
	uint32_t mtu;			/* of the path, as known now */
	char address[INET6_ADDRSTRLEN];
	char dev[IF_NAMESIZE];		/* that the route leads to; "" not known */
};

struct txr_udp_counts {
	uint64_t calls;			/* system calls that took something */
	uint64_t messages;		/* of which every datagram was taken */
	uint64_t datagrams, bytes;	/* taken by the kernel; bytes of payload */
	uint64_t numbered;		/* of datagrams: large enough to carry a number, so
					 * that the sink can tell which one it is */
	uint64_t wire_packets;		/* that these are on the wire */
	uint64_t refused[TXR_UDP_REFUSALS];	/* datagrams */
	uint64_t partial_calls;		/* sendmmsg that took a part */
	uint64_t behind;		/* times that the rate could not be kept */
	uint64_t icmp_errors;
	uint64_t zerocopy_sent, zerocopy_done, zerocopy_copied;	/* calls */
	uint64_t stamps_due, stamps;	/* pairs of software time stamps */
};

struct txr_udp_result {
	struct txr_udp_counts counts;
	struct txr_hist delay;		/* from the stack's SCHED to the driver's SND */
	uint64_t elapsed_ns;		/* of the sender that took longest */
	uint64_t cpu_ns;		/* of the senders, user and system */
	enum txr_udp_mode used;		/* differs from the config's if GSO was refused */
	int gso_errno;			/* with what; 0 it was not */
	uint32_t run;			/* this run's number in the payload */
	struct txr_err err;		/* why a sender ended early; code 0: none did */
};

struct txr_udp;

/* Names as on the command line, and as in JSON. */
const char *txr_udp_mode_name(enum txr_udp_mode m);
const char *txr_udp_refusal_name(enum txr_udp_refusal r);
uint64_t txr_udp_refused(const struct txr_udp_counts *c);	/* all kinds */
enum txr_udp_refusal txr_udp_refusal_of(int code);

/* Look host up, its route and path MTU. */
int txr_udp_resolve(struct txr_udp_target *t, const struct txr_udp_config *c,
		    struct txr_err *err);
/* Pure: fill in sizes of c for that target, check every limit. -EINVAL with a line. */
int txr_udp_settle(struct txr_udp_config *c, const struct txr_udp_target *t,
		   struct txr_err *err);
/* Datagrams that a message is, once settled. */
uint64_t txr_udp_datagrams(const struct txr_udp_config *c);
/* IP packets that a datagram of so many bytes of payload is at that MTU. */
uint64_t txr_udp_fragments(int family, uint32_t mtu, uint64_t bytes);

int txr_udp_new(struct txr_udp **out, const struct txr_udp_config *c,
		const struct txr_udp_target *t, struct txr_err *err);
int txr_udp_start(struct txr_udp *u, struct txr_err *err);
int txr_udp_done_fd(const struct txr_udp *u);
void txr_udp_sample(struct txr_udp *u, struct txr_udp_counts *c);
void txr_udp_stop(struct txr_udp *u);
/* Stops, if need be, and waits. Free the result's histogram. */
void txr_udp_join(struct txr_udp *u, struct txr_udp_result *r);
void txr_udp_free(struct txr_udp *u);		/* accepts NULL */

#endif
