/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * html.h - between the files that draw the page of `report --html`.
 *
 * The page is HTML that is well-formed XML too. Every figure in it is an element with
 * data-k, the figure's key in JSON, and data-v, data-l, data-h: value, low and high.
 */
#ifndef TXRING_VIEW_HTML_H
#define TXRING_VIEW_HTML_H

#include "txring/view.h"
#include "view/figure.h"
#include "view/select.h"

/* The page is below 1 MB: what is drawn in full, and what as one line. */
#define TXR_HTML_MAX_BYTES	1000000
#define TXR_HTML_MAX_PANELS	12	/* devices with pictures */
#define TXR_HTML_MAX_ROWS	300	/* of a table */
#define TXR_HTML_MAX_INEXACT	40	/* devices whose reasons are listed */
#define TXR_HTML_MAX_FINDINGS	40	/* of a kind and a device each */
#define TXR_HTML_MAX_ALIKE	8	/* more of that kind and device */

struct txr_html {
	FILE *out;
	const struct txr_report *r;
	const struct txr_view_opts *o;
	struct txr_selection devs;	/* those that are shown at all */
	/* Findings that are shown in full, by their index in r; others are told of
	 * below the one of the same kind and device. */
	size_t finding[TXR_HTML_MAX_FINDINGS], nr_findings;
};

/* html_fig.c */
/* The figure of that key as <tag>; unknown keys are a fault of the caller. */
void txr_html_fig(FILE *out, const char *tag, const struct txr_row *row, const char *key);
/* The same with the class "nil" where it is exactly 0: it may be passed over. */
void txr_html_fig_quiet(FILE *out, const char *tag, const struct txr_row *row,
			const char *key);
/* Share of observed time, with the bounds of packed_ns. */
void txr_html_packed(FILE *out, const char *tag, const struct txr_row *row);
/* <tag>text</tag>, escaped. */
void txr_html_text(FILE *out, const char *tag, const char *text);

/* html_head.c: title, answer, what was recorded in one line. */
void txr_html_head(const struct txr_html *h);
/* html_tiles.c: the figures that matter most, of f's device or the first. f: or NULL. */
void txr_html_tiles(const struct txr_html *h, const struct txr_finding *f);
/* The maximum as a part of the capacity, as a bar, paler from its low to its high bound;
 * nothing where one is not known. */
void txr_html_gauge(FILE *out, const struct txr_row *row);
/* html_findings.c */
void txr_html_findings(const struct txr_html *h);
/* Choose those that are shown in full. */
void txr_html_choose_findings(struct txr_html *h);
/* The one shown in full that stands for f too, as an index in h->finding; or nr_findings. */
size_t txr_html_finding_of(const struct txr_html *h, const struct txr_finding *f);
/* How many findings h->finding[k] stands for. */
size_t txr_html_finding_count(const struct txr_html *h, size_t k);
void txr_html_severity(FILE *out, enum txr_severity severity);
/* "tap0", "tap0 queue 3", "the recording"; marks the name as one. */
void txr_html_where(FILE *out, const struct txr_finding *f);
/* html_table.c: one line a device, one line a queue. */
void txr_html_devices(const struct txr_html *h);
void txr_html_queues(const struct txr_html *h, const struct txr_row *dev);
/* html_device.c: one device, everything. index: its place among those shown. 0 or
 * -ENOMEM. */
int txr_html_device(const struct txr_html *h, size_t index);
/* html_facts.c: its figures that are no pictures. */
void txr_html_facts(FILE *out, const struct txr_row *dev);
void txr_html_oldest(FILE *out, const struct txr_row *dev);
/* html_time.c: a row over time; compact: half as wide, for one of many queues. 0 or
 * -ENOMEM, as the others below; nothing is drawn where nothing is known. */
int txr_html_time(FILE *out, const struct txr_row *row, bool compact);
/* html_hist.c: how often which lap time, and which batch size. */
int txr_html_laps(FILE *out, const struct txr_row *row);
int txr_html_batches(FILE *out, const struct txr_row *row);
/* html_tail.c: the lap time that a part of the packets stayed below. */
void txr_html_tail(FILE *out, const struct txr_row *row);
/* html_grid.c: lap time against the occupancy at the start. */
void txr_html_grid(FILE *out, const struct txr_row *row);
/* html_exact.c: how far the figures can be trusted, and why. */
void txr_html_exactness(const struct txr_html *h);
void txr_html_doubts(const struct txr_html *h, const struct txr_row *row);
/* html_source.c: how it was recorded. */
void txr_html_source(const struct txr_html *h);

#endif
