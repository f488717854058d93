// SPDX-License-Identifier: GPL-2.0-only
/* recording.c - one recording through all of txring. */
#include <errno.h>
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd/pipeline.h"
#include "given.h"
#include "heap.h"
#include "recording.h"
#include "sound.h"
#include "unpacked.h"
#include "txring/view.h"

#define MIB (1u << 20)

/*
 * What a file may take: a part that every file may, and a part that follows from its
 * size, unpacked. A zstd stream has a window of up to 128 MiB beside.
 */
static size_t bound(size_t len)
{
	struct unpacked u = unpacked_so_far();

	return 64 * MIB + 64 * (len + u.bytes) + (u.stream ? 160 * MIB : 0);
}

/* ---- laps, as `txring script` prints them ---- */

struct printer {
	struct txr_pair_sink inner;
	struct txr_pipeline *p;
	FILE *out;
};

static void on_gone(void *ctx, struct txr_lap *lap)
{
	struct printer *pr = ctx;
	struct txr_lap_context c = {
		.devs = txr_source_devices(pr->p->src), .names = txr_source_names(pr->p->src),
		.first_ns = txr_source_info(pr->p->src)->first_ns,
	};

	if (pr->inner.gone)
		pr->inner.gone(pr->inner.ctx, lap);
	if (pr->out)
		txr_lap_print(pr->out, (enum txr_lap_format)(lap->skbaddr >> 8) % 3, lap, &c);
}

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct printer *pr = ctx;

	pr->inner.start(pr->inner.ctx, lap, ev);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct printer *pr = ctx;

	pr->inner.enter(pr->inner.ctx, lap, ts_ns);
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct printer *pr = ctx;

	pr->inner.end(pr->inner.ctx, lap, ts_ns);
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct printer *pr = ctx;

	pr->inner.late_free(pr->inner.ctx, lap);
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct printer *pr = ctx;

	pr->inner.unmatched(pr->inner.ctx, ev);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct printer *pr = ctx;

	pr->inner.event(pr->inner.ctx, ev);
}

static struct txr_pair_sink wrap(void *ctx, struct txr_pair_sink inner)
{
	struct printer *pr = ctx;

	pr->inner = inner;
	return (struct txr_pair_sink){
		.ctx = pr, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .gone = on_gone,
		.unmatched = on_unmatched, .event = on_event,
	};
}

/* ---- views ---- */

typedef int view_fn(FILE *out, struct txr_report *r, const struct txr_view_opts *o);

static const char *is_json(const char *text, size_t len)
{
	struct json_tokener *t = json_tokener_new_ex(64);
	struct json_object *o = t ? json_tokener_parse_ex(t, text, (int)len) : NULL;
	const char *bad = o ? NULL : "the JSON of the report is none";

	json_object_put(o);
	if (t)
		json_tokener_free(t);
	return bad;
}

static const char *draw(view_fn *view, struct txr_report *r, const struct txr_view_opts *o)
{
	const char *bad = NULL;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return "no memory for the test";
	if (view(out, r, o))
		bad = "a view fails";
	fclose(out);
	if (!bad)
		bad = sound_text(text, len);
	if (!bad && view == txr_view_json)
		bad = is_json(text, len);
	free(text);
	return bad;
}

static const char *draw_all(struct txr_report *r)
{
	static view_fn *const views[] = {
		txr_view_text, txr_view_json, txr_view_csv, txr_view_classic,
	};
	const struct txr_view_opts whole = { .queue = -1, .width = 60, .verbose = true };
	const struct txr_view_opts queues = { .queue = -1, .per_queue = true, .utf8 = true };
	const char *bad = NULL;
	size_t i;

	for (i = 0; i < sizeof(views) / sizeof(views[0]) && !bad; i++) {
		bad = draw(views[i], r, &whole);
		if (!bad)
			bad = draw(views[i], r, &queues);
	}
	return bad;
}

/* ---- the whole ---- */

static void look_at(struct txr_pipeline *p, const struct recording *r, struct verdict *v,
		    struct txr_err *err)
{
	struct txr_report *report = NULL;

	v->ret = txr_pipeline_report(p, &report, err);
	if (v->ret)
		return;
	v->truncated = report->source.truncated;
	v->exact = report->exact;
	v->events = report->source.events;
	v->started = report->total.started.value;
	v->bad = sound_report(report);
	/* What the views take is theirs, and follows from what they draw. */
	v->heap_bytes = heap_peak();
	if (!v->bad && r->views)
		v->bad = draw_all(report);
	txr_report_free(report);
}

static void lap_text(struct printer *pr, struct verdict *v, char **text, size_t *len)
{
	if (!pr->out)
		return;
	fclose(pr->out);
	if (!v->bad)
		v->bad = sound_text(*text, *len);
	free(*text);
}

void recording_try(const struct recording *r, struct verdict *v)
{
	struct txr_window window = { 0 };
	struct txr_err err = { 0 };
	struct txr_pipeline p;
	struct given g;
	char *text = NULL;
	size_t len = 0;
	struct printer pr = { .p = &p };

	memset(v, 0, sizeof(*v));
	given_open(&g, r->data, r->len, r->pipe, r->seed);
	if (r->laps)
		pr.out = open_memstream(&text, &len);
	heap_begin();
	unpacked_begin();
	v->ret = txr_pipeline_open(&p, g.path, &window, wrap, &pr, &err);
	if (!v->ret)
		v->ret = txr_pipeline_run(&p, &err);
	if (!v->ret)
		look_at(&p, r, v, &err);
	else
		v->heap_bytes = heap_peak();
	txr_pipeline_close(&p);
	heap_pause();
	lap_text(&pr, v, &text, &len);
	given_close(&g);
	if (v->ret && !v->bad)
		v->bad = sound_error(v->ret, &err);
	memcpy(v->error, err.text, sizeof(v->error));
	v->heap_bound = bound(r->len);
	if (!v->bad && !r->laps && v->heap_bytes > v->heap_bound)
		v->bad = "more memory than a file of this size may take";
}

void recording_must(const struct recording *r)
{
	struct verdict v;

	recording_try(r, &v);
	if (!v.bad)
		return;
	fprintf(stderr, "%s: %s (%zu bytes, heap %zu of %zu, %s)\n", r->pipe ? "pipe" : "file", v.bad,
		r->len, v.heap_bytes, v.heap_bound, v.ret ? v.error : "read");
	abort();
}
