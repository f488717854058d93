// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_devsel.c - the devices asked for, what lies below them, hand-overs. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tracefs_filter.h"

static bool match_glob(const struct txr_devsel *sel, const char *name)
{
	size_t i;

	for (i = 0; i < sel->nr_globs; i++)
		if (txr_name_match(sel->glob[i], name))
			return true;
	return false;
}

bool txr_devsel_match(const struct txr_devsel *sel, const char *name)
{
	size_t i;

	if (!sel->nr_globs || match_glob(sel, name))
		return true;
	for (i = 0; i < sel->nr_lower; i++)
		if (!strcmp(sel->lower[i], name))
			return true;
	return false;
}

static int add_lower(struct txr_devsel *sel, const char *name, struct txr_err *err)
{
	void *more = reallocarray(sel->lower, sel->nr_lower + 1, sizeof(*sel->lower));

	if (!more)
		return txr_fail(err, ENOMEM, "-d: out of memory; free some");
	sel->lower = more;
	snprintf(sel->lower[sel->nr_lower++], TXR_IFNAMSIZ, "%s", name);
	return 0;
}

/*
 * Whether b is below a: a port of it (IFLA_MASTER), or, of a stacked device
 * that is no master, what it is linked to (IFLA_LINK), be it in another namespace
 * (a macvlan of a container). A veth names its peer there, and is not stacked.
 * Numbers mean something within a namespace only.
 */
static bool is_below(const struct txr_device_state *b, const struct txr_device_state *a)
{
	uint64_t link_netns = a->link_netns_inode ? a->link_netns_inode : a->netns_inode;

	if (b->netns_inode == a->netns_inode && b->master_ifindex &&
	    b->master_ifindex == a->ifindex)
		return true;
	return a->stacked && a->link_ifindex && a->link_ifindex == b->ifindex &&
	       b->netns_inode == link_netns;
}

static int add_below(struct txr_devsel *sel, const struct txr_snapshot *snap,
		     const struct txr_device_state *d, struct txr_err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < snap->count && !ret; i++)
		if (is_below(&snap->dev[i], d) && !txr_devsel_match(sel, snap->dev[i].name))
			ret = add_lower(sel, snap->dev[i].name, err);
	return ret;
}

/* Below every device of that name: there may be one in each namespace. */
static int add_below_name(struct txr_devsel *sel, const struct txr_snapshot *snap,
			  const char *name, struct txr_err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < snap->count && !ret; i++)
		if (!strcmp(snap->dev[i].name, name))
			ret = add_below(sel, snap, &snap->dev[i], err);
	return ret;
}

/* A device whose very name looks like a glob, which the kernel would take for one. */
static int add_literal(struct txr_devsel *sel, const struct txr_snapshot *snap,
		       struct txr_err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < sel->nr_globs && !ret; i++)
		if (strpbrk(sel->glob[i], "*?[") && txr_snapshot_find(snap, sel->glob[i], 0) &&
		    fnmatch(sel->glob[i], sel->glob[i], 0))
			ret = add_lower(sel, sel->glob[i], err);
	return ret;
}

int txr_devsel_init(struct txr_devsel *sel, const char *const *glob, size_t nr_globs,
		    const struct txr_snapshot *snap, struct txr_err *err)
{
	size_t i;
	int ret = 0;

	memset(sel, 0, sizeof(*sel));
	sel->glob = glob;
	sel->nr_globs = nr_globs;
	if (!nr_globs)
		return 0;
	ret = add_literal(sel, snap, err);
	for (i = 0; i < snap->count && !ret; i++)
		if (match_glob(sel, snap->dev[i].name))
			ret = add_below(sel, snap, &snap->dev[i], err);
	/* The list grows while it is walked: a vlan on a bond on two ports. */
	for (i = 0; i < sel->nr_lower && !ret; i++) {
		char name[TXR_IFNAMSIZ];

		memcpy(name, sel->lower[i], sizeof(name));	/* the list moves */
		ret = add_below_name(sel, snap, name, err);
	}
	if (ret)
		txr_devsel_free(sel);
	return ret;
}

void txr_devsel_free(struct txr_devsel *sel)
{
	if (!sel)
		return;
	free(sel->lower);
	sel->lower = NULL;
	sel->nr_lower = 0;
}

const char *txr_devsel_unmatched(const struct txr_devsel *sel, const struct txr_snapshot *snap)
{
	size_t i, j;

	for (i = 0; i < sel->nr_globs; i++) {
		for (j = 0; j < snap->count; j++)
			if (txr_name_match(sel->glob[i], snap->dev[j].name))
				break;
		if (j == snap->count)
			return sel->glob[i];
	}
	return NULL;
}

unsigned int txr_devsel_handover(const struct txr_devsel *sel, const struct txr_snapshot *snap)
{
	unsigned int need = 0;
	size_t i;

	for (i = 0; i < snap->count; i++)
		if (txr_devsel_match(sel, snap->dev[i].name) &&
		    (sel->nr_globs || snap->dev[i].up))
			need |= txr_handover_needed(&snap->dev[i]);
	/*
	 * A device that is not there now may appear, and those of a namespace that
	 * nobody looked into are there: nothing is known of them.
	 */
	if (txr_devsel_unmatched(sel, snap) ||
	    (!sel->nr_globs && (snap->namespaces_unseen || snap->only_own)))
		need |= TXR_HANDOVER_ALL;
	return need;
}
