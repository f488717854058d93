// SPDX-License-Identifier: GPL-2.0-only
/* live_follow.c - devices that come, go and change while a live source is read. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "live_impl.h"
#include "sys/clock.h"

static int read_comms(struct txr_source *s)
{
	struct live *l = s->priv;
	struct txr_comms *comms = txr_comms_new();
	size_t len;
	char *text = txr_tfs_read(l->rec->tfs.fd, "saved_cmdlines", &len);

	if (comms && text && !txr_comms_parse(comms, text, len)) {
		txr_comms_free(s->comms);
		s->comms = comms;
		comms = NULL;
	}
	txr_comms_free(comms);
	free(text);
	return s->comms ? 0 : -ENOMEM;
}

int txr_live_begin(struct txr_source *s, struct txr_snapshot *now, struct txr_err *err)
{
	struct txr_devtab *old = s->devs;
	struct live *l = s->priv;
	struct txr_meta *m = s->meta;
	int ret;

	l->began_anew = true;
	txr_snapshot_free(&m->start);
	m->start = *now;
	memset(now, 0, sizeof(*now));
	txr_decoder_free(s->dec);
	s->dec = NULL;
	s->devs = NULL;
	ret = txr_live_add_formats(s, err);
	if (!ret && l->kind->renamed && l->kind->renamed(s, old))
		ret = txr_fail(err, ENOMEM, "live source: out of memory; free some");
	txr_devtab_free(old);
	return ret;
}

int txr_live_take(struct txr_moment *m, struct txr_err *err)
{
	int ret;

	m->begin_ns = txr_trace_clock_now(TXR_LIVE_CLOCK);
	ret = txr_snapshot_take_all(&m->snap, err);
	if (ret)
		return ret;
	m->snap.clock_ns = txr_trace_clock_now(TXR_LIVE_CLOCK);
	m->snap.real_ns = txr_clock_ns(CLOCK_REALTIME);
	return 0;
}

int txr_live_pages_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err)
{
	struct live *l = s->priv;
	struct txr_moment last = { .begin_ns = l->end_begin_ns, .snap = l->rec->meta.end };

	read_comms(s);		/* names of tasks: a report can do without */
	if (l->store && last.begin_ns) {
		memset(&l->rec->meta.end, 0, sizeof(l->rec->meta.end));
		txr_history_add(&l->history, &last, txr_live_since(l, now->begin_ns));
	}
	l->end_begin_ns = now->begin_ns;
	return txr_recorder_follow(l->rec, &now->snap, err);
}

int txr_live_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err)
{
	return ((struct live *)s->priv)->kind->follow(s, now, err);
}

int txr_live_look(struct txr_source *s, struct txr_err *err)
{
	const struct live *l = s->priv;

	return l->kind->look ? l->kind->look(s, err) : 0;
}
