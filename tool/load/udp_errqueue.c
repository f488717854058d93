// SPDX-License-Identifier: GPL-2.0-only
/* udp_errqueue.c - what the kernel tells afterwards: stamps, zerocopy, ICMP. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <linux/errqueue.h>	/* needs struct timespec */
#include <linux/net_tstamp.h>
#include "udp_impl.h"

#define DEBT_MS 1000

struct note {
	bool has_error, has_time;
	struct sock_extended_err e;
	uint64_t ns;
};

static void read_note(struct note *n, struct msghdr *m)
{
	struct scm_timestamping ts;
	struct cmsghdr *c;

	memset(n, 0, sizeof(*n));
	for (c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
		if ((c->cmsg_level == IPPROTO_IP && c->cmsg_type == IP_RECVERR) ||
		    (c->cmsg_level == IPPROTO_IPV6 && c->cmsg_type == IPV6_RECVERR)) {
			memcpy(&n->e, CMSG_DATA(c), sizeof(n->e));
			n->has_error = true;
		} else if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPING) {
			memcpy(&ts, CMSG_DATA(c), sizeof(ts));
			n->ns = (uint64_t)ts.ts[0].tv_sec * 1000000000 +
				(uint64_t)ts.ts[0].tv_nsec;
			n->has_time = true;
		}
	}
}

/* SCHED is stamped before the qdisc, SND by the driver; a key joins the two. */
static void take_stamp(struct txr_udp_sender *s, const struct note *n)
{
	struct txr_udp_pending *p = &s->pending[n->e.ee_data % TXR_UDP_STAMPS];

	if (n->e.ee_info == SCM_TSTAMP_SCHED) {
		*p = (struct txr_udp_pending){ n->ns, n->e.ee_data, true };
	} else if (n->e.ee_info == SCM_TSTAMP_SND && p->waits && p->key == n->e.ee_data &&
		   n->ns >= p->ns) {
		p->waits = false;
		if (!txr_hist_add(&s->delay, n->ns - p->ns))
			txr_udp_add(&s->c.stamps, 1);
	}
}

static void take_note(struct txr_udp_sender *s, const struct note *n)
{
	uint32_t calls = n->e.ee_data - n->e.ee_info + 1;

	if (!n->has_error)
		return;
	switch (n->e.ee_origin) {
	case SO_EE_ORIGIN_TIMESTAMPING:
		if (n->has_time)
			take_stamp(s, n);
		break;
	case SO_EE_ORIGIN_ZEROCOPY:
		txr_udp_add(&s->c.zerocopy_done, calls);
		if (n->e.ee_code & SO_EE_CODE_ZEROCOPY_COPIED)
			txr_udp_add(&s->c.zerocopy_copied, calls);
		break;
	default:
		txr_udp_add(&s->c.icmp_errors, 1);
	}
}

void txr_udp_drain(struct txr_udp_sender *s)
{
	char control[512];
	struct note n;

	for (;;) {
		struct msghdr m = { .msg_control = control, .msg_controllen = sizeof(control) };

		if (recvmsg(s->fd, &m, MSG_ERRQUEUE | MSG_DONTWAIT) < 0)
			break;
		read_note(&n, &m);
		take_note(s, &n);
	}
}

static bool owed(const struct txr_udp_sender *s)
{
	return s->c.zerocopy_done < s->c.zerocopy_sent || s->c.stamps < s->c.stamps_due;
}

void txr_udp_settle_debts(struct txr_udp_sender *s)
{
	uint64_t until = txr_udp_now_ns() + DEBT_MS * 1000000ULL;
	struct pollfd p = { .fd = s->fd };	/* POLLERR is always told */
	uint64_t before;

	txr_udp_drain(s);
	while (owed(s) && txr_udp_now_ns() < until) {
		before = s->c.zerocopy_done + s->c.stamps;
		/* A stamp that was lost never comes: a quiet moment is the end. */
		if (poll(&p, 1, 200) == 0)
			break;
		txr_udp_drain(s);
		if (s->c.zerocopy_done + s->c.stamps == before)
			break;
	}
}
