// SPDX-License-Identifier: GPL-2.0-only
/*
 * pktlisten - a packet socket that listens, as tcpdump does: every packet that
 * is sent or received is cloned for it.
 *
 *   pktlisten [-t SECONDS] DEV
 *
 * Prints "ready" when it listens, and one JSON object at its end (time over, or
 * SIGTERM): packets seen going out and coming in.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "lib/netdev.h"

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static int open_listener(const char *name)
{
	struct sockaddr_ll a = { .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL) };
	int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int size = 64 << 20;

	a.sll_ifindex = netdev_index(name);
	if (fd < 0 || a.sll_ifindex <= 0)
		return -ENODEV;
	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	if (bind(fd, (struct sockaddr *)&a, sizeof(a))) {
		close(fd);
		return -errno;
	}
	return fd;
}

static void listen_until(int fd, uint64_t end, uint64_t *out, uint64_t *in)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct sockaddr_ll from;
	socklen_t len;
	char buf[256];

	while (!stop && now_ns() < end) {
		len = sizeof(from);
		if (recvfrom(fd, buf, sizeof(buf), MSG_TRUNC, (struct sockaddr *)&from, &len) < 0)
			poll(&p, 1, 50);
		else if (from.sll_pkttype == PACKET_OUTGOING)
			++*out;
		else
			++*in;
	}
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_handler = on_signal };
	uint64_t out = 0, in = 0, end;
	double seconds = 60;
	int c, fd;

	while ((c = getopt(argc, argv, "t:")) != -1) {
		if (c != 't')
			return 2;
		seconds = atof(optarg);
	}
	if (optind >= argc) {
		fprintf(stderr, "usage: pktlisten [-t SECONDS] DEV\n");
		return 2;
	}
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	fd = open_listener(argv[optind]);
	if (fd < 0) {
		fprintf(stderr, "pktlisten: %s: %s\n", argv[optind], strerror(-fd));
		return 1;
	}
	printf("ready\n");
	fflush(stdout);
	end = now_ns() + (uint64_t)(seconds * 1e9);
	listen_until(fd, end, &out, &in);
	printf("{\"outgoing\":%llu,\"incoming\":%llu}\n", (unsigned long long)out,
	       (unsigned long long)in);
	close(fd);
	return 0;
}
