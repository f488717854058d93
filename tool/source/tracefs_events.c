// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_events.c - choose the events of a tier, enable them. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs.h>
#include "tracedat_write.h"
#include "tracefs_events.h"
#include "tracefs_probe.h"

struct wanted {
	const char *system, *name;
	enum txr_event_role role;
	bool optional;
};

static const struct wanted stock[] = {
	{ "net", "net_dev_start_xmit", TXR_ROLE_START, false },
	{ "net", "net_dev_xmit", TXR_ROLE_RESULT, false },
	{ "skb", "consume_skb", TXR_ROLE_FREE, false },
	{ "skb", "kfree_skb", TXR_ROLE_FREE, false },
	{ NULL, NULL, 0, false },
};

static const struct wanted patched[] = {
	{ "skb", "netdev_start_xmit", TXR_ROLE_START, false },
	{ "skb", "netdev_xmit_done", TXR_ROLE_RESULT, false },
	{ "skb", "dev_kfree_skb_irq", TXR_ROLE_RELEASE, false },
	{ "skb", "napi_consume_skb", TXR_ROLE_RELEASE, false },
	{ "skb", "skb_unref", TXR_ROLE_RELEASE, true },
	{ "skb", "consume_skb", TXR_ROLE_FREE, false },
	{ "skb", "kfree_skb", TXR_ROLE_FREE, false },
	{ "skb", "netif_tx_wake_queue", TXR_ROLE_QUEUE, true },
	{ NULL, NULL, 0, false },
};

static const struct wanted verdicts[] = {
	{ "net", "net_dev_xmit_timeout", TXR_ROLE_VERDICT, true },
	{ "napi", "dql_stall_detected", TXR_ROLE_VERDICT, true },
	{ NULL, NULL, 0, false },
};

static const struct wanted handover_rx[] = {
	{ "net", "netif_rx", TXR_ROLE_HANDOVER, false },
	{ NULL, NULL, 0, false },
};

static const struct wanted handover_more[] = {
	{ "net", "netif_receive_skb", TXR_ROLE_HANDOVER, false },
	{ "net", "napi_gro_receive_entry", TXR_ROLE_HANDOVER, false },
	{ NULL, NULL, 0, false },
};

/* Where the lap went: tool/stats/went.h. */
static const struct wanted why[] = {
	{ "irq", "irq_handler_entry", TXR_ROLE_CONTEXT, false },
	{ "irq", "irq_handler_exit", TXR_ROLE_CONTEXT, false },
	{ "irq", "softirq_raise", TXR_ROLE_SOFTIRQ, false },
	{ "irq", "softirq_entry", TXR_ROLE_SOFTIRQ, false },
	{ "irq", "softirq_exit", TXR_ROLE_SOFTIRQ, false },
	{ "napi", "napi_poll", TXR_ROLE_CONTEXT, false },
	{ "net", "net_dev_queue", TXR_ROLE_QUEUED, true },
	{ NULL, NULL, 0, false },
};

/*
 * A pktgen that emits events around its own xmit call, which stock tracepoints
 * never show (pktgen_xmit, net/core/pktgen.c, calls netdev_start_xmit itself).
 */
static const struct wanted pktgen[] = {
	{ "txring_pktgen", "pktgen_start_xmit", TXR_ROLE_START, true },
	{ "txring_pktgen", "pktgen_xmit_done", TXR_ROLE_RESULT, true },
	{ NULL, NULL, 0, false },
};

static bool present(const struct txr_tracefs *t, const char *system, const char *name)
{
	char file[192];

	snprintf(file, sizeof(file), "events/%s/%s/enable", system, name);
	return txr_tfs_exists(t->fd, file);
}

static struct txr_rec_event *find(const struct txr_event_set *set, const char *system,
				  const char *name)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (!strcmp(set->ev[i].system, system) && !strcmp(set->ev[i].name, name))
			return &set->ev[i];
	return NULL;
}

static int add(struct txr_event_set *set, const char *system, const char *name,
	       enum txr_event_role role, struct txr_err *err)
{
	struct txr_rec_event *ev = find(set, system, name);

