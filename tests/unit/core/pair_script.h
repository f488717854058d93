/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pair_script.h - feed the engine one event a call and read what it told its
 * sink: "E1 +1 C1" means lap of skb 1 entered, ended completed.
 */
#ifndef TXRING_TESTS_PAIR_SCRIPT_H
#define TXRING_TESTS_PAIR_SCRIPT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "txring/pair.h"

struct script {
	struct txr_pair *p;
	char log[4096];
	uint64_t ts;		/* each event 10 ns after the one before */
	struct txr_event ev;	/* the next event: what a test sets stays for it alone */
	struct txr_lap last;	/* the lap that ended last */
	unsigned int gone, late_frees;
};

static inline void script_note(struct script *s, const char *fmt, ...)
{
	size_t n = strlen(s->log);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->log + n, sizeof(s->log) - n, fmt, ap);
	va_end(ap);
}

static inline void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	(void)ev;
	script_note(ctx, "S%u ", (unsigned int)lap->skbaddr);
}

static inline void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts)
{
	struct script *s = ctx;

	assert_int_equal(ts, s->ts);
	script_note(s, "+%u ", (unsigned int)lap->skbaddr);
}

static inline void on_end(void *ctx, struct txr_lap *lap, uint64_t ts)
{
	static const char letter[] = "?CDBHRU";
	struct script *s = ctx;

	(void)ts;
	s->last = *lap;
	script_note(s, "%c%u ", letter[lap->outcome], (unsigned int)lap->skbaddr);
}

static inline void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct script *s = ctx;

	s->late_frees++;
	script_note(s, "f%u ", (unsigned int)lap->skbaddr);
}

static inline void on_gone(void *ctx, struct txr_lap *lap)
{
	(void)lap;
	((struct script *)ctx)->gone++;
}

static inline void on_event(void *ctx, const struct txr_event *ev)
{
	(void)ctx;
	(void)ev;
}

static inline void script_open(struct script *s, struct txr_pair_config cfg)
{
	struct txr_pair_sink sink = {
		.ctx = s, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .gone = on_gone, .unmatched = on_event,
		.event = on_event,
	};

	memset(s, 0, sizeof(*s));
	s->ts = 1000;
	assert_int_equal(txr_pair_new(&s->p, &cfg, &sink, NULL), 0);
}

static inline void script_feed(struct script *s, uint8_t kind, uint8_t origin,
			       uint64_t skb)
{
	const struct txr_event *e = &s->ev;

	s->ts += 10;
	s->ev.ts_ns = s->ts;
	s->ev.kind = kind;
	s->ev.origin = origin;
	s->ev.skbaddr = skb;
	assert_int_equal(txr_pair_feed(s->p, &e, 1), 0);
	s->ev = (struct txr_event){ 0 };
}

static inline void start(struct script *s, uint64_t skb)
{
	script_feed(s, TXR_START, TXR_O_NET_DEV_START_XMIT, skb);
}

static inline void result(struct script *s, uint64_t skb, int rc)
{
	s->ev.result.rc = rc;
	script_feed(s, TXR_RESULT, TXR_O_NET_DEV_XMIT, skb);
}

static inline void consume(struct script *s, uint64_t skb)
{
	script_feed(s, TXR_FREE, TXR_O_CONSUME_SKB, skb);
}

static inline void drop(struct script *s, uint64_t skb, uint8_t flags)
{
	s->ev.flags = flags;
	script_feed(s, TXR_FREE, TXR_O_KFREE_SKB, skb);
}

static inline void release(struct script *s, uint64_t skb, uint8_t origin, uint16_t refs)
{
	s->ev.refs = refs;
	script_feed(s, TXR_RELEASE, origin, skb);
}

static inline void handover(struct script *s, uint64_t skb)
{
	script_feed(s, TXR_HANDOVER, TXR_O_NETIF_RX, skb);
}

/* Start and result OK. */
static inline void sent(struct script *s, uint64_t skb)
{
	start(s, skb);
	result(s, skb, 0);
}

/* What the sink was told since the last look, and no lap left untold. */
static inline void script_saw(struct script *s, const char *expect)
{
	assert_string_equal(s->log, expect);
	s->log[0] = 0;
}

static inline void script_close(struct script *s)
{
	txr_pair_free(s->p);
}

#endif
