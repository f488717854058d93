// SPDX-License-Identifier: GPL-2.0-only
/*
 * stream.c - distortions of a recording, and garbage.
 */
#include <stdlib.h>
#include <string.h>
#include "stream.h"

static struct txr_event *add(struct stream *s, int orig)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1024;
		s->ev = realloc(s->ev, s->cap * sizeof(*s->ev));
		s->orig = realloc(s->orig, s->cap * sizeof(*s->orig));
		if (!s->ev || !s->orig)
			abort();
	}
	memset(&s->ev[s->n], 0, sizeof(*s->ev));
	s->orig[s->n] = orig;
	return &s->ev[s->n++];
}

void stream_from_world(struct stream *s, const struct world *w)
{
	int i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < w->nev; i++)
		*add(s, i) = w->ev[i];
}

void stream_free(struct stream *s)
{
	free(s->ev);
	free(s->orig);
	memset(s, 0, sizeof(*s));
}

void stream_cut(struct stream *s, struct rng *r, bool begin, bool end)
{
	int a = begin ? s->n / 8 + (int)rng_below(r, s->n / 3 + 1) : 0;
	int b = end ? s->n - (int)rng_below(r, s->n / 4 + 1) : s->n;

	if (b <= a)
		b = s->n;
	memmove(s->ev, s->ev + a, (b - a) * sizeof(*s->ev));
	memmove(s->orig, s->orig + a, (b - a) * sizeof(*s->orig));
	s->cut_begin = s->cut_begin || a > 0;
	s->cut_end = s->cut_end || b < s->n;
	s->n = b - a;
}

/* The next event of this CPU from i on in direction step; -1 or n past the end. */
static int next_own(const struct stream *s, int cpu, int i, int step)
{
	while (i >= 0 && i < s->n && s->ev[i].cpu != cpu)
		i += step;
	return i;
}

/*
 * Lose a run of one CPU's events from index at on. The marker comes right
 * behind the CPU's last event before the gap and carries its time, and that of
 * the first event after it, as readers of a per-CPU buffer know them. Gaps
 * never touch: two of them would be one.
 */
static void lose_run(struct stream *s, struct rng *r, int cpu, int at, int run)
{
	struct txr_event lost = { .kind = TXR_LOST, .origin = TXR_O_LOST, .cpu = cpu,
				  .dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE };
	int i, gone = 0, last = next_own(s, cpu, at - 1, -1), stop = next_own(s, cpu, at, 1);
	struct stream out = *s;

	if (last >= 0 && s->ev[last].kind == TXR_LOST)
		return;
	for (; stop < s->n && gone < run; gone++) {
		if (s->ev[stop].kind == TXR_LOST)
			return;
		stop = next_own(s, cpu, stop + 1, 1);
	}
	if (!gone || (stop < s->n && s->ev[stop].kind == TXR_LOST))
		return;
	lost.ts_ns = last >= 0 ? s->ev[last].ts_ns : 0;
	lost.lost.until_ns = stop < s->n ? s->ev[stop].ts_ns : UINT64_MAX;
	lost.lost.count = rng_pct(r, 70) ? gone : 0;
	out.ev = NULL;
	out.orig = NULL;
	out.n = out.cap = 0;
	if (last < 0)
		*add(&out, -1) = lost;
	for (i = 0; i < s->n; i++) {
		if (i < at || i >= stop || s->ev[i].cpu != cpu)
			*add(&out, s->orig[i]) = s->ev[i];
		if (i == last)
			*add(&out, -1) = lost;
	}
	out.lossy = true;
	out.lost += gone;
	out.lost_unknown |= !lost.lost.count;
	stream_free(s);
	*s = out;
}

void stream_lose(struct stream *s, struct rng *r, int cpus, int gaps, int longest)
{
	while (gaps-- && s->n > 20)
		lose_run(s, r, rng_below(r, cpus), rng_below(r, s->n), rng_range(r, 1, longest));
}

struct sorted {
	struct txr_event ev;
	int orig, at;
};

static int by_time(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->ev.ts_ns != y->ev.ts_ns)
		return x->ev.ts_ns < y->ev.ts_ns ? -1 : 1;
	return x->at - y->at;
}

void stream_skew(struct stream *s, struct rng *r, int cpus, uint64_t skew_ns)
{
	struct sorted *v = calloc(s->n, sizeof(*v));
	int64_t off[W_CPUS_MAX];
	int i;

	if (!v)
		abort();
	for (i = 0; i < cpus; i++)
		off[i] = (int64_t)rng_below(r, 2 * skew_ns + 1) - (int64_t)skew_ns;
	for (i = 0; i < s->n; i++) {
		v[i].ev = s->ev[i];
		v[i].orig = s->orig[i];
		v[i].at = i;
		v[i].ev.ts_ns += off[s->ev[i].cpu];
	}
	qsort(v, s->n, sizeof(*v), by_time);
	for (i = 0; i < s->n; i++) {
		s->ev[i] = v[i].ev;
		s->orig[i] = v[i].orig;
	}
	free(v);
	s->skewed = true;
	s->skew_ns = skew_ns;
}

