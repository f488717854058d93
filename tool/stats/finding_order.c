// SPDX-License-Identifier: GPL-2.0-only
/* finding_order.c - which finding comes first: the gravest, and of a kind the worst. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "findings.h"

#define WEIGHTS (sizeof(((struct txr_finding_kind *)0)->weight) / sizeof(char *))

struct place {
	const struct txr_finding *f;
	uint64_t weight[WEIGHTS];
};

/* Evidence that is not there weighs nothing; of a difference its size counts. */
static uint64_t weight_of(const struct txr_finding *f, const char *key)
{
	size_t i;

	for (i = 0; key && i < f->nr_evidence; i++) {
		const struct txr_evidence *e = &f->evidence[i];

		if (!e->is_text && !strcmp(e->key, key))
			return e->number < 0 ? -(uint64_t)e->number : (uint64_t)e->number;
	}
	return 0;
}

static int compare(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	size_t i;

	if (a->f->severity != b->f->severity)
		return a->f->severity < b->f->severity ? 1 : -1;
	if (a->f->which != b->f->which)
		return a->f->which < b->f->which ? -1 : 1;
	if (a->f->ended != b->f->ended)
		return a->f->ended ? 1 : -1;
	for (i = 0; i < WEIGHTS; i++)
		if (a->weight[i] != b->weight[i])
			return a->weight[i] < b->weight[i] ? 1 : -1;
	return (a->f > b->f) - (a->f < b->f);
}

int txr_findings_sort(struct txr_report *r)
{
	struct txr_finding *sorted = malloc((r->nr_findings + 1) * sizeof(*sorted));
	struct place *place = malloc((r->nr_findings + 1) * sizeof(*place));
	size_t i, k;

	for (i = 0; sorted && place && i < r->nr_findings; i++) {
		place[i].f = &r->findings[i];
		for (k = 0; k < WEIGHTS; k++)
			place[i].weight[k] = weight_of(place[i].f,
				txr_finding_kind(place[i].f->which)->weight[k]);
	}
	if (!sorted || !place) {
		free(sorted);
		free(place);
		return -ENOMEM;
	}
	qsort(place, r->nr_findings, sizeof(*place), compare);
	for (i = 0; i < r->nr_findings; i++)
		sorted[i] = *place[i].f;
	free(place);
	free(r->findings);
	r->findings = sorted;
	return 0;
}
