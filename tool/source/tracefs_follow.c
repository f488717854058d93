// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_follow.c - devices that come, go and change while tracing runs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "follow.h"
#include "tracefs_impl.h"

static int follow_filter(struct txr_recorder *r, const struct txr_snapshot *now,
			 struct txr_err *err)
{
	int ret = txr_follow_devsel(&r->sel, now, err);

	return ret > 0 ? txr_filters_apply(&r->sel, &r->events, r->inst.fd, err) : ret;
}

static int choose_anew(struct txr_recorder *r, unsigned int handover, struct txr_err *err)
{
	struct txr_events_want want = txr_record_want(&r->cfg, handover);
	struct txr_event_set set;
	int ret = txr_events_choose(&set, &r->tfs, &want, err);

	if (ret)
		return ret;
	txr_events_free(&r->events);
	r->events = set;
	r->handover = handover;
	return 0;
}

/* A device whose packets go on to a receiver needs the events that tell. */
static int follow_handover(struct txr_recorder *r, const struct txr_snapshot *now,
			   struct txr_err *err)
{
	unsigned int need = txr_devsel_handover(&r->sel, now) | r->handover;
	int ret;

	if (need == r->handover)
		return 0;
	ret = choose_anew(r, need, err);
	if (!ret)
		ret = txr_events_enable(&r->events, r->inst.fd, err);
	if (!ret)
		txr_handover_note_more(&r->meta, txr_events_handover(&r->events),
				       txr_trace_clock_now(r->cfg.clock));
	return ret;
}

void txr_recorder_follow_handover(struct txr_recorder *r)
{
	struct txr_snapshot now = { 0 };

	if (r->handover == TXR_HANDOVER_ALL)
		return;
	if (!txr_snapshot_take_kinds(&now, NULL))
		follow_handover(r, &now, NULL);
	txr_snapshot_free(&now);
}

/* Switched on behind this process's back: the file is to have their formats. */
void txr_recorder_adopt_handover(struct txr_recorder *r)
{
	char *on = txr_tfs_read(r->inst.fd, "events/net/netif_receive_skb/enable", NULL);

	if (on && *on == '1' && r->handover != TXR_HANDOVER_ALL)
		choose_anew(r, TXR_HANDOVER_ALL, NULL);
	free(on);
}

int txr_recorder_follow(struct txr_recorder *r, struct txr_snapshot *now,
			struct txr_err *err)
{
	int ret;

	txr_follow_state(&r->meta, now);
	ret = follow_filter(r, &r->meta.end, err);
	return ret ? ret : follow_handover(r, &r->meta.end, err);
}

/*
 * The meta of a part: what was lost before it is none of its losses (those within
 * it are marked in its pages). It is cut where its snapshots were begun, as tracing
 * is on before the first of a recording, and off before the last.
 */
static struct txr_meta meta_of_part(struct txr_recorder *r, const struct txr_part *part)
{
	struct txr_meta m = r->meta;

	memset(&m.start, 0, sizeof(m.start));
	if (part->start) {
		txr_follow_names(part->start, &m.end);
		m.start = *part->start;
	}
	m.dropped_events = 0;
	m.on_ns = part->start ? part->from_ns : 0;
	m.off_ns = part->until_ns;
	if (part->trigger)
		snprintf(m.trigger, sizeof(m.trigger), "%s", part->trigger);
	return m;
}

static void drop_output(struct txr_recorder *r)
{
	txr_outfile_close(&r->out);
	r->out = (struct txr_outfile)TXR_OUTFILE_NONE;
	r->cfg.output = NULL;
	r->given = NULL;
	r->given_meta = NULL;
}

int txr_recorder_save(struct txr_recorder *r, const struct txr_part *part,
		      struct txr_record_result *res, struct txr_err *err)
{
	struct txr_meta meta = meta_of_part(r, part);
	int ret;

	memset(res, 0, sizeof(*res));
	r->cfg.output = part->path;
	ret = txr_outfile_open(&r->out, part->path, err);
	if (!ret) {
		if (part->limit_bytes &&
		    (!r->out.limit_bytes || r->out.limit_bytes > part->limit_bytes))
			r->out.limit_bytes = part->limit_bytes;
		free(r->cmdlines.data);
		r->cmdlines.data = txr_tfs_read(r->tfs.fd, "saved_cmdlines",
						&r->cmdlines.len);
		if (!r->cmdlines.data)
			r->cmdlines.len = 0;
		r->given = part;
		r->given_meta = &meta;
		ret = txr_recorder_write(r, res, err);
	}
	drop_output(r);
	return ret;
}
