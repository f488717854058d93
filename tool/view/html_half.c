// SPDX-License-Identifier: GPL-2.0-only
/* html_half.c - what the pictures of half the page's width have in common. */
#include <math.h>
#include "view/html_half.h"
#include "view/markup.h"

#define WIDTH 540
#define HEIGHT 232
/* Beyond this ratio a linear axis would press the low values together. */
#define LOG_FROM 6
#define NARROW 0.1

struct txr_plot txr_half_plot(FILE *out)
{
	return (struct txr_plot){
		.out = out, .width = WIDTH, .height = HEIGHT,
		.x = { 0, 1, 64, WIDTH - 16, false },
		.y = { 0, 1, HEIGHT - 28, 28, false },
	};
}

void txr_half_scale(struct txr_scale *s, double low, double high, double linear_to)
{
	s->log = high > LOG_FROM * low && high > linear_to;
	s->low = s->log && low < 0.5 ? 0.5 : low;
	s->high = high > s->low ? high : s->low + 1;
	/* what is nearly one value is no block from edge to edge */
	if (s->high - s->low < NARROW * s->high && s->high > 1 / NARROW) {
		s->low -= NARROW / 2 * high;
		s->high += NARROW / 2 * high;
	}
}

void txr_half_ticks(struct txr_ticks *t, const struct txr_scale *s, bool time)
{
	uint64_t low = (uint64_t)ceil(s->low), high = (uint64_t)s->high;

	if (s->log && time)
		txr_ticks_log_ns(t, low, high);
	else if (s->log)
		txr_ticks_log_count(t, low, high);
	else if (time)
		txr_ticks_time(t, low, high, 5);
	else
		txr_ticks_count(t, low, high, 6);
}

void txr_half_data(FILE *out, const char *name, const struct txr_scale *s)
{
	fprintf(out, " %s=\"", name);
	txr_markup_number(out, s->low);
	putc(' ', out);
	txr_markup_number(out, s->high);
	putc(' ', out);
	txr_markup_number(out, s->from);
	putc(' ', out);
	txr_markup_number(out, s->to);
	fprintf(out, " %d\"", s->log);
}
