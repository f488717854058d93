// SPDX-License-Identifier: GPL-2.0-only
/*
 * ahead.c - a recording read and decoded in a thread of its own.
 *
 * Blocks of events go round: one thread fills them in order, the other takes them
 * in order. Who has to wait is woken when half of them are full, or empty: to wake
 * for each block would cost more than the block.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "ahead.h"
#include "ahead_copy.h"
#include "ahead_devs.h"

#define READ	512	/* events that are asked for at once */
#define BLOCK	(2 * READ)
#define BLOCKS	64	/* 3 MB: a round of perf's buffers comes at one go */

struct block {
	int events;
	int status;		/* behind them: 0 there are more, 1 the end, or -errno */
	struct txr_new_dev *dev;	/* that came up with them, owned; may be NULL */
	size_t devs;
	struct txr_event ev[BLOCK] __attribute__((aligned(64)));
};

struct txr_ahead {
	pthread_t thread;
	pthread_mutex_t lock;		/* of filled, taken, stop and who waits */
	pthread_cond_t more, room;
	unsigned int filled, taken;	/* blocks, since the beginning */
	bool reader_waits, writer_waits, stop;
	struct block *block;
	struct txr_err err;		/* of the block whose status is one */
	/* the thread's */
	struct txr_source *src;
	struct txr_devs_told told;
	/* the caller's */
	struct block *cur;		/* being given; NULL: the next one is to come */
	int given;			/* of its events */
	struct txr_devtab *devs;
	struct txr_pair *pair;
};

static unsigned int full(const struct txr_ahead *a)
{
	return a->filled - a->taken;
}

/* A block to fill; NULL: nobody wants more. */
static struct block *wait_for_room(struct txr_ahead *a)
{
	struct block *b;

	pthread_mutex_lock(&a->lock);
	if (full(a) == BLOCKS) {
		a->writer_waits = true;
		while (!a->stop && full(a) > BLOCKS / 2)
			pthread_cond_wait(&a->room, &a->lock);
		a->writer_waits = false;
	}
	b = a->stop ? NULL : &a->block[a->filled % BLOCKS];
	pthread_mutex_unlock(&a->lock);
	return b;
}

static void pass(struct txr_ahead *a, bool last)
{
	pthread_mutex_lock(&a->lock);
	a->filled++;
	if (a->reader_waits && (last || full(a) >= BLOCKS / 2))
		pthread_cond_signal(&a->more);
	pthread_mutex_unlock(&a->lock);
}

static int no_memory(const struct txr_ahead *a, struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
			txr_source_info(a->src)->path);
}

static void fill(struct txr_ahead *a, struct block *b)
{
	const struct txr_event *ev[READ];
	int n;

	b->events = b->status = 0;
	while (!b->status && b->events <= BLOCK - READ) {
		n = txr_source_read(a->src, ev, READ, &a->err);
		if (n <= 0) {
			b->status = n ? n : 1;
			break;
		}
		txr_ahead_copy(b->ev + b->events, ev, n);
		b->events += n;
		if (txr_new_devs(&b->dev, &b->devs, a->src, &a->told))
			b->status = no_memory(a, &a->err);
	}
	txr_ahead_copied();
}

static void *read_ahead(void *ctx)
{
	struct txr_ahead *a = ctx;
	struct block *b;
	bool last = false;

	while (!last && (b = wait_for_room(a))) {
		fill(a, b);
		last = b->status;
		pass(a, last);
	}
	return NULL;
}

static int begin(struct txr_ahead *a)
{
	sigset_t all, old;
	int ret;

	/* Signals are for the thread that knows what to do. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	ret = pthread_create(&a->thread, NULL, read_ahead, a);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ret;
}

static void release(struct txr_ahead *a)
{
	unsigned int i;

	for (i = 0; a->block && i < BLOCKS; i++)
		free(a->block[i].dev);
	free(a->block);
	txr_devtab_free(a->devs);
	pthread_cond_destroy(&a->more);
	pthread_cond_destroy(&a->room);
	pthread_mutex_destroy(&a->lock);
	free(a);
}

struct txr_ahead *txr_ahead_start(struct txr_source *src, struct txr_pair *pair)
{
	struct txr_ahead *a = calloc(1, sizeof(*a));
	unsigned int i;

	if (!a)
		return NULL;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->more, NULL);
	pthread_cond_init(&a->room, NULL);
	a->src = src;
	a->pair = pair;
	a->devs = txr_devtab_new();
	a->block = aligned_alloc(64, BLOCKS * sizeof(*a->block));
	for (i = 0; a->block && i < BLOCKS; i++) {
		a->block[i].dev = NULL;
		a->block[i].devs = 0;
	}
	if (!a->devs || !a->block || begin(a)) {
		release(a);
		return NULL;
	}
	return a;
}

static struct block *wait_for_more(struct txr_ahead *a)
{
	struct block *b;

	pthread_mutex_lock(&a->lock);
	a->reader_waits = true;
	while (!full(a))
		pthread_cond_wait(&a->more, &a->lock);
	a->reader_waits = false;
	b = &a->block[a->taken % BLOCKS];
	pthread_mutex_unlock(&a->lock);
	return b;
}

static void give_back(struct txr_ahead *a)
{
	a->cur = NULL;
	pthread_mutex_lock(&a->lock);
	a->taken++;
	if (a->writer_waits && full(a) <= BLOCKS / 2)
		pthread_cond_signal(&a->room);
	pthread_mutex_unlock(&a->lock);
}

static int open_next(struct txr_ahead *a, struct txr_err *err)
{
	struct block *b = wait_for_more(a);
	int ret = txr_learn_devs(a->devs, a->pair, b->dev, b->devs);

	free(b->dev);
	b->dev = NULL;
	b->devs = 0;
	a->cur = b;
	a->given = 0;
	return ret ? no_memory(a, err) : 0;
}

/* What stands behind the last event; asked again, it is the same. */
static int end_of(const struct txr_ahead *a, struct txr_err *err)
{
	if (a->cur->status == 1)
		return 0;
	if (err && a->err.code && !err->code)
		*err = a->err;
	return a->cur->status;
}

int txr_ahead_read(struct txr_ahead *a, const struct txr_event **ev, int max,
		   struct txr_err *err)
{
	int i, n;

	while (!a->cur || a->given == a->cur->events) {
		if (a->cur && a->cur->status)
			return end_of(a, err);
		if (a->cur)
			give_back(a);
		n = open_next(a, err);
		if (n)
			return n;
	}
	n = a->cur->events - a->given;
	if (n > max)
		n = max;
	for (i = 0; i < n; i++)
		ev[i] = &a->cur->ev[a->given + i];
	a->given += n;
	return n;
}

const struct txr_devtab *txr_ahead_devices(const struct txr_ahead *a)
{
	return a->devs;
}

void txr_ahead_end(struct txr_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stop = true;
	pthread_cond_signal(&a->room);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	release(a);
}
