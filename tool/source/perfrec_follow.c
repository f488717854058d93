// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_follow.c - one CPU that came or went.
 *
 * The kernel takes perf events off a CPU that goes offline, for good
 * (perf_event_exit_cpu_context() in kernel/events/core.c): the CPU works on for
 * some milliseconds unseen, and when it is back no event is on it. So its events
 * are opened anew, and what it did unseen is a gap.
 *
 * Whether events are still on their CPU is told by the time for which they were
 * on: it stands still when they were taken off. Where it stopped is, in perf's
 * clock, the moment of that.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "perfrec_impl.h"

/* Perf's clock may lag behind the recording's that is slewed by so much at most:
 * 500 ppm (MAXFREQ in include/linux/timex.h), twice for the oscillator's own. */
#define SLEW_SHIFT	10
#define SLACK_NS	1000000
/* A clock of the kernel may move in jiffies. */
#define STILL_MS	20

static void sleep_ms(unsigned int ms)
{
	struct timespec ts = { .tv_nsec = ms * 1000000L };

	nanosleep(&ts, NULL);
}

static bool is_alive(const struct txr_perf_cpu *c)
{
	uint64_t before, after;
	unsigned int i;

	if (txr_reader_on_ns(c->reader, c->ring, &before))
		return false;
	for (i = 0; i < STILL_MS; i++) {
		if (txr_reader_on_ns(c->reader, c->ring, &after))
			return false;
		if (after != before)
			return true;
		sleep_ms(1);
	}
	return false;
}

/* Events were on at least until then. */
static uint64_t saw_until(const struct txr_perf_cpu *c)
{
	uint64_t on_ns = 0;

	if (!c->on_ns || txr_reader_on_ns(c->reader, c->ring, &on_ns))
		return c->on_ns;
	on_ns -= on_ns >> SLEW_SHIFT;
	return c->on_ns + (on_ns > SLACK_NS ? on_ns - SLACK_NS : 0);
}

static void add_name(struct txr_buf *names, unsigned int cpu)
{
	char text[16], list[24];

	snprintf(text, sizeof(text), "%u", cpu);
	snprintf(list, sizeof(list), ",%u,", cpu);
	if (names->len) {	/* "1,3": is it there? */
		struct txr_buf all = { 0 };
		bool there;

		txr_buf_put(&all, ",", 1);
		txr_buf_put(&all, names->data, strlen(names->data));
		txr_buf_put(&all, ",", 2);
		there = !all.no_memory && strstr(all.data, list);
		txr_buf_free(&all);
		if (there)
			return;
		names->len--;
		txr_buf_put(names, ",", 1);
	}
	txr_buf_put(names, text, strlen(text) + 1);
}

static void gap(struct txr_perfrec *r, unsigned int cpu, uint64_t from_ns,
		uint64_t until_ns, const struct txr_ring *ring)
{
	struct txr_cpu_gap g = { .cpu = cpu, .from_ns = from_ns, .until_ns = until_ns };

	add_name(&r->changed, cpu);
	if (g.until_ns < g.from_ns)	/* the clock was set back */
		g.from_ns = g.until_ns;
	txr_perfrec_gap_add(r, &g, ring);
}

/* A late reader ends with its CPU: its place is the next one's. */
static void end_late(struct txr_perfrec *r, struct txr_perf_cpu *c)
{
	struct txr_buf records = { 0 };

	if (!c->reader->late)
		return;
	txr_reader_stop(c->reader);
	txr_perfrec_gaps_settle(r, &c->reader->ring[0]);
	txr_reader_read_lost(c->reader, &records);
	txr_sink_put_buf(&r->sink, &records);
	txr_buf_free(&records);
	pthread_mutex_lock(&r->switching);
	txr_reader_close(c->reader);
	pthread_mutex_unlock(&r->switching);
}

static void went(struct txr_perfrec *r, unsigned int cpu, uint64_t until_ns)
{
	struct txr_perf_cpu *c = &r->on[cpu];

	gap(r, cpu, saw_until(c), until_ns, &c->reader->ring[c->ring]);
	c->live = false;
	c->off_ns = until_ns;
	end_late(r, c);
}

/* The reader that a CPU takes when it is back; made once. */
static struct txr_reader *late_reader(struct txr_perfrec *r, struct txr_perf_cpu *c)
{
	struct txr_reader *d = c->reader && c->reader->late ? c->reader : NULL;
	unsigned int n = atomic_load(&r->readers);

	if (d)
		return d;
	d = calloc(1, sizeof(*d));
	if (!d)
		return NULL;
	d->r = r;
	d->late = true;
	d->rings = 1;
	d->ring = calloc(1, sizeof(*d->ring));
	if (!d->ring) {
		free(d);
		return NULL;
	}
	d->ring[0].cpu = c - r->on;
	r->reader[n] = d;
	atomic_store(&r->readers, n + 1);
	c->reader = d;
	c->ring = 0;
	return d;
}

static int open_late(struct txr_perfrec *r, struct txr_reader *d, unsigned int cpu)
{
	struct txr_err err = { 0 };
	int ret = txr_reader_open(d, &cpu, 1);

	if (ret)
		return ret;
	ret = txr_perfrec_filter(r, &d, 1, &err);
	if (!ret)
		ret = txr_reader_start(d);
	if (ret)
		txr_reader_close(d);
	return ret;
}

static int open_and_switch(struct txr_perfrec *r, struct txr_reader *d, unsigned int cpu,
			   uint64_t *on_ns)
{
	int ret;

	pthread_mutex_lock(&r->switching);
	ret = open_late(r, d, cpu);
	*on_ns = txr_perfrec_now(r);
	if (!ret)
		txr_readers_switch(&d, 1, true);
	pthread_mutex_unlock(&r->switching);
	return ret;
}

static void came(struct txr_perfrec *r, unsigned int cpu)
{
	struct txr_perf_cpu *c = &r->on[cpu];
	struct txr_reader *d = late_reader(r, c);
	uint64_t on_ns;

	if (!d || open_and_switch(r, d, cpu, &on_ns))
		return;		/* gone again, or refused: the next look tries anew */
	gap(r, cpu, c->off_ns, txr_perfrec_now(r), NULL);
	c->live = true;
	c->on_ns = on_ns;
}

void txr_perfrec_look(struct txr_perfrec *r, unsigned int cpu, bool online,
		      const struct txr_look *look)
{
	struct txr_perf_cpu *c = &r->on[cpu];
	bool told = c->look;

	c->look = false;
	if (c->live && (told || look->last) && !(online && is_alive(c)))
		went(r, cpu, online ? txr_perfrec_now(r) : look->after_ns);
	if (c->live)
		return;
	if (online && !look->last) {
		came(r, cpu);
	} else if (online) {
		add_name(&r->missed, cpu);
		gap(r, cpu, c->off_ns, txr_perfrec_now(r), NULL);
	} else if (told && c->off_ns < look->before_ns) {
		/* it was there for a while */
		gap(r, cpu, c->off_ns, look->after_ns, NULL);
		c->off_ns = look->after_ns;
	} else if (look->before_ns > c->off_ns) {
		c->off_ns = look->before_ns;
	}
}
