// SPDX-License-Identifier: GPL-2.0-only
/* diff.c - which rows of two recordings belong together, and their figures. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "diff_figure.h"

struct slices {
	double value[TXR_SLICES];
	unsigned int count;
};

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

/* Whether slices are apart can be asked of these: where all are one value it cannot. */
static bool can_be_apart(const struct slices *a, const struct slices *b)
{
	return a->count >= TXR_SLICES_MIN && b->count >= TXR_SLICES_MIN &&
	       (a->value[0] != a->value[a->count - 1] || b->value[0] != b->value[b->count - 1] ||
		a->value[0] != b->value[0]);
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
	c->tested = can_be_apart(&a, &b);
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
	if (add_devices(d, device, queues) || txr_diff_judge(d)) {
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
