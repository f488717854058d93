// SPDX-License-Identifier: GPL-2.0-only
/*
 * udpsink - takes UDP datagrams and throws them away.
 *
 *   udpsink [-c CPU] [-t SECONDS] [-g] ADDRESS PORT
 *
 * Prints "ready" when bound, and one JSON object at its end (time over, or
 * SIGTERM). -g takes datagrams that the kernel merged (UDP_GRO).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/udp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "lib/netdev.h"

#ifndef UDP_GRO
#define UDP_GRO 104
#endif
#define BATCH 64

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static int open_sink(const char *addr, int port, int gro)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int size = 8 << 20;

	if (fd < 0 || inet_pton(AF_INET, addr, &a.sin_addr) != 1)
		return -EINVAL;
	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	if (gro)
		setsockopt(fd, IPPROTO_UDP, UDP_GRO, &gro, sizeof(gro));
	if (bind(fd, (struct sockaddr *)&a, sizeof(a))) {
		close(fd);
		return -errno;
	}
	return fd;
}

static uint64_t sink(int fd, uint64_t end)
{
	static char buf[BATCH][2048];
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct iovec iov[BATCH];
	struct mmsghdr m[BATCH];
	uint64_t got = 0;
	int i, n;

	memset(m, 0, sizeof(m));
	for (i = 0; i < BATCH; i++) {
		iov[i] = (struct iovec){ buf[i], sizeof(buf[i]) };
		m[i].msg_hdr.msg_iov = &iov[i];
		m[i].msg_hdr.msg_iovlen = 1;
	}
	while (!stop && now_ns() < end) {
		n = recvmmsg(fd, m, BATCH, 0, NULL);
		if (n > 0)
			got += (uint64_t)n;
		else
			poll(&p, 1, 50);
	}
	return got;
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_handler = on_signal };
	double seconds = 600;
	uint64_t got;
	int c, fd, gro = 0;

	while ((c = getopt(argc, argv, "c:t:g")) != -1) {
		if (c == 'c')
			pin_to_cpu(atoi(optarg));
		else if (c == 't')
			seconds = atof(optarg);
		else if (c == 'g')
			gro = 1;
		else
			return 2;
	}
	if (argc - optind != 2) {
		fprintf(stderr, "usage: udpsink [-c CPU] [-t SECONDS] [-g] ADDRESS PORT\n");
		return 2;
	}
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	fd = open_sink(argv[optind], atoi(argv[optind + 1]), gro);
	if (fd < 0) {
		fprintf(stderr, "udpsink: %s: %s\n", argv[optind], strerror(-fd));
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	got = sink(fd, now_ns() + (uint64_t)(seconds * 1e9));
	printf("{\"received\":%llu}\n", (unsigned long long)got);
	close(fd);
	return 0;
}
