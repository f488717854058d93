// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_never_completed.c - packets that the device did not give back.
 *
 * stalled: nothing was released for longer than the threshold, though starts went
 * on, or the queue stands stopped or full. overtaken: younger packets were given
 * back, these were not. idle tail: traffic ended, and the last packets wait; many
 * drivers clean up only at the next xmit (virtio_net without tx NAPI), so this
 * says only that they wait. Younger than the threshold: in flight, no finding.
 */
#include <inttypes.h>
#include <stdio.h>
#include "findings.h"
#include "stats_impl.h"

enum verdict { IN_FLIGHT, IDLE_TAIL, OVERTAKEN, STALLED };

struct look {
	uint64_t oldest_age_ns, since_release_ns, since_start_ns, released_last_ns;
	bool ever_released;
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
	const struct txr_queue *q = x->q;
	uint64_t end_ns = x->b->until_ns;
	struct look l = {
		.oldest_age_ns = q->oldest.lap[0].age_ns,
		.since_start_ns = ago(end_ns, q->last_start_ns),
		.ever_released = q->last_release_ns != 0,
	};

	/* Never released: as long as there was something to release. */
	l.released_last_ns = l.ever_released ? q->last_release_ns : q->first_ns;
	l.since_release_ns = ago(end_ns, l.released_last_ns);
	return l;
}

static enum verdict judge(const struct txr_rowx *x, const struct look *l)
{
	const struct txr_queue *q = x->q;
	bool stuck = q->packed.state & (TXR_Q_STOPPED | TXR_Q_FULL);

	if (l->oldest_age_ns < TXR_NEVER_COMPLETED_NS)
		return IN_FLIGHT;
	if (l->since_release_ns >= TXR_NEVER_COMPLETED_NS) {
		if (stuck || q->watchdogs ||
		    ago(q->last_start_ns, l->released_last_ns) >= TXR_NEVER_COMPLETED_NS)
			return STALLED;
	}
	if (q->released_start_ns > q->oldest.lap[0].start_ns)
		return OVERTAKEN;
	return l->since_release_ns >= TXR_NEVER_COMPLETED_NS ? IDLE_TAIL : IN_FLIGHT;
}

/* Doubts weaken it: a release that was lost looks the same. */
static enum txr_severity severity(const struct txr_rowx *x, enum verdict v)
{
	bool in_doubt = x->b->st->loss.any || x->late_release;

	if (v == IDLE_TAIL)
		return TXR_INFO;
	if (v == STALLED && !x->b->st->loss.any)
		return TXR_ERROR;
	return in_doubt ? TXR_INFO : TXR_WARNING;
}

static void message(struct txr_finding *f, const struct txr_rowx *x, enum verdict v,
		    const struct look *l)
{
	uint64_t open = x->q->oldest.open, since = starts_since(x->q);
	double age = (double)l->oldest_age_ns / 1e9, quiet = (double)l->since_release_ns / 1e9;
	const char *doubt = x->b->st->loss.any ? "; events were lost, it may be these" :
			    x->late_release ? "; it may be that only their free was not seen" : "";

	if (v == STALLED)
		txr_finding_message(f, "%" PRIu64 " packets were not given back, the oldest for "
				    "%.3f s; nothing was released for %.3f s, with %" PRIu64
				    " starts since%s", open, age, quiet, since, doubt);
	else if (v == OVERTAKEN)
		txr_finding_message(f, "of %" PRIu64 " open packets the oldest is %.3f s old, while "
				    "packets that started after it were given back%s", open, age,
				    doubt);
	else
		txr_finding_message(f, "traffic ended with %" PRIu64 " packets not given back, "
				    "the oldest %.3f s old: some drivers clean up only at the next "
				    "xmit%s", open, age, doubt);
}

static const char *advice(enum verdict v)
{
	if (v == STALLED)
		return "is its interrupt missing (/proc/interrupts), its link down (ethtool), its "
		       "driver complaining (dmesg)? ip link set down and up resets the ring";
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
		[IDLE_TAIL] = "idle-tail", [OVERTAKEN] = "overtaken", [STALLED] = "stalled",
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
	txr_finding_number(f, "threshold_ns", TXR_NEVER_COMPLETED_NS);
	txr_finding_number(f, "open_packets", (int64_t)x->q->oldest.open);
	txr_finding_number(f, "oldest_age_ns", (int64_t)l.oldest_age_ns);
	name_oldest(f, x->row);
	if (l.ever_released)
		txr_finding_number(f, "since_last_release_ns", (int64_t)l.since_release_ns);
	txr_finding_number(f, "since_last_start_ns", (int64_t)l.since_start_ns);
	txr_finding_number(f, "starts_since_release", (int64_t)starts_since(x->q));
	txr_finding_number(f, "watchdog_events", (int64_t)x->q->watchdogs);
	txr_finding_number(f, "dql_stalls", (int64_t)x->q->dql_stalls);
}
