// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode.c - one raw record to one struct txr_event.
 *
 * Two copies of the same code are made by the compiler: fast for a little-endian
 * file on a little-endian machine, where every field is one 64-bit load and a
 * mask (0 for a field that the event has not), and general for the rest.
 */
#include <errno.h>
#include <string.h>
#include "decode_impl.h"

#define always_inline inline __attribute__((always_inline))
#define unlikely(x) __builtin_expect(!!(x), 0)

/* include/linux/trace_events.h, enum trace_flag_type */
#define TRACE_IRQS_OFF	0x01
#define TRACE_HARDIRQ	0x08
#define TRACE_BH_OFF	0x80	/* 6.1 has it */

#define SKBTX_HW_TSTAMP	0x01	/* include/linux/skbuff.h */
#define CHECKSUM_PARTIAL 3

/* A record and what is known of it; only ever passed by value, in registers. */
struct record {
	const struct txr_plan *p;
	const uint8_t *rec, *limit;
	uint32_t len;
	bool big_endian;
};

static __attribute__((noinline)) uint64_t get_slow(const uint8_t *p, unsigned int size,
						   bool big_endian, uint64_t mask)
{
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * (big_endian ? size - 1 - i : i);
	return v & mask;
}

static always_inline uint64_t get(struct record r, enum txr_role role, const bool fast)
{
	const struct txr_field *f = &r.p->f[role];
	uint64_t v;

	if (!fast)
		return get_slow(r.rec + f->off, f->size, r.big_endian, f->mask);
	memcpy(&v, r.rec + f->off, sizeof(v));
	return v & f->mask;
}

/* The first device of that name that a START or RESULT has named. */
static uint16_t resolve(struct txr_dec *d, const char *name, size_t len,
			uint32_t ifindex, uint64_t cookie)
{
	size_t i, n = txr_devtab_count(d->devs);

	for (i = 0; i < n; i++) {
		const struct txr_device *dev = txr_devtab_get(d->devs, i);

		if (!strncmp(dev->name, name, len) && !dev->name[len] &&
		    (!ifindex || ifindex == dev->ifindex) &&
		    (!cookie || cookie == dev->netns_cookie))
			return i;
	}
	return txr_devtab_intern(d->devs, name, len, ifindex, cookie);
}

static uint16_t dev_miss(struct txr_dec *d, struct txr_dev_slot *s, size_t len, bool own)
{
	const char *name = (const char *)s->name;

	len = strnlen(name, len);
	s->dev = own ? txr_devtab_intern(d->devs, name, len, s->ifindex, s->cookie) :
		       resolve(d, name, len, s->ifindex, s->cookie);
	d->dev_count = txr_devtab_count(d->devs);
	s->devs = s->dev == TXR_DEV_NONE ? 0 : own ? OWN_DEV : d->dev_count;
	return s->dev;
}

/* Up to 15 bytes of name at p, padded with 0. */
static always_inline void load_name(uint64_t to[2], const uint8_t *p, size_t len,
				    const uint8_t *limit, const bool fast)
{
	to[0] = to[1] = 0;
	if (fast && len <= 8 && p + 8 <= limit) {
		memcpy(&to[0], p, 8);
		to[0] &= len ? UINT64_MAX >> (64 - 8 * len) : 0;
	} else {
		memcpy(to, p, len);
	}
}

/*
 * own: the event names its device fully (START, RESULT); else it is looked up
 * among those. False when the name is not inside the record.
 */
static always_inline bool get_dev(struct txr_dec *d, struct record r,
				  struct txr_event *ev, const bool own, const bool fast)
{
	const struct txr_plan *p = r.p;
	uint32_t off = p->f[R_NAME].off, len = p->f[R_NAME].size;
	uint32_t ifindex = get(r, R_IFINDEX, fast);
	uint64_t cookie = get(r, R_COOKIE, fast), name[2];
	struct txr_dev_slot *s;

