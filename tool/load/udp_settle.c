// SPDX-License-Identifier: GPL-2.0-only
/*
 * udp_settle.c - sizes: what is asked for, what fits, what the kernel allows.
 *
 * A datagram's limit is that of the IP packet: IPv4's total length counts the
 * header (65535 - 20 - 8), IPv6's payload length does not (65535 - 8). GSO's
 * message obeys the same, for it is built as one packet (ip_append_data(),
 * IP_MAX_MTU and IP6_MAX_MTU).
 */
#include <errno.h>
#include <inttypes.h>
#include <sys/socket.h>
#include "udp.h"
#include "udp_impl.h"

#define UDP_HEADER	8

static uint32_t ip_header(int family)
{
	return family == AF_INET6 ? 40 : 20;
}

static uint64_t datagram_max(int family)
{
	return family == AF_INET6 ? 65535 - UDP_HEADER : 65535 - 20 - UDP_HEADER;
}

static const char *family_name(int family)
{
	return family == AF_INET6 ? "IPv6" : "IPv4";
}

uint64_t txr_udp_datagrams(const struct txr_udp_config *c)
{
	if (c->mode == TXR_UDP_FRAGMENT)
		return 1;
	return (c->message_bytes + c->segment_bytes - 1) / c->segment_bytes;
}

/*
 * As __ip_append_data() and __ip6_append_data() cut: each fragment but the last
 * carries a multiple of 8 bytes. IPv4's last takes up to what the MTU has room
 * for, IPv6's no more than the others. IPv6 fragments have a header of their own,
 * of 8 bytes.
 */
uint64_t txr_udp_fragments(int family, uint32_t mtu, uint64_t bytes)
{
	uint64_t whole = bytes + UDP_HEADER, header = ip_header(family), room, last;

	if (header + whole <= mtu)
		return 1;
	if (family == AF_INET6)
		header += 8;
	last = mtu - header;
	room = last & ~7ULL;
	if (family == AF_INET6)
		last = room;
	return 1 + (whole - last + room - 1) / room;
}

static int check_segment(const struct txr_udp_config *c, const struct txr_udp_target *t,
			 uint64_t fits, struct txr_err *err)
{
	if (c->segment_bytes <= fits)
		return 0;
	return txr_fail(err, EINVAL, "--segment %" PRIu64 " and --mode %s: above the %" PRIu64
			" bytes that fit the MTU of %u to %s over %s; give less, or --mode "
			"fragment", c->segment_bytes, txr_udp_mode_name(c->mode), fits, t->mtu,
			t->address, family_name(t->family));
}

static int check_gso(const struct txr_udp_config *c, struct txr_err *err)
{
	uint64_t n = txr_udp_datagrams(c);

	if (n <= TXR_UDP_SEGMENTS_MAX)
		return 0;
	return txr_fail(err, EINVAL, "--size %" PRIu64 " and --segment %" PRIu64 ": %" PRIu64
			" segments, and GSO cuts a message into %d at most; give a smaller "
			"--size or a larger --segment", c->message_bytes, c->segment_bytes, n,
			TXR_UDP_SEGMENTS_MAX);
}

static int check_message(const struct txr_udp_config *c, int family, struct txr_err *err)
{
	uint64_t max = datagram_max(family);

	if ((c->mode == TXR_UDP_GSO || c->mode == TXR_UDP_FRAGMENT) && c->message_bytes > max)
		return txr_fail(err, EINVAL, "--size %" PRIu64 " and --mode %s: one packet of "
				"%s carries %" PRIu64 " bytes at most; give less, or --mode send",
				c->message_bytes, txr_udp_mode_name(c->mode),
				family_name(family), max);
	if (c->message_bytes > TXR_UDP_MESSAGE_MAX)
		return txr_fail(err, EINVAL, "--size %" PRIu64 ": above %u; a message is sent "
				"from one buffer, give less", c->message_bytes,
				TXR_UDP_MESSAGE_MAX);
	if (c->mode == TXR_UDP_SENDMMSG && txr_udp_datagrams(c) > TXR_UDP_VECTOR_MAX)
		return txr_fail(err, EINVAL, "--size %" PRIu64 " and --segment %" PRIu64
				": %" PRIu64 " datagrams, and sendmmsg takes %d at most; give a "
				"smaller --size or a larger --segment", c->message_bytes,
				c->segment_bytes, txr_udp_datagrams(c), TXR_UDP_VECTOR_MAX);
	return 0;
}

/* As many whole segments as one packet holds, so that all modes send the same. */
static uint64_t default_message(const struct txr_udp_config *c, int family)
{
	uint64_t n = datagram_max(family) / c->segment_bytes;

	if (n > TXR_UDP_SEGMENTS_SAFE)
		n = TXR_UDP_SEGMENTS_SAFE;
	return n ? n * c->segment_bytes : c->segment_bytes;
}

int txr_udp_settle(struct txr_udp_config *c, const struct txr_udp_target *t,
		   struct txr_err *err)
{
	uint64_t headers = ip_header(t->family) + UDP_HEADER, fits;
	int ret = 0;

	if (t->mtu < headers + 8)
		return txr_fail(err, EINVAL, "%s: its path has an MTU of %u, too small for UDP; "
				"raise the MTU", t->address, t->mtu);
	fits = t->mtu - headers;
	if (fits > datagram_max(t->family))
		fits = datagram_max(t->family);
	if (!c->segment_bytes)
		c->segment_bytes = c->message_bytes && c->message_bytes < fits ?
				   c->message_bytes : fits;
	if (c->mode != TXR_UDP_FRAGMENT)
		ret = check_segment(c, t, fits, err);
	if (ret)
		return ret;
	if (!c->message_bytes)
		c->message_bytes = default_message(c, t->family);
	ret = check_message(c, t->family, err);
	if (!ret && c->mode == TXR_UDP_GSO)
		ret = check_gso(c, err);
	if (!ret && c->mode == TXR_UDP_FRAGMENT && c->message_bytes <= fits)
		return txr_fail(err, EINVAL, "--size %" PRIu64 " and --mode fragment: it fits the "
				"MTU of %u and would not be cut; give more than %" PRIu64,
				c->message_bytes, t->mtu, fits);
	return ret;
}
