// SPDX-License-Identifier: GPL-2.0-only
/* perfdata_side.c - records that are neither samples nor losses. */
#include <errno.h>
#include <stdlib.h>
#include "perfdata_impl.h"
#include "perfdata_write.h"

#define TRACING_MAX	(256u << 20)	/* of a kernel with every module: 20 MB */
#define META_MAX	(64u << 20)
#define SKIP		(64u << 10)

static int add_comm(struct perfdata *p, uint32_t tid, const char *name, size_t len,
		    struct txr_err *err)
{
	if (!p->s->comms)
		p->s->comms = txr_comms_new();
	if (!p->s->comms || txr_comms_add(p->s->comms, (int)tid, name, len) ||
	    perf_tasks_set(&p->tasks, tid, name, len))
		return perf_oom(p, err);
	return 0;
}

static int on_comm(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	const char *name = (const char *)r->body + 8;

	if (r->len <= 8)
		return 0;
	return add_comm(p, perf_u32(p, r->body + 4), name, strnlen(name, r->len - 8), err);
}

/* pid, ppid, tid, ptid: the child is called as its parent, until it says else. */
static int on_fork(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	const char *parent;
	char name[16];

	if (r->len < 16)
		return 0;
	parent = perf_tasks_get(p->tasks, perf_u32(p, r->body + 12));
	if (!parent)
		return 0;
	memcpy(name, parent, sizeof(name));	/* the table may move */
	return add_comm(p, perf_u32(p, r->body + 8), name, strlen(name), err);
}

static int on_attr(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	uint32_t size = r->len >= 8 ? perf_u32(p, r->body + 4) : 0;
	int ret;

	/* perf before 2.6.37 wrote no size; then the least that there was */
	if (!size)
		size = 64;
	if (size > r->len)
		return 0;
	ret = perf_attr_add(p, r->body, size, r->body + size, (r->len - size) / 8);
	return ret == -ENOMEM ? perf_oom(p, err) : 0;
}

static int on_feature(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	uint64_t bit = r->len >= 8 ? perf_u64(p, r->body) : PFEAT_MAX;

	return bit < PFEAT_MAX ? perf_feature(p, (unsigned int)bit, r->body + 8, r->len - 8, err) : 0;
}

/* The text is whole: the later one, from the end of the recording, knows more. */
static int take_meta(struct perfdata *p, struct txr_err *err)
{
	int ret = txr_source_take_meta(p->s, p->meta.data, p->meta.len, err);

	p->meta.len = 0;
	return ret;
}

/* Ours, in a pipe: type, id, length, a piece of the text (perfdata_write.h). */
static int on_update(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	uint32_t n;

	if (r->len < 20 || perf_u64(p, r->body) != TXR_PERF_META_TYPE)
		return 0;
	n = perf_u32(p, r->body + 16);
	if (n > r->len - 20 || p->meta.len + n > META_MAX)
		return 0;
	txr_buf_put(&p->meta, r->body + 20, n);
	if (p->meta.no_memory)
		return perf_oom(p, err);
	return n < TXR_PERF_META_PIECE && p->meta.len ? take_meta(p, err) : 0;
}

int perf_on_side(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	switch (r->type) {
	case PREC_COMM:
		return on_comm(p, r, err);
	case PREC_FORK:
		return on_fork(p, r, err);
	case PREC_HEADER_ATTR:
		return on_attr(p, r, err);
	case PREC_HEADER_FEATURE:
		return on_feature(p, r, err);
	case PREC_EVENT_UPDATE:
		return on_update(p, r, err);
	case PREC_THREAD_MAP:
		return perf_on_thread_map(p, r, err);
	case PREC_CPU_MAP:
		return perf_on_cpu_map(p, r, err);
	case PREC_TIME_CONV:	/* only written where sched_clock is stable */
		p->time_conv = true;
		return 0;
	default:
		return 0;
	}
}

static int failed(const struct perfdata *p, int code, struct txr_err *err)
{
	return txr_fail(err, code, "%s: %s; try again", p->s->path, strerror(code));
}

static int skip(struct perfdata *p, uint64_t n, struct txr_err *err)
{
	while (n) {
		const uint8_t *data;
		size_t avail, want = n < SKIP ? n : SKIP;
		int ret = perf_input_peek(&p->in, want, &data, &avail);

		if (ret < 0)
			return failed(p, -ret, err);
		if (avail > want)
			avail = want;
		perf_input_take(&p->in, avail);
		if (!ret) {
			p->cut = true;
			return 0;
		}
		n -= want;
	}
	return 0;
}

static int on_tracing(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	const uint8_t *data;
	size_t avail, n;
	int ret;

	n = r->len >= 4 ? ((size_t)perf_u32(p, r->body) + 7) & ~(size_t)7 : 0;
	perf_input_take(&p->in, 8 + r->len);
	if (p->has_formats)
		return skip(p, n, err);
	if (n > TRACING_MAX)
		return txr_fail(err, EINVAL, "%s: its tracing data is said to have %zu bytes; "
				"record again", p->s->path, n);
	ret = perf_input_peek(&p->in, n, &data, &avail);
	if (ret < 0)
		return failed(p, -ret, err);
	if (avail > n)
		avail = n;
	p->cut |= avail < n;	/* the formats may be whole for all that */
	ret = perf_tracing_parse(p, data, avail, err);
	perf_input_take(&p->in, avail);
	return ret;
}

int perf_on_trailer(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	uint64_t n;

	if (r->type == PREC_TRACING_DATA)
		return on_tracing(p, r, err);
	n = r->len >= 8 ? perf_u64(p, r->body) : 0;
	perf_input_take(&p->in, 8 + r->len);
	return skip(p, n, err);
}
