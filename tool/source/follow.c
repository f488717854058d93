// SPDX-License-Identifier: GPL-2.0-only
/* follow.c - devices that come, go and change while events are read live. */
#include <string.h>
#include "follow.h"

void txr_follow_names(struct txr_snapshot *start, const struct txr_snapshot *now)
{
	size_t i;

	for (i = 0; i < start->count; i++) {
		struct txr_device_state *was = &start->dev[i];
		const struct txr_device_state *d = txr_snapshot_of(now, was->ifindex,
							was->netns_inode, was->netns_cookie);

		if (d)
			memcpy(was->name, d->name, sizeof(d->name));
	}
}

/* Each state is a look; events and states have the monotonic clock (live.c). Without
 * memory a look is one less. */
static void follow_watch(struct txr_meta *m)
{
	if (!m->watch.looks && m->start.count)
		(void)txr_watch_note(&m->watch, &m->start, m->start.clock_ns);
	(void)txr_watch_note(&m->watch, &m->end, m->end.clock_ns);
}

void txr_follow_state(struct txr_meta *m, struct txr_snapshot *now)
{
	txr_snapshot_free(&m->end);
	m->end = *now;
	memset(now, 0, sizeof(*now));
	txr_follow_names(&m->start, &m->end);
	follow_watch(m);
}

static bool same_lower(const struct txr_devsel *a, const struct txr_devsel *b)
{
	return a->nr_lower == b->nr_lower &&
	       (!a->nr_lower || !memcmp(a->lower, b->lower, a->nr_lower * sizeof(*a->lower)));
}

int txr_follow_devsel(struct txr_devsel *sel, const struct txr_snapshot *now,
		      struct txr_err *err)
{
	struct txr_devsel n;
	int ret;

	if (!sel->nr_globs)
		return 0;
	ret = txr_devsel_init(&n, sel->glob, sel->nr_globs, now, err);
	if (ret)
		return ret;
	if (same_lower(&n, sel)) {
		txr_devsel_free(&n);
		return 0;
	}
	txr_devsel_free(sel);
	*sel = n;
	return 1;
}
