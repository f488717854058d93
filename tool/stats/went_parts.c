// SPDX-License-Identifier: GPL-2.0-only
/* went_parts.c - where the time of a queue's laps went, added up. */
#include <errno.h>
#include <stdlib.h>
#include "went_parts.h"

struct txr_went_parts *txr_went_parts_new(void)
{
	struct txr_went_parts *p = calloc(1, sizeof(*p));
	int i;

	if (!p)
		return NULL;
	for (i = 0; i < TXR_WENT_PARTS; i++)
		txr_hist_init(&p->part[i]);
	txr_hist_init(&p->qdisc_wait);
	return p;
}

static void free_apart(struct txr_went_parts *p)
{
	int i;

	if (!p->apart)
		return;
	for (i = 0; i <= TXR_WENT_AFTER_INTERRUPT; i++)
		txr_hist_free(&p->apart->part[i]);
	txr_hist_free(&p->apart->whole);
	free(p->apart);
	p->apart = NULL;
}

void txr_went_parts_clear(struct txr_went_parts *p)
{
	int i;

	if (!p)
		return;
	for (i = 0; i < TXR_WENT_PARTS; i++)
		txr_hist_clear(&p->part[i]);
	for (i = 0; i < TXR_WENT_CAUSES; i++)
		p->cause[i].laps = p->cause[i].ns = 0;
	txr_hist_clear(&p->qdisc_wait);
	p->qdisc_unknown = 0;
	free_apart(p);
}

void txr_went_parts_free(struct txr_went_parts *p)
{
	int i;

	if (!p)
		return;
	for (i = 0; i < TXR_WENT_PARTS; i++)
		txr_hist_free(&p->part[i]);
	txr_hist_free(&p->qdisc_wait);
	free_apart(p);
	free(p);
}

int txr_went_whole(struct txr_went_parts *p, enum txr_went_part part, uint64_t lap_ns)
{
	return txr_hist_add(&p->part[part], lap_ns);
}

int txr_went_unattributed(struct txr_went_parts *p, enum txr_went_cause cause,
			  uint64_t lap_ns)
{
	p->cause[cause].laps++;
	p->cause[cause].ns += lap_ns;
	return txr_hist_add(&p->part[TXR_WENT_UNATTRIBUTED], lap_ns);
}

/* The three add up to the lap: irq_ns <= begin_ns, and both within it. */
static int cut_lap(struct txr_hist part[], const struct txr_went_cut *c)
{
	uint64_t begin_ns = c->begin_ns < c->release_ns ? c->begin_ns : c->release_ns;
	int err;

	if (c->start_ns >= c->irq_ns || c->release_ns < c->irq_ns)
		return txr_hist_add(&part[TXR_WENT_AFTER_INTERRUPT], c->lap_ns);
	err = txr_hist_add(&part[TXR_WENT_DEVICE], c->irq_ns - c->start_ns);
	err |= txr_hist_add(&part[TXR_WENT_TO_NAPI], begin_ns - c->irq_ns);
	return err | txr_hist_add(&part[TXR_WENT_CLEANING], c->release_ns - begin_ns);
}

int txr_went_attributed(struct txr_went_parts *p, const struct txr_went_cut *cut)
{
	return cut_lap(p->part, cut) ? -ENOMEM : 0;
}

static struct txr_went_apart *make_apart(struct txr_went_parts *p)
{
	int i;

	if (p->apart)
		return p->apart;
	p->apart = calloc(1, sizeof(*p->apart));
	if (!p->apart)
		return NULL;
	for (i = 0; i <= TXR_WENT_AFTER_INTERRUPT; i++)
		txr_hist_init(&p->apart->part[i]);
	txr_hist_init(&p->apart->whole);
	return p->apart;
}

int txr_went_set_apart(struct txr_went_parts *p, const struct txr_went_cut *cut)
{
	struct txr_went_apart *a = make_apart(p);

	if (!a)
		return -ENOMEM;
	return cut_lap(a->part, cut) | txr_hist_add(&a->whole, cut->lap_ns) ? -ENOMEM : 0;
}

int txr_went_unseen(struct txr_went_parts *p, const struct txr_hist *laps)
{
	p->cause[TXR_CAUSE_UNSEEN].laps += laps->count;
	p->cause[TXR_CAUSE_UNSEEN].ns += laps->sum_ns;
	return txr_hist_merge(&p->part[TXR_WENT_UNATTRIBUTED], laps);
}

static int add_apart(struct txr_went_parts *p, const struct txr_went_apart *from)
{
	struct txr_went_apart *to = from ? make_apart(p) : NULL;
	int i, err = 0;

	if (!to)
		return from ? -ENOMEM : 0;
	for (i = 0; i <= TXR_WENT_AFTER_INTERRUPT; i++)
		err |= txr_hist_merge(&to->part[i], &from->part[i]);
	return err | txr_hist_merge(&to->whole, &from->whole);
}

int txr_went_parts_add(struct txr_went_parts *to, const struct txr_went_parts *from)
{
	int i, err = add_apart(to, from->apart);

	for (i = 0; i < TXR_WENT_PARTS; i++)
		err |= txr_hist_merge(&to->part[i], &from->part[i]);
	for (i = 0; i < TXR_WENT_CAUSES; i++) {
		to->cause[i].laps += from->cause[i].laps;
		to->cause[i].ns += from->cause[i].ns;
	}
	to->qdisc_unknown += from->qdisc_unknown;
	return err | txr_hist_merge(&to->qdisc_wait, &from->qdisc_wait) ? -ENOMEM : 0;
}

int txr_went_parts_join(struct txr_went_parts *p, bool stacked)
{
	struct txr_went_apart *a = p->apart;
	int i, err = 0;

	if (!a)
		return 0;
	if (!stacked) {
		p->cause[TXR_CAUSE_OTHER_DEVICE].laps += a->whole.count;
		p->cause[TXR_CAUSE_OTHER_DEVICE].ns += a->whole.sum_ns;
		err = txr_hist_merge(&p->part[TXR_WENT_UNATTRIBUTED], &a->whole);
	} else {
		for (i = 0; i <= TXR_WENT_AFTER_INTERRUPT; i++)
			err |= txr_hist_merge(&p->part[i], &a->part[i]);
	}
	free_apart(p);
	return err ? -ENOMEM : 0;
}
