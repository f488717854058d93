// SPDX-License-Identifier: GPL-2.0-only
/* udp_sink.c - receive in batches, sort by run and sender, answer questions. */
#include <errno.h>
#include <linux/sock_diag.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "udp_ask.h"
#include "udp_impl.h"
#include "udp_payload.h"
#include "udp_sink.h"

#define BATCH		32
#define DATAGRAM_MAX	65536
#define RECEIVE_BYTES	(32 << 20)
#define STREAMS_MAX	4096

struct txr_udp_sink {
	struct txr_udp_sink_config c;
	int fd, done_fd;
	bool stop, started;		/* stop: atomic */
	pthread_t thread;
	struct txr_udp_sink_counts n;
	uint64_t first_ns, last_ns;
	struct txr_udp_stream *stream[STREAMS_MAX];
	size_t nr_streams, latest;
	uint8_t *buf;			/* BATCH datagrams */
	struct sockaddr_storage from[BATCH];
	struct iovec iov[BATCH];
	struct mmsghdr vec[BATCH];
	struct txr_err err;
};

static int bind_to(struct txr_udp_sink *s, const struct addrinfo *a)
{
	int zero = 0, size = RECEIVE_BYTES;

	s->fd = socket(a->ai_family, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (s->fd < 0)
		return -errno;
	if (a->ai_family == AF_INET6 && s->c.family == AF_UNSPEC)
		setsockopt(s->fd, IPPROTO_IPV6, IPV6_V6ONLY, &zero, sizeof(zero));
	if (setsockopt(s->fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		setsockopt(s->fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	if (bind(s->fd, a->ai_addr, a->ai_addrlen)) {
		zero = -errno;
		close(s->fd);
		s->fd = -1;
		return zero;
	}
	return 0;
}

static int open_socket(struct txr_udp_sink *s, struct txr_err *err)
{
	struct addrinfo hint = { .ai_family = s->c.family, .ai_socktype = SOCK_DGRAM,
				 .ai_flags = AI_PASSIVE }, *list;
	const char *at = s->c.host ? s->c.host : "any address";
	char port[8];
	int ret, poll_us = (int)s->c.busy_poll_us;

	snprintf(port, sizeof(port), "%u", s->c.port);
	/* "::" takes IPv4 too, where the kernel has IPv6. */
	if (!s->c.host && s->c.family == AF_UNSPEC)
		hint.ai_family = AF_INET6;
	ret = getaddrinfo(s->c.host, port, &hint, &list);
	if (ret)
		return txr_fail(err, EINVAL, "--sink: %s: %s; give an address of this host", at,
				gai_strerror(ret));
	ret = bind_to(s, list);
	freeaddrinfo(list);
	if (ret == -EAFNOSUPPORT && !s->c.host && s->c.family == AF_UNSPEC) {
		s->c.family = AF_INET;
		return open_socket(s, err);
	}
	if (ret)
		return txr_fail(err, -ret, "--sink: %s port %s: %s; give an address of this host "
				"and a free --port", at, port, strerror(-ret));
	if (poll_us && setsockopt(s->fd, SOL_SOCKET, SO_BUSY_POLL, &poll_us, sizeof(poll_us)))
		return txr_fail(err, errno, "--busy-poll: %s; leave it away", strerror(errno));
	return 0;
}

int txr_udp_sink_new(struct txr_udp_sink **out, const struct txr_udp_sink_config *c,
		     struct txr_err *err)
{
	struct txr_udp_sink *s = calloc(1, sizeof(*s));
	int i;

	*out = s;
	if (!s)
		return txr_fail(err, ENOMEM, "--sink: no memory");
	s->c = *c;
	s->fd = -1;
	s->done_fd = eventfd(0, EFD_CLOEXEC);
	s->buf = malloc((size_t)BATCH * DATAGRAM_MAX);
	if (s->done_fd < 0 || !s->buf)
		return txr_fail(err, ENOMEM, "--sink: no memory, or too many open files");
	for (i = 0; i < BATCH; i++) {
		s->iov[i] = (struct iovec){ s->buf + (size_t)i * DATAGRAM_MAX, DATAGRAM_MAX };
		s->vec[i].msg_hdr.msg_iov = &s->iov[i];
		s->vec[i].msg_hdr.msg_iovlen = 1;
		s->vec[i].msg_hdr.msg_name = &s->from[i];
	}
	return open_socket(s, err);
}

static struct txr_udp_stream *find_stream(struct txr_udp_sink *s, uint32_t run, uint16_t thread)
{
	struct txr_udp_stream *st;
	size_t i, at;

	for (i = 0; i < s->nr_streams; i++) {
		at = (s->latest + i) % s->nr_streams;
		st = s->stream[at];
		if (st->run == run && st->thread == thread) {
			s->latest = at;
			return st;
		}
	}
	st = s->nr_streams < STREAMS_MAX ? calloc(1, sizeof(*st)) : NULL;
	if (!st)
		return NULL;
	st->run = run;
	st->thread = thread;
	s->latest = s->nr_streams;
	s->stream[s->nr_streams++] = st;
	return st;
}

static uint64_t socket_drops(int fd)
{
	uint32_t mem[SK_MEMINFO_VARS] = { 0 };
	socklen_t len = sizeof(mem);

	if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, mem, &len))
		return 0;
	return mem[SK_MEMINFO_DROPS];
}

static void answer(struct txr_udp_sink *s, uint32_t run, const struct msghdr *from)
{
	struct txr_udp_answer a = { .socket_drops = socket_drops(s->fd) };
	struct txr_udp_answer_wire w;
	size_t i;

	for (i = 0; i < s->nr_streams; i++) {
		const struct txr_udp_stream *st = s->stream[i];

		if (st->run != run)
			continue;
		a.distinct += st->distinct;
		a.duplicates += st->duplicates;
		a.reordered += st->reordered;
		a.late += st->late;
		a.damaged += st->damaged;
	}
	txr_answer_pack(&w, run, &a);
	/* If it gets lost, the question comes again. */
	if (sendto(s->fd, &w, sizeof(w), MSG_DONTWAIT, from->msg_name, from->msg_namelen) < 0)
		return;
}

static void sort(struct txr_udp_sink *s, const uint8_t *d, size_t bytes)
{
	struct txr_udp_stamp stamp;
	struct txr_udp_stream *st;
	enum txr_udp_payload p = txr_payload_check(d, bytes, &stamp);

	txr_udp_add(&s->n.datagrams, 1);
	txr_udp_add(&s->n.bytes, bytes);
	if (p == TXR_PAYLOAD_SHORT)
		txr_udp_add(&s->n.unchecked, 1);
	else if (p == TXR_PAYLOAD_FOREIGN)
		txr_udp_add(&s->n.foreign, 1);
	else
		txr_udp_add(p == TXR_PAYLOAD_GOOD ? &s->n.good : &s->n.damaged, 1);
	if (p != TXR_PAYLOAD_GOOD && p != TXR_PAYLOAD_DAMAGED)
		return;
	st = find_stream(s, stamp.run, stamp.thread);
	if (!st) {
		txr_udp_add(&s->n.unsorted, 1);
		return;
	}
	/* A damaged head says nothing of which datagram this was. */
	if (p == TXR_PAYLOAD_GOOD)
		txr_stream_add(st, stamp.seq);
	else
		st->damaged++;
}

static void take(struct txr_udp_sink *s, int n)
{
	uint32_t run;
	int i;

	for (i = 0; i < n; i++) {
		const uint8_t *d = s->iov[i].iov_base;

		if (txr_question_unpack(d, s->vec[i].msg_len, &run)) {
			txr_udp_add(&s->n.questions, 1);
			answer(s, run, &s->vec[i].msg_hdr);
			continue;
		}
		s->last_ns = txr_udp_now_ns();
		if (!s->first_ns)
			s->first_ns = s->last_ns;
		sort(s, d, s->vec[i].msg_len);
	}
}

static bool receive(struct txr_udp_sink *s)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN };
	int i, n;

	for (i = 0; i < BATCH; i++)
		s->vec[i].msg_hdr.msg_namelen = sizeof(s->from[i]);
	n = recvmmsg(s->fd, s->vec, BATCH, MSG_DONTWAIT, NULL);
	if (n > 0)
		take(s, n);
	else if (errno == EAGAIN || errno == EINTR || errno == ECONNREFUSED)
		poll(&p, 1, 50);
	else
		return txr_fail(&s->err, errno, "--sink: receiving: %s", strerror(errno)) == 0;
	return true;
}

