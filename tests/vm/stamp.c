// SPDX-License-Identifier: GPL-2.0-only
/*
 * Send UDP packets that ask for a hardware timestamp, so that a driver keeps a
 * reference to each as long as it waits for the stamp.
 *
 *	stamp DEVICE ADDRESS PORT COUNT PAUSE_US
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/net_tstamp.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int fail(const char *what)
{
	fprintf(stderr, "stamp: %s: %s\n", what, strerror(errno));
	return 1;
}

int main(int argc, char **argv)
{
	struct hwtstamp_config cfg = { .tx_type = HWTSTAMP_TX_ON,
				       .rx_filter = HWTSTAMP_FILTER_NONE };
	struct sockaddr_in to = { .sin_family = AF_INET };
	int flags = SOF_TIMESTAMPING_TX_HARDWARE | SOF_TIMESTAMPING_RAW_HARDWARE, fd;
	struct ifreq ifr = { 0 };
	long i, count;

	if (argc != 6 || inet_pton(AF_INET, argv[2], &to.sin_addr) != 1) {
		fprintf(stderr, "usage: stamp DEVICE ADDRESS PORT COUNT PAUSE_US\n");
		return 2;
	}
	to.sin_port = htons(atoi(argv[3]));
	count = atol(argv[4]);
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", argv[1]);
	ifr.ifr_data = (void *)&cfg;
	if (fd < 0 || ioctl(fd, SIOCSHWTSTAMP, &ifr))
		return fail("hardware timestamps");
	if (setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof(flags)) ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)))
		return fail("socket");
	for (i = 0; i < count; i++) {
		if (send(fd, "x", 1, 0) != 1)
			return fail("send");
		usleep(atoi(argv[5]));
	}
	printf("%ld\n", count);
	return 0;
}
