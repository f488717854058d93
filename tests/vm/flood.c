// SPDX-License-Identifier: GPL-2.0-only
/*
 * Send small UDP packets as fast as the socket takes them.
 *
 *	flood ADDRESS PORT COUNT
 *
 * Prints how many were sent, and the time in ns it took. A full socket buffer
 * blocks, so that none is lost above the driver.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	unsigned long count, sent = 0;
	long long begin;
	int fd;

	if (argc != 4 || inet_pton(AF_INET, argv[1], &to.sin_addr) != 1) {
		fprintf(stderr, "usage: flood ADDRESS PORT COUNT\n");
		return 2;
	}
	to.sin_port = htons(atoi(argv[2]));
	count = strtoul(argv[3], NULL, 10);

	fd = socket(AF_INET, SOCK_DGRAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) < 0) {
		perror("flood");
		return 1;
	}
	begin = now_ns();
	while (sent < count) {
		if (send(fd, "x", 1, 0) == 1) {
			sent++;
		} else if (errno != ENOBUFS && errno != ECONNREFUSED) {
			perror("flood: send");
			return 1;
		}
	}
	printf("%lu %lld\n", sent, now_ns() - begin);
	return 0;
}
