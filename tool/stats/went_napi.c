// SPDX-License-Identifier: GPL-2.0-only
/* went_napi.c - NAPI instances: which handlers schedule them, and when they ran last. */
#include <errno.h>
#include <stdlib.h>
#include "went_napi.h"

#define ROOM_FIRST 64
#define ROOM_MAX 16384		/* beyond, none is learned any more */

void txr_went_napis_free(struct txr_went_napis *n)
{
	free(n->at);
	*n = (struct txr_went_napis){ 0 };
}

static struct txr_went_napi *place(const struct txr_went_napis *n, uint64_t napi)
{
	size_t i = (napi * 0x9e3779b97f4a7c15ULL) >> 32;

	for (;; i++) {
		struct txr_went_napi *p = &n->at[i & (n->room - 1)];

		if (!p->napi || p->napi == napi)
			return p;
	}
}

static int grow(struct txr_went_napis *n)
{
	struct txr_went_napis more = { .room = n->room ? 2 * n->room : ROOM_FIRST };
	size_t i;

	more.at = calloc(more.room, sizeof(*more.at));
	if (!more.at)
		return -ENOMEM;
	for (i = 0; i < n->room; i++)
		if (n->at[i].napi)
			*place(&more, n->at[i].napi) = n->at[i];
	more.count = n->count;
	free(n->at);
	*n = more;
	return 0;
}

static struct txr_went_napi *find(const struct txr_went_napis *n, uint64_t napi)
{
	struct txr_went_napi *p = n->room && napi ? place(n, napi) : NULL;

	return p && p->napi ? p : NULL;
}

/* *out stays NULL when there are too many. */
int txr_went_napi_make(struct txr_went_napis *n, uint64_t napi, struct txr_went_napi **out)
{
	*out = find(n, napi);
	if (*out || !napi)
		return 0;
	if (2 * (n->count + 1) > n->room) {
		if (n->room == ROOM_MAX)
			return 0;
		if (grow(n))
			return -ENOMEM;
	}
	*out = place(n, napi);
	(*out)->napi = napi;
	n->count++;
	return 0;
}

/* Its place among those that schedule p, or -1. */
static int place_of(const struct txr_went_napi *p, const struct txr_went_act *a)
{
	unsigned int i;

	for (i = 0; i < p->irqs; i++)
		if (p->irq[i].irq == a->irq && p->irq[i].handler == a->handler)
			return (int)i;
	return -1;
}

bool txr_went_napi_schedules(const struct txr_went_napi *p, const struct txr_went_act *a)
{
	return place_of(p, a) >= 0;
}

/* Does it schedule another instance too? Then both know from now on. */
static bool share(struct txr_went_napis *n, const struct txr_went_napi *p,
		  const struct txr_went_act *a)
{
	bool shared = false;
	size_t i;

	for (i = 0; i < n->room; i++) {
		struct txr_went_napi *o = &n->at[i];
		int at = o->napi && o != p ? place_of(o, a) : -1;

		if (at < 0)
			continue;
		o->irq[at].shared = true;
		shared = true;
	}
	return shared;
}

bool txr_went_napi_shares(const struct txr_went_napi *p, const struct txr_went_act *a)
{
	int at = place_of(p, a);

	return at >= 0 && p->irq[at].shared;
}

/* The last that came takes the place of the first where there are too many. */
void txr_went_napi_learn(struct txr_went_napis *n, struct txr_went_napi *p,
			 const struct txr_went_act *a)
{
	unsigned int at = p->irqs;

	if (txr_went_napi_schedules(p, a))
		return;
	if (p->irqs < TXR_WENT_IRQS)
		p->irqs++;
	else
		at = 0;
	p->irq[at].irq = a->irq;
	p->irq[at].handler = a->handler;
	p->irq[at].shared = share(n, p, a);
}

/*
 * The instance was polled. If it is not known by what, that was at any time since the
 * poll before, and may even be a handler that ran after this one seems to have begun.
 */
void txr_went_napi_polled(struct txr_went_napi *p, const struct txr_went_poll *poll,
			  bool led, uint64_t irq_ns)
{
	uint64_t begin_ns = poll->begin_ns;

	if (led) {
		p->since_ns = irq_ns;
		p->after_ns = irq_ns > begin_ns ? irq_ns : begin_ns;
	} else if (p->again) {
		p->after_ns = begin_ns;
	} else {
		p->since_ns = p->after_ns;
		p->after_ns = poll->end_ns;
	}
	p->again = poll->work >= poll->budget;
}

void txr_went_napi_elsewhere(struct txr_went_napis *n, const struct txr_event *ev)
{
	struct txr_went_napi *p = find(n, ev->poll.napi);

	if (!p)
		return;
	p->since_ns = p->after_ns = ev->ts_ns;
	p->again = false;
}
