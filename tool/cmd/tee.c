// SPDX-License-Identifier: GPL-2.0-only
/* tee.c - two statistics of one engine. */
#include <stdlib.h>
#include <string.h>
#include "tee.h"

struct txr_tee_node {
	void *queue[TXR_TEE_SIDES];
};

void txr_tee_init(struct txr_tee *t, struct txr_stats *total, struct txr_stats *each)
{
	memset(t, 0, sizeof(*t));
	t->side[TXR_TEE_TOTAL] = txr_stats_sink(total);
	t->side[TXR_TEE_EACH] = txr_stats_sink(each);
}

void txr_tee_free(struct txr_tee *t)
{
	size_t d, q;

	for (d = 0; d < t->devs; d++) {
		for (q = 0; q < t->queues[d]; q++)
			free(t->dev[d][q]);
		free(t->dev[d]);
	}
	free(t->dev);
	free(t->queues);
	memset(t, 0, sizeof(*t));
}

static struct txr_tee_node *find(const struct txr_tee *t, const struct txr_lap *lap)
{
	if (lap->dev >= t->devs || lap->queue_index >= t->queues[lap->dev])
		return NULL;
	return t->dev[lap->dev][lap->queue_index];
}

static bool grow_devs(struct txr_tee *t, size_t n)
{
	struct txr_tee_node ***dev = reallocarray(t->dev, n, sizeof(*dev));
	size_t *queues;

	if (!dev)
		return false;
	t->dev = dev;
	queues = reallocarray(t->queues, n, sizeof(*queues));
	if (!queues)
		return false;
	t->queues = queues;
	for (; t->devs < n; t->devs++) {
		t->dev[t->devs] = NULL;
		t->queues[t->devs] = 0;
	}
	return true;
}

static bool grow_queues(struct txr_tee *t, uint16_t dev, size_t n)
{
	struct txr_tee_node **q = reallocarray(t->dev[dev], n, sizeof(*q));

	if (!q)
		return false;
	memset(q + t->queues[dev], 0, (n - t->queues[dev]) * sizeof(*q));
	t->dev[dev] = q;
	t->queues[dev] = n;
	return true;
}

static struct txr_tee_node *make(struct txr_tee *t, const struct txr_lap *lap)
{
	struct txr_tee_node *n = find(t, lap);

	if (n)
		return n;
	if ((lap->dev < t->devs || grow_devs(t, 2 * (lap->dev + 1u))) &&
	    (lap->queue_index < t->queues[lap->dev] ||
	     grow_queues(t, lap->dev, lap->queue_index + 1u)))
		n = calloc(1, sizeof(*n));
	if (n)
		t->dev[lap->dev][lap->queue_index] = n;
	else
		t->error = true;
	return n;
}

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct txr_tee *t = ctx;
	struct txr_tee_node *n = make(t, lap);
	int i;

	for (i = TXR_TEE_SIDES - 1; n && i >= 0; i--) {
		lap->queue = NULL;
		t->side[i].start(t->side[i].ctx, lap, ev);
		n->queue[i] = lap->queue;
	}
	lap->queue = n;
}

/* Each side in turn sees the lap as its own. */
#define EACH_SIDE(t, lap, call) do { \
		struct txr_tee_node *node = (lap)->queue; \
		int i; \
		for (i = 0; node && i < TXR_TEE_SIDES; i++) { \
			(lap)->queue = node->queue[i]; \
			(t)->side[i].call; \
		} \
		(lap)->queue = node; \
	} while (0)

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_tee *t = ctx;

	EACH_SIDE(t, lap, enter(t->side[i].ctx, lap, ts_ns));
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_tee *t = ctx;

	EACH_SIDE(t, lap, end(t->side[i].ctx, lap, ts_ns));
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct txr_tee *t = ctx;

	EACH_SIDE(t, lap, late_free(t->side[i].ctx, lap));
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct txr_tee *t = ctx;
	int i;

	for (i = 0; i < TXR_TEE_SIDES; i++)
		t->side[i].unmatched(t->side[i].ctx, ev);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct txr_tee *t = ctx;
	int i;

	for (i = 0; i < TXR_TEE_SIDES; i++)
		t->side[i].event(t->side[i].ctx, ev);
}

struct txr_pair_sink txr_tee_sink(struct txr_tee *t)
{
	return (struct txr_pair_sink){
		.ctx = t, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .unmatched = on_unmatched, .event = on_event,
	};
}

struct showing {
	const struct txr_tee *t;
	int side;		/* -1: the node again */
};

static void show(void *arg, struct txr_lap *lap)
{
	const struct showing *s = arg;
	struct txr_tee_node *n = find(s->t, lap);

	lap->queue = s->side < 0 || !n ? (void *)n : n->queue[s->side];
}

void txr_tee_show(struct txr_tee *t, struct txr_pair *p, enum txr_tee_side side)
{
	struct showing s = { t, (int)side };

	txr_pair_each_open(p, show, &s);
}

void txr_tee_unshow(struct txr_tee *t, struct txr_pair *p)
{
	struct showing s = { t, -1 };

	txr_pair_each_open(p, show, &s);
}