static bool of_poll(const struct txr_event *e)
{
	return e->kind == TXR_HANDOVER && e->origin != TXR_O_NETIF_RX;
}

void stream_untell(struct stream *s, struct rng *r)
{
	int i, n = 0;

	s->untold_ns = rng_pct(r, 20) ? UINT64_MAX : s->ev[rng_below(r, s->n)].ts_ns;
	for (i = 0; i < s->n; i++) {
		if (of_poll(&s->ev[i]) && s->ev[i].ts_ns < s->untold_ns)
			continue;
		s->ev[n] = s->ev[i];
		s->orig[n++] = s->orig[i];
	}
	s->n = n;
	s->lossy = true;
}

void stream_coarse(struct stream *s, uint64_t grain_ns)
{
	int i;

	for (i = 0; i < s->n; i++)
		s->ev[i].ts_ns -= s->ev[i].ts_ns % grain_ns;
}

static void garbage_event(struct txr_event *e, struct rng *r, int cpus, bool refs)
{
	static const uint8_t kinds[] = { TXR_START, TXR_START, TXR_START, TXR_RESULT, TXR_RESULT,
					 TXR_RESULT, TXR_FREE, TXR_FREE, TXR_RELEASE, TXR_HANDOVER };
	static const uint8_t flags[] = { 0, TXR_EVF_NOT_SPECIFIED, TXR_EVF_FULL_RING,
					 TXR_EVF_QUEUE_PURGE };
	static const int rcs[] = { 0, 0, 0, TXR_NETDEV_TX_BUSY, 1, 2, -12 };

	e->kind = kinds[rng_below(r, refs ? 10 : 8)];
	if (rng_pct(r, 6))
		e->kind = TXR_HANDOVER;
	e->cpu = rng_below(r, cpus);
	e->pid = 100 + 10 * e->cpu + rng_below(r, 2);
	e->skbaddr = 0xffff000000000000ULL + 256 * rng_below(r, 5);
	e->dev = TXR_DEV_NONE;
	e->queue = TXR_QUEUE_NONE;
	e->ctx = rng_pct(r, 10) ? TXR_CTX_HARDIRQ : rng_pct(r, 40) ? TXR_CTX_SOFTIRQ : 0;
	switch (e->kind) {
	case TXR_START:
		e->origin = refs ? TXR_O_NETDEV_START_XMIT : TXR_O_NET_DEV_START_XMIT;
		e->dev = rng_below(r, 3);
		e->queue = rng_below(r, 2);
		e->start.len_bytes = rng_range(r, 60, 1514);
		e->start.segs = e->start.segs_low = e->start.segs_high = 1;
		e->refs = refs ? rng_range(r, 1, 2) : 0;
		break;
	case TXR_RESULT:
		e->origin = refs ? TXR_O_NETDEV_XMIT_DONE : TXR_O_NET_DEV_XMIT;
		e->dev = rng_below(r, 3);
		e->queue = rng_below(r, 2);
		e->result.rc = rcs[rng_below(r, 7)];
		break;
	case TXR_FREE:
		e->origin = rng_pct(r, 50) ? TXR_O_CONSUME_SKB : TXR_O_KFREE_SKB;
		if (e->origin == TXR_O_KFREE_SKB) {
			e->flags = flags[rng_below(r, 4)];
			e->free.reason = 40 + e->flags;
		}
		break;
	case TXR_RELEASE:
		e->origin = TXR_O_DEV_KFREE_SKB_IRQ + rng_below(r, 3);
		e->refs = e->origin == TXR_O_SKB_UNREF ? 2 : 0;
		if (e->origin == TXR_O_DEV_KFREE_SKB_IRQ && rng_pct(r, 20)) {
			e->flags = TXR_EVF_DROPPED;
			e->free.reason = 61;
		}
		break;
	case TXR_HANDOVER:
		e->origin = TXR_O_NETIF_RX + rng_below(r, 3);
		e->dev = 7;
		break;
	}
}

void stream_garbage(struct stream *s, struct rng *r, int n, int cpus, bool loss, bool refs)
{
	uint64_t now = 5000000000ULL;
	int i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < n; i++) {
		struct txr_event *e = add(s, -1);

		garbage_event(e, r, cpus, refs);
		/* Half of the results belong to the start before them. */
		if (e->kind == TXR_RESULT && i && rng_pct(r, 60)) {
			int k = i - 1 - (int)rng_below(r, i > 3 ? 3 : 1);
			const struct txr_event *o = &s->ev[k];

			if (o->kind == TXR_START) {
				e->skbaddr = o->skbaddr;
				e->dev = o->dev;
				e->queue = o->queue;
				e->cpu = o->cpu;
				e->pid = o->pid;
				e->ctx = o->ctx;
			}
		}
		now += 1 + rng_below(r, rng_pct(r, 10) ? 200000 : 400);
		e->ts_ns = now;
	}
	if (loss)
		stream_lose(s, r, cpus, rng_range(r, 1, 3), 12);
}
