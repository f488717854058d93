// SPDX-License-Identifier: GPL-2.0-only
/* finding_text.c - figures in the sentences of findings. */
#include <inttypes.h>
#include <stdio.h>
#include "findings.h"

const char *txr_packets_text(char buf[TXR_PACKETS_TEXT], const struct txr_u64 *f)
{
	const char *what = f->value == 1 && f->trust == TXR_FIG_EXACT ? "packet" : "packets";

	if (f->trust == TXR_FIG_AT_LEAST)
		snprintf(buf, TXR_PACKETS_TEXT, "at least %" PRIu64 " %s", f->low, what);
	else if (f->trust == TXR_FIG_BOUNDED && f->low != f->high)
		snprintf(buf, TXR_PACKETS_TEXT, "%" PRIu64 " to %" PRIu64 " %s", f->low, f->high,
			 what);
	else
		snprintf(buf, TXR_PACKETS_TEXT, "%" PRIu64 " %s", f->value, what);
	return buf;
}

const char *txr_time_text(char buf[TXR_TIME_TEXT], uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double t = (double)ns;
	size_t i;

	for (i = 0; i < 3 && t >= 999.5; i++)
		t /= 1000;
	snprintf(buf, TXR_TIME_TEXT, t < 999.5 ? "%.3g %s" : "%.0f %s", t, units[i]);
	return buf;
}

/* What rounding would make 100 is not all. */
#define ALMOST_ALL	99.9
#define LEAST_SHOWN	0.001

const char *txr_percent_text(char buf[TXR_PERCENT_TEXT], double percent)
{
	if (percent <= 0)
		snprintf(buf, TXR_PERCENT_TEXT, "0");
	else if (percent < LEAST_SHOWN)
		snprintf(buf, TXR_PERCENT_TEXT, "<%g", LEAST_SHOWN);
	else if (percent < 0.1)
		snprintf(buf, TXR_PERCENT_TEXT, "%.2g", percent);
	else if (percent >= 100)
		snprintf(buf, TXR_PERCENT_TEXT, "100");
	else
		snprintf(buf, TXR_PERCENT_TEXT, "%.1f",
			 percent > ALMOST_ALL ? ALMOST_ALL : percent);
	return buf;
}

const char *txr_started_text(char buf[TXR_PACKETS_TEXT], const struct txr_u64 *part,
			     const struct txr_row *r)
{
	double percent;

	buf[0] = '\0';
	if (part->trust != TXR_FIG_EXACT || r->started.trust != TXR_FIG_EXACT || !r->started.value)
		return buf;
	percent = 100 * (double)part->value / (double)r->started.value;
	snprintf(buf, TXR_PACKETS_TEXT, " (%.3g %% of those started)",
		 percent > ALMOST_ALL && percent < 100 ? ALMOST_ALL : percent);
	return buf;
}
