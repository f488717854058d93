// SPDX-License-Identifier: GPL-2.0-only
/* live_engine.c - read, pair and count while the kernel traces. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>
#include "declare.h"
#include "live_engine_impl.h"
#include "pipeline.h"

#define BATCH		512
/*
 * How often the buffers are emptied: 8 MiB of a CPU last for a tenth of a second at
 * a million packets a second. A figure on the screen is at most that old.
 */
#define PASS_MS		40
#define READER_NICE	(-20)
/* Laps open at once: some 64 MiB. Older ones are evicted, counted and flagged. */
#define MAX_OPEN	(1u << 18)

void txr_engine_count_end(struct txr_engine *e)
{
	int i;

	txr_pair_free(e->pair);
	e->pair = NULL;
	for (i = 0; i < TXR_TEE_SIDES; i++) {
		txr_stats_free(e->stats[i]);
		e->stats[i] = NULL;
	}
	txr_tee_free(&e->tee);
}

/* One statistic needs no tee. */
static struct txr_pair_sink sink_of(struct txr_engine *e)
{
	bool each = txr_engine_wants(e, TXR_TEE_EACH);

	if (e->sides != TXR_ENGINE_BOTH)
		return txr_stats_sink(e->stats[each ? TXR_TEE_EACH : TXR_TEE_TOTAL]);
	txr_tee_init(&e->tee, e->stats[TXR_TEE_TOTAL], e->stats[TXR_TEE_EACH]);
	return txr_tee_sink(&e->tee);
}

static void set_devices(struct txr_engine *e)
{
	int i;

	for (i = 0; i < TXR_TEE_SIDES; i++)
		if (e->stats[i])
			txr_stats_devices(e->stats[i], txr_source_devices(e->src));
}

static void set_stall_after(struct txr_engine *e)
{
	int i;

	for (i = 0; e->stall_ns && i < TXR_TEE_SIDES; i++)
		if (e->stats[i])
			txr_stats_stall_after(e->stats[i], e->stall_ns);
}

void txr_engine_stall_after(struct txr_engine *e, uint64_t ns)
{
	pthread_mutex_lock(&e->lock);
	e->stall_ns = ns;
	set_stall_after(e);
	pthread_mutex_unlock(&e->lock);
}

int txr_engine_count_anew(struct txr_engine *e, struct txr_err *err)
{
	struct txr_pair_config cfg = txr_pair_config_of(txr_source_info(e->src));
	struct txr_pair_sink sink;
	int i, ret = 0;

	for (i = 0; i < TXR_TEE_SIDES && !ret; i++)
		if (txr_engine_wants(e, i))
			ret = txr_stats_new(&e->stats[i], err);
	if (ret || !e->sides)
		return ret;
	set_stall_after(e);
	set_devices(e);
	sink = sink_of(e);
	cfg.max_open = MAX_OPEN;
	e->devs_seen = 0;
	return txr_pair_new(&e->pair, &cfg, &sink, err);
}

int txr_engine_no_memory(struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "statistics: out of memory; free some and run again");
}

static bool counting_failed(const struct txr_engine *e)
{
	int i, ret = e->tee.error;

	for (i = 0; i < TXR_TEE_SIDES && !ret; i++)
		ret = txr_engine_wants(e, i) && txr_stats_error(e->stats[i]);
	return ret;
}

static int declare(struct txr_engine *e)
{
	size_t from = e->devs_seen;
	int ret = txr_declare_devices(e->pair, e->src, &e->devs_seen);

	return ret || from == e->devs_seen ? ret : txr_engine_meet(e, from);
}

int txr_engine_pass(struct txr_engine *e, struct txr_err *err)
{
	const struct txr_event *ev[BATCH];
	uint64_t until = txr_live_pass(e->src);
	int n;

	while ((n = txr_source_read(e->src, ev, BATCH, err)) > 0)
		if (e->pair && (declare(e) || txr_pair_feed(e->pair, ev, n)))
			return txr_engine_no_memory(err);
	if (n < 0)
		return n;
	e->until_ns = until;
	return counting_failed(e) ? txr_engine_no_memory(err) : 0;
}

static void fail(struct txr_engine *e)
{
	uint64_t one = 1;

	while (write(e->failed_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

void txr_engine_hurry(void)
{
	/* Without the right to it goes on as it is. */
	setpriority(PRIO_PROCESS, gettid(), READER_NICE);
}

static void *engine_main(void *arg)
{
	struct txr_engine *e = arg;
	struct pollfd fd = { .fd = e->stop_fd, .events = POLLIN };
	int ret = 0;

	/* As record's readers: little time, but that soon. */
	txr_engine_hurry();
	while (!ret && poll(&fd, 1, PASS_MS) <= 0) {
		pthread_mutex_lock(&e->lock);
		ret = e->err.code ? -e->err.code : txr_engine_pass(e, &e->err);
		if (!ret)
			ret = txr_live_look(e->src, &e->err);
		pthread_mutex_unlock(&e->lock);
	}
	if (ret)
		fail(e);
	return NULL;
}

static int start_thread(struct txr_engine *e, struct txr_err *err)
{
	sigset_t all, old;
	int ret;

	e->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	e->failed_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (e->stop_fd < 0 || e->failed_fd < 0)
		return txr_fail(err, errno, "engine: %s; raise the limit of open files "
				"(ulimit -n)", strerror(errno));
	/* Signals are the main thread's. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	ret = pthread_create(&e->thread, NULL, engine_main, e);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		return txr_fail(err, ret, "engine: %s; raise the limit of processes "
				"(ulimit -u)", strerror(ret));
	e->running = true;
	return 0;
}

int txr_engine_open(struct txr_engine *e, const struct txr_live_config *cfg,
		    unsigned int sides, struct txr_err *err)
{
	int ret;

	memset(e, 0, sizeof(*e));
	e->sides = sides;
	e->stop_fd = e->failed_fd = -1;
	pthread_mutex_init(&e->lock, NULL);
	ret = txr_source_open_live(&e->src, cfg, err);
	if (!ret)
		ret = txr_engine_count_anew(e, err);
	if (ret)
		return ret;
	e->until_ns = txr_live_pass(e->src);
	e->from_ns[TXR_TEE_TOTAL] = e->from_ns[TXR_TEE_EACH] = e->until_ns;
	return start_thread(e, err);
}

void txr_engine_close(struct txr_engine *e)
{
	uint64_t one = 1;

	if (e->running) {
		while (write(e->stop_fd, &one, sizeof(one)) < 0 && errno == EINTR)
			;
		pthread_join(e->thread, NULL);
		e->running = false;
	}
	txr_engine_count_end(e);
	txr_source_close(e->src);
	e->src = NULL;
	if (e->stop_fd >= 0)
		close(e->stop_fd);
	if (e->failed_fd >= 0)
		close(e->failed_fd);
	e->stop_fd = e->failed_fd = -1;
}