	if (ev) {
		/* asked for by name too: then all of them */
		if (role == TXR_ROLE_EXTRA && ev->role == TXR_ROLE_SOFTIRQ)
			ev->role = TXR_ROLE_CONTEXT;
		return 0;
	}
	ev = reallocarray(set->ev, set->count + 1, sizeof(*ev));
	if (!ev)
		return txr_fail(err, ENOMEM, "events: out of memory; free some");
	set->ev = ev;
	ev += set->count++;
	snprintf(ev->system, sizeof(ev->system), "%s", system);
	snprintf(ev->name, sizeof(ev->name), "%s", name);
	ev->role = role;
	ev->spare = false;
	return 0;
}

/* Names what is missing in buf; returns whether something is. */
static bool missing(const struct txr_tracefs *t, const struct wanted *w, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (; w->name; w++) {
		if (w->optional || present(t, w->system, w->name))
			continue;
		if (len < size)
			len += snprintf(buf + len, size - len, "%s%s:%s", len ? ", " : "",
					w->system, w->name);
	}
	return len > 0;
}

static int add_list(struct txr_event_set *set, const struct txr_tracefs *t,
		    const struct wanted *w, struct txr_err *err)
{
	char names[256];
	int ret = 0;

	if (missing(t, w, names, sizeof(names)))
		return txr_fail(err, ENOENT, "events: this kernel has no %s; use one with "
				"CONFIG_FTRACE and CONFIG_NET, or another --tier", names);
	for (; w->name && !ret; w++)
		if (present(t, w->system, w->name))
			ret = add(set, w->system, w->name, w->role, err);
	return ret;
}

static enum txr_event_role role_of_probe(const char *name)
{
	if (!strncmp(name, "xmit", 4))
		return strstr(name, "_return") ? TXR_ROLE_RETURN : TXR_ROLE_START;
	return strcmp(name, "netif_tx_wake_queue") ? TXR_ROLE_RELEASE : TXR_ROLE_QUEUE;
}

static int add_probes(struct txr_event_set *set, const struct txr_probes *p,
		      struct txr_err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; p && i < p->count && !ret; i++)
		ret = add(set, p->group, p->probe[i].name, role_of_probe(p->probe[i].name), err);
	return ret;
}

bool txr_events_patched(const struct txr_tracefs *t)
{
	char names[256];

	return !missing(t, patched, names, sizeof(names));
}

static int add_tier(struct txr_event_set *set, const struct txr_tracefs *t, int tier,
		    struct txr_err *err)
{
	char names[256];
	int ret;

	if (tier == TXR_TIER_AUTO)
		tier = txr_events_patched(t) ? TXR_TIER_PATCHED : TXR_TIER_STOCK;
	set->tier = tier;
	if (tier == TXR_TIER_PATCHED && missing(t, patched, names, sizeof(names)))
		return txr_fail(err, ENOENT, "tier patched: this kernel has no %s; use "
				"--tier stock, or a kernel with txring's patches", names);
	ret = add_list(set, t, tier == TXR_TIER_PATCHED ? patched : stock, err);
	if (!ret && tier == TXR_TIER_PROBE)
		ret = add_probes(set, t->probes, err);
	if (!ret)
		ret = add_list(set, t, pktgen, err);
	if (!ret)
		ret = add_list(set, t, verdicts, err);
	return ret;
}

/* All events of one system that match; returns how many, or -errno. */
static int add_matching(struct txr_event_set *set, const struct txr_tracefs *t,
			const char *system, const char *glob, struct txr_err *err)
{
	char **names = tracefs_system_events(t->path, system);
	int i, ret = 0, found = 0;

	for (i = 0; names && names[i] && !ret; i++) {
		if (fnmatch(glob, names[i], 0) || !present(t, system, names[i]))
			continue;
		ret = add(set, system, names[i], TXR_ROLE_EXTRA, err);
		found++;
	}
	tracefs_list_free(names);
	return ret ? ret : found;
}

static int add_extra(struct txr_event_set *set, const struct txr_tracefs *t,
		     const char *arg, struct txr_err *err)
{
	char **systems = tracefs_event_systems(t->path);
	const char *colon = strchr(arg, ':');
	char system[64];
	int i, n, found = 0;

	snprintf(system, sizeof(system), "%.*s",
		 (int)(colon ? (size_t)(colon - arg) : strlen(arg)), arg);
	for (i = 0; systems && systems[i]; i++) {
		/* Events of this system cannot be enabled; they are always there. */
		if (!strcmp(systems[i], "ftrace") || fnmatch(system, systems[i], 0))
			continue;
		n = add_matching(set, t, systems[i], colon ? colon + 1 : "*", err);
		if (n < 0) {
			tracefs_list_free(systems);
			return n;
		}
		found += n;
	}
	tracefs_list_free(systems);
	if (!found)
		return txr_fail(err, ENOENT, "event %s: this kernel has none of that name; "
				"`trace-cmd list -e` or `perf list tracepoint` shows them",
				arg);
	return 0;
}

