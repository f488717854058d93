// SPDX-License-Identifier: GPL-2.0-only
/* top_batch.c - `txring top` without a screen: lines, or JSON. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "pipeline.h"
#include "top.h"
#include "txring/view.h"
#include "view/top_plain.h"
#include "sys/clock.h"

struct batch {
	struct txr_engine *e;
	const struct txr_top_opts *o;
	struct txr_top top;
	char *text;		/* drawn while the engine stands still, written after */
	size_t len;
};

/* True when it is time to end: a signal, or the engine has failed. */
static bool wait_until(struct txr_engine *e, uint64_t at_ns)
{
	struct pollfd fd = { .fd = e->failed_fd, .events = POLLIN };

	while (!txr_top_take_signals().end) {
		uint64_t now = txr_mono_ns(), left = at_ns > now ? at_ns - now : 0;
		struct timespec ts = { left / 1000000000, left % 1000000000 };

		if (!left)
			return false;
		if (ppoll(&fd, 1, &ts, NULL) > 0)
			return false;	/* the sample tells why */
	}
	return true;
}

static void wall_clock(char *buf, size_t size)
{
	time_t t = time(NULL);
	struct tm tm;

	localtime_r(&t, &tm);
	strftime(buf, size, "%H:%M:%S", &tm);
}

static int draw_json(struct batch *b, FILE *f, struct txr_sample *s)
{
	struct txr_view_opts v = { .queue = -1, .live = true };

	return txr_view_json(f, s->report[b->o->cumulative ? TXR_TEE_TOTAL : TXR_TEE_EACH],
			     &v);
}

static int draw_lines(struct batch *b, FILE *f, struct txr_sample *s)
{
	const struct txr_snapshot *snap = &txr_source_info(b->e->src)->meta->end;
	uint64_t ns = s->until_ns - s->from_ns[TXR_TEE_EACH];
	char when[16];
	int ret;

	ret = txr_top_update(&b->top, s->report[TXR_TEE_TOTAL], s->report[TXR_TEE_EACH],
			     (double)ns / 1e9, snap);
	wall_clock(when, sizeof(when));
	return ret ? ret : txr_top_plain(f, &b->top, when);
}

static int draw(void *ctx, struct txr_sample *s)
{
	struct batch *b = ctx;
	FILE *f = open_memstream(&b->text, &b->len);
	int ret;

	if (!f)
		return -ENOMEM;
	ret = b->o->json ? draw_json(b, f, s) : draw_lines(b, f, s);
	return fclose(f) || ret ? -ENOMEM : 0;
}

static int one(struct batch *b, struct txr_err *err)
{
	struct txr_sample s;
	int ret = txr_engine_follow(b->e, err);

	if (!ret)
		ret = txr_engine_sample(b->e, &s, draw, b, err);
	if (!ret) {
		txr_sample_free(&s);
		errno = 0;	/* what is longer than the buffer is written at once */
		ret = fwrite(b->text, 1, b->len, stdout) == b->len ? txr_flush_stdout(err) :
			txr_fail_stdout(errno ? errno : EIO, err);
	}
	free(b->text);
	b->text = NULL;
	return ret;
}

static int run(struct batch *b, struct txr_err *err)
{
	uint64_t next_ns = txr_mono_ns(), done = 0, now;
	int ret = 0;

	if (!b->o->json)
		txr_top_plain_header(stdout);
	ret = txr_flush_stdout(err);
	while (!ret && (b->o->count == TXR_TOP_EVER || done < b->o->count)) {
		next_ns += b->o->interval_ns;
		now = txr_mono_ns();
		if (next_ns < now)	/* a reader that was too slow: no rush to catch up */
			next_ns = now;
		if (wait_until(b->e, next_ns))
			break;
		ret = one(b, err);
		done++;
	}
	return ret;
}

int txr_top_batch(struct txr_engine *e, const struct txr_top_opts *o)
{
	struct batch b = { .e = e, .o = o };
	struct txr_err err = { 0 };
	int ret;

	txr_top_init(&b.top);
	b.top.sort = o->sort_fig;
	b.top.only = o->dev.item;
	b.top.nr_only = o->dev.count;
	b.top.all = o->all;
	b.top.per_queue = o->per_queue;
	ret = run(&b, &err);
	txr_top_free(&b.top);
	if (err.code)
		return txr_complain(&err, TXR_EXIT_FAILED);
	return ret ? TXR_EXIT_FAILED : TXR_EXIT_OK;
}
