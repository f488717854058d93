/* SPDX-License-Identifier: GPL-2.0-only */
/* figure.h - a figure and how far it can be trusted, as text for people. */
#ifndef TXRING_VIEW_FIGURE_H
#define TXRING_VIEW_FIGURE_H

#include "cli/units.h"
#include "txring/report.h"

#define TXR_FIG_BUF (3 * TXR_UNIT_BUF)
typedef char *(*txr_format_fn)(char buf[TXR_UNIT_BUF], uint64_t n);
/*
 * "118" exact, "118..119" between bounds, "~1.31M" where the bounds read the
 * same or do not fit in room columns, ">=30" without an upper bound, "-" unknown.
 */
char *txr_text_fig(char buf[TXR_FIG_BUF], const struct txr_u64 *f, txr_format_fn format,
		   int room);
char *txr_text_num(char buf[TXR_FIG_BUF], const struct txr_num *f, int room);
/* "43.1%" of what the ring holds, which must be known: the maximum. */
char *txr_text_full(char buf[TXR_FIG_BUF], const struct txr_row *row);
/* How far that can be trusted: less than the maximum itself where packets differ. */
enum txr_trust txr_full_trust(const struct txr_row *row);
/* "43.1%", "<0.1%": a part never reads as nothing, nor as all, without being so. */
char *txr_text_share(char buf[TXR_UNIT_BUF], double percent);
/* "43.1%" of observed time; "~43.1%" where packed is inferred, or for bounds when
 * narrow. */
char *txr_text_packed(char buf[TXR_FIG_BUF], const struct txr_row *row, bool narrow);
/* txr_format_ns of a distribution's part, "-" while that is empty. */
char *txr_text_dist(char buf[TXR_UNIT_BUF], const struct txr_dist *d, uint64_t ns);
/* Why the occupancy of such a device is not there to be seen. */
const char *txr_text_invisible(enum txr_dev_kind kind);

#endif
