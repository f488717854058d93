// SPDX-License-Identifier: GPL-2.0-only
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/udp.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include "frame.h"
#include "ring.h"

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#define VNET_HDR_LEN 10		/* struct virtio_net_hdr, tun's default */
#define PACKETS_BYTES (RING_PACKETS_MAX * sizeof(struct ring_packet))

static int open_queues(struct ring *r)
{
	unsigned int flags = (r->queues > 1 ? IFF_MULTI_QUEUE : 0) |
			     (r->vnet_hdr ? IFF_VNET_HDR : 0);
	int i;

	for (i = 0; i < r->queues; i++) {
		r->fd[i] = tap_open(r->name, flags);
		if (r->fd[i] < 0)
			return r->fd[i];
	}
	return r->vnet_hdr ? tap_offload(r->fd[0]) : 0;
}

static int set_up_device(struct ring *r)
{
	int err = netdev_no_ipv6(r->name);

	if (!err)
		err = netdev_set_txqlen(r->name, r->len);
	if (!err)
		err = netdev_set_addr(r->name, TEST_ADDR_SELF, 24);
	if (!err)
		err = netdev_up(r->name);
	if (!err)
		err = netdev_mac(r->name, r->mac);
	if (err)
		return err;
	memcpy(r->peer, r->mac, 6);
	r->peer[5] ^= 1;
	r->ifindex = netdev_index(r->name);
	return r->ifindex < 0 ? r->ifindex : netdev_add_neigh(r->name, TEST_ADDR_PEER, r->peer);
}

static int open_sockets(struct ring *r)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(TEST_PORT) };

	/* Protocol 0: this socket sends and never listens. */
	r->packet_fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	r->udp_fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (r->packet_fd < 0 || r->udp_fd < 0)
		return -errno;
	to.sin_addr.s_addr = inet_addr(TEST_ADDR_PEER);
	if (setsockopt(r->udp_fd, SOL_SOCKET, SO_BINDTODEVICE, r->name, strlen(r->name)) ||
	    connect(r->udp_fd, (struct sockaddr *)&to, sizeof(to)))
		return -errno;
	return 0;
}

int ring_open(struct ring *r, const char *name, int len, int queues, bool vnet_hdr)
{
	int i, err;

	memset(r, 0, sizeof(*r));
	snprintf(r->name, sizeof(r->name), "%s", name);
	r->len = len;
	r->queues = queues;
	r->vnet_hdr = vnet_hdr;
	r->flows = queues > 1;
	r->frame_size = 128;
	r->packet_fd = r->udp_fd = -1;
	for (i = 0; i < RING_QUEUES_MAX; i++)
		r->fd[i] = -1;
	r->packet = mmap(NULL, PACKETS_BYTES, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (r->packet == MAP_FAILED) {
		r->packet = NULL;
		return -errno;
	}
	err = open_queues(r);
	if (!err)
		err = set_up_device(r);
	if (!err)
		err = open_sockets(r);
	if (!err)
		err = ring_mark(r);
	if (err)
		ring_close(r);
	return err;
}

void ring_close(struct ring *r)
{
	int i;

	ring_reader_stop(r);
	for (i = 0; i < RING_QUEUES_MAX; i++)
		if (r->fd[i] >= 0)
			close(r->fd[i]);
	if (r->packet_fd >= 0)
		close(r->packet_fd);
	if (r->udp_fd >= 0)
		close(r->udp_fd);
	if (r->packet)
		munmap(r->packet, PACKETS_BYTES);
	r->packet = NULL;
}

/* Packets dropped for want of a slot are the device's to count. */
static int dropped_now(struct ring *r, uint64_t *dropped)
{
	struct netdev_counters c;
	int err = netdev_counters(r->name, &c);

	*dropped = err ? 0 : c.tx_dropped;
	return err;
}

static int count_sent(struct ring *r, uint64_t sent, uint64_t dropped_before)
{
	uint64_t dropped;
	int err = dropped_now(r, &dropped);

	if (err)
		return err;
	r->left += sent - (dropped - dropped_before);
	if (r->left > r->max)
		r->max = r->left;
	return 0;
}

typedef ssize_t (*send_fn)(struct ring *r, struct ring_packet *p);

static ssize_t send_frame(struct ring *r, struct ring_packet *p)
{
	struct sockaddr_ll to = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETHERTYPE_IP),
		.sll_ifindex = r->ifindex, .sll_halen = 6,
	};
	uint8_t buf[FRAME_MAX];
	size_t len = frame_build(buf, p->bytes, r->next, r->flows ? (unsigned int)r->next : 0,
				 r->peer, r->mac);

	memcpy(to.sll_addr, r->peer, 6);
	p->send_before = now_ns();
	return sendto(r->packet_fd, buf, len, 0, (struct sockaddr *)&to, sizeof(to));
}

