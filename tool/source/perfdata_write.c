// SPDX-License-Identifier: GPL-2.0-only
/* perfdata_write.c - the front of a perf.data, its features, the form of a pipe. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "perfdata_write.h"
#include "perfdata_format.h"

static void pad8(struct txr_buf *b)
{
	static const char zero[8];

	txr_buf_put(b, zero, -b->len & 7);
}

static void pad_to(struct txr_buf *b, size_t len)
{
	static const char zero[256];

	while (b->len < len && !b->no_memory)
		txr_buf_put(b, zero, len - b->len < sizeof(zero) ? len - b->len : sizeof(zero));
}

/* do_write_string() of tools/perf/util/header.c: padded to 64 bytes. */
static void put_string(struct txr_buf *b, const char *s)
{
	uint32_t len = (strlen(s) + 1 + 63) & ~63u;
	size_t end;

	txr_buf_u32(b, len);
	end = b->len + len;
	txr_buf_str(b, s);
	pad_to(b, end);
}

static void put_argv(struct txr_buf *b, const struct txr_perfdata *d)
{
	uint32_t i;

	txr_buf_u32(b, d->argc);
	for (i = 0; i < d->argc; i++)
		put_string(b, d->argv[i]);
}

static void put_event_desc(struct txr_buf *b, const struct txr_perfdata *d)
{
	size_t i;

	txr_buf_u32(b, d->nr_events);
	txr_buf_u32(b, sizeof(struct perf_event_attr));
	for (i = 0; i < d->nr_events; i++) {
		const struct txr_perf_event *e = &d->event[i];

		txr_buf_put(b, &e->attr, sizeof(e->attr));
		txr_buf_u32(b, e->ids);
		put_string(b, e->name);
		txr_buf_put(b, e->id, e->ids * sizeof(*e->id));
	}
}

static void put_clock_data(struct txr_buf *b, const struct txr_perfdata *d)
{
	txr_buf_u32(b, 1);	/* version */
	txr_buf_u32(b, d->clockid);
	txr_buf_u64(b, d->real_ns);
	txr_buf_u64(b, d->clock_ns);
}

static void put_pair32(struct txr_buf *b, uint32_t one, uint32_t two)
{
	txr_buf_u32(b, one);
	txr_buf_u32(b, two);
}

static void put_pair64(struct txr_buf *b, uint64_t one, uint64_t two)
{
	txr_buf_u64(b, one);
	txr_buf_u64(b, two);
}

static void put_if(struct txr_buf *b, const char *s)
{
	if (s && *s)
		put_string(b, s);
}

/* What a feature says; nothing where it is not known. In the order of their bits. */
static void put_feature(struct txr_buf *b, const struct txr_perfdata *d, unsigned int bit)
{
	switch (bit) {
	case PFEAT_TRACING_DATA:
		txr_buf_put(b, d->tracing.data, d->tracing.len);
		break;
	case PFEAT_HOSTNAME:
		put_if(b, d->hostname);
		break;
	case PFEAT_OSRELEASE:
		put_if(b, d->release);
		break;
	case PFEAT_VERSION:
		put_if(b, d->version);
		break;
	case PFEAT_ARCH:
		put_if(b, d->arch);
		break;
	case PFEAT_NRCPUS:
		put_pair32(b, d->cpus, d->cpus_online);
		break;
	case PFEAT_CPUDESC:
		put_if(b, d->cpu);
		break;
	case PFEAT_TOTAL_MEM:
		txr_buf_u64(b, d->memory_kb);
		break;
	case PFEAT_CMDLINE:
		put_argv(b, d);
		break;
	case PFEAT_EVENT_DESC:
		put_event_desc(b, d);
		break;
	case PFEAT_SAMPLE_TIME:
		put_pair64(b, d->first_ns, d->last_ns);
		break;
	case PFEAT_CLOCKID:
		if (d->clockid >= 0)
			txr_buf_u64(b, d->clock_res_ns);
		break;
	case PFEAT_CLOCK_DATA:
		if (d->clockid >= 0)
			put_clock_data(b, d);
		break;
	}
}

struct sections {
	uint64_t at[PFEAT_MAX], size[PFEAT_MAX];
	uint64_t bits[PFEAT_MAX / 64];
};

