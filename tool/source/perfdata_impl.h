/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata_impl.h - perf.data, file and pipe form.
 *
 * perfdata.c          the container: header, what it says of the recording
 * perfdata_input.c    bytes of the file, mapped, or of a pipe, read on
 * perfdata_attr.c     perf_event_attr: where a sample keeps its fields
 * perfdata_feature.c  the features behind the data, or records of a pipe
 * perfdata_tracing.c  the tracing data: event formats
 * perfdata_running.c  formats of the running kernel, for a file that has none
 * perfdata_record.c   records: told apart, walked
 * perfdata_sample.c   samples
 * perfdata_loss.c     losses, and the end of the file
 * perfdata_side.c     records of other kinds: tasks, attrs, what is of a pipe
 * perfdata_scope.c    of which tasks and CPUs the events are
 * perfdata_tasks.c    names of tasks, for their children
 * perfdata_zstd.c     compressed records
 * perfdata_backward.c samples that are newest first (--overwrite)
 * perfdata_order.c    CPUs in one order of time, in bounded memory
 */
#ifndef TXRING_PERFDATA_IMPL_H
#define TXRING_PERFDATA_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "perfdata_format.h"
#include "source_impl.h"
#include "tracedat_write.h"

#define PERF_MAX_CPUS 65535	/* what an event can tell */

/* ---- bytes ---- */

struct perf_input {
	int fd;
	const uint8_t *map;	/* the whole file, or NULL: a pipe */
	size_t map_len;
	uint8_t *buf;		/* pipe: what is read and not used yet */
	size_t have, used, room;
	uint64_t pos, end;	/* of the record data; end UINT64_MAX: as far as it goes */
	uint64_t dropped_to;	/* mapped pages before that were given back */
	bool eof;
};

/*
 * n bytes at the current position, without taking them. Returns 1, 0 if the
 * input ends before (then *p and *avail tell what there is), or -errno.
 */
int perf_input_peek(struct perf_input *in, size_t n, const uint8_t **p, size_t *avail);
void perf_input_take(struct perf_input *in, size_t n);
/* How far bytes that were peeked at may be read. */
const uint8_t *perf_input_limit(const struct perf_input *in);
void perf_input_free(struct perf_input *in);

/* ---- samples ---- */

struct perf_attr {
	uint64_t sample_type, read_format;
	bool sample_id_all;
	bool tracepoint, has_raw, dummy;
	bool some_only;		/* not every event gave a sample */
	bool backward;		/* its buffers were written over, and are newest first */
	uint64_t config;	/* tracepoint: the event's id */
	uint32_t clockid;	/* UINT32_MAX: perf's own clock */
	/* offsets from the sample's body; -1: absent. raw_off is -1 when something
	 * of variable length (read values of a group, callchain) is before it */
	int16_t id_off, time_off, cpu_off, read_off, raw_off;
	int16_t tail_cpu, tail_time;	/* from the end of other records; -1: absent */
};

