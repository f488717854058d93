// SPDX-License-Identifier: GPL-2.0-only
/* figure.c - a figure and how far it can be trusted, in a few characters. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "view/figure.h"

/* The three parts of a figure as text, joined as its trust asks. */
static char *join(char *buf, enum txr_trust trust, const char *value, const char *low,
		  const char *high, int room)
{
	switch (trust) {
	case TXR_FIG_EXACT:
		snprintf(buf, TXR_FIG_BUF, "%s", value);
		break;
	case TXR_FIG_BOUNDED:
		/* bounds that are the same in so many digits leave nothing open */
		snprintf(buf, TXR_FIG_BUF, strcmp(low, high) ? "%s..%s" : "%s", low, high);
		if (room && (int)strlen(buf) > room)
			snprintf(buf, TXR_FIG_BUF, "~%s", value);
		break;
	case TXR_FIG_AT_LEAST:
		snprintf(buf, TXR_FIG_BUF, ">=%s", low);
		break;
	case TXR_FIG_UNKNOWN:
		strcpy(buf, "-");
		break;
	}
	return buf;
}

char *txr_text_fig(char buf[TXR_FIG_BUF], const struct txr_u64 *f, txr_format_fn format,
		   int room)
{
	char value[TXR_UNIT_BUF], low[TXR_UNIT_BUF], high[TXR_UNIT_BUF];
	enum txr_trust trust = f->trust;

	/* Bounds that meet leave nothing open. */
	if (trust == TXR_FIG_BOUNDED && f->low == f->high)
		trust = TXR_FIG_EXACT;
	join(buf, trust, format(value, f->value), format(low, f->low),
	     format(high, f->high), room);
	if (room && (int)strlen(buf) > room)
		join(buf, trust, txr_format_short(value, f->value),
		     txr_format_short(low, f->low), txr_format_short(high, f->high), room);
	return buf;
}

static char *format_mean(char buf[TXR_UNIT_BUF], double d, bool narrow)
{
	if (!isfinite(d) || d < 0)
		return strcpy(buf, "-");
	if (d >= 1e4)
		return (narrow ? txr_format_short : txr_format_plain)(buf,
				d < 1e18 ? (uint64_t)d : 1000000000000000000);
	snprintf(buf, TXR_UNIT_BUF, "%.*f",
		 (d < 10 ? 2 : d < 100 ? 2 - narrow : d < 1000 && !narrow), d);
	return buf;
}

char *txr_text_num(char buf[TXR_FIG_BUF], const struct txr_num *f, int room)
{
	char value[TXR_UNIT_BUF], low[TXR_UNIT_BUF], high[TXR_UNIT_BUF];
	bool narrow = false;

	do {
		join(buf, f->trust, format_mean(value, f->value, narrow),
		     format_mean(low, f->low, narrow), format_mean(high, f->high, narrow),
		     room);
		narrow = !narrow;
	} while (narrow && room && (int)strlen(buf) > room);
	return buf;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* 99.97 must not read as always, nor 0.02 as never. */
char *txr_text_share(char buf[TXR_UNIT_BUF], double percent)
{
	if (percent <= 0)
		strcpy(buf, "0%");
	else if (percent < 0.1)
		strcpy(buf, "<0.1%");
	else if (percent >= 100)
		strcpy(buf, "100%");
	else
		snprintf(buf, TXR_UNIT_BUF, "%.1f%%", percent > 99.9 ? 99.9 : percent);
	return buf;
}

char *txr_text_packed(char buf[TXR_FIG_BUF], const struct txr_row *row, bool narrow)
{
	const struct txr_u64 *p = &row->packed_ns;
	char value[TXR_UNIT_BUF], low[TXR_UNIT_BUF], high[TXR_UNIT_BUF];
	enum txr_trust trust = p->trust;
	uint64_t whole = row->observed_ns.value;

	if (row->observed_ns.trust == TXR_FIG_UNKNOWN)
		trust = TXR_FIG_UNKNOWN;
	txr_text_share(value, share(p->value, whole));
	txr_text_share(low, share(p->low, whole));
	txr_text_share(high, share(p->high, whole));
	/* where there is no room for the word */
	if (narrow && trust == TXR_FIG_EXACT && p->value &&
	    row->packed_source == TXR_PACKED_INFERRED) {
		snprintf(buf, TXR_FIG_BUF, "~%s", value);
		return buf;
	}
	return join(buf, trust, value, low, high, narrow ? 1 : 0);
}

/* More than the ring holds: a free that comes later than the release. */
static char *format_full(char buf[TXR_UNIT_BUF], uint64_t packets, int64_t capacity)
{
	double percent = share(packets, (uint64_t)capacity);

	if (percent <= 100)
		return txr_text_share(buf, percent);
	if (percent >= 10000)
		return strcpy(buf, ">9999%");
	snprintf(buf, TXR_UNIT_BUF, "%.*f%%", percent < 1000, percent);
	return buf;
}

/*
 * Its driver stopped a ring of hardware with fewer inside than the rule says: they took
 * more descriptors each. Of several rings one may be full and another not.
 */
static bool was_full_with_fewer(const struct txr_row *row)
{
	return row->packed_source == TXR_PACKED_DRIVER && row->packed_visits &&
	       row->ring_descriptors > 0 && row->nr_queues < 2;
}

/* A ring that holds so many of one descriptor is full with fewer where some have two. */
enum txr_trust txr_full_trust(const struct txr_row *row)
{
	const struct txr_u64 *m = &row->in_device.max;

	if ((row->capacity_of_small || was_full_with_fewer(row)) &&
	    m->trust != TXR_FIG_UNKNOWN && m->low < (uint64_t)row->capacity_packets)
		return TXR_FIG_AT_LEAST;
	return m->trust;
}

char *txr_text_full(char buf[TXR_FIG_BUF], const struct txr_row *row)
{
	const struct txr_u64 *m = &row->in_device.max;
	char value[TXR_UNIT_BUF], low[TXR_UNIT_BUF], high[TXR_UNIT_BUF];

	return join(buf, txr_full_trust(row), format_full(value, m->value, row->capacity_packets),
		    format_full(low, m->low, row->capacity_packets),
		    format_full(high, m->high, row->capacity_packets), 0);
}

char *txr_text_dist(char buf[TXR_UNIT_BUF], const struct txr_dist *d, uint64_t ns)
{
	if (!d->count)
		return strcpy(buf, "-");
	return txr_format_ns(buf, ns);
}

const char *txr_text_invisible(enum txr_dev_kind kind)
{
	switch (kind) {
	case TXR_KIND_SYNCHRONOUS:
		return "not visible: the driver frees each packet inside xmit";
	case TXR_KIND_HANDOVER:
		return "none: it hands each packet on to a receiver";
	default:
		return "not known";
	}
}
