// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode_context.c - interrupts, softirqs and polls: what runs around packets.
 *
 * include/trace/events/irq.h and napi.h. Rare beside packets, so there is only the
 * general way, a call a record.
 */
#include "decode_run.h"

static int learn(void *ctx, int64_t number, const char *name, size_t len)
{
	struct txr_dec *d = ctx;

	if (number < 0 || number >= SOFTIRQS)
		return 0;
	d->softirq_names = true;
	d->softirq[number] = len == 6 && !memcmp(name, "NET_TX", 6) ? TXR_SOFTIRQ_NET_TX :
			     len == 6 && !memcmp(name, "NET_RX", 6) ? TXR_SOFTIRQ_NET_RX :
			     TXR_SOFTIRQ_OTHER;
	return 0;
}

int txr_softirqs_learn(struct txr_dec *d, const struct txr_plan *p,
		       const struct txr_format *f)
{
	if (p->head.kind < TXR_SOFTIRQ_RAISE || p->head.kind > TXR_SOFTIRQ_EXIT)
		return 0;
	return txr_format_symbols(f, "vec", learn, d);
}

/* Without names in the format: include/linux/interrupt.h, since 2.6. */
static uint32_t softirq(const struct txr_dec *d, uint32_t number)
{
	if (d->softirq_names)
		return number < SOFTIRQS ? d->softirq[number] : TXR_SOFTIRQ_OTHER;
	return number == 2 ? TXR_SOFTIRQ_NET_TX : number == 3 ? TXR_SOFTIRQ_NET_RX :
	       TXR_SOFTIRQ_OTHER;
}

/* Where the record's name is; NULL when that is not inside it. */
static const uint8_t *name_of(struct record r, uint32_t *len)
{
	uint32_t off = r.p->f[R_NAME].off;

	*len = r.p->f[R_NAME].size;
	if (r.p->name_dynamic) {
		uint32_t loc = get32(r, R_NAME, false);

		off = (loc & 0xffff) + r.p->name_base;
		*len = loc >> 16;
	}
	if (off + *len > r.len)
		return NULL;
	*len = (uint32_t)strnlen((const char *)r.rec + off, *len);
	return r.rec + off;
}

/* FNV-1a: only to tell handlers of one line apart. */
static uint32_t hash(const uint8_t *s, uint32_t len)
{
	uint32_t h = 2166136261u, i;

	for (i = 0; i < len; i++)
		h = (h ^ s[i]) * 16777619u;
	return h;
}

static int interrupt(struct record r, struct txr_event *ev)
{
	uint32_t len = 0;
	const uint8_t *name = has(r, R_NAME) ? name_of(r, &len) : NULL;

	if (has(r, R_NAME) && !name)
		return -EINVAL;
	ev->irq.number = get32(r, R_NUMBER, false);
	ev->irq.handler = name ? hash(name, len) : 0;
	ev->irq.handled = (int32_t)get32(r, R_RC, false);
	return 1;
}

static int poll(struct txr_dec *d, struct record r, struct txr_event *ev)
{
	static const char none[] = "(no_device)";	/* NO_DEV in napi.h */
	uint32_t len;
	const uint8_t *name = name_of(r, &len);

	if (!name)
		return -EINVAL;
	if (!(len == sizeof(none) - 1 && !memcmp(name, none, len)) &&
	    !txr_find_dev(d, r, ev, false))
		return -EINVAL;
	ev->poll.napi = get(r, R_NAPI, false);
	ev->poll.work = (int32_t)get32(r, R_WORK, false);
	ev->poll.budget = (int32_t)get32(r, R_BUDGET, false);
	return 1;
}

int txr_decode_context(struct txr_dec *d, struct record r, struct txr_event *ev)
{
	switch (ev->kind) {
	case TXR_IRQ_ENTRY:
	case TXR_IRQ_EXIT:
		return interrupt(r, ev);
	case TXR_NAPI_POLL:
		return poll(d, r, ev);
	default:
		ev->softirq.which = softirq(d, get32(r, R_NUMBER, false));
		return 1;
	}
}
