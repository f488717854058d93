// SPDX-License-Identifier: GPL-2.0-only
/* live_save.c - what the engine holds of the last seconds, into a file. */
#include <string.h>
#include <time.h>
#include "live_engine_impl.h"

/*
 * The file ends at the moment at which its last snapshot was begun: what the
 * counters tell is then not older than the events. All CPUs' events up to then are
 * read a pass or two later.
 */
static int hold_until(struct txr_engine *e, uint64_t want_ns, struct txr_moment *end,
		      struct txr_live_copy *copy, struct txr_err *err)
{
	static const struct timespec a_bit = { 0, 6000000 };
	uint64_t until = end->begin_ns;
	int ret = 0;

	while (!ret && !e->err.code && e->until_ns < until) {
		ret = txr_engine_pass(e, &e->err);
		if (ret || e->until_ns >= until)
			break;
		pthread_mutex_unlock(&e->lock);
		nanosleep(&a_bit, NULL);
		pthread_mutex_lock(&e->lock);
	}
	if (e->err.code)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	ret = txr_engine_take_over(e, end, err);
	return ret ? ret : txr_live_copy(e->src, want_ns, until, copy, err);
}

int txr_engine_save(struct txr_engine *e, const struct txr_live_file *to,
		    struct txr_saved *saved, struct txr_err *err)
{
	struct txr_moment end = { 0 };
	struct txr_live_copy copy;
	int ret;

	memset(saved, 0, sizeof(*saved));
	ret = txr_live_take(&end, err);
	if (ret)
		return ret;
	pthread_mutex_lock(&e->lock);
	ret = hold_until(e, to->want_ns, &end, &copy, err);
	pthread_mutex_unlock(&e->lock);
	txr_snapshot_free(&end.snap);
	if (ret)
		return ret;
	saved->from_ns = copy.from_ns;
	saved->to_ns = copy.to_ns;
	saved->lost = copy.lost;
	saved->lost_unknown = copy.lost_unknown;
	ret = txr_live_save(e->src, &copy, to, &saved->res, err);
	txr_live_copy_free(&copy);
	return ret;
}
