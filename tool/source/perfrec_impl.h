/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfrec_impl.h - the recorder by perf events, its inside.
 *
 *	perfrec.c	set up, start, stop
 *	perfrec_open.c	events on all CPUs
 *	perfrec_reader.c libperf: events on some CPUs, their rings, ids, switches
 *	perfrec_read.c	the readers: rings to sink
 *	perfrec_rename.c ids of events that the file's header does not have
 *	perfrec_sink.c	one stream of records to file or pipe, rounds, a full disk
 *	perfrec_filter.c the kernel's filters
 *	perfrec_handover.c events that are open, and off until a device needs them
 *	perfrec_write.c	what stands before the records
 *	perfrec_end.c	the file ended, also on a disk that is full
 *	perfrec_cpus.c	which CPUs
 *	perfrec_hotplug.c a thread that sees CPUs come and go
 *	perfrec_follow.c one CPU that came or went: its events anew, what was missed
 *	perfrec_gaps.c	what was missed, as the file tells it
 *	perfrec_info.c	figures
 *	perfrec_live.c	without an output: as the devices and CPUs are now
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
/* Rounds wait for one reader more, or no longer for this one. */
void txr_sink_join(struct txr_sink *k, uint64_t *last);
void txr_sink_leave(struct txr_sink *k, uint64_t *last);
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
	_Atomic uint64_t lost_end;		/* as the kernel counted them, at the end */
	uint64_t left_out;			/* samples read, and not in the file */
	uint64_t first_ns, last_ns;
	uint64_t on_ns, looked_ns;		/* live: how long it was on, a look ago */
};

/* One thread's CPUs. */
struct txr_reader {
	struct txr_perfrec *r;
	struct perf_cpu_map *cpus;
	struct perf_evlist *list;	/* NULL: closed, its figures stay */
	struct perf_evsel **evsel;	/* one for each event */
	struct txr_ring *ring;
	unsigned int rings;
	uint64_t *id;			/* of event e on ring c: id[e * rings + c] */
	bool late;			/* one CPU, and ids that the header has not */
	uint8_t *copy;			/* late: of what its ring holds */
	pthread_t thread;
	_Atomic bool stop;
	bool running;
	uint64_t done_round;
};

/* One CPU over the times that it is there. The thread's of perfrec_hotplug.c. */
struct txr_perf_cpu {
	struct txr_reader *reader;	/* whose its events are, or were last; or NULL */
	unsigned int ring;		/* which of the reader's */
	bool live;			/* its events are on */
	bool look;			/* the kernel told of it */
	uint64_t on_ns;			/* live: not switched on before then */
	uint64_t off_ns;		/* not live: nothing was missed up to then */
};

/* A gap whose beginning is not before what its ring has. */
struct txr_perf_gap {
	struct txr_cpu_gap gap;
	const struct txr_ring *ring;	/* NULL: nothing more is known */
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
	struct txr_perf_cpu *on;	/* one for each that can be: lost_cpus */
	struct txr_buf changed;		/* "1,3": CPUs that came or went; "" none */
	struct txr_buf missed;		/* those of them that are on and not recorded */
	struct txr_perf_gap *gap;
	size_t gaps;
	bool gaps_untold;		/* memory was short for one */
	uint64_t missed_ns;		/* in all gaps */
	int uevent_fd, end_fd;
	pthread_t hotplug;
	bool following;
	uint64_t buffer_kb;
	/* Never moved: readers grows behind the others' backs. */
	struct txr_reader **reader;
	_Atomic unsigned int readers;
	unsigned int first_readers;	/* those of the start */
	struct txr_sink sink;
	bool running, stopped;
	uint64_t off_ns;		/* mono time of the stop */
	unsigned int handover;		/* TXR_HANDOVER_*: needed so far, and on */
	pthread_mutex_t switching;	/* which events are spare, and those of late readers */
	bool ending;			/* under it: none is switched on any more */
	uint64_t looked_ns;		/* live: at the CPUs */
	const char *unmatched;
	uint64_t *lost_by_cpu;
	unsigned int lost_cpus;		/* the highest number that a CPU can have, and 1 */
	struct txr_record_stats last;
};

