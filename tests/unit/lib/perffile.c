// SPDX-License-Identifier: GPL-2.0-only
/* perffile.c - perf.data files put together by a test. */
#include <stdio.h>
#include <zstd.h>
#include "perffile.h"

struct pd *pd_new(const struct machine *m, unsigned int cpus)
{
	struct pd *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	d->m = *m;
	d->cpus = cpus;
	d->rec.big_endian = m->big_endian;
	d->release = "6.1.0-test";
	return d;
}

void pd_free(struct pd *d)
{
	unsigned int i;

	for (i = 0; i < d->attrs; i++)
		free((void *)d->attr[i].e);
	bytes_free(&d->rec);
	free(d);
}

struct pd_attr *pd_other(struct pd *d, uint32_t type, uint64_t config, uint64_t sample_type)
{
	struct pd_attr *a = &d->attr[d->attrs++];

	if (d->attrs > PD_ATTRS)
		abort();
	*a = (struct pd_attr){ .type = type, .config = config, .sample_type = sample_type,
			       .id = 1000 * d->attrs, .sample_id_all = true, .clockid = -1 };
	return a;
}

struct pd_attr *pd_event(struct pd *d, const char *system, const char *name,
			 uint64_t sample_type)
{
	struct ev *e = ev_new(&d->m, system, name);
	struct pd_attr *a;

	if (!e)
		abort();
	a = pd_other(d, 2, e->id, sample_type);
	a->e = e;
	return a;
}

static size_t begin(struct pd *d, uint32_t type)
{
	size_t at = d->rec.n;

	bytes_put(&d->rec, type, 4);
	bytes_put(&d->rec, 0, 4);
	return at;
}

static void end(struct pd *d, size_t at)
{
	while (d->rec.n % 8)
		bytes_zero(&d->rec, 1);
	bytes_put_at(&d->rec, at + 6, d->rec.n - at, 2);
}

/* The values that PERF_SAMPLE_READ puts in a sample (perf_output_read()). */
static void put_read(struct pd *d, const struct pd_attr *a)
{
	unsigned int n = a->read_format & PD_FMT_GROUP ? 3 : 1, i;
	struct bytes *b = &d->rec;

	if (a->read_format & PD_FMT_GROUP)
		bytes_put(b, n, 8);
	if (n == 1)
		bytes_put(b, 4711, 8);
	if (a->read_format & PD_FMT_ENABLED)
		bytes_put(b, 1, 8);
	if (a->read_format & PD_FMT_RUNNING)
		bytes_put(b, 1, 8);
	for (i = 0; i < n; i++) {
		if (n > 1)
			bytes_put(b, 4711, 8);
		if (a->read_format & PD_FMT_ID)
			bytes_put(b, a->id, 8);
		if (a->read_format & PD_FMT_LOST)
			bytes_put(b, 0, 8);
	}
}

static void put_if(struct bytes *b, uint64_t type, uint64_t bit, uint64_t v)
{
	if (type & bit)
		bytes_put(b, v, 8);
}

static void put_32_if(struct bytes *b, uint64_t type, uint64_t bit, uint32_t one, uint32_t two)
{
	if (type & bit) {
		bytes_put(b, one, 4);
		bytes_put(b, two, 4);
	}
}

/* In the order of perf_output_sample() in kernel/events/core.c. */
void pd_sample(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts,
	       const void *raw, size_t len)
{
	size_t at = begin(d, 9), pad;
	uint64_t t = a->sample_type;
	struct bytes *b = &d->rec;
	unsigned int i;

	put_if(b, t, PD_IDENTIFIER, a->id + cpu);
	put_if(b, t, PD_IP, 0xffffffff81000000);
	put_32_if(b, t, PD_TID, 77, 77);
	put_if(b, t, PD_TIME, ts);
	put_if(b, t, PD_ADDR, 0);
	put_if(b, t, PD_ID, a->id + cpu);
	put_if(b, t, PD_STREAM_ID, a->id + cpu);
	put_32_if(b, t, PD_CPU, cpu, 0);
	put_if(b, t, PD_PERIOD, 1);
	if (t & PD_READ)
		put_read(d, a);
	if (t & PD_CALLCHAIN) {
		bytes_put(b, a->frames, 8);
		for (i = 0; i < a->frames; i++)
			bytes_put(b, 0xffffffff81000000 + i, 8);
	}
	if (t & PD_RAW) {	/* padded so that size and data fill words */
		pad = -(len + 4) & 7;
		bytes_put(b, len + pad, 4);
		bytes_add(b, raw, len);
		bytes_zero(b, pad);
	}
	end(d, at);
}

