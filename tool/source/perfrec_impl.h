/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfrec_impl.h - the recorder by perf events, its inside.
 *
 *	perfrec.c	set up, start, stop
 *	perfrec_open.c	libperf: events on CPUs, their ids, filters, switches
 *	perfrec_read.c	the readers: rings to sink
 *	perfrec_sink.c	one stream of records to file or pipe, rounds, a full disk
 *	perfrec_filter.c -d
 *	perfrec_write.c	what stands before the records
 *	perfrec_end.c	the file ended, also on a disk that is full
 *	perfrec_cpus.c	which CPUs
 *	perfrec_info.c	figures
 *	perfrec_tasks.c	names of the tasks that are there already
 */
#ifndef TXRING_PERFREC_IMPL_H
#define TXRING_PERFREC_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/uio.h>
#include "perfdata_write.h"
#include "perfrec.h"
#include "tracefs_events.h"
#include "tracefs_filter.h"
#include "tracefs_outfile.h"
#include "tracefs_tier.h"

/* ---- one stream of records ---- */

struct txr_sink {
	pthread_mutex_t lock;
	int fd;				/* -1: none */
	bool pipe;
	uint64_t at;			/* where the next record goes */
	uint64_t limit;			/* RLIMIT_FSIZE, 0: none */
	unsigned int readers;
	unsigned int done;		/* readers that have ended this round */
	_Atomic uint64_t round;
	bool dirty;			/* records since the last mark */
	_Atomic int error;		/* negative errno, the first */
	uint64_t failed_ns;		/* mono time of it */
	int event_fd;			/* readable after an error */
};

int txr_sink_init(struct txr_sink *k, int fd, bool pipe);
void txr_sink_free(struct txr_sink *k);
/* Whole records, samples of them samples. Returns how many of these were left out. */
uint64_t txr_sink_put(struct txr_sink *k, const struct iovec *iov, int n, uint64_t samples);
void txr_sink_put_buf(struct txr_sink *k, struct txr_buf *b);	/* empties it */
/* A reader that began when the round was this has emptied all its rings. */
void txr_sink_done(struct txr_sink *k, uint64_t round, uint64_t *last);

/* ---- events on CPUs ---- */

struct perf_cpu_map;
struct perf_evlist;
struct perf_evsel;
struct perf_mmap;

struct txr_ring {
	unsigned int cpu;
	struct perf_mmap *map;
	struct perf_event_mmap_page *page;	/* NULL until the first record */
	const uint8_t *data;
	uint64_t size, tail;
	_Atomic uint64_t events, lost;		/* samples read; told by LOST */
	_Atomic uint64_t bytes;
	uint64_t lost_end;			/* as the kernel counted them, at the end */
	uint64_t left_out;			/* samples read, and not in the file */
	uint64_t first_ns, last_ns;
};

/* One thread's CPUs. */
struct txr_reader {
	struct txr_perfrec *r;
	struct perf_cpu_map *cpus;
	struct perf_evlist *list;
	struct perf_evsel **evsel;	/* one for each event */
	struct txr_ring *ring;
	unsigned int rings;
	pthread_t thread;
	bool running;
	uint64_t done_round;
};

#define TXR_READERS_MAX 64

struct txr_perfrec {
	struct txr_record_config cfg;
	struct txr_tracefs tfs;
	struct txr_tier_choice choice;
	struct txr_event_set events;
	struct txr_devsel sel;
	struct txr_outfile out;
	struct txr_meta meta;
	struct txr_watcher *watcher;	/* between start and stop */
	struct txr_perfdata data;	/* what stands around the records */
	struct txr_perf_event *ev;	/* data.event, ours to write */
	const char **argv;		/* into argv_text */
	char *argv_text;
	size_t meta_room;
	uint64_t data_at;
	int clockid;			/* -1: perf's own */
	unsigned int *cpu;		/* online at the start */
	unsigned int cpus;
	char *online;			/* the same as text */
	char *missed;			/* CPUs that came or went; NULL none */
	uint64_t buffer_kb;
	struct txr_reader *reader;
	unsigned int readers;
	struct txr_sink sink;
	_Atomic bool stop;
	bool running, stopped;
	uint64_t off_ns;		/* mono time of the stop */
	const char *unmatched;
	uint64_t *lost_by_cpu;
	unsigned int lost_cpus;
	struct txr_record_stats last;
};

/* perfrec_open.c */
int txr_perfrec_open(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_close(struct txr_perfrec *r);
int txr_perfrec_filter(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_switch(struct txr_perfrec *r, bool on);
/* Lost samples of each event and CPU, as the kernel counted them. */
void txr_perfrec_read_lost(struct txr_perfrec *r, struct txr_buf *records);

/* perfrec_read.c */
int txr_readers_start(struct txr_perfrec *r, struct txr_err *err);
void txr_readers_stop(struct txr_perfrec *r);

/* perfrec_write.c */
int txr_perfrec_failed(const struct txr_perfrec *r, int code, struct txr_err *err);
int txr_perfrec_describe(struct txr_perfrec *r, struct txr_err *err);
int txr_perfrec_begin(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_undescribe(struct txr_perfrec *r);

/* perfrec_cpus.c */
int txr_perfrec_find_cpus(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_find_missing(struct txr_perfrec *r, struct txr_buf *records);

/* perfrec_tasks.c */
void txr_perfrec_tasks(struct txr_buf *out);

#endif
