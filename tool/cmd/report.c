// SPDX-License-Identifier: GPL-2.0-only
/* report.c - txring report: figures of recordings. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cmd.h"
#include "fail_on.h"
#include "pipeline.h"
#include "report_html.h"
#include "terminal.h"
#include "txring/view.h"

struct report_opts {
	struct txr_common_opts common;
	struct txr_opt_list input;
	const char *sort, *html;
	struct txr_opt_names device;
	bool per_queue, json, csv, classic, timeline, histogram;
	int by;		/* enum txr_by_what */
	struct txr_window window;
	struct txr_fail_on fail_on;
	uint64_t stall_ns, jobs;
};

static int parse_time(void *opts, const char *arg, struct txr_err *err)
{
	return txr_window_parse(&((struct report_opts *)opts)->window, arg, err);
}

static int parse_fail_on(void *opts, const char *arg, struct txr_err *err)
{
	return txr_fail_on_parse(&((struct report_opts *)opts)->fail_on, arg, err);
}

#define AT(field) offsetof(struct report_opts, field)

static const char *const bys[] = { "none", "comm", "cpu", "size", NULL };

static const struct txr_opt options[] = {
	TXR_COMMON_OPTS(struct report_opts),
	{ 'i', "input", TXR_OPT_LIST, AT(input), "FILE",
	  "recording to read, each a report of its own (default: txring.dat)", NULL, NULL },
	{ 'j', "jobs", TXR_OPT_U64, AT(jobs), "N",
	  "threads to use: with 2 or more one reads ahead of the pairing (default: 1)",
	  NULL, NULL },
	{ 'd', "device", TXR_OPT_NAMES, AT(device), "DEV",
	  "only devices of this name, or that match this glob; may be repeated", NULL, NULL },
	{ 'Q', "per-queue", TXR_OPT_FLAG, AT(per_queue), NULL,
	  "show each tx queue", NULL, NULL },
	{ 0, "sort", TXR_OPT_STRING, AT(sort), "KEY",
	  "order devices by a column, like in_device.max or lap_ns.p99", NULL, NULL },
	{ 0, "time", TXR_OPT_CALL, 0, "FROM,TO",
	  "only this part: seconds of the recording's clock, or 10%-20%, or 10%/2",
	  NULL, parse_time },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "one JSON object a recording", NULL, NULL },
	{ 0, "csv", TXR_OPT_FLAG, AT(csv), NULL,
	  "one line a device, or a queue with -Q", NULL, NULL },
	{ 0, "classic", TXR_OPT_FLAG, AT(classic), NULL,
	  "the layout of the perf script of 2010", NULL, NULL },
	{ 0, "timeline", TXR_OPT_FLAG, AT(timeline), NULL,
	  "plot packets in the device over time, in text or as part of --json", NULL, NULL },
	{ 0, "histogram", TXR_OPT_FLAG, AT(histogram), NULL,
	  "plot lap times, with percentiles; with --json, laps by occupancy", NULL, NULL },
	{ 0, "html", TXR_OPT_STRING, AT(html), "FILE",
	  "write one page with pictures there, to open in a browser; - is stdout", NULL, NULL },
	{ 0, "by", TXR_OPT_CHOICE, AT(by), "WHAT",
	  "who fills the ring: packets and bytes in it shared out by comm, cpu or size",
	  bys, NULL },
	{ 0, "stalled-after", TXR_OPT_SECONDS, AT(stall_ns), "S",
	  "seconds without a release after which a queue may have stalled (default: 1)",
	  NULL, NULL },
	{ 0, "fail-on", TXR_OPT_CALL, 0, "ID[,ID]...",
	  "exit with 3 if there is such a finding, like ring-packed", NULL, parse_fail_on },
	TXR_OPT_END
};

