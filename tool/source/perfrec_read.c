// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_read.c - the readers: each empties the rings of its CPUs.
 *
 * A ring is taken as the kernel filled it, in at most two pieces; only headers
 * are looked at, to count. libperf maps the rings and waits for them. Where a
 * ring is, it tells with the first record: that is the beginning of the data,
 * one page behind struct perf_event_mmap_page.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>
#include "perfrec_impl.h"

/* A ring that fills slowly is looked at so often; a stop is seen as late. */
#define LOOK_MS 100

static bool find(struct txr_ring *g)
{
	union perf_event *first;

	if (perf_mmap__read_init(g->map) < 0)
		return false;
	first = perf_mmap__read_event(g->map);
	if (!first)
		return false;
	g->data = (const uint8_t *)first;
	g->page = (struct perf_event_mmap_page *)(g->data - sysconf(_SC_PAGESIZE));
	g->size = g->page->data_size;
	return true;
}

static uint64_t word(const struct txr_ring *g, uint64_t at)
{
	uint64_t v;

	memcpy(&v, g->data + (at & (g->size - 1)), sizeof(v));
	return v;
}

/* Times of samples: behind header, identifier, pid and tid (TXR_PERF_SAMPLE). */
static void note_times(struct txr_ring *g, uint64_t first, uint64_t last)
{
	if (!g->first_ns)
		g->first_ns = word(g, first + 24);
	g->last_ns = word(g, last + 24);
}

/* Samples from tail to head. A record begins at a multiple of 8: its header is whole. */
static uint64_t count(struct txr_ring *g, uint64_t head)
{
	uint64_t at = g->tail, n = 0, lost = 0, first = 0, last = 0;

	while (at < head) {
		const struct perf_event_header *h = (const void *)(g->data + (at & (g->size - 1)));

		if (h->type == PERF_RECORD_SAMPLE) {
			first = n++ ? first : at;
			last = at;
		} else if (h->type == PERF_RECORD_LOST) {
			lost += word(g, at + 16);
		}
		if (!h->size)
			break;
		at += h->size;
	}
	if (n)
		note_times(g, first, last);
	atomic_fetch_add_explicit(&g->events, n, memory_order_relaxed);
	atomic_fetch_add_explicit(&g->lost, lost, memory_order_relaxed);
	return n;
}

unsigned int txr_ring_peek(struct txr_ring *g, struct iovec iov[2], uint64_t *head)
{
	uint64_t from, n;

	if (!g->page && (!g->map || !find(g)))
		return 0;
	*head = __atomic_load_n(&g->page->data_head, __ATOMIC_ACQUIRE);
	n = *head - g->tail;
	if (!n)
		return 0;
	from = g->tail & (g->size - 1);
	iov[0].iov_base = (void *)(g->data + from);
	iov[0].iov_len = n < g->size - from ? n : g->size - from;
	iov[1].iov_base = (void *)g->data;
	iov[1].iov_len = n - iov[0].iov_len;
	return iov[1].iov_len ? 2 : 1;
}

void txr_ring_take(struct txr_ring *g, uint64_t head)
{
	uint64_t n = head - g->tail;

	g->tail = head;
	__atomic_store_n(&g->page->data_tail, head, __ATOMIC_RELEASE);
	atomic_fetch_add_explicit(&g->bytes, n, memory_order_relaxed);
}

bool txr_ring_had_room(const struct txr_ring *g, uint64_t tail, uint64_t room)
{
	if (!g->page)
		return true;
	/* a writer that saw the old tail has written what made the ring full */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return __atomic_load_n(&g->page->data_head, __ATOMIC_ACQUIRE) - tail + room <= g->size;
}

static void drain(struct txr_reader *d, struct txr_ring *g)
{
	uint64_t head, samples;
	struct iovec iov[2];
	unsigned int n = txr_ring_peek(g, iov, &head);

	if (!n)
		return;
	samples = count(g, head);
	g->left_out += d->late ? txr_reader_put_late(d, iov, n, samples) :
				 txr_sink_put(&d->r->sink, iov, n, samples);
	txr_ring_take(g, head);
}

static void drain_all(struct txr_reader *d)
{
	struct txr_sink *k = &d->r->sink;
	uint64_t round = atomic_load(&k->round);
	unsigned int i;

	for (i = 0; i < d->rings; i++)
		drain(d, &d->ring[i]);
	txr_sink_done(k, round, &d->done_round);
}

static void *read_rings(void *arg)
{
	struct txr_reader *d = arg;

	while (!atomic_load(&d->stop)) {
		drain_all(d);
		/* A CPU that went offline would be reported for ever. */
		if (perf_evlist__poll(d->list, LOOK_MS) > 0)
			perf_evlist__filter_pollfd(d->list, POLLERR | POLLHUP);
	}
	return NULL;
}

int txr_reader_start(struct txr_reader *d)
{
	int ret;

	txr_sink_join(&d->r->sink, &d->done_round);
	atomic_store(&d->stop, false);
	ret = pthread_create(&d->thread, NULL, read_rings, d);
	if (ret)
		txr_sink_leave(&d->r->sink, &d->done_round);
	d->running = !ret;
	return -ret;
}

static void tell(struct txr_reader *d)
{
	atomic_store(&d->stop, true);
}

static void join(struct txr_reader *d)
{
	if (!d->running)
		return;
	pthread_join(d->thread, NULL);
	d->running = false;
	drain_all(d);
	txr_sink_leave(&d->r->sink, &d->done_round);
}

void txr_reader_stop(struct txr_reader *d)
{
	tell(d);
	join(d);
}

int txr_readers_start(struct txr_perfrec *r, struct txr_err *err)
{
	unsigned int i;
	int ret;

	for (i = 0; i < r->readers; i++) {
		ret = txr_reader_start(r->reader[i]);
		if (ret)
			return txr_fail(err, -ret, "reader thread: %s; raise the limit of "
					"processes (ulimit -u)", strerror(-ret));
	}
	return 0;
}

/* All at once, for each may take its while to see it. */
void txr_readers_stop(struct txr_perfrec *r)
{
	unsigned int i;

	for (i = 0; i < r->readers; i++)
		tell(r->reader[i]);
	for (i = 0; i < r->readers; i++)
		join(r->reader[i]);
}
