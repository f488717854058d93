/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * diff.h - two recordings side by side.
 *
 * A figure of the whole recording says how large a change is; whether it is more
 * than chance, the spread within each recording says: the same figure of slices of
 * equal length. Of many figures one is far apart by chance soon: so the chance is
 * that of any of them (Holm). Plain data, built from finished reports.
 */
#ifndef TXRING_DIFF_H
#define TXRING_DIFF_H

#include "report.h"

#define TXR_SLICES 10		/* of one recording */

/* One recording, whole and in slices. */
struct txr_diff_side {
	const struct txr_report *whole;
	const struct txr_report *slice[TXR_SLICES];
	size_t nr_slices;	/* 0: the recording has no length */
	uint64_t slice_ns;	/* each */
	uint64_t whole_ns;
};

enum txr_unit { TXR_UNIT_NS, TXR_UNIT_COUNT, TXR_UNIT_MEAN, TXR_UNIT_SHARE, TXR_UNIT_BITS };

enum txr_verdict {
	TXR_DIFF_UNKNOWN,	/* a side has no such figure */
	TXR_DIFF_SAME,		/* both are exact, and equal */
	TXR_DIFF_BOUNDS,	/* either may be the larger one: bounds overlap */
	TXR_DIFF_FEW,		/* too few slices have the figure to tell, be they ever so apart */
	TXR_DIFF_WITHIN,	/* no more than between the slices of one recording */
	TXR_DIFF_BEYOND,	/* more than that */
};

struct txr_spread {		/* of the slices that have the figure */
	double low, mid, high;	/* quartiles */
	unsigned int count;
};

struct txr_change {
	const char *key, *label;	/* static: "lap_ns.p99", "lap p99" */
	enum txr_unit unit;
	struct txr_num a, b;
	struct txr_spread in_a, in_b;
	double chance;		/* of slices so far apart if nothing had changed */
	bool tested;		/* its slices could be apart: it is one of the tested */
	double chance_any;	/* of any of the tested figures so far apart by chance;
				 * 1 for one that is not among them */
	enum txr_verdict verdict;
};

struct txr_setting {		/* of the device, where the two differ */
	const char *key;	/* static */
	char a[40], b[40];	/* "" not known */
};

#define TXR_CHANGES 16
#define TXR_SETTINGS 16

struct txr_diff_row {
	char name[TXR_IFNAMSIZ];	/* raw: escape before printing */
	int32_t queue;			/* -1: the device */
	bool in_a, in_b;
	struct txr_change change[TXR_CHANGES];
	size_t nr_changes;
	struct txr_setting setting[TXR_SETTINGS];
	size_t nr_settings;
};

struct txr_diff {
	struct txr_diff_side a, b;
	struct txr_diff_row *row;	/* owned; a device before its queues */
	size_t nr;
	size_t tested;			/* figures whose slices were put to the test */
	bool too_many;			/* so many that no slices can be far enough apart */
};

/*
 * Compare the devices (with queues, if asked) whose name txr_name_match() takes;
 * device NULL: all. The reports must outlive the diff. 0 or -ENOMEM.
 */
int txr_diff_build(struct txr_diff **out, const struct txr_diff_side *a,
		   const struct txr_diff_side *b, const char *device, bool queues);
void txr_diff_free(struct txr_diff *d);	/* accepts NULL */

/* Static name as in JSON: "beyond", "within", "bounds", ... */
const char *txr_verdict_name(enum txr_verdict v);

/*
 * Chance that two samples of one and the same distribution are so far apart in
 * rank, or farther, to either side: the rank sum test of Mann and Whitney, exact
 * (ties count half). At most TXR_SLICES each; 1 where one is empty.
 */
double txr_rank_chance(const double *a, unsigned int na, const double *b, unsigned int nb);

#endif
