/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * decode_run.h - one raw record to one struct txr_event: the part that is inlined
 * where records are walked.
 *
 * The compiler makes two copies of the same code: fast for a little-endian file
 * of a 64-bit kernel on a little-endian machine, where every field is one load,
 * and general for the rest.
 */
#ifndef TXRING_DECODE_RUN_H
#define TXRING_DECODE_RUN_H

#include <errno.h>
#include <string.h>
#include "decode_impl.h"

#define run_inline inline __attribute__((always_inline))
#define unlikely(x) __builtin_expect(!!(x), 0)

#define SKBTX_HW_TSTAMP	0x01	/* include/linux/skbuff.h */
#define CHECKSUM_PARTIAL 3

/* A record and what is known of it; only ever passed by value, in registers. */
struct record {
	const struct txr_plan *p;
	const uint8_t *rec, *limit;
	uint32_t len;
	bool big_endian;
};

/* In any byte order, of any size (0: 0). */
uint64_t txr_get_any(const uint8_t *p, unsigned int size, bool big_endian);

static run_inline bool has(struct record r, enum txr_role role)
{
	return r.p->f[role].size != 0;
}

/* A field that is there; the general path gives 0 for one that is not. */
static run_inline uint64_t get(struct record r, enum txr_role role, const bool fast)
{
	const uint8_t *p = r.rec + r.p->f[role].off;
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	if (fast) {
		switch (txr_usual_size[role]) {
		case 1:
			return *p;
		case 2:
			memcpy(&v2, p, 2);
			return v2;
		case 4:
			memcpy(&v4, p, 4);
			return v4;
		case 8:
			memcpy(&v8, p, 8);
			return v8;
		}
	}
	return txr_get_any(p, r.p->f[role].size, r.big_endian);
}

static run_inline uint64_t get_if(struct record r, enum txr_role role, const bool fast)
{
	return !fast || has(r, role) ? get(r, role, fast) : 0;
}

/* Of fields that are so wide: kernels give no wider one. */
static run_inline uint32_t get32(struct record r, enum txr_role role, const bool fast)
{
	return (uint32_t)get(r, role, fast);
}

static run_inline uint32_t get32_if(struct record r, enum txr_role role, const bool fast)
{
	return (uint32_t)get_if(r, role, fast);
}

static run_inline uint16_t get16(struct record r, enum txr_role role, const bool fast)
{
	return (uint16_t)get(r, role, fast);
}

static run_inline uint16_t get16_if(struct record r, enum txr_role role, const bool fast)
{
	return (uint16_t)get_if(r, role, fast);
}

/*
 * The device that the record names, by any path. own: the event names it fully
 * (START, RESULT); else it is looked up among those. False when the name is not
 * inside the record.
 */
bool txr_find_dev(struct txr_dec *d, struct record r, struct txr_event *ev, bool own);
/* segs of a GSO skb without gso_segs: rare. */
void txr_guess_segs(struct record r, struct txr_event *ev, uint16_t size);

static run_inline bool get_dev(struct txr_dec *d, struct record r, struct txr_event *ev,
				  const bool own, const bool fast)
{
	const struct txr_last_dev *last = &r.p->last;
	uint64_t name[2], differs;
	uint32_t loc;

	if (!fast || unlikely(last->span > (size_t)(r.limit - r.rec) || last->len > r.len))
		return txr_find_dev(d, r, ev, own);
	memcpy(&loc, r.rec + r.p->f[R_NAME].off, 4);
	memcpy(name, r.rec + last->span - 16, 16);
	differs = ((name[0] ^ last->name[0]) & last->mask[0]) |
		  ((name[1] ^ last->name[1]) & last->mask[1]) | (loc ^ last->loc) |
		  (last->devs ^ (own ? OWN_DEV : d->dev_count));
	if (r.p->has_ids)
		differs |= (get_if(r, R_IFINDEX, fast) ^ last->ifindex) |
			   (get_if(r, R_COOKIE, fast) ^ last->cookie);
	if (unlikely(differs))
		return txr_find_dev(d, r, ev, own);
	ev->dev = last->dev;
	return true;
}

static run_inline uint16_t saturate(uint32_t v)
{
	return v < UINT16_MAX ? (uint16_t)v : UINT16_MAX;
}

static run_inline bool start(struct txr_dec *d, struct record r, struct txr_event *ev,
				const bool fast)
{
	uint16_t size = get16_if(r, R_GSO_SIZE, fast), segs = get16_if(r, R_GSO_SEGS, fast);
	uint8_t flags;

	if (has(r, R_QUEUE))
		ev->queue = get16(r, R_QUEUE, fast);
	ev->start.len_bytes = get32(r, R_LEN, fast);
	flags = get_if(r, R_TX_FLAGS, fast) & SKBTX_HW_TSTAMP ? TXR_EVF_HW_TSTAMP : 0;
	if (get_if(r, R_IP_SUMMED, fast) == CHECKSUM_PARTIAL)
		flags |= TXR_EVF_CSUM_PARTIAL;
	if (r.p->maker != M_STOCK) {
		ev->refs = saturate(get32_if(r, R_REFS, fast));
		if (get_if(r, R_XMIT_MORE, fast))
			flags |= TXR_EVF_XMIT_MORE;
	}
	ev->flags = flags;
	if (unlikely(size && !segs)) {
		txr_guess_segs(r, ev, size);
	} else {
		if (!segs)
			segs = 1;
		ev->start.segs = ev->start.segs_low = ev->start.segs_high = segs;
	}
	return get_dev(d, r, ev, true, fast);
}

