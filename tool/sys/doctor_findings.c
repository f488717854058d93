// SPDX-License-Identifier: GPL-2.0-only
/* doctor_findings.c - what stands in the way, what spoils figures, and the remedy. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sys/doctor.h"

struct adding {
	struct txr_doctor *d;
	int err;
};

static void __attribute__((format(printf, 5, 6)))
add(struct adding *a, const char *id, enum txr_doc_level level, const char *remedy,
    const char *fmt, ...)
{
	struct txr_doc_finding *f;
	va_list ap;

	f = reallocarray(a->d->findings, a->d->nr_findings + 1, sizeof(*f));
	if (!f) {
		a->err = -ENOMEM;
		return;
	}
	a->d->findings = f;
	f += a->d->nr_findings++;
	memset(f, 0, sizeof(*f));
	f->id = id;
	f->level = level;
	snprintf(f->remedy, sizeof(f->remedy), "%s", remedy);
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, ap);
	va_end(ap);
}

static void judge_tracefs(struct adding *a)
{
	struct txr_doctor *d = a->d;

	if (d->tracefs_known == TXR_DOC_NO) {
		add(a, "no-tracefs", TXR_DOC_PROBLEM, "use a kernel with CONFIG_FTRACE",
		    "this kernel has no tracefs");
	} else if (!d->tracefs[0] && !d->cap_sys_admin) {
		add(a, "tracefs-not-mounted", TXR_DOC_PROBLEM,
		    "as root: mount -t tracefs nodev /sys/kernel/tracing",
		    "tracefs is not mounted, and this user cannot mount it");
	} else if (!d->tracefs[0]) {
		add(a, "tracefs-not-mounted", TXR_DOC_NOTE, "",
		    "tracefs is not mounted; record mounts it for itself alone");
	} else if (!d->tracefs_readable || !d->tracefs_writable) {
		add(a, "tracefs-refused", TXR_DOC_PROBLEM,
		    "run as root, or let a group in, as root: "
		    "mount -o remount,gid=GROUP,mode=0770 on it",
		    "tracefs (%s) is not %s by this user", d->tracefs,
		    d->tracefs_readable ? "writable" : "readable");
	}
	/* LOCKDOWN_TRACEFS, security/security.c: refused from confidentiality on. */
	if (!strcmp(d->lockdown, "confidentiality"))
		add(a, "lockdown", TXR_DOC_PROBLEM, "boot with lockdown=integrity or none",
		    "kernel lockdown (confidentiality) refuses tracing");
	if (d->instances_stale)
		add(a, "stale-instance", TXR_DOC_WARNING, "the next txring record removes it",
		    "%u trace instance%s of a killed txring, such as %s", d->instances_stale,
		    d->instances_stale == 1 ? "" : "s", d->stale_name);
}

static void judge_events(struct adding *a)
{
	struct txr_doctor *d = a->d;
	char names[160] = "";
	size_t i, len = 0;

	for (i = 0; i < d->nr_events && len < sizeof(names); i++) {
		if (strcmp(d->events[i].use, "stock") || d->events[i].there != TXR_DOC_NO)
			continue;
		len += snprintf(names + len, sizeof(names) - len, "%s%s:%s", len ? ", " : "",
				d->events[i].system, d->events[i].name);
	}
	if (len && d->tier != TXR_TIER_PATCHED)
		add(a, "events-missing", TXR_DOC_PROBLEM,
		    "use a kernel with CONFIG_FTRACE, CONFIG_TRACEPOINTS and CONFIG_NET",
		    "this kernel has no event %s", names);
	else if (!d->tier_known)
		add(a, "events-unseen", TXR_DOC_NOTE, "",
		    "which events this kernel has cannot be seen by this user");
}

static void judge_tier(struct adding *a)
{
	struct txr_doctor *d = a->d;
	const char *probes;

	if (d->tier == TXR_TIER_PATCHED)
		return;
	if (d->tier == TXR_TIER_PROBE) {
		add(a, "tier-probe", TXR_DOC_NOTE,
		    d->btf ? "for these give --xmit-func, or use a kernel with the patches of "
			     "kernel-patches/" :
			     "use a kernel with CONFIG_DEBUG_INFO_BTF and --xmit-func, or with the "
			     "patches of kernel-patches/",
		    "tier probe: releases are seen when they happen%s. Patched needs events that "
		    "are not here: packets that go past the stack (pktgen, qdisc bypass) are "
		    "unseen", d->btf ? "" : ", not what ends a stop (no BTF)");
		return;
	}
	if (d->kprobes == TXR_DOC_NO)
		probes = "no kprobes in this kernel";
	else if (d->probe_functions == TXR_DOC_NO)
		probes = "the functions to probe are not there";
	else if (!strcmp(d->lockdown, "confidentiality"))
		probes = "kernel lockdown";
	else if (d->kprobes == TXR_DOC_UNKNOWN)
		probes = "not known for this user";
	else
		probes = "this user may not make any";
	add(a, "tier-stock", TXR_DOC_NOTE,
	    "for exact releases use a kernel with the patches of kernel-patches/",
	    "tier stock: a free stands for the release. Patched needs events that are "
	    "not here; probe: %s", probes);
	if (d->defers == TXR_DOC_YES)
		add(a, "frees-deferred", TXR_DOC_WARNING, "sysctl net.core.skb_defer_max=0",
		    "packets of other CPUs are freed later, some with no event "
		    "(skb_defer_max %lld)", (long long)d->skb_defer_max);
}

static void judge_host(struct adding *a)
{
	struct txr_doctor *d = a->d;

	if (d->clocksource[0] && !d->clock_cheap)
		add(a, "slow-clock", TXR_DOC_WARNING,
		    "record with --clock global, or boot with a better clocksource",
		    "clocksource %s is slow to read: each event costs more", d->clocksource);
	if (d->preempt_rt == TXR_DOC_YES)
		add(a, "preempt-rt", TXR_DOC_NOTE, "",
		    "PREEMPT_RT: xmits are told apart by CPU and task");
	if (d->pktgen_loaded && !d->pktgen_companion && d->tier != TXR_TIER_PATCHED)
		add(a, "pktgen-unseen", TXR_DOC_WARNING,
		    "send with xmit_mode queue_xmit and clone_skb 0, or load the companion pktgen",
		    "pktgen is loaded; packets of its start_xmit mode have no start event");
}

static void judge_devices(struct adding *a)
{
	struct txr_doctor *d = a->d;
	size_t i;

	for (i = 0; i < d->nr_devices; i++)
		if (d->devices[i].xdp_unseen)
			add(a, "xdp-unseen", TXR_DOC_WARNING,
			    "detach the program to see all that is in the ring",
			    "device %s: frames sent by XDP take ring slots and have no events",
			    d->devices[i].state->name);
}

int txr_doctor_findings(struct txr_doctor *d)
{
	struct adding a = { .d = d };
	size_t i;

	judge_tracefs(&a);
	judge_events(&a);
	judge_tier(&a);
	judge_host(&a);
	judge_devices(&a);
	d->can_record = true;
	for (i = 0; i < d->nr_findings; i++)
		if (d->findings[i].level == TXR_DOC_PROBLEM)
			d->can_record = false;
	return a.err;
}