struct perf_ids {		/* sample id to attr; open addressing */
	uint64_t *id;
	uint32_t *attr;
	uint32_t *place;	/* among the ids of its attr: in the order of CPUs */
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
/* Hold at most so many events (tests, and a live source that bounds them itself). */
void perf_order_hold(struct perf_order *o, size_t events);
/* Room for an event of that CPU, NULL when memory is short: fill it, then commit. */
struct txr_event *perf_order_slot(struct perf_order *o, uint16_t cpu);
/* Its place is behind those of its CPU. 1: it was there already, and is dropped. */
int perf_order_commit(struct perf_order *o, uint16_t cpu);
/* All CPUs were read up to here once more: what is older than the round before
 * the last can go. */
void perf_order_round(struct perf_order *o);
/* All CPUs were read, and whatever follows is newer than that: it can go. */
void perf_order_until(struct perf_order *o, uint64_t ns);
/* All that is held. Times stay as they are. */
void perf_order_each(struct perf_order *o, void (*see)(void *ctx, struct txr_event *ev),
		     void *ctx);
/* Up to this time all CPUs' events were read, whatever follows. */
uint64_t perf_order_known_ns(const struct perf_order *o);
uint64_t perf_order_gone_ns(const struct perf_order *o);
/* Events come newest first, to be turned round at the end (perf_turn_round()). */
void perf_order_backward(struct perf_order *o);
bool perf_order_full(const struct perf_order *o);	/* of those more than can be held */
void perf_order_finish(struct perf_order *o);	/* everything can go */
bool perf_order_ready(const struct perf_order *o);
/* Events that can go, oldest first; returns how many. */
int perf_order_pop(struct perf_order *o, struct txr_event *ev, int max);
/* The same where they are, valid until the next slot. *lost grows by the TXR_LOST. */
int perf_order_take(struct perf_order *o, const struct txr_event **ev, int max, uint64_t *lost);
/* What goes from now on is not in the order of time: an event came too late. */
bool perf_order_disorder(const struct perf_order *o);
uint64_t perf_order_limit_ns(const struct perf_order *o);	/* what is not newer can go */

/* ---- compressed records ---- */

struct perf_zstd;
void perf_zstd_free(struct perf_zstd *z);
/* One record's payload; it must stay where it is until next returns 0. */
int perf_zstd_add(struct perf_zstd **z, const uint8_t *from, size_t n);
/*
 * Unpack some of it behind what is left: 1, *data and *len are all that is not
 * taken; 0, nothing more in this record; -EINVAL.
 */
int perf_zstd_next(struct perf_zstd *z, const uint8_t **data, size_t *len);
void perf_zstd_taken(struct perf_zstd *z, size_t n);
/* The beginning of a record is left, whose end did not come. */
bool perf_zstd_holds(const struct perf_zstd *z);	/* accepts NULL */

/* ---- names of tasks ---- */

struct perf_tasks;
void perf_tasks_free(struct perf_tasks *t);
/* Names are of at most 15 bytes. *t is made when it is NULL. -ENOMEM. */
int perf_tasks_set(struct perf_tasks **t, uint32_t tid, const char *name, size_t len);
size_t perf_tasks_count(const struct perf_tasks *t);	/* accepts NULL */
const char *perf_tasks_get(const struct perf_tasks *t, uint32_t tid);	/* NULL: none */

/* ---- the reader ---- */

struct perf_cpu {
	uint64_t last_ns;	/* newest sample of it, of any event */
	uint64_t lost, lost_total;	/* since last_ns; told by LOST records */
	uint64_t lost_samples;	/* told at the end, in all */
	uint64_t lost_ahead;	/* known before a LOST record told of them */
	bool gap;
	bool lost_unknown;	/* the gap's count is not known */
	bool edge;		/* a gap that txring told of has begun */
	uint64_t edge_ns;	/* then */
	uint64_t bytes;		/* of its samples, where they are newest first */
};

struct perf_record {
	uint32_t type;
	const uint8_t *body;	/* behind the header */
	size_t len;
};

struct perfdata {
	struct txr_source *s;
	struct perf_input in;
	bool swap;		/* file of the other byte order */
	bool big_endian;
	bool pipe;
	bool cut;		/* the records end before they should */
	bool unmarked;		/* samples or losses since the last round mark */
	bool has_formats, time_conv;
	struct perf_attr *attr;
	size_t attrs;
	bool same_layout;	/* all but dummies put everything at the same place, and
				 * are tracepoints or not */
	size_t sampled;		/* attrs that are no dummies */
	size_t common;		/* the first of them */
	struct perf_ids ids;
	size_t most_ids;	/* that one attr has: one a CPU */
	struct perf_order *order;
	uint64_t largest;	/* sample, in bytes, where they are newest first */
	bool by_merge;		/* events go through the merge: some came too late */
	size_t next_gap;	/* of those in the meta block */
	struct perf_zstd *zstd;
	struct perf_cpu *cpu;
	size_t cpus;
	uint64_t feature_bits[4];
	uint32_t nrcpus;	/* there are, or there can be */
	uint32_t online;	/* of these; 0: not told */
	uint64_t lost_samples;	/* told at the end, of no CPU that is known */
	struct perf_tasks *tasks;
	struct txr_buf meta;	/* of a pipe, in pieces */
	bool at_end;
};

static inline uint16_t perf_u16(const struct perfdata *p, const uint8_t *b)
{
	uint16_t v;

	memcpy(&v, b, sizeof(v));
	return p->swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t perf_u32(const struct perfdata *p, const uint8_t *b)
{
	uint32_t v;

	memcpy(&v, b, sizeof(v));
	return p->swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t perf_u64(const struct perfdata *p, const uint8_t *b)
{
	uint64_t v;

	memcpy(&v, b, sizeof(v));
	return p->swap ? __builtin_bswap64(v) : v;
}

int perf_oom(const struct perfdata *p, struct txr_err *err);

/* attr: len bytes of a perf_event_attr; ids: n ids of 8 bytes in file order. */
int perf_attr_add(struct perfdata *p, const uint8_t *attr, size_t len,
		  const uint8_t *ids, size_t n);
void perf_attr_free(struct perfdata *p);
/* The attr that has this id; NULL: none. */
const struct perf_attr *perf_attr_of_id(const struct perfdata *p, uint64_t id);
/* The CPU whose event has this id, if every CPU has one; else UINT16_MAX. */
uint16_t perf_cpu_of_id(const struct perfdata *p, uint64_t id);
/* Fill *out from a sample's body. 1, 0: nothing of ours, -EINVAL: malformed. */
int perf_sample_parse(struct perfdata *p, const uint8_t *body, size_t len,
		      struct perf_sample *out);
/* CPU of a record that is no sample, by its tail; UINT16_MAX: not known. */
uint16_t perf_tail_cpu(const struct perfdata *p, const struct perf_record *r);
uint64_t perf_tail_time(const struct perfdata *p, const struct perf_record *r);	/* 0: none */

int perf_tracing_parse(struct perfdata *p, const uint8_t *data, size_t len,
		       struct txr_err *err);
int perf_features_read(struct perfdata *p, uint64_t at, struct txr_err *err);
int perf_feature(struct perfdata *p, unsigned int bit, const uint8_t *data, size_t len,
		 struct txr_err *err);
/* 0; 1: the attrs' events were found in this kernel; -errno with a line. */
int perf_running_formats(struct perfdata *p, struct txr_err *err);

/* perfdata_sample.c */
struct perf_cpu *perf_cpu_of(struct perfdata *p, uint32_t cpu);
/*
 * Samples from data on, as long as one follows the other and none needs more than
 * len bytes; bytes up to limit may be read. *used: how many bytes they were.
 */
int perf_samples(struct perfdata *p, const uint8_t *data, size_t len,
		 const uint8_t *limit, size_t *used, struct txr_err *err);

/* perfdata_record.c */
/*
 * Records that lie in memory one behind the other; bytes up to limit may be read.
 * *used: those of whole records. 0, or -EINVAL: no record is there.
 */
int perf_records(struct perfdata *p, const uint8_t *data, size_t len,
		 const uint8_t *limit, size_t *used, struct txr_err *err);

/* perfdata_loss.c */
/* Gaps of which the block in front told, as far as events can go. */
int perf_push_known_gaps(struct perfdata *p, struct txr_err *err);
int perf_on_lost(struct perfdata *p, const struct perf_record *r, struct txr_err *err);
int perf_on_lost_samples(struct perfdata *p, const struct perf_record *r,
			 struct txr_err *err);
/* A gap on that CPU up to until_ns, of what is known to be lost there. */
int perf_push_gap(struct perfdata *p, uint16_t cpu, struct perf_cpu *c, uint64_t until_ns,
		  struct txr_err *err);
/*
 * All that a CPU's ring had was read: what is lost by now is told as a gap up to
 * until_ns, not with the CPU's next event. lost: in all, as the kernel counts.
 */
int perf_lost_until(struct perfdata *p, uint16_t cpu, uint64_t lost, uint64_t until_ns,
		    struct txr_err *err);
/* The end: losses that no event followed, then everything may go. cut: too early. */
int perf_finish(struct perfdata *p, bool cut, struct txr_err *err);

/* perfdata_backward.c */
/* Samples of len bytes were read: whose they are. */
void perf_weigh(struct perfdata *p, const uint8_t *data, size_t len);
/* All samples were read: those that are newest first are put in order. */
int perf_turn_round(struct perfdata *p, struct txr_err *err);

/* perfdata_scope.c: refused where tasks or CPUs are left out */
int perf_on_thread_map(struct perfdata *p, const struct perf_record *r, struct txr_err *err);
int perf_on_cpu_map(struct perfdata *p, const struct perf_record *r, struct txr_err *err);

/* perfdata_side.c */
int perf_on_side(struct perfdata *p, const struct perf_record *r, struct txr_err *err);
/* What follows a record without being one: tracing data, aux data. */
int perf_on_trailer(struct perfdata *p, const struct perf_record *r, struct txr_err *err);

/* The next events, as txr_source_read(). */
int perf_read(struct txr_source *s, const struct txr_event **ev, int max, uint64_t *lost,
	      struct txr_err *err);
/* A lane for the merge: all CPUs, in order. */
int perf_fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err);
/* Read records until the first sample (attrs, formats of a pipe are known then). */
int perf_prime(struct perfdata *p, struct txr_err *err);

#endif
