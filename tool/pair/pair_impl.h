/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pair_impl.h - the engine's insides, shared by the files of tool/pair.
 *
 * table.c   skb address → open laps, mark
 * laps.c    the pool of laps
 * xmit.c    open xmits of each CPU
 * chain.c   the open laps of one skb, and how a lap ends
 * start.c, result.c, release.c, loss.c   one kind of event each
 * untold.c  hand-overs that no event tells of
 * pair.c    the engine as seen from outside
 */
#ifndef TXRING_PAIR_IMPL_H
#define TXRING_PAIR_IMPL_H

#include "laps.h"
#include "table.h"
#include "txring/pair.h"

/* lap->state */
enum {
	LAP_UNUSED,
	LAP_XMIT,	/* its xmit is open */
	LAP_PENDING,	/* released inside xmit: decided at the result */
	LAP_DEVICE,	/* accepted, in the device */
	LAP_DONE,	/* has its outcome; something still points at it */
};

/* lap->refs_held: who may still tell of the lap */
#define HELD_XMIT	0x01	/* an open xmit: its result may come */
#define HELD_MARK	0x02	/* a slot's mark: its late free may come */

/* Flags of the engine's own, above the public ones. */
#define LAP_F_TAINTED	0x10000	/* in a FIFO with a tainted lap: which release is whose? */
#define LAP_F_RACED	0x20000	/* restarted a lap, clocks not ordered */
#define LAP_F_HARDIRQ	0x40000	/* its xmit began in hard-IRQ context */
#define LAP_F_SUSPECT	0x80000	/* free seen just before, clocks not ordered */
#define LAP_F_UNSORTED	0x100000 /* a lap of its skb was handed over since */

#define XMIT_DEPTH 32

struct txr_xmit {
	uint64_t skbaddr;
	uint32_t lap;
	int32_t pid;
	uint16_t dev;
};

struct txr_xmit_stack {
	unsigned int depth;
	struct txr_xmit open[XMIT_DEPTH];
};

/* Ends of loss windows whose laps have not aged out yet, oldest first. Windows
 * that end within 1/16 of the age of each other share an entry. */
#define LOSS_WINDOWS 18
struct txr_loss {
	uint64_t until_ns;	/* latest end of any window; 0: none yet */
	bool any;
	unsigned int count;
	struct { uint64_t first_ns, last_ns; } pending[LOSS_WINDOWS];
};

#define GHOST_BITS 15
struct txr_ghost {		/* the last frees of a skb without an open lap */
	uint64_t addr;
	struct { uint64_t ts_ns; uint16_t cpu; } seen[2];	/* of different CPUs */
	uint64_t crowd_ns;	/* the last of other addresses that had to make room */
};
#define GHOST_WINDOW_NS 50000

struct txr_pair {
	struct txr_table table;
	struct txr_laps laps;
	struct txr_pair_config cfg;
	struct txr_pair_sink sink;
	struct txr_xmit_stack **stack;	/* per CPU, made when first used */
	unsigned int cpus;
	uint8_t *stacked;		/* one bit a device */
	uint64_t *untold_ns;		/* until when, untold_devs devices; owned */
	uint32_t untold_devs;
	uint64_t untold_max_ns;		/* the latest of them */
	struct txr_loss loss;
	struct txr_ghost *ghost;	/* NULL when clocks are ordered */
	uint64_t now_ns;
	int error;
	struct txr_pair_counts counts;
};

/* xmit.c */
struct txr_xmit_stack *txr_xmit_stack(struct txr_pair *p, uint16_t cpu);
void txr_xmit_push(struct txr_pair *p, const struct txr_event *ev, uint32_t lap);
/* Takes the xmit that the result belongs to off the stack; 0: none. */
uint32_t txr_xmit_pop(struct txr_pair *p, const struct txr_event *ev);
/* The innermost open xmit of this CPU (and task), or NULL. */
struct txr_xmit *txr_xmit_innermost(struct txr_pair *p, const struct txr_event *ev);
/* All open xmits of a CPU lost their results to a gap. */
void txr_xmit_lost(struct txr_pair *p, uint16_t cpu, uint64_t ts_ns);
void txr_xmit_finish(struct txr_pair *p);
bool txr_xmit_inside(const struct txr_lap *lap, const struct txr_event *ev);
void txr_xmit_free(struct txr_pair *p);

