// SPDX-License-Identifier: GPL-2.0-only
/*
 * Send raw frames through a packet socket that goes around the qdisc.
 *
 *	bypass DEVICE COUNT
 *
 * A stopped queue refuses them, and nothing tells when it is on again: tried anew, for a
 * minute at most.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define TRIES 60000

static int send_one(int fd, const unsigned char *frame, size_t size)
{
	int tries;

	for (tries = 0; tries < TRIES; tries++) {
		if (send(fd, frame, size, 0) == (ssize_t)size)
			return 0;
		if (errno != ENOBUFS)
			break;
		usleep(1000);
	}
	return -1;
}

int main(int argc, char **argv)
{
	struct sockaddr_ll to = { .sll_family = AF_PACKET };
	unsigned char frame[60] = { 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5 };
	int fd, one = 1;
	long count;

	if (argc != 3) {
		fprintf(stderr, "usage: bypass DEVICE COUNT\n");
		return 2;
	}
	to.sll_ifindex = if_nametoindex(argv[1]);
	to.sll_protocol = htons(0x88b5);	/* for local experiments */
	fd = socket(AF_PACKET, SOCK_RAW, 0);
	if (fd < 0 || !to.sll_ifindex ||
	    setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof(one)) ||
	    bind(fd, (struct sockaddr *)&to, sizeof(to))) {
		perror("bypass");
		return 1;
	}
	for (count = atol(argv[2]); count > 0; count--) {
		if (send_one(fd, frame, sizeof(frame))) {
			perror("bypass: send");
			return 1;
		}
	}
	return 0;
}
