// SPDX-License-Identifier: GPL-2.0-only
/* top_screen.c - `txring top` on a terminal: sample, draw, keys. */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cli/units.h"
#include "sys/clock.h"
#include "top.h"
#include "view/top_draw.h"
#include "view/top_keys.h"
#include "view/tui.h"

/* A message stands so long, if no other key is pressed. */
#define MESSAGE_NS 8000000000ULL

struct screen {
	struct txr_engine *e;
	struct txr_tui *tui;
	struct txr_canvas canvas;
	struct txr_top top;
	uint64_t next_ns, start_ns, message_ns;
	uint64_t pictures, cpu_ns, cost_ns, cost_max_ns;	/* sampling and drawing */
	bool done;
};

bool txr_top_has_screen(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
	       strcmp(term, "dumb");
}

static bool wants_color(void)
{
	const char *no = getenv("NO_COLOR");

	return !no || !*no;
}

static void tell_time(struct txr_top *t)
{
	time_t now = time(NULL);
	struct tm tm;

	localtime_r(&now, &tm);
	strftime(t->clock, sizeof(t->clock), "%H:%M:%S", &tm);
}

static int draw(struct screen *s)
{
	int w, h;

	txr_tui_size(s->tui, &w, &h);
	if ((w != s->canvas.width || h != s->canvas.height) &&
	    txr_canvas_resize(&s->canvas, w, h, s->top.utf8))
		return -ENOMEM;
	txr_top_draw(&s->canvas, &s->top);
	txr_tui_draw(s->tui, &s->canvas);
	return 0;
}

static int update(void *ctx, struct txr_sample *sample)
{
	struct screen *s = ctx;
	uint64_t ns = sample->until_ns - sample->from_ns[TXR_TEE_EACH];

	s->top.restarts = s->e->restarts;
	s->top.up_ns = txr_mono_ns() - s->start_ns;
	tell_time(&s->top);
	return txr_top_update(&s->top, sample->report[TXR_TEE_TOTAL],
			      sample->report[TXR_TEE_EACH], (double)ns / 1e9,
			      &txr_source_info(s->e->src)->meta->end);
}

static int sample(struct screen *s, struct txr_err *err)
{
	struct txr_sample sample;
	int ret;

	ret = txr_engine_follow(s->e, err);
	if (!ret)
		ret = txr_engine_sample(s->e, &sample, update, s, err);
	if (!ret)
		txr_sample_free(&sample);
	return ret;
}

/* Time for new figures; while paused the picture stands. */
static int picture(struct screen *s, struct txr_err *err)
{
	uint64_t begin = txr_mono_ns(), cpu = txr_clock_ns(CLOCK_THREAD_CPUTIME_ID), cost;
	int ret = s->top.paused ? 0 : sample(s, err);

	if (begin - s->message_ns > MESSAGE_NS)
		s->top.message[0] = '\0';
	if (!ret && draw(s))
		ret = txr_fail(err, ENOMEM, "screen: out of memory; free some");
	cost = txr_mono_ns() - begin;
	s->pictures++;
	s->cost_ns += cost;
	s->cpu_ns += txr_clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
	s->cost_max_ns = cost > s->cost_max_ns ? cost : s->cost_max_ns;
	s->next_ns += s->top.asked_interval_ns;
	if (s->next_ns < txr_mono_ns())
		s->next_ns = txr_mono_ns() + s->top.asked_interval_ns;
	return ret;
}

static void write_pages(struct screen *s)
{
	char name[64], bytes[TXR_UNIT_BUF], span[TXR_UNIT_BUF];
	struct txr_live_file to = { .path = name };
	struct txr_saved saved;
	struct txr_err err = { 0 };
	time_t now = time(NULL);
	struct tm tm;

	localtime_r(&now, &tm);
	strftime(name, sizeof(name), "txring-top-%Y%m%d-%H%M%S.dat", &tm);
	if (txr_engine_save(s->e, &to, &saved, &err))
		snprintf(s->top.message, sizeof(s->top.message), "%.150s", err.text);
	else
		snprintf(s->top.message, sizeof(s->top.message), "wrote %s: %s, the last %s",
			 name, txr_format_bytes(bytes, saved.res.file_bytes),
			 txr_format_ns(span, saved.to_ns - saved.from_ns));
}

