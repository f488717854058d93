/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * world.h - a machine that sends packets, simulated, and its own log of the
 * truth.
 *
 * CPUs run stacks of frames (task, softirq, hard IRQ), one step at a time in
 * random order; devices hold packets in rings; skbs come from per-CPU free
 * lists that give the youngest address back first, as the slab allocator does.
 * Every traced point emits an event as the chosen tier would show it, and tells
 * the truth log what really happened.
 */
#ifndef SIM_WORLD_H
#define SIM_WORLD_H

#include "rng.h"
#include "xlap.h"

enum w_tier { W_PATCHED, W_STOCK, W_NORESULT, W_TIERS };

enum w_kind {
	WK_RING,	/* NAPI completion in softirq */
	WK_IRQRING,	/* completion in hard IRQ, dev_kfree_skb_irq */
	WK_TAP,		/* a reader in process context */
	WK_DUMMY,	/* consume_skb inside xmit */
	WK_OLDDUMMY,	/* kfree_skb without a reason inside xmit */
	WK_LO,		/* netif_rx inside xmit: loopback, veth */
	WK_VNAPI,	/* veth with NAPI: ring, then handed to the peer */
	WK_STACK,	/* vlan, bond: nested xmit on the lower device */
	WK_STACKQ,	/* the same, through the qdisc of the lower device */
};

enum w_how {		/* how a reference is dropped */
	WH_NAPI,	/* napi_consume_skb in a poll */
	WH_IRQ,		/* dev_kfree_skb_irq */
	WH_CONSUME,
	WH_KFREE,
	WH_NETTX,	/* the softirq behind dev_kfree_skb_irq */
};

/* Drop reasons of the simulated kernel. */
enum {
	WR_NOT_SPECIFIED = 2, WR_QUEUE_PURGE = 50, WR_CPU_BACKLOG = 44,
	WR_FULL_RING = 60, WR_DRIVER = 61, WR_QDISC_DROP = 43,
};

#define W_CPUS_MAX 4
#define W_DEVS_MAX 8
#define W_QUEUES_MAX 3
#define W_TASKS 3		/* stacks per CPU on PREEMPT_RT */
#define W_FRAMES 32
#define W_SKB_LAPS 48		/* forwarded no more after that many */

struct skb {
	uint64_t addr;
	int refs, alloc_cpu;
	uint32_t len;
	uint16_t segs, segs_low, segs_high;
	bool hwts, zerocopy, gone;
	bool shared, more;		/* pktgen: laps may follow each other */
	bool dropped;			/* dev_kfree_skb_irq of a drop: kfree_skb follows */
	bool fuzzy;			/* a foreign reference went first */
	bool olddone;			/* completed by an old driver: kfree_skb follows */
	int32_t reason;
	int *lap, nr_laps;		/* truth laps of this life */
};

struct vec {
	void **v;
	int n, cap;
};

struct slot {
	struct skb *skb;
	int lap;
	bool done;		/* the hardware has finished with it */
};

struct wqueue {
	struct vec ring;	/* struct slot *, oldest first */
	struct vec qdisc;	/* struct skb *, requeued ones at the head */
	bool locked, stopped, frozen;
};

struct wdev {
	enum w_kind kind;
	uint16_t id;
	int nq, cap;
	struct wqueue q[W_QUEUES_MAX];
	int irq_cpu;
	int lower;		/* index, -1 none */
	bool declared;		/* the engine is told that it is stacked */
	bool stop_mode;		/* stops its queue when full, else BUSY */
	bool lltx;
	bool old_kfree;		/* completes with kfree_skb without a reason */
	bool rps;		/* receive work goes to another CPU */
	bool lazy;		/* cleans its ring in the next xmit */
	bool spread_irq;	/* completion moves between the CPUs */
	int drop_pct, busy_pct, hwts_pct, qdrop_pct, cn_pct;
	bool polling;		/* one CPU completes at a time */
	int weight;		/* how often it is chosen to send */
};

