// SPDX-License-Identifier: GPL-2.0-only
/* window.c - the argument of --time, in perf's syntax. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/units.h"
#include "pipeline.h"

static int bad(const char *arg, struct txr_err *err)
{
	return txr_fail(err, EINVAL, "--time: '%s' is no range; give FROM,TO in seconds "
			"as trace-cmd report prints them, or 10%%-20%%, or 10%%/2", arg);
}

/* A percentage from 0 to 100; *s is moved past its '%'. */
static int take_percent(const char **s, double *out)
{
	char *end;

	if (**s < '0' || **s > '9')
		return -EINVAL;
	*out = strtod(*s, &end);
	if (*end != '%' || !(*out >= 0 && *out <= 100))
		return -EINVAL;
	*s = end + 1;
	return 0;
}

static int parse_percent(struct txr_window *w, const char *arg)
{
	const char *s = arg;
	double first, second;
	uint64_t nth;

	if (take_percent(&s, &first))
		return -EINVAL;
	if (*s == '-') {
		s++;
		if (take_percent(&s, &second) || *s || second <= first)
			return -EINVAL;
		w->from_percent = first;
		w->to_percent = second;
		return 0;
	}
	if (*s != '/' || txr_parse_u64(s + 1, &nth) || !nth || nth > 10000 || first <= 0)
		return -EINVAL;
	w->from_percent = (double)(nth - 1) * first;
	w->to_percent = (double)nth * first;
	if (w->from_percent >= 100)
		return -EINVAL;
	if (w->to_percent > 100)
		w->to_percent = 100;
	return 0;
}

static int parse_side(const char *s, size_t len, uint64_t *out)
{
	char text[40];

	if (!len)
		return 0;
	if (len >= sizeof(text))
		return -EINVAL;
	memcpy(text, s, len);
	text[len] = '\0';
	return txr_parse_ns(text, out);
}

int txr_window_parse(struct txr_window *w, const char *arg, struct txr_err *err)
{
	const char *comma = strchr(arg, ',');

	memset(w, 0, sizeof(*w));
	w->given = true;
	w->to_ns = UINT64_MAX;
	if (strchr(arg, '%')) {
		w->percent = true;
		return parse_percent(w, arg) ? bad(arg, err) : 0;
	}
	if (!comma || (comma == arg && !comma[1]))
		return bad(arg, err);
	if (parse_side(arg, (size_t)(comma - arg), &w->from_ns) ||
	    parse_side(comma + 1, strlen(comma + 1), &w->to_ns))
		return bad(arg, err);
	if (w->to_ns <= w->from_ns)
		return txr_fail(err, EINVAL, "--time: '%s' ends before it begins; give "
				"the earlier time first", arg);
	return 0;
}
