// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_record.c - the records of perf.data: samples, losses, rounds.
 *
 * A loss is told by a record that the kernel writes just before the first event
 * after it (kernel/events/ring_buffer.c, __perf_output_begin()); one that no
 * event followed only shows in the counts that perf record reads at its end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "perfdata_impl.h"

#define HEADER 8
#define MAX_CPU 65534

struct record {
	uint32_t type;
	const uint8_t *body;	/* behind the header */
	size_t len;
};

static int oom(const struct perfdata *p, struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", p->s->path);
}

static struct perf_cpu *cpu_of(struct perfdata *p, uint32_t cpu)
{
	if (cpu >= p->cpus) {
		struct perf_cpu *n = reallocarray(p->cpu, cpu + 1, sizeof(*n));

		if (!n)
			return NULL;
		memset(n + p->cpus, 0, (cpu + 1 - p->cpus) * sizeof(*n));
		p->cpu = n;
		p->cpus = cpu + 1;
	}
	return &p->cpu[cpu];
}

static int push(struct perfdata *p, const struct txr_event *ev, struct txr_err *err)
{
	int ret = perf_order_push(p->order, ev);

	if (ret < 0)
		return oom(p, err);
	p->s->info.duplicates += ret;
	return 0;
}

static int push_gap(struct perfdata *p, uint16_t cpu, struct perf_cpu *c,
		    uint64_t until_ns, struct txr_err *err)
{
	struct txr_event ev = {
		.ts_ns = c->last_ns, .kind = TXR_LOST, .origin = TXR_O_LOST, .cpu = cpu,
		.dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE,
		.lost = { .until_ns = until_ns, .count = c->lost },
	};

	txr_source_count_lost(p->s, cpu, c->lost);
	c->lost = 0;
	c->gap = false;
	return push(p, &ev, err);
}

static int on_sample(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	struct perf_sample s;
	struct txr_event ev;
	struct perf_cpu *c;
	int ret;

	ret = perf_sample_parse(p, r->body, r->len, &s);
	if (ret <= 0 || s.cpu > MAX_CPU) {
		p->s->info.undecodable += ret < 0 || s.cpu > MAX_CPU;
		return 0;
	}
	c = cpu_of(p, s.cpu);
	if (!c)
		return oom(p, err);
	if (c->gap) {
		ret = push_gap(p, s.cpu, c, s.time, err);
		if (ret)
			return ret;
	}
	if (s.time > c->last_ns)
		c->last_ns = s.time;
	if (s.raw_len < 2 || !p->s->dec->slot[txr_record_id(p->s->dec, s.raw)])
		return 0;
	ret = txr_decode(p->s->dec, s.raw, s.raw_len, s.raw + s.raw_len, s.time, s.cpu, &ev);
	if (ret < 0)
		p->s->info.undecodable++;
	return ret > 0 ? push(p, &ev, err) : 0;
}

static int on_lost(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	uint16_t cpu = perf_tail_cpu(p, r->body, r->len);
	struct perf_cpu everyone = { 0 }, *c;

	if (r->len < 16)
		return 0;
	if (cpu == UINT16_MAX) {	/* whose it was is not told: any CPU's */
		everyone.lost = perf_u64(p, r->body + 8);
		return push_gap(p, cpu, &everyone, UINT64_MAX, err);
	}
	c = cpu_of(p, cpu);
	if (!c)
		return oom(p, err);
	c->gap = true;
	c->lost += perf_u64(p, r->body + 8);
	c->lost_total += perf_u64(p, r->body + 8);
	return 0;
}

/* perf record's count at its end, for one event on one CPU, since its start. */
static int on_lost_samples(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	uint16_t cpu = perf_tail_cpu(p, r->body, r->len);
	struct perf_cpu *c;

	if (r->len < 8)
		return 0;
	c = cpu_of(p, cpu == UINT16_MAX ? 0 : cpu);
	if (!c)
		return oom(p, err);
	c->lost_samples += perf_u64(p, r->body);
	return 0;
}

static int on_comm(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	const char *name = (const char *)r->body + 8;

	if (r->len <= 8)
		return 0;
	if (!p->s->comms)
		p->s->comms = txr_comms_new();
	if (!p->s->comms || txr_comms_add(p->s->comms, perf_u32(p, r->body + 4), name,
					  strnlen(name, r->len - 8)))
		return oom(p, err);
	return 0;
}

static int on_attr(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	uint32_t size = r->len >= 8 ? perf_u32(p, r->body + 4) : 0;
	int ret;

	/* perf before 2.6.37 wrote no size; then the least that there was */
	if (!size)
		size = 64;
	if (size > r->len)
		return 0;
	ret = perf_attr_add(p, r->body, size, r->body + size, (r->len - size) / 8);
	return ret == -ENOMEM ? oom(p, err) : 0;
}

/* What follows a record without being one: tracing data, aux data. */
static int on_trailer(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	const uint8_t *data;
	size_t avail, n;
	int ret;

	if (r->type == PREC_TRACING_DATA)
		n = r->len >= 4 ? ((size_t)perf_u32(p, r->body) + 7) & ~(size_t)7 : 0;
	else
		n = r->len >= 8 ? perf_u64(p, r->body) : 0;
	if (n > (1u << 30))
		return txr_fail(err, EINVAL, "%s: a record tells of %zu bytes behind it; record again",
				p->s->path, n);
	ret = perf_input_peek(&p->in, n, &data, &avail);
	if (ret < 0)
		return txr_fail(err, -ret, "%s: %s; try again", p->s->path, strerror(-ret));
	if (avail > n)
		avail = n;
	if (r->type == PREC_TRACING_DATA && !p->has_formats)
		ret = perf_tracing_parse(p, data, avail, err);
	perf_input_take(&p->in, avail);
	return ret < 0 ? ret : 0;
}

