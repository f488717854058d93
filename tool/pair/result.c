// SPDX-License-Identifier: GPL-2.0-only
/* result.c - ndo_start_xmit returned. */
#include "pair_impl.h"

/* Certain although other events were lost, but for a FIFO: whose release was it? */
static void end_inside(struct txr_pair *p, uint32_t i, enum txr_outcome o, uint64_t ts_ns)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);

	if (lap->flags & LAP_F_TAINTED) {
		lap->flags |= TXR_LAP_TAINTED;
		o = TXR_UNCERTAIN;
	}
	txr_lap_end(p, i, o, ts_ns);
}

/* A lap released inside xmit: what was it? */
static void decide(struct txr_pair *p, uint32_t i, int32_t rc, uint64_t ts_ns)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);
	enum txr_outcome o = TXR_COMPLETED;

	lap->flags |= TXR_LAP_IN_XMIT;
	if (rc == TXR_NETDEV_TX_BUSY) {
		/* the driver freed a skb that the stack will send again */
		p->counts.anomalies++;
		o = TXR_UNCERTAIN;
	} else if (lap->release_dropped) {
		o = TXR_DROPPED;
		if (lap->release_nospec && rc == TXR_NETDEV_TX_OK)
			lap->flags |= TXR_LAP_NOSPEC_OK;
	} else if (lap->flags & TXR_LAP_HANDED) {
		o = TXR_HANDED_OVER;
	}
	end_inside(p, i, o, ts_ns);
}

static void refused(struct txr_pair *p, uint32_t i, uint64_t ts_ns)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);
	struct txr_slot *s = txr_table_find(&p->table, lap->skbaddr);

	txr_chain_unlink(p, s, i);
	txr_mark_set(p, s, MARK_BUSY);
	txr_lap_end(p, i, TXR_BUSY, ts_ns);
}

static void handed_over(struct txr_pair *p, uint32_t i, uint64_t ts_ns)
{
	txr_chain_remove(p, i);
	txr_lap_at(&p->laps, i)->flags |= TXR_LAP_IN_XMIT;
	end_inside(p, i, TXR_HANDED_OVER, ts_ns);
}

static void returned(struct txr_pair *p, uint32_t i, int32_t rc, uint64_t ts_ns)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);

	switch (lap->state) {
	case LAP_XMIT:
		if (rc == TXR_NETDEV_TX_BUSY) {
			refused(p, i, ts_ns);
		} else if (lap->flags & TXR_LAP_HANDED) {
			handed_over(p, i, ts_ns);
		} else if (lap->flags & TXR_LAP_UNTOLD) {
			txr_untold_leave(p, i, ts_ns);
		} else {
			lap->state = LAP_DEVICE;
			txr_lap_enter(p, lap, ts_ns);
		}
		break;
	case LAP_PENDING:
		decide(p, i, rc, ts_ns);
		break;
	default:	/* released before its result: nothing is opened */
		if (rc == TXR_NETDEV_TX_BUSY)
			p->counts.anomalies++;
	}
}

void txr_pair_result(struct txr_pair *p, const struct txr_event *ev)
{
	uint32_t i = txr_xmit_pop(p, ev);
	struct txr_lap *lap;

	if (!i) {
		p->counts.unmatched_results++;
	} else {
		lap = txr_lap_at(&p->laps, i);
		lap->result_ns = ev->ts_ns;
		lap->rc = ev->result.rc;
		lap->flags |= TXR_LAP_RESULT;
		returned(p, i, ev->result.rc, ev->ts_ns);
		txr_lap_unhold(p, i, HELD_XMIT);
	}
	if (ev->flags & TXR_EVF_QSTATE)
		p->sink.event(p->sink.ctx, ev);
}

void txr_result_at_finish(struct txr_pair *p, uint32_t i)
{
	const struct txr_lap *lap = txr_lap_at(&p->laps, i);

	if (lap->state == LAP_PENDING)
		decide(p, i, TXR_NETDEV_TX_OK, p->now_ns);
	else if (lap->state == LAP_XMIT && (lap->flags & TXR_LAP_HANDED))
		handed_over(p, i, p->now_ns);
}

/* The xmit is over, its result was not recorded: taken as OK. */
void txr_result_missing(struct txr_pair *p, uint32_t i, uint64_t ts_ns)
{
	if (txr_lap_at(&p->laps, i)->state <= LAP_DEVICE)
		returned(p, i, TXR_NETDEV_TX_OK, ts_ns);
	txr_lap_unhold(p, i, HELD_XMIT);
}