/* chain.c */
void txr_chain_append(struct txr_pair *p, struct txr_slot *s, uint32_t lap);
void txr_chain_unlink(struct txr_pair *p, struct txr_slot *s, uint32_t lap);
/* Unlink by the lap's address; drops the slot if nothing is left in it. */
void txr_chain_remove(struct txr_pair *p, uint32_t lap);
/* Open laps of the skb; more than there are when some left out of order. */
uint32_t txr_chain_count(const struct txr_pair *p, const struct txr_slot *s);
/* The laps on dev: which release belongs to which is not known. Not empty. */
void txr_chain_taint(struct txr_pair *p, const struct txr_slot *s, uint16_t dev);
/* The next start must look at every lap again. Not empty. */
void txr_chain_unsorted(struct txr_pair *p, const struct txr_slot *s);
void txr_slot_drop_if_idle(struct txr_pair *p, struct txr_slot *s);
void txr_mark_set(struct txr_pair *p, struct txr_slot *s, uint32_t mark);
bool txr_lap_tainted(const struct txr_pair *p, const struct txr_lap *lap);
void txr_lap_enter(struct txr_pair *p, struct txr_lap *lap, uint64_t ts_ns);
/* Give the outcome. The lap is off its chain by now. */
void txr_lap_end(struct txr_pair *p, uint32_t lap, enum txr_outcome o, uint64_t ts_ns);
/* As txr_lap_end, but uncertain if the lap overlaps a loss window. */
void txr_lap_end_checked(struct txr_pair *p, uint32_t lap, enum txr_outcome o,
			 uint64_t ts_ns);
void txr_lap_unhold(struct txr_pair *p, uint32_t lap, uint8_t who);
void txr_lap_set_release(struct txr_lap *lap, const struct txr_event *ev);

/* start.c, result.c, release.c, loss.c */
void txr_pair_start(struct txr_pair *p, const struct txr_event *ev);
void txr_pair_result(struct txr_pair *p, const struct txr_event *ev);
/* The recording ends before the result. */
void txr_result_at_finish(struct txr_pair *p, uint32_t lap);
void txr_result_missing(struct txr_pair *p, uint32_t lap, uint64_t ts_ns);
void txr_pair_release(struct txr_pair *p, const struct txr_event *ev);
void txr_pair_free_event(struct txr_pair *p, const struct txr_event *ev);
void txr_pair_handover(struct txr_pair *p, const struct txr_event *ev);
void txr_pair_lost(struct txr_pair *p, const struct txr_event *ev);
void txr_loss_age(struct txr_pair *p, uint64_t now_ns);
void txr_pair_evict(struct txr_pair *p);

/* untold.c: the lap goes on beyond its xmit, out of sight, and so do those above it */
void txr_untold_leave(struct txr_pair *p, uint32_t lap, uint64_t ts_ns);
/*
 * Another CPU tells of the skb while an xmit of it is open that may have handed it on
 * untold: then nothing is certain of any of its laps. Not empty.
 */
void txr_untold_spread(struct txr_pair *p, const struct txr_slot *s,
		       const struct txr_event *ev);

static inline bool txr_is_untold(const struct txr_pair *p, const struct txr_event *ev)
{
	return ev->ts_ns < p->untold_max_ns && ev->dev < p->untold_devs &&
	       ev->ts_ns < p->untold_ns[ev->dev];
}

/* Before what the event means for each lap of the skb. A single one has its own flag. */
static inline void txr_untold_look(struct txr_pair *p, const struct txr_slot *s,
				   const struct txr_event *ev)
{
	if (p->untold_max_ns && txr_lap_at(&p->laps, s->tail)->next != s->tail)
		txr_untold_spread(p, s, ev);
}

static inline struct txr_ghost *txr_ghost_at(const struct txr_pair *p, uint64_t addr)
{
	/* not where the table of laps has it: that one grows */
	return &p->ghost[txr_addr_place(addr, 64 - GHOST_BITS)];
}

static inline bool txr_loss_age_due(const struct txr_pair *p, uint64_t now_ns)
{
	return p->loss.count &&
	       now_ns > p->loss.pending[0].last_ns &&
	       now_ns - p->loss.pending[0].last_ns > p->cfg.loss_age_ns;
}

#endif