struct wconf {
	enum w_tier tier;
	bool rt, k72, handover_events;
	int cpus, ndev, events;
	int rx_pct, clone_pct, reset_pct, netpoll_pct, pktgen_pct, gso_pct;
	int zerocopy_pct, defer_max, backlog_max;
	int hw_pct;		/* how fast the devices are */
	bool pktgen_early;	/* pktgen drops its reference before the ring does */
	bool purge;		/* a refused packet may be purged */
	bool drain;		/* nothing left in the devices at the end */
	uint32_t step_ns;	/* longest step */
	struct wdev dev[W_DEVS_MAX];
};

struct frame {
	int type, step, sub;
	uint8_t ctx;
	bool bh_off;
	struct wdev *dev;
	int q, lap, rc;
	struct skb *skb;
	struct vec list;
	int i, n, burst;
	enum w_how how;
	int32_t reason;
	bool drop, mine, nest;
};

struct wtask {
	struct frame f[W_FRAMES];
	int n;
	int32_t pid;
};

struct wcpu {
	int id;
	struct wtask task[W_TASKS];
	struct vec free;		/* addresses, youngest on top */
	struct vec completion;		/* softnet_data.completion_queue: LIFO */
	struct vec defer;		/* skb_attempt_defer_free */
	struct vec backlog;
	uint32_t napi, irq;		/* devices that wait here, a bit each */
	bool net_tx;
	int last_rc;
};

struct world {
	struct wconf c;
	struct rng r;
	uint64_t now, next_addr;
	struct wcpu cpu[W_CPUS_MAX];
	struct vec skbs;		/* every life, for the end */
	struct vec clones, tstamps;	/* references that others hold */
	struct txr_event *ev;
	int nev, cap_ev;
	struct xlaps laps;		/* the truth */
	bool *xmit_open;		/* per lap: physically inside ndo_start_xmit */
	struct { int8_t cpu, task; bool hard; } *xmit_in;
	uint8_t *pend;			/* per lap: released inside xmit */
	int cap_open;
	bool draining;
	uint8_t *handed;
	uint64_t seq;
	int steps;
};

void world_init(struct world *w, const struct wconf *c, uint64_t seed);
void world_run(struct world *w);
void world_free(struct world *w);

/* world_core.c, used by the other parts of the world */
void vec_push(struct vec *v, void *p);
void vec_insert(struct vec *v, int at, void *p);
void *vec_pop(struct vec *v);
void *vec_shift(struct vec *v);
struct frame *w_push(struct world *w, struct wcpu *c, struct wtask *t, int type, uint8_t ctx);
int w_emit(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx,
	   const struct txr_event *ev);
void w_tick(struct world *w, uint32_t longest);

/* world_skb.c */
struct skb *w_alloc(struct world *w, struct wcpu *c);
void w_push_rel(struct world *w, struct wcpu *c, struct wtask *t, struct frame *from,
		struct skb *s, int lap, enum w_how how, int32_t reason);
bool w_step_rel(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f);

/* world_xmit.c: frames return true when done; W_WAIT: nothing to do yet */
enum { W_AGAIN, W_DONE, W_WAIT };
int w_step_tx(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f);
int w_step_xmit(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f);

/* world_work.c: everything else that a CPU does */
int w_step_work(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f);
bool w_softirq_pending(const struct wcpu *c);
void w_start_softirq(struct world *w, struct wcpu *c, struct wtask *t);
void w_start_activity(struct world *w, struct wcpu *c, struct wtask *t);
void w_hardware(struct world *w);
bool w_idle(const struct world *w);

/* world_truth.c */
int t_start(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f, int at);
void t_result(struct world *w, int lap, int32_t rc, int at);
void t_visible(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx, int lap,
	       int at, bool drop, bool nospec);
void t_free(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx, struct skb *s,
	    int at, bool drop, bool nospec);
void t_handover(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx,
		struct skb *s, int at);

void t_finish(struct world *w);

enum w_frame {
	WF_TX = 1,	/* a packet on its way through the qdisc to the driver */
	WF_XMIT,	/* ndo_start_xmit */
	WF_REL,		/* one reference dropped */
	WF_NETTX, WF_NAPI, WF_DEFER, WF_BACKLOG,	/* softirqs */
	WF_IRQ, WF_NETPOLL,				/* hard IRQs */
	WF_RESET, WF_READ, WF_RX, WF_PKTGEN, WF_SEND,	/* tasks */
};

#endif
