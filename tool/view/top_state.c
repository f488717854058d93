// SPDX-License-Identifier: GPL-2.0-only
/* top_state.c - the one word that says how a queue is. */
#include "view/top_model.h"

const char *txr_top_state_name(enum txr_top_state s)
{
	static const char *const names[] = {
		[TXR_TOP_IDLE] = "idle",
		[TXR_TOP_HELD] = "held",
		[TXR_TOP_OK] = "ok",
		[TXR_TOP_PACKED] = "packed",
		[TXR_TOP_BQL] = "BQL-limited",
		[TXR_TOP_STALLED] = "stalled",
		[TXR_TOP_HANDOVER] = "hand-over",
		[TXR_TOP_INVISIBLE] = "invisible",
		[TXR_TOP_GONE] = "gone",
	};

	return names[s];
}

static bool is_full(const struct txr_top_facts *f)
{
	return f->capacity != TXR_UNKNOWN && f->capacity > 0 &&
	       f->now >= (uint64_t)f->capacity;
}

enum txr_top_state txr_top_judge(const struct txr_top_facts *f)
{
	bool quiet = !f->started && !f->ended && !f->busy;

	if (!f->there && quiet)
		return TXR_TOP_GONE;
	if (f->stalled)
		return TXR_TOP_STALLED;
	if (quiet && !f->now)
		return TXR_TOP_IDLE;
	if (f->kind == TXR_KIND_HANDOVER)
		return TXR_TOP_HANDOVER;
	if (f->kind == TXR_KIND_SYNCHRONOUS)
		return TXR_TOP_INVISIBLE;
	if (f->packed || f->full_drops || f->busy || is_full(f))
		return TXR_TOP_PACKED;
	if (f->bql)
		return TXR_TOP_BQL;
	return quiet ? TXR_TOP_HELD : TXR_TOP_OK;
}
