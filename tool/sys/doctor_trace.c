// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_trace.c - tracefs, the events, and the tiers that they make.
 *
 * Where tracefs cannot be read, /proc/kallsyms tells the events: every
 * tracepoint has a function __traceiter_NAME (include/linux/tracepoint.h, 5.10
 * and later), and its names are there for every user.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sys/doctor.h"

static const struct txr_doc_event wanted[] = {
	{ "net", "net_dev_start_xmit", "stock", true, TXR_DOC_UNKNOWN },
	{ "net", "net_dev_xmit", "stock", true, TXR_DOC_UNKNOWN },
	{ "skb", "consume_skb", "stock", true, TXR_DOC_UNKNOWN },
	{ "skb", "kfree_skb", "stock", true, TXR_DOC_UNKNOWN },
	{ "skb", "netdev_start_xmit", "patched", true, TXR_DOC_UNKNOWN },
	{ "skb", "netdev_xmit_done", "patched", true, TXR_DOC_UNKNOWN },
	{ "skb", "dev_kfree_skb_irq", "patched", true, TXR_DOC_UNKNOWN },
	{ "skb", "napi_consume_skb", "patched", true, TXR_DOC_UNKNOWN },
	{ "skb", "skb_unref", "patched", false, TXR_DOC_UNKNOWN },
	{ "skb", "netif_tx_wake_queue", "patched", false, TXR_DOC_UNKNOWN },
	{ "net", "netif_rx", "hand-over", false, TXR_DOC_UNKNOWN },
	{ "net", "netif_receive_skb", "hand-over", false, TXR_DOC_UNKNOWN },
	{ "net", "napi_gro_receive_entry", "hand-over", false, TXR_DOC_UNKNOWN },
	{ "net", "net_dev_xmit_timeout", "verdict", false, TXR_DOC_UNKNOWN },
	{ "napi", "dql_stall_detected", "verdict", false, TXR_DOC_UNKNOWN },
	{ "pktgen", "pktgen_start_xmit", "pktgen", false, TXR_DOC_UNKNOWN },
};

static bool tracefs_line(void *arg, char *line)
{
	bool *found = arg;

	*found = !strcmp(line, "nodev\ttracefs");
	return *found;
}

/* "23 27 0:22 ROOT PATH OPTIONS [FIELDS] - TYPE SOURCE SUPER": proc(5). */
static bool mount_line(void *arg, char *line)
{
	char *type = strstr(line, " - "), path[256];
	struct txr_doctor *d = arg;

	if (!type || strncmp(type + 3, "tracefs ", 8))
		return false;
	if (sscanf(line, "%*d %*d %*s %*s %255s", path) != 1)
		return false;
	strcpy(d->tracefs, path);
	return true;
}

static bool process_lives(const struct txr_doctor *d, int pid, unsigned long long start)
{
	char path[64], buf[1024], *p;
	unsigned long long since = 0;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	if (txr_doc_read(d, path, buf, sizeof(buf)))
		return false;
	p = strrchr(buf, ')');	/* the name before it may hold anything */
	if (!p || sscanf(p + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u "
			 "%*d %*d %*d %*d %*d %*d %llu", &since) != 1)
		return true;
	return since == start;
}

/* Names are txring-PID-STARTTIME, as tool/source/tracefs_instance.c makes them. */
static void look_instances(struct txr_doctor *d)
{
	unsigned long long start;
	struct dirent *e;
	char path[800];
	int pid;
	DIR *dir;

	snprintf(path, sizeof(path), "%s%s/instances", d->root, d->tracefs);
	dir = opendir(path);
	while (dir && (e = readdir(dir))) {
		if (sscanf(e->d_name, "txring-%d-%llu", &pid, &start) != 2)
			continue;
		if (process_lives(d, pid, start)) {
			d->instances_live++;
			continue;
		}
		if (!d->instances_stale++)
			snprintf(d->stale_name, sizeof(d->stale_name), "%.63s", e->d_name);
	}
	if (dir)
		closedir(dir);
}

static void look_tracefs(struct txr_doctor *d)
{
	bool known = false;
	char path[300];

	d->tracefs_known = TXR_DOC_UNKNOWN;
	if (!txr_doc_lines(d, "/proc/filesystems", tracefs_line, &known))
		d->tracefs_known = known;
	txr_doc_lines(d, "/proc/self/mountinfo", mount_line, d);
	if (!d->tracefs[0])
		return;
	d->tracefs_known = TXR_DOC_YES;
	snprintf(path, sizeof(path), "%s/events", d->tracefs);
	d->tracefs_readable = txr_doc_access(d, path, R_OK | X_OK);
	snprintf(path, sizeof(path), "%s/instances", d->tracefs);
	d->tracefs_writable = txr_doc_access(d, path, R_OK | W_OK | X_OK);
	snprintf(path, sizeof(path), "%s/trace_clock", d->tracefs);
	if (d->tracefs_readable) {
		txr_doc_read(d, path, d->clocks, sizeof(d->clocks));
		look_instances(d);
	}
}

