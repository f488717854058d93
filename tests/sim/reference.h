/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reference.h - the rules of Documentation/design.md ("Words and rules") in
 * the plainest form: lists and linear search, no thought of speed.
 */
#ifndef SIM_REFERENCE_H
#define SIM_REFERENCE_H

#include "txring/pair.h"
#include "xlap.h"

struct ref_lap {		/* beside xlap: what the rules need to remember */
	bool xmit_open;
	int cpu;
	int32_t pid;
	bool hard;		/* its xmit began in hard-IRQ context */
	int pend;		/* freed inside xmit: RP_* */
	bool handed, suspect;
	bool awaits_free;	/* closed by a release, the free is its late free */
	bool memory;		/* closed by a release, the memory still there */
	bool raced, doubtful;	/* clocks without order: see race() */
	bool fifo;		/* in a FIFO of whose laps one is tainted */
};

struct ref_addr {		/* what is known of an address without an open lap */
	uint64_t addr;
	bool busy, unref;
	bool unseen;		/* laps may be open of which nothing is known */
	uint64_t *stray_ns;	/* frees and releases that closed nothing */
	int *stray_cpu;
	int nstray;
};

struct ref_window {
	int cpu;
	uint64_t from_ns, until_ns;
};

struct ref_group {		/* ends of windows that count as one */
	uint64_t first_ns, last_ns;
};

struct reference {
	struct txr_pair_config cfg;
	const struct txr_event *ev;
	struct xlaps laps;
	struct ref_lap *l;
	int cap_l;
	int *stack, nstack, cap_stack;		/* open xmits, innermost last */
	struct ref_addr *addr;
	int naddr, cap_addr;
	struct ref_window *win;
	int nwin, cap_win;
	struct ref_group *group;
	int ngroup, cap_group;
	bool stacked[65536];
	struct txr_pair_counts n;
	uint64_t seq;
	uint64_t foreign_unrefs, busy_releases;	/* what may be counted either way */
	bool verbose;
	int first_open;		/* every lap before it is closed */
};

enum { RP_NONE, RP_DONE, RP_DROP, RP_NOSPEC };

/* cfg as given to the engine; events are named by index into ev. */
struct reference *ref_new(const struct txr_pair_config *cfg, const struct txr_event *ev);
void ref_free(struct reference *r);
void ref_feed(struct reference *r, int at);
void ref_finish(struct reference *r, int at);

/* reference_rel.c */
void ref_do_free(struct reference *r, int at);
void ref_do_release(struct reference *r, int at);
void ref_do_handover(struct reference *r, int at);

/* reference.c, for reference_rel.c */
void ref_enter(struct reference *r, int lap, int at);
void ref_end(struct reference *r, int lap, enum txr_outcome o, int at);
void ref_note_release(struct reference *r, int lap, int at);
struct ref_addr *ref_addr(struct reference *r, uint64_t addr);
bool ref_live(const struct reference *r, int lap, uint64_t addr);

#endif
