// SPDX-License-Identifier: GPL-2.0-only
/* udp_pace.c - a sender's share of the rate, datagram by datagram. */
#include <time.h>
#include "udp_impl.h"

/* Behind by more than this, the time is given up and counted, not made good. */
#define BEHIND_NS	100000000ULL
#define NAP_NS		50000000ULL

static uint64_t cost_ns(const struct txr_udp_config *c, uint64_t datagrams, uint64_t bytes)
{
	unsigned __int128 ns = 0;

	if (c->pps)
		ns = (unsigned __int128)datagrams * 1000000000 * c->threads / c->pps;
	else if (c->rate_bps)
		ns = (unsigned __int128)bytes * 8000000000 * c->threads / c->rate_bps;
	return (uint64_t)ns;
}

/* False: the load ends before that. */
static bool sleep_until(const struct txr_udp *u, uint64_t due)
{
	uint64_t now, to;
	struct timespec ts;

	while ((now = txr_udp_now_ns()) < due && !txr_udp_stopping(u)) {
		to = due - now > NAP_NS ? now + NAP_NS : due;
		if (u->end_ns && to > u->end_ns)
			to = u->end_ns;
		ts.tv_sec = (time_t)(to / 1000000000);
		ts.tv_nsec = (long)(to % 1000000000);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
		if (u->end_ns && txr_udp_now_ns() >= u->end_ns)
			return false;
	}
	return !txr_udp_stopping(u);
}

bool txr_udp_pace(struct txr_udp_sender *s, uint64_t datagrams, uint64_t bytes)
{
	uint64_t cost = cost_ns(&s->u->c, datagrams, bytes), now;

	if (!cost)
		return true;
	now = txr_udp_now_ns();
	if (now > s->due_ns + BEHIND_NS) {
		txr_udp_add(&s->c.behind, 1);
		s->due_ns = now;
	}
	if (!sleep_until(s->u, s->due_ns))
		return false;
	s->due_ns += cost;
	return true;
}
