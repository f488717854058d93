// SPDX-License-Identifier: GPL-2.0-only
/* diff.c - txring diff: two recordings side by side. */
#include <errno.h>
#include <stdio.h>
#include "cmd.h"
#include "pipeline.h"
#include "sliced.h"
#include "terminal.h"
#include "txring/view.h"

struct diff_opts {
	struct txr_common_opts common;
	struct txr_opt_names device;
	bool per_queue, json;
};

#define AT(field) offsetof(struct diff_opts, field)

static const struct txr_opt options[] = {
	TXR_COMMON_OPTS(struct diff_opts),
	{ 'd', "device", TXR_OPT_NAMES, AT(device), "DEV",
	  "only devices of this name, or that match this glob; may be repeated", NULL, NULL },
	{ 'Q', "per-queue", TXR_OPT_FLAG, AT(per_queue), NULL,
	  "compare each tx queue too", NULL, NULL },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "one JSON object", NULL, NULL },
	TXR_OPT_END
};

static int draw(const struct diff_opts *o, const struct txr_sliced *a,
		const struct txr_sliced *b, struct txr_err *err)
{
	struct txr_diff_side in_a = txr_sliced_side(a), in_b = txr_sliced_side(b);
	struct txr_view_opts v = { .queue = -1, .verbose = o->common.verbose };
	struct txr_diff *d;
	int ret;

	if (txr_diff_build(&d, &in_a, &in_b, o->device.wanted, o->per_queue))
		return txr_fail(err, ENOMEM, "diff: out of memory; free some");
	txr_look_at_terminal(&v);
	ret = o->json ? txr_view_diff_json(stdout, d) : txr_view_diff_text(stdout, d, &v);
	txr_diff_free(d);
	return ret ? txr_fail_stdout(-ret, err) : txr_flush_stdout(err);
}

/* What a reader of stdout alone might not see. */
static void warn(const struct diff_opts *o, const struct txr_sliced *s)
{
	if (!o->common.quiet && s->whole->source.truncated)
		fprintf(stderr, "txring: %s: the file is cut off; what could be read is "
			"compared\n", s->whole->source.path);
}

static int compare(const struct diff_opts *o, char **file, struct txr_err *err)
{
	struct txr_sliced s[2] = { 0 };
	int i, ret = 0;

	for (i = 0; i < 2 && !ret; i++) {
		ret = txr_sliced_read(&s[i], file[i], err);
		if (!ret)
			warn(o, &s[i]);
	}
	if (!ret)
		ret = draw(o, &s[0], &s[1], err);
	for (i = 0; i < 2; i++)
		txr_sliced_free(&s[i]);
	return ret;
}

static int help(void)
{
	return txr_print_help(options, "txring diff [OPTIONS] A B",
		"Compare two recordings, device by device: each figure, its change, and "
		"whether that is more than the figure varies within each recording. See "
		"txring-diff(1).");
}

static int run(int argc, char **argv)
{
	struct diff_opts o = { 0 };
	struct txr_err err = { 0 };
	int rest;

	if (txr_opt_parse(options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help();
	if (rest != 2) {
		txr_fail(&err, EINVAL, "diff: %d recordings given; give two, A and B", rest);
		return txr_complain(&err, TXR_EXIT_USAGE);
	}
	if (compare(&o, argv + 1, &err))
		return err.code ? txr_complain(&err, TXR_EXIT_FAILED) : TXR_EXIT_FAILED;
	return TXR_EXIT_OK;
}

const struct txr_cmd txr_cmd_diff = {
	.name = "diff",
	.summary = "two recordings side by side: what changed, and is it more than chance",
	.run = run,
	.options = options,
};
