// SPDX-License-Identifier: GPL-2.0-only
/* pair.c - the pairing engine as seen from outside. */
#include <errno.h>
#include <stdlib.h>
#include "pair_impl.h"

#define PREFETCH_AHEAD 8
#define STACKED_BYTES ((UINT16_MAX + 1) / 8)

static int init(struct txr_pair *p)
{
	txr_laps_init(&p->laps);
	p->stacked = calloc(1, STACKED_BYTES);
	if (!p->stacked || txr_table_init(&p->table))
		return -ENOMEM;
	if (!p->cfg.clock_ordered) {
		p->ghost = calloc(1u << GHOST_BITS, sizeof(*p->ghost));
		if (!p->ghost)
			return -ENOMEM;
	}
	return 0;
}

int txr_pair_new(struct txr_pair **out, const struct txr_pair_config *cfg,
		 const struct txr_pair_sink *sink, struct txr_err *err)
{
	struct txr_pair *p = calloc(1, sizeof(*p));

	if (p) {
		p->cfg = *cfg;
		p->sink = *sink;
		if (!p->cfg.loss_age_ns)
			p->cfg.loss_age_ns = TXR_LOSS_AGE_DEFAULT_NS;
		if (!p->cfg.max_open)
			p->cfg.max_open = TXR_MAX_OPEN_DEFAULT;
	}
	if (!p || init(p)) {
		txr_pair_free(p);
		return txr_fail(err, ENOMEM, "pairing: out of memory; free some and run again");
	}
	*out = p;
	return 0;
}

void txr_pair_free(struct txr_pair *p)
{
	if (!p)
		return;
	txr_xmit_free(p);
	txr_laps_free(&p->laps);
	txr_table_free(&p->table);
	free(p->stacked);
	free(p->untold_ns);
	free(p->ghost);
	free(p);
}

void txr_pair_set_stacked(struct txr_pair *p, uint16_t dev)
{
	p->stacked[dev / 8] |= 1u << dev % 8;
}

bool txr_pair_is_stacked(const struct txr_pair *p, uint16_t dev)
{
	return p->stacked[dev / 8] >> dev % 8 & 1;
}

static void feed_one(struct txr_pair *p, const struct txr_event *ev)
{
	if (txr_loss_age_due(p, ev->ts_ns))
		txr_loss_age(p, ev->ts_ns);
	p->now_ns = ev->ts_ns;
	switch (ev->kind) {
	case TXR_START:
		if (ev->skbaddr)
			txr_pair_start(p, ev);
		break;
	case TXR_RESULT:
		if (ev->skbaddr && p->cfg.has_result)
			txr_pair_result(p, ev);
		break;
	case TXR_RELEASE:
		if (ev->skbaddr)
			txr_pair_release(p, ev);
		break;
	case TXR_FREE:
		if (ev->skbaddr)
			txr_pair_free_event(p, ev);
		break;
	case TXR_HANDOVER:
		if (ev->skbaddr)
			txr_pair_handover(p, ev);
		break;
	case TXR_LOST:
		txr_pair_lost(p, ev);
		break;
	default:
		p->sink.event(p->sink.ctx, ev);
	}
}

int txr_pair_feed(struct txr_pair *p, const struct txr_event *const *ev, int n)
{
	int i;

	for (i = 0; i < n; i++) {
		if (i + PREFETCH_AHEAD < n)
			__builtin_prefetch(&p->table.slot[txr_table_home(&p->table,
					   ev[i + PREFETCH_AHEAD]->skbaddr)]);
		feed_one(p, ev[i]);
	}
	return p->error;
}

static void end_suspects(struct txr_pair *p)
{
	uint32_t i;

	for (i = 1; i < p->laps.next_fresh; i++) {
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (lap->state != LAP_XMIT && lap->state != LAP_DEVICE)
			continue;
		if (lap->flags & LAP_F_SUSPECT) {
			txr_chain_remove(p, i);
			txr_lap_end_checked(p, i, TXR_UNCERTAIN, p->now_ns);
		}
	}
}

void txr_pair_finish(struct txr_pair *p)
{
	size_t i;

	txr_xmit_finish(p);
	for (i = 0; i <= p->table.mask; i++)
		if (p->table.slot[i].mark >= MARK_LAP)
			txr_mark_set(p, &p->table.slot[i], MARK_NONE);
	end_suspects(p);
}

void txr_pair_each_open(struct txr_pair *p, void (*fn)(void *arg, struct txr_lap *lap),
			void *arg)
{
	uint32_t i;

	for (i = 1; i < p->laps.next_fresh; i++) {
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (lap->state != LAP_XMIT && lap->state != LAP_DEVICE)
			continue;
		if (txr_lap_tainted(p, lap))
			lap->flags |= TXR_LAP_TAINTED;
		fn(arg, lap);
	}
}

const struct txr_pair_counts *txr_pair_counts(const struct txr_pair *p)
{
	return &p->counts;
}
