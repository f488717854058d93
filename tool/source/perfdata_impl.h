/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata_impl.h - perf.data, file and pipe form.
 *
 * perfdata.c          the container: header, what it says of the recording
 * perfdata_input.c    bytes of the file, mapped, or of a pipe, read on
 * perfdata_attr.c     perf_event_attr: where a sample keeps its fields
 * perfdata_feature.c  the features behind the data, or records of a pipe
 * perfdata_tracing.c  the tracing data: event formats
 * perfdata_record.c   records: samples, losses, rounds
 * perfdata_zstd.c     compressed records
 * perfdata_order.c    CPUs in one order of time, in bounded memory
 *
 * The form is told in the kernel tree: tools/perf/Documentation/
 * perf.data-file-format.txt and include/uapi/linux/perf_event.h.
 */
#ifndef TXRING_PERFDATA_IMPL_H
#define TXRING_PERFDATA_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "source_impl.h"

/* record types (tools/lib/perf/include/perf/event.h, uapi perf_event.h) */
enum {
	PREC_LOST = 2, PREC_COMM = 3, PREC_SAMPLE = 9, PREC_LOST_SAMPLES = 13,
	PREC_HEADER_ATTR = 64, PREC_TRACING_DATA = 66, PREC_FINISHED_ROUND = 68,
	PREC_AUXTRACE = 71, PREC_TIME_CONV = 79, PREC_HEADER_FEATURE = 80,
	PREC_COMPRESSED = 81, PREC_COMPRESSED2 = 83,
};

/* features (tools/perf/util/header.h) */
enum {
	PFEAT_TRACING_DATA = 1, PFEAT_OSRELEASE = 4, PFEAT_NRCPUS = 7,
	PFEAT_DIR_FORMAT = 24, PFEAT_COMPRESSED = 27, PFEAT_MAX = 256,
};

/* ---- bytes ---- */

struct perf_input {
	int fd;
	const uint8_t *map;	/* the whole file, or NULL: a pipe */
	size_t map_len;
	uint8_t *buf;		/* pipe: what is read and not used yet */
	size_t have, used, room;
	uint64_t pos, end;	/* of the record data; end UINT64_MAX: as far as it goes */
	bool eof;
};

/*
 * n bytes at the current position, without taking them. Returns 1, 0 if the
 * input ends before (then *p and *avail tell what there is), or -errno.
 */
int perf_input_peek(struct perf_input *in, size_t n, const uint8_t **p, size_t *avail);
void perf_input_take(struct perf_input *in, size_t n);
void perf_input_free(struct perf_input *in);

/* ---- samples ---- */

struct perf_attr {
	uint64_t sample_type, read_format;
	bool sample_id_all;
	bool tracepoint;
	uint64_t config;	/* tracepoint: the event's id */
	uint32_t clockid;	/* UINT32_MAX: perf's own clock */
	/* offsets from the sample's body; -1: absent. raw_off is -1 when something
	 * of variable length (read values of a group, callchain) is before it */
	int16_t id_off, time_off, cpu_off, tid_off, read_off, raw_off;
	/* from the end of other records; -1: absent */
	int16_t tail_time, tail_cpu, tail_id;
};

struct perf_ids {		/* sample id to attr; open addressing */
	uint64_t *id;
	uint32_t *attr;
	size_t room, used;
};

struct perf_sample {
	uint64_t time;
	uint32_t cpu;
	const uint8_t *raw;
	uint32_t raw_len;
};

/* ---- order ---- */

struct perf_order;
struct perf_order *perf_order_new(void);
void perf_order_free(struct perf_order *o);
/* Add an event behind those of its CPU. 0, 1 if it was there already, -ENOMEM. */
int perf_order_push(struct perf_order *o, const struct txr_event *ev);
/* All CPUs were read up to here once more: what is older than the round before
 * the last can go. */
void perf_order_round(struct perf_order *o);
void perf_order_finish(struct perf_order *o);	/* everything can go */
/* Events that can go, oldest first; returns how many. */
int perf_order_pop(struct perf_order *o, struct txr_event *ev, int max);
uint64_t perf_order_steps(const struct perf_order *o);

/* ---- compressed records ---- */

struct perf_zstd;
void perf_zstd_free(struct perf_zstd *z);
/*
 * Unpack one record's payload behind what is left of the one before. *data and
 * *len then are all that is not taken yet.
 */
int perf_zstd_add(struct perf_zstd **z, const uint8_t *from, size_t n,
		  const uint8_t **data, size_t *len);
void perf_zstd_taken(struct perf_zstd *z, size_t n);

/* ---- the reader ---- */

struct perf_cpu {
	uint64_t last_ns;	/* newest sample of it, of any event */
	uint64_t lost, lost_total;	/* since last_ns; reported in LOST records */
	uint64_t lost_samples;	/* told at the end, in all */
	bool gap;
};

struct perfdata {
	struct txr_source *s;
	struct perf_input in;
	bool swap;		/* file of the other byte order */
	bool big_endian;
	bool pipe;
	bool settled, has_formats, time_conv, first_done;
	struct perf_attr *attr;
	size_t attrs;
	bool same_layout;	/* all attrs put everything at the same place */
	struct perf_ids ids;
	struct perf_order *order;
	struct perf_zstd *zstd;
	bool in_zstd;		/* records come out of a compressed one */
	struct perf_cpu *cpu;
	size_t cpus;
	uint64_t feature_bits[4];
	uint32_t nrcpus;
	bool at_end;
};

uint16_t perf_u16(const struct perfdata *p, const uint8_t *b);
uint32_t perf_u32(const struct perfdata *p, const uint8_t *b);
uint64_t perf_u64(const struct perfdata *p, const uint8_t *b);

/* attr: len bytes of a perf_event_attr; ids: n ids of 8 bytes in file order. */
int perf_attr_add(struct perfdata *p, const uint8_t *attr, size_t len,
		  const uint8_t *ids, size_t n);
void perf_attr_free(struct perfdata *p);
/* Fill *out from a sample's body. 1, 0: nothing of ours, -EINVAL: malformed. */
int perf_sample_parse(struct perfdata *p, const uint8_t *body, size_t len,
		      struct perf_sample *out);
/* CPU of a record that is no sample, by its tail; UINT16_MAX: not known. */
uint16_t perf_tail_cpu(const struct perfdata *p, const uint8_t *body, size_t len);

int perf_tracing_parse(struct perfdata *p, const uint8_t *data, size_t len,
		       struct txr_err *err);
int perf_features_read(struct perfdata *p, uint64_t at, struct txr_err *err);
int perf_feature(struct perfdata *p, unsigned int bit, const uint8_t *data, size_t len,
		 struct txr_err *err);

/* A lane for the merge: all CPUs, in order. */
int perf_fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err);
/* Read records until the first sample (attrs, formats of a pipe are known then). */
int perf_prime(struct perfdata *p, struct txr_err *err);

#endif
