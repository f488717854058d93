// SPDX-License-Identifier: GPL-2.0-only
/* by_row.c - who fills the ring: a device's shares, the largest first. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "by.h"
#include "rowx.h"
#include "stats_impl.h"

static uint64_t fit(unsigned __int128 v)
{
	return v > UINT64_MAX ? UINT64_MAX : (uint64_t)v;
}

static void add(struct txr_share *to, const struct txr_share *from)
{
	to->tasks += from->tasks;
	to->queued += from->queued;
	to->started += from->started;
	to->completed += from->completed;
	to->in_device_at_end += from->in_device_at_end;
	to->skb_bytes += from->skb_bytes;
	to->packet_ns = fit((unsigned __int128)to->packet_ns + from->packet_ns);
	to->byte_ns = fit((unsigned __int128)to->byte_ns + from->byte_ns);
}

/* A task's name, or none: then all of these are one. */
static void name_task(const struct txr_building *b, struct txr_share *r, int64_t pid)
{
	const char *comm = NULL;

	if (b->names && b->names->comm)
		comm = b->names->comm(b->names->ctx, (int)pid);
	if (comm && *comm)
		snprintf(r->comm, sizeof(r->comm), "%s", comm);
	else
		r->kind = TXR_SHARE_UNNAMED;
}

static struct txr_share share_of(const struct txr_rowx *x, const struct txr_by_entry *e)
{
	struct txr_share r = {
		.kind = e->kind, .cpu = TXR_UNKNOWN, .from_bytes = TXR_UNKNOWN,
		.to_bytes = TXR_UNKNOWN, .queued = e->queued, .started = e->started,
		.completed = e->completed, .in_device_at_end = e->started - e->ended,
		.skb_bytes = e->bytes, .packet_ns = fit(e->packet_ns),
		.byte_ns = fit(e->byte_ns),
	};

	if (x->nospec_laps) {
		r.completed += e->nospec;
		r.skb_bytes += e->nospec_bytes;
	}
	if (e->kind != TXR_SHARE_KEY)
		return r;
	r.tasks = x->b->st->by->what == TXR_BY_COMM;
	if (x->b->st->by->what == TXR_BY_COMM) {
		name_task(x->b, &r, e->key);
	} else if (x->b->st->by->what == TXR_BY_CPU) {
		r.cpu = e->key;
	} else {
		r.from_bytes = e->key ? 1LL << e->key : 0;
		r.to_bytes = (2LL << e->key) - 1;
	}
	return r;
}

static bool same(const struct txr_share *a, const struct txr_share *b)
{
	return a->kind == b->kind && !strcmp(a->comm, b->comm) && a->cpu == b->cpu &&
	       a->from_bytes == b->from_bytes;
}

/* By what comes together in one share, so that these stand next to each other. */
static int by_key(const void *p, const void *q)
{
	const struct txr_share *a = p, *b = q;
	int d = strcmp(a->comm, b->comm);

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (d)
		return d;
	if (a->cpu != b->cpu)
		return a->cpu < b->cpu ? -1 : 1;
	return a->from_bytes < b->from_bytes ? -1 : a->from_bytes > b->from_bytes;
}

static int most_first(const void *p, const void *q)
{
	const struct txr_share *a = p, *b = q;

	if ((a->kind == TXR_SHARE_REST) != (b->kind == TXR_SHARE_REST))
		return a->kind == TXR_SHARE_REST ? 1 : -1;
	if (a->byte_ns != b->byte_ns)
		return a->byte_ns > b->byte_ns ? -1 : 1;
	if (a->started != b->started)
		return a->started > b->started ? -1 : 1;
	return by_key(p, q);
}

static size_t join_same(struct txr_share *r, size_t n)
{
	size_t i, k = 0;

	qsort(r, n, sizeof(*r), by_key);
	for (i = 1; i < n; i++) {
		if (same(&r[k], &r[i]))
			add(&r[k], &r[i]);
		else
			r[++k] = r[i];
	}
	return n ? k + 1 : 0;
}

/* What is beyond the largest ones is one share. */
static size_t cut(struct txr_share *r, size_t n)
{
	struct txr_share rest = {
		.kind = TXR_SHARE_REST, .cpu = TXR_UNKNOWN, .from_bytes = TXR_UNKNOWN,
		.to_bytes = TXR_UNKNOWN,
	};
	size_t i;

	if (n <= TXR_SHARES_MAX)
		return n;
	for (i = TXR_SHARES_MAX - 1; i < n; i++)
		add(&rest, &r[i]);
	r[TXR_SHARES_MAX - 1] = rest;
	return TXR_SHARES_MAX;
}

static void portions(struct txr_shares *s, const struct txr_row *row)
{
	uint64_t observed = row->observed_ns.value;
	double started = 0, bytes = 0;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		started += (double)s->row[i].started;
		bytes += (double)s->row[i].byte_ns;
	}
	for (i = 0; i < s->nr; i++) {
		struct txr_share *r = &s->row[i];

		r->started_share = started > 0 ? (double)r->started / started : 0;
		r->byte_share = bytes > 0 ? (double)r->byte_ns / bytes : 0;
		r->avg_bytes = observed ? (double)r->byte_ns / (double)observed : 0;
	}
}

int txr_by_fill(struct txr_rowx *x)
{
	const struct txr_by *b = x->b->st->by;
	struct txr_shares *s;
	size_t i;

	if (!b)
		return 0;
	s = x->row->by = calloc(1, sizeof(*s));
	if (s)
		s->row = calloc(b->count + 1, sizeof(*s->row));
	if (!s || !s->row)
		return -ENOMEM;
	s->what = b->what;
	for (i = 0; i < b->count; i++)
		if (b->at[i].dev == x->row->dev && b->at[i].started)
			s->row[s->nr++] = share_of(x, &b->at[i]);
	s->nr = join_same(s->row, s->nr);
	qsort(s->row, s->nr, sizeof(*s->row), most_first);
	s->nr = cut(s->row, s->nr);
	portions(s, x->row);
	return 0;
}

void txr_shares_free(struct txr_shares *s)
{
	if (!s)
		return;
	free(s->row);
	free(s);
}