static void *run_sink(void *arg)
{
	struct txr_udp_sink *s = arg;
	uint64_t end = s->c.duration_ns ? txr_udp_now_ns() + s->c.duration_ns : UINT64_MAX;
	uint64_t one = 1;
	cpu_set_t set;

	CPU_ZERO(&set);
	if (s->c.cpu >= 0)
		CPU_SET(s->c.cpu, &set);
	if (s->c.cpu >= 0 && sched_setaffinity(0, sizeof(set), &set))
		txr_fail(&s->err, errno, "--cpus: CPU %d: %s; give one that is online and "
			 "allowed", s->c.cpu, strerror(errno));
	while (!s->err.code && !__atomic_load_n(&s->stop, __ATOMIC_RELAXED) &&
	       txr_udp_now_ns() < end && (!s->c.count || s->n.datagrams < s->c.count))
		receive(s);
	if (write(s->done_fd, &one, sizeof(one)) < 0)
		return NULL;	/* an eventfd at 0 takes 1 */
	return NULL;
}

int txr_udp_sink_start(struct txr_udp_sink *s, struct txr_err *err)
{
	int ret = pthread_create(&s->thread, NULL, run_sink, s);

	if (ret)
		return txr_fail(err, ret, "--sink: no thread: %s", strerror(ret));
	s->started = true;
	return 0;
}

int txr_udp_sink_done_fd(const struct txr_udp_sink *s)
{
	return s->done_fd;
}

void txr_udp_sink_sample(struct txr_udp_sink *s, struct txr_udp_sink_counts *c)
{
	uint64_t *to = (uint64_t *)c, *from = (uint64_t *)&s->n;
	size_t i;

	for (i = 0; i < sizeof(*c) / sizeof(*to); i++)
		to[i] = __atomic_load_n(&from[i], __ATOMIC_RELAXED);
}

static void stop_and_join(struct txr_udp_sink *s)
{
	if (!s->started)
		return;
	__atomic_store_n(&s->stop, true, __ATOMIC_RELAXED);
	pthread_join(s->thread, NULL);
	s->started = false;
}

void txr_udp_sink_join(struct txr_udp_sink *s, struct txr_udp_sink_result *r)
{
	stop_and_join(s);
	*r = (struct txr_udp_sink_result){
		.counts = s->n, .socket_drops = socket_drops(s->fd),
		.elapsed_ns = s->last_ns - s->first_ns,
		.stream = (const struct txr_udp_stream *const *)s->stream,
		.nr_streams = s->nr_streams, .err = s->err,
	};
}

void txr_udp_sink_free(struct txr_udp_sink *s)
{
	size_t i;

	if (!s)
		return;
	stop_and_join(s);
	for (i = 0; i < s->nr_streams; i++)
		free(s->stream[i]);
	if (s->fd >= 0)
		close(s->fd);
	if (s->done_fd >= 0)
		close(s->done_fd);
	free(s->buf);
	free(s);
}