void pd_put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts, int pid,
	    const struct ev_value *v)
{
	struct bytes raw = { 0 };

	ev_record(a->e, &raw, 0, pid, v);
	pd_sample(d, a, cpu, ts, raw.p, raw.n);
	bytes_free(&raw);
}

/* In the order of __perf_event__output_id_sample(). */
static void put_tail(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts)
{
	uint64_t t = a->sample_type;
	struct bytes *b = &d->rec;

	if (!a->sample_id_all)
		return;
	put_32_if(b, t, PD_TID, 77, 77);
	put_if(b, t, PD_TIME, ts);
	put_if(b, t, PD_ID, a->id + cpu);
	put_if(b, t, PD_STREAM_ID, a->id + cpu);
	put_32_if(b, t, PD_CPU, cpu, 0);
	put_if(b, t, PD_IDENTIFIER, a->id + cpu);
}

void pd_lost(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t ts,
	     uint64_t count)
{
	size_t at = begin(d, 2);

	bytes_put(&d->rec, a->id + cpu, 8);
	bytes_put(&d->rec, count, 8);
	put_tail(d, a, cpu, ts);
	end(d, at);
}

void pd_lost_samples(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t count)
{
	size_t at = begin(d, 13);

	bytes_put(&d->rec, count, 8);
	put_tail(d, a, cpu, 0);
	end(d, at);
}

void pd_lost_samples_by_id(struct pd *d, const struct pd_attr *a, unsigned int cpu,
			   uint64_t count)
{
	struct pd_attr of_cpu = *a;
	size_t at = begin(d, 13);

	of_cpu.id += cpu;
	bytes_put(&d->rec, count, 8);
	put_tail(d, &of_cpu, 0, 0);
	end(d, at);
}

void pd_round(struct pd *d)
{
	end(d, begin(d, 68));
}

void pd_comm(struct pd *d, uint32_t tid, const char *name)
{
	size_t at = begin(d, 3);

	put_32_if(&d->rec, 1, 1, tid, tid);
	bytes_text(&d->rec, name);
	end(d, at);
	put_tail(d, &d->attr[0], 0, 0);
	end(d, at);
}

void pd_fork(struct pd *d, uint32_t tid, uint32_t parent)
{
	size_t at = begin(d, 7);

	put_32_if(&d->rec, 1, 1, tid, parent);
	put_32_if(&d->rec, 1, 1, tid, parent);
	bytes_put(&d->rec, 0, 8);
	put_tail(d, &d->attr[0], 0, 0);
	end(d, at);
}

void pd_record(struct pd *d, uint32_t type, const void *body, size_t len)
{
	size_t at = begin(d, type);

	bytes_add(&d->rec, body, len);
	end(d, at);
}

static void put_packed(struct pd *d, const void *from, size_t n, bool compressed2)
{
	size_t at = begin(d, compressed2 ? 83 : 81);

	if (compressed2)
		bytes_put(&d->rec, n, 8);
	bytes_add(&d->rec, from, n);
	if (compressed2)
		end(d, at);
	else		/* of any length, as perf before 6.15 wrote it */
		bytes_put_at(&d->rec, at + 6, d->rec.n - at, 2);
}

void pd_pack(struct pd *d, size_t piece, bool compressed2)
{
	struct bytes plain = d->rec;
	ZSTD_CStream *z = ZSTD_createCStream();
	size_t room = ZSTD_compressBound(plain.n) + 1024, at = 0;
	uint8_t *packed = malloc(room);
	ZSTD_inBuffer in = { plain.p, plain.n, 0 };
	ZSTD_outBuffer out = { packed, room, 0 };

	if (!z || !packed || ZSTD_isError(ZSTD_initCStream(z, 1)))
		abort();
	if (ZSTD_isError(ZSTD_compressStream(z, &out, &in)) || in.pos != in.size ||
	    ZSTD_flushStream(z, &out))
		abort();
	ZSTD_freeCStream(z);
	d->rec = (struct bytes){ .big_endian = d->m.big_endian };
	for (at = 0; at < out.pos; at += piece)
		put_packed(d, packed + at, out.pos - at < piece ? out.pos - at : piece,
			   compressed2);
	bytes_free(&plain);
	free(packed);
}