	if (p->name_dynamic) {
		uint32_t loc = get(r, R_NAME, fast);

		off = (loc & 0xffff) + p->name_base;
		len = loc >> 16;
		if (unlikely(off + len > r.len))
			return false;
		len -= len != 0;	/* its terminator */
	}
	if (len > TXR_IFNAMSIZ - 1)
		len = TXR_IFNAMSIZ - 1;
	load_name(name, r.rec + off, len, r.limit, fast);
	s = &d->slot[((name[0] ^ name[1] ^ cookie ^ ifindex ^ own) * 0x9e3779b97f4a7c15ULL) >>
		     (64 - DEV_SLOT_BITS)];
	if (unlikely((s->name[0] ^ name[0]) | (s->name[1] ^ name[1]) | (s->cookie ^ cookie) |
		     (s->ifindex ^ ifindex) | (s->devs ^ (own ? OWN_DEV : d->dev_count)))) {
		memcpy(s->name, name, sizeof(name));
		s->cookie = cookie;
		s->ifindex = ifindex;
		ev->dev = dev_miss(d, s, len, own);
		return true;
	}
	ev->dev = s->dev;
	return true;
}

static always_inline uint16_t saturate(uint32_t v)
{
	return v < UINT16_MAX ? v : UINT16_MAX;
}

static always_inline bool start(struct txr_dec *d, struct record r,
				struct txr_event *ev, const bool fast)
{
	uint16_t size = get(r, R_GSO_SIZE, fast), segs = get(r, R_GSO_SEGS, fast);

	ev->queue = get(r, R_QUEUE, fast);
	if (r.p->f[R_REFS].size)
		ev->refs = saturate(get(r, R_REFS, fast));
	ev->start.len_bytes = get(r, R_LEN, fast);
	ev->flags = (get(r, R_TX_FLAGS, fast) & SKBTX_HW_TSTAMP ? TXR_EVF_HW_TSTAMP : 0) |
		    (get(r, R_IP_SUMMED, fast) == CHECKSUM_PARTIAL ? TXR_EVF_CSUM_PARTIAL : 0) |
		    (get(r, R_XMIT_MORE, fast) ? TXR_EVF_XMIT_MORE : 0);
	segs += !segs;
	ev->start.segs = ev->start.segs_low = ev->start.segs_high = segs;
	if (unlikely(size && !get(r, R_GSO_SEGS, fast))) {
		bool has_valid = r.p->f[R_TRANSPORT_VALID].size;
		struct txr_gso g = {
			.len = ev->start.len_bytes, .gso_size = size,
			.gso_type = get(r, R_GSO_TYPE, fast),
			.transport = get(r, R_TRANSPORT, fast),
			.transport_valid = !has_valid || get(r, R_TRANSPORT_VALID, fast),
			.type_16bit = r.p->f[R_GSO_TYPE].size == 2,
		};

		txr_gso_segs(ev, &g);
	}
	return get_dev(d, r, ev, true, fast);
}

static always_inline bool result(struct txr_dec *d, struct record r,
				 struct txr_event *ev, const bool fast)
{
	ev->result.rc = get(r, R_RC, fast);
	ev->result.qstate = ev->result.bql_inflight_bytes = ev->result.bql_limit_bytes = 0;
	if (r.p->f[R_STATE].size) {
		ev->result.qstate = get(r, R_STATE, fast);
		ev->result.bql_inflight_bytes = get(r, R_BQL_INFLIGHT, fast);
		ev->result.bql_limit_bytes = get(r, R_BQL_LIMIT, fast);
		ev->flags |= TXR_EVF_QSTATE;
	}
	if (r.p->f[R_QUEUE].size)
		ev->queue = get(r, R_QUEUE, fast);
	return get_dev(d, r, ev, true, fast);
}

static always_inline void freed(struct txr_dec *d, struct record r,
				struct txr_event *ev, const bool fast)
{
	uint32_t reason = get(r, R_REASON, fast);