/*
 * netif_tx_wake_queue() by probe: the queue's number is its place in dev->_tx, and
 * without DRV_XOFF (enum netdev_queue_state_t: bit 0) nothing was woken.
 */
bool txr_decode_woken(struct record r, struct txr_event *ev);

static run_inline bool result(struct txr_dec *d, struct record r,
				 struct txr_event *ev, const bool fast)
{
	ev->result.rc = (int32_t)get32(r, R_RC, fast);
	ev->result.qstate = ev->result.bql_inflight_bytes = ev->result.bql_limit_bytes = 0;
	if (has(r, R_STATE)) {
		ev->result.qstate = get32(r, R_STATE, fast);
		ev->result.bql_inflight_bytes = get32_if(r, R_BQL_INFLIGHT, fast);
		ev->result.bql_limit_bytes = get32_if(r, R_BQL_LIMIT, fast);
		ev->flags |= TXR_EVF_QSTATE;
	}
	if (has(r, R_QUEUE))
		ev->queue = get16(r, R_QUEUE, fast);
	return !has(r, R_NAME) || get_dev(d, r, ev, true, fast);
}

static run_inline void freed(struct txr_dec *d, struct record r,
				struct txr_event *ev, const bool fast)
{
	uint32_t reason = get32_if(r, R_REASON, fast);

	ev->free.reason = (int32_t)reason;
	ev->free.location = get_if(r, R_LOCATION, fast);
	if (r.p->head.origin != TXR_O_KFREE_SKB)
		return;
	if (!d->has_reason_names)
		ev->flags |= TXR_EVF_NOT_SPECIFIED;
	else if (reason < REASON_MAX)
		ev->flags |= d->reason_flags[reason];
}

static run_inline bool released(struct txr_dec *d, struct record r,
				   struct txr_event *ev, const bool fast)
{
	uint32_t reason = get32_if(r, R_REASON, fast);

	/* net/core/skbuff.c, napi_consume_skb(): budget 0 goes on to
	 * dev_consume_skb_any(), which has its own event; NULL returns */
	if (!ev->skbaddr || (r.p->head.origin == TXR_O_NAPI_CONSUME_SKB &&
			     !get32(r, R_BUDGET, fast)))
		return false;
	ev->refs = saturate(get32_if(r, R_REFS, fast));
	ev->free.reason = (int32_t)reason;
	ev->free.location = get_if(r, R_LOCATION, fast);
	if (r.p->head.origin != TXR_O_DEV_KFREE_SKB_IRQ)
		return true;
	if (r.p->maker == M_PATCHED && d->irq_names) {
		/* 6.1's enum skb_free_reason: dropped, but not why */
		reason = reason < REASON_MAX && d->irq_drop[reason];
		ev->flags |= reason ? TXR_EVF_NOT_SPECIFIED : 0;
	} else if (d->has_reason_names) {
		if (reason < REASON_MAX)
			ev->flags |= d->reason_flags[reason];
		reason = reason < REASON_MAX ? d->reason_drop[reason] : reason >> 16;
	}
	if (reason)
		ev->flags |= TXR_EVF_DROPPED;
	return true;
}

/* Interrupts, softirqs, polls (decode_context.c): no packet's own. */
int txr_decode_context(struct txr_dec *d, struct record r, struct txr_event *ev);

/* 1, 0 or -EINVAL as txr_decode_slot(). fast: for a plan that is usual. */
static run_inline int txr_decode_record(struct txr_dec *d, struct record r,
					   struct txr_event *ev, const bool fast)
{
	uint8_t flags = (uint8_t)get(r, R_FLAGS, fast), kind = r.p->head.kind;

	memcpy(&ev->kind, &r.p->head, sizeof(r.p->head));
	ev->skbaddr = get_if(r, R_SKB, fast);
	ev->ctx = d->ctx[flags];
	ev->pid = (int32_t)get32(r, R_PID, fast);
	/* the frequent ones first: each is one well predicted branch */
	if (kind == TXR_FREE) {
		freed(d, r, ev, fast);
		return 1;
	}
	if (kind == TXR_START)
		return start(d, r, ev, fast) ? 1 : -EINVAL;
	if (kind == TXR_RESULT)
		return result(d, r, ev, fast) ? 1 : -EINVAL;
	if (kind == TXR_RELEASE)
		return released(d, r, ev, fast);
	if (kind >= TXR_IRQ_ENTRY)
		return txr_decode_context(d, r, ev);
	if (kind != TXR_HANDOVER && has(r, R_QUEUE))
		ev->queue = get16(r, R_QUEUE, fast);
	if (unlikely(has(r, R_STATE_BEFORE)) && !txr_decode_woken(r, ev))
		return 0;
	if (has(r, R_NAME))
		return get_dev(d, r, ev, false, fast) ? 1 : -EINVAL;
	return 1;
}

#endif