static void put_features(struct txr_buf *b, const struct txr_perfdata *d, struct sections *s)
{
	unsigned int bit;

	memset(s, 0, sizeof(*s));
	for (bit = 0; bit < PFEAT_MAX; bit++) {
		s->at[bit] = b->len;
		put_feature(b, d, bit);
		s->size[bit] = b->len - s->at[bit];
		if (s->size[bit])
			s->bits[bit / 64] |= 1ULL << bit % 64;
		pad8(b);
	}
}

static size_t ids_of(const struct txr_perfdata *d)
{
	size_t n = 0, i;

	for (i = 0; i < d->nr_events; i++)
		n += d->event[i].ids;
	return n;
}

/* struct perf_file_header (tools/perf/util/header.h) */
static void put_header(struct txr_buf *b, const struct txr_perfdata *d,
		       const struct sections *s, uint64_t data_at, uint64_t data_bytes)
{
	uint64_t attr_size = sizeof(struct perf_event_attr) + 16;

	txr_buf_put(b, PERF_MAGIC2, 8);
	txr_buf_u64(b, PERF_FILE_HEADER);
	txr_buf_u64(b, attr_size);
	put_pair64(b, PERF_FILE_HEADER + 8 * ids_of(d), d->nr_events * attr_size);
	put_pair64(b, data_at, data_bytes);
	put_pair64(b, 0, 0);		/* event types: not used any more */
	txr_buf_put(b, s->bits, sizeof(s->bits));
}

static void put_ids_and_attrs(struct txr_buf *b, const struct txr_perfdata *d)
{
	uint64_t at = PERF_FILE_HEADER;
	size_t i;

	for (i = 0; i < d->nr_events; i++)
		txr_buf_put(b, d->event[i].id, 8 * d->event[i].ids);
	for (i = 0; i < d->nr_events; i++) {
		txr_buf_put(b, &d->event[i].attr, sizeof(d->event[i].attr));
		put_pair64(b, at, 8 * d->event[i].ids);
		at += 8 * d->event[i].ids;
	}
}

static int put_meta(struct txr_buf *b, const struct txr_perfdata *d, size_t room,
		    struct txr_err *err)
{
	size_t end = b->len + TXR_META_MAGIC_LEN + 8 + room;

	if (d->meta && strlen(d->meta) > room)
		return txr_fail(err, E2BIG, "state of the devices: longer than its room in the "
				"file; record again");
	if (d->meta) {
		txr_buf_put(b, TXR_META_MAGIC, TXR_META_MAGIC_LEN);
		txr_buf_u64(b, strlen(d->meta));
		txr_buf_put(b, d->meta, strlen(d->meta));
	}
	pad_to(b, end);
	pad8(b);
	return 0;
}

static int build(struct txr_buf *out, const struct txr_perfdata *d, size_t meta_room,
		 uint64_t data_bytes, struct sections *s, struct txr_err *err)
{
	struct txr_buf head = { 0 };
	int ret;

	pad_to(out, PERF_FILE_HEADER);
	put_ids_and_attrs(out, d);
	ret = put_meta(out, d, meta_room, err);
	if (ret)
		return ret;
	put_features(out, d, s);
	put_header(&head, d, s, out->len, data_bytes);
	if (out->no_memory || head.no_memory)
		ret = txr_fail(err, ENOMEM, "file header: out of memory; free some");
	else
		memcpy(out->data, head.data, head.len);
	txr_buf_free(&head);
	return ret;
}

int txr_perfdata_front(struct txr_buf *out, const struct txr_perfdata *d,
		       size_t meta_room, uint64_t data_bytes, struct txr_err *err)
{
	struct sections s;

	return build(out, d, meta_room, data_bytes, &s, err);
}

int txr_perfdata_table(struct txr_buf *out, const struct txr_perfdata *d,
		       size_t meta_room, struct txr_err *err)
{
	struct txr_buf front = { 0 };
	struct sections s;
	unsigned int bit;
	int ret;

	ret = build(&front, d, meta_room, 0, &s, err);
	for (bit = 0; !ret && bit < PFEAT_MAX; bit++)
		if (s.size[bit])
			put_pair64(out, s.at[bit], s.size[bit]);
	if (!ret && out->no_memory)
		ret = txr_fail(err, ENOMEM, "file header: out of memory; free some");
	txr_buf_free(&front);
	return ret;
}

/* A record's header; the size is set by end_record(). */
static size_t begin_record(struct txr_buf *b, uint32_t type)
{
	size_t at = b->len;

	txr_buf_u32(b, type);
	txr_buf_u32(b, 0);
	return at;
}

