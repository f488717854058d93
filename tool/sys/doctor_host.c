// SPDX-License-Identifier: GPL-2.0-only
/* doctor_host.c - kernel, user, clock, settings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <linux/capability.h>
#include "sys/doctor.h"

#ifndef CAP_PERFMON	/* 5.8 and later */
#define CAP_PERFMON 38
#define CAP_BPF 39
#endif

static void look_kernel(struct txr_doctor *d)
{
	char buf[128], *open, *close;

	txr_doc_read(d, "/proc/sys/kernel/osrelease", d->release, sizeof(d->release));
	txr_doc_read(d, "/proc/sys/kernel/version", d->version, sizeof(d->version));
	sscanf(d->release, "%u.%u", &d->major, &d->minor);
	d->preempt_rt = d->version[0] ? !!strstr(d->version, "PREEMPT_RT") : TXR_DOC_UNKNOWN;
	/* "none [integrity] confidentiality" (lockdown_read()). */
	if (txr_doc_read(d, "/sys/kernel/security/lockdown", buf, sizeof(buf)))
		return;
	open = strchr(buf, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close)
		snprintf(d->lockdown, sizeof(d->lockdown), "%.*s", (int)(close - open - 1),
			 open + 1);
}

static bool status_line(void *arg, char *line)
{
	struct txr_doctor *d = arg;
	unsigned long long eff;
	long long uid;

	if (sscanf(line, "Uid: %*u %lld", &uid) == 1)	/* the effective one */
		d->uid = uid;
	if (sscanf(line, "CapEff: %llx", &eff) != 1)
		return false;
	d->cap_sys_admin = eff >> CAP_SYS_ADMIN & 1;
	/* CAP_SYS_ADMIN stands in for both (perfmon_capable(), bpf_capable()). */
	d->cap_perfmon = d->cap_sys_admin || (eff >> CAP_PERFMON & 1);
	d->cap_bpf = d->cap_sys_admin || (eff >> CAP_BPF & 1);
	return true;
}

/*
 * The trace clock "mono" reads the clocksource at every event: cheap where that
 * is a register of the CPU. Its order holds across CPUs with any clocksource.
 */
static void look_clock(struct txr_doctor *d)
{
	static const char *const cheap[] = {
		"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter",
		"riscv_clocksource", "timebase", "xen", NULL
	};
	size_t i;

	txr_doc_read(d, "/sys/devices/system/clocksource/clocksource0/current_clocksource",
		     d->clocksource, sizeof(d->clocksource));
	for (i = 0; cheap[i]; i++)
		if (!strcmp(d->clocksource, cheap[i]))
			d->clock_cheap = true;
}

/*
 * napi_consume_skb() hands an skb that another CPU allocated back to that CPU
 * (skb_attempt_defer_free()) since 6.19; the setting itself is older.
 */
static void look_defer(struct txr_doctor *d)
{
	d->skb_defer_max = txr_doc_number(d, "/proc/sys/net/core/skb_defer_max");
	if (!d->major)
		d->defers = TXR_DOC_UNKNOWN;
	else if (d->major < 6 || (d->major == 6 && d->minor < 19) || !d->skb_defer_max)
		d->defers = TXR_DOC_NO;
	else
		d->defers = TXR_DOC_YES;
}

static bool names_pktgen(void *arg, char *line)
{
	bool *found = arg;

	line[strcspn(line, ":")] = 0;	/* modules.dep: "FILE: what it needs" */
	*found = strstr(line, "/pktgen.ko") != NULL;
	return *found;
}

static void look_pktgen(struct txr_doctor *d)
{
	static const char *const lists[] = { "modules.builtin", "modules.dep" };
	bool found = false, any = false;
	char path[256];
	size_t i;

	d->pktgen_loaded = txr_doc_access(d, "/proc/net/pktgen", F_OK);
	for (i = 0; i < 2 && !found; i++) {
		snprintf(path, sizeof(path), "/lib/modules/%s/%s", d->release, lists[i]);
		any |= !txr_doc_lines(d, path, names_pktgen, &found);
	}
	if (d->pktgen_loaded || found)
		d->pktgen_module = TXR_DOC_YES;
	else	/* no list at all: a kernel without modules, or lists elsewhere */
		d->pktgen_module = any ? TXR_DOC_NO : TXR_DOC_UNKNOWN;
	if (!any && !d->pktgen_loaded && !txr_doc_access(d, "/proc/modules", F_OK))
		d->pktgen_module = TXR_DOC_NO;
}

void txr_doctor_host(struct txr_doctor *d)
{
	static const char paranoid[] = "/proc/sys/kernel/perf_event_paranoid";

	look_kernel(d);
	d->uid = TXR_UNKNOWN;
	txr_doc_lines(d, "/proc/self/status", status_line, d);
	d->paranoid_known = txr_doc_access(d, paranoid, R_OK);
	d->perf_event_paranoid = txr_doc_number(d, paranoid);
	look_clock(d);
	look_defer(d);
	look_pktgen(d);
}
