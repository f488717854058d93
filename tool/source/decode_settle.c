// SPDX-License-Identifier: GPL-2.0-only
/* decode_settle.c - which events a recording has, and which of them count. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "decode_impl.h"

/* include/linux/trace_events.h, enum trace_flag_type */
#define TRACE_IRQS_OFF	0x01
#define TRACE_HARDIRQ	0x08
#define TRACE_SOFTIRQ	0x10
#define TRACE_BH_OFF	0x80	/* 6.1 has it */

static uint8_t context(unsigned int flags)
{
	return (flags & TRACE_HARDIRQ ? TXR_CTX_HARDIRQ : 0) |
	       (flags & TRACE_SOFTIRQ ? TXR_CTX_SOFTIRQ : 0) |
	       (flags & TRACE_IRQS_OFF ? TXR_CTX_IRQS_OFF : 0) |
	       (flags & TRACE_BH_OFF ? TXR_CTX_BH_OFF : 0);
}

struct txr_decoder *txr_decoder_new(struct txr_devtab *devs, bool big_endian)
{
	struct txr_dec *d = aligned_alloc(_Alignof(struct txr_dec), sizeof(*d));
	unsigned int i;

	if (!d)
		return NULL;
	memset(d, 0, sizeof(*d));
	d->devs = devs;
	d->dev_count = (uint32_t)txr_devtab_count(devs) + 1;
	for (i = 0; i < 256; i++)
		d->ctx[i] = context(i);
	d->pub.big_endian = big_endian;
	return &d->pub;
}

void txr_decoder_free(struct txr_decoder *pub)
{
	if (!pub)
		return;
	txr_reasons_free(txr_dec(pub));
	free(pub);
}

/* Common fields that only PREEMPT_RT kernels have. */
static bool has_rt_fields(const struct txr_format *f)
{
	return txr_format_find(f, "common_preempt_lazy_count") ||
	       txr_format_find(f, "common_migrate_disable");
}

int txr_decoder_add_format(struct txr_decoder *pub, const char *system,
			   const char *text, size_t len)
{
	struct txr_dec *d = txr_dec(pub);
	const struct txr_event_def *def;
	struct txr_format f;
	struct txr_plan *p;
	bool broken;
	int ret;

	if (txr_format_parse(&f, text, len))
		return 0;
	d->rt_fields |= has_rt_fields(&f);
	def = txr_event_def_find(system, f.name, f.name_len);
	if (!def || pub->slot[f.id] || d->plans == TXR_MAX_PLANS)
		return 0;
	p = &d->plan[d->plans];
	p->def = def;
	p->head.kind = def->kind;
	p->head.origin = def->origin;
	p->head.dev = TXR_DEV_NONE;
	p->head.queue = TXR_QUEUE_NONE;
	p->maker = def->maker;
	p->last.span = UINT32_MAX;	/* none yet: no record is that long */
	p->id = f.id;
	broken = txr_plan_bind(p, &f) != 0;
	if (broken)	/* no record has that much: each is undecodable */
		p->min_len = UINT16_MAX;
	ret = txr_reasons_learn(d, p, &f);
	if (!ret)
		ret = txr_softirqs_learn(d, p, &f);
	if (ret)
		return ret;
	pub->slot[f.id] = (uint8_t)++d->plans;
	return broken ? -EINVAL : 1;
}

static uint64_t by(const struct txr_dec *d, enum txr_kind kind, int maker)
{
	uint64_t m = 0;
	unsigned int i;

	for (i = 0; i < d->plans; i++)
		if (d->plan[i].head.kind == kind && (maker < 0 || d->plan[i].maker == maker))
			m |= 1ULL << i;
	return m;
}

uint64_t txr_decoder_plans(const struct txr_decoder *pub, enum txr_kind kind)
{
	return by((const struct txr_dec *)pub, kind, -1);
}

bool txr_decoder_ambiguous(const struct txr_decoder *pub)
{
	const struct txr_dec *d = (const struct txr_dec *)pub;

	return by(d, TXR_START, -1) != 0;
}

