/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * went_sim.h - CPUs that take interrupts, schedule and poll NAPI instances and free
 * packets as the kernel does, and know which interrupt led to each release.
 *
 * Written from net/core/dev.c (____napi_schedule, napi_complete_done, net_rx_action,
 * net_tx_action) of 6.1 and 6.12; nothing of tool/stats is used. Every packet has a tx
 * queue of its own, so that a report tells of each alone.
 */
#ifndef TXRING_TESTS_WENT_SIM_H
#define TXRING_TESTS_WENT_SIM_H

#include "went_script.h"

#define CPUS 2
#define DEVICE_NAPIS 4			/* of eth0, eth1, eth2, eth0 */
#define NAPIS (DEVICE_NAPIS + CPUS)	/* and a backlog a CPU */
#define PACKETS 1200
#define LIST 64

enum truth { T_OPEN, T_LED, T_NOT_LED, T_TASK };

struct sim_packet {
	uint64_t start_ns, release_ns;
	uint64_t irq_ns, begin_ns;	/* T_LED: handler's entry, and what it led to */
	uint64_t missed_ns;		/* T_NOT_LED: but its interrupt came before the poll */
	enum truth truth;
	uint16_t dev;
};

struct sim_napi {
	bool scheduled, missed;
	uint64_t cause_ns;	/* entry of the handler that scheduled it; 0: none */
	uint64_t missed_ns;	/* and of the first that found it scheduled */
};

struct sim_list {
	unsigned int n, napi[LIST];
};

struct sim_cpu {
	struct sim_list poll_list;
	bool rx_pending, tx_pending, in_action;
	unsigned int to_free[LIST], nr_to_free;	/* completion_queue, newest last */
	uint64_t freed_by[LIST];		/* handler's entry of each */
};

struct sim {
	struct rec s;
	uint64_t rng;
	bool in_action_kernel;		/* 6.2 and later */
	bool masks;			/* no interrupt while its instance is scheduled */
	bool arm;			/* timers and IPIs have handlers */
	struct sim_packet p[PACKETS + 1];
	unsigned int sent;
	unsigned int open[3][PACKETS], nr_open[3];
	struct sim_napi napi[NAPIS];
	struct sim_cpu cpu[CPUS];
};

static inline uint32_t sim_rand(struct sim *m, uint32_t below)
{
	m->rng ^= m->rng << 13;
	m->rng ^= m->rng >> 7;
	m->rng ^= m->rng << 17;
	return (uint32_t)(m->rng >> 20) % below;
}

static inline bool sim_chance(struct sim *m, uint32_t of)
{
	return !sim_rand(m, of);
}

static inline void sim_wait(struct sim *m)
{
	m->s.now += 1 + sim_rand(m, 400);
}

/* The packet that is longest in the device. */
static inline bool sim_take(struct sim *m, unsigned int dev, unsigned int *id)
{
	if (!m->nr_open[dev])
		return false;
	*id = m->open[dev][0];
	memmove(&m->open[dev][0], &m->open[dev][1], --m->nr_open[dev] * sizeof(m->open[0][0]));
	return true;
}

#endif
