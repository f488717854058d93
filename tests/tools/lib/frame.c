// SPDX-License-Identifier: GPL-2.0-only
#include <arpa/inet.h>
#include <net/ethernet.h>
#include <netinet/ip.h>
#include <netinet/udp.h>
#include <string.h>
#include "frame.h"

static const char magic[8] = "txrtest";
#define PAYLOAD_OFF (sizeof(struct ether_header) + sizeof(struct iphdr) + sizeof(struct udphdr))

static uint16_t ip_checksum(const void *p, size_t len)
{
	const uint8_t *b = p;
	uint32_t sum = 0;
	size_t i;

	for (i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)b[i] << 8 | b[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return htons((uint16_t)~sum);
}

void frame_mark(uint8_t *payload, uint64_t seq)
{
	memcpy(payload, magic, sizeof(magic));
	memcpy(payload + sizeof(magic), &seq, sizeof(seq));
}

size_t frame_build(uint8_t *buf, size_t size, uint64_t seq, unsigned int flow,
		   const uint8_t dst[6], const uint8_t src[6])
{
	struct ether_header eth = { .ether_type = htons(ETHERTYPE_IP) };
	struct iphdr ip = { .version = 4, .ihl = 5, .ttl = 64, .protocol = IPPROTO_UDP };
	struct udphdr udp = { .dest = htons(TEST_PORT) };

	if (size < FRAME_MIN)
		size = FRAME_MIN;
	if (size > FRAME_MAX)
		size = FRAME_MAX;
	memset(buf, 0, size);
	memcpy(eth.ether_dhost, dst, 6);
	memcpy(eth.ether_shost, src, 6);
	ip.tot_len = htons((uint16_t)(size - sizeof(eth)));
	ip.saddr = inet_addr(TEST_ADDR_SELF);
	ip.daddr = inet_addr(TEST_ADDR_PEER);
	ip.check = ip_checksum(&ip, sizeof(ip));
	udp.source = htons((uint16_t)(20000 + flow % 40000));
	udp.len = htons((uint16_t)(size - sizeof(eth) - sizeof(ip)));
	memcpy(buf, &eth, sizeof(eth));
	memcpy(buf + sizeof(eth), &ip, sizeof(ip));
	memcpy(buf + sizeof(eth) + sizeof(ip), &udp, sizeof(udp));
	frame_mark(buf + PAYLOAD_OFF, seq);
	return size;
}

uint64_t frame_seq(const uint8_t *buf, size_t len)
{
	uint64_t seq;

	if (len < PAYLOAD_OFF + FRAME_MARK_LEN ||
	    memcmp(buf + PAYLOAD_OFF, magic, sizeof(magic)))
		return UINT64_MAX;
	memcpy(&seq, buf + PAYLOAD_OFF + sizeof(magic), sizeof(seq));
	return seq;
}
