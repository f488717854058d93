// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_attr.c - where a sample keeps its fields.
 *
 * The order of fields is that of perf_output_sample() in kernel/events/core.c.
 * Each attr is worked out once: a sample is then a few loads at known offsets,
 * unless something of variable length comes before its raw record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "perfdata_impl.h"

/* uapi perf_event.h, enum perf_event_sample_format */
#define S_IP		(1u << 0)
#define S_TID		(1u << 1)
#define S_TIME		(1u << 2)
#define S_ADDR		(1u << 3)
#define S_READ		(1u << 4)
#define S_CALLCHAIN	(1u << 5)
#define S_ID		(1u << 6)
#define S_CPU		(1u << 7)
#define S_PERIOD	(1u << 8)
#define S_STREAM_ID	(1u << 9)
#define S_RAW		(1u << 10)
#define S_IDENTIFIER	(1u << 16)

#define F_ENABLED	(1u << 0)
#define F_RUNNING	(1u << 1)
#define F_ID		(1u << 2)
#define F_GROUP		(1u << 3)
#define F_LOST		(1u << 4)

#define ATTR_EXCLUDE_KERNEL	5	/* bits of the flags word */
#define ATTR_EXCLUDE_IDLE	7
#define ATTR_FREQ		10
#define ATTR_SAMPLE_ID_ALL	18
#define ATTR_USE_CLOCKID	25
#define ATTR_WRITE_BACKWARD	27
#define ATTR_SIZE_MIN		64	/* PERF_ATTR_SIZE_VER0 */
#define ATTR_CLOCKID_AT		92
#define ATTRS_MAX		65536	/* more than there are tracepoints */

static bool flag(const struct perfdata *p, uint64_t word, unsigned int bit)
{
	/* C bit-fields begin at the other end on big-endian machines */
	return word >> (p->big_endian ? 63 - bit : bit) & 1;
}

/* Of each word that a sample has. */
static int16_t width(uint64_t there)
{
	return there ? 8 : 0;
}

static void lay_out_body(struct perf_attr *a)
{
	uint64_t t = a->sample_type;
	int16_t off = 0;

	a->id_off = a->time_off = a->cpu_off = a->read_off = a->raw_off = -1;
	if (t & S_IDENTIFIER) {
		a->id_off = off;
		off += 8;
	}
	off += width(t & S_IP);
	off += width(t & S_TID);
	if (t & S_TIME) {
		a->time_off = off;
		off += 8;
	}
	off += width(t & S_ADDR);
	if (t & S_ID) {
		if (a->id_off < 0)
			a->id_off = off;
		off += 8;
	}
	off += width(t & S_STREAM_ID);
	if (t & S_CPU) {
		a->cpu_off = off;
		off += 8;
	}
	off += width(t & S_PERIOD);
	if (t & (S_READ | S_CALLCHAIN))
		a->read_off = off;
	else if (t & S_RAW)
		a->raw_off = off;
}

/* The sample_id at the end of records that are no samples. */
static void lay_out_tail(struct perf_attr *a)
{
	uint64_t t = a->sample_type;
	int16_t off = 0;

	a->tail_cpu = a->tail_time = -1;
	if (!a->sample_id_all)
		return;
	off += width(t & S_IDENTIFIER);
	if (t & S_CPU)
		a->tail_cpu = off += 8;
	off += width(t & S_STREAM_ID);
	off += width(t & S_ID);
	if (t & S_TIME)
		a->tail_time = off + 8;
}

static size_t ids_find(const struct perf_ids *ids, uint64_t id)
{
	size_t i = (id * 0x9e3779b97f4a7c15ULL) >> 32 & (ids->room - 1);

	while (ids->attr[i] && ids->id[i] != id)
		i = (i + 1) & (ids->room - 1);
	return i;
}

static int ids_grow(struct perf_ids *ids)
{
	struct perf_ids n = { .room = ids->room ? 2 * ids->room : 64 };
	size_t i, to;

	n.id = calloc(n.room, sizeof(*n.id));
	n.attr = calloc(n.room, sizeof(*n.attr));
	n.place = calloc(n.room, sizeof(*n.place));
	if (!n.id || !n.attr || !n.place) {
		free(n.place);
		free(n.id);
		free(n.attr);
		return -ENOMEM;
	}
	for (i = 0; i < ids->room; i++) {
		if (!ids->attr[i])
			continue;
		to = ids_find(&n, ids->id[i]);
		n.id[to] = ids->id[i];
		n.attr[to] = ids->attr[i];
		n.place[to] = ids->place[i];
		n.used++;
	}
	free(ids->id);
	free(ids->attr);
	free(ids->place);
	*ids = n;
	return 0;
}

