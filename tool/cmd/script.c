// SPDX-License-Identifier: GPL-2.0-only
/* script.c - txring script: every lap, as a line or as a slice of a trace. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "cli/units.h"
#include "script.h"

static int parse_time(void *opts, const char *arg, struct txr_err *err)
{
	return txr_window_parse(&((struct txr_script_opts *)opts)->window, arg, err);
}

#define AT(field) offsetof(struct txr_script_opts, field)

static const struct txr_opt options[] = {
	TXR_COMMON_OPTS(struct txr_script_opts),
	{ 'i', "input", TXR_OPT_STRING, AT(input), "FILE",
	  "recording to read (default: txring.dat)", NULL, NULL },
	{ 'd', "device", TXR_OPT_NAMES, AT(device), "DEV",
	  "only devices of this name, or that match this glob; may be repeated", NULL, NULL },
	{ 0, "time", TXR_OPT_CALL, 0, "FROM,TO",
	  "only this part: seconds of the recording's clock, or 10%-20%, or 10%/2",
	  NULL, parse_time },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "one JSON object a line", NULL, NULL },
	{ 0, "csv", TXR_OPT_FLAG, AT(csv), NULL, "comma-separated values", NULL, NULL },
	{ 0, "perfetto", TXR_OPT_STRING, AT(perfetto), "FILE",
	  "write a trace for ui.perfetto.dev to FILE, and no lines", NULL, NULL },
	TXR_OPT_END
};

static int by_start(const void *a, const void *b)
{
	const struct txr_lap *x = *(struct txr_lap *const *)a;
	const struct txr_lap *y = *(struct txr_lap *const *)b;

	if (x->start_ns != y->start_ns)
		return x->start_ns < y->start_ns ? -1 : 1;
	return (x->skbaddr > y->skbaddr) - (x->skbaddr < y->skbaddr);
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

int txr_script_open_laps(struct txr_pair *pair, struct txr_lap ***laps, size_t *nr)
{
	struct open_laps open = { .max = txr_pair_counts(pair)->open };

	open.lap = calloc(open.max + 1, sizeof(*open.lap));
	if (!open.lap)
		return -ENOMEM;
	txr_pair_each_open(pair, collect, &open);
	qsort(open.lap, open.nr, sizeof(*open.lap), by_start);
	*laps = open.lap;
	*nr = open.nr;
	return 0;
}

bool txr_script_picks(const struct txr_script_opts *o, const struct txr_devtab *devs,
		      uint16_t index)
{
	const struct txr_device *dev = txr_devtab_get(devs, index);

	return !o->device.wanted || (dev && txr_name_match(o->device.wanted, dev->name));
}

/* Laps that span lost events are marked each; those that are missing are not there. */
static void warn_of(const struct txr_report *r)
{
	char lost[TXR_UNIT_BUF];

	if (r->source.lost_events)
		fprintf(stderr, "txring: %s: %s%s events were lost, so laps are missing or not "
			"certain; see txring report\n", r->source.path,
			r->source.lost_gaps_unknown ? "at least " : "",
			txr_format_grouped(lost, r->source.lost_events));
	else if (!r->exact)
		fprintf(stderr, "txring: %s: laps and what was in the device are not exact; "
			"txring report says why\n", r->source.path);
}

int txr_script_warn(const struct txr_script_opts *o, struct txr_pipeline *p,
		    struct txr_err *err)
{
	const struct txr_source_info *info = txr_source_info(p->src);
	struct txr_report *r;
	int ret;

	if (o->common.quiet)
		return 0;
	if (txr_pipeline_too_late(p))
		fprintf(stderr, "txring: %s: --time begins after the last event, at %.9f; only "
			"what was still inside is shown\n", o->input, (double)info->last_ns / 1e9);
	if (info->truncated)
		fprintf(stderr, "txring: %s: the file is cut off; what could be read is "
			"shown\n", o->input);
	ret = txr_pipeline_report(p, &r, err);
	if (ret)
		return ret;
	warn_of(r);
	txr_report_free(r);
	return 0;
}

static int check(struct txr_script_opts *o, char **argv, int rest, struct txr_err *err)
{
	if (o->json && o->csv)
		return txr_fail(err, EINVAL, "--json and --csv: only one form at a time; "
				"leave one away");
	if (o->perfetto && (o->json || o->csv))
		return txr_fail(err, EINVAL, "--perfetto and %s: only one form at a time; "
				"leave one away", o->json ? "--json" : "--csv");
	if (rest > 1 || (rest && o->input))
		return txr_fail(err, EINVAL, "%s: one recording at a time; give one FILE",
				argv[rest]);
	if (rest)
		o->input = argv[1];
	if (!o->input)
		o->input = txr_default_recording();
	return 0;
}

static int help(void)
{
	return txr_print_help(options, "txring script [OPTIONS] [FILE]",
		"Print one line for every packet that was handed to a device: when, "
		"where, what became of it, and how long the device owned it. See "
		"txring-script(1) for the fields.");
}

static int run(int argc, char **argv)
{
	struct txr_script_opts o = { 0 };
	struct txr_err err = { 0 };
	int rest, ret;

	if (txr_opt_parse(options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help();
	if (check(&o, argv, rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.perfetto)
		ret = txr_script_perfetto(&o, &err);
	else
		ret = txr_script_lines(&o, o.json ? TXR_LAP_JSON : o.csv ? TXR_LAP_CSV :
				       TXR_LAP_TEXT, &err);
	if (err.code)
		return txr_complain(&err, TXR_EXIT_FAILED);
	return ret ? TXR_EXIT_FAILED : TXR_EXIT_OK;
}

const struct txr_cmd txr_cmd_script = {
	"script", "print one line for every packet", run, options
};