static void events_from_tracefs(struct txr_doctor *d)
{
	char path[400];
	size_t i;

	for (i = 0; i < d->nr_events; i++) {
		snprintf(path, sizeof(path), "%s/events/%s/%s", d->tracefs,
			 d->events[i].system, d->events[i].name);
		d->events[i].there = txr_doc_access(d, path, F_OK);
	}
}

struct symbols {
	struct txr_doctor *d;
	bool any;			/* this kernel shows its tracepoints */
	bool kprobes, irq, napi;
};

static bool symbol_line(void *arg, char *line)
{
	static const char prefix[] = "__traceiter_";
	struct symbols *s = arg;
	char *name = strchr(line, ' ');
	size_t i;

	name = name ? strchr(name + 1, ' ') : NULL;
	if (!name)
		return false;
	name++;
	name[strcspn(name, "\t")] = 0;	/* "\t[module]" */
	s->kprobes |= !strcmp(name, "register_kprobe");
	s->irq |= !strcmp(name, "__dev_kfree_skb_irq") ||
		  !strcmp(name, "dev_kfree_skb_irq_reason");
	s->napi |= !strcmp(name, "napi_consume_skb");
	if (strncmp(name, prefix, sizeof(prefix) - 1))
		return false;
	s->any = true;
	for (i = 0; i < s->d->nr_events; i++)
		if (s->d->events[i].there == TXR_DOC_UNKNOWN &&
		    !strcmp(name + sizeof(prefix) - 1, s->d->events[i].name))
			s->d->events[i].there = TXR_DOC_YES;
	return false;
}

static void look_symbols(struct txr_doctor *d)
{
	struct symbols s = { .d = d };
	size_t i;

	d->kprobes = d->probe_functions = TXR_DOC_UNKNOWN;
	txr_doc_lines(d, "/proc/kallsyms", symbol_line, &s);
	for (i = 0; s.any && i < d->nr_events; i++)
		if (d->events[i].there == TXR_DOC_UNKNOWN)
			d->events[i].there = TXR_DOC_NO;
	if (s.any) {
		d->kprobes = s.kprobes;
		d->probe_functions = s.irq && s.napi;
	}
}

/* The file, where it can be looked at, says it better than the symbol. */
static void look_kprobe_file(struct txr_doctor *d)
{
	char path[300];

	if (!d->tracefs_readable)
		return;
	snprintf(path, sizeof(path), "%s/kprobe_events", d->tracefs);
	d->kprobes = txr_doc_access(d, path, F_OK);
}

static enum txr_doc_tri whole(const struct txr_doctor *d, const char *use)
{
	enum txr_doc_tri all = TXR_DOC_YES;
	size_t i;

	for (i = 0; i < d->nr_events; i++) {
		if (!d->events[i].needed || strcmp(d->events[i].use, use))
			continue;
		if (d->events[i].there == TXR_DOC_NO)
			return TXR_DOC_NO;
		if (d->events[i].there == TXR_DOC_UNKNOWN)
			all = TXR_DOC_UNKNOWN;
	}
	return all;
}

/* As record would: by what tracefs lets this user write. */
static bool can_probe(const struct txr_doctor *d)
{
	char path[300];

	if (d->kprobes != TXR_DOC_YES || d->probe_functions == TXR_DOC_NO ||
	    !strcmp(d->lockdown, "confidentiality"))
		return false;
	snprintf(path, sizeof(path), "%s/kprobe_events", d->tracefs);
	return d->tracefs[0] ? txr_doc_access(d, path, R_OK | W_OK) : d->cap_sys_admin;
}

int txr_doctor_trace(struct txr_doctor *d)
{
	size_t i;

	d->events = malloc(sizeof(wanted));
	if (!d->events)
		return -ENOMEM;
	memcpy(d->events, wanted, sizeof(wanted));
	d->nr_events = sizeof(wanted) / sizeof(wanted[0]);
	look_tracefs(d);
	if (d->tracefs_readable)
		events_from_tracefs(d);
	look_symbols(d);
	look_kprobe_file(d);
	d->btf = txr_doc_access(d, "/sys/kernel/btf/vmlinux", F_OK);
	d->tier = whole(d, "patched") == TXR_DOC_YES ? TXR_TIER_PATCHED :
		  whole(d, "stock") == TXR_DOC_YES && can_probe(d) ? TXR_TIER_PROBE :
		  TXR_TIER_STOCK;
	d->tier_known = d->tier != TXR_TIER_STOCK || whole(d, "stock") == TXR_DOC_YES;
	for (i = 0; i < d->nr_events; i++)
		if (!strcmp(d->events[i].use, "pktgen"))
			d->pktgen_companion = d->events[i].there == TXR_DOC_YES;
	return 0;
}