static int ids_add(struct perf_ids *ids, uint64_t id, uint32_t attr, uint32_t place)
{
	size_t i;

	if (2 * (ids->used + 1) > ids->room && ids_grow(ids))
		return -ENOMEM;
	i = ids_find(ids, id);
	ids->used += !ids->attr[i];
	ids->id[i] = id;
	ids->attr[i] = attr + 1;
	ids->place[i] = place;
	return 0;
}

static bool same_layout(const struct perf_attr *a, const struct perf_attr *b)
{
	return a->sample_type == b->sample_type && a->read_format == b->read_format &&
	       a->sample_id_all == b->sample_id_all && a->tracepoint == b->tracepoint;
}

/* perf's dummy event, for records of tasks, never gives a sample. */
static void note_layout(struct perfdata *p, const struct perf_attr *a)
{
	if (a->dummy)
		return;
	if (!p->sampled++)
		p->common = (size_t)(a - p->attr);
	p->same_layout = p->sampled == 1 ||
			 (p->same_layout && same_layout(&p->attr[p->common], a));
}

int perf_attr_add(struct perfdata *p, const uint8_t *attr, size_t len,
		  const uint8_t *ids, size_t n)
{
	struct perf_attr a = { .clockid = UINT32_MAX }, *all;
	uint64_t word, period;
	size_t i;

	if (len < ATTR_SIZE_MIN || p->attrs >= ATTRS_MAX)
		return -EINVAL;
	a.tracepoint = perf_u32(p, attr) == 2;	/* PERF_TYPE_TRACEPOINT */
	a.config = perf_u64(p, attr + 8);
	a.dummy = perf_u32(p, attr) == 1 && a.config == 9;	/* PERF_COUNT_SW_DUMMY */
	a.sample_type = perf_u64(p, attr + 24);
	a.has_raw = a.tracepoint && a.sample_type & S_RAW;
	a.read_format = perf_u64(p, attr + 32);
	word = perf_u64(p, attr + 40);
	a.sample_id_all = flag(p, word, ATTR_SAMPLE_ID_ALL);
	a.backward = flag(p, word, ATTR_WRITE_BACKWARD);
	period = perf_u64(p, attr + 16);
	/* with PERF_SAMPLE_PERIOD every event is told, whatever the period is
	 * (perf_swevent_event() in kernel/events/core.c); without a period it is a
	 * member of a group, whose leader alone has samples (:S) */
	a.some_only = flag(p, word, ATTR_FREQ) || !period ||
		      flag(p, word, ATTR_EXCLUDE_KERNEL) || flag(p, word, ATTR_EXCLUDE_IDLE) ||
		      (period > 1 && !(a.sample_type & S_PERIOD));
	if (flag(p, word, ATTR_USE_CLOCKID) && len >= ATTR_CLOCKID_AT + 4)
		a.clockid = perf_u32(p, attr + ATTR_CLOCKID_AT);
	lay_out_body(&a);
	lay_out_tail(&a);
	if (!(p->attrs & (p->attrs - 1))) {	/* 0, 1, 2, 4, ... */
		all = reallocarray(p->attr, p->attrs ? 2 * p->attrs : 1, sizeof(*all));
		if (!all)
			return -ENOMEM;
		p->attr = all;
	}
	all = p->attr;
	if (n > p->most_ids)
		p->most_ids = n;
	all[p->attrs] = a;
	note_layout(p, &all[p->attrs]);
	for (i = 0; i < n; i++)
		if (ids_add(&p->ids, perf_u64(p, ids + 8 * i), (uint32_t)p->attrs, (uint32_t)i))
			return -ENOMEM;
	p->attrs++;
	return 0;
}

void perf_attr_free(struct perfdata *p)
{
	free(p->attr);
	free(p->ids.id);
	free(p->ids.attr);
	free(p->ids.place);
}

const struct perf_attr *perf_attr_of_id(const struct perfdata *p, uint64_t id)
{
	size_t i;

	if (!p->ids.room)
		return NULL;
	i = ids_find(&p->ids, id);
	return p->ids.attr[i] ? &p->attr[p->ids.attr[i] - 1] : NULL;
}

uint16_t perf_cpu_of_id(const struct perfdata *p, uint64_t id)
{
	size_t i = p->ids.room ? ids_find(&p->ids, id) : 0;

	if (!p->ids.room || !p->ids.attr[i] || p->most_ids != p->nrcpus ||
	    p->ids.place[i] >= PERF_MAX_CPUS)
		return UINT16_MAX;
	return (uint16_t)p->ids.place[i];
}