static uint64_t flag_bit(const struct pd *d, unsigned int bit)
{
	/* bit-fields begin at the other end there */
	return 1ULL << (d->m.big_endian ? 63 - bit : bit);
}

static void put_attr(const struct pd *d, struct bytes *b, const struct pd_attr *a)
{
	uint32_t size = d->attr_size ? d->attr_size : 128;
	size_t at = b->n;

	bytes_zero(b, size);
	bytes_put_at(b, at, a->type, 4);
	bytes_put_at(b, at + 4, size, 4);
	bytes_put_at(b, at + 8, a->config, 8);
	bytes_put_at(b, at + 16, a->period || a->no_period ? a->period : 1, 8);
	bytes_put_at(b, at + 24, a->sample_type, 8);
	bytes_put_at(b, at + 32, a->read_format, 8);
	bytes_put_at(b, at + 40, (a->sample_id_all ? flag_bit(d, 18) : 0) |
		     (a->clockid >= 0 ? flag_bit(d, 25) : 0) | (a->freq ? flag_bit(d, 10) : 0) |
		     (a->backward ? flag_bit(d, 27) : 0) |
		     (a->exclude_kernel ? flag_bit(d, 5) : 0), 8);
	if (a->clockid >= 0 && size >= 96)
		bytes_put_at(b, at + 92, a->clockid, 4);
}

static void put_ids(const struct pd *d, struct bytes *b, const struct pd_attr *a)
{
	unsigned int i;

	for (i = 0; i < d->cpus; i++)
		bytes_put(b, a->id + i, 8);
}

static void put_text8(struct bytes *b, const char *s)
{
	bytes_put(b, strlen(s), 8);
	bytes_add(b, s, strlen(s));
}

/* tools/perf/util/trace-event-info.c, tracing_data_get() */
static void put_tracing(const struct pd *d, struct bytes *b)
{
	unsigned int i, n = 0;

	bytes_add(b, "\x17\x08\x44tracing", 10);
	bytes_text(b, "0.6");
	bytes_put(b, d->m.big_endian, 1);
	bytes_put(b, d->m.long_size, 1);
	bytes_put(b, 4096, 4);
	bytes_text(b, "header_page");
	put_text8(b, "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n");
	bytes_text(b, "header_event");
	put_text8(b, "# compressed entry header\n");
	bytes_put(b, 1, 4);
	put_text8(b, "name: function\nID: 1\n");
	for (i = 0; i < d->attrs; i++)
		n += d->attr[i].e != NULL;
	bytes_put(b, n, 4);
	for (i = 0; i < d->attrs; i++) {
		if (!d->attr[i].e)
			continue;
		bytes_text(b, d->attr[i].e->system);
		bytes_put(b, 1, 4);
		put_text8(b, d->attr[i].e->text);
	}
	bytes_put(b, 0, 4);	/* kallsyms */
	bytes_put(b, 0, 4);	/* printk formats */
	put_text8(b, "77 from-saved\n");
}

static void put_string(struct bytes *b, const char *s)
{
	size_t len = (strlen(s) + 1 + 63) & ~(size_t)63;

	bytes_put(b, len, 4);
	bytes_add(b, s, strlen(s));
	bytes_zero(b, len - strlen(s));
}

/* What a feature says; false: it is not there. */
static bool put_feature(const struct pd *d, struct bytes *b, unsigned int bit)
{
	switch (bit) {
	case 1:
		if (!d->no_tracing)
			put_tracing(d, b);
		return !d->no_tracing;
	case 3:
		put_string(b, "host");
		return true;
	case 4:
		if (d->release)
			put_string(b, d->release);
		return d->release;
	case 7:
		bytes_put(b, d->cpus, 4);
		bytes_put(b, d->cpus, 4);
		return true;
	case 29:
		bytes_put(b, 1, 4);
		bytes_put(b, d->attr[0].clockid, 4);
		bytes_put(b, d->real_ns, 8);
		bytes_put(b, d->clock_ns, 8);
		return d->clock_ns;
	default:
		return false;
	}
}

static const unsigned int features[] = { 1, 3, 4, 7, 29 };

