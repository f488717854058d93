// SPDX-License-Identifier: GPL-2.0-only
/* top_detail.c - the chosen row: occupancy over time, laps, oldest packets. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/units.h"
#include "txring/view.h"
#include "view/blocks.h"
#include "view/top_draw.h"

#define LINE	256
#define LABEL	11	/* columns before a sparkline */

struct pane {
	struct txr_canvas *c;
	const struct txr_top_row *r;
	int y, end;
};

static void line(struct pane *p, enum txr_attr attr, const char *text)
{
	if (p->y < p->end)
		txr_canvas_put(p->c, 0, p->y++, attr, text);
}

static void head(struct pane *p)
{
	const struct txr_top_row *r = p->r;
	char text[LINE], name[4 * TXR_IFNAMSIZ], driver[4 * 32], queue[24] = "";

	if (r->queue >= 0)
		snprintf(queue, sizeof(queue), " tx-%d", r->queue);
	snprintf(text, sizeof(text), "%s%s  %s  %s  %s",
		 txr_escape(name, sizeof(name), r->name), queue,
		 r->driver[0] ? txr_escape(driver, sizeof(driver), r->driver) : "-",
		 txr_kind_name(r->kind), txr_top_state_name(r->state));
	line(p, TXR_A_TITLE, text);
	txr_canvas_line_attr(p->c, p->y - 1, TXR_A_TITLE);
}

static uint32_t history(const struct txr_top_row *r, unsigned int back)
{
	return r->history[(r->history_at + TXR_TOP_HISTORY - 1 - back) % TXR_TOP_HISTORY];
}

static double highest(const struct txr_top_row *r, unsigned int nr)
{
	double top = 0;
	unsigned int i;

	for (i = 0; i < nr; i++)
		top = history(r, i) > top ? history(r, i) : top;
	return top;
}

/* Most in the device in each interval, the newest at the right, against the ring. */
static void occupancy(struct pane *p, int rows)
{
	const struct txr_top_fig *ring = &p->r->fig[TXR_TF_RING];
	unsigned int room = p->c->width > LABEL ? p->c->width - LABEL : 0, i, nr;
	char text[LINE], n[TXR_UNIT_BUF];
	double scale;
	int row;

	nr = room < p->r->history_nr ? room : p->r->history_nr;
	scale = ring->trust != TXR_FIG_UNKNOWN ? ring->value : 0;
	if (highest(p->r, nr) > scale)
		scale = highest(p->r, nr);
	for (row = rows - 1; row >= 0 && p->y < p->end; row--) {
		snprintf(text, sizeof(text), "%s", row == rows - 1 ?
			 txr_format_short(n, (uint64_t)scale) : "");
		if (row == rows - 1)
			snprintf(text, sizeof(text), "%4s %-5s", txr_format_short(n,
				 (uint64_t)scale), ring->trust != TXR_FIG_UNKNOWN ?
				 "ring" : "most");
		txr_canvas_put(p->c, 0, p->y, TXR_A_DIM, text);
		for (i = 0; i < nr; i++)
			txr_canvas_put(p->c, LABEL + room - 1 - i, p->y, TXR_A_GOOD,
				       txr_block_rise(scale > 0 ? history(p->r, i) / scale *
						     rows - row : 0, p->c->utf8));
		p->y++;
	}
}

/* Laps by octave, each as high as its share of the highest. */
static void laps(struct pane *p)
{
	int first = -1, last = -1, i, x;
	char text[LINE], low[TXR_UNIT_BUF], high[TXR_UNIT_BUF];
	uint64_t most = 0;

	for (i = 0; i < TXR_TOP_OCTAVES; i++) {
		if (!p->r->laps[i])
			continue;
		first = first < 0 ? i : first;
		last = i;
		most = p->r->laps[i] > most ? p->r->laps[i] : most;
	}
	if (first < 0) {
		line(p, TXR_A_DIM, "laps       none yet");
		return;
	}
	snprintf(text, sizeof(text), "laps       %s ", txr_format_ns(low, 1ULL << first));
	if (p->y >= p->end)
		return;
	x = txr_canvas_put(p->c, 0, p->y, TXR_A_DIM, text);
	for (i = first; i <= last; i++)
		x = txr_canvas_put(p->c, x, p->y, TXR_A_GOOD,
				   txr_block_rise((double)p->r->laps[i] / (double)most,
						 p->c->utf8));
	snprintf(text, sizeof(text), " %s, twice as long from one to the next",
		 txr_format_ns(high, 2ULL << last));
	txr_canvas_put(p->c, x, p->y++, TXR_A_DIM, text);
}