/* The attr of a sample: they may differ, but keep the id at the same place. */
static const struct perf_attr *attr_of(const struct perfdata *p, const uint8_t *body,
				       size_t len)
{
	int off = p->attrs ? p->attr[0].id_off : -1;

	if (!p->attrs)
		return NULL;
	if (p->same_layout)
		return &p->attr[p->common];
	if (off < 0 || (size_t)off + 8 > len)
		return NULL;
	return perf_attr_of_id(p, perf_u64(p, body + off));
}

/* Bytes of the read values at off; 0: they do not fit. */
static size_t read_size(const struct perfdata *p, const struct perf_attr *a,
			const uint8_t *body, size_t len, size_t off)
{
	uint64_t f = a->read_format, each, n = 1, fixed;

	each = 8u + (f & F_ID ? 8u : 0) + (f & F_LOST ? 8u : 0);
	fixed = (f & F_ENABLED ? 8u : 0) + (f & F_RUNNING ? 8u : 0);
	if (f & F_GROUP) {
		if (off + 8 > len)
			return 0;
		n = perf_u64(p, body + off);
		fixed += 8;
		if (n > len / each)
			return 0;
	}
	return fixed + n * each;
}

static int find_raw(const struct perfdata *p, const struct perf_attr *a,
		    const uint8_t *body, size_t len, size_t *raw)
{
	size_t off = (size_t)a->read_off, n;

	if (a->sample_type & S_READ) {
		n = read_size(p, a, body, len, off);
		if (!n || n > len - off)
			return -EINVAL;
		off += n;
	}
	if (a->sample_type & S_CALLCHAIN) {
		uint64_t nr;

		if (off + 8 > len)
			return -EINVAL;
		nr = perf_u64(p, body + off);
		off += 8;
		if (nr > (len - off) / 8)
			return -EINVAL;
		off += 8 * nr;
	}
	*raw = off;
	return 0;
}

int perf_sample_parse(struct perfdata *p, const uint8_t *body, size_t len,
		      struct perf_sample *out)
{
	const struct perf_attr *a = attr_of(p, body, len);
	size_t raw;

	if (!a)
		return 0;
	if (a->time_off < 0 || a->cpu_off < 0 || (size_t)a->cpu_off + 8 > len)
		return a->has_raw ? -EINVAL : 0;
	out->time = perf_u64(p, body + a->time_off);
	out->cpu = perf_u32(p, body + a->cpu_off);
	out->raw = NULL;
	out->raw_len = 0;
	if (!a->has_raw)
		return 1;
	raw = (size_t)a->raw_off;
	if (a->raw_off < 0 && find_raw(p, a, body, len, &raw))
		return -EINVAL;
	if (raw + 4 > len)
		return -EINVAL;
	out->raw_len = perf_u32(p, body + raw);
	out->raw = body + raw + 4;
	return out->raw_len <= len - raw - 4 ? 1 : -EINVAL;
}

/*
 * The record's own id tells its attr (LOST); else the identifier at its very end,
 * or any: perf record asks for the same tail from all.
 */
static const struct perf_attr *attr_of_tail(const struct perfdata *p,
					    const struct perf_record *r)
{
	const struct perf_attr *a = NULL;

	if (!p->attrs)
		return NULL;
	if (r->type == PREC_LOST && r->len >= 8)
		a = perf_attr_of_id(p, perf_u64(p, r->body));
	if (!a && r->len >= 8)
		a = perf_attr_of_id(p, perf_u64(p, r->body + r->len - 8));
	return a ? a : &p->attr[0];
}

uint16_t perf_tail_cpu(const struct perfdata *p, const struct perf_record *r)
{
	const struct perf_attr *a = attr_of_tail(p, r);
	uint32_t cpu;

	if (!a || a->tail_cpu < 0 || (size_t)a->tail_cpu > r->len)
		return UINT16_MAX;
	cpu = perf_u32(p, r->body + r->len - a->tail_cpu);
	return cpu < UINT16_MAX ? (uint16_t)cpu : UINT16_MAX;
}

uint64_t perf_tail_time(const struct perfdata *p, const struct perf_record *r)
{
	const struct perf_attr *a = attr_of_tail(p, r);

	if (!a || a->tail_time < 0 || (size_t)a->tail_time > r->len)
		return 0;
	return perf_u64(p, r->body + r->len - a->tail_time);
}