int txr_events_choose(struct txr_event_set *set, const struct txr_tracefs *t,
		      const struct txr_events_want *want, struct txr_err *err)
{
	size_t i;
	int ret;

	memset(set, 0, sizeof(*set));
	ret = add_tier(set, t, want->tier, err);
	if (!ret && (want->handover & TXR_HANDOVER_RX))
		ret = add_list(set, t, handover_rx, err);
	if (!ret && (want->handover & ~TXR_HANDOVER_RX))
		ret = add_list(set, t, handover_more, err);
	if (!ret && want->why)
		ret = add_list(set, t, why, err);
	for (i = 0; !ret && i < want->nr_extra; i++)
		ret = add_extra(set, t, want->extra[i], err);
	if (ret)
		txr_events_free(set);
	return ret;
}

static bool has_all(const struct txr_event_set *set, const struct wanted *w)
{
	for (; w->name; w++) {
		const struct txr_rec_event *ev = find(set, w->system, w->name);

		if (!ev || ev->spare)
			return false;
	}
	return true;
}

unsigned int txr_events_handover(const struct txr_event_set *set)
{
	return (has_all(set, handover_rx) ? TXR_HANDOVER_RX : 0) |
	       (has_all(set, handover_more) ? TXR_HANDOVER_ALL & ~TXR_HANDOVER_RX : 0);
}

void txr_events_set_spare(struct txr_event_set *set, const struct txr_event_set *on)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		set->ev[i].spare = set->ev[i].role == TXR_ROLE_HANDOVER &&
				   !find(on, set->ev[i].system, set->ev[i].name);
}

static void take_up(struct txr_event_set *set, const struct wanted *w)
{
	for (; w->name; w++) {
		struct txr_rec_event *ev = find(set, w->system, w->name);

		if (ev)
			ev->spare = false;
	}
}

void txr_events_take_up(struct txr_event_set *set, unsigned int handover)
{
	if (handover & TXR_HANDOVER_RX)
		take_up(set, handover_rx);
	if (handover & ~TXR_HANDOVER_RX)
		take_up(set, handover_more);
}

void txr_events_free(struct txr_event_set *set)
{
	if (!set)
		return;
	free(set->ev);
	set->ev = NULL;
	set->count = 0;
}

int txr_events_enable(const struct txr_event_set *set, int fd, struct txr_err *err)
{
	char file[192], what[192];
	size_t i;
	int ret;

	for (i = 0; i < set->count; i++) {
		const struct txr_rec_event *ev = &set->ev[i];

		snprintf(file, sizeof(file), "events/%s/%s/enable", ev->system, ev->name);
		ret = txr_tfs_write(fd, file, "1");
		if (ret) {
			snprintf(what, sizeof(what), "enabling event %s:%s", ev->system,
				 ev->name);
			return txr_tfs_refused(err, -ret, what);
		}
	}
	return 0;
}

char *txr_event_format(int dirfd, const char *system, const char *name, size_t *len)
{
	char file[192];

	snprintf(file, sizeof(file), "events/%s/%s/format", system, name);
	return txr_tfs_read(dirfd, file, len);
}

int txr_event_formats(struct txr_tracedat *t, const struct txr_event_set *set, int fd,
		      struct txr_err *err)
{
	size_t i;

	t->event = calloc(set->count, sizeof(*t->event));
	if (!t->event)
		return txr_fail(err, ENOMEM, "event formats: out of memory; free some");
	for (i = 0; i < set->count; i++) {
		const struct txr_rec_event *ev = &set->ev[i];
		struct txr_tracedat_event *to = &t->event[i];

		to->system = ev->system;
		to->format.data = txr_event_format(fd, ev->system, ev->name, &to->format.len);
		if (!to->format.data)
			return txr_fail(err, errno, "format of event %s:%s: %s; is its module "
					"gone?", ev->system, ev->name, strerror(errno));
		t->nr_events++;
	}
	return 0;
}
