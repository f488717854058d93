// SPDX-License-Identifier: GPL-2.0-only
/* top_draw.c - head, table and foot. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/units.h"
#include "txring/view.h"
#include "view/top_draw.h"

#define LINE 512

static void draw_title(struct txr_canvas *c, const struct txr_top *t, int y)
{
	char text[LINE];
	uint64_t s = t->up_ns / 1000000000;

	if (y < 0)
		return;
	snprintf(text, sizeof(text), "txring top  %s  up %" PRIu64 ":%02d:%02d  every %.5g s  "
		 "tier %s%s%s", t->clock, s / 3600, (int)(s / 60 % 60), (int)(s % 60),
		 (double)t->asked_interval_ns / 1e9, txr_tier_name(t->tier),
		 t->paused ? "  PAUSED" : "", t->lost ? "  EVENTS LOST" : "");
	txr_canvas_put(c, 0, y, t->lost ? TXR_A_BAD : TXR_A_BOLD, text);
}

static const char *rate(char *buf, const struct txr_top_fig *f)
{
	char n[TXR_UNIT_BUF];

	if (f->trust == TXR_FIG_UNKNOWN || !(f->value >= 0) || f->value > 1e18)
		return "-";
	snprintf(buf, TXR_UNIT_BUF + 2, "%s%s", f->trust == TXR_FIG_EXACT ? "" : "~",
		 txr_format_short(n, (uint64_t)(f->value + 0.5)));
	return buf;
}

static void draw_totals(struct txr_canvas *c, const struct txr_top *t, int y)
{
	char text[LINE], pps[TXR_UNIT_BUF + 2], bps[TXR_UNIT_BUF + 2];
	char now[TXR_UNIT_BUF], events[TXR_UNIT_BUF], lost[TXR_UNIT_BUF];

	if (y < 0)
		return;
	snprintf(text, sizeof(text), "%s packet/s  %s bit/s  %s in devices  %s events  %s lost%s",
		 rate(pps, &t->total_pps), rate(bps, &t->total_bps),
		 txr_format_short(now, t->total_now), txr_format_short(events, t->events),
		 txr_format_short(lost, t->lost_total),
		 t->exact ? "" : "  not exact (~)");
	txr_canvas_put(c, 0, y, TXR_A_NORMAL, text);
}

/* What is wrong, the gravest first. */
static enum txr_attr alert(char *text, const struct txr_top *t)
{
	char n[TXR_UNIT_BUF], name[4 * TXR_IFNAMSIZ];

	text[0] = '\0';
	if (t->lost) {
		snprintf(text, LINE, "LOST at least %s events in this interval, most on CPU %u: "
			 "too slow to read them; figures marked ~ are off",
			 txr_format_short(n, t->lost), t->lost_cpu);
		return TXR_A_BAD;
	}
	if (t->nr_findings) {
		snprintf(text, LINE, "%s%s%s", txr_escape(name, sizeof(name), t->finding_dev),
			 t->finding_dev[0] ? ": " : "", t->finding);
		return TXR_A_WARN;
	}
	if (t->evicted)
		snprintf(text, LINE, "%s packets that were too long in a device are followed no "
			 "more", txr_format_short(n, t->evicted));
	else if (t->restarts)
		snprintf(text, LINE, "began anew %u times, to forget devices that are gone",
			 t->restarts);
	return TXR_A_WARN;
}

static void draw_alert(struct txr_canvas *c, const struct txr_top *t, int y)
{
	char text[LINE];
	enum txr_attr attr = alert(text, t);

	if (y >= 0)
		txr_canvas_put(c, 0, y, attr, text);
}

static void draw_header(struct txr_canvas *c, const struct txr_top *t,
			const struct txr_top_layout *l)
{
	int i;

	if (l->header < 0)
		return;
	for (i = 0; i < l->nr_cols; i++) {
		const struct txr_top_column *col = &txr_top_columns[l->col[i].id];
		bool sorted = l->col[i].id == TXR_TC_NAME ? t->sort < 0 :
			      col->fig >= 0 && col->fig == t->sort;
		char title[TXR_TOP_CELL];

		snprintf(title, sizeof(title), "%s%s", col->title, sorted ? "*" : "");
		txr_canvas_field(c, l->col[i].x, l->header, l->col[i].width, !col->left,
				 TXR_A_TITLE, title);
	}
	txr_canvas_line_attr(c, l->header, TXR_A_TITLE);
}

