// SPDX-License-Identifier: GPL-2.0-only
/* top_keys.c - what each key does. */
#include <stdio.h>
#include <string.h>
#include "view/top_keys.h"
#include "view/top_layout.h"

static enum txr_top_ask end_edit(struct txr_top *t, bool keep)
{
	t->editing = false;
	if (!keep)
		memcpy(t->filter, t->filter_before, sizeof(t->filter));
	txr_top_arrange(t);
	return TXR_ASK_NOTHING;
}

static enum txr_top_ask edit(struct txr_top *t, uint32_t key)
{
	size_t len = strlen(t->filter);

	if (key == TXR_KEY_ENTER)
		return end_edit(t, true);
	if (key == TXR_KEY_ESC)
		return end_edit(t, false);
	if (key == TXR_KEY_BACKSPACE && len)
		t->filter[len - 1] = '\0';
	else if (key > ' ' && key < 0x7f && len + 1 < sizeof(t->filter))
		t->filter[len] = (char)key, t->filter[len + 1] = '\0';
	txr_top_arrange(t);
	return TXR_ASK_NOTHING;
}

/* The next column (or the one before) that rows can be sorted by; names too. */
static void next_sort(struct txr_top *t, int step)
{
	int i, at = TXR_TC_NAME;

	for (i = 0; i < TXR_TC_NR; i++)
		if (txr_top_columns[i].fig == t->sort && t->sort >= 0)
			at = i;
	do {
		at = (at + step + TXR_TC_NR) % TXR_TC_NR;
	} while (at != TXR_TC_NAME && txr_top_columns[at].fig < 0);
	t->sort = txr_top_columns[at].fig;
	txr_top_arrange(t);
	snprintf(t->message, sizeof(t->message), "sorted by %s", txr_top_columns[at].title);
}

static void toggle(struct txr_top *t, bool *what, const char *on, const char *off)
{
	*what = !*what;
	txr_top_arrange(t);
	snprintf(t->message, sizeof(t->message), "%s", *what ? on : off);
}

static void unfold(struct txr_top *t, int way)
{
	struct txr_top_row *r = txr_top_selected(t);
	size_t i;

	/* On a queue it folds its device. */
	for (i = t->selected; r && r->queue >= 0 && i-- > 0; )
		r = t->shown[i];
	if (!r)
		return;
	r->unfolded = way ? way > 0 : !r->unfolded;
	if (!r->unfolded) {
		t->selected_dev = r->dev;
		t->selected_queue = r->queue;
	}
	txr_top_arrange(t);
}

static enum txr_top_ask change_interval(struct txr_top *t, bool longer)
{
	uint64_t ns = longer ? t->asked_interval_ns * 2 : t->asked_interval_ns / 2;

	if (ns < TXR_TOP_INTERVAL_MIN_NS)
		ns = TXR_TOP_INTERVAL_MIN_NS;
	if (ns > TXR_TOP_INTERVAL_MAX_NS)
		ns = TXR_TOP_INTERVAL_MAX_NS;
	t->asked_interval_ns = ns;
	snprintf(t->message, sizeof(t->message), "a picture every %.5g s", (double)ns / 1e9);
	return TXR_ASK_INTERVAL;
}

static bool move(struct txr_top *t, uint32_t key, int page)
{
	long at = (long)t->selected;

	page = page > 1 ? page - 1 : 1;
	switch (key) {
	case TXR_KEY_UP:
	case 'k':
		at--;
		break;
	case TXR_KEY_DOWN:
	case 'j':
		at++;
		break;
	case TXR_KEY_PGUP:
		at -= page;
		break;
	case TXR_KEY_PGDN:
		at += page;
		break;
	case TXR_KEY_HOME:
	case 'g':
		at = 0;
		break;
	case TXR_KEY_END:
	case 'G':
		at = (long)t->nr_shown - 1;
		break;
	default:
		return false;
	}
	txr_top_select(t, at);
	return true;
}

static enum txr_top_ask command(struct txr_top *t, uint32_t key)
{
	switch (key) {
	case 'q':
	case TXR_KEY_F10:
		return TXR_ASK_QUIT;
	case 'h':
	case '?':
	case TXR_KEY_F1:
		t->help = true;
		break;
	case TXR_KEY_ENTER:
		unfold(t, 0);
		break;
	case TXR_KEY_RIGHT:
		unfold(t, 1);
		break;
	case TXR_KEY_LEFT:
		unfold(t, -1);
		break;
	case 's':
	case TXR_KEY_F6:
		next_sort(t, 1);
		break;
	case 'S':
		next_sort(t, -1);
		break;
	case 'f':
	case '/':
	case TXR_KEY_F4:
		memcpy(t->filter_before, t->filter, sizeof(t->filter));
		t->editing = true;
		break;
	case TXR_KEY_ESC:
		t->filter[0] = '\0';
		txr_top_arrange(t);
		break;
	case 'a':
		toggle(t, &t->all, "idle ones too", "idle ones hidden");
		return TXR_ASK_SAMPLE;
	case 'Q':
		toggle(t, &t->per_queue, "all unfolded", "folded");
		break;
	case 'd':
		toggle(t, &t->detail, "details shown", "details hidden");
		break;
	case 'p':
	case ' ':
		toggle(t, &t->paused, "paused; counting goes on", "");
		return t->paused ? TXR_ASK_NOTHING : TXR_ASK_SAMPLE;
	case 'z':
		snprintf(t->message, sizeof(t->message), "counting from now on");
		return TXR_ASK_RESET;
	case '+':
		return change_interval(t, true);
	case '-':
		return change_interval(t, false);
	case 'w':
		return TXR_ASK_WRITE;
	case 'l' & 0x1f:
	case TXR_KEY_REDRAW:
		return TXR_ASK_REDRAW;
	}
	return TXR_ASK_NOTHING;
}

enum txr_top_ask txr_top_key(struct txr_top *t, uint32_t key, int page)
{
	if (key == '\n' || key == '\r')
		key = TXR_KEY_ENTER;
	else if (key == 27)
		key = TXR_KEY_ESC;
	else if (key == 8 || key == 127)
		key = TXR_KEY_BACKSPACE;
	if (key != TXR_KEY_NONE)
		t->message[0] = '\0';
	if (t->help) {
		t->help = key == TXR_KEY_NONE || key == TXR_KEY_REDRAW;
		return key == 'q' ? TXR_ASK_NOTHING : TXR_ASK_REDRAW;
	}
	if (t->editing)
		return edit(t, key);
	if (move(t, key, page))
		return TXR_ASK_NOTHING;
	return command(t, key);
}