	ev->free.reason = reason;
	if (ev->origin != TXR_O_KFREE_SKB)
		return;
	if (!d->has_reason_names)
		ev->flags |= TXR_EVF_NOT_SPECIFIED;
	else if (reason < REASON_MAX)
		ev->flags |= d->reason_flags[reason];
}

static always_inline bool released(struct txr_dec *d, struct record r,
				   struct txr_event *ev, const bool fast)
{
	uint32_t reason = get(r, R_REASON, fast);

	/* net/core/skbuff.c, napi_consume_skb(): budget 0 goes on to
	 * dev_consume_skb_any(), which has its own event; NULL returns */
	if (!ev->skbaddr || (ev->origin == TXR_O_NAPI_CONSUME_SKB &&
			     !(uint32_t)get(r, R_BUDGET, fast)))
		return false;
	ev->refs = saturate(get(r, R_REFS, fast));
	ev->free.reason = reason;
	if (ev->origin != TXR_O_DEV_KFREE_SKB_IRQ)
		return true;
	if (r.p->def->maker == M_PATCHED && d->irq_names)
		reason = reason < REASON_MAX && d->irq_drop[reason];
	else if (d->has_reason_names)
		reason = reason < REASON_MAX ? d->reason_drop[reason] : reason >> 16;
	if (reason)
		ev->flags |= TXR_EVF_DROPPED;
	return true;
}

/* 1, 0 or -EINVAL as txr_decode_slot(). */
static always_inline int decode(struct txr_dec *d, struct record r,
				struct txr_event *ev, const bool fast)
{
	uint32_t flags = get(r, R_FLAGS, fast);

	ev->skbaddr = get(r, R_SKB, fast);
	ev->kind = r.p->kind;
	ev->origin = r.p->origin;
	ev->ctx = (flags / TRACE_HARDIRQ & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)) |
		  (flags & TRACE_IRQS_OFF ? TXR_CTX_IRQS_OFF : 0) |
		  (flags & TRACE_BH_OFF ? TXR_CTX_BH_OFF : 0);
	ev->flags = 0;
	ev->dev = TXR_DEV_NONE;
	ev->queue = TXR_QUEUE_NONE;
	ev->refs = 0;
	ev->pid = get(r, R_PID, fast);
	switch (ev->kind) {
	case TXR_START:
		return start(d, r, ev, fast) ? 1 : -EINVAL;
	case TXR_RESULT:
		return result(d, r, ev, fast) ? 1 : -EINVAL;
	case TXR_FREE:
		freed(d, r, ev, fast);
		return 1;
	case TXR_RELEASE:
		return released(d, r, ev, fast);
	case TXR_WAKE:
	case TXR_WATCHDOG:
		ev->queue = get(r, R_QUEUE, fast);
		__attribute__((fallthrough));
	case TXR_HANDOVER:
		if (r.p->f[R_NAME].size)
			return get_dev(d, r, ev, false, fast) ? 1 : -EINVAL;
		return 1;
	}
	return 1;
}

/* Kept apart, so that the fast path has the registers to itself. */
static __attribute__((noinline)) int decode_any(struct txr_dec *d, struct record r,
						struct txr_event *ev)
{
	return decode(d, r, ev, false);
}

int txr_decode_slot(struct txr_decoder *pub, unsigned int slot, const uint8_t *rec,
		    uint32_t len, const uint8_t *limit, struct txr_event *ev)
{
	struct txr_dec *d = txr_dec(pub);
	struct record r = { .p = &d->plan[slot - 1], .rec = rec, .limit = limit, .len = len,
			    .big_endian = pub->big_endian };

	if (unlikely(len < r.p->min_len))
		return -EINVAL;
	if (pub->fast && rec + r.p->span <= limit)
		return decode(d, r, ev, true);
	return decode_any(d, r, ev);
}
