// SPDX-License-Identifier: GPL-2.0-only
/* live_sample.c - the engine's figures of now. */
#include <string.h>
#include "live_engine_impl.h"

static int build(struct txr_engine *e, struct txr_sample *s, enum txr_tee_side side,
		 struct txr_err *err)
{
	const struct txr_source_info *info = txr_source_info(e->src);
	struct txr_names names = txr_source_names(e->src);
	uint64_t from = e->from_ns[side], to = 0;
	int ret;

	from = e->began[side] && from > info->first_ns ? from - info->first_ns : 0;
	if (info->events && e->until_ns > info->first_ns)
		to = e->until_ns - info->first_ns;
	txr_stats_advance(e->stats[side], e->until_ns);
	if (e->sides == TXR_ENGINE_BOTH)
		txr_tee_show(&e->tee, e->pair, side);
	ret = txr_report_build(&s->report[side], info, txr_source_devices(e->src), &names,
			       e->pair, e->stats[side], from, to, err);
	if (e->sides == TXR_ENGINE_BOTH)
		txr_tee_unshow(&e->tee, e->pair);
	return ret;
}

static int sample(struct txr_engine *e, struct txr_sample *s, struct txr_err *err)
{
	int side, ret;

	if (e->err.code)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	ret = txr_engine_pass(e, &e->err);
	if (ret)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	txr_live_count_lost(e->src);
	s->until_ns = e->until_ns;
	for (side = 0; side < TXR_TEE_SIDES && !ret; side++) {
		s->from_ns[side] = e->from_ns[side];
		if (txr_engine_wants(e, side))
			ret = build(e, s, side, err);
	}
	if (txr_engine_wants(e, TXR_TEE_EACH))
		txr_stats_reset(e->stats[TXR_TEE_EACH], e->until_ns);
	e->from_ns[TXR_TEE_EACH] = e->until_ns;
	e->began[TXR_TEE_EACH] = true;
	return ret;
}

int txr_engine_sample(struct txr_engine *e, struct txr_sample *s,
		      int (*draw)(void *ctx, struct txr_sample *s), void *ctx,
		      struct txr_err *err)
{
	int ret;

	memset(s, 0, sizeof(*s));
	pthread_mutex_lock(&e->lock);
	ret = sample(e, s, err);
	if (!ret && draw && draw(ctx, s))
		ret = txr_engine_no_memory(err);
	pthread_mutex_unlock(&e->lock);
	if (ret)
		txr_sample_free(s);
	return ret;
}

void txr_sample_free(struct txr_sample *s)
{
	int i;

	for (i = 0; i < TXR_TEE_SIDES; i++)
		txr_report_free(s->report[i]);
	memset(s, 0, sizeof(*s));
}

void txr_engine_reset(struct txr_engine *e)
{
	pthread_mutex_lock(&e->lock);
	txr_stats_reset(e->stats[TXR_TEE_TOTAL], e->until_ns);
	e->from_ns[TXR_TEE_TOTAL] = e->until_ns;
	e->began[TXR_TEE_TOTAL] = true;
	pthread_mutex_unlock(&e->lock);
}
