// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_handover.c - events that are open, and off until a device needs them.
 *
 * The header of the file names the events before the first record, and new ones on
 * a CPU would be a gap. One that is open and not enabled costs its tracepoint some
 * nanoseconds: perf_trace_*() returns at once when no event is on this CPU's list.
 */
#include <errno.h>
#include <string.h>
#include "perfrec_impl.h"

int txr_perfrec_choose_events(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_events_want want = txr_record_want(&r->cfg, r->handover);
	struct txr_event_set on;
	int ret = txr_events_choose(&on, &r->tfs, &want, err);

	if (ret)
		return ret;
	want.handover = TXR_HANDOVER_ALL;
	ret = txr_events_choose(&r->events, &r->tfs, &want, NULL);
	if (ret) {	/* a kernel that has them not all: with those that it needs */
		r->events = on;
		return 0;
	}
	txr_events_set_spare(&r->events, &on);
	txr_events_free(&on);
	return 0;
}

void txr_perfrec_hand_over(struct txr_perfrec *r, unsigned int need)
{
	unsigned int i;

	pthread_mutex_lock(&r->switching);
	if ((need & ~r->handover) && !r->ending) {
		r->handover |= need;
		txr_events_take_up(&r->events, r->handover);
		for (i = 0; i < r->readers; i++)
			txr_reader_switch_handover(r->reader[i]);
		txr_handover_note_more(&r->meta, txr_events_handover(&r->events),
				       txr_perfrec_now(r));
	}
	pthread_mutex_unlock(&r->switching);
}

void txr_perfrec_follow_handover(struct txr_perfrec *r)
{
	struct txr_snapshot now = { 0 };

	if (r->handover == TXR_HANDOVER_ALL)
		return;
	if (!txr_snapshot_take_kinds(&now, NULL))
		txr_perfrec_hand_over(r, txr_devsel_handover(&r->sel, &now));
	txr_snapshot_free(&now);
}
