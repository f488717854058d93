/* SPDX-License-Identifier: GPL-2.0-only */
/* udp_impl.h - between the files of the UDP load. */
#ifndef TXRING_LOAD_UDP_IMPL_H
#define TXRING_LOAD_UDP_IMPL_H

#include <pthread.h>
#include <sys/socket.h>
#include "udp.h"

#define TXR_UDP_MESSAGE_MAX	(16u << 20)
#define TXR_UDP_VECTOR_MAX	1024	/* UIO_MAXIOV */
#define TXR_UDP_STAMPS		4096	/* SCHED stamps that may await their SND */

struct txr_udp_pending {
	uint64_t ns;
	uint32_t key;
	bool waits;
};

struct txr_udp_sender {
	struct txr_udp *u;
	pthread_t thread;
	bool started;
	unsigned int number;
	int fd, cpu;			/* -1: none */
	uint64_t messages_left;		/* if the config has a count */
	struct txr_udp_counts c;	/* this thread writes, others may read */
	enum txr_udp_mode used;
	int gso_errno;
	uint64_t seq;			/* of the next datagram */
	uint64_t due_ns;		/* of the next call, at a limited rate */
	uint64_t elapsed_ns, cpu_ns;
	uint8_t *buffers;		/* nr_buffers messages, owned */
	size_t nr_buffers, at;
	struct mmsghdr *vec;		/* one a datagram, owned */
	struct iovec *iov;
	struct txr_udp_pending *pending;
	struct txr_hist delay;
	struct txr_err err;
};

struct txr_udp {
	struct txr_udp_config c;
	struct txr_udp_target t;
	uint64_t datagrams;		/* of a message */
	uint32_t run;
	int done_fd;
	unsigned int running;		/* atomic */
	bool stop;			/* atomic */
	uint64_t end_ns;		/* 0: none */
	struct txr_udp_sender *sender;	/* c.threads of them */
};

static inline void txr_udp_add(uint64_t *to, uint64_t n)
{
	__atomic_store_n(to, *to + n, __ATOMIC_RELAXED);
}

static inline bool txr_udp_stopping(const struct txr_udp *u)
{
	return __atomic_load_n(&u->stop, __ATOMIC_RELAXED);
}

uint64_t txr_udp_now_ns(void);

/* The socket of one sender, or a negative errno. */
int txr_udp_socket(const struct txr_udp_config *c, const struct txr_udp_target *t,
		   struct txr_err *err);
/* UDP_SEGMENT of later calls; 0 none. */
int txr_udp_set_segment(int fd, uint64_t bytes);

/* Send one message. False: this sender can go on no more, and says why. */
bool txr_udp_send_message(struct txr_udp_sender *s);
/*
 * Sleep until the rate allows so many more datagrams and bytes. False: the load
 * ends before that.
 */
bool txr_udp_pace(struct txr_udp_sender *s, uint64_t datagrams, uint64_t bytes);

/* Read what is in the error queue: time stamps, zerocopy, ICMP. */
void txr_udp_drain(struct txr_udp_sender *s);
/* Wait a moment for what the kernel still owes. */
void txr_udp_settle_debts(struct txr_udp_sender *s);

#endif
