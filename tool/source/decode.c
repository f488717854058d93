// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode.c - one raw record to one struct txr_event.
 *
 * Two copies of the same code are made by the compiler: fast for a little-endian
 * file of a 64-bit kernel on a little-endian machine, where every field is one
 * load, and general for the rest.
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

_Static_assert(offsetof(struct txr_event, refs) + sizeof(uint16_t) -
	       offsetof(struct txr_event, kind) == sizeof(struct txr_event_head),
	       "txr_event_head is struct txr_event from kind to refs");

/* A record and what is known of it; only ever passed by value, in registers. */
struct record {
	const struct txr_plan *p;
	const uint8_t *rec, *limit;
	uint32_t len;
	bool big_endian;
};

static __attribute__((noinline)) uint64_t get_any(const uint8_t *p, unsigned int size,
						  bool big_endian)
{
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * (big_endian ? size - 1 - i : i);
	return v;
}

static always_inline bool has(struct record r, enum txr_role role)
{
	return r.p->f[role].size != 0;
}

/* A field that is there; the general path gives 0 for one that is not. */
static always_inline uint64_t get(struct record r, enum txr_role role, const bool fast)
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
	return get_any(p, r.p->f[role].size, r.big_endian);
}

static always_inline uint64_t get_if(struct record r, enum txr_role role, const bool fast)
{
	return !fast || has(r, role) ? get(r, role, fast) : 0;
}

