/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xlap.h - one lap as the oracles know it, and as the engine told it.
 *
 * The world (truth), the reference (the rules) and the capture (what the
 * engine said) all speak in this form, so that each can be compared with each.
 * Positions are indexes in the event stream; -1 means never.
 */
#ifndef SIM_XLAP_H
#define SIM_XLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/event.h"
#include "txring/pair.h"

struct xlap {
	int start_at;		/* event of the start */
	uint64_t skb;
	uint16_t dev, queue;
	uint32_t len_bytes;
	uint16_t segs, segs_low, segs_high;
	uint16_t start_cpu;
	uint64_t start_ns;

	bool has_result;
	uint64_t result_ns;
	int result_at;
	int32_t rc;

	bool entered;		/* took part in the occupancy */
	uint64_t enter_ns;
	int enter_at;

	enum txr_outcome outcome;	/* TXR_OPEN: still in the device */
	int end_at;			/* event that decided it */
	uint64_t end_ns;
	bool released;
	uint64_t release_ns;		/* when the tier could see the slot free */
	int release_at;			/* event of it (before the result, inside xmit) */
	bool in_xmit, nospec_ok, full_ring, has_reason;
	int32_t reason;
	uint8_t release_origin, release_ctx;
	uint16_t release_cpu;
	int32_t release_pid;

	bool tainted, evicted, aged;
	bool late_freed;
	uint64_t free_ns;
	bool shared;		/* truth and reference only: others hold it too */
	bool suspect;		/* reference only: freed just before its start */
	bool fuzzy;		/* truth only: this tier cannot know its times */
	bool fuzzy_outcome;	/* truth only: nor its outcome */
	uint64_t seq_start, seq_enter, seq_end;	/* order of transitions */
};

struct xlaps {
	struct xlap *v;
	int n, cap;
};

struct xlap *xlaps_add(struct xlaps *x);
void xlaps_free(struct xlaps *x);

#endif
