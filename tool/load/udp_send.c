// SPDX-License-Identifier: GPL-2.0-only
/* udp_send.c - one message out, in each mode; what was refused, by kind. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "udp_impl.h"
#include "udp_payload.h"

static uint8_t *message(const struct txr_udp_sender *s)
{
	return s->buffers + s->at * s->u->c.message_bytes;
}

static uint64_t size_of(const struct txr_udp *u, uint64_t datagram)
{
	uint64_t at = datagram * u->c.segment_bytes;

	if (u->c.mode == TXR_UDP_FRAGMENT)
		return u->c.message_bytes;
	return u->c.message_bytes - at < u->c.segment_bytes ? u->c.message_bytes - at :
							       u->c.segment_bytes;
}

/* Number the datagrams from that one on, as if all of them were taken. */
static void stamp_from(struct txr_udp_sender *s, uint64_t from, uint64_t to)
{
	struct txr_udp *u = s->u;
	struct txr_udp_stamp st = { .run = u->run, .thread = (uint16_t)s->number };
	uint64_t i;

	for (i = from; i < to; i++) {
		st.bytes = (uint32_t)size_of(u, i);
		st.seq = s->seq + (i - from);
		txr_payload_stamp(message(s) + i * u->c.segment_bytes, &st);
	}
}

/* Those of [from, from + count) that have room for a head: only the last may not. */
static uint64_t numbered(const struct txr_udp *u, uint64_t from, uint64_t count)
{
	uint64_t last = u->datagrams - 1;

	if (size_of(u, 0) < TXR_UDP_HEAD_BYTES)
		return 0;
	return count - (from + count > last && size_of(u, last) < TXR_UDP_HEAD_BYTES);
}

static int flags_of(const struct txr_udp_sender *s)
{
	return s->u->c.zerocopy ? MSG_ZEROCOPY : 0;
}

static void taken(struct txr_udp_sender *s, uint64_t calls, uint64_t from, uint64_t datagrams,
		  uint64_t bytes)
{
	const struct txr_udp *u = s->u;
	bool fragment = s->used == TXR_UDP_FRAGMENT;
	/* Each call of GSO, each datagram of sendmmsg has its own notification. */
	uint64_t notes = s->used == TXR_UDP_GSO ? calls : datagrams;

	s->seq += numbered(u, from, datagrams);
	txr_udp_add(&s->c.numbered, numbered(u, from, datagrams));
	txr_udp_add(&s->c.datagrams, datagrams);
	txr_udp_add(&s->c.bytes, bytes);
	txr_udp_add(&s->c.wire_packets,
		    fragment ? txr_udp_fragments(u->t.family, u->t.mtu, bytes) : datagrams);
	if (u->c.zerocopy)
		txr_udp_add(&s->c.zerocopy_sent, notes);
	if (u->c.timestamps)
		txr_udp_add(&s->c.stamps_due, notes);
}

/* What no later call can do better. */
static bool is_final(int code)
{
	switch (txr_udp_refusal_of(code)) {
	case TXR_UDP_EMSGSIZE:
	case TXR_UDP_EINVAL:
	case TXR_UDP_EIO:
	case TXR_UDP_OTHER:
		return code != EINTR;
	default:
		return false;
	}
}

static bool refused(struct txr_udp_sender *s, int code, uint64_t datagrams)
{
	const struct txr_udp *u = s->u;

	txr_udp_add(&s->c.refused[txr_udp_refusal_of(code)], datagrams);
	txr_udp_drain(s);
	if (!is_final(code))
		return true;
	if (code == EMSGSIZE)
		txr_fail(&s->err, code, "%s: datagrams of %" PRIu64 " bytes: %s; the path's MTU "
			 "is smaller now than the %u it was, give a smaller --segment or --size",
			 u->t.address, size_of(u, 0), strerror(code), u->t.mtu);
	else
		txr_fail(&s->err, code, "%s: --mode %s: %s; try another --mode, or smaller "
			 "sizes", u->t.address, txr_udp_mode_name(s->used), strerror(code));
	return false;
}

