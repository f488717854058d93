// SPDX-License-Identifier: GPL-2.0-only
/* doctor.c - txring doctor: what this kernel and this user can do. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd.h"
#include "doctor_draw.h"
#include "pipeline.h"

struct doctor_opts {
	struct txr_common_opts common;
	struct txr_opt_names device;
	bool all, json;
};

#define AT(field) offsetof(struct doctor_opts, field)

static const struct txr_opt options[] = {
	TXR_COMMON_OPTS(struct doctor_opts),
	{ 'a', "all", TXR_OPT_FLAG, AT(all), NULL,
	  "devices of every network namespace, not of this one alone", NULL, NULL },
	{ 'd', "device", TXR_OPT_NAMES, AT(device), "DEV",
	  "only devices of this name, or that match this glob; may be repeated", NULL, NULL },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "one JSON object", NULL, NULL },
	TXR_OPT_END
};

static int help(void)
{
	char *text = txr_opt_help(options, "txring doctor [OPTIONS]",
		"Say whether recording can work here as this user, which events and "
		"tier this kernel offers, and how exact the figures of each device "
		"would be; each problem with its remedy. Changes nothing and needs no "
		"privilege. Exit status 0 if recording can work, 1 if not.");

	if (text)
		fputs(text, stdout);
	free(text);
	return text && !fflush(stdout) ? TXR_EXIT_OK : TXR_EXIT_FAILED;
}

static bool wants_color(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") &&
	       !(no_color && *no_color);
}

static int draw(const struct doctor_opts *o, const struct txr_doctor *d, struct txr_err *err)
{
	struct txr_view_opts v = { .queue = -1, .width = 80, .verbose = o->common.verbose };
	int ret = 0;

	v.color = wants_color();
	if (o->json)
		ret = txr_doctor_json(stdout, d);
	else
		ret = txr_doctor_text(stdout, d, &v);
	return ret ? txr_fail_stdout(-ret, err) : txr_flush_stdout(err);
}

static int run(int argc, char **argv)
{
	struct doctor_opts o = { 0 };
	struct txr_err err = { 0 };
	struct txr_doctor d;
	int rest, ret, status;

	if (txr_opt_parse(options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help();
	if (rest) {
		txr_fail(&err, EINVAL, "doctor: '%s' is not understood; name a device "
			 "with -d", argv[1]);
		return txr_complain(&err, TXR_EXIT_USAGE);
	}
	if (txr_doctor_take(&d, "", o.device.wanted, o.all, &err))
		return txr_complain(&err, TXR_EXIT_FAILED);
	status = d.can_record ? TXR_EXIT_OK : TXR_EXIT_FAILED;
	ret = draw(&o, &d, &err);
	txr_doctor_free(&d);
	if (err.code)
		return txr_complain(&err, TXR_EXIT_FAILED);
	return ret ? TXR_EXIT_FAILED : status;
}

const struct txr_cmd txr_cmd_doctor = {
	"doctor", "say what this kernel and this user can do, and what stands in the way",
	run, options
};
