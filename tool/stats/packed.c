// SPDX-License-Identifier: GPL-2.0-only
/* packed.c - when was a queue stopped, and by whom. */
#include <errno.h>
#include <string.h>
#include "packed.h"

static uint64_t since(uint64_t from_ns, uint64_t to_ns)
{
	return to_ns > from_ns ? to_ns - from_ns : 0;
}

static void note(struct txr_packed *p, struct txr_packed_spans *u, enum txr_packed_kind kind,
		 uint64_t from_ns, uint64_t to_ns)
{
	txr_spans_add(&u->kind[kind], from_ns, to_ns);
	if (p->bins)
		txr_binsum_add(&p->bins->kind[kind], p->bins->grid, from_ns, to_ns);
}

/* certain: the end was seen, not only that it came by then. */
static void end_stop(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns,
		     bool certain)
{
	p->state &= ~TXR_Q_STOPPED;
	p->driver_sum_ns += since(p->stopped_ns, ts_ns);
	if (certain)
		p->driver_low_ns += since(p->stopped_ns, ts_ns);
	note(p, u, TXR_P_DRIVER, p->stopped_ns, ts_ns);
}

static void end_bql(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	p->state &= ~TXR_Q_BQL;
	p->bql_sum_ns += since(p->bql_ns, ts_ns);
	note(p, u, TXR_P_BQL, p->bql_ns, ts_ns);
}

void txr_packed_qstate(struct txr_packed *p, struct txr_packed_spans *u,
		       uint32_t qstate, uint64_t ts_ns)
{
	p->qstate_seen = true;
	if (qstate & TXR_QSTATE_DRV_XOFF) {
		if (!(p->state & TXR_Q_STOPPED)) {
			p->state |= TXR_Q_STOPPED;
			p->stopped_ns = ts_ns;
			p->driver_visits++;
		}
	} else if (p->state & TXR_Q_STOPPED) {
		p->wakes_missed++;
		end_stop(p, u, ts_ns, false);
	}
	if ((qstate & TXR_QSTATE_STACK_XOFF) && !(p->state & TXR_Q_BQL)) {
		p->state |= TXR_Q_BQL;
		p->bql_ns = ts_ns;
		p->bql_visits++;
	} else if (!(qstate & TXR_QSTATE_STACK_XOFF) && (p->state & TXR_Q_BQL)) {
		end_bql(p, u, ts_ns);
	}
}

/*
 * The tier shows the end of a stop alone. A stopped queue is given no packet, and
 * drivers stop it in the xmit of the last one: it was stopped since then at most.
 */
static void woken_unseen(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	uint64_t from_ns = p->last_accept_ns;

	/* a result would have shown the state on the patched tier */
	if (!from_ns || !p->by_result)
		return;
	if (from_ns < p->woken_ns)	/* counted already, or before the statistics */
		from_ns = p->woken_ns;
	p->woken_visits++;
	p->woken_sum_ns += since(from_ns, ts_ns);
	note(p, u, TXR_P_WOKEN, from_ns, ts_ns);
	p->woken_ns = ts_ns;
}

/*
 * netif_tx_wake_queue() clears DRV_XOFF only. A queue that BQL had stopped as
 * well was packed until now and is BQL-limited from now on.
 */
void txr_packed_wake(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	p->wakes++;
	if (!p->qstate_seen)
		woken_unseen(p, u, ts_ns);
	if (!(p->state & TXR_Q_STOPPED))
		return;
	end_stop(p, u, ts_ns, true);
	if (p->state & TXR_Q_BQL)
		p->bql_ns = ts_ns;
}

void txr_packed_start(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	bool both = p->state == (TXR_Q_STOPPED | TXR_Q_BQL);

	if (p->state & TXR_Q_STOPPED) {
		p->wakes_missed++;
		end_stop(p, u, ts_ns, false);
	}
	if (both)	/* all of the time was the driver's */
		p->state &= ~TXR_Q_BQL;
	else if (p->state & TXR_Q_BQL)
		end_bql(p, u, ts_ns);
}

