// SPDX-License-Identifier: GPL-2.0-only
/* warm.c - packets older than the recording. */
#include "txring/event.h"
#include "warm.h"

/* A reset by a task frees at once what it finds; what hard IRQs gave back still waits. */
static bool overtakes(const struct txr_lap *lap)
{
	return lap->release_origin == TXR_O_KFREE_SKB &&
	       !(lap->release_ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ));
}

/*
 * A driver that gives its packets back by consume_skb frees by kfree_skb what it drops.
 * In a hard IRQ, or with interrupts off, the free of a drop comes after its result, and
 * looks like a release; but the packet was never in the ring, and rules nothing out.
 */
static bool passed_by(struct txr_warm *w, const struct txr_lap *lap)
{
	if (lap->release_origin == TXR_O_KFREE_SKB)
		return w->consumes;
	if (!w->consumes) {
		w->consumes = true;
		w->first.over = w->sure.over = false;
	}
	return false;
}

static void note_cpu(struct txr_warm *w, const struct txr_lap *lap)
{
	if (!(lap->release_ctx & TXR_CTX_SOFTIRQ))
		return;
	w->spread |= w->freed && lap->release_cpu != w->cpu;
	w->freed = true;
	w->cpu = lap->release_cpu;
}

void txr_warm_release(struct txr_warm *w, const struct txr_lap *lap,
		      const struct txr_warm_end *end, uint32_t inside)
{
	if (passed_by(w, lap))
		return;
	note_cpu(w, lap);
	if (!w->first.over) {
		w->first = *end;
		w->pending = inside;
		w->free_ns = end->at_ns;
	} else if (w->pending) {
		if (lap->start_ns <= w->first.at_ns && !--w->pending)
			w->free_ns = end->at_ns;
	} else if (!w->sure.over && lap->start_ns > w->free_ns && !overtakes(lap)) {
		w->sure = *end;
	}
	w->settled = w->sure.over && w->consumes;
}

static void add_end(struct txr_warm_end *to, const struct txr_warm_end *from)
{
	to->over = to->over && from->over;
	if (from->at_ns > to->at_ns)
		to->at_ns = from->at_ns;
	if (from->unmatched > to->unmatched)
		to->unmatched = from->unmatched;
}

/*
 * unmatched counts the frees of the whole machine, so the largest of the queues
 * covers all of them, from the first start on any of them. The device may reach
 * its maximum while one queue is still warm, whatever the others do: max_before
 * is of no use then.
 */
void txr_warm_add(struct txr_warm *to, const struct txr_warm *from, bool first)
{
	if (first) {
		*to = *from;
		return;
	}
	add_end(&to->first, &from->first);
	add_end(&to->sure, &from->sure);
	to->spread |= from->spread;
	if (from->base < to->base)
		to->base = from->base;
}

