// SPDX-License-Identifier: GPL-2.0-only
/* clockset.c - whether a clock was set while it gave the time of a recording. */
#include <string.h>
#include <time.h>
#include "clockset.h"
#include "sys/clock.h"

void txr_clockset_note(struct txr_clockset *c, uint64_t before_ns, uint64_t now_ns,
		       uint64_t after_ns)
{
	int64_t low = (int64_t)(now_ns - after_ns), high = (int64_t)(now_ns - before_ns);

	/* However long a look took: both offsets are true only if they overlap. */
	if (c->seen && low > c->high_ns)
		c->set_ns += (uint64_t)(low - c->high_ns);
	else if (c->seen && high < c->low_ns)
		c->set_ns += (uint64_t)(c->low_ns - high);
	else if (c->seen) {
		low = low > c->low_ns ? low : c->low_ns;
		high = high < c->high_ns ? high : c->high_ns;
	}
	c->low_ns = low;
	c->high_ns = high;
	c->seen = true;
}

uint64_t txr_clockset_look(struct txr_clockset *c, int clockid)
{
	uint64_t before = txr_mono_ns(), now = txr_clock_ns(clockid);

	/* mono_raw is not slewed as this one is, and boot goes on in a suspend. */
	if (now && (clockid == CLOCK_TAI || clockid == CLOCK_REALTIME))
		txr_clockset_note(c, before, now, txr_mono_ns());
	return now;
}

/* kernel/trace/trace.c, trace_clocks[]: in_ns is 0, or jiffies made to ns */
bool txr_clock_counts(const char *clock)
{
	return !strcmp(clock, "counter") || !strcmp(clock, "uptime") ||
	       !strcmp(clock, "x86-tsc");
}
