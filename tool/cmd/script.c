// SPDX-License-Identifier: GPL-2.0-only
/* script.c - txring script: one line a lap. */
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd.h"
#include "pipeline.h"
#include "txring/view.h"

struct script_opts {
	struct txr_common_opts common;
	const char *input, *device;
	bool json, csv;
	struct txr_window window;
};

static int parse_time(void *opts, const char *arg, struct txr_err *err)
{
	return txr_window_parse(&((struct script_opts *)opts)->window, arg, err);
}

#define AT(field) offsetof(struct script_opts, field)

static const struct txr_opt options[] = {
	TXR_COMMON_OPTS(struct script_opts),
	{ 'i', "input", TXR_OPT_STRING, AT(input), "FILE",
	  "recording to read (default: txring.dat)", NULL, NULL },
	{ 'd', "device", TXR_OPT_STRING, AT(device), "DEV",
	  "only devices of this name, or that match this glob", NULL, NULL },
	{ 0, "time", TXR_OPT_CALL, 0, "FROM,TO",
	  "only this part: seconds of the recording's clock, or 10%-20%, or 10%/2",
	  NULL, parse_time },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "one JSON object a line", NULL, NULL },
	{ 0, "csv", TXR_OPT_FLAG, AT(csv), NULL, "comma-separated values", NULL, NULL },
	TXR_OPT_END
};

/*
 * Stands between the engine and the statistics, which must hear first: they
 * set what a lap carries for them (queue, in_device_at_start).
 */
struct printer {
	const struct script_opts *o;
	enum txr_lap_format format;
	struct txr_pair_sink inner;
	struct txr_pipeline *p;
	struct txr_lap_context c;
	int failed;		/* -errno: stdout is gone, print no more */
};

/* Decided before the window: told of only now, since its memory went late. */
static bool ended_before(const struct txr_lap *lap, uint64_t from_ns)
{
	uint64_t end_ns = lap->release_ns ? lap->release_ns : lap->result_ns;

	return lap->outcome != TXR_OPEN && (end_ns ? end_ns : lap->start_ns) < from_ns;
}

static void print_lap(struct printer *pr, const struct txr_lap *lap)
{
	const struct txr_device *dev;

	if (pr->failed || ended_before(lap, pr->p->window.from_ns))
		return;
	dev = txr_devtab_get(pr->c.devs, lap->dev);
	if (pr->o->device && (!dev || fnmatch(pr->o->device, dev->name, 0)))
		return;
	pr->c.first_ns = txr_source_info(pr->p->src)->first_ns;
	pr->failed = txr_lap_print(stdout, pr->format, lap, &pr->c);
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

static void on_gone(void *ctx, struct txr_lap *lap)
{
	struct printer *pr = ctx;

	if (pr->inner.gone)
		pr->inner.gone(pr->inner.ctx, lap);
	print_lap(pr, lap);
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

struct open_laps {
	struct txr_lap **lap;
	size_t nr, max;
};

static void collect(void *arg, struct txr_lap *lap)
{
	struct open_laps *open = arg;

	if (open->nr < open->max)
		open->lap[open->nr++] = lap;
}

static int by_start(const void *a, const void *b)
{
	const struct txr_lap *x = *(struct txr_lap *const *)a;
	const struct txr_lap *y = *(struct txr_lap *const *)b;

	if (x->start_ns != y->start_ns)
		return x->start_ns < y->start_ns ? -1 : 1;
	return (x->skbaddr > y->skbaddr) - (x->skbaddr < y->skbaddr);
}

/* What is still in the device comes last, oldest first. */
static int print_open(struct printer *pr, struct txr_err *err)
{
	struct open_laps open = { 0 };
	size_t i;

	open.max = txr_pair_counts(pr->p->pair)->open;
	open.lap = calloc(open.max + 1, sizeof(*open.lap));
	if (!open.lap)
		return txr_fail(err, ENOMEM, "%s: no memory for the packets still in a "
				"device", pr->o->input);
	txr_pair_each_open(pr->p->pair, collect, &open);
	qsort(open.lap, open.nr, sizeof(*open.lap), by_start);
	for (i = 0; i < open.nr; i++)
		print_lap(pr, open.lap[i]);
	free(open.lap);
	return 0;
}

static int script_file(struct printer *pr, struct txr_err *err)
{
	struct txr_pipeline p;
	int ret;

	pr->p = &p;
	ret = txr_pipeline_open(&p, pr->o->input, &pr->o->window, wrap, pr, err);
	if (!ret) {
		pr->c.devs = txr_source_devices(p.src);
		pr->c.names = txr_source_names(p.src);
		pr->failed = txr_lap_header(stdout, pr->format);
		ret = txr_pipeline_run(&p, err);
	}
	if (!ret)
		ret = print_open(pr, err);
	if (!ret && txr_source_info(p.src)->truncated && !pr->o->common.quiet)
		fprintf(stderr, "txring: %s: the file is cut off; what could be read is "
			"shown\n", pr->o->input);
	txr_pipeline_close(&p);
	if (pr->failed)
		return txr_fail_stdout(-pr->failed, err);
	return ret ? ret : txr_flush_stdout(err);
}

static int check(struct script_opts *o, char **argv, int rest, struct txr_err *err)
{
	if (o->json && o->csv)
		return txr_fail(err, EINVAL, "--json and --csv: only one form at a time; "
				"leave one away");
	if (rest > 1 || (rest && o->input))
		return txr_fail(err, EINVAL, "%s: one recording at a time; give one FILE",
				argv[rest]);
	if (rest)
		o->input = argv[1];
	if (!o->input)
		o->input = txr_default_recording();
	return 0;
}

static int help(struct txr_err *err)
{
	char *text = txr_opt_help(options, "txring script [OPTIONS] [FILE]",
		"Print one line for every packet that was handed to a device: when, "
		"where, what became of it, and how long the device owned it. See "
		"txring-script(1) for the fields.");

	fputs(text ? text : "", stdout);
	free(text);
	return txr_flush_stdout(err) ? txr_complain(err, TXR_EXIT_FAILED) : TXR_EXIT_OK;
}

static int run(int argc, char **argv)
{
	struct script_opts o = { 0 };
	struct printer pr = { .o = &o };
	struct txr_err err = { 0 };
	int rest, ret;

	if (txr_opt_parse(options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help(&err);
	if (check(&o, argv, rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	pr.format = o.json ? TXR_LAP_JSON : o.csv ? TXR_LAP_CSV : TXR_LAP_TEXT;
	ret = script_file(&pr, &err);
	if (err.code)
		return txr_complain(&err, TXR_EXIT_FAILED);
	return ret ? TXR_EXIT_FAILED : TXR_EXIT_OK;
}

const struct txr_cmd txr_cmd_script = {
	"script", "print one line for every packet", run, options
};
