// SPDX-License-Identifier: GPL-2.0-only
/* diff.c - what changed between two recordings, and whether that is more than chance. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "diff_figure.h"

/* A change is real where chance would put the slices so far apart one time in 100. */
#define CHANCE_MAX 0.01
/* Fewer slices cannot tell: two of three each are apart so one time in ten. */
#define SLICES_MIN 5

struct slices {
	double value[TXR_SLICES];
	unsigned int count;
};

const char *txr_verdict_name(enum txr_verdict v)
{
	static const char *const names[] = {
		[TXR_DIFF_UNKNOWN] = "unknown", [TXR_DIFF_SAME] = "same",
		[TXR_DIFF_BOUNDS] = "bounds", [TXR_DIFF_FEW] = "few",
		[TXR_DIFF_WITHIN] = "within", [TXR_DIFF_BEYOND] = "beyond",
	};

	return names[v];
}

static bool is_same(const struct txr_row *x, const struct txr_row *y)
{
	return !strcmp(x->name, y->name) && x->queue == y->queue;
}

/* Names repeat in other namespaces: one of the same number is meant then. */
static const struct txr_row *find(const struct txr_row *row, size_t n,
				  const struct txr_row *like)
{
	const struct txr_row *first = NULL;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!is_same(&row[i], like))
			continue;
		if (row[i].ifindex == like->ifindex && row[i].netns_inode == like->netns_inode)
			return &row[i];
		if (!first)
			first = &row[i];
	}
	return first;
}