static int act(struct screen *s, enum txr_top_ask ask, struct txr_err *err)
{
	switch (ask) {
	case TXR_ASK_QUIT:
		s->done = true;
		break;
	case TXR_ASK_RESET:
		txr_engine_reset(s->e);
		return sample(s, err);
	case TXR_ASK_WRITE:
		write_pages(s);
		break;
	case TXR_ASK_INTERVAL:
		s->next_ns = txr_mono_ns() + s->top.asked_interval_ns;
		break;
	case TXR_ASK_SAMPLE:
		return s->top.paused ? 0 : sample(s, err);
	case TXR_ASK_REDRAW:
		txr_tui_spoilt(s->tui);
		break;
	case TXR_ASK_NOTHING:
		break;
	}
	return 0;
}

static int take_keys(struct screen *s, struct txr_err *err)
{
	struct txr_top_layout l;
	int ret = 0, keys = 0;
	uint32_t key;

	txr_top_layout(&l, s->canvas.width, s->canvas.height, s->top.detail);
	while (!ret && !s->done && (key = txr_tui_key(s->tui)) != TXR_KEY_NONE) {
		ret = act(s, txr_top_key(&s->top, key, l.rows), err);
		keys++;
		s->message_ns = txr_mono_ns();
	}
	if (!ret && keys && !s->done && draw(s))
		ret = txr_fail(err, ENOMEM, "screen: out of memory; free some");
	return ret;
}

/* The shell takes over; it is back when this returns. */
static void stop(struct screen *s)
{
	txr_tui_leave(s->tui);
	kill(getpid(), SIGSTOP);
	txr_tui_return(s->tui);
	draw(s);
}

static int loop(struct screen *s, struct txr_err *err)
{
	struct pollfd fd[] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = s->e->failed_fd, .events = POLLIN },
	};
	int ret = picture(s, err);

	while (!ret && !s->done) {
		uint64_t now = txr_mono_ns(), left = s->next_ns > now ? s->next_ns - now : 0;
		struct timespec ts = { left / 1000000000, left % 1000000000 };
		struct txr_top_signals sig;

		fd[0].revents = fd[1].revents = 0;
		if (left && ppoll(fd, 2, &ts, NULL) < 0 && errno != EINTR)
			return txr_fail(err, errno, "terminal: %s", strerror(errno));
		sig = txr_top_take_signals();
		if (sig.end || fd[0].revents & (POLLERR | POLLHUP | POLLNVAL))
			break;
		if (sig.stop)
			stop(s);
		if (sig.resize)
			draw(s);
		if (fd[0].revents & POLLIN)
			ret = take_keys(s, err);
		if (!ret && !s->done && (fd[1].revents || txr_mono_ns() >= s->next_ns))
			ret = picture(s, err);
	}
	return ret;
}

static void say_cost(const struct screen *s, const struct txr_top_opts *o)
{
	char cpu[TXR_UNIT_BUF], mean[TXR_UNIT_BUF], most[TXR_UNIT_BUF];

	if (o->common.verbose && s->pictures)
		fprintf(stderr, "txring: %llu pictures, %s of CPU time each, %s in all, at "
			"most %s\n", (unsigned long long)s->pictures,
			txr_format_ns(cpu, s->cpu_ns / s->pictures),
			txr_format_ns(mean, s->cost_ns / s->pictures),
			txr_format_ns(most, s->cost_max_ns));
}

static void ask(struct txr_top *t, const struct txr_top_opts *o)
{
	txr_top_init(t);
	t->sort = o->sort_fig;
	t->only = o->dev.item;
	t->nr_only = o->dev.count;
	t->all = o->all;
	t->per_queue = o->per_queue;
	t->detail = true;
	t->asked_interval_ns = o->interval_ns;
	t->utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
}

int txr_top_screen(struct txr_engine *e, const struct txr_top_opts *o)
{
	struct screen s = { .e = e };
	struct txr_err err = { 0 };
	int ret;

	setlocale(LC_CTYPE, "");
	ask(&s.top, o);
	s.start_ns = s.next_ns = txr_mono_ns();
	ret = txr_tui_open(&s.tui, wants_color(), &err);
	if (ret == -ENOTTY)
		return txr_top_batch(e, o);
	if (!ret)
		ret = loop(&s, &err);
	txr_tui_close(s.tui);
	txr_canvas_free(&s.canvas);
	txr_top_free(&s.top);
	if (err.code)
		return txr_complain(&err, TXR_EXIT_FAILED);
	say_cost(&s, o);
	return ret ? TXR_EXIT_FAILED : TXR_EXIT_OK;
}
