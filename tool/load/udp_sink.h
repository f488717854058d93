/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * udp_sink.h - takes datagrams, counts them, and looks at what is in them.
 *
 * Beside the datagrams of txring it answers one question: what came of a run.
 */
#ifndef TXRING_LOAD_UDP_SINK_H
#define TXRING_LOAD_UDP_SINK_H

#include <stdint.h>
#include "txring/err.h"
#include "udp.h"
#include "udp_stream.h"

struct txr_udp_sink_config {
	const char *host;		/* to receive at; NULL: any address */
	uint16_t port;
	int family;			/* AF_UNSPEC: both */
	uint64_t duration_ns;		/* 0: until stop */
	uint64_t count;			/* end after so many datagrams; 0: no end */
	uint64_t busy_poll_us;
	int cpu;			/* -1: anywhere */
};

struct txr_udp_sink_counts {
	uint64_t datagrams, bytes;	/* all that came */
	uint64_t good;			/* payload as it was sent */
	uint64_t unchecked;		/* too small to tell */
	uint64_t foreign;		/* not of txring */
	uint64_t damaged;
	uint64_t unsorted;		/* of more runs than can be kept apart */
	uint64_t questions;
};

struct txr_udp_sink_result {
	struct txr_udp_sink_counts counts;
	uint64_t socket_drops;		/* the kernel's count: the buffer was full, or a
					 * checksum wrong */
	uint64_t elapsed_ns;		/* from the first datagram to the last */
	const struct txr_udp_stream *const *stream;	/* owned by the sink */
	size_t nr_streams;
	struct txr_err err;
};

/* What a sink knows of a run. */
struct txr_udp_answer {
	uint64_t distinct, duplicates, reordered, late, damaged;
	uint64_t socket_drops;		/* of all runs */
};

struct txr_udp_sink;

int txr_udp_sink_new(struct txr_udp_sink **out, const struct txr_udp_sink_config *c,
		     struct txr_err *err);
int txr_udp_sink_start(struct txr_udp_sink *s, struct txr_err *err);
int txr_udp_sink_done_fd(const struct txr_udp_sink *s);
void txr_udp_sink_sample(struct txr_udp_sink *s, struct txr_udp_sink_counts *c);
void txr_udp_sink_join(struct txr_udp_sink *s, struct txr_udp_sink_result *r);
void txr_udp_sink_free(struct txr_udp_sink *s);		/* accepts NULL */

/*
 * Ask the sink at that address. -ETIMEDOUT with a line when none answers; a
 * question or two go on the wire.
 */
int txr_udp_ask(struct txr_udp_answer *a, const struct txr_udp_target *t, uint32_t run,
		struct txr_err *err);

#endif