/* The row of a slice: a device's, or of one of its queues. */
static const struct txr_row *in_report(const struct txr_report *r, const struct txr_row *dev,
				       int32_t queue)
{
	const struct txr_row *d = find(r->devices, r->nr_devices, dev);
	size_t i;

	if (!d || queue < 0)
		return d;
	for (i = 0; i < d->nr_queues; i++)
		if (d->queues[i].queue == queue)
			return &d->queues[i];
	return NULL;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void read_slices(struct slices *s, const struct txr_diff_side *side,
			const struct txr_diff_figure *f, const struct txr_row *dev,
			int32_t queue)
{
	struct txr_num (*of)(const struct txr_row *, uint64_t) = f->of_slice ? f->of_slice : f->of;
	struct txr_num n;
	size_t i;

	s->count = 0;
	for (i = 0; i < side->nr_slices; i++) {
		n = of(in_report(side->slice[i], dev, queue), side->slice_ns);
		if (n.trust != TXR_FIG_UNKNOWN)
			s->value[s->count++] = n.value;
	}
	qsort(s->value, s->count, sizeof(s->value[0]), by_value);
}

static double quartile(const struct slices *s, double q)
{
	double at = q * (s->count - 1);
	unsigned int i = (unsigned int)at;

	if (i + 1 >= s->count)
		return s->value[s->count - 1];
	return s->value[i] + (at - i) * (s->value[i + 1] - s->value[i]);
}

static struct txr_spread spread_of(const struct slices *s)
{
	if (!s->count)
		return (struct txr_spread){ 0 };
	return (struct txr_spread){
		quartile(s, .25), quartile(s, .5), quartile(s, .75), s->count,
	};
}

static double low_of(const struct txr_num *n)
{
	return n->trust == TXR_FIG_EXACT ? n->value : n->low;
}

static double high_of(const struct txr_num *n)
{
	return n->trust == TXR_FIG_EXACT ? n->value : n->high;
}

static enum txr_verdict judge(const struct txr_change *c)
{
	bool exact = c->a.trust == TXR_FIG_EXACT && c->b.trust == TXR_FIG_EXACT;

	if (c->a.trust == TXR_FIG_UNKNOWN || c->b.trust == TXR_FIG_UNKNOWN)
		return TXR_DIFF_UNKNOWN;
	if (exact && c->a.value == c->b.value)
		return TXR_DIFF_SAME;
	if (!exact && low_of(&c->a) <= high_of(&c->b) && low_of(&c->b) <= high_of(&c->a))
		return TXR_DIFF_BOUNDS;
	if (c->in_a.count < SLICES_MIN || c->in_b.count < SLICES_MIN)
		return TXR_DIFF_FEW;
	/* The slices must point where the whole does. */
	if ((c->in_a.mid < c->in_b.mid) != (c->a.value < c->b.value) ||
	    c->chance > CHANCE_MAX)
		return TXR_DIFF_WITHIN;
	return TXR_DIFF_BEYOND;
}

static void compare(struct txr_change *c, const struct txr_diff *d,
		    const struct txr_diff_figure *f, const struct txr_row *dev[2],
		    const struct txr_row *row[2], int32_t queue)
{
	struct slices a, b;

	*c = (struct txr_change){ .key = f->key, .label = f->label, .unit = f->unit };
	c->a = f->of(row[0], d->a.whole_ns);
	c->b = f->of(row[1], d->b.whole_ns);
	read_slices(&a, &d->a, f, dev[0], queue);
	read_slices(&b, &d->b, f, dev[1], queue);
	c->in_a = spread_of(&a);
	c->in_b = spread_of(&b);
	c->chance = txr_rank_chance(a.value, a.count, b.value, b.count);
	c->verdict = judge(c);
}

static struct txr_diff_row *new_row(struct txr_diff *d, const struct txr_row *like)
{
	struct txr_diff_row *n = reallocarray(d->row, d->nr + 1, sizeof(*n));

	if (!n)
		return NULL;
	d->row = n;
	n = &d->row[d->nr++];
	memset(n, 0, sizeof(*n));
	memcpy(n->name, like->name, sizeof(n->name));
	n->queue = like->queue;
	return n;
}

/* dev: the device in each recording, or NULL; row: the same, or one of its queues. */
static int add_row(struct txr_diff *d, const struct txr_row *dev[2],
		   const struct txr_row *row[2])
{
	const struct txr_row *like = row[0] ? row[0] : row[1];
	struct txr_diff_row *n = new_row(d, like);
	const struct txr_diff_figure *f;

	if (!n)
		return -ENOMEM;
	n->in_a = row[0] != NULL;
	n->in_b = row[1] != NULL;
	if (!n->in_a || !n->in_b)
		return 0;
	for (f = txr_diff_figures; f->key; f++)
		compare(&n->change[n->nr_changes++], d, f, dev, row, like->queue);
	if (like->queue < 0)
		n->nr_settings = txr_diff_settings(n->setting, row[0], row[1]);
	return 0;
}

static int add_queues(struct txr_diff *d, const struct txr_row *dev[2])
{
	const struct txr_row *row[2];
	int ret = 0;
	size_t i;

	for (i = 0; i < dev[0]->nr_queues && !ret; i++) {
		row[0] = &dev[0]->queues[i];
		row[1] = find(dev[1]->queues, dev[1]->nr_queues, row[0]);
		ret = add_row(d, dev, row);
	}
	for (i = 0; i < dev[1]->nr_queues && !ret; i++) {
		row[1] = &dev[1]->queues[i];
		row[0] = find(dev[0]->queues, dev[0]->nr_queues, row[1]);
		if (!row[0])
			ret = add_row(d, dev, row);
	}
	return ret;
}

static int add_devices(struct txr_diff *d, const char *device, bool queues)
{
	const struct txr_report *a = d->a.whole, *b = d->b.whole;
	const struct txr_row *dev[2];
	int ret = 0;
	size_t i;

	for (i = 0; i < a->nr_devices && !ret; i++) {
		dev[0] = &a->devices[i];
		if (device && !txr_name_match(device, dev[0]->name))
			continue;
		dev[1] = find(b->devices, b->nr_devices, dev[0]);
		ret = add_row(d, dev, dev);
		if (!ret && queues && dev[1])
			ret = add_queues(d, dev);
	}
	for (i = 0; i < b->nr_devices && !ret; i++) {
		dev[1] = &b->devices[i];
		dev[0] = find(a->devices, a->nr_devices, dev[1]);
		if (!dev[0] && (!device || txr_name_match(device, dev[1]->name)))
			ret = add_row(d, dev, dev);
	}
	return ret;
}

int txr_diff_build(struct txr_diff **out, const struct txr_diff_side *a,
		   const struct txr_diff_side *b, const char *device, bool queues)
{
	struct txr_diff *d = calloc(1, sizeof(*d));

	*out = NULL;
	if (!d)
		return -ENOMEM;
	d->a = *a;
	d->b = *b;
	if (add_devices(d, device, queues)) {
		txr_diff_free(d);
		return -ENOMEM;
	}
	*out = d;
	return 0;
}

void txr_diff_free(struct txr_diff *d)
{
	if (!d)
		return;
	free(d->row);
	free(d);
}
