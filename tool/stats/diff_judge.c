// SPDX-License-Identifier: GPL-2.0-only
/*
 * diff_judge.c - is what changed more than chance?
 *
 * Of 16 figures, each so far apart by chance one time in 100, one is so in every
 * seventh comparison. So the chance is that of any of them (Holm's correction, which
 * holds however much they depend on each other). Figures whose slices all are one
 * value are not counted: no order of the slices could have put them apart.
 */
#include <errno.h>
#include <stdlib.h>
#include "diff_figure.h"

/* A change is real where chance would put any figure so far apart one time in 100. */
#define CHANCE_MAX 0.01

const char *txr_verdict_name(enum txr_verdict v)
{
	static const char *const names[] = {
		[TXR_DIFF_UNKNOWN] = "unknown", [TXR_DIFF_SAME] = "same",
		[TXR_DIFF_BOUNDS] = "bounds", [TXR_DIFF_FEW] = "few",
		[TXR_DIFF_WITHIN] = "within", [TXR_DIFF_BEYOND] = "beyond",
	};

	return names[v];
}

static double low_of(const struct txr_num *n)
{
	return n->trust == TXR_FIG_EXACT ? n->value : n->low;
}

static double high_of(const struct txr_num *n)
{
	return n->trust == TXR_FIG_EXACT ? n->value : n->high;
}

/* Slices of which none of one recording is like any of the other: two orders of all. */
static double least_chance(unsigned int na, unsigned int nb)
{
	double orders = 1;
	unsigned int i;

	for (i = 1; i <= na; i++)
		orders *= (double)(nb + i) / i;
	return orders > 2 ? 2 / orders : 1;
}

static enum txr_verdict judge(const struct txr_change *c, size_t tested)
{
	bool exact = c->a.trust == TXR_FIG_EXACT && c->b.trust == TXR_FIG_EXACT;

	if (c->a.trust == TXR_FIG_UNKNOWN || c->b.trust == TXR_FIG_UNKNOWN)
		return TXR_DIFF_UNKNOWN;
	if (exact && c->a.value == c->b.value)
		return TXR_DIFF_SAME;
	if (!exact && low_of(&c->a) <= high_of(&c->b) && low_of(&c->b) <= high_of(&c->a))
		return TXR_DIFF_BOUNDS;
	/* The slices must point where the whole does. */
	if (c->chance_any <= CHANCE_MAX &&
	    (c->in_a.mid < c->in_b.mid) == (c->a.value < c->b.value))
		return TXR_DIFF_BEYOND;
	if (c->in_a.count < TXR_SLICES_MIN || c->in_b.count < TXR_SLICES_MIN ||
	    least_chance(c->in_a.count, c->in_b.count) * (double)tested > CHANCE_MAX)
		return TXR_DIFF_FEW;
	return TXR_DIFF_WITHIN;
}

static int by_chance(const void *x, const void *y)
{
	const struct txr_change *a = *(const struct txr_change *const *)x;
	const struct txr_change *b = *(const struct txr_change *const *)y;

	return (a->chance > b->chance) - (a->chance < b->chance);
}

/* The chance of one: times those that are not less likely, and no less than before. */
static void correct(struct txr_change **c, size_t n)
{
	double least = 0, any;
	size_t i;

	qsort(c, n, sizeof(*c), by_chance);
	for (i = 0; i < n; i++) {
		any = c[i]->chance * (double)(n - i);
		least = any > least ? any : least;
		c[i]->chance_any = least < 1 ? least : 1;
	}
}

int txr_diff_judge(struct txr_diff *d)
{
	struct txr_change **tested = calloc(d->nr * TXR_CHANGES + 1, sizeof(struct txr_change *));
	size_t i, k;

	if (!tested)
		return -ENOMEM;
	for (i = 0; i < d->nr; i++)
		for (k = 0; k < d->row[i].nr_changes; k++) {
			d->row[i].change[k].chance_any = 1;
			if (d->row[i].change[k].tested)
				tested[d->tested++] = &d->row[i].change[k];
		}
	correct(tested, d->tested);
	free(tested);
	d->too_many = least_chance(TXR_SLICES, TXR_SLICES) * (double)d->tested > CHANCE_MAX;
	for (i = 0; i < d->nr; i++)
		for (k = 0; k < d->row[i].nr_changes; k++)
			d->row[i].change[k].verdict = judge(&d->row[i].change[k],
							     d->tested);
	return 0;
}
