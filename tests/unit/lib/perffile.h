/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perffile.h - perf.data files put together by a test, with known records.
 *
 * File and pipe form, either byte order and long size, any sample_type for each
 * event, read values, callchains, packed records, features that are missing.
 */
#ifndef TXRING_TEST_PERFFILE_H
#define TXRING_TEST_PERFFILE_H

#include "events.h"

#define PD_ATTRS 16

/* uapi perf_event.h, as far as tests use it */
enum {
	PD_IP = 1 << 0, PD_TID = 1 << 1, PD_TIME = 1 << 2, PD_ADDR = 1 << 3, PD_READ = 1 << 4,
	PD_CALLCHAIN = 1 << 5, PD_ID = 1 << 6, PD_CPU = 1 << 7, PD_PERIOD = 1 << 8,
	PD_STREAM_ID = 1 << 9, PD_RAW = 1 << 10, PD_IDENTIFIER = 1 << 16,
	PD_USUAL = PD_IP | PD_TID | PD_TIME | PD_CPU | PD_PERIOD | PD_RAW | PD_IDENTIFIER,
};
enum { PD_FMT_ENABLED = 1, PD_FMT_RUNNING = 2, PD_FMT_ID = 4, PD_FMT_GROUP = 8, PD_FMT_LOST = 16 };

struct pd_attr {
	const struct ev *e;		/* NULL: no tracepoint */
	uint32_t type;
	uint64_t config;
	uint64_t sample_type, read_format;
	uint64_t id;			/* of CPU 0; the next ones follow */
	unsigned int frames;		/* of each callchain */
	bool sample_id_all;
	int clockid;			/* -1: none */
	uint64_t period;		/* 0: 1 */
	bool freq;
	bool backward, exclude_kernel, no_period;
};

struct pd {
	struct machine m;
	bool pipe;
	unsigned int cpus;
	unsigned int attrs;
	struct pd_attr attr[PD_ATTRS];
	struct bytes rec;		/* the records so far */
	uint32_t attr_size;		/* 0: 128 */
	bool no_tracing, no_features, no_size;
	bool no_end;			/* pipe: without the round mark that ends it */
	const char *release;		/* NULL: none */
	const char *meta;		/* in front of the records; NULL: none */
	uint64_t clock_ns, real_ns;	/* CLOCK_DATA, 0: none */
};

struct pd *pd_new(const struct machine *m, unsigned int cpus);
void pd_free(struct pd *d);
/* Events of ours, all with that sample_type; and one that is none of a tracepoint. */
struct pd_attr *pd_event(struct pd *d, const char *system, const char *name,
			 uint64_t sample_type);
struct pd_attr *pd_other(struct pd *d, uint32_t type, uint64_t config, uint64_t sample_type);

void pd_sample(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts,
	       const void *raw, size_t len);
/* ev_record() and pd_sample() in one. */
void pd_put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts, int pid,
	    const struct ev_value *v);
void pd_lost(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts,
	     uint64_t count);
void pd_lost_samples(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t count);
/* As perf record has it: the tail knows the id alone, CPU and time are 0. */
void pd_lost_samples_by_id(struct pd *d, const struct pd_attr *a, unsigned int cpu,
			   uint64_t count);
void pd_round(struct pd *d);
void pd_comm(struct pd *d, uint32_t tid, const char *name);
void pd_fork(struct pd *d, uint32_t tid, uint32_t parent);
/* Any record. */
void pd_record(struct pd *d, uint32_t type, const void *body, size_t len);
/* Pack what is there so far, in pieces of that many bytes. compressed2: type 83. */
void pd_pack(struct pd *d, size_t piece, bool compressed2);

/* The whole; with where each part is. */
struct pd_places { size_t attrs, data, features, table; };
struct bytes pd_build(const struct pd *d, struct pd_places *at);

#endif
