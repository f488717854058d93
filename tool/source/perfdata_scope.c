// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_scope.c - of which tasks and CPUs the events are.
 *
 * perf record tells it of itself in front of the samples (struct
 * perf_record_thread_map and perf_record_cpu_map in tools/lib/perf). A packet is
 * sent by one task and freed by another, on whatever CPU: with some of them alone
 * packets would seem to stay.
 */
#include <errno.h>
#include "perfdata_impl.h"

enum { MAP_CPUS, MAP_MASK, MAP_RANGE };

/* How many, then a task and its name for each; all of them are the one task -1. */
int perf_on_thread_map(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	size_t at;

	for (at = 8; at + 24 <= r->len; at += 24)
		if ((int32_t)perf_u64(p, r->body + at) != -1)
			return txr_fail(err, EINVAL, "%s: only the events of some tasks were "
					"recorded; record with -a and without -p, -t and -u",
					p->s->path);
	return 0;
}

static unsigned int bits(const uint8_t *at, const uint8_t *end)
{
	unsigned int n = 0;

	for (; at < end; at++)
		n += (unsigned int)__builtin_popcount(*at);
	return n;
}

/* 0: not told */
static unsigned int count_cpus(const struct perfdata *p, const struct perf_record *r)
{
	const uint8_t *b = r->body, *end = b + r->len;

	if (r->len < 8)
		return 0;
	switch (perf_u16(p, b)) {
	case MAP_CPUS:
		return perf_u16(p, b + 4) == UINT16_MAX ? 0 : perf_u16(p, b + 2);
	case MAP_MASK:		/* of words of 4 or 8 bytes, which are aligned in old files */
		return bits(b + (perf_u16(p, b + 4) == 8 && r->len > 10 ? 10 : 6), end);
	case MAP_RANGE:
		return perf_u16(p, b + 6) < perf_u16(p, b + 4) ? 0 :
		       perf_u16(p, b + 6) - perf_u16(p, b + 4) + 1u;
	default:
		return 0;
	}
}

int perf_on_cpu_map(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	unsigned int n = count_cpus(p, r);

	if (!n || n >= p->online)
		return 0;
	return txr_fail(err, EINVAL, "%s: only the events of %u of %u CPUs were recorded; record "
			"with -a and without -C", p->s->path, n, p->online);
}
