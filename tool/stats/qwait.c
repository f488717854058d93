// SPDX-License-Identifier: GPL-2.0-only
/* qwait.c - packets on their way through a qdisc, by the address of their skb. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "qwait.h"

#define ROOM_FIRST 1024
#define ROOM_MAX (2u << 20)

void txr_qwait_free(struct txr_qwait *w)
{
	free(w->at);
	*w = (struct txr_qwait){ 0 };
}

void txr_qwait_clear(struct txr_qwait *w)
{
	if (w->count)
		memset(w->at, 0, w->room * sizeof(*w->at));
	w->count = 0;
}

static size_t home(const struct txr_qwait *w, uint64_t addr)
{
	return ((addr * 0x9e3779b97f4a7c15ULL) >> 32) & (w->room - 1);
}

/* Its place, or the free one where it would be. */
static struct txr_queued *place(const struct txr_qwait *w, uint64_t addr)
{
	size_t i = home(w, addr);

	while (w->at[i].skbaddr && w->at[i].skbaddr != addr)
		i = (i + 1) & (w->room - 1);
	return &w->at[i];
}

static int grow(struct txr_qwait *w)
{
	struct txr_qwait more = { .count = w->count, .room = w->room ? 2 * w->room : ROOM_FIRST };
	size_t i;

	more.at = calloc(more.room, sizeof(*more.at));
	if (!more.at)
		return -ENOMEM;
	for (i = 0; i < w->room; i++)
		if (w->at[i].skbaddr)
			*place(&more, w->at[i].skbaddr) = w->at[i];
	free(w->at);
	*w = more;
	return 0;
}

int txr_qwait_note(struct txr_qwait *w, const struct txr_event *ev)
{
	struct txr_queued *q;

	if (!ev->skbaddr)
		return 0;
	if (2 * (w->count + 1) > w->room && w->room < ROOM_MAX && grow(w))
		return -ENOMEM;
	q = place(w, ev->skbaddr);
	if (!q->skbaddr) {
		if (2 * (w->count + 1) > w->room)
			return 0;
		w->count++;
	}
	*q = (struct txr_queued){
		.skbaddr = ev->skbaddr, .ts_ns = ev->ts_ns, .pid = ev->pid,
		.dev = ev->dev, .ctx = ev->ctx,
	};
	return 0;
}

/* Those behind it move up, so that no search ends at a hole. */
static void erase(struct txr_qwait *w, struct txr_queued *q)
{
	size_t hole = (size_t)(q - w->at), i = hole, mask = w->room - 1;

	for (;;) {
		i = (i + 1) & mask;
		if (!w->at[i].skbaddr)
			break;
		if (((i - home(w, w->at[i].skbaddr)) & mask) < ((i - hole) & mask))
			continue;
		w->at[hole] = w->at[i];
		hole = i;
	}
	w->at[hole].skbaddr = 0;
	w->count--;
}

bool txr_qwait_take(struct txr_qwait *w, uint64_t skbaddr, uint16_t dev,
		    struct txr_queued *out)
{
	struct txr_queued *q;

	if (!w->count)
		return false;
	q = place(w, skbaddr);
	if (!q->skbaddr)
		return false;
	*out = *q;
	erase(w, q);
	return out->dev == dev || out->dev == TXR_DEV_NONE;
}

void txr_qwait_forget(struct txr_qwait *w, uint64_t skbaddr)
{
	struct txr_queued *q = w->count ? place(w, skbaddr) : NULL;

	if (q && q->skbaddr)
		erase(w, q);
}
