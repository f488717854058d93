// SPDX-License-Identifier: GPL-2.0-only
/* top_cell.c - the text of one column of a row. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli/units.h"
#include "txring/view.h"
#include "view/top_layout.h"

static const char *mark_of(enum txr_trust trust)
{
	return trust == TXR_FIG_BOUNDED ? "~" : trust == TXR_FIG_AT_LEAST ? ">" : "";
}

static bool is_known(const struct txr_top_fig *f)
{
	return f->trust != TXR_FIG_UNKNOWN && isfinite(f->value) && f->value >= 0;
}

static uint64_t whole(double v)
{
	return v < 1e18 ? (uint64_t)(v + 0.5) : 1000000000000000000;
}

static void put_count(char *buf, const struct txr_top_fig *f)
{
	char n[TXR_UNIT_BUF];

	/* Up to five digits in full, as nobody thinks of a ring as "1.02k". */
	if (f->value < 99999.5)
		snprintf(n, sizeof(n), "%.0f", f->value);
	else
		txr_format_short(n, whole(f->value));
	snprintf(buf, TXR_TOP_CELL, "%s%s", mark_of(f->trust), n);
}

static void put_mean(char *buf, const struct txr_top_fig *f)
{
	double v = f->value;

	if (v >= 999.5)
		put_count(buf, f);
	else
		snprintf(buf, TXR_TOP_CELL, "%s%.*f", mark_of(f->trust),
			 v < 9.995 ? 2 : v < 99.95 ? 1 : 0, v);
}

static void put_short(char *buf, const struct txr_top_fig *f)
{
	char n[TXR_UNIT_BUF];

	snprintf(buf, TXR_TOP_CELL, "%s%s", mark_of(f->trust),
		 txr_format_short(n, whole(f->value)));
}

static void put_ns(char *buf, const struct txr_top_fig *f)
{
	char n[TXR_UNIT_BUF];

	snprintf(buf, TXR_TOP_CELL, "%s%s", mark_of(f->trust),
		 txr_format_ns(n, whole(f->value)));
}

static void put_bql(char *buf, const struct txr_top_row *r)
{
	char a[TXR_UNIT_BUF], b[TXR_UNIT_BUF];

	snprintf(buf, TXR_TOP_CELL, "%s/%s",
		 txr_format_short(a, whole(r->fig[TXR_TF_BQL].value)),
		 txr_format_short(b, whole(r->fig[TXR_TF_BQL_LIMIT].value)));
}

static void put_name(char *buf, const struct txr_top_row *r)
{
	char name[4 * TXR_IFNAMSIZ];

	if (r->queue >= 0)
		snprintf(buf, TXR_TOP_CELL, "  tx-%d", r->queue);
	else
		snprintf(buf, TXR_TOP_CELL, "%s", txr_escape(name, sizeof(name), r->name));
}

/* What weakens the figures is said in the state too. */
static void put_state(char *buf, const struct txr_top_row *r)
{
	snprintf(buf, TXR_TOP_CELL, "%s%s", txr_top_state_name(r->state),
		 r->lost ? " LOST" : r->exact ? "" : " ~");
}

char *txr_top_cell(char buf[TXR_TOP_CELL], const struct txr_top_row *r,
		   enum txr_top_column_id id)
{
	int fig = txr_top_columns[id].fig;

	buf[0] = '\0';
	if (fig >= 0 && !is_known(&r->fig[fig]))
		return strcpy(buf, "-");
	switch (id) {
	case TXR_TC_NAME:
		put_name(buf, r);
		break;
	case TXR_TC_DRIVER:
		txr_escape(buf, TXR_TOP_CELL, r->queue < 0 ? r->driver : "");
		break;
	case TXR_TC_STATE:
		put_state(buf, r);
		break;
	case TXR_TC_BQL:
		put_bql(buf, r);
		break;
	case TXR_TC_AVG:
		put_mean(buf, &r->fig[fig]);
		break;
	case TXR_TC_PPS:
	case TXR_TC_BPS:
		put_short(buf, &r->fig[fig]);
		break;
	case TXR_TC_P50:
	case TXR_TC_P99:
	case TXR_TC_LAPMAX:
	case TXR_TC_AGE:
		put_ns(buf, &r->fig[fig]);
		break;
	case TXR_TC_NOW:
	case TXR_TC_MAX:
	case TXR_TC_RING:
	case TXR_TC_DROPS:
	case TXR_TC_BUSY:
		put_count(buf, &r->fig[fig]);
		break;
	case TXR_TC_FILL:
	case TXR_TC_NR:
		break;
	}
	return buf;
}