static void oldest(struct pane *p, unsigned int nr)
{
	char text[LINE], age[TXR_UNIT_BUF], comm[4 * 16];
	unsigned int i;

	for (i = 0; i < p->r->nr_oldest && i < nr; i++) {
		const struct txr_open_lap *lap = &p->r->oldest[i];

		snprintf(text, sizeof(text), "%-10s %s  %u bytes  queue %u  from %s (%d)",
			 i ? "" : "oldest", txr_format_ns(age, lap->age_ns), lap->len_bytes,
			 lap->queue, lap->comm[0] ? txr_escape(comm, sizeof(comm), lap->comm) :
			 "?", lap->pid);
		line(p, TXR_A_NORMAL, text);
	}
}

/* Bytes of text that go in room columns, to the end of a word if there is one. */
static size_t fitting(const char *text, size_t room)
{
	size_t i, seen = 0, word = 0;

	for (i = 0; text[i]; i++) {
		seen += ((unsigned char)text[i] & 0xc0) != 0x80;
		if (seen > room)
			return word ? word : i;
		if (text[i + 1] == ' ' || !text[i + 1])
			word = i + 1;
	}
	return i;
}

/*
 * Wrapped after the label, up to the end of the pane; returns the lines that it takes.
 * Nothing is drawn without a label.
 */
static int note(struct pane *p, enum txr_attr attr, const char *label, const char *text)
{
	size_t room = p->c->width > LABEL + 8 ? (size_t)p->c->width - LABEL : SIZE_MAX, n;
	char out[LINE + 64], safe[4 * LINE];
	int lines = 0;

	txr_escape(safe, sizeof(safe), text);
	for (text = safe; *text; text += n, lines++) {
		text += *text == ' ';
		n = fitting(text, room);
		snprintf(out, sizeof(out), "%-*s%.*s", LABEL, label && !lines ? label : "",
			 (int)n, text);
		if (label)
			line(p, attr, out);
	}
	return lines;
}

/* Drawn, or only measured. */
static int notes(struct pane *p, bool draw)
{
	static const enum txr_attr attr[] = {
		[TXR_INFO] = TXR_A_NORMAL, [TXR_WARNING] = TXR_A_WARN, [TXR_ERROR] = TXR_A_BAD,
	};
	int lines = 0;
	unsigned int i;

	for (i = 0; i < p->r->nr_findings; i++) {
		const struct txr_top_note *n = &p->r->finding[i];

		lines += note(p, attr[n->severity], draw ? "finding" : NULL, n->message);
		lines += note(p, TXR_A_NORMAL, draw ? "try" : NULL, n->advice);
	}
	return lines + note(p, TXR_A_DIM, draw ? "not exact" : NULL, p->r->reason);
}

void txr_top_draw_detail(struct txr_canvas *c, const struct txr_top *t, int y, int lines)
{
	struct pane p = { .c = c, .r = txr_top_selected(t), .y = y, .end = y + lines };
	int left, wanted;

	if (!p.r)
		return;
	head(&p);
	occupancy(&p, lines >= 12 ? 4 : 2);
	laps(&p);
	left = p.end - p.y;
	wanted = notes(&p, false);
	/* the oldest packet at least */
	oldest(&p, left - wanted > 1 ? (unsigned int)(left - wanted) : 1);
	notes(&p, true);
}
