// SPDX-License-Identifier: GPL-2.0-only
/* doctor_text.c - the doctor's findings as text that fits the width. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "doctor_draw.h"
#include "txring/report.h"
#include "view/text.h"

#define COLUMN 12

static const char *tri(enum txr_doc_tri t)
{
	return t == TXR_DOC_UNKNOWN ? "not known" : t == TXR_DOC_YES ? "yes" : "no";
}

static void put_kernel(const struct txr_text *t, const struct txr_doctor *d)
{
	txr_text_linef(t, COLUMN, "kernel", "%s, PREEMPT_RT %s, lockdown %s",
		       d->release[0] ? d->release : "not known", tri(d->preempt_rt),
		       d->lockdown[0] ? d->lockdown : "not known");
}

static void put_user(const struct txr_text *t, const struct txr_doctor *d)
{
	char paranoid[32] = "not known";

	if (d->paranoid_known)
		snprintf(paranoid, sizeof(paranoid), "%" PRId64, d->perf_event_paranoid);
	txr_text_linef(t, COLUMN, "user", "uid %" PRId64 ", %s CAP_SYS_ADMIN, %s CAP_PERFMON, "
		       "%s CAP_BPF, perf_event_paranoid %s", d->uid,
		       d->cap_sys_admin ? "has" : "no", d->cap_perfmon ? "has" : "no",
		       d->cap_bpf ? "has" : "no", paranoid);
}

static void put_tracefs(const struct txr_text *t, const struct txr_doctor *d)
{
	if (!d->tracefs[0]) {
		txr_text_linef(t, COLUMN, "tracefs", "not mounted, in this kernel: %s",
			       tri(d->tracefs_known));
		return;
	}
	txr_text_linef(t, COLUMN, "tracefs", "%s, %sreadable, %swritable%s", d->tracefs,
		       d->tracefs_readable ? "" : "not ", d->tracefs_writable ? "" : "not ",
		       d->instances_live ? ", another txring is recording" : "");
}

static void put_clock(const struct txr_text *t, const struct txr_doctor *d)
{
	if (!d->clocksource[0])
		txr_text_line(t, COLUMN, "clock", "clocksource not known");
	else
		txr_text_linef(t, COLUMN, "clock", "clocksource %s: clock mono has one order "
			       "on all CPUs and is %s to read", d->clocksource,
			       d->clock_cheap ? "cheap" : "slow");
}

/* "skb:a, skb:b" of one use that are (not) there; false: none. */
static bool list_events(const struct txr_doctor *d, const char *use, enum txr_doc_tri there,
			char *buf, size_t size)
{
	size_t i, len = 0;

	buf[0] = 0;
	for (i = 0; i < d->nr_events && len < size; i++) {
		const struct txr_doc_event *e = &d->events[i];

		if (strcmp(e->use, use) || e->there != there)
			continue;
		len += snprintf(buf + len, size - len, "%s%s:%s", len ? ", " : "", e->system,
				e->name);
	}
	return len > 0;
}

static void put_events(const struct txr_text *t, const struct txr_doctor *d)
{
	static const char *const uses[] = { "stock", "patched", "hand-over", "verdict" };
	char names[400];
	size_t i;

	for (i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
		const char *label = i ? "" : "events";

		if (list_events(d, uses[i], TXR_DOC_UNKNOWN, names, sizeof(names)))
			txr_text_linef(t, COLUMN, label, "%s: not known", uses[i]);
		else if (list_events(d, uses[i], TXR_DOC_NO, names, sizeof(names)))
			txr_text_linef(t, COLUMN, label, "%s: without %s", uses[i], names);
		else
			txr_text_linef(t, COLUMN, label, "%s: all there", uses[i]);
	}
}

static void put_tier(const struct txr_text *t, const struct txr_doctor *d)
{
	txr_text_linef(t, COLUMN, "tier", "best here: %s; kprobes: %s",
		       d->tier_known ? txr_tier_name(d->tier) : "not known", tri(d->kprobes));
}

static void put_pktgen(const struct txr_text *t, const struct txr_doctor *d)
{
	if (d->pktgen_loaded)
		txr_text_linef(t, COLUMN, "pktgen", "loaded, %s",
			       d->pktgen_companion ? "the companion, with events of its own" :
			       "without events of its own");
	else
		txr_text_linef(t, COLUMN, "pktgen", "not loaded, module available: %s",
			       tri(d->pktgen_module));
	if (d->skb_defer_max != TXR_UNKNOWN)
		txr_text_linef(t, COLUMN, "skb defer", "skb_defer_max %" PRId64
			       ", tx frees deferred by this kernel: %s", d->skb_defer_max,
			       tri(d->defers));
}