static int check_form(const struct report_opts *o, struct txr_err *err)
{
	const struct { bool given; const char *name; } forms[] = {
		{ o->html, "--html" }, { o->json, "--json" }, { o->csv, "--csv" },
		{ o->classic, "--classic" },
	};
	const char *first = NULL;
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (forms[i].given && first)
			return txr_fail(err, EINVAL, "%s and %s: only one form at a time; "
					"leave one away", first, forms[i].name);
		if (forms[i].given)
			first = forms[i].name;
	}
	return 0;
}

static int check(const struct report_opts *o, struct txr_err *err)
{
	int ret = check_form(o, err);

	if (!ret && o->html && o->input.count > 1)
		ret = txr_fail(err, EINVAL, "--html: a page is of one recording; give one "
			       "file");
	if (!ret && (o->csv || o->classic) && (o->timeline || o->histogram))
		ret = txr_fail(err, EINVAL, "%s and %s: a plot has no such form; leave one "
			       "away, or take --json", o->timeline ? "--timeline" :
			       "--histogram", o->csv ? "--csv" : "--classic");
	if (!ret && o->by && (o->html || o->classic))
		ret = txr_fail(err, EINVAL, "--by and %s: shares have no such form; leave one "
			       "away", o->html ? "--html" : "--classic");
	if (!ret && o->classic && o->per_queue)
		ret = txr_fail(err, EINVAL, "--classic and -Q: that layout is of whole devices; "
			       "leave one away");
	if (!ret && o->by && o->csv && o->per_queue)
		ret = txr_fail(err, EINVAL, "--by and -Q: shares are of whole devices; leave "
			       "one away");
	if (!ret && o->sort && !txr_view_sort_key(o->sort))
		ret = txr_fail(err, EINVAL, "--sort: '%s' is no column; give one like "
			       "in_device.max or dropped (the header of --csv lists all; "
			       "those in _low and _high are bounds)", o->sort);
	if (!ret)
		ret = txr_check_stall_after(o->stall_ns, err);
	if (!ret && !o->jobs)
		ret = txr_fail(err, EINVAL, "--jobs: 0 threads can do nothing; give 1, or 2 "
			       "to read ahead in one of its own");
	return ret;
}

/* Operands are files too, as with perf's commands. */
static int add_operands(struct report_opts *o, char **argv, int nr, struct txr_err *err)
{
	const size_t max = sizeof(o->input.item) / sizeof(o->input.item[0]);
	int i;

	for (i = 1; i <= nr; i++) {
		if (o->input.count == max)
			return txr_fail(err, EINVAL, "%s: one file too many; give at most "
					"%zu", argv[i], max);
		o->input.item[o->input.count++] = argv[i];
	}
	if (!o->input.count)
		o->input.item[o->input.count++] = txr_default_recording();
	return 0;
}

/* What a reader of stdout alone might not see. */
static void warn(const struct report_opts *o, const struct txr_pipeline *p,
		 const struct txr_report *r)
{
	if (o->common.quiet)
		return;
	if (txr_pipeline_too_late(p))
		fprintf(stderr, "txring: %s: --time begins after the last event, at %.9f; only "
			"what was still inside is shown\n", r->source.path,
			(double)r->source.last_ns / 1e9);
	if (r->source.truncated)
		fprintf(stderr, "txring: %s: the file is cut off; what could be read is "
			"reported\n", r->source.path);
	if (o->classic && !r->exact)
		fprintf(stderr, "txring: %s: figures are not exact; see txring report "
			"without --classic\n", r->source.path);
}

static int draw(const struct report_opts *o, struct txr_report *r,
		const struct txr_view_opts *v, struct txr_err *err)
{
	if (o->html)
		return txr_report_html(o->html, r, v, !o->common.quiet, err);
	if (o->json)
		return txr_view_json(stdout, r, v);
	if (o->csv)
		return o->by ? txr_view_csv_by(stdout, r, v) : txr_view_csv(stdout, r, v);
	if (o->classic)
		return txr_view_classic(stdout, r, v);
	return txr_view_text(stdout, r, v);
}

