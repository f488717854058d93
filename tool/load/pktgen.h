/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pktgen.h - the kernel's packet generator, driven through /proc/net/pktgen.
 *
 *	open	the files are there (the module is loaded if it is not), and
 *		nobody else uses them
 *	settle	what is not given is looked up: queues, address, link address
 *	setup	devices added to threads, every parameter written and read back
 *	start	runs in a thread of its own, for the kernel's start blocks
 *	stop	^C or the time is over
 *	read	what each thread did
 *	close	devices off the threads, at every exit
 *
 * Facts are from net/core/pktgen.c of 6.1, 6.12 and 7.2.
 */
#ifndef TXRING_LOAD_PKTGEN_H
#define TXRING_LOAD_PKTGEN_H

#include <net/if.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"

#define TXR_PKTGEN_ROOT		"/proc/net/pktgen"
#define TXR_PKTGEN_THREADS_MAX	256
#define TXR_PKTGEN_TEXT		4096

enum txr_xmit_mode { TXR_XMIT_START, TXR_XMIT_RECEIVE, TXR_XMIT_QUEUE };
const char *txr_xmit_mode_name(enum txr_xmit_mode m);

/* How its files are reached: the kernel's, or those of a test. */
struct txr_pktgen_io {
	const char *root;
	/* Write text and a newline, in one write: 0 or a negative errno. */
	int (*put)(void *ctx, const char *path, const char *text);
	/* The whole file, terminated: 0 or a negative errno. */
	int (*get)(void *ctx, const char *path, char *buf, size_t size);
	void *ctx;
};
extern const struct txr_pktgen_io txr_pktgen_kernel;

struct txr_pktgen_config {
	const char *dev;
	enum txr_xmit_mode mode;
	unsigned int threads;
	const int *cpu;			/* thread i is kpktgend_<cpu[i]>; NULL: i */
	uint64_t count;			/* packets of each thread; 0: until stop */
	uint32_t size_bytes;
	uint64_t rate_bps, pps;		/* of all threads together; 0: no limit */
	uint64_t delay_ns;
	uint32_t burst, skb_burst;	/* 0: not set */
	uint32_t clone_skb, frags;
	bool own_skb;			/* !SHARED, where the kernel has it: the skb is
					 * the device's alone, and its free is the release */
	const char *dst;		/* NULL: TXR_PKTGEN_DST */
	uint8_t dst_mac[6];
	bool has_dst_mac;
	bool has_ports;
	uint16_t port_from, port_to;
	bool has_queues;
	uint16_t queue_from, queue_to;
	int vlan, node;			/* -1: not set */
	uint32_t flows, flow_len;	/* 0: not set */
};

#define TXR_PKTGEN_DST "198.18.0.42"	/* RFC 2544: for benchmarks */

/* What one device's file says. */
struct txr_pktgen_result {
	uint64_t count, packets, errors;
	uint64_t elapsed_us, busy_us, idle_us;
	uint64_t pps, bps;
	uint32_t bytes, frags;		/* of a packet */
	bool finished;			/* a result is there */
	char text[512];			/* the Result, as pktgen words it */
};

struct txr_pktgen {
	struct txr_pktgen_io io;
	struct txr_pktgen_config c;
	bool ours;			/* devices were, or may be, on the threads */
	bool running;
	pthread_t thread;
	int done_fd;
	int start_code;			/* of the write of start */
	unsigned int queues;		/* tx queues of the device */
	bool no_shared_flag;		/* own_skb was asked for, and is not there */
};

/* Text of pktgen's files, pure. */
int txr_pktgen_parse(struct txr_pktgen_result *r, const char *text, struct txr_err *err);
/* The text after "Result: ", without the newline at its end. */
int txr_pktgen_result_text(const char *text, char *buf, size_t size);
/* Devices that a thread's file lists: how many, and the first. */
unsigned int txr_pktgen_devices(const char *text, char *first, size_t size);
/*
 * What a refused parameter means: code the errno of the write (0: it was taken),
 * result the Result that was read back. Returns 0 if nothing was refused.
 */
int txr_pktgen_explain(const struct txr_pktgen_config *c, const char *command, int code,
		       const char *result, struct txr_err *err);

int txr_pktgen_open(struct txr_pktgen *p, const struct txr_pktgen_io *io,
		    struct txr_err *err);
/* Fill in c what the machine knows; checks the device. */
int txr_pktgen_settle(struct txr_pktgen_config *c, unsigned int *queues, struct txr_err *err);
/* Pure: the time between two packets that a limit means; checks pktgen's range. */
int txr_pktgen_delay(const struct txr_pktgen_config *c, uint64_t *delay_ns,
		     struct txr_err *err);
int txr_pktgen_setup(struct txr_pktgen *p, const struct txr_pktgen_config *c,
		     struct txr_err *err);
int txr_pktgen_start(struct txr_pktgen *p, struct txr_err *err);
int txr_pktgen_done_fd(const struct txr_pktgen *p);
/* Returns when all threads have stopped. */
int txr_pktgen_stop(struct txr_pktgen *p, struct txr_err *err);
/* Of thread i, while it runs or after. */
int txr_pktgen_read(struct txr_pktgen *p, unsigned int i, struct txr_pktgen_result *r,
		    struct txr_err *err);
/* Stops, takes the devices off. Half-open is fine. */
int txr_pktgen_close(struct txr_pktgen *p, struct txr_err *err);
/* Name of thread i's device and number: "eth0@1". */
char *txr_pktgen_name(const struct txr_pktgen_config *c, unsigned int i, char *buf,
		      size_t size);
unsigned int txr_pktgen_cpu(const struct txr_pktgen_config *c, unsigned int i);

#endif
