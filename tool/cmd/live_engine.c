// SPDX-License-Identifier: GPL-2.0-only
/* live_engine.c - read, pair and count while the kernel traces. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "pipeline.h"
#include "live_engine.h"

#define BATCH		512
/*
 * How often the buffers are emptied: 8 MiB of a CPU last for a tenth of a second at
 * a million packets a second. A figure on the screen is at most that old.
 */
#define PASS_MS		40
#define READER_NICE	(-20)
/* Laps open at once: some 64 MiB. Older ones are evicted, counted and flagged. */
#define MAX_OPEN	(1u << 18)
/* Names that came and went; then the engine begins anew with those of now. */
#define MAX_NAMES	1024
/* A snapshot of the devices may take this part of the time. */
#define FOLLOW_SHARE	20

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static void free_counting(struct txr_engine *e)
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

static int new_counting(struct txr_engine *e, struct txr_err *err)
{
	struct txr_pair_config cfg = txr_pair_config_of(txr_source_info(e->src));
	struct txr_pair_sink sink;
	int i, ret = 0;

	for (i = 0; i < TXR_TEE_SIDES && !ret; i++)
		ret = txr_stats_new(&e->stats[i], err);
	if (ret)
		return ret;
	txr_tee_init(&e->tee, e->stats[TXR_TEE_TOTAL], e->stats[TXR_TEE_EACH]);
	sink = txr_tee_sink(&e->tee);
	cfg.max_open = MAX_OPEN;
	e->devs_seen = 0;
	return txr_pair_new(&e->pair, &cfg, &sink, err);
}

static int no_memory(struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "statistics: out of memory; free some and run again");
}

/* All events up to the watermark. */
static int pass(struct txr_engine *e, struct txr_err *err)
{
	const struct txr_event *ev[BATCH];
	uint64_t until = txr_live_pass(e->src);
	int n;

	while ((n = txr_source_read(e->src, ev, BATCH, err)) > 0)
		if (txr_declare_stacked(e->pair, e->src, &e->devs_seen) ||
		    txr_pair_feed(e->pair, ev, n))
			return no_memory(err);
	if (n < 0)
		return n;
	e->until_ns = until;
	if (e->tee.error || txr_stats_error(e->stats[TXR_TEE_TOTAL]) ||
	    txr_stats_error(e->stats[TXR_TEE_EACH]))
		return no_memory(err);
	return 0;
}