/* What the plots are drawn from. */
static unsigned int wants(const struct report_opts *o)
{
	return (o->timeline || o->html ? TXR_WANT_TIMELINE : 0) |
	       ((o->histogram && o->json) || o->html ? TXR_WANT_LAP_GRID : 0);
}

/*
 * *gone is set when stdout takes no more: the next file need not be read. *found
 * when the report has a finding of --fail-on.
 */
static int report_file(const struct report_opts *o, const char *path,
		       const struct txr_view_opts *v, bool *gone, bool *found,
		       struct txr_err *err)
{
	struct txr_report *r = NULL;
	struct txr_pipeline p;
	int ret;

	ret = txr_pipeline_open(&p, path, &o->window, NULL, NULL, err);
	if (!ret) {
		p.jobs = o->jobs;
		txr_stats_want(p.stats, wants(o));
		txr_stats_stall_after(p.stats, o->stall_ns);
		txr_stats_by(p.stats, o->by);
		ret = txr_pipeline_run(&p, err);
	}
	if (!ret)
		ret = txr_pipeline_report(&p, &r, err);
	if (!ret) {
		warn(o, &p, r);
		*found |= txr_fail_on_found(&o->fail_on, r, v);
		ret = draw(o, r, v, err);
		if (ret == -ENOMEM)
			txr_fail(err, ENOMEM, "%s: no memory to draw the report", path);
	}
	if (!ret)	/* the report is drawn all the same: err alone tells */
		txr_fail_on_check(&o->fail_on, r, txr_source_info(p.src)->meta, v, err);
	txr_report_free(r);
	txr_pipeline_close(&p);
	*gone = ferror(stdout);
	if (*gone)
		return txr_fail_stdout(ret ? -ret : EIO, err);
	if (!ret) {
		ret = txr_flush_stdout(err);
		*gone = ret;
	}
	return ret;
}

static int report_all(const struct report_opts *o, struct txr_view_opts *v)
{
	int status = TXR_EXIT_OK, ret;
	bool gone = false, found = false;
	size_t i, drawn = 0;

	for (i = 0; i < o->input.count && !gone; i++) {
		struct txr_err err = { 0 };

		if (drawn && !o->json && !o->csv && !o->classic)
			putchar('\n');
		ret = report_file(o, o->input.item[i], v, &gone, &found, &err);
		if (err.code)
			status = txr_complain(&err, TXR_EXIT_FAILED);
		else if (ret)
			status = TXR_EXIT_FAILED;
		drawn += !ret;
		v->no_header = drawn > 0;
	}
	return status == TXR_EXIT_OK && found ? TXR_EXIT_FOUND : status;
}

static int help(void)
{
	return txr_print_help(options, "txring report [OPTIONS] [FILE]...",
		"Say how long each network device owned its packets, how many it held, "
		"how near that is to what its tx ring can hold, and what became of "
		"every packet. See txring-report(1) for the meaning of each figure.");
}

static int run(int argc, char **argv)
{
	struct report_opts o = { .stall_ns = TXR_STALL_DEFAULT_NS, .jobs = 1 };
	struct txr_view_opts v = { .queue = -1 };
	struct txr_err err = { 0 };
	int rest;

	if (txr_opt_parse(options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help();
	if (add_operands(&o, argv, rest, &err) || check(&o, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.html && txr_report_html_check(o.html, &err))
		return txr_complain(&err, TXR_EXIT_FAILED);
	v.per_queue = o.per_queue;
	v.timeline = o.timeline;
	v.histogram = o.histogram;
	v.verbose = o.common.verbose;
	v.sort = o.sort;
	v.device = o.device.wanted;
	txr_look_at_terminal(&v);
	return report_all(&o, &v);
}

const struct txr_cmd txr_cmd_report = {
	"report", "say what a recording shows of each device's tx ring", run, options
};