static ssize_t send_datagram(struct ring *r, struct ring_packet *p)
{
	static uint8_t buf[65536];

	frame_mark(buf, r->next);
	p->send_before = now_ns();
	return send(r->udp_fd, buf, p->bytes, 0);
}

static int send_many(struct ring *r, uint64_t count, unsigned int segs, uint32_t bytes,
		     send_fn send_one)
{
	struct ring_packet *p;
	uint64_t i, sent = 0, before;
	int err = dropped_now(r, &before);

	if (err)
		return err;
	if (count > RING_PACKETS_MAX - r->next)
		return -ENOSPC;
	for (i = 0; i < count; i++) {
		p = &r->packet[r->next];
		p->segs = (uint16_t)segs;
		p->bytes = bytes;
		if (send_one(r, p) < 0)
			r->refused++;
		else
			sent++;
		p->send_after = now_ns();
		r->next++;
	}
	return r->reader_on ? 0 : count_sent(r, sent, before);
}

int ring_send(struct ring *r, uint64_t count)
{
	return send_many(r, count, 1, (uint32_t)r->frame_size, send_frame);
}

int ring_send_gso(struct ring *r, uint64_t count, unsigned int segs, unsigned int seg_size)
{
	int size = (int)seg_size;

	if (setsockopt(r->udp_fd, IPPROTO_UDP, UDP_SEGMENT, &size, sizeof(size)))
		return -errno;
	return send_many(r, count, segs, segs * seg_size, send_datagram);
}

/* 1: a packet read, 0: none there. */
static int read_one(struct ring *r, int queue)
{
	static _Thread_local uint8_t buf[VNET_HDR_LEN + 65536 + 64];
	size_t skip = r->vnet_hdr ? VNET_HDR_LEN : 0;
	uint64_t before = now_ns(), after, seq;
	ssize_t n = read(r->fd[queue], buf, sizeof(buf));

	if (n < 0)
		return errno == EAGAIN || errno == EBADFD ? 0 : -errno;
	after = now_ns();
	seq = (size_t)n > skip ? frame_seq(buf + skip, (size_t)n - skip) : UINT64_MAX;
	if (seq >= RING_PACKETS_MAX) {
		r->stray++;
		return 1;
	}
	r->packet[seq].read_before = before;
	r->packet[seq].read_after = after;
	r->packet[seq].queue = (uint16_t)queue;
	r->read++;
	return 1;
}

/* One packet from any queue; 1, 0 or a negative errno. */
static int read_any(struct ring *r)
{
	int i, n;

	for (i = 0; i < r->queues; i++) {
		n = read_one(r, i);
		if (n)
			return n;
	}
	return 0;
}

int ring_read(struct ring *r, uint64_t count)
{
	int n;

	for (; count; count--) {
		n = read_any(r);
		if (n < 0)
			return n;
		if (!n)
			return -ENODATA;
		r->left -= r->left > 0;
	}
	return 0;
}

int ring_read_all(struct ring *r)
{
	int n;

	while ((n = read_any(r)) > 0)
		r->left -= r->left > 0;
	return n;
}

static void *reader_main(void *arg)
{
	struct ring *r = arg;
	struct pollfd p[RING_QUEUES_MAX];
	int i;

	if (r->reader_cpu >= 0)
		pin_to_cpu(r->reader_cpu);
	for (i = 0; i < r->queues; i++)
		p[i] = (struct pollfd){ .fd = r->fd[i], .events = POLLIN };
	while (!r->reader_stop) {
		if (poll(p, (nfds_t)r->queues, 10) <= 0)
			continue;
		while (read_any(r) > 0 && !r->reader_stop) {
			if (r->reader_quota && !--r->reader_quota)
				return NULL;
			if (r->reader_pause_us)
				usleep(r->reader_pause_us);
		}
	}
	return NULL;
}

int ring_reader_start(struct ring *r, int cpu, unsigned int pause_us)
{
	int err;

	if (r->reader_on)
		return -EALREADY;
	r->reader_cpu = cpu;
	r->reader_pause_us = pause_us;
	r->reader_stop = false;
	r->max_known = false;
	err = -pthread_create(&r->reader, NULL, reader_main, r);
	r->reader_on = !err;
	return err;
}