static int on_feature(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	uint64_t bit = r->len >= 8 ? perf_u64(p, r->body) : PFEAT_MAX;

	return bit < PFEAT_MAX ? perf_feature(p, bit, r->body + 8, r->len - 8, err) : 0;
}

static int dispatch(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	switch (r->type) {
	case PREC_SAMPLE:
		return on_sample(p, r, err);
	case PREC_LOST:
		return on_lost(p, r, err);
	case PREC_LOST_SAMPLES:
		return on_lost_samples(p, r, err);
	case PREC_COMM:
		return on_comm(p, r, err);
	case PREC_FINISHED_ROUND:
		perf_order_round(p->order);
		return 0;
	case PREC_HEADER_ATTR:
		return on_attr(p, r, err);
	case PREC_HEADER_FEATURE:
		return on_feature(p, r, err);
	case PREC_TIME_CONV:	/* only written where sched_clock is stable */
		p->time_conv = true;
		return 0;
	default:
		return 0;
	}
}

/* The record at data: 1, 0 if it is not whole, -EINVAL if it is none. */
static int record_at(const struct perfdata *p, const uint8_t *data, size_t len,
		     struct record *r)
{
	size_t size;

	if (len < HEADER)
		return 0;
	size = perf_u16(p, data + 6);
	if (size < HEADER)
		return -EINVAL;
	r->type = perf_u32(p, data);
	r->body = data + HEADER;
	r->len = size - HEADER;
	return size <= len;
}

static int unpacked(struct perfdata *p, const uint8_t *data, size_t len,
		    struct txr_err *err)
{
	struct record r;
	size_t used = 0;
	int ret;

	while ((ret = record_at(p, data + used, len - used, &r)) > 0) {
		ret = dispatch(p, &r, err);
		if (ret)
			return ret;
		used += HEADER + r.len;
	}
	perf_zstd_taken(p->zstd, used);
	return ret;
}

static int on_compressed(struct perfdata *p, const struct record *r, struct txr_err *err)
{
	const uint8_t *from = r->body, *data;
	size_t n = r->len, len;
	int ret;

	if (r->type == PREC_COMPRESSED2) {	/* padded: the size comes first */
		if (n < 8 || perf_u64(p, from) > n - 8)
			return -EINVAL;
		n = perf_u64(p, from);
		from += 8;
	}
	ret = perf_zstd_add(&p->zstd, from, n, &data, &len);
	if (ret == -ENOMEM)
		return oom(p, err);
	return ret ? ret : unpacked(p, data, len, err);
}

/* Losses that no event followed, then everything may go. */
static int finish(struct perfdata *p, struct txr_err *err)
{
	size_t i;
	int ret;

	for (i = 0; i < p->cpus; i++) {
		struct perf_cpu *c = &p->cpu[i];

		if (c->lost_samples > c->lost_total) {
			c->gap = true;
			c->lost += c->lost_samples - c->lost_total;
		}
		if (!c->gap)
			continue;
		ret = push_gap(p, i, c, UINT64_MAX, err);
		if (ret)
			return ret;
	}
	perf_order_finish(p->order);
	p->at_end = true;
	return 0;
}

static int cut(struct perfdata *p, struct txr_err *err)
{
	p->s->info.truncated = true;
	return finish(p, err);
}

/* Read one record on. Returns its type, 0 at the end, or -errno. */
static int step(struct perfdata *p, struct txr_err *err)
{
	const uint8_t *data;
	struct record r = { 0 };
	size_t avail;
	int ret;

	ret = perf_input_peek(&p->in, HEADER, &data, &avail);
	if (ret > 0) {
		ret = record_at(p, data, avail, &r);
		if (!ret)	/* a pipe may only hold its beginning */
			ret = perf_input_peek(&p->in, HEADER + r.len, &data, &avail);
	}
	if (ret < 0 && ret != -EINVAL)
		return txr_fail(err, -ret, "%s: %s; try again", p->s->path, strerror(-ret));
	if (ret <= 0) {		/* end; or bytes that are no whole record */
		ret = avail || ret ? cut(p, err) : finish(p, err);
		return ret;
	}
	record_at(p, data, avail, &r);
	if (r.type == PREC_COMPRESSED || r.type == PREC_COMPRESSED2) {
		ret = on_compressed(p, &r, err);
		if (ret == -EINVAL)
			return cut(p, err);
	} else if (r.type != PREC_TRACING_DATA && r.type != PREC_AUXTRACE) {
		ret = dispatch(p, &r, err);
	} else {
		perf_input_take(&p->in, HEADER + r.len);
		ret = on_trailer(p, &r, err);
		return ret ? ret : (int)r.type;
	}
	perf_input_take(&p->in, HEADER + r.len);
	return ret ? ret : (int)r.type;
}

int perf_prime(struct perfdata *p, struct txr_err *err)
{
	for (;;) {
		const uint8_t *data;
		size_t avail;
		int ret = perf_input_peek(&p->in, HEADER, &data, &avail);

		if (ret > 0) {
			uint32_t type = perf_u32(p, data);

			/* samples, or what may hold some */
			if (type == PREC_SAMPLE || type == PREC_COMPRESSED ||
			    type == PREC_COMPRESSED2 || type == PREC_LOST)
				return 0;
		}
		ret = step(p, err);
		if (ret <= 0)
			return ret;
	}
}

int perf_fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct perfdata *p = ctx;
	int n, ret;

	for (;;) {
		n = perf_order_pop(p->order, ev, max);
		p->s->steps = perf_order_steps(p->order);
		if (n || p->at_end)
			return n;
		ret = step(p, err);
		if (ret < 0)
			return ret;
	}
}
