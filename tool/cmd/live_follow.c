// SPDX-License-Identifier: GPL-2.0-only
/* live_follow.c - devices that come, go and change while the engine runs. */
#include "declare.h"
#include "live_engine_impl.h"
#include "pipeline.h"
#include "sys/clock.h"

/* Names more than there are devices; then the engine begins anew with those of now. */
#define MAX_NAMES	1024
/* A snapshot of the devices may take this part of the time. */
#define FOLLOW_SHARE	20
#define MEET_MAX_NS	20000000

/*
 * Containers come and go with names of their own: what is kept of each would add
 * up over days. Packets in a device at that moment are not known any more.
 */
static int forget_names(struct txr_engine *e, struct txr_err *err)
{
	size_t there = txr_source_info(e->src)->meta->end.count;
	struct txr_moment now = { 0 };
	int ret;

	if (txr_devtab_count(txr_source_devices(e->src)) < MAX_NAMES + there)
		return 0;
	/* While it traces: a queue that is empty in it holds no packet unseen. */
	ret = txr_live_take(&now, err);
	if (ret)
		return ret;
	txr_engine_count_end(e);
	ret = txr_live_begin(e->src, &now.snap, err);
	if (!ret)
		ret = txr_engine_count_anew(e, err);
	e->restarts++;
	e->from_ns[TXR_TEE_TOTAL] = e->from_ns[TXR_TEE_EACH] = e->until_ns;
	e->began[TXR_TEE_TOTAL] = e->began[TXR_TEE_EACH] = true;
	return ret;
}

/*
 * Before their first packets are counted: of a ring no packet may be in doubt because
 * it is new. Only where such a look is quick, for the engine stands still.
 */
int txr_engine_meet(struct txr_engine *e, size_t from)
{
	uint64_t begin = txr_mono_ns();
	struct txr_snapshot now;
	int ret = 0;

	if (e->meet_cost_ns > MEET_MAX_NS ||
	    (e->met_ns && begin - e->met_ns < FOLLOW_SHARE * e->meet_cost_ns) ||
	    !txr_has_strangers(e->src, from))
		return 0;
	if (!txr_snapshot_take_kinds(&now, NULL)) {
		ret = txr_declare_strangers(e->pair, e->src, from, &now);
		txr_snapshot_free(&now);
	}
	e->met_ns = txr_mono_ns();
	e->meet_cost_ns = e->met_ns - begin;
	return ret;
}

int txr_engine_take_over(struct txr_engine *e, struct txr_moment *now, struct txr_err *err)
{
	int ret = txr_live_follow(e->src, now, err);

	/* A device may have become a port, or been made after its first packet. */
	e->devs_seen = 0;
	if (!ret && e->pair && txr_declare_devices(e->pair, e->src, &e->devs_seen))
		ret = txr_engine_no_memory(err);
	return ret ? ret : forget_names(e, err);
}

int txr_engine_follow(struct txr_engine *e, struct txr_err *err)
{
	struct txr_moment now = { 0 };
	uint64_t begin = txr_mono_ns();
	size_t names;
	int ret;

	/* Events first: whose counters stand still in a later snapshot sent none. */
	pthread_mutex_lock(&e->lock);
	ret = e->err.code ? -e->err.code : txr_engine_pass(e, &e->err);
	names = txr_devtab_count(txr_source_devices(e->src));
	pthread_mutex_unlock(&e->lock);
	if (ret)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	if (e->followed_ns && names == e->names_followed &&
	    begin - e->followed_ns < FOLLOW_SHARE * e->follow_cost_ns)
		return 0;
	e->names_followed = names;
	begin = txr_mono_ns();
	ret = txr_live_take(&now, err);
	e->followed_ns = txr_mono_ns();
	e->follow_cost_ns = e->followed_ns - begin;
	if (ret)
		return ret;
	pthread_mutex_lock(&e->lock);
	ret = txr_engine_take_over(e, &now, err);
	pthread_mutex_unlock(&e->lock);
	return ret;
}
