// SPDX-License-Identifier: GPL-2.0-only
/* diff_text.c - two recordings side by side, for people. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "view/text.h"
#include "view/write_error.h"

#define CELL 48

static char *format_value(char buf[CELL], double d, enum txr_unit unit)
{
	char text[TXR_UNIT_BUF];
	uint64_t n = d < 0 || !isfinite(d) ? 0 : d < 1e18 ? (uint64_t)(d + .5) : (uint64_t)1e18;

	if (!isfinite(d))
		return strcpy(buf, "?");
	switch (unit) {
	case TXR_UNIT_NS:
		snprintf(buf, CELL, "%s", txr_format_ns(text, n));
		break;
	case TXR_UNIT_COUNT:
		snprintf(buf, CELL, "%s", txr_format_short(text, n));
		break;
	case TXR_UNIT_BITS:
		snprintf(buf, CELL, "%sb", txr_format_short(text, n));
		break;
	case TXR_UNIT_MEAN:
		snprintf(buf, CELL, d < 1000 ? "%.2f" : "%.0f", d);
		break;
	case TXR_UNIT_SHARE:
		snprintf(buf, CELL, "%.1f%%", 100 * d);
		break;
	}
	return buf;
}

static const char *figure(char buf[CELL], const struct txr_num *n, enum txr_unit unit)
{
	char low[CELL], high[CELL];

	switch (n->trust) {
	case TXR_FIG_EXACT:
		return format_value(buf, n->value, unit);
	case TXR_FIG_BOUNDED:
		format_value(low, n->low, unit);
		format_value(high, n->high, unit);
		if (!strcmp(low, high))
			return strcpy(buf, low);
		break;
	case TXR_FIG_AT_LEAST:
		format_value(low, n->low, unit);
		snprintf(buf, CELL, ">=%.20s", low);
		return buf;
	case TXR_FIG_UNKNOWN:
		return strcpy(buf, "-");
	}
	format_value(low, n->value, unit);
	snprintf(buf, CELL, "~%.20s", low);
	return buf;
}

static const char *spread(char buf[CELL], const struct txr_spread *s, enum txr_unit unit)
{
	char low[CELL], high[CELL];

	if (s->count < 2)
		return strcpy(buf, "");
	snprintf(buf, CELL, "%.18s..%.18s", format_value(low, s->low, unit),
		 format_value(high, s->high, unit));
	return buf;
}

/* In percent of A; of shares in points of percent. */
static const char *change(char buf[CELL], const struct txr_change *c)
{
	double by = c->b.value - c->a.value;

	if (c->verdict == TXR_DIFF_UNKNOWN)
		return strcpy(buf, "-");
	if (c->unit == TXR_UNIT_SHARE)
		snprintf(buf, CELL, "%+.1fpp", 100 * by);
	else if (c->a.value > 0)
		snprintf(buf, CELL, "%+.1f%%", 100 * by / c->a.value);
	else
		strcpy(buf, by > 0 ? "new" : "0");
	return buf;
}

static bool is_nothing(const struct txr_change *c)
{
	bool a = c->a.trust == TXR_FIG_UNKNOWN || (c->a.trust == TXR_FIG_EXACT && !c->a.value);
	bool b = c->b.trust == TXR_FIG_UNKNOWN || (c->b.trust == TXR_FIG_EXACT && !c->b.value);

	return a && b;
}

static void put_change(const struct txr_text *t, const struct txr_change *c)
{
	char a[CELL], b[CELL], in_a[CELL], in_b[CELL], by[CELL];

	fprintf(t->out, "  %-12s%8s %-16s%8s %-16s%8s  ", c->label, figure(a, &c->a, c->unit),
		spread(in_a, &c->in_a, c->unit), figure(b, &c->b, c->unit),
		spread(in_b, &c->in_b, c->unit), change(by, c));
	if (c->verdict == TXR_DIFF_BEYOND)
		txr_text_ink(t, TXR_INK_STRONG, "BEYOND");
	else if (c->verdict != TXR_DIFF_UNKNOWN)
		fputs(txr_verdict_name(c->verdict), t->out);
	fputc('\n', t->out);
}

static void put_settings(const struct txr_text *t, const struct txr_diff_row *row)
{
	char a[4 * sizeof(row->setting->a)], b[4 * sizeof(row->setting->b)];
	size_t i;

	for (i = 0; i < row->nr_settings; i++)
		txr_text_linef(t, 14, "  set", "%s %s -> %s", row->setting[i].key,
			       txr_escape(a, sizeof(a), row->setting[i].a),
			       txr_escape(b, sizeof(b), row->setting[i].b));
}

static void put_row(const struct txr_text *t, const struct txr_diff_row *row)
{
	char name[TXR_NAME_BUF];
	size_t i;

	fputc('\n', t->out);
	txr_text_ink(t, TXR_INK_STRONG, txr_escape(name, sizeof(name), row->name));
	if (row->queue >= 0)
		fprintf(t->out, " tx-%" PRId32, row->queue);
	if (!row->in_a || !row->in_b) {
		fprintf(t->out, ": sent only in %s\n", row->in_a ? "A" : "B");
		return;
	}
	fputc('\n', t->out);
	put_settings(t, row);
	for (i = 0; i < row->nr_changes; i++)
		if (t->o->verbose || !is_nothing(&row->change[i]))
			put_change(t, &row->change[i]);
}

static void put_side(const struct txr_text *t, const char *name,
		     const struct txr_diff_side *side)
{
	const struct txr_source_info *info = &side->whole->source;
	char ns[TXR_UNIT_BUF], n[TXR_UNIT_BUF];

	txr_text_linef(t, 3, name, "%s: %s, %s tier, %s, %s events%s", info->path,
		       info->format, txr_tier_name(info->tier),
		       txr_format_ns(ns, side->whole_ns), txr_format_grouped(n, info->events),
		       side->whole->exact ? "" : ", not exact (txring report says why)");
}

static void put_legend(const struct txr_text *t, const struct txr_diff *d)
{
	txr_text_line(t, 0, "", "Beside each figure the middle half of the figures of the "
		      "recording's 10 slices.");
	txr_text_linef(t, 8, "BEYOND", "A's slices and B's are further apart than chance puts "
		       "those of any of the %zu figures compared one time in 100", d->tested);
	txr_text_line(t, 8, "within", "no more apart than slices of one recording can be");
	txr_text_line(t, 8, "bounds", "a figure is not exact, and either may be the larger");
	txr_text_line(t, 8, "few", "in too few slices to tell: chance could put them as far apart as can be");
	if (d->too_many)
		txr_text_linef(t, 0, "", "%zu figures are too many: among so many chance alone "
			       "puts 10 slices as far apart as they can be. Give -d, or leave "
			       "-Q away.", d->tested);
}

int txr_view_diff_text(FILE *out, const struct txr_diff *d, const struct txr_view_opts *o)
{
	bool any = false, failed = false;
	struct txr_text t = { out, o, o->width > 0 ? o->width : 80, &failed };
	size_t i;

	put_side(&t, "A", &d->a);
	put_side(&t, "B", &d->b);
	for (i = 0; i < d->nr; i++) {
		any |= d->row[i].in_a && d->row[i].in_b;
		put_row(&t, &d->row[i]);
	}
	fputc('\n', out);
	if (any)
		put_legend(&t, d);
	else
		txr_text_line(&t, 0, "", "No device sent in both: nothing to compare.");
	return failed ? -ENOMEM : txr_view_error(out);
}
