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
#include "tracefs_pages.h"

/* The largest pipe that needs no privilege (fs.pipe-max-size's default). */
#define PIPE_BYTES (1u << 20)
/* A CPU that is not there yet: look again after so long. */
#define ABSENT_MS 1000
/* A kernel whose poll does not heed buffer_percent wakes us for nothing. */
#define NOTHING_MS 20

#define READER_NICE (-20)

struct reader {
	struct txr_pages *p;
	unsigned int cpu;
	int trace_fd, file_fd, pipe_fd[2];
	pthread_t thread;
	bool running;
	int error;			/* negative errno, the first */
	_Atomic uint64_t file_bytes;
	char *tail;
	size_t tail_bytes, tail_room;
	char *page;			/* one page, for read() */
};

struct txr_pages {
	struct txr_pages_config cfg;
	int stop_fd;			/* readable: tracing is off, drain and end */
	int event_fd;			/* written at the first failure */
	_Atomic bool failed;
	_Atomic uint64_t all_bytes;	/* in all files */
	struct reader *cpu;
};

static void fail(struct reader *r, int error)
{
	uint64_t one = 1;

	if (!r->error)
		r->error = error;
	atomic_store(&r->p->failed, true);
	/* At once, so that what the kernel holds stays what memory can take. */
	if (pwrite(r->p->cfg.on_fd, "0", 1, 0) < 0)
		r->error = r->error ? r->error : -errno;
	while (write(r->p->event_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static int keep(struct reader *r, const char *data, size_t len)
{
	size_t room = r->tail_room ? r->tail_room : PIPE_BYTES;
	char *more;

	while (room < r->tail_bytes + len)
		room *= 2;
	if (room > r->tail_room) {
		more = realloc(r->tail, room);
		if (!more)
			return -ENOMEM;
		r->tail = more;
		r->tail_room = room;
	}
	memcpy(r->tail + r->tail_bytes, data, len);
	r->tail_bytes += len;
	return 0;
}

/* The file failed in the middle of what the pipe holds: the rest to memory. */
static int pipe_to_memory(struct reader *r, size_t len)
{
	size_t page = r->p->cfg.page_size, got;
	ssize_t n;

	while (len) {
		got = 0;
		while (got < page && got < len) {
			n = read(r->pipe_fd[0], r->page + got,
				 (len < page ? len : page) - got);
			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				return n < 0 ? -errno : -EIO;
			got += n;
		}
		if (keep(r, r->page, got) < 0)
			return -ENOMEM;
		len -= got;
	}
	return 0;
}

/*
 * A write that ended within a page leaves its beginning in the file: bring it
 * back, so that file and memory each hold whole pages.
 */
static int take_back(struct reader *r)
{
	uint64_t bytes = r->file_bytes;
	size_t part = bytes % r->p->cfg.page_size;
	ssize_t n;

	if (!part)
		return 0;
	n = pread(r->file_fd, r->page, part, bytes - part);
	if (n != (ssize_t)part)
		return n < 0 ? -errno : -EIO;
	atomic_store(&r->file_bytes, bytes - part);
	return keep(r, r->page, part);
}

/* How many whole pages of len bytes the limit still allows, in bytes. */
static size_t allowed(struct reader *r, size_t len)
{
	uint64_t limit = r->p->cfg.limit_bytes, have = atomic_load(&r->p->all_bytes), left;

	if (!limit)
		return len;
	left = have < limit ? limit - have : 0;
	return left < len ? left - left % r->p->cfg.page_size : len;
}

static void count(struct reader *r, size_t len)
{
	atomic_fetch_add(&r->file_bytes, len);
	atomic_fetch_add(&r->p->all_bytes, len);
}

static int pipe_to_file(struct reader *r, size_t len)
{
	int error = 0, ret;
	ssize_t n;

	if (r->error)
		return pipe_to_memory(r, len);
	while (len && !error) {
		size_t take = allowed(r, len);

		if (!take) {
			error = -EFBIG;
			break;
		}
		n = splice(r->pipe_fd[0], NULL, r->file_fd, NULL, take, SPLICE_F_MOVE);
		if (n > 0) {
			count(r, n);
			len -= n;
		} else if (n == 0 || errno != EINTR) {
			error = n ? -errno : -EIO;
		}
	}
	if (!error)
		return 0;
	fail(r, error);
	ret = take_back(r);
	return ret ? ret : pipe_to_memory(r, len);
}

/* Whole pages until the kernel has no more; *moved in bytes. */
static int move_full_pages(struct reader *r, size_t *moved)
{
	ssize_t n;
	int ret;

	*moved = 0;

	for (;;) {
		n = splice(r->trace_fd, NULL, r->pipe_fd[1], NULL, PIPE_BYTES,
			   SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
		if (n < 0 && errno == EINTR)
			continue;
		/* ENOMEM: no fresh page now; the old ones stay where they are. */
		if (n < 0 && (errno == EAGAIN || errno == ENODEV || errno == ENOMEM))
			return 0;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		*moved += n;
		ret = pipe_to_file(r, n);
		if (ret)
			return ret;
	}
}

static int page_to_file(struct reader *r, size_t len)
{
	size_t done = 0;
	ssize_t n;

	if (!r->error && !allowed(r, len))
		fail(r, -EFBIG);
	while (!r->error && done < len) {
		n = pwrite(r->file_fd, r->page + done, len - done, r->file_bytes + done);
		if (n > 0)
			done += n;
		else if (n == 0 || errno != EINTR)
			fail(r, n ? -errno : -EIO);
	}
	if (r->error)
		return keep(r, r->page, len);
	count(r, len);
	return 0;
}

/* splice gives full pages only (tracing_buffers_splice_read); read the rest. */
static int move_rest(struct reader *r)
{
	size_t page = r->p->cfg.page_size;
	ssize_t n;
	int ret;

	for (;;) {
		n = read(r->trace_fd, r->page, page);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == ENODEV))
			return 0;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		if ((size_t)n < page)
			memset(r->page + n, 0, page - n);
		ret = page_to_file(r, page);
		if (ret)
			return ret;
	}
}

/* 1 when it is time to end, 0 when pages may be there, or -errno. */
static int wait_full(struct reader *r, bool moved)
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
	struct reader *r = arg;
	size_t moved = 1;
	int ret, stop;

	/*
	 * It needs little time, but that soon: the machine may be busy on every
	 * CPU. Without the right to it, it is as nice as the rest.
	 */
	setpriority(PRIO_PROCESS, gettid(), READER_NICE);
	do {
		stop = wait_full(r, moved);
		ret = stop < 0 ? stop : move_full_pages(r, &moved);
		if (!ret && stop > 0)
			ret = move_rest(r);
	} while (!ret && !stop);
	if (ret)
		fail(r, ret);
	return NULL;
}

static void reader_init(struct reader *r, struct txr_pages *p, unsigned int cpu)
{
	r->p = p;
	r->cpu = cpu;
	r->trace_fd = r->file_fd = r->pipe_fd[0] = r->pipe_fd[1] = -1;
}

static int reader_open(struct reader *r, struct txr_err *err)
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
	fcntl(r->pipe_fd[1], F_SETPIPE_SZ, PIPE_BYTES);	/* smaller is only slower */
	r->file_fd = cfg->make_file(cfg->ctx);
	if (r->file_fd < 0)
		return txr_fail(err, -r->file_fd, "temporary file of CPU %u: %s; give another "
				"place by -o", r->cpu, strerror(-r->file_fd));
	return 0;
}

static int reader_start(struct reader *r, struct txr_err *err)
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
		struct reader *r = &p->cpu[i];

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
	const struct reader *r = &p->cpu[cpu];

	return (struct txr_cpu_pages){ .cpu = cpu, .fd = r->file_fd,
		.file_bytes = atomic_load(&r->file_bytes),
		.tail = r->tail, .tail_bytes = r->tail_bytes };
}

static void reader_free(struct reader *r)
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