static always_inline uint32_t get_name_word(struct record r, const bool fast)
{
	uint32_t v;

	if (!fast)
		return get(r, R_NAME, false);
	memcpy(&v, r.rec + r.p->f[R_NAME].off, 4);
	return v;
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

static __attribute__((noinline)) void dev_miss(struct txr_dec *d, struct txr_dev_slot *s, size_t len, bool own)
{
	const char *name = (const char *)s->name;

	len = strnlen(name, len);
	s->dev = own ? txr_devtab_intern(d->devs, name, len, s->ifindex, s->cookie) :
		       resolve(d, name, len, s->ifindex, s->cookie);
	d->dev_count = txr_devtab_count(d->devs);
	s->devs = s->dev == TXR_DEV_NONE ? 0 : own ? OWN_DEV : d->dev_count;
}

/* Up to 15 bytes of name at p, padded with 0. */
static always_inline void load_name(uint64_t to[2], const uint8_t *p, size_t len,
				    const uint8_t *limit, const bool fast)
{
	to[0] = to[1] = 0;
	if (fast && len - 1 < 8 && p + 8 <= limit) {
		memcpy(&to[0], p, 8);
		to[0] &= UINT64_MAX >> (64 - 8 * len);
	} else {
		memcpy(to, p, len);
	}
}

/*
 * own: the event names its device fully (START, RESULT); else it is looked up
 * among those. False when the name is not inside the record.
 */
static always_inline bool get_dev(struct txr_dec *d, struct record r, struct txr_event *ev,
				  const bool own, const bool fast)
{
	uint32_t off = r.p->f[R_NAME].off, len = r.p->f[R_NAME].size;
	uint32_t devs = own ? OWN_DEV : d->dev_count, ifindex = 0;
	uint64_t cookie = 0, name[2], key;
	struct txr_dev_slot *s;

	if (r.p->has_ids) {
		ifindex = get_if(r, R_IFINDEX, fast);
		cookie = get_if(r, R_COOKIE, fast);
	}
	if (r.p->name_dynamic) {
		uint32_t loc = get_name_word(r, fast);

		off = (loc & 0xffff) + r.p->name_base;
		len = loc >> 16;
		if (unlikely(off + len > r.len))
			return false;
		len -= len != 0;	/* its terminator */
	}
	if (unlikely(len > TXR_IFNAMSIZ - 1))
		len = TXR_IFNAMSIZ - 1;
	load_name(name, r.rec + off, len, r.limit, fast);
	key = (name[0] ^ name[1] ^ cookie ^ ifindex ^ own) * 0x9e3779b97f4a7c15ULL;
	s = &d->slot[key >> (64 - DEV_SLOT_BITS)];
	if (unlikely((s->name[0] ^ name[0]) | (s->name[1] ^ name[1]) | (s->cookie ^ cookie) |
		     (s->ifindex ^ ifindex) | (s->devs ^ devs))) {
		memcpy(s->name, name, sizeof(name));
		s->cookie = cookie;
		s->ifindex = ifindex;
		dev_miss(d, s, len, own);
	}
	ev->dev = s->dev;
	return true;
}

static always_inline uint16_t saturate(uint32_t v)
{
	return v < UINT16_MAX ? v : UINT16_MAX;
}

/* A GSO skb without gso_segs: rare. */
static __attribute__((noinline)) void guess_segs(struct record r, struct txr_event *ev,
						 uint16_t size)
{
	struct txr_gso g = {
		.len = ev->start.len_bytes, .gso_size = size,
		.gso_type = get(r, R_GSO_TYPE, false),
		.transport = get(r, R_TRANSPORT, false),
		.transport_valid = !has(r, R_TRANSPORT_VALID) || get(r, R_TRANSPORT_VALID, false),
		.type_16bit = r.p->f[R_GSO_TYPE].size == 2,
	};

	txr_gso_segs(ev, &g);
}

static always_inline bool start(struct txr_dec *d, struct record r, struct txr_event *ev,
				const bool fast)
{
	uint16_t size = get_if(r, R_GSO_SIZE, fast), segs = get_if(r, R_GSO_SEGS, fast);
	uint8_t flags;

	if (has(r, R_QUEUE))
		ev->queue = get(r, R_QUEUE, fast);
	ev->start.len_bytes = get(r, R_LEN, fast);
	flags = get_if(r, R_TX_FLAGS, fast) & SKBTX_HW_TSTAMP ? TXR_EVF_HW_TSTAMP : 0;
	if (get_if(r, R_IP_SUMMED, fast) == CHECKSUM_PARTIAL)
		flags |= TXR_EVF_CSUM_PARTIAL;
	if (r.p->maker != M_STOCK) {
		ev->refs = saturate(get_if(r, R_REFS, fast));
		if (get_if(r, R_XMIT_MORE, fast))
			flags |= TXR_EVF_XMIT_MORE;
	}
	ev->flags = flags;
	if (unlikely(size && !segs)) {
		guess_segs(r, ev, size);
	} else {
		segs += !segs;
		ev->start.segs = ev->start.segs_low = ev->start.segs_high = segs;
	}
	return get_dev(d, r, ev, true, fast);
}

static always_inline bool result(struct txr_dec *d, struct record r,
				 struct txr_event *ev, const bool fast)
{
	ev->result.rc = get(r, R_RC, fast);
	ev->result.qstate = ev->result.bql_inflight_bytes = ev->result.bql_limit_bytes = 0;
	if (has(r, R_STATE)) {
		ev->result.qstate = get(r, R_STATE, fast);
		ev->result.bql_inflight_bytes = get_if(r, R_BQL_INFLIGHT, fast);
		ev->result.bql_limit_bytes = get_if(r, R_BQL_LIMIT, fast);
		ev->flags |= TXR_EVF_QSTATE;
	}
	if (has(r, R_QUEUE))
		ev->queue = get(r, R_QUEUE, fast);
	return get_dev(d, r, ev, true, fast);
}

static always_inline void freed(struct txr_dec *d, struct record r,
				struct txr_event *ev, const bool fast)
{
	uint32_t reason = get_if(r, R_REASON, fast);

	ev->free.reason = reason;
	if (r.p->head.origin != TXR_O_KFREE_SKB)
		return;
	if (!d->has_reason_names)
		ev->flags |= TXR_EVF_NOT_SPECIFIED;
	else if (reason < REASON_MAX)
		ev->flags |= d->reason_flags[reason];
}

static always_inline bool released(struct txr_dec *d, struct record r,
				   struct txr_event *ev, const bool fast)
{
	uint32_t reason = get_if(r, R_REASON, fast);

	/* net/core/skbuff.c, napi_consume_skb(): budget 0 goes on to
	 * dev_consume_skb_any(), which has its own event; NULL returns */
	if (!ev->skbaddr || (r.p->head.origin == TXR_O_NAPI_CONSUME_SKB &&
			     !(uint32_t)get(r, R_BUDGET, fast)))
		return false;
	ev->refs = saturate(get_if(r, R_REFS, fast));
	ev->free.reason = reason;
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

/* 1, 0 or -EINVAL as txr_decode_slot(). */
static always_inline int decode(struct txr_dec *d, struct record r, struct txr_event *ev,
				const bool fast)
{
	uint32_t flags = get(r, R_FLAGS, fast);

	memcpy(&ev->kind, &r.p->head, sizeof(r.p->head));
	ev->skbaddr = get_if(r, R_SKB, fast);
	ev->ctx = (flags / TRACE_HARDIRQ & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)) |
		  (flags & TRACE_IRQS_OFF) * TXR_CTX_IRQS_OFF |
		  (flags & TRACE_BH_OFF) / (TRACE_BH_OFF / TXR_CTX_BH_OFF);
	ev->pid = get(r, R_PID, fast);
	switch (r.p->head.kind) {
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
		if (has(r, R_NAME))
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
	if (pub->fast && r.p->usual)
		return decode(d, r, ev, true);
	return decode_any(d, r, ev);
}
