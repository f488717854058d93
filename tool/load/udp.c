// SPDX-License-Identifier: GPL-2.0-only
/* udp.c - the senders' threads, from the first to the last of them. */
#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>
#include "udp_impl.h"
#include "udp_payload.h"

/* What the kernel may still hold of zerocopy messages: more than a send buffer. */
#define ZEROCOPY_BYTES	(64u << 20)
#define ZEROCOPY_MAX	1024

static uint64_t read_clock(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

uint64_t txr_udp_now_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

/*
 * The kernel reads zerocopy buffers later; they are used in turn, and a send
 * buffer (SO_SNDBUF) is far smaller than all of them together.
 */
static size_t buffers_for(const struct txr_udp_config *c)
{
	uint64_t n = ZEROCOPY_BYTES / c->message_bytes;

	if (!c->zerocopy)
		return 1;
	return n > ZEROCOPY_MAX ? ZEROCOPY_MAX : n < 4 ? 4 : n;
}

static void fill(struct txr_udp_sender *s)
{
	const struct txr_udp *u = s->u;
	uint64_t i, at, bytes;

	for (i = 0; i < s->nr_buffers * u->datagrams; i++) {
		at = i / u->datagrams * u->c.message_bytes +
		     i % u->datagrams * u->c.segment_bytes;
		bytes = (i / u->datagrams + 1) * u->c.message_bytes - at;
		if (u->c.mode != TXR_UDP_FRAGMENT && bytes > u->c.segment_bytes)
			bytes = u->c.segment_bytes;
		txr_payload_fill(s->buffers + at, bytes);
	}
}

static void build_vector(struct txr_udp_sender *s)
{
	struct txr_udp *u = s->u;
	uint64_t i;

	for (i = 0; i < u->datagrams; i++) {
		struct msghdr *m = &s->vec[i].msg_hdr;

		s->iov[i].iov_len = u->c.message_bytes - i * u->c.segment_bytes;
		if (u->c.mode != TXR_UDP_FRAGMENT && s->iov[i].iov_len > u->c.segment_bytes)
			s->iov[i].iov_len = u->c.segment_bytes;
		m->msg_iov = &s->iov[i];
		m->msg_iovlen = 1;
		if (u->c.unconnected) {
			m->msg_name = &u->t.addr;
			m->msg_namelen = u->t.addr_len;
		}
	}
}

static int make_sender(struct txr_udp *u, unsigned int i, struct txr_err *err)
{
	struct txr_udp_sender *s = &u->sender[i];
	uint64_t share = u->c.messages / u->c.threads;

	s->u = u;
	s->number = i;
	s->cpu = u->c.nr_cpus ? u->c.cpu[i % u->c.nr_cpus] : -1;
	s->messages_left = share + (i < u->c.messages % u->c.threads);
	s->used = u->c.mode;
	txr_hist_init(&s->delay);
	s->nr_buffers = buffers_for(&u->c);
	s->buffers = aligned_alloc(4096, (s->nr_buffers * u->c.message_bytes + 4095) & ~4095UL);
	s->vec = calloc(u->datagrams, sizeof(*s->vec));
	s->iov = calloc(u->datagrams, sizeof(*s->iov));
	s->pending = calloc(TXR_UDP_STAMPS, sizeof(*s->pending));
	if (!s->buffers || !s->vec || !s->iov || !s->pending)
		return txr_fail(err, ENOMEM, "no memory for %u senders; give fewer --threads",
				u->c.threads);
	fill(s);
	build_vector(s);
	s->fd = txr_udp_socket(&u->c, &u->t, err);
	return s->fd < 0 ? s->fd : 0;
}

int txr_udp_new(struct txr_udp **out, const struct txr_udp_config *c,
		const struct txr_udp_target *t, struct txr_err *err)
{
	struct txr_udp *u = calloc(1, sizeof(*u));
	unsigned int i;
	int ret = 0;

	*out = u;
	if (u)
		u->sender = calloc(c->threads, sizeof(*u->sender));
	if (!u || !u->sender)
		return txr_fail(err, ENOMEM, "no memory for %u senders", c->threads);
	u->c = *c;
	u->t = *t;
	u->datagrams = txr_udp_datagrams(c);
	for (i = 0; i < c->threads; i++)
		u->sender[i].fd = -1;
	if (getrandom(&u->run, sizeof(u->run), 0) != sizeof(u->run))
		u->run = (uint32_t)txr_udp_now_ns();
	u->done_fd = eventfd(0, EFD_CLOEXEC);
	if (u->done_fd < 0)
		return txr_fail(err, errno, "eventfd: %s; raise the limit of open files "
				"(ulimit -n)", strerror(errno));
	for (i = 0; i < c->threads && !ret; i++)
		ret = make_sender(u, i, err);
	return ret;
}

static int pin(const struct txr_udp_sender *s)
{
	cpu_set_t set;

	if (s->cpu < 0)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(s->cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? errno : 0;
}

static bool time_is_up(const struct txr_udp *u)
{
	return u->end_ns && txr_udp_now_ns() >= u->end_ns;
}

static void send_all(struct txr_udp_sender *s)
{
	struct txr_udp *u = s->u;
	int code = pin(s);

	if (code) {
		txr_fail(&s->err, code, "--cpus: CPU %d: %s; give CPUs that are online and "
			 "allowed (taskset)", s->cpu, strerror(code));
		return;
	}
	while (!txr_udp_stopping(u) && !time_is_up(u)) {
		if (u->c.messages && !s->messages_left--)
			break;
		if (!txr_udp_send_message(s))
			break;
	}
}

static void *run(void *arg)
{
	struct txr_udp_sender *s = arg;
	struct txr_udp *u = s->u;
	uint64_t begin = txr_udp_now_ns(), one = 1;

	s->due_ns = begin;
	send_all(s);
	s->elapsed_ns = txr_udp_now_ns() - begin;
	s->cpu_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
	txr_udp_settle_debts(s);
	/* One that cannot go on ends all: half a load is another load. */
	if (s->err.code)
		txr_udp_stop(u);
	if (__atomic_sub_fetch(&u->running, 1, __ATOMIC_ACQ_REL) == 0 &&
	    write(u->done_fd, &one, sizeof(one)) < 0)
		return NULL;	/* an eventfd at 0 takes 1 */
	return NULL;
}

int txr_udp_start(struct txr_udp *u, struct txr_err *err)
{
	unsigned int i;
	int ret;

	u->running = u->c.threads;
	if (u->c.duration_ns)
		u->end_ns = txr_udp_now_ns() + u->c.duration_ns;
	for (i = 0; i < u->c.threads; i++) {
		ret = pthread_create(&u->sender[i].thread, NULL, run, &u->sender[i]);
		if (ret)
			return txr_fail(err, ret, "--threads %u: %s; give fewer", u->c.threads,
					strerror(ret));
		u->sender[i].started = true;
	}
	return 0;
}

int txr_udp_done_fd(const struct txr_udp *u)
{
	return u->done_fd;
}

void txr_udp_stop(struct txr_udp *u)
{
	__atomic_store_n(&u->stop, true, __ATOMIC_RELAXED);
}

_Static_assert(sizeof(struct txr_udp_counts) % sizeof(uint64_t) == 0, "all are uint64_t");

void txr_udp_sample(struct txr_udp *u, struct txr_udp_counts *c)
{
	uint64_t *to = (uint64_t *)c, *from;
	size_t i, n = sizeof(*c) / sizeof(*to);
	unsigned int t;

	memset(c, 0, sizeof(*c));
	for (t = 0; t < u->c.threads; t++) {
		from = (uint64_t *)&u->sender[t].c;
		for (i = 0; i < n; i++)
			to[i] += __atomic_load_n(&from[i], __ATOMIC_RELAXED);
	}
}

static void join_all(struct txr_udp *u)
{
	unsigned int i;

	for (i = 0; u->sender && i < u->c.threads; i++) {
		if (!u->sender[i].started)
			continue;
		txr_udp_stop(u);
		pthread_join(u->sender[i].thread, NULL);
		u->sender[i].started = false;
	}
}

void txr_udp_join(struct txr_udp *u, struct txr_udp_result *r)
{
	const struct txr_udp_sender *s;
	unsigned int i;

	join_all(u);
	memset(r, 0, sizeof(*r));
	txr_hist_init(&r->delay);
	txr_udp_sample(u, &r->counts);
	r->run = u->run;
	r->used = u->c.mode;
	for (i = 0; i < u->c.threads; i++) {
		s = &u->sender[i];
		if (s->elapsed_ns > r->elapsed_ns)
			r->elapsed_ns = s->elapsed_ns;
		r->cpu_ns += s->cpu_ns;
		if (s->gso_errno && !r->gso_errno) {
			r->gso_errno = s->gso_errno;
			r->used = s->used;
		}
		if (s->err.code && !r->err.code)
			r->err = s->err;
		if (txr_hist_merge(&r->delay, &s->delay))
			txr_fail(&r->err, ENOMEM, "no memory for the delays of all senders");
	}
}

void txr_udp_free(struct txr_udp *u)
{
	unsigned int i;

	if (!u)
		return;
	join_all(u);
	for (i = 0; u->sender && i < u->c.threads; i++) {
		struct txr_udp_sender *s = &u->sender[i];

		if (s->u && s->fd >= 0)
			close(s->fd);
		free(s->buffers);
		free(s->vec);
		free(s->iov);
		free(s->pending);
		if (s->u)
			txr_hist_free(&s->delay);
	}
	free(u->sender);
	if (u->done_fd > 0)
		close(u->done_fd);
	free(u);
}
