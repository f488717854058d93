// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_never_completed.c - packets that the device did not give back, on a queue
 * that has not stalled (that is a finding of its own).
 *
 * overtaken: younger packets were given back, these were not. no carrier: the device
 * has none, or is down. idle tail: traffic ended, and the last packets wait; many
 * drivers clean up only at the next xmit (virtio_net without tx NAPI), so this says
 * only that they wait. Younger than the threshold: in flight, no finding.
 */
#include <inttypes.h>
#include <stdio.h>
#include "findings.h"
#include "stalled.h"
#include "stats_impl.h"

enum verdict { IN_FLIGHT, IDLE_TAIL, NO_CARRIER, OVERTAKEN };

struct look {
	uint64_t oldest_age_ns, since_release_ns, since_start_ns;
};

static uint64_t ago(uint64_t end_ns, uint64_t ts_ns)
{
	return end_ns > ts_ns ? end_ns - ts_ns : 0;
}

static uint64_t starts_since(const struct txr_queue *q)
{
	return q->books.started - q->started_by_release;
}

static struct look look_at(const struct txr_rowx *x)
{
	uint64_t end_ns = x->b->until_ns;

	return (struct look){
		.oldest_age_ns = x->q->oldest.lap[0].age_ns,
		.since_start_ns = ago(end_ns, x->q->last_start_ns),
		.since_release_ns = ago(end_ns, x->q->last_release_ns),
	};
}

static enum verdict judge(const struct txr_rowx *x, const struct look *l)
{
	const struct txr_queue *q = x->q;
	uint64_t threshold_ns = x->b->st->stall_ns;
	struct txr_stalled s;

	if (l->oldest_age_ns < threshold_ns)
		return IN_FLIGHT;
	if (q->released_start_ns > q->oldest.lap[0].start_ns)
		return OVERTAKEN;
	txr_stalled_judge(&s, x);
	if (s.state == TXR_STALL_NOW)
		return IN_FLIGHT;
	if (s.paused)
		return NO_CARRIER;
	/* A start that was just now may still bring them back. */
	return ago(x->b->until_ns, q->stall.quiet_ns) >= threshold_ns &&
	       l->since_start_ns >= TXR_STALL_GRACE_NS ? IDLE_TAIL : IN_FLIGHT;
}

/* Doubts weaken it: a release that was lost looks the same. */
static enum txr_severity severity(const struct txr_rowx *x, enum verdict v)
{
	bool in_doubt = x->b->st->loss.any || x->late_release;

	return v == OVERTAKEN && !in_doubt ? TXR_WARNING : TXR_INFO;
}

static void message(struct txr_finding *f, const struct txr_rowx *x, enum verdict v,
		    const struct look *l)
{
	const char *doubt = x->b->st->loss.any ? "; events were lost, it may be these" :
			    x->late_release ? "; it may be that only their free was not seen" : "";
	uint64_t open = x->q->oldest.open;
	char age[TXR_TIME_TEXT];

	txr_time_text(age, l->oldest_age_ns);
	if (v == OVERTAKEN)
		txr_finding_message(f, "of %" PRIu64 " open packets the oldest is %s old, while "
				    "packets that started after it were given back%s", open, age,
				    doubt);
	else if (v == NO_CARRIER)
		txr_finding_message(f, "%" PRIu64 " packets were not given back, the oldest is %s "
				    "old: the device has no carrier, or is down%s", open, age,
				    doubt);
	else
		txr_finding_message(f, "traffic ended with %" PRIu64 " packets not given back, "
				    "the oldest %s old: some drivers clean up only at the next "
				    "xmit%s", open, age, doubt);
}

static const char *advice(enum verdict v)
{
	if (v == NO_CARRIER)
		return "bring the link up again (ethtool, the cable, the peer), and see whether "
		       "they come back";
	if (v == OVERTAKEN)
		return "the driver may have lost them: look at ethtool -S, and tell its maintainers "
		       "the oldest packets (report -v)";
	return "send one more packet and see whether they come back";
}

static void name_oldest(struct txr_finding *f, const struct txr_row *r)
{
	char text[64];

	if (!r->nr_oldest)
		return;
	snprintf(text, sizeof(text), "0x%" PRIx64 ", %u bytes, pid %d", r->oldest[0].skbaddr,
		 r->oldest[0].len_bytes, r->oldest[0].pid);
	txr_finding_text(f, "oldest", text);
}

void txr_find_never_completed(const struct txr_rowx *x)
{
	static const char *const classes[] = {
		[IDLE_TAIL] = "idle-tail", [NO_CARRIER] = "no-carrier",
		[OVERTAKEN] = "overtaken",
	};
	struct look l;
	enum verdict v;
	struct txr_finding *f;

	if (!x->q->oldest.open || x->row->kind == TXR_KIND_HANDOVER)
		return;
	l = look_at(x);
	v = judge(x, &l);
	if (v == IN_FLIGHT)
		return;
	f = txr_finding_new(x->b, TXR_F_NEVER_COMPLETED, x->row);
	if (!f)
		return;
	f->severity = severity(x, v);
	message(f, x, v, &l);
	txr_finding_advice(f, "%s", advice(v));
	txr_finding_text(f, "class", classes[v]);
	txr_finding_number(f, "threshold_ns", (int64_t)x->b->st->stall_ns);
	txr_finding_number(f, "open_packets", (int64_t)x->q->oldest.open);
	txr_finding_number(f, "oldest_age_ns", (int64_t)l.oldest_age_ns);
	name_oldest(f, x->row);
	if (x->q->last_release_ns)
		txr_finding_number(f, "since_last_release_ns", (int64_t)l.since_release_ns);
	txr_finding_number(f, "since_last_start_ns", (int64_t)l.since_start_ns);
	txr_finding_number(f, "starts_since_release", (int64_t)starts_since(x->q));
	txr_finding_number(f, "watchdog_events", (int64_t)x->q->watchdogs);
	txr_finding_number(f, "dql_stalls", (int64_t)x->q->dql_stalls);
}
