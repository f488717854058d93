// SPDX-License-Identifier: GPL-2.0-only
/* perfetto.c - laps and occupancy as a Chrome JSON trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "view/perfetto_impl.h"
#include "view/write_error.h"

int txr_perfetto_new(struct txr_perfetto **out, FILE *f, const struct txr_lap_context *c,
		     uint64_t from_ns)
{
	struct txr_perfetto *p = calloc(1, sizeof(*p));

	*out = p;
	if (!p)
		return -ENOMEM;
	p->f = f;
	p->c = c;
	p->from_ns = from_ns;
	p->pids = TXR_P_RECORDING;
	p->tids = TXR_P_FIRST_TID + 1 + UINT16_MAX;	/* behind those of CPUs */
	fputs("{\"traceEvents\":[", f);
	return 0;
}

void txr_perfetto_know(struct txr_perfetto *p, const struct txr_meta *meta,
		       const struct txr_report *report)
{
	p->meta = meta;
	p->report = report;
}

static void free_device(struct txr_p_device *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; i < d->queues; i++) {
		if (d->queue[i])
			txr_lanes_free(&d->queue[i]->lanes);
		free(d->queue[i]);
	}
	free(d->queue);
	free(d);
}

void txr_perfetto_free(struct txr_perfetto *p)
{
	size_t i;

	if (!p)
		return;
	for (i = 0; i < p->devs; i++)
		free_device(p->dev[i]);
	free(p->dev);
	free(p->gap);
	free(p);
}

static bool find(struct txr_perfetto *p, const struct txr_lap *lap, struct txr_p_device **d,
		 struct txr_p_queue **q)
{
	if (p->error)
		return false;
	*d = txr_p_device(p, lap->dev);
	*q = *d ? txr_p_queue(p, *d, lap->queue_index) : NULL;
	return *q;
}

void txr_perfetto_enter(struct txr_perfetto *p, const struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_p_device *d;
	struct txr_p_queue *q;

	if (find(p, lap, &d, &q))
		txr_p_step(p, d, q, lap, true, ts_ns);
}

static void put_lap_args(struct txr_perfetto *p, const struct txr_lap *lap)
{
	const struct txr_names *n = &p->c->names;
	char address[24];

	snprintf(address, sizeof(address), "0x%" PRIx64, lap->skbaddr);
	txr_p_args(p);
	txr_p_arg_text(p, "skb", address);
	txr_p_arg(p, "bytes", lap->len_bytes);
	txr_p_arg(p, "in_device_at_start", lap->in_device_at_start);
	txr_p_arg_text(p, "outcome", txr_outcome_name(lap->outcome));
	if (lap->release_origin)
		txr_p_arg_text(p, "release", txr_origin_name(lap->release_origin));
	if (lap->flags & TXR_LAP_REASON)
		txr_p_arg_text(p, "reason", n->reason ? n->reason(n->ctx, lap->reason) : NULL);
	txr_p_arg_text(p, "task", n->comm ? n->comm(n->ctx, lap->start_pid) : NULL);
	txr_p_arg(p, "pid", (uint64_t)(lap->start_pid > 0 ? lap->start_pid : 0));
	txr_p_close_args(p);
}

/* One side of an async slice: lane and name tell which. */
static void begin_slice(struct txr_perfetto *p, const char *ph, const struct txr_p_device *d,
			const struct txr_p_queue *q, uint64_t lane, uint64_t ts_ns)
{
	char name[40];

	snprintf(name, sizeof(name), "laps, queue %u", q->index);
	txr_p_begin(p, ph, d->pid);
	txr_p_ts(p, ts_ns);
	fprintf(p->f, ",\"cat\":\"lap\",\"id2\":{\"local\":\"%u.%" PRIu64 "\"}", q->index, lane);
	txr_p_name(p, name);
}

/* open: it did not end. */
static void put_lap(struct txr_perfetto *p, struct txr_p_device *d, struct txr_p_queue *q,
		    const struct txr_lap *lap, bool open, uint64_t end_ns)
{
	int64_t lane = txr_lanes_take(&q->lanes, lap->start_ns, open ? UINT64_MAX : end_ns);

	if (lane < 0) {
		p->error = (int)lane;
		return;
	}
	p->laps++;
	begin_slice(p, "b", d, q, (uint64_t)lane, lap->start_ns);
	put_lap_args(p, lap);
	txr_p_end(p);
	if (open)
		return;
	begin_slice(p, "e", d, q, (uint64_t)lane, end_ns);
	txr_p_end(p);
}

