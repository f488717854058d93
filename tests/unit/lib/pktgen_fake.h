/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pktgen_fake.h - a pktgen without a kernel: files in memory that answer as
 * pktgen_if_write() and pktgen_thread_write() do.
 */
#ifndef TXRING_TESTS_PKTGEN_FAKE_H
#define TXRING_TESTS_PKTGEN_FAKE_H

#include "load/pktgen.h"

#define FAKE_THREADS	4
#define FAKE_LOG	256

struct fake_thread {
	char dev[32];			/* "" none */
	char result[256];		/* of the thread's file */
	char dev_result[256];
	uint64_t count;
};

struct fake_pktgen {
	struct fake_thread thread[FAKE_THREADS];
	char log[FAKE_LOG][64];		/* "file: text" of each write */
	unsigned int writes, stops;
	const char *refuse;		/* a command that begins so fails ... */
	int refuse_code;		/* ... with this errno, or is answered by */
	const char *refuse_result;	/* this Result */
	bool holds;			/* start ends only at a stop */
	int stopped;
};

struct txr_pktgen_io fake_io(struct fake_pktgen *f);
bool fake_wrote(const struct fake_pktgen *f, const char *line);

#endif
