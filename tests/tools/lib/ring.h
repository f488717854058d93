/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ring.h - a tap device as a tx ring of known size, whose completions the test
 * makes by reading. Everything that was done is written down with times, so
 * that a test knows the truth without the tracer.
 */
#ifndef TEST_TOOLS_RING_H
#define TEST_TOOLS_RING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "netdev.h"

#define RING_QUEUES_MAX 8
#define RING_PACKETS_MAX (1u << 22)

struct ring_packet {	/* CLOCK_MONOTONIC; read times 0: not read (yet) */
	uint64_t send_before, send_after, read_before, read_after;
	uint16_t segs, queue;
	uint32_t bytes;
};

struct ring {
	char name[16];
	int len, queues;
	bool vnet_hdr, flows;
	int fd[RING_QUEUES_MAX];
	int packet_fd, udp_fd, ifindex;
	uint8_t mac[6], peer[6];
	size_t frame_size;

	struct ring_packet *packet;	/* indexed by number */
	uint64_t next;			/* number of the next packet */
	uint64_t first;			/* first one since ring_mark() */
	uint64_t left_at_mark;
	uint64_t dropped_at_mark;
	uint64_t refused;		/* the send call failed */
	_Atomic uint64_t read, stray;	/* since ring_mark() */
	uint64_t left, max;		/* in the ring now, most seen */
	bool max_known;			/* no reader ran beside a sender */

	pthread_t reader;
	bool reader_on;
	int reader_cpu;			/* -1: any */
	unsigned int reader_pause_us;
	uint64_t reader_quota;		/* ends itself after so many; 0: never */
	bool streaming;
	atomic_bool reader_stop;
};

/* Make the device and bring it up. flows: spread over the queues. */
int ring_open(struct ring *r, const char *name, int len, int queues, bool vnet_hdr);
void ring_close(struct ring *r);

int ring_send(struct ring *r, uint64_t count);
/* count datagrams of segs segments each, left to the device to cut (vnet_hdr). */
int ring_send_gso(struct ring *r, uint64_t count, unsigned int segs, unsigned int seg_size);
/* Read count packets, or all that are there; returns -ENODATA if fewer. */
int ring_read(struct ring *r, uint64_t count);
int ring_read_all(struct ring *r);
int ring_reader_start(struct ring *r, int cpu, unsigned int pause_us);
void ring_reader_stop(struct ring *r);

/* Send count packets while a reader on cpu takes as many: what is in the ring
 * (count at least) stays about the same. -ENODATA if it holds less. */
int ring_stream(struct ring *r, uint64_t count, int cpu);

/* Count anew from here; what is in the ring stays there. */
int ring_mark(struct ring *r);
/* One JSON object: what was really done since the mark. */
int ring_print(struct ring *r, FILE *out, bool packets);

#endif