static bool send_each(struct txr_udp_sender *s)
{
	const struct txr_udp *u = s->u;
	uint64_t i, complete = 0, bytes;
	ssize_t n;

	for (i = 0; i < u->datagrams && !txr_udp_stopping(u); i++) {
		bytes = size_of(u, i);
		stamp_from(s, i, i + 1);
		if (!txr_udp_pace(s, 1, bytes))
			break;
		n = sendmsg(s->fd, &s->vec[i].msg_hdr, flags_of(s));
		if (n == (ssize_t)bytes) {
			txr_udp_add(&s->c.calls, 1);
			taken(s, 1, i, 1, bytes);
			complete++;
		} else if (!refused(s, n < 0 ? errno : EMSGSIZE, 1)) {
			return false;
		}
	}
	txr_udp_add(&s->c.messages, complete == u->datagrams);
	return true;
}

static uint64_t bytes_of(const struct txr_udp *u, uint64_t from, uint64_t count)
{
	uint64_t i, sum = 0;

	for (i = from; i < from + count; i++)
		sum += size_of(u, i);
	return sum;
}

/*
 * A call that took a part stopped at a datagram that was refused; why is not
 * told (__sys_sendmmsg() drops the error once something was sent).
 */
static bool send_vector(struct txr_udp_sender *s)
{
	const struct txr_udp *u = s->u;
	uint64_t at = 0, complete = 0;
	int n;

	if (!txr_udp_pace(s, u->datagrams, u->c.message_bytes))
		return true;
	while (at < u->datagrams) {
		stamp_from(s, at, u->datagrams);
		n = sendmmsg(s->fd, s->vec + at, (unsigned int)(u->datagrams - at), flags_of(s));
		if (n <= 0) {
			if (!refused(s, n < 0 ? errno : EIO, 1))
				return false;
			at++;
			continue;
		}
		txr_udp_add(&s->c.calls, 1);
		taken(s, 1, at, (uint64_t)n, bytes_of(u, at, (uint64_t)n));
		complete += (uint64_t)n;
		at += (uint64_t)n;
		if (at < u->datagrams) {
			txr_udp_add(&s->c.partial_calls, 1);
			txr_udp_add(&s->c.refused[TXR_UDP_PARTIAL], 1);
			at++;
		}
	}
	txr_udp_add(&s->c.messages, complete == u->datagrams);
	return true;
}

/*
 * GSO is refused for good: EIO where the device computes no checksum (until 6.11)
 * or IPsec is on the way, EINVAL above 64 segments on older kernels.
 */
static bool give_up_gso(struct txr_udp_sender *s, int code)
{
	if (s->used != TXR_UDP_GSO || (code != EIO && code != EINVAL) || s->c.calls)
		return false;
	if (txr_udp_set_segment(s->fd, 0))
		return false;
	s->gso_errno = code;
	s->used = TXR_UDP_SENDMMSG;
	return true;
}

/* gso and fragment: the whole message is one call. */
static bool send_whole(struct txr_udp_sender *s)
{
	const struct txr_udp *u = s->u;
	struct iovec iov = { message(s), u->c.message_bytes };
	struct msghdr m = s->vec[0].msg_hdr;
	ssize_t n;
	int code;

	m.msg_iov = &iov;
	stamp_from(s, 0, u->datagrams);
	if (!txr_udp_pace(s, u->datagrams, u->c.message_bytes))
		return true;
	n = sendmsg(s->fd, &m, flags_of(s));
	if (n == (ssize_t)u->c.message_bytes) {
		txr_udp_add(&s->c.calls, 1);
		taken(s, 1, 0, u->datagrams, u->c.message_bytes);
		txr_udp_add(&s->c.messages, 1);
		return true;
	}
	code = n < 0 ? errno : EMSGSIZE;
	if (give_up_gso(s, code)) {
		txr_udp_add(&s->c.refused[txr_udp_refusal_of(code)], u->datagrams);
		return true;
	}
	return refused(s, code, u->datagrams);
}

bool txr_udp_send_message(struct txr_udp_sender *s)
{
	const struct txr_udp *u = s->u;
	uint64_t i;
	bool ok;

	for (i = 0; i < u->datagrams; i++)
		s->iov[i].iov_base = message(s) + i * u->c.segment_bytes;
	switch (s->used) {
	case TXR_UDP_SEND:
		ok = send_each(s);
		break;
	case TXR_UDP_SENDMMSG:
		ok = send_vector(s);
		break;
	default:
		ok = send_whole(s);
	}
	s->at = (s->at + 1) % s->nr_buffers;
	if (u->c.zerocopy || u->c.timestamps)
		txr_udp_drain(s);
	return ok;
}
