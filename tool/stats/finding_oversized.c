// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_oversized.c - a ring of which hardly anything was ever used. It costs
 * memory and cache, and once it does fill, everything behind it waits that long.
 */
#include <inttypes.h>
#include "advice.h"
#include "findings.h"

/* A packet takes a descriptor for itself, one for its offload, one for each page. */
#define DESCRIPTOR_BYTES 4096

static uint64_t descriptors_used(const struct txr_row *r)
{
	return 2 * r->in_device.max.high + r->in_device.max_bytes.high / DESCRIPTOR_BYTES;
}

static bool has_high(const struct txr_u64 *f)
{
	return f->trust == TXR_FIG_EXACT || f->trust == TXR_FIG_BOUNDED;
}

static bool is_oversized(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	const struct txr_device_state *now = txr_state_now(x);

	return r->kind == TXR_KIND_RING && now && now->ring_tx >= TXR_OVERSIZED_FROM &&
	       has_high(&r->in_device.max) && has_high(&r->in_device.max_bytes) &&
	       r->packed_source == TXR_PACKED_NONE &&
	       r->completed.low >= TXR_OVERSIZED_PACKETS &&
	       descriptors_used(r) * TXR_OVERSIZED_PART <= (uint64_t)now->ring_tx;
}

void txr_find_ring_oversized(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	char advice[TXR_ADVICE_PART];
	struct txr_finding *f;
	int64_t size;
	uint64_t used;

	if (!is_oversized(x))
		return;
	f = txr_finding_new(x->b, TXR_F_RING_OVERSIZED, r);
	if (!f)
		return;
	size = txr_state_now(x)->ring_tx;
	used = descriptors_used(r);
	txr_finding_message(f, "never more than %" PRIu64 " packets (about %" PRIu64 " descriptors) "
			    "were in a ring of %" PRId64 " descriptors, over %" PRIu64 " packets",
			    r->in_device.max.high, used, size, r->completed.value);
	txr_finding_number(f, "max_packets", (int64_t)r->in_device.max.high);
	txr_finding_number(f, "max_bytes", (int64_t)r->in_device.max_bytes.high);
	txr_finding_number(f, "descriptors_used", (int64_t)used);
	txr_finding_number(f, "ring_descriptors", size);
	txr_finding_number(f, "completed", (int64_t)r->completed.value);
	used *= TXR_OVERSIZED_ROOM;
	txr_finding_advice(f, "%s", txr_advise_shrink(advice, x, used > TXR_OVERSIZED_LEAST ?
						      (int64_t)used : TXR_OVERSIZED_LEAST));
}
