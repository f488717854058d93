// SPDX-License-Identifier: GPL-2.0-only
/*
 * Send raw frames through an AF_XDP socket in copy mode, which makes an skb of
 * each and gives it to the driver, around the qdisc.
 *
 *	xdpsend DEVICE COUNT
 */
#include <errno.h>
#include <linux/if_xdp.h>
#include <net/if.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define FRAMES 64
#define FRAME_BYTES 2048

struct ring {
	uint32_t *producer, *consumer;
	void *entry;
};

static int fail(const char *what)
{
	fprintf(stderr, "xdpsend: %s: %s\n", what, strerror(errno));
	return 1;
}

static int map_ring(int fd, const struct xdp_ring_offset *at, size_t entry_bytes,
		    off_t where, struct ring *ring)
{
	uint8_t *map = mmap(NULL, at->desc + FRAMES * entry_bytes, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_POPULATE, fd, where);

	if (map == MAP_FAILED)
		return -1;
	ring->producer = (uint32_t *)(map + at->producer);
	ring->consumer = (uint32_t *)(map + at->consumer);
	ring->entry = map + at->desc;
	return 0;
}

static int set_up(int fd, const char *device, uint8_t *frames, struct ring *tx,
		  struct ring *done)
{
	struct xdp_umem_reg umem = { .addr = (uintptr_t)frames, .len = FRAMES * FRAME_BYTES,
				     .chunk_size = FRAME_BYTES };
	struct sockaddr_xdp to = { .sxdp_family = AF_XDP, .sxdp_flags = XDP_COPY };
	struct xdp_mmap_offsets at;
	socklen_t len = sizeof(at);
	int n = FRAMES;

	to.sxdp_ifindex = if_nametoindex(device);
	if (setsockopt(fd, SOL_XDP, XDP_UMEM_REG, &umem, sizeof(umem)) ||
	    setsockopt(fd, SOL_XDP, XDP_UMEM_FILL_RING, &n, sizeof(n)) ||
	    setsockopt(fd, SOL_XDP, XDP_UMEM_COMPLETION_RING, &n, sizeof(n)) ||
	    setsockopt(fd, SOL_XDP, XDP_TX_RING, &n, sizeof(n)) ||
	    getsockopt(fd, SOL_XDP, XDP_MMAP_OFFSETS, &at, &len) ||
	    map_ring(fd, &at.tx, sizeof(struct xdp_desc), XDP_PGOFF_TX_RING, tx) ||
	    map_ring(fd, &at.cr, sizeof(uint64_t), XDP_UMEM_PGOFF_COMPLETION_RING, done))
		return -1;
	return bind(fd, (struct sockaddr *)&to, sizeof(to));
}

/* What is in the tx ring goes out; a full device makes it wait. */
static int kick(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	if (sendto(fd, NULL, 0, MSG_DONTWAIT, NULL, 0) >= 0)
		return 0;
	if (errno != EAGAIN && errno != EBUSY && errno != ENOBUFS)
		return -1;
	poll(&p, 1, 1);
	return 0;
}

static int take_done(struct ring *done)
{
	uint32_t end = __atomic_load_n(done->producer, __ATOMIC_ACQUIRE);
	int n = end - *done->consumer;

	__atomic_store_n(done->consumer, end, __ATOMIC_RELEASE);
	return n;
}

int main(int argc, char **argv)
{
	static uint8_t frames[FRAMES * FRAME_BYTES] __attribute__((aligned(4096)));
	static const uint8_t head[] = { 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5 };
	long count, sent = 0, out = 0;
	struct ring tx, done;
	int fd, i;

	if (argc != 3) {
		fprintf(stderr, "usage: xdpsend DEVICE COUNT\n");
		return 2;
	}
	count = atol(argv[2]);
	for (i = 0; i < FRAMES; i++)
		memcpy(frames + i * FRAME_BYTES, head, sizeof(head));
	fd = socket(AF_XDP, SOCK_RAW, 0);
	if (fd < 0 || set_up(fd, argv[1], frames, &tx, &done))
		return fail("AF_XDP socket in copy mode");
	while (out < count) {
		struct xdp_desc *d = tx.entry;

		for (; sent < count && sent - out < FRAMES; sent++) {
			d[sent % FRAMES] = (struct xdp_desc){
				.addr = (sent % FRAMES) * FRAME_BYTES, .len = 60 };
			__atomic_store_n(tx.producer, sent + 1, __ATOMIC_RELEASE);
		}
		if (kick(fd))
			return fail("send");
		out += take_done(&done);
	}
	printf("%ld\n", out);
	return 0;
}
