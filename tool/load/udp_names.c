// SPDX-License-Identifier: GPL-2.0-only
/* udp_names.c - modes and kinds of refusal, and what an errno is. */
#include <errno.h>
#include "udp.h"

const char *txr_udp_mode_name(enum txr_udp_mode m)
{
	static const char *const name[TXR_UDP_MODES] = {
		[TXR_UDP_SEND] = "send", [TXR_UDP_SENDMMSG] = "sendmmsg",
		[TXR_UDP_GSO] = "gso", [TXR_UDP_FRAGMENT] = "fragment",
	};

	return name[m];
}

const char *txr_udp_refusal_name(enum txr_udp_refusal r)
{
	static const char *const name[TXR_UDP_REFUSALS] = {
		[TXR_UDP_ENOBUFS] = "ENOBUFS", [TXR_UDP_EAGAIN] = "EAGAIN",
		[TXR_UDP_EMSGSIZE] = "EMSGSIZE", [TXR_UDP_EINVAL] = "EINVAL",
		[TXR_UDP_EIO] = "EIO", [TXR_UDP_ECONNREFUSED] = "ECONNREFUSED",
		[TXR_UDP_EPERM] = "EPERM", [TXR_UDP_UNREACHABLE] = "unreachable",
		[TXR_UDP_PARTIAL] = "partial", [TXR_UDP_OTHER] = "other",
	};

	return name[r];
}

uint64_t txr_udp_refused(const struct txr_udp_counts *c)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < TXR_UDP_REFUSALS; i++)
		sum += c->refused[i];
	return sum;
}

enum txr_udp_refusal txr_udp_refusal_of(int code)
{
	switch (code) {
	case ENOBUFS:
	case ENOMEM:
		return TXR_UDP_ENOBUFS;
	case EAGAIN:
		return TXR_UDP_EAGAIN;
	case EMSGSIZE:
		return TXR_UDP_EMSGSIZE;
	case EINVAL:
		return TXR_UDP_EINVAL;
	case EIO:
		return TXR_UDP_EIO;
	case ECONNREFUSED:
		return TXR_UDP_ECONNREFUSED;
	case EPERM:
		return TXR_UDP_EPERM;
	case ENETDOWN:
	case ENETUNREACH:
	case EHOSTUNREACH:
	case EHOSTDOWN:
		return TXR_UDP_UNREACHABLE;
	}
	return TXR_UDP_OTHER;
}