/* The patched event fires for every packet for which the others fire. */
static uint64_t without_doubles(const struct txr_dec *d, uint64_t used, enum txr_kind kind)
{
	if (used & by(d, kind, M_PATCHED))
		used &= ~(by(d, kind, M_STOCK) | by(d, kind, M_PKTGEN) | by(d, kind, M_PROBE));
	return used;
}

/* A probe on the function whose patched event is there too. */
static uint64_t without_probes(const struct txr_dec *d, uint64_t used)
{
	unsigned int i, j;

	for (i = 0; i < d->plans; i++)
		for (j = 0; j < d->plans; j++)
			if (d->plan[i].maker == M_PROBE &&
			    d->plan[j].maker == M_PATCHED &&
			    d->plan[i].head.origin == d->plan[j].head.origin)
				used &= ~(1ULL << i);
	return used;
}

/* A field tells devices apart only if all events that name them have it. */
static bool all_have(const struct txr_dec *d, uint64_t plans, enum txr_role role)
{
	unsigned int i;

	for (i = 0; i < d->plans; i++)
		if (plans >> i & 1 && d->plan[i].f[R_NAME].size && !d->plan[i].f[role].size)
			return false;
	return plans != 0;
}

static void ignore(struct txr_dec *d, enum txr_role role)
{
	unsigned int i;

	for (i = 0; i < d->plans; i++)
		d->plan[i].f[role].size = 0;
}

void txr_decoder_settle(struct txr_decoder *pub, uint64_t seen)
{
	struct txr_dec *d = txr_dec(pub);
	uint64_t all = d->plans ? UINT64_MAX >> (64 - d->plans) : 0, naming;
	unsigned int i;

	/* Without a START nothing was really seen of START and RESULT. */
	if (!(seen & by(d, TXR_START, -1)))
		seen |= by(d, TXR_START, -1) | by(d, TXR_RESULT, -1);
	d->seen = seen;
	d->used = without_probes(d, all);
	if (seen & by(d, TXR_START, M_PATCHED))
		d->used = without_doubles(d, d->used, TXR_START);
	if (seen & by(d, TXR_RESULT, M_PATCHED))
		d->used = without_doubles(d, d->used, TXR_RESULT);
	naming = d->used & (by(d, TXR_START, -1) | by(d, TXR_RESULT, -1)) & seen;
	if (!all_have(d, naming, R_IFINDEX))
		ignore(d, R_IFINDEX);
	if (!all_have(d, naming, R_COOKIE))
		ignore(d, R_COOKIE);
	for (i = 0; i < d->plans; i++) {
		struct txr_plan *p = &d->plan[i];

		p->has_ids = p->f[R_IFINDEX].size || p->f[R_COOKIE].size;
		pub->slot[p->id] = d->used >> i & 1 ? (uint8_t)(i + 1) : 0;
	}
	pub->settled = true;
}

static bool has_origin(const struct txr_dec *d, uint8_t origin)
{
	unsigned int i;

	for (i = 0; i < d->plans; i++)
		if (d->plan[i].head.origin == origin && (d->used >> i & 1))
			return true;
	return false;
}

struct txr_decoder_facts txr_decoder_facts(const struct txr_decoder *pub)
{
	const struct txr_dec *d = (const struct txr_dec *)pub;
	uint64_t seen = d->used & d->seen;

	return (struct txr_decoder_facts) {
		.tier = seen & by(d, TXR_START, M_PATCHED) ? TXR_TIER_PATCHED :
			d->used & by(d, TXR_RELEASE, M_PROBE) ? TXR_TIER_PROBE :
			TXR_TIER_STOCK,
		.has_start = d->used & by(d, TXR_START, -1),
		.has_xmit_func = d->used & by(d, TXR_START, M_PROBE),
		.has_result = seen & by(d, TXR_RESULT, -1),
		.has_handover = d->used & by(d, TXR_HANDOVER, -1),
		.has_consume = has_origin(d, TXR_O_CONSUME_SKB),
		.has_kfree = has_origin(d, TXR_O_KFREE_SKB),
		.has_drop_reason = d->has_reason_field && d->has_reason_names,
		.preempt_rt = d->rt_fields,
	};
}