static void fail(struct txr_engine *e)
{
	uint64_t one = 1;

	while (write(e->failed_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static void *engine_main(void *arg)
{
	struct txr_engine *e = arg;
	struct pollfd fd = { .fd = e->stop_fd, .events = POLLIN };
	int ret = 0;

	/* As record's readers: little time, but that soon. */
	setpriority(PRIO_PROCESS, gettid(), READER_NICE);
	while (!ret && poll(&fd, 1, PASS_MS) <= 0) {
		pthread_mutex_lock(&e->lock);
		ret = e->err.code ? -e->err.code : pass(e, &e->err);
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
		    struct txr_err *err)
{
	int ret;

	memset(e, 0, sizeof(*e));
	e->stop_fd = e->failed_fd = -1;
	pthread_mutex_init(&e->lock, NULL);
	ret = txr_source_open_live(&e->src, cfg, err);
	if (!ret)
		ret = new_counting(e, err);
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
	free_counting(e);
	txr_source_close(e->src);
	e->src = NULL;
	if (e->stop_fd >= 0)
		close(e->stop_fd);
	if (e->failed_fd >= 0)
		close(e->failed_fd);
	e->stop_fd = e->failed_fd = -1;
}

/*
 * Containers come and go with names of their own: what is kept of each would add
 * up over days. Packets in a device at that moment are not known any more.
 */
static int forget_names(struct txr_engine *e, struct txr_err *err)
{
	struct txr_snapshot now = { 0 };
	int ret;

	if (txr_devtab_count(txr_source_devices(e->src)) - e->names < MAX_NAMES)
		return 0;
	e->names = txr_devtab_count(txr_source_devices(e->src));
	/* While it traces: a queue that is empty in it holds no packet unseen. */
	ret = txr_snapshot_take_all(&now, err);
	if (ret)
		return ret;
	txr_live_begin(e->src, &now);
	free_counting(e);
	ret = new_counting(e, err);
	e->restarts++;
	e->from_ns[TXR_TEE_TOTAL] = e->from_ns[TXR_TEE_EACH] = e->until_ns;
	e->began[TXR_TEE_TOTAL] = e->began[TXR_TEE_EACH] = true;
	return ret;
}

int txr_engine_follow(struct txr_engine *e, struct txr_err *err)
{
	struct txr_snapshot now = { 0 };
	uint64_t begin = now_ns();
	size_t names;
	int ret;

	/* Events first: whose counters stand still in a later snapshot sent none. */
	pthread_mutex_lock(&e->lock);
	ret = e->err.code ? -e->err.code : pass(e, &e->err);
	names = txr_devtab_count(txr_source_devices(e->src));
	pthread_mutex_unlock(&e->lock);
	if (ret)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	if (e->followed_ns && names == e->names_followed &&
	    begin - e->followed_ns < FOLLOW_SHARE * e->follow_cost_ns)
		return 0;
	e->names_followed = names;
	begin = now_ns();
	ret = txr_snapshot_take_all(&now, err);
	e->followed_ns = now_ns();
	e->follow_cost_ns = e->followed_ns - begin;
	if (ret)
		return ret;
	pthread_mutex_lock(&e->lock);
	ret = txr_live_follow(e->src, &now, err);
	/* A device may have become a port, or been made after its first packet. */
	e->devs_seen = 0;
	if (!ret && txr_declare_stacked(e->pair, e->src, &e->devs_seen))
		ret = no_memory(err);
	if (!ret)
		ret = forget_names(e, err);
	pthread_mutex_unlock(&e->lock);
	txr_snapshot_free(&now);
	return ret;
}

static int build(struct txr_engine *e, struct txr_sample *s, enum txr_tee_side side,
		 struct txr_err *err)
{
	const struct txr_source_info *info = txr_source_info(e->src);
	struct txr_names names = txr_source_names(e->src);
	uint64_t from = e->from_ns[side], to = 0;
	int ret;

	from = e->began[side] && from > info->first_ns ? from - info->first_ns : 0;
	if (info->events && e->until_ns > info->first_ns)
		to = e->until_ns - info->first_ns;
	txr_stats_advance(e->stats[side], e->until_ns);
	txr_tee_show(&e->tee, e->pair, side);
	ret = txr_report_build(&s->report[side], info, txr_source_devices(e->src), &names,
			       e->pair, e->stats[side], from, to, err);
	txr_tee_unshow(&e->tee, e->pair);
	return ret;
}

static int sample(struct txr_engine *e, struct txr_sample *s, struct txr_err *err)
{
	int side, ret;

	if (e->err.code)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	ret = pass(e, &e->err);
	if (ret)
		return txr_fail(err, e->err.code, "%s", e->err.text);
	txr_live_count_lost(e->src);
	s->until_ns = e->until_ns;
	for (side = 0; side < TXR_TEE_SIDES && !ret; side++) {
		s->from_ns[side] = e->from_ns[side];
		ret = build(e, s, side, err);
	}
	txr_stats_reset(e->stats[TXR_TEE_EACH], e->until_ns);
	e->from_ns[TXR_TEE_EACH] = e->until_ns;
	e->began[TXR_TEE_EACH] = true;
	return ret;
}

int txr_engine_sample(struct txr_engine *e, struct txr_sample *s,
		      int (*draw)(void *ctx, struct txr_sample *s), void *ctx,
		      struct txr_err *err)
{
	int ret;

	memset(s, 0, sizeof(*s));
	pthread_mutex_lock(&e->lock);
	ret = sample(e, s, err);
	if (!ret && draw && draw(ctx, s))
		ret = no_memory(err);
	pthread_mutex_unlock(&e->lock);
	if (ret)
		txr_sample_free(s);
	return ret;
}

void txr_sample_free(struct txr_sample *s)
{
	int i;

	for (i = 0; i < TXR_TEE_SIDES; i++)
		txr_report_free(s->report[i]);
	memset(s, 0, sizeof(*s));
}

void txr_engine_reset(struct txr_engine *e)
{
	pthread_mutex_lock(&e->lock);
	txr_stats_reset(e->stats[TXR_TEE_TOTAL], e->until_ns);
	e->from_ns[TXR_TEE_TOTAL] = e->until_ns;
	e->began[TXR_TEE_TOTAL] = true;
	pthread_mutex_unlock(&e->lock);
}

int txr_engine_save(struct txr_engine *e, const char *path, struct txr_record_result *res,
		    uint64_t *span_ns, struct txr_err *err)
{
	struct txr_live_copy copy;
	int ret;

	pthread_mutex_lock(&e->lock);
	ret = txr_live_copy(e->src, &copy, err);
	pthread_mutex_unlock(&e->lock);
	if (ret)
		return ret;
	*span_ns = copy.to_ns - copy.from_ns;
	ret = txr_live_save(e->src, &copy, path, res, err);
	txr_live_copy_free(&copy);
	return ret;
}
