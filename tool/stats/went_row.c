// SPDX-License-Identifier: GPL-2.0-only
/* went_row.c - where the time of a row's laps went, and what that suggests. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "rowx.h"
#include "stats_impl.h"
#include "went_parts.h"

/* All of the row's laps: those of reset runs and of odd drivers are decided late. */
static int collect(const struct txr_rowx *x, struct txr_went_parts *p)
{
	int err = txr_went_parts_add(p, x->q->went);

	err |= txr_reset_undecided(&x->q->reset, &p->part[TXR_WENT_TASK]);
	err |= txr_reset_was_none(x, &p->part[TXR_WENT_TASK]);
	if (x->nospec_laps)
		err |= txr_hist_merge(&p->part[TXR_WENT_IN_XMIT], &x->nospec_laps->lap_ns);
	return err | txr_went_parts_join(p, x->row->kind == TXR_KIND_STACKED);
}

/* The histogram goes to the row. */
static void move(struct txr_dist *to, struct txr_hist *from)
{
	to->hist = *from;
	txr_hist_init(from);
	txr_dist_fill(to);
}

static void find_largest(struct txr_went_row *w)
{
	int i;

	w->largest = TXR_WENT_UNATTRIBUTED;
	for (i = TXR_WENT_PARTS - 1; i >= 0; i--)
		if (w->part[i].sum && w->part[i].sum >= w->part[w->largest].sum)
			w->largest = i;
}

static const char *of_unattributed(const struct txr_went_row *w)
{
	static const char *const text[] = {
		[TXR_CAUSE_NO_INTERRUPT] = "NAPI ran without an interrupt: it is kept "
			"polling; a larger budget or more queues and CPUs take load off it",
		[TXR_CAUSE_AMBIGUOUS] = "several interrupts may have led to it; give each "
			"queue's interrupt a CPU of its own, and record again",
		[TXR_CAUSE_OTHER_DEVICE] = "packets come back in polls of another device, "
			"when its NAPI sends: look at that device's interrupts",
		[TXR_CAUSE_OTHER_CONTEXT] = "packets come back in a timer, a tasklet or at "
			"another packet's xmit: the driver cleans there, not in NAPI",
		[TXR_CAUSE_UNSEEN] = "events are missing: record with --why from before "
			"the load, and with a larger -b if events were lost",
	};
	int i, most = 0;

	for (i = 1; i < TXR_WENT_CAUSES; i++)
		if (w->cause[i].ns > w->cause[most].ns)
			most = i;
	return text[most];
}

static void advise(struct txr_went_row *w, const struct txr_device_state *s)
{
	static const char *const text[TXR_WENT_PARTS] = {
		[TXR_WENT_TO_NAPI] = "softirqs run late: look for long interrupt or softirq "
			"work on that CPU, or move the interrupt to a CPU with less of it",
		[TXR_WENT_CLEANING] = "packets wait for others in the same poll: much is "
			"received there, or the ring is cleaned in large batches",
		[TXR_WENT_AFTER_INTERRUPT] = "an interrupt gave back what was sent after it: "
			"cleaning goes on all the time; more queues and CPUs take load off it",
		[TXR_WENT_IN_XMIT] = "the driver gives packets back inside xmit: nothing "
			"waits for an interrupt",
		[TXR_WENT_TASK] = "a task gives packets back: the reader of a tap, a NAPI "
			"thread, or a driver that cleans when it sends",
	};
	char now[80] = "";

	if (s && s->coalesce_tx_usecs >= 0)
		snprintf(now, sizeof(now), " (now tx-usecs %" PRId64 ", rx-usecs %" PRId64 ")",
			 s->coalesce_tx_usecs, s->coalesce_rx_usecs);
	if (w->largest == TXR_WENT_DEVICE)
		snprintf(w->advice, sizeof(w->advice), "transmission and interrupt moderation: "
			 "try less of the latter, ethtool -C DEVICE tx-usecs or rx-usecs%s", now);
	else if (w->largest == TXR_WENT_UNATTRIBUTED && !w->part[w->largest].sum)
		w->advice[0] = '\0';
	else if (w->largest == TXR_WENT_UNATTRIBUTED)
		snprintf(w->advice, sizeof(w->advice), "%s", of_unattributed(w));
	else
		snprintf(w->advice, sizeof(w->advice), "%s", text[w->largest]);
}

static uint64_t fit(unsigned __int128 v)
{
	return v > UINT64_MAX ? UINT64_MAX : (uint64_t)v;
}

int txr_went_fill(struct txr_rowx *x)
{
	struct txr_went_parts *p;
	struct txr_went_row *w;
	int i, err;

	if (!x->b->st->went || !x->q->went)
		return 0;
	w = x->row->why = calloc(1, sizeof(*w));
	p = txr_went_parts_new();
	err = w && p ? collect(x, p) : -ENOMEM;
	for (i = 0; w && i < TXR_WENT_PARTS; i++)
		txr_hist_init(&w->part[i].hist);
	for (i = 0; !err && i < TXR_WENT_PARTS; i++)
		move(&w->part[i], &p->part[i]);
	for (i = 0; !err && i < TXR_WENT_CAUSES; i++) {
		w->cause[i].laps = p->cause[i].laps;
		w->cause[i].ns = fit(p->cause[i].ns);
	}
	if (!err) {
		move(&w->qdisc_wait_ns, &p->qdisc_wait);
		w->qdisc_unknown = p->qdisc_unknown;
		txr_hist_init(&w->deferred_free_ns.hist);
		err = txr_hist_merge(&w->deferred_free_ns.hist, &x->q->late_ns);
		txr_dist_fill(&w->deferred_free_ns);
		find_largest(w);
		advise(w, x->start ? x->start : x->end);
	}
	txr_went_parts_free(p);
	return err ? -ENOMEM : 0;
}

void txr_went_row_free(struct txr_went_row *w)
{
	int i;

	if (!w)
		return;
	for (i = 0; i < TXR_WENT_PARTS; i++)
		txr_hist_free(&w->part[i].hist);
	txr_hist_free(&w->qdisc_wait_ns.hist);
	txr_hist_free(&w->deferred_free_ns.hist);
	free(w);
}
