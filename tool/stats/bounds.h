/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bounds.h - figures and how far they can be off. Every cause of doubt widens a
 * figure on its own; widths add up, so the result holds whichever causes meet.
 */
#ifndef TXRING_STATS_BOUNDS_H
#define TXRING_STATS_BOUNDS_H

#include "txring/report.h"

struct txr_u64 txr_fig(uint64_t value);
struct txr_num txr_num_fig(double value);
void txr_fig_unknown(struct txr_u64 *f);
void txr_num_unknown(struct txr_num *f);

/* The truth may be lower, or higher, by as much. */
void txr_fig_less(struct txr_u64 *f, uint64_t by);
void txr_fig_more(struct txr_u64 *f, uint64_t by);
void txr_num_less(struct txr_num *f, double by);
void txr_num_more(struct txr_num *f, double by);

/* The truth may be as low, or as high, as this. */
void txr_fig_low(struct txr_u64 *f, uint64_t low);
void txr_fig_high(struct txr_u64 *f, uint64_t high);
void txr_num_low(struct txr_num *f, double low);
/* No upper bound is known. */
void txr_fig_no_high(struct txr_u64 *f);
void txr_num_no_high(struct txr_num *f);

/* Whatever the doubts, it is not above this (never cuts the value itself). */
void txr_fig_cap(struct txr_u64 *f, uint64_t cap);
void txr_num_cap(struct txr_num *f, double cap);

/* Add a row's figure to a total's. */
void txr_fig_add(struct txr_u64 *to, const struct txr_u64 *from);

#endif