/* The reader took what it took: what is left follows from the counts. */
void ring_reader_stop(struct ring *r)
{
	uint64_t dropped;

	if (!r->reader_on)
		return;
	if (!r->streaming)
		r->reader_stop = true;
	pthread_join(r->reader, NULL);
	r->reader_on = false;
	if (!dropped_now(r, &dropped))
		r->left = r->left_at_mark + (r->next - r->first) - r->refused -
			  (dropped - r->dropped_at_mark) - r->read;
}

int ring_stream(struct ring *r, uint64_t count, int cpu)
{
	int err;

	if (count > r->left)	/* a drop must not make the reader wait for ever */
		return -ENODATA;
	r->reader_quota = count;
	err = ring_reader_start(r, cpu, 0);
	if (!err) {
		err = ring_send(r, count);
		r->streaming = true;
		ring_reader_stop(r);
		r->streaming = false;
	}
	r->reader_quota = 0;
	return err;
}

int ring_mark(struct ring *r)
{
	if (r->reader_on)
		return -EBUSY;
	r->first = r->next;
	r->left_at_mark = r->max = r->left;
	r->refused = 0;
	r->read = r->stray = 0;
	r->max_known = true;
	return dropped_now(r, &r->dropped_at_mark);
}

struct lap_bounds {
	uint64_t count, sum_low, sum_high, min_low, min_high, max_low, max_high;
	uint64_t wire, bytes, by_queue[RING_QUEUES_MAX];
};

static void add_lap(struct lap_bounds *b, const struct ring_packet *p)
{
	uint64_t low = p->read_before > p->send_after ? p->read_before - p->send_after : 0;
	uint64_t high = p->read_after - p->send_before;

	b->sum_low += low;
	b->sum_high += high;
	if (!b->count || low < b->min_low)
		b->min_low = low;
	if (!b->count || high < b->min_high)
		b->min_high = high;
	if (low > b->max_low)
		b->max_low = low;
	if (high > b->max_high)
		b->max_high = high;
	b->count++;
	b->wire += p->segs;
	b->bytes += p->bytes;
	b->by_queue[p->queue]++;
}

static void print_packets(struct ring *r, FILE *out)
{
	const struct ring_packet *p;
	uint64_t i;

	fprintf(out, ",\"packets\":[");
	for (i = r->first; i < r->next; i++) {
		p = &r->packet[i];
		fprintf(out, "%s[%llu,%llu,%llu,%llu,%llu]", i > r->first ? "," : "",
			(unsigned long long)i, (unsigned long long)p->send_before,
			(unsigned long long)p->send_after,
			(unsigned long long)p->read_before,
			(unsigned long long)p->read_after);
	}
	fputc(']', out);
}

static void print_laps(struct ring *r, FILE *out)
{
	struct lap_bounds b = { 0 };
	uint64_t i;
	int q;

	for (i = r->first; i < r->next; i++)
		if (r->packet[i].read_after)
			add_lap(&b, &r->packet[i]);
#define N(x) (unsigned long long)(x)
	fprintf(out, ",\"wire_packets\":%llu,\"bytes\":%llu,\"by_queue\":[", N(b.wire), N(b.bytes));
	for (q = 0; q < r->queues; q++)
		fprintf(out, "%s%llu", q ? "," : "", N(b.by_queue[q]));
	fprintf(out, "],\"lap_ns\":{\"count\":%llu,\"sum_low\":%llu,\"sum_high\":%llu,"
		"\"min_low\":%llu,\"min_high\":%llu,\"max_low\":%llu,\"max_high\":%llu}",
		N(b.count), N(b.sum_low), N(b.sum_high), N(b.min_low), N(b.min_high),
		N(b.max_low), N(b.max_high));
}

int ring_print(struct ring *r, FILE *out, bool packets)
{
	uint64_t sent = r->next - r->first, dropped;
	int err = dropped_now(r, &dropped);

	if (err)
		return err;
	dropped -= r->dropped_at_mark;
	fprintf(out, "{\"name\":\"%s\",\"ring\":%d,\"queues\":%d,\"sent\":%llu,\"refused\":%llu,"
		"\"accepted\":%llu,\"dropped\":%llu,\"read\":%llu,\"stray\":%llu,"
		"\"left_before\":%llu,\"left\":%llu,\"max\":",
		r->name, r->len, r->queues, N(sent), N(r->refused), N(sent - r->refused - dropped),
		N(dropped), N(r->read), N(r->stray), N(r->left_at_mark), N(r->left));
	if (r->max_known)
		fprintf(out, "%llu", N(r->max));
	else
		fprintf(out, "null");
	print_laps(r, out);
#undef N
	if (packets)
		print_packets(r, out);
	fprintf(out, "}\n");
	return 0;
}
