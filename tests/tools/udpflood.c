// SPDX-License-Identifier: GPL-2.0-only
/*
 * udpflood - UDP senders, one thread on each CPU given.
 *
 *   udpflood [-c CPU,CPU...] [-t SECONDS | -n PER_CPU] [-s BYTES] [-g SEGSIZE]
 *            [-b BATCH] [-r PER_SECOND] ADDRESS [PORT]
 *
 * Bounded in time (at most 600 s) or count. -g hands the kernel datagrams of
 * BYTES to be cut every SEGSIZE (UDP_SEGMENT). -r paces each thread. Prints one
 * JSON object: what the kernel took, per CPU, and the rate.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/udp.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "lib/netdev.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#define CPUS_MAX 64
#define BATCH_MAX 64
#define SECONDS_MAX 600

struct job {
	struct sockaddr_in to;
	double seconds;
	uint64_t count, rate;
	int size, seg_size, batch;
};

struct sender {
	const struct job *job;
	pthread_t thread;
	int cpu, error;
	uint64_t sent, again, elapsed_ns;
};

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static int open_socket(const struct job *j)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	if ((j->seg_size && setsockopt(fd, IPPROTO_UDP, UDP_SEGMENT, &j->seg_size, sizeof(int))) ||
	    connect(fd, (const struct sockaddr *)&j->to, sizeof(j->to))) {
		close(fd);
		return -errno;
	}
	return fd;
}

static void pace(const struct sender *s, uint64_t begin)
{
	uint64_t due, now;
	struct timespec ts;

	if (!s->job->rate)
		return;
	due = begin + s->sent * 1000000000u / s->job->rate;
	now = now_ns();
	if (now >= due)
		return;
	ts.tv_sec = (time_t)((due - now) / 1000000000u);
	ts.tv_nsec = (long)((due - now) % 1000000000u);
	nanosleep(&ts, NULL);
}

/* ECONNREFUSED is an ICMP answer to an earlier packet; ENOBUFS a full qdisc. */
static bool worth_retrying(int err)
{
	return err == ENOBUFS || err == EAGAIN || err == ECONNREFUSED || err == EINTR;
}

static void *send_all(void *arg)
{
	static char payload[65536];
	struct sender *s = arg;
	const struct job *j = s->job;
	struct iovec iov = { payload, (size_t)j->size };
	struct mmsghdr m[BATCH_MAX];
	uint64_t begin, end, want;
	int i, n, fd;

	pin_to_cpu(s->cpu);
	fd = open_socket(j);
	if (fd < 0) {
		s->error = -fd;
		return NULL;
	}
	memset(m, 0, sizeof(m));
	for (i = 0; i < j->batch; i++) {
		m[i].msg_hdr.msg_iov = &iov;
		m[i].msg_hdr.msg_iovlen = 1;
	}
	begin = now_ns();
	end = begin + (uint64_t)(j->seconds * 1e9);
	while (!stop && (j->count ? s->sent < j->count : now_ns() < end)) {
		want = j->count && j->count - s->sent < (uint64_t)j->batch ?
		       j->count - s->sent : (uint64_t)j->batch;
		n = sendmmsg(fd, m, (unsigned int)want, 0);
		if (n > 0) {
			s->sent += (uint64_t)n;
		} else if (worth_retrying(errno)) {
			s->again++;
		} else {
			s->error = errno;
			break;
		}
		pace(s, begin);
	}
	s->elapsed_ns = now_ns() - begin;
	close(fd);
	return NULL;
}

static int parse_cpus(char *list, struct sender *s)
{
	char *save, *w;
	int n = 0;

	for (w = strtok_r(list, ",", &save); w && n < CPUS_MAX; w = strtok_r(NULL, ",", &save))
		s[n++].cpu = atoi(w);
	return n;
}

static int print_result(const struct sender *s, int n, const struct job *j)
{
	uint64_t sent = 0, again = 0, longest = 1;
	int i, error = 0;

	for (i = 0; i < n; i++) {
		sent += s[i].sent;
		again += s[i].again;
		if (s[i].elapsed_ns > longest)
			longest = s[i].elapsed_ns;
		if (s[i].error)
			error = s[i].error;
	}
	printf("{\"sent\":%llu,\"retries\":%llu,\"seconds\":%.3f,\"pps\":%.0f,"
	       "\"segments_per_datagram\":%d,\"per_cpu\":[", (unsigned long long)sent,
	       (unsigned long long)again, (double)longest / 1e9,
	       (double)sent * 1e9 / (double)longest,
	       j->seg_size ? (j->size + j->seg_size - 1) / j->seg_size : 1);
	for (i = 0; i < n; i++)
		printf("%s{\"cpu\":%d,\"sent\":%llu}", i ? "," : "", s[i].cpu,
		       (unsigned long long)s[i].sent);
	printf("]%s%s%s}\n", error ? ",\"error\":\"" : "", error ? strerror(error) : "",
	       error ? "\"" : "");
	return error ? 1 : 0;
}

static int usage(void)
{
	fprintf(stderr, "usage: udpflood [-c CPU,CPU...] [-t SECONDS | -n PER_CPU] [-s BYTES] "
		"[-g SEGSIZE] [-b BATCH] [-r PER_SECOND] ADDRESS [PORT]\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct job job = { .seconds = 1, .size = 64, .batch = 1,
			   .to = { .sin_family = AF_INET } };
	struct sigaction sa = { .sa_handler = on_signal };
	struct sender s[CPUS_MAX] = { { .cpu = 0 } };
	int c, i, n = 1;

	while ((c = getopt(argc, argv, "c:t:n:s:g:b:r:")) != -1) {
		switch (c) {
		case 'c': n = parse_cpus(optarg, s); break;
		case 't': job.seconds = atof(optarg); break;
		case 'n': job.count = strtoull(optarg, NULL, 10); break;
		case 's': job.size = atoi(optarg); break;
		case 'g': job.seg_size = atoi(optarg); break;
		case 'b': job.batch = atoi(optarg); break;
		case 'r': job.rate = strtoull(optarg, NULL, 10); break;
		default: return usage();
		}
	}
	if (optind >= argc || n < 1 || job.size < 1 || job.size > 65000 || job.batch < 1 ||
	    job.batch > BATCH_MAX || job.seconds > SECONDS_MAX ||
	    inet_pton(AF_INET, argv[optind], &job.to.sin_addr) != 1)
		return usage();
	job.to.sin_port = htons((uint16_t)(optind + 1 < argc ? atoi(argv[optind + 1]) : 9));
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	for (i = 0; i < n; i++) {
		s[i].job = &job;
		if (pthread_create(&s[i].thread, NULL, send_all, &s[i]))
			return 1;
	}
	for (i = 0; i < n; i++)
		pthread_join(s[i].thread, NULL);
	return print_result(s, n, &job);
}
