// SPDX-License-Identifier: GPL-2.0-only
/* perfdata_record.c - the records of perf.data, told apart and walked. */
#include <errno.h>
#include "perfdata_impl.h"

#define HEADER 8

int perf_oom(const struct perfdata *p, struct txr_err *err)
{
	return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", p->s->path);
}

/* All but samples and what holds records of its own. */
static int dispatch(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	switch (r->type) {
	case PREC_LOST:
		return perf_on_lost(p, r, err);
	case PREC_LOST_SAMPLES:
		return perf_on_lost_samples(p, r, err);
	case PREC_FINISHED_ROUND:
		perf_order_round(p->order);
		p->unmarked = false;
		return 0;
	default:
		return perf_on_side(p, r, err);
	}
}

/* The record at data: 1, 0 if it is not whole, -EINVAL if it is none. */
static int record_at(const struct perfdata *p, const uint8_t *data, size_t len,
		     struct perf_record *r)
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

int perf_records(struct perfdata *p, const uint8_t *data, size_t len,
		 const uint8_t *limit, size_t *used, struct txr_err *err)
{
	struct perf_record r;
	size_t n;
	int ret;

	for (*used = 0;;) {
		ret = perf_samples(p, data + *used, len - *used, limit, &n, err);
		*used += n;
		if (ret)
			return ret;
		ret = record_at(p, data + *used, len - *used, &r);
		if (ret <= 0)
			return ret;
		if (r.type == PREC_SAMPLE)	/* more, and some of them can go */
			continue;
		ret = dispatch(p, &r, err);
		if (ret)
			return ret;
		*used += HEADER + r.len;
	}
}

/* Records that were packed: 0 when the rest is none that is whole, or -EINVAL. */
static int unpacked(struct perfdata *p, const uint8_t *data, size_t len, struct txr_err *err)
{
	size_t used;
	int ret = perf_records(p, data, len, data + len, &used, err);

	perf_zstd_taken(p->zstd, used);
	return ret;
}

static int on_compressed(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
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
	p->unmarked = true;	/* what is in it may come out with the next one only */
	ret = perf_zstd_add(&p->zstd, from, n);
	if (ret)
		return perf_oom(p, err);
	while ((ret = perf_zstd_next(p->zstd, &data, &len)) > 0) {
		ret = unpacked(p, data, len, err);
		if (ret)
			return ret;
	}
	return ret;
}

static int take_record(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	int ret;

	switch (r->type) {
	case PREC_TRACING_DATA:
	case PREC_AUXTRACE:
		return perf_on_trailer(p, r, err);
	case PREC_COMPRESSED:
	case PREC_COMPRESSED2:
		ret = on_compressed(p, r, err);
		if (ret == -EINVAL && (!err || !err->code))
			return perf_finish(p, true, err);
		break;
	default:
		ret = dispatch(p, r, err);
	}
	perf_input_take(&p->in, HEADER + r->len);
	return ret;
}

/*
 * A pipe has no header that tells how long it is. But perf marks the round that its
 * last samples were read in (record__mmap_read_evlist()).
 */
static bool ends_open(const struct perfdata *p)
{
	return perf_zstd_holds(p->zstd) || (p->pipe && p->unmarked);
}

/* Samples, or one record of another kind. 0 also at the end: p->at_end. */
static int step(struct perfdata *p, struct txr_err *err)
{
	struct perf_record r = { 0 };
	const uint8_t *data;
	size_t avail, used;
	int ret;

	ret = perf_input_peek(&p->in, HEADER, &data, &avail);
	if (ret > 0) {
		ret = record_at(p, data, avail, &r);
		if (!ret)	/* a pipe may only hold its beginning */
			ret = perf_input_peek(&p->in, HEADER + r.len, &data, &avail);
	}
	if (ret < 0 && ret != -EINVAL)
		return txr_fail(err, -ret, "%s: %s; try again", p->s->path, strerror(-ret));
	if (ret <= 0)		/* end; or bytes that are no whole record */
		return perf_finish(p, avail || ret || p->cut || ends_open(p), err);
	record_at(p, data, avail, &r);
	if (r.type != PREC_SAMPLE)
		return take_record(p, &r, err);
	ret = perf_samples(p, data, avail, perf_input_limit(&p->in), &used, err);
	perf_input_take(&p->in, used);
	return ret;
}

int perf_prime(struct perfdata *p, struct txr_err *err)
{
	int ret = 0;

	while (!ret && !p->at_end) {
		const uint8_t *data;
		size_t avail;

		if (perf_input_peek(&p->in, HEADER, &data, &avail) > 0) {
			uint32_t type = perf_u32(p, data);

			/* samples, or what may hold some */
			if (type == PREC_SAMPLE || type == PREC_COMPRESSED ||
			    type == PREC_COMPRESSED2 || type == PREC_LOST)
				return 0;
		}
		ret = step(p, err);
	}
	return ret;
}

/* Records until some events can go: 1, 0 at the end, or a negative errno. */
static int read_on(struct perfdata *p, struct txr_err *err)
{
	int ret;

	for (;;) {
		if (p->s->meta && !p->pipe && p->next_gap < p->s->meta->gaps) {
			ret = perf_push_known_gaps(p, err);
			if (ret)
				return ret;
		}
		if (perf_order_full(p->order))
			return txr_fail(err, EFBIG, "%s: more events, newest first, than can be held; "
					"record without --overwrite, or with a smaller -m", p->s->path);
		if (perf_order_ready(p->order))
			return 1;
		if (p->at_end)
			return 0;
		ret = step(p, err);
		if (ret < 0)
			return ret;
	}
}

int perf_fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct perfdata *p = ctx;
	int n = 0, ret;

	while (!n) {
		ret = read_on(p, err);
		if (ret <= 0)
			return ret;
		n = perf_order_pop(p->order, ev, max);
	}
	return n;
}

/* In order as they are, events need not be copied: the merge is for those that are not. */
int perf_read(struct txr_source *s, const struct txr_event **ev, int max, uint64_t *lost,
	      struct txr_err *err)
{
	struct perfdata *p = s->priv;
	int n = 0, ret;

	while (!n && !p->by_merge) {
		ret = read_on(p, err);
		if (ret <= 0)
			return ret;
		if (perf_order_disorder(p->order)) {
			txr_merge_begin_at(s->merge, perf_order_gone_ns(p->order));
			p->by_merge = true;
		} else {
			n = perf_order_take(p->order, ev, max, lost);
		}
	}
	return n ? n : txr_merge_read(s->merge, ev, max, lost, err);
}