/* perfrec_open.c */
int txr_perfrec_open(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_close(struct txr_perfrec *r);

/* perfrec_reader.c: n CPUs, events off; -errno. What close gives back can be opened anew. */
int txr_reader_open(struct txr_reader *d, const unsigned int *cpu, unsigned int n);
void txr_reader_close(struct txr_reader *d);
void txr_reader_free(struct txr_reader *d);
/*
 * CPUs cannot be switched at one moment. What ends a lap is on before what begins
 * one, on every CPU, and off after it: no lap is open because nobody looked.
 */
void txr_readers_switch(struct txr_reader *const *d, unsigned int n, bool on);
/* The hand-over events alone, on, but for spare ones. */
void txr_reader_switch_handover(struct txr_reader *d);
/* How long a ring's events were on, up to now or to the CPU's end. */
int txr_reader_on_ns(struct txr_reader *d, unsigned int ring, uint64_t *on_ns);
/* What one ring has lost in all, as the kernel counted. -EOPNOTSUPP: it does not. */
int txr_reader_lost(struct txr_reader *d, unsigned int ring, uint64_t *lost);
/* Lost samples of each event and CPU, as the kernel counted them. */
void txr_reader_read_lost(struct txr_reader *d, struct txr_buf *records);

/* perfrec_read.c */
/* What a ring holds, up to *head: the number of pieces, 0: nothing. */
unsigned int txr_ring_peek(struct txr_ring *g, struct iovec iov[2], uint64_t *head);
void txr_ring_take(struct txr_ring *g, uint64_t head);
/* After the take: while the ring's tail was this one, room bytes were always free. */
bool txr_ring_had_room(const struct txr_ring *g, uint64_t tail, uint64_t room);
int txr_reader_start(struct txr_reader *d);
void txr_reader_stop(struct txr_reader *d);
int txr_readers_start(struct txr_perfrec *r, struct txr_err *err);
void txr_readers_stop(struct txr_perfrec *r);

/* perfrec_rename.c: whole records of a late reader, with the header's ids; as
 * txr_sink_put() */
uint64_t txr_reader_put_late(struct txr_reader *d, const struct iovec *iov, int n,
			     uint64_t samples);
void txr_records_rename(const struct txr_reader *d, uint8_t *at, size_t len);

/* perfrec_filter.c */
int txr_perfrec_filter(struct txr_perfrec *r, struct txr_reader *const *d, unsigned int n,
		       struct txr_err *err);

/* perfrec_handover.c */
/* All that r->handover and the options ask for, the other hand-over events as spare. */
int txr_perfrec_choose_events(struct txr_perfrec *r, struct txr_err *err);
/* More kinds of hand-overs than so far are to be told of from now on. */
void txr_perfrec_hand_over(struct txr_perfrec *r, unsigned int need);
/* With an output; the watcher calls it after its looks. */
void txr_perfrec_follow_handover(struct txr_perfrec *r);

/* perfrec.c: what is on for the devices and CPUs of now; events off */
int txr_perfrec_set_up(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_tear_down(struct txr_perfrec *r);

/* perfrec_live.c */
/*
 * Of which CPU events may be missing since when: it came online, or its events were
 * taken off. Looked at once a second, or at_once.
 */
typedef void (*txr_missing)(void *ctx, unsigned int cpu, uint64_t since_ns);
void txr_perfrec_look_begin(struct txr_perfrec *r, uint64_t since_ns);
void txr_perfrec_look_live(struct txr_perfrec *r, bool at_once, txr_missing missing,
			   void *ctx);
/* 1: the devices as they are in r->meta.end need other events or filters; 0; -errno. */
int txr_perfrec_outdated(struct txr_perfrec *r, struct txr_err *err);
/* All events anew: switched off and read, then this. */
int txr_perfrec_anew(struct txr_perfrec *r, struct txr_err *err);

/* perfrec_write.c */
int txr_perfrec_failed(const struct txr_perfrec *r, int code, struct txr_err *err);
int txr_perfrec_describe(struct txr_perfrec *r, struct txr_err *err);
int txr_perfrec_begin(struct txr_perfrec *r, struct txr_err *err);
void txr_perfrec_undescribe(struct txr_perfrec *r);

/* perfrec_cpus.c */
int txr_perfrec_find_cpus(struct txr_perfrec *r, struct txr_err *err);
/* Calls see() for each CPU that is online now; false: that cannot be read. */
bool txr_each_online(void (*see)(void *ctx, unsigned int cpu), void *ctx);

/* perfrec_hotplug.c: listen before the CPUs are read, watch once events are on */
void txr_hotplug_listen(struct txr_perfrec *r);
int txr_hotplug_watch(struct txr_perfrec *r, uint64_t on_ns, struct txr_err *err);
/* Events are on still: whatever came or went and was not followed is a gap. */
void txr_hotplug_end(struct txr_perfrec *r);
void txr_hotplug_free(struct txr_perfrec *r);

/* perfrec_follow.c */
struct txr_look {
	uint64_t before_ns, after_ns;	/* when was looked which CPUs are online */
	bool last;			/* follow no more */
};
void txr_perfrec_look(struct txr_perfrec *r, unsigned int cpu, bool online,
		      const struct txr_look *look);

/* perfrec_gaps.c */
size_t txr_perfrec_gaps_max(const struct txr_perfrec *r);
void txr_perfrec_gap_add(struct txr_perfrec *r, const struct txr_cpu_gap *gap,
			 const struct txr_ring *ring);
/* A ring has all that it will ever have. */
void txr_perfrec_gaps_settle(struct txr_perfrec *r, const struct txr_ring *ring);
/* To the file's block; all rings have ended. -ENOMEM: the stream alone has them. */
int txr_perfrec_gaps_tell(struct txr_perfrec *r);

/* perfrec.c: now, in the recording's clock; 0: it cannot be read */
uint64_t txr_perfrec_now(const struct txr_perfrec *r);

/* perfrec_tasks.c */
void txr_perfrec_tasks(struct txr_buf *out);

#endif