static struct bytes build_pipe(const struct pd *d, struct pd_places *at)
{
	struct pd head = { .m = d->m, .rec = { .big_endian = d->m.big_endian } };
	struct bytes *b = &head.rec, part = { .big_endian = d->m.big_endian };
	unsigned int i;
	size_t rec;

	bytes_put(b, 0x32454c4946524550, 8);
	bytes_put(b, 16, 8);
	at->attrs = b->n;
	for (i = 0; i < d->attrs; i++) {
		rec = begin(&head, 64);
		put_attr(d, b, &d->attr[i]);
		put_ids(d, b, &d->attr[i]);
		end(&head, rec);
	}
	at->features = b->n;
	for (i = 1; i < sizeof(features) / sizeof(features[0]) && !d->no_features; i++) {
		rec = begin(&head, 80);
		bytes_put(b, features[i], 8);
		if (put_feature(d, b, features[i]))
			end(&head, rec);
		else
			b->n = rec;
	}
	if (!d->no_tracing) {
		put_tracing(d, &part);
		while (part.n % 8)
			bytes_zero(&part, 1);
		rec = begin(&head, 66);
		bytes_put(b, part.n, 4);
		end(&head, rec);
		bytes_add(b, part.p, part.n);
		bytes_free(&part);
	}
	at->data = b->n;
	bytes_add(b, d->rec.p, d->rec.n);
	at->table = b->n;
	if (!d->no_end)
		pd_round(&head);
	return *b;
}

static void put_meta(const struct pd *d, struct bytes *b)
{
	if (!d->meta)
		return;
	bytes_add(b, "txring-meta-v1\0", 16);
	bytes_put(b, strlen(d->meta), 8);
	bytes_add(b, d->meta, strlen(d->meta));
}

/* DECLARE_BITMAP: in words of a long each */
static void set_bit_of(const struct pd *d, struct bytes *b, unsigned int bit)
{
	unsigned int size = d->m.long_size, word = bit / 8 / size, byte = bit / 8 % size;

	if (d->m.big_endian)
		byte = size - 1 - byte;
	b->p[72 + word * size + byte] |= 1 << bit % 8;
}

static void put_features(const struct pd *d, struct bytes *b, struct pd_places *at)
{
	size_t n = sizeof(features) / sizeof(features[0]), i, have = 0, entry;
	struct bytes none = { .big_endian = d->m.big_endian };

	for (i = 0; i < n; i++)
		have += put_feature(d, &none, features[i]);
	bytes_free(&none);
	at->table = entry = b->n;
	bytes_zero(b, 16 * have);
	at->features = b->n;
	for (i = 0; i < n; i++) {
		size_t from = b->n;

		if (!put_feature(d, b, features[i])) {
			b->n = from;
			continue;
		}
		bytes_put_at(b, entry, from, 8);
		bytes_put_at(b, entry + 8, b->n - from, 8);
		entry += 16;
		set_bit_of(d, b, features[i]);
	}
}

struct bytes pd_build(const struct pd *d, struct pd_places *at)
{
	struct bytes b = { .big_endian = d->m.big_endian };
	struct pd_places none;
	uint32_t size = (d->attr_size ? d->attr_size : 128) + 16;
	unsigned int i;

	at = at ? at : &none;
	if (d->pipe)
		return build_pipe(d, at);
	bytes_zero(&b, 104);
	bytes_put_at(&b, 0, 0x32454c4946524550, 8);
	bytes_put_at(&b, 8, 104, 8);
	bytes_put_at(&b, 16, size, 8);
	for (i = 0; i < d->attrs; i++)
		put_ids(d, &b, &d->attr[i]);
	at->attrs = b.n;
	bytes_put_at(&b, 24, b.n, 8);
	bytes_put_at(&b, 32, d->attrs * size, 8);
	for (i = 0; i < d->attrs; i++) {
		put_attr(d, &b, &d->attr[i]);
		bytes_put(&b, 104 + 8 * d->cpus * i, 8);
		bytes_put(&b, 8 * d->cpus, 8);
	}
	put_meta(d, &b);
	while (b.n % 8)
		bytes_zero(&b, 1);
	at->data = b.n;
	bytes_put_at(&b, 40, b.n, 8);
	bytes_put_at(&b, 48, d->no_size ? 0 : d->rec.n, 8);
	bytes_add(&b, d->rec.p, d->rec.n);
	at->table = at->features = b.n;
	if (!d->no_features)
		put_features(d, &b, at);
	return b;
}