void txr_packed_refused(struct txr_packed *p, uint64_t first_ns, uint64_t ts_ns)
{
	uint64_t accept_ns = p->last_accept_ns > first_ns ? p->last_accept_ns : first_ns;

	p->last_refusal_ns = ts_ns;
	if (p->state & TXR_Q_FULL)
		return;
	p->state |= TXR_Q_FULL;
	if (!p->refused_visits || p->full_accept_ns != p->last_accept_ns) {
		p->refused_visits++;
		p->full_ns = p->full_sure_ns = accept_ns;
	}
	/*
	 * Else nothing was accepted since the last visit: the release between
	 * gave no slot back, and both go on where that visit was counted to. That
	 * holds for a visit in which the statistics began, so what is compared is
	 * the packet accepted, and not the time that counts from then on.
	 */
	p->full_accept_ns = p->last_accept_ns;
}

void txr_packed_room(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	if (!(p->state & TXR_Q_FULL))
		return;
	p->state &= ~TXR_Q_FULL;
	p->refused_sum_ns += since(p->full_ns, ts_ns);
	p->refused_low_ns += since(p->full_sure_ns, p->last_refusal_ns);
	p->full_sure_ns = p->last_refusal_ns;
	note(p, u, TXR_P_REFUSED, p->full_ns, ts_ns);
	if (ts_ns > p->full_ns)
		p->full_ns = ts_ns;
}

void txr_packed_close(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns)
{
	if (p->state & TXR_Q_STOPPED)
		end_stop(p, u, ts_ns, true);
	else if (p->state & TXR_Q_BQL)
		end_bql(p, u, ts_ns);
	txr_packed_room(p, u, ts_ns);
}

void txr_packed_begin(struct txr_packed *p, uint64_t ts_ns)
{
	struct txr_packed n = {
		.state = p->state, .qstate_seen = p->qstate_seen,
		.last_accept_ns = p->last_accept_ns,
		.last_refusal_ns = ts_ns, .full_accept_ns = p->full_accept_ns,
		.stopped_ns = ts_ns, .bql_ns = ts_ns, .full_ns = ts_ns,
		.full_sure_ns = ts_ns, .woken_ns = ts_ns, .bins = p->bins,
	};

	n.driver_visits = !!(p->state & TXR_Q_STOPPED);
	n.bql_visits = !!(p->state & TXR_Q_BQL);
	n.refused_visits = !!(p->state & TXR_Q_FULL);
	*p = n;
}

void txr_packed_add(struct txr_packed *to, const struct txr_packed *from)
{
	to->qstate_seen |= from->qstate_seen;
	if (from->last_accept_ns > to->last_accept_ns)
		to->last_accept_ns = from->last_accept_ns;
	to->driver_sum_ns += from->driver_sum_ns;
	to->driver_low_ns += from->driver_low_ns;
	to->driver_visits += from->driver_visits;
	to->wakes += from->wakes;
	to->wakes_missed += from->wakes_missed;
	to->woken_sum_ns += from->woken_sum_ns;
	to->woken_visits += from->woken_visits;
	to->bql_sum_ns += from->bql_sum_ns;
	to->bql_visits += from->bql_visits;
	to->refused_sum_ns += from->refused_sum_ns;
	to->refused_low_ns += from->refused_low_ns;
	to->refused_visits += from->refused_visits;
	to->busy += from->busy;
	to->full_drops += from->full_drops;
}

void txr_packed_bins_settle(struct txr_packed_bins *b)
{
	int k;

	for (k = 0; k < TXR_P_NR; k++)
		txr_binsum_settle(&b->kind[k], b->grid);
}

int txr_packed_bins_copy(struct txr_packed_bins *to, const struct txr_packed_bins *from)
{
	bool failed = false;
	int k;

	to->grid = from->grid;
	for (k = 0; k < TXR_P_NR; k++) {
		txr_binsum_copy(&to->kind[k], &from->kind[k]);
		failed |= to->kind[k].failed;
	}
	return failed ? -ENOMEM : 0;
}

void txr_packed_bins_free(struct txr_packed_bins *b)
{
	int k;

	for (k = 0; k < TXR_P_NR; k++)
		txr_binsum_free(&b->kind[k]);
}
