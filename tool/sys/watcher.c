// SPDX-License-Identifier: GPL-2.0-only
/* watcher.c - a look at the devices once a second, by a thread of its own. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "sys/netns.h"
#include "sys/newcomers.h"
#include "sys/snapshot.h"
#include "sys/watcher.h"
#include "sys/clock.h"

#define PERIOD_NS	1000000000ULL
#define MAX_NAMESPACES	256
#define THEN_SHARE	100

struct txr_watcher {
	struct txr_watcher_config cfg;
	struct txr_watch watch;
	struct txr_netns_list list;	/* those looked at; the own one first */
	struct txr_links *all;		/* one for each */
	int own_dir;			/* class/net of the own one, -1: not open */
	int news;			/* newcomers.h; below 0: not told of any */
	bool moved;			/* the thread is in another one */
	pthread_t thread;
	int stop_fd;
	uint64_t then_ns;		/* cfg.then not before that */
};

static int enter(struct txr_watcher *w, size_t i)
{
	int fd, err = 0;

	if (!i && !w->moved)
		return 0;
	fd = txr_netns_open(&w->list, i);
	if (fd < 0)
		return fd;
	if (setns(fd, CLONE_NEWNET))
		err = -errno;
	else
		w->moved = i > 0;
	close(fd);
	return err;
}

static bool wanted(void *arg, const char *name)
{
	const struct txr_watcher *w = arg;

	return !w->cfg.wanted || w->cfg.wanted(w->cfg.ctx, name);
}

static int visit(struct txr_watcher *w, size_t i, struct txr_links *l)
{
	int dir = i ? -1 : w->own_dir, err = enter(w, i);

	*l = (struct txr_links)TXR_LINKS_NONE;
	if (!err)
		err = txr_links_glance(l, &dir, i > 0, wanted, w);
	l->netns_inode = w->list.ns[i].inode;
	if (!i)
		w->own_dir = dir;
	else if (dir >= 0)
		close(dir);
	if (err)
		txr_links_free(l);
	return err;
}

static int look(struct txr_watcher *w)
{
	struct txr_snapshot s = { 0 };
	size_t i, n = 0;
	int err = 0;

	for (i = 0; i < w->list.count && !err; i++) {
		/* One that went away has no device any more. */
		err = visit(w, i, &w->all[n]);
		if (err && i && err != -ENOMEM)
			err = 0;
		else
			n++;
	}
	if (!err)
		err = txr_snapshot_hand_over(&s, w->all, n);
	for (i = 0; i < n; i++)
		txr_links_free(&w->all[i]);
	s.clock_ns = w->cfg.clock_ns(w->cfg.ctx);
	if (!err)
		err = txr_watch_note(&w->watch, &s, txr_mono_ns());
	txr_snapshot_free(&s);
	if (!err && w->news >= 0)
		err = txr_newcomers_read(w->news, &w->watch);
	return err;
}

static void then(struct txr_watcher *w)
{
	uint64_t begin = txr_mono_ns();

	if (!w->cfg.then || begin < w->then_ns || enter(w, 0))
		return;
	w->cfg.then(w->cfg.ctx);
	w->then_ns = begin + THEN_SHARE * (txr_mono_ns() - begin);
}

/* A look that fails is one less: the next one may not. */
static void *watcher_main(void *arg)
{
	struct txr_watcher *w = arg;
	struct pollfd fd = { .fd = w->stop_fd, .events = POLLIN };
	uint64_t next = txr_mono_ns() + PERIOD_NS, now;

	for (;;) {
		now = txr_mono_ns();
		if (poll(&fd, 1, next > now ? (int)((next - now) / 1000000) + 1 : 0) > 0)
			return NULL;
		now = txr_mono_ns();
		if (now < next)
			continue;
		look(w);
		then(w);
		next = now + PERIOD_NS;
	}
}

static bool has_device(struct txr_watcher *w, uint64_t inode)
{
	const struct txr_snapshot *s = w->cfg.start;
	size_t i;

	for (i = 0; i < s->count; i++)
		if (s->dev[i].netns_inode == inode && txr_watch_worth(&s->dev[i]) &&
		    wanted(w, s->dev[i].name))
			return true;
	return false;
}

/* Those of other namespaces that have nothing to look at are not entered. */
static int choose_namespaces(struct txr_watcher *w)
{
	struct txr_netns_list *l = &w->list;
	int err = txr_netns_list(l, "", MAX_NAMESPACES);
	size_t i, n = 1;

	if (err)
		return err;
	for (i = 1; i < l->count; i++) {
		if (has_device(w, l->ns[i].inode))
			l->ns[n++] = l->ns[i];
		else
			free(l->ns[i].path);
	}
	l->count = n;
	w->all = calloc(n, sizeof(*w->all));
	return w->all ? 0 : -ENOMEM;
}

static int note_wanted(struct txr_watcher *w, const struct txr_snapshot *s)
{
	struct txr_snapshot some = *s;
	size_t i;
	int err;

	some.dev = calloc(s->count ? s->count : 1, sizeof(*some.dev));
	if (!some.dev)
		return -ENOMEM;
	for (i = 0, some.count = 0; i < s->count; i++)
		if (wanted(w, s->dev[i].name))
			some.dev[some.count++] = s->dev[i];
	err = txr_watch_note(&w->watch, &some, txr_mono_ns());
	free(some.dev);
	return err;
}

/* The thread takes no signal: those are the caller's. */
static int run_thread(struct txr_watcher *w)
{
	sigset_t all, before;
	int err;

	w->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (w->stop_fd < 0)
		return -errno;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&w->thread, NULL, watcher_main, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -err;
}

static void free_watcher(struct txr_watcher *w)
{
	txr_watch_free(&w->watch);
	txr_netns_free(&w->list);
	free(w->all);
	if (w->own_dir >= 0)
		close(w->own_dir);
	if (w->news >= 0)
		close(w->news);
	if (w->stop_fd >= 0)
		close(w->stop_fd);
	free(w);
}

int txr_watcher_start(struct txr_watcher **out, const struct txr_watcher_config *cfg,
		      struct txr_err *err)
{
	struct txr_watcher *w = calloc(1, sizeof(*w));
	int ret = -ENOMEM;

	*out = NULL;
	if (w) {
		w->cfg = *cfg;
		w->own_dir = w->stop_fd = w->list.own_fd = -1;
		w->news = txr_newcomers_open();	/* else they stay in doubt */
		ret = choose_namespaces(w);
		if (!ret)
			ret = note_wanted(w, cfg->start);
		if (!ret)
			ret = run_thread(w);
	}
	if (!ret) {
		w->cfg.start = NULL;
		*out = w;
		return 0;
	}
	if (w)
		free_watcher(w);
	return txr_fail(err, -ret, "watching the devices: %s; raise the limits of memory, "
			"processes and open files (ulimit)", strerror(-ret));
}

void txr_watcher_stop(struct txr_watcher *w, const struct txr_snapshot *end,
		      struct txr_watch *to)
{
	uint64_t one = 1;

	memset(to, 0, sizeof(*to));
	if (!w)
		return;
	while (write(w->stop_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	pthread_join(w->thread, NULL);
	if (end && end->count)
		note_wanted(w, end);
	if (w->news >= 0)
		txr_newcomers_read(w->news, &w->watch);
	*to = w->watch;
	memset(&w->watch, 0, sizeof(w->watch));
	free_watcher(w);
}