/* A record's length has 16 bits: false, and the record is gone, if it is longer. */
static bool end_record(struct txr_buf *b, size_t at)
{
	uint16_t size;

	pad8(b);
	if (b->no_memory)
		return false;
	if (b->len - at > UINT16_MAX) {
		b->len = at;
		return false;
	}
	size = b->len - at;
	memcpy(b->data + at + 6, &size, sizeof(size));
	return true;
}

static void put_attr_records(struct txr_buf *out, const struct txr_perfdata *d)
{
	size_t i, at;

	for (i = 0; i < d->nr_events; i++) {
		at = begin_record(out, PREC_HEADER_ATTR);
		txr_buf_put(out, &d->event[i].attr, sizeof(d->event[i].attr));
		txr_buf_put(out, d->event[i].id, 8 * d->event[i].ids);
		end_record(out, at);
	}
}

static void put_feature_records(struct txr_buf *out, const struct txr_perfdata *d)
{
	unsigned int bit;
	size_t at, body;

	for (bit = PFEAT_TRACING_DATA + 1; bit < PFEAT_MAX; bit++) {
		/* that of the samples is not known yet; events were told above */
		if (bit == PFEAT_SAMPLE_TIME)
			continue;
		at = begin_record(out, PREC_HEADER_FEATURE);
		txr_buf_u64(out, bit);
		body = out->len;
		put_feature(out, d, bit);
		if (out->len == body)
			out->len = at;
		else
			end_record(out, at);
	}
}

static void put_tracing_record(struct txr_buf *out, const struct txr_perfdata *d)
{
	size_t at = begin_record(out, PREC_TRACING_DATA);

	txr_buf_u32(out, (d->tracing.len + 7) & ~(size_t)7);
	end_record(out, at);
	txr_buf_put(out, d->tracing.data, d->tracing.len);
	pad8(out);
}

int txr_perfdata_pipe(struct txr_buf *out, const struct txr_perfdata *d, struct txr_err *err)
{
	txr_buf_put(out, PERF_MAGIC2, 8);
	txr_buf_u64(out, PERF_PIPE_HEADER);
	put_attr_records(out, d);
	put_feature_records(out, d);
	put_tracing_record(out, d);
	if (d->meta && d->nr_events && d->event[0].ids)
		txr_perf_meta(out, d->meta, d->event[0].id[0]);
	return out->no_memory ? txr_fail(err, ENOMEM, "file header: out of memory; free some") : 0;
}

/* struct perf_record_event_update: type, id, then what the type says */
void txr_perf_meta(struct txr_buf *out, const char *json, uint64_t id)
{
	size_t left = strlen(json), n, at;

	do {
		n = left < TXR_PERF_META_PIECE ? left : TXR_PERF_META_PIECE;
		at = begin_record(out, PREC_EVENT_UPDATE);
		txr_buf_u64(out, TXR_PERF_META_TYPE);
		txr_buf_u64(out, id);
		txr_buf_u32(out, n);
		txr_buf_put(out, json, n);
		end_record(out, at);
		json += n;
		left -= n;
	} while (n == TXR_PERF_META_PIECE);
}

void txr_perf_round(struct txr_buf *out)
{
	end_record(out, begin_record(out, PREC_FINISHED_ROUND));
}

void txr_perf_comm(struct txr_buf *out, uint32_t pid, uint32_t tid, const char *comm)
{
	const struct txr_perf_tail none = { 0 };
	size_t at = begin_record(out, PREC_COMM);

	put_pair32(out, pid, tid);
	txr_buf_str(out, comm);
	pad8(out);
	txr_buf_put(out, &none, sizeof(none));
	end_record(out, at);
}

void txr_perf_lost_samples(struct txr_buf *out, uint64_t lost, const struct txr_perf_tail *t)
{
	size_t at = begin_record(out, PREC_LOST_SAMPLES);

	txr_buf_u64(out, lost);
	txr_buf_put(out, t, sizeof(*t));
	end_record(out, at);
}

static void put_lost(struct txr_buf *out, uint64_t id, uint64_t lost,
		     const struct txr_perf_tail *t)
{
	size_t at = begin_record(out, PREC_LOST);

	put_pair64(out, id, lost);
	txr_buf_put(out, t, sizeof(*t));
	end_record(out, at);
}

void txr_perf_lost(struct txr_buf *out, uint64_t lost, const struct txr_perf_tail *t)
{
	put_lost(out, t->id, lost, t);
}

void txr_perf_edge(struct txr_buf *out, const struct txr_perf_tail *t)
{
	put_lost(out, 0, 0, t);
}
