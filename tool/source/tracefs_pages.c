// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_pages.c - the reader threads. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>
#include "tracefs_pages_impl.h"

/* A CPU that is not there yet: look again after so long. */
#define ABSENT_MS 1000
/* A kernel whose poll does not heed buffer_percent wakes us for nothing. */
#define NOTHING_MS 20

#define READER_NICE (-20)

/* 1 when it is time to end, 0 when pages may be there, or -errno. */
static int wait_full(struct txr_reader *r, bool moved)
{
	struct pollfd fd[2] = {
		{ .fd = r->p->stop_fd, .events = POLLIN },
		{ .fd = r->trace_fd, .events = POLLIN },
	};
	int n = moved ? 0 : poll(fd, 1, NOTHING_MS);

	if (!n)
		n = poll(fd, 2, -1);
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	if (fd[0].revents)
		return 1;
	/* A CPU that never was online has no buffer (ring_buffer_poll_wait). */
	if (fd[1].revents & (POLLERR | POLLHUP))
		return poll(fd, 1, ABSENT_MS) > 0;
	return 0;
}

static void *reader_main(void *arg)
{
	struct txr_reader *r = arg;
	size_t moved = 1;
	int ret, stop;

	/*
	 * It needs little time, but that soon: the machine may be busy on every
	 * CPU. Without the right to it, it is as nice as the rest.
	 */
	setpriority(PRIO_PROCESS, gettid(), READER_NICE);
	do {
		stop = wait_full(r, moved);
		ret = stop < 0 ? stop : txr_reader_move_full(r, &moved);
		if (!ret && stop > 0)
			ret = txr_reader_move_rest(r);
	} while (!ret && !stop);
	if (ret)
		txr_reader_fail(r, ret);
	return NULL;
}

static void reader_init(struct txr_reader *r, struct txr_pages *p, unsigned int cpu)
{
	r->p = p;
	r->cpu = cpu;
	r->trace_fd = r->file_fd = r->pipe_fd[0] = r->pipe_fd[1] = -1;
}

static int reader_open(struct txr_reader *r, struct txr_err *err)
{
	const struct txr_pages_config *cfg = &r->p->cfg;
	char file[64];

	snprintf(file, sizeof(file), "per_cpu/cpu%u/trace_pipe_raw", r->cpu);
	r->trace_fd = openat(cfg->instance_fd, file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (r->trace_fd < 0 && errno == ENOENT)
		return 0;	/* numbers have holes */
	if (r->trace_fd < 0)
		return txr_fail(err, errno, "trace buffer of CPU %u: %s; see dmesg", r->cpu,
				strerror(errno));
	r->page = malloc(cfg->page_size);
	if (!r->page || pipe2(r->pipe_fd, O_CLOEXEC) < 0)
		return txr_fail(err, r->page ? errno : ENOMEM, "reader of CPU %u: %s; raise "
				"the limit of open files (ulimit -n)", r->cpu,
				strerror(r->page ? errno : ENOMEM));
	fcntl(r->pipe_fd[1], F_SETPIPE_SZ, TXR_PIPE_BYTES);	/* smaller is only slower */
	r->file_fd = cfg->make_file(cfg->ctx);
	if (r->file_fd < 0)
		return txr_fail(err, -r->file_fd, "temporary file of CPU %u: %s; give another "
				"place by -o", r->cpu, strerror(-r->file_fd));
	return 0;
}

static int reader_start(struct txr_reader *r, struct txr_err *err)
{
	int ret;

	if (r->trace_fd < 0)
		return 0;
	ret = pthread_create(&r->thread, NULL, reader_main, r);
	if (ret)
		return txr_fail(err, ret, "reader of CPU %u: %s; raise the limit of "
				"processes (ulimit -u)", r->cpu, strerror(ret));
	r->running = true;
	return 0;
}

int txr_pages_start(struct txr_pages **out, const struct txr_pages_config *cfg,
		    struct txr_err *err)
{
	struct txr_pages *p = calloc(1, sizeof(*p));
	sigset_t all, old;
	unsigned int i;
	int ret = 0;

	*out = NULL;
	if (!p || !(p->cpu = calloc(cfg->cpus, sizeof(*p->cpu)))) {
		free(p);
		return txr_fail(err, ENOMEM, "readers: out of memory; free some");
	}
	p->cfg = *cfg;
	for (i = 0; i < cfg->cpus; i++)
		reader_init(&p->cpu[i], p, i);
	p->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	p->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (p->stop_fd < 0 || p->event_fd < 0)
		ret = txr_fail(err, errno, "readers: %s; raise the limit of open files "
			       "(ulimit -n)", strerror(errno));
	for (i = 0; i < cfg->cpus && !ret; i++)
		ret = reader_open(&p->cpu[i], err);
	/* Signals are the main thread's. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	for (i = 0; i < cfg->cpus && !ret; i++)
		ret = reader_start(&p->cpu[i], err);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (ret)
		txr_pages_free(p);
	else
		*out = p;
	return ret;
}

int txr_pages_event_fd(const struct txr_pages *p)
{
	return p->event_fd;
}

uint64_t txr_pages_bytes(const struct txr_pages *p)
{
	return atomic_load(&p->all_bytes);
}

int txr_pages_stop(struct txr_pages *p)
{
	uint64_t one = 1;
	unsigned int i;
	int ret = 0;

	while (write(p->stop_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	for (i = 0; i < p->cfg.cpus; i++) {
		struct txr_reader *r = &p->cpu[i];

		if (r->running)
			pthread_join(r->thread, NULL);
		r->running = false;
		if (r->trace_fd >= 0)	/* an open one would keep the instance */
			close(r->trace_fd);
		r->trace_fd = -1;
		if (!ret)
			ret = r->error;
	}
	return ret;
}

struct txr_cpu_pages txr_pages_of(const struct txr_pages *p, unsigned int cpu)
{
	const struct txr_reader *r = &p->cpu[cpu];

	return (struct txr_cpu_pages){ .cpu = cpu, .fd = r->file_fd,
		.file_bytes = atomic_load(&r->file_bytes),
		.tail = r->tail, .tail_bytes = r->tail_bytes };
}

static void reader_free(struct txr_reader *r)
{
	int fds[] = { r->trace_fd, r->file_fd, r->pipe_fd[0], r->pipe_fd[1] };
	size_t i;

	for (i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			close(fds[i]);
	free(r->tail);
	free(r->page);
}

void txr_pages_free(struct txr_pages *p)
{
	unsigned int i;

	if (!p)
		return;
	txr_pages_stop(p);
	for (i = 0; i < p->cfg.cpus; i++)
		reader_free(&p->cpu[i]);
	if (p->stop_fd >= 0)
		close(p->stop_fd);
	if (p->event_fd >= 0)
		close(p->event_fd);
	free(p->cpu);
	free(p);
}
