// SPDX-License-Identifier: GPL-2.0-only
/* nl.c - netlink dumps. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include "sys/nl.h"

/* The kernel fills at most 32 KiB of a dump at once (netlink_dump()). */
#define NL_BUF_BYTES	(64 * 1024)

int txr_nl_open(struct txr_nl *nl, int protocol)
{
	struct sockaddr_nl a = { .nl_family = AF_NETLINK };
	/* The kernel answers at once; a hang here would hang a recording. */
	struct timeval patience = { .tv_sec = 5 };
	int err;

	memset(nl, 0, sizeof(*nl));
	nl->fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol);
	if (nl->fd < 0)
		return -errno;
	if (bind(nl->fd, (struct sockaddr *)&a, sizeof(a)) < 0) {
		err = -errno;
		txr_nl_close(nl);
		return err;
	}
	setsockopt(nl->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	nl->buf = malloc(NL_BUF_BYTES);
	if (!nl->buf) {
		txr_nl_close(nl);
		return -ENOMEM;
	}
	return 0;
}

void txr_nl_close(struct txr_nl *nl)
{
	if (nl->fd >= 0)
		close(nl->fd);
	free(nl->buf);
	nl->buf = NULL;
	nl->fd = -1;
}

struct answers {
	int (*fn)(void *arg, const struct nlmsghdr *h);
	void *arg;
	bool done, interrupted;
};

static int error_code(const struct nlmsghdr *h)
{
	struct nlmsgerr e;

	if (h->nlmsg_len < NLMSG_LENGTH(sizeof(e)))
		return -EPROTO;
	memcpy(&e, NLMSG_DATA(h), sizeof(e));
	return e.error > 0 ? -EPROTO : e.error;
}

/* NLMSG_DONE carries the dump's error as an int (netlink_dump_done()). */
static int done_code(const struct nlmsghdr *h)
{
	int code = 0;

	if (h->nlmsg_len >= NLMSG_LENGTH(sizeof(code)))
		memcpy(&code, NLMSG_DATA(h), sizeof(code));
	return code > 0 ? 0 : code;
}

static int one_answer(struct answers *a, const struct nlmsghdr *h, int flags)
{
	if (h->nlmsg_flags & NLM_F_DUMP_INTR)
		a->interrupted = true;
	if (h->nlmsg_type == NLMSG_ERROR || h->nlmsg_type == NLMSG_DONE) {
		a->done = true;
		return h->nlmsg_type == NLMSG_ERROR ? error_code(h) : done_code(h);
	}
	if (!(flags & NLM_F_DUMP))
		a->done = true;
	return a->fn(a->arg, h);
}

/*
 * Walks one datagram. Once fn has failed the rest of the dump is still read, so
 * that the socket is clean for the next request.
 */
static int read_part(struct txr_nl *nl, struct answers *a, int flags, int err)
{
	struct nlmsghdr *h = (struct nlmsghdr *)nl->buf;
	ssize_t n = recv(nl->fd, nl->buf, NL_BUF_BYTES, MSG_TRUNC);
	size_t left;
	int ret;

	if (n < 0) {
		a->done = errno != EINTR;
		return errno == EINTR ? err : -errno;
	}
	if (n == 0) {
		a->done = true;
		return err ? err : -EPROTO;
	}
	if (n > NL_BUF_BYTES)
		return -EMSGSIZE;
	for (left = n; NLMSG_OK(h, left) && !a->done; h = NLMSG_NEXT(h, left)) {
		if (h->nlmsg_seq != nl->seq)
			continue;
		if (err && h->nlmsg_type != NLMSG_DONE && h->nlmsg_type != NLMSG_ERROR)
			continue;
		ret = one_answer(a, h, flags);
		if (!err)
			err = ret;
	}
	return err;
}

int txr_nl_talk(struct txr_nl *nl, struct nlmsghdr *req, int flags,
		int (*fn)(void *arg, const struct nlmsghdr *h), void *arg)
{
	struct answers a = { .fn = fn, .arg = arg };
	int err = 0;

	req->nlmsg_seq = ++nl->seq;
	req->nlmsg_flags = NLM_F_REQUEST | flags;
	if (send(nl->fd, req, req->nlmsg_len, 0) < 0)
		return -errno;
	while (!a.done)
		err = read_part(nl, &a, flags, err);
	if (!err && a.interrupted)
		err = -EAGAIN;
	return err;
}

void txr_nla_parse(struct txr_nla *tb, int max, const void *buf, size_t len)
{
	const char *p = buf;
	struct nlattr a;
	size_t step;
	int type;

	memset(tb, 0, (max + 1) * sizeof(*tb));
	while (len >= NLA_HDRLEN) {
		memcpy(&a, p, sizeof(a));
		if (a.nla_len < NLA_HDRLEN || a.nla_len > len)
			return;
		type = a.nla_type & NLA_TYPE_MASK;
		if (type <= max) {
			tb[type].data = p + NLA_HDRLEN;
			tb[type].len = a.nla_len - NLA_HDRLEN;
		}
		step = NLA_ALIGN(a.nla_len);
		if (step >= len)
			return;
		p += step;
		len -= step;
	}
}

void txr_nl_attrs(struct txr_nla *tb, int max, const struct nlmsghdr *h, size_t hdrlen)
{
	size_t skip = NLMSG_LENGTH(NLMSG_ALIGN(hdrlen));
	size_t len = h->nlmsg_len > skip ? h->nlmsg_len - skip : 0;

	txr_nla_parse(tb, max, (const char *)h + skip, len);
}

void txr_nla_put(struct nlmsghdr *h, uint16_t type, const void *data, size_t len)
{
	struct nlattr a = { .nla_len = NLA_HDRLEN + len, .nla_type = type };
	char *p = (char *)h + NLMSG_ALIGN(h->nlmsg_len);

	memcpy(p, &a, sizeof(a));
	memcpy(p + NLA_HDRLEN, data, len);
	memset(p + NLA_HDRLEN + len, 0, NLA_ALIGN(len) - len);
	h->nlmsg_len = NLMSG_ALIGN(h->nlmsg_len) + NLA_HDRLEN + NLA_ALIGN(len);
}

uint32_t txr_nla_u32(const struct txr_nla *a, uint32_t dflt)
{
	if (a->len >= sizeof(dflt))
		memcpy(&dflt, a->data, sizeof(dflt));
	return dflt;
}

int64_t txr_nla_uint(const struct txr_nla *a, int64_t dflt)
{
	uint64_t v;

	if (a->len < sizeof(v))
		return a->len >= sizeof(uint32_t) ? (int64_t)txr_nla_u32(a, 0) : dflt;
	memcpy(&v, a->data, sizeof(v));
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

void txr_nla_text(const struct txr_nla *a, char *buf, size_t size)
{
	size_t len = a->data ? strnlen(a->data, a->len) : 0;

	if (len >= size)
		len = size - 1;
	if (len)
		memcpy(buf, a->data, len);
	memset(buf + len, 0, size - len);
}
