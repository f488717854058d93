// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_sample.c - samples: the many, so they are taken in runs.
 *
 * Where all attrs lay a sample out alike, and nothing of variable length comes
 * before the raw record, its parts are loads at known offsets.
 */
#include <errno.h>
#include <stdlib.h>
#include "decode_run.h"
#include "perfdata_order.h"

#define HEADER 8

struct perf_cpu *perf_cpu_of(struct perfdata *p, uint32_t cpu)
{
	struct perf_cpu *n;

	if (cpu < p->cpus)
		return &p->cpu[cpu];
	n = reallocarray(p->cpu, cpu + 1, sizeof(*n));
	if (!n)
		return NULL;
	memset(n + p->cpus, 0, (cpu + 1 - p->cpus) * sizeof(*n));
	p->cpu = n;
	p->cpus = cpu + 1;
	return &p->cpu[cpu];
}

static run_inline int decode_one(struct txr_dec *d, unsigned int slot,
				 const struct perf_sample *s, const uint8_t *limit,
				 struct txr_event *ev)
{
	struct record r = { .p = &d->plan[slot - 1], .rec = s->raw, .limit = limit,
			    .len = s->raw_len };

	if (unlikely(d->pub.big_endian || !r.p->usual || s->raw_len < r.p->min_len))
		return txr_decode_slot(&d->pub, slot, s->raw, s->raw_len, limit, ev);
	return txr_decode_record(d, r, ev, true);
}

static run_inline int take(struct perfdata *p, const struct perf_sample *s,
			   const uint8_t *limit, struct txr_err *err)
{
	struct txr_dec *d = txr_dec(p->s->dec);
	uint16_t cpu = (uint16_t)s->cpu;	/* below PERF_MAX_CPUS */
	struct perf_cpu *c;
	struct txr_event *ev;
	unsigned int slot;
	int ret;

	c = cpu < p->cpus ? &p->cpu[cpu] : perf_cpu_of(p, cpu);
	if (unlikely(!c))
		return perf_oom(p, err);
	if (unlikely(c->gap)) {
		ret = perf_push_gap(p, cpu, c, s->time, err);
		if (ret)
			return ret;
	}
	if (s->time > c->last_ns)
		c->last_ns = s->time;
	if (s->raw_len < 2)
		return 0;
	slot = d->pub.slot[txr_record_id(&d->pub, s->raw)];
	if (!slot)
		return 0;
	ev = perf_order_room(p->order, cpu);
	if (unlikely(!ev))
		return perf_oom(p, err);
	memset(&ev->lost, 0, sizeof(ev->lost));	/* duplicates are told by all bytes */
	ret = decode_one(d, slot, s, limit, ev);
	if (unlikely(ret <= 0)) {
		p->s->info.undecodable += ret < 0;
		return 0;
	}
	ev->ts_ns = s->time;
	ev->cpu = cpu;
	p->s->info.duplicates += (unsigned int)perf_order_put(p->order, cpu);
	return 0;
}

static int take_any(struct perfdata *p, const uint8_t *body, size_t len,
		    const uint8_t *limit, struct txr_err *err)
{
	struct perf_sample s;
	int ret = perf_sample_parse(p, body, len, &s);

	if (ret > 0 && s.cpu < PERF_MAX_CPUS)
		return take(p, &s, limit, err);
	p->s->info.undecodable += ret != 0;
	return 0;
}

/* Offsets that all samples have in common. */
struct layout {
	size_t time, cpu, raw, least;
};

static bool find_layout(const struct perfdata *p, struct layout *l)
{
	const struct perf_attr *a;

	if (!p->sampled || !p->same_layout || p->swap)
		return false;
	a = &p->attr[p->common];
	if (!a->has_raw || a->raw_off < 0 || a->time_off < 0 || a->cpu_off < 0)
		return false;
	*l = (struct layout){ (size_t)a->time_off, (size_t)a->cpu_off, (size_t)a->raw_off,
			       (size_t)a->raw_off + 4 };
	return true;
}

static run_inline bool take_apart(const struct layout *l, const uint8_t *body, size_t len,
				  struct perf_sample *s)
{
	if (unlikely(len < l->least))
		return false;
	memcpy(&s->time, body + l->time, 8);
	memcpy(&s->cpu, body + l->cpu, 4);
	memcpy(&s->raw_len, body + l->raw, 4);
	s->raw = body + l->least;
	return s->raw_len <= len - l->least && s->cpu < PERF_MAX_CPUS;
}

/* Size of the sample at data, 0: it is none, or not whole. */
static run_inline size_t sample_size(const struct perfdata *p, const uint8_t *data, size_t len)
{
	size_t size;

	if (len < HEADER || perf_u32(p, data) != PREC_SAMPLE)
		return 0;
	size = perf_u16(p, data + 6);
	return size < HEADER || size > len ? 0 : size;
}

int perf_samples(struct perfdata *p, const uint8_t *data, size_t len, const uint8_t *limit,
		 size_t *used, struct txr_err *err)
{
	const uint8_t *at = data, *end = data + len;
	struct perf_sample s;
	struct layout l = { 0 };
	bool known = find_layout(p, &l);
	size_t size;
	int ret = 0;

	while (!ret && (size = sample_size(p, at, (size_t)(end - at)))) {
		const uint8_t *body = at + HEADER;

		at += size;
		if (known && take_apart(&l, body, size - HEADER, &s))
			ret = take(p, &s, limit, err);
		else
			ret = take_any(p, body, size - HEADER, limit, err);
		if (p->order->ready)
			break;
	}
	*used = (size_t)(at - data);
	if (unlikely(p->order->backward))
		perf_weigh(p, data, *used);
	p->unmarked |= at != data;
	return ret;
}
