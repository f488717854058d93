// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_imbalanced.c - one tx queue carries nearly everything and is at its limit,
 * while others of the device have nothing to do. One flow on one queue is no fault
 * by itself: only where that queue is the limit.
 */
#include <inttypes.h>
#include "findings.h"

static const struct txr_row *busiest(const struct txr_row *dev)
{
	const struct txr_row *most = NULL;
	size_t i;

	for (i = 0; i < dev->nr_queues; i++)
		if (!most || dev->queues[i].started.value > most->started.value)
			most = &dev->queues[i];
	return most;
}

static bool is_limited(const struct txr_row *q)
{
	return q->packed_visits || q->busy.value || q->dropped.value ||
	       (q->bql_limited_ns.trust != TXR_FIG_UNKNOWN && q->bql_limited_ns.value);
}

/* Those that the device has; where that is not known, those that were seen. */
static size_t queues_of(const struct txr_rowx *x)
{
	const struct txr_device_state *s = x->end ? x->end : x->start;

	return s && s->tx_queues > x->row->nr_queues ? s->tx_queues : x->row->nr_queues;
}

static double share_of(const struct txr_row *q, const struct txr_row *dev)
{
	return (double)q->started.value / (double)dev->started.value;
}

void txr_find_imbalanced_queues(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row, *q = busiest(r);
	size_t queues = queues_of(x);
	char share[TXR_PERCENT_TEXT];
	struct txr_finding *f;

	if (r->kind != TXR_KIND_RING || queues < 2 || x->same_name > 1 || !q ||
	    q->started.low < TXR_IMBALANCE_PACKETS ||
	    share_of(q, r) < TXR_IMBALANCE_SHARE || !is_limited(q))
		return;
	f = txr_finding_new(x->b, TXR_F_IMBALANCED_QUEUES, r);
	if (!f)
		return;
	txr_finding_message(f, "queue %d carried %s %% of the packets and was at its limit, while "
			    "the other %zu of %zu tx queues had little or nothing to do", q->queue,
			    txr_percent_text(share, 100 * share_of(q, r)), queues - 1, queues);
	txr_finding_number(f, "queue", q->queue);
	txr_finding_number(f, "started_there", (int64_t)q->started.value);
	txr_finding_number(f, "started", (int64_t)r->started.value);
	txr_finding_number(f, "tx_queues", (int64_t)queues);
	txr_finding_number(f, "packed_visits", (int64_t)q->packed_visits);
	txr_finding_number(f, "busy", (int64_t)q->busy.value);
	txr_finding_number(f, "dropped", (int64_t)q->dropped.value);
	txr_finding_number(f, "sending_tasks", x->q->senders.count);
	txr_finding_advice(f, "%s", x->q->senders.count > 1 || x->q->senders.others ?
			   "spread the senders over the queues: XPS (queues/tx-*/xps_cpus in sysfs), "
			   "a qdisc with a class a queue (mq)" :
			   "one flow stays on one queue: send by several flows or sockets, from "
			   "several CPUs");
}