static void put_instant(struct txr_perfetto *p, const struct txr_p_device *d,
			const struct txr_p_queue *q, const char *cat, const char *name,
			uint64_t ts_ns)
{
	txr_p_begin(p, "i", d->pid);
	txr_p_tid(p, q->tid);
	txr_p_ts(p, ts_ns);
	fprintf(p->f, ",\"s\":\"t\",\"cat\":\"%s\"", cat);
	txr_p_name(p, name);
}

static void put_refusal(struct txr_perfetto *p, const struct txr_p_device *d,
			const struct txr_p_queue *q, const struct txr_lap *lap, uint64_t ts_ns)
{
	const struct txr_names *n = &p->c->names;
	bool dropped = lap->outcome == TXR_DROPPED;
	const char *reason = NULL;
	char name[80] = "busy";

	if (dropped && (lap->flags & TXR_LAP_REASON) && n->reason)
		reason = n->reason(n->ctx, lap->reason);
	if (dropped)
		snprintf(name, sizeof(name), "dropped%s%s", reason ? ": " : "",
			 reason ? reason : "");
	put_instant(p, d, q, dropped ? "dropped" : "busy", name, ts_ns);
	put_lap_args(p, lap);
	txr_p_end(p);
}

void txr_perfetto_end(struct txr_perfetto *p, const struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_p_device *d;
	struct txr_p_queue *q;
	uint64_t end_ns = lap->release_ns ? lap->release_ns : ts_ns;

	if (!find(p, lap, &d, &q))
		return;
	if (lap->flags & TXR_LAP_ENTERED)
		txr_p_step(p, d, q, lap, false, ts_ns);
	if (ts_ns < p->from_ns)
		return;
	if (lap->outcome == TXR_DROPPED || lap->outcome == TXR_BUSY)
		put_refusal(p, d, q, lap, ts_ns);
	else
		put_lap(p, d, q, lap, false, end_ns > lap->start_ns ? end_ns : lap->start_ns);
}

void txr_perfetto_open(struct txr_perfetto *p, const struct txr_lap *lap)
{
	struct txr_p_device *d;
	struct txr_p_queue *q;

	if (find(p, lap, &d, &q))
		put_lap(p, d, q, lap, true, 0);
}

void txr_perfetto_event(struct txr_perfetto *p, const struct txr_event *ev)
{
	bool watchdog = ev->kind == TXR_WATCHDOG;
	struct txr_p_device *d;
	struct txr_p_queue *q;

	if (ev->kind == TXR_LOST && !p->error)
		txr_p_lost(p, ev);
	if ((!watchdog && ev->kind != TXR_DQL_STALL) || ev->ts_ns < p->from_ns || p->error)
		return;
	d = txr_p_device(p, ev->dev);
	q = d ? txr_p_queue(p, d, ev->queue) : NULL;
	if (!q)
		return;
	put_instant(p, d, q, "stall", watchdog ? "watchdog: transmit timed out" :
		    "BQL stall detected", ev->ts_ns);
	txr_p_end(p);
}

int txr_perfetto_finish(struct txr_perfetto *p, const struct txr_report *r, uint64_t last_ns)
{
	const struct txr_source_info *info = &r->source;

	if (p->error)
		return p->error;
	txr_p_finish_levels(p);
	txr_p_finish_gaps(p, last_ns);
	txr_p_doubts(p, r, last_ns);
	fputs("\n],\"displayTimeUnit\":\"ns\",\"otherData\":{", p->f);
	p->comma = false;
	txr_p_arg_text(p, "recording", info->path);
	txr_p_arg_text(p, "kernel", info->kernel);
	txr_p_arg_text(p, "tier", txr_tier_name(info->tier));
	txr_p_arg_text(p, "clock", info->clock);
	txr_p_arg_text(p, "exact", r->exact ? "yes" : "no: see the process \"recording\"");
	fputs("}}\n", p->f);
	return txr_view_error(p->f);
}

int txr_perfetto_error(const struct txr_perfetto *p)
{
	return p->error ? p->error : txr_view_error(p->f);
}

uint64_t txr_perfetto_laps(const struct txr_perfetto *p)
{
	return p->laps;
}