static void put_namespaces(const struct txr_text *t, const struct txr_doctor *d)
{
	const struct txr_snapshot *s = &d->snapshot;
	char unseen[48] = "";

	if (!d->everywhere)
		return;
	if (s->namespaces_unseen)
		snprintf(unseen, sizeof(unseen), ", %u more not", s->namespaces_unseen);
	txr_text_linef(t, COLUMN, "network", "%u namespace%s looked into%s%s", s->namespaces,
		       s->namespaces == 1 ? "" : "s", unseen,
		       s->only_own ? "; as this user only the own one" : "");
}

static const char *figures_text(const struct txr_doc_device *v)
{
	static const char *const text[] = {
		[TXR_FIGURES_EXACT] = "exact",
		[TXR_FIGURES_IF_PROMPT] = "exact on a condition",
		[TXR_FIGURES_LATE] = "late, so occupancy reads too high",
		[TXR_FIGURES_INVISIBLE] = "no occupancy",
		[TXR_FIGURES_NO_RING] = "no occupancy",
		[TXR_FIGURES_LOWER] = "of the stack",
	};

	return text[v->figures];
}

static void put_state(const struct txr_text *t, const struct txr_doc_device *v)
{
	const struct txr_device_state *s = v->state;
	char ring[48] = "", xdp[48] = "no XDP";

	if (s->ring_tx >= 0)
		snprintf(ring, sizeof(ring), "ring %" PRId64 " of %" PRId64 ", ", s->ring_tx,
			 s->ring_tx_max);
	if (s->xdp_mode[0])
		snprintf(xdp, sizeof(xdp), "XDP %s (program %u)", s->xdp_mode, s->xdp_prog_id);
	fprintf(t->out, "%*s", 4, "");
	txr_text_linef(t, 4, NULL, "%s, %s, %s, %stxqueuelen %" PRId64 ", %u tx queue%s, "
		       "BQL %s, qdisc %s, %s",
		       s->driver[0] ? s->driver : s->link_kind[0] ? s->link_kind : "no driver known",
		       v->kind, s->up ? s->carrier ? "up" : "no carrier" : "down", ring,
		       s->txqueuelen, s->tx_queues, s->tx_queues == 1 ? "" : "s", tri(v->bql),
		       s->qdisc[0] ? s->qdisc : "not known", xdp);
}

/* several: names of more than one namespace; lsns(8) shows the same number. */
static void put_device(const struct txr_text *t, const struct txr_doc_device *v, bool several)
{
	char name[TXR_NAME_BUF];

	txr_text_ink(t, TXR_INK_STRONG, txr_escape(name, sizeof(name), v->state->name));
	if (several)
		fprintf(t->out, "  (network namespace %" PRIu64 ")", v->state->netns_inode);
	fputc('\n', t->out);
	put_state(t, v);
	if (v->capacity_packets != TXR_UNKNOWN) {
		fprintf(t->out, "%*s", 4, "");
		txr_text_linef(t, 4, NULL, "capacity %" PRId64 " packets a queue (%s)",
			       v->capacity_packets, v->capacity_source);
	}
	fprintf(t->out, "%*s", 4, "");
	txr_text_linef(t, 4, NULL, "figures: %s: %s", figures_text(v), v->why);
}

static void put_finding(const struct txr_text *t, const struct txr_doc_finding *f)
{
	static const enum txr_ink ink[] = { TXR_INK_STRONG, TXR_INK_WARN, TXR_INK_BAD };
	const char *name = txr_doc_level_name(f->level);

	txr_text_ink(t, ink[f->level], name);
	fprintf(t->out, "%*s", COLUMN - (int)strlen(name), "");
	txr_text_line(t, COLUMN, NULL, f->text);
	if (f->remedy[0])
		txr_text_linef(t, COLUMN, "", "remedy: %s", f->remedy);
}

int txr_doctor_text(FILE *out, const struct txr_doctor *d, const struct txr_view_opts *o)
{
	bool failed = false;
	struct txr_text t = { .out = out, .o = o, .width = o->width, .failed = &failed };
	size_t i;

	txr_text_ink(&t, d->can_record ? TXR_INK_GOOD : TXR_INK_BAD, d->can_record ?
		     "recording can work as this user" : "recording cannot work as this user");
	fputc('\n', out);
	put_kernel(&t, d);
	put_user(&t, d);
	put_tracefs(&t, d);
	put_clock(&t, d);
	put_events(&t, d);
	put_tier(&t, d);
	put_pktgen(&t, d);
	put_namespaces(&t, d);
	if (d->nr_findings)
		fputc('\n', out);
	for (i = 0; i < d->nr_findings; i++)
		put_finding(&t, &d->findings[i]);
	for (i = 0; i < d->nr_devices; i++) {
		fputc('\n', out);
		put_device(&t, &d->devices[i], d->snapshot.namespaces > 1);
	}
	return failed ? -ENOMEM : 0;
}
