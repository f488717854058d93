/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata_write.h - perf.data, file and pipe form, put together from parts.
 *
 * In a file all but the records and the table of features stands in front:
 * header, ids, attrs, what txring keeps beside (as in trace.dat, see
 * tracedat_write.h), and what the features say. So a disk that is full in the end
 * only costs records. perf finds each part by its offset and passes over ours.
 * In a pipe every part is a record; ours is a PERF_RECORD_EVENT_UPDATE of a type
 * that perf does not know, which it ignores.
 */
#ifndef TXRING_PERFDATA_WRITE_H
#define TXRING_PERFDATA_WRITE_H

#include <linux/perf_event.h>
#include "tracedat_write.h"

/* Of EVENT_UPDATE: pieces of the JSON text; the last one is not full. */
#define TXR_PERF_META_TYPE	0x7478726d	/* "txrm" */
#define TXR_PERF_META_PIECE	32768

struct txr_perf_event {
	char name[160];			/* "net:net_dev_xmit" */
	struct perf_event_attr attr;
	uint64_t *id;			/* one for each CPU, owned by the caller */
	size_t ids;
};

struct txr_perfdata {
	const struct txr_perf_event *event;
	size_t nr_events;
	struct txr_buf tracing;		/* txr_tracing_data() */
	const char *hostname, *release, *arch, *cpu, *version;
	const char *const *argv;
	uint32_t argc;
	uint32_t cpus, cpus_online;
	uint64_t memory_kb;
	uint64_t first_ns, last_ns;	/* of the samples */
	int clockid;			/* -1: perf's own clock */
	uint64_t clock_res_ns;
	uint64_t clock_ns, real_ns;	/* both clocks at one moment */
	const char *meta;		/* JSON text, NULL: none */
};

/*
 * The front of a file, with room for meta_room bytes of meta and padded to 8
 * bytes; the records follow it. It is the same size for the same events and room.
 * -E2BIG: meta does not fit; -ENOMEM.
 */
int txr_perfdata_front(struct txr_buf *out, const struct txr_perfdata *d,
		       size_t meta_room, uint64_t data_bytes, struct txr_err *err);
/* What stands behind the records: where each feature is. */
int txr_perfdata_table(struct txr_buf *out, const struct txr_perfdata *d,
		       size_t meta_room, struct txr_err *err);

/* The beginning of a pipe: header, attrs, features, tracing data. */
int txr_perfdata_pipe(struct txr_buf *out, const struct txr_perfdata *d, struct txr_err *err);

/* Records. tail: bytes of sample_id behind each, as the attrs ask for. */
void txr_perf_meta(struct txr_buf *out, const char *json, uint64_t id);
void txr_perf_round(struct txr_buf *out);

/* The sample_id of TXR_PERF_SAMPLE with sample_id_all. */
#define TXR_PERF_SAMPLE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
			 PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)
struct txr_perf_tail {
	uint32_t pid, tid;
	uint64_t time_ns;
	uint32_t cpu, reserved;
	uint64_t id;
};

void txr_perf_comm(struct txr_buf *out, uint32_t pid, uint32_t tid, const char *comm);
void txr_perf_lost_samples(struct txr_buf *out, uint64_t lost, const struct txr_perf_tail *t);
void txr_perf_lost(struct txr_buf *out, uint64_t lost, const struct txr_perf_tail *t);
/*
 * A LOST of no events and of no event's id, which the kernel writes never: from the
 * first of two to the second, by their times, the events of a CPU are missing.
 */
void txr_perf_edge(struct txr_buf *out, const struct txr_perf_tail *t);

#endif
