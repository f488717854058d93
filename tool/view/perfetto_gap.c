// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfetto_gap.c - what holds for all devices, as a process of its own: lost events,
 * each CPU a thread, and why figures are not exact.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/perfetto_impl.h"
#include "view/select.h"

#define DOUBTS_TID TXR_P_FIRST_TID

static uint32_t cpu_tid(uint16_t cpu)
{
	return TXR_P_FIRST_TID + 1 + cpu;
}

static void tell_recording(struct txr_perfetto *p)
{
	if (p->told_recording)
		return;
	p->told_recording = true;
	txr_p_process_name(p, TXR_P_RECORDING, "recording", NULL);
}

static void tell_cpu(struct txr_perfetto *p, uint16_t cpu)
{
	uint8_t bit = (uint8_t)(1u << cpu % 8);
	char name[32] = "lost on any CPU";

	if (p->told_cpu[cpu / 8] & bit)
		return;
	p->told_cpu[cpu / 8] |= bit;
	if (cpu != UINT16_MAX)
		snprintf(name, sizeof(name), "lost on CPU %u", cpu);
	txr_p_thread_name(p, TXR_P_RECORDING, cpu_tid(cpu), name);
}

static void put_lost(struct txr_perfetto *p, const struct txr_p_gap *g, uint64_t last_ns)
{
	uint64_t from_ns = g->from_ns > p->c->first_ns ? g->from_ns : p->c->first_ns;
	uint64_t until_ns = g->until_ns < last_ns ? g->until_ns : last_ns;
	char name[48];

	tell_recording(p);
	tell_cpu(p, g->cpu);
	if (g->count)
		snprintf(name, sizeof(name), "%llu events lost", (unsigned long long)g->count);
	else
		snprintf(name, sizeof(name), "events lost, how many is not known");
	txr_p_begin(p, "X", TXR_P_RECORDING);
	txr_p_tid(p, cpu_tid(g->cpu));
	txr_p_ts(p, from_ns);
	txr_p_time(p, "dur", until_ns > from_ns ? until_ns - from_ns : 0);
	txr_p_name(p, name);
	txr_p_end(p);
	/* A mark across everything, where it began. */
	txr_p_begin(p, "i", TXR_P_RECORDING);
	txr_p_ts(p, from_ns);
	fputs(",\"s\":\"g\",\"cat\":\"lost\"", p->f);
	txr_p_name(p, name);
	txr_p_args(p);
	txr_p_arg(p, "count", g->count);
	txr_p_close_args(p);
	txr_p_end(p);
}

static void keep(struct txr_perfetto *p, const struct txr_p_gap *g)
{
	struct txr_p_gap *n = reallocarray(p->gap, p->gaps + 1, sizeof(*n));

	if (!n) {
		p->error = -ENOMEM;
		return;
	}
	p->gap = n;
	n[p->gaps++] = *g;
}

void txr_p_lost(struct txr_perfetto *p, const struct txr_event *ev)
{
	struct txr_p_gap g = { ev->ts_ns, ev->lost.until_ns, ev->lost.count, ev->cpu };

	if (ev->lost.until_ns <= p->from_ns)
		return;
	/* Its end is not known, or not when the trace begins: few are so. */
	if (ev->lost.until_ns == UINT64_MAX || !p->c->first_ns)
		keep(p, &g);
	else
		put_lost(p, &g, UINT64_MAX);
}

void txr_p_finish_gaps(struct txr_perfetto *p, uint64_t last_ns)
{
	size_t i;

	for (i = 0; i < p->gaps; i++)
		put_lost(p, &p->gap[i], last_ns);
}

static void put_doubt(struct txr_perfetto *p, const char *who, const struct txr_reason *why,
		      uint64_t last_ns)
{
	uint64_t from_ns = p->from_ns > p->c->first_ns ? p->from_ns : p->c->first_ns;
	char name[300];

	snprintf(name, sizeof(name), "%s%s%s", who, *who ? ": " : "", why->text);
	txr_p_begin(p, "X", TXR_P_RECORDING);
	txr_p_tid(p, DOUBTS_TID);
	txr_p_ts(p, from_ns);
	txr_p_time(p, "dur", last_ns > from_ns ? last_ns - from_ns : 0);
	txr_p_name(p, name);
	txr_p_args(p);
	txr_p_arg_text(p, "code", why->code);
	txr_p_close_args(p);
	txr_p_end(p);
}

static bool is_drawn(const struct txr_perfetto *p, const struct txr_row *d)
{
	return d->dev < p->devs && p->dev[d->dev];
}

void txr_p_doubts(struct txr_perfetto *p, const struct txr_report *r, uint64_t last_ns)
{
	size_t i, k;

	if (r->exact)
		return;
	tell_recording(p);
	txr_p_thread_name(p, TXR_P_RECORDING, DOUBTS_TID, "not exact");
	for (i = 0; i < r->nr_reasons; i++)
		put_doubt(p, "", &r->reasons[i], last_ns);
	for (i = 0; i < r->nr_devices; i++) {
		const struct txr_row *d = &r->devices[i];

		for (k = 0; !d->exact && is_drawn(p, d) && k < d->nr_reasons; k++)
			if (!txr_report_tells(r, d->reasons[k].code))
				put_doubt(p, d->name, &d->reasons[k], last_ns);
	}
}