static enum txr_attr state_attr(const struct txr_top_row *r)
{
	switch (r->state) {
	case TXR_TOP_STALLED:
	case TXR_TOP_PACKED:
		return TXR_A_BAD;
	case TXR_TOP_BQL:
	case TXR_TOP_HELD:
		return TXR_A_WARN;
	case TXR_TOP_OK:
		return r->lost ? TXR_A_BAD : TXR_A_GOOD;
	default:
		return r->lost ? TXR_A_BAD : TXR_A_DIM;
	}
}

static void draw_fill(struct txr_canvas *c, const struct txr_top_row *r, int x, int y,
		      int width)
{
	char bar[4 * 64 + 1];

	width = width < 64 ? width : 64;
	txr_top_bar(bar, width, r->fig[TXR_TF_NOW].value, r->fig[TXR_TF_MAX].value,
		    r->fig[TXR_TF_RING].trust == TXR_FIG_UNKNOWN ||
		    r->fig[TXR_TF_NOW].trust == TXR_FIG_UNKNOWN ? 0 :
		    r->fig[TXR_TF_RING].value, c->utf8);
	txr_canvas_put(c, x, y, state_attr(r), bar);
}

static void draw_row(struct txr_canvas *c, const struct txr_top_row *r,
		     const struct txr_top_layout *l, int y, bool selected)
{
	char cell[TXR_TOP_CELL];
	int i;

	for (i = 0; i < l->nr_cols; i++) {
		enum txr_top_column_id id = l->col[i].id;
		int x = l->col[i].x, width = l->col[i].width;

		if (id == TXR_TC_FILL) {
			draw_fill(c, r, x, y, width);
			continue;
		}
		txr_canvas_field(c, x, y, width, !txr_top_columns[id].left,
				 id == TXR_TC_STATE ? state_attr(r) : TXR_A_NORMAL,
				 txr_top_cell(cell, r, id));
	}
	if (selected)
		txr_canvas_line_attr(c, y, TXR_A_SELECTED);
}

static void draw_rows(struct txr_canvas *c, struct txr_top *t,
		      const struct txr_top_layout *l)
{
	int i;

	t->scroll = txr_top_scroll(t->scroll, t->selected, t->nr_shown, l->rows);
	for (i = 0; i < l->rows && t->scroll + i < t->nr_shown; i++)
		draw_row(c, t->shown[t->scroll + i], l, l->rows_at + i,
			 t->scroll + i == t->selected && l->header >= 0);
	if (!t->nr_shown && l->rows > 0)
		txr_canvas_put(c, 0, l->rows_at, TXR_A_DIM, t->filter[0] ?
			       "no device of that name has traffic" :
			       "no traffic; a shows idle devices");
}

static void draw_footer(struct txr_canvas *c, const struct txr_top *t, int y)
{
	char text[LINE];

	if (t->editing)
		snprintf(text, sizeof(text), "Filter: %s_  (Enter keeps it, Esc does not)",
			 t->filter);
	else if (t->message[0])
		snprintf(text, sizeof(text), "%s", t->message);
	else
		snprintf(text, sizeof(text), "h Help  Enter Queues  s Sort  f Filter%s%s  "
			 "a All  p Pause  z Reset  w Write  q Quit",
			 t->filter[0] ? ":" : "", t->filter);
	if (y < 0 && !t->editing && !t->message[0])
		return;
	/* What was asked is answered, be it in the last line of the table. */
	y = y < 0 ? c->height - 1 : y;
	txr_canvas_field(c, 0, y, c->width, false, t->message[0] || t->editing ?
			 TXR_A_BOLD : TXR_A_DIM, text);
}

void txr_top_draw(struct txr_canvas *c, struct txr_top *t)
{
	struct txr_top_layout l;

	txr_canvas_clear(c);
	if (t->help) {
		txr_top_draw_help(c);
		return;
	}
	txr_top_layout(&l, c->width, c->height, t->detail);
	draw_title(c, t, l.title);
	draw_totals(c, t, l.totals);
	draw_alert(c, t, l.alert);
	draw_header(c, t, &l);
	draw_rows(c, t, &l);
	if (l.detail)
		txr_top_draw_detail(c, t, l.detail_at, l.detail);
	draw_footer(c, t, l.footer);
}
