/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * went_led.h - which interrupt led to a poll of a NAPI instance.
 *
 * Clean runs (went_cpu.h) tell it, and teach whose interrupts schedule an instance.
 * In the others it is the first run of such a handler, on this CPU, since the
 * instance's last poll began; an instance that used up its budget is polled again
 * without one. In doubt if such a handler ran before, while the instance was scheduled
 * already (NAPI_STATE_MISSED: it is polled once more for that).
 */
#ifndef TXRING_STATS_WENT_LED_H
#define TXRING_STATS_WENT_LED_H

#include "txring/report.h"
#include "went_napi.h"

/* What led to a poll. */
struct txr_went_led {
	bool found;
	enum txr_went_cause cause;	/* why not */
	uint64_t irq_ns;		/* the handler's entry */
	uint64_t begin_ns;		/* the poll's begin, after the handler */
};

/* Poll number nr of the run that is over on c. 0 or -ENOMEM. */
int txr_went_led_to(struct txr_went_napis *n, struct txr_went_cpu *c, size_t nr,
		    const struct txr_went_ways *w, struct txr_went_led *led);

#endif
