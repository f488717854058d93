// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata.c - perf.data as a source.
 *
 * A file begins with struct perf_file_header, a pipe with its first two words
 * (tools/perf/util/header.h). txring's own block stands between the attrs and
 * the data, where perf does not look.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "perfdata_impl.h"

#define META_MAGIC "txring-meta-v1\0"	/* 16 bytes with the final NUL */
#define META_HEAD 24

static bool is_perfdata(const uint8_t *head, size_t n)
{
	uint64_t magic, want;

	if (n < 8)
		return false;
	memcpy(&magic, head, 8);
	memcpy(&want, PERF_MAGIC2, 8);
	return magic == want || magic == __builtin_bswap64(want);
}

static int cut_header(const struct perfdata *p, struct txr_err *err)
{
	return txr_fail(err, EINVAL, "%s: the file ends within its header; record again",
			p->s->path);
}

static int map_file(struct perfdata *p, struct txr_err *err)
{
	struct stat st;
	void *map;

	if (!fstat(p->s->fd, &st) && !S_ISREG(st.st_mode))
		return txr_fail(err, ESPIPE, "%s: a perf.data file cannot be read through a pipe, "
				"only what perf record -o - writes; give the file's name",
				p->s->path);
	if (st.st_size < PERF_FILE_HEADER)
		return cut_header(p, err);
	map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, p->s->fd, 0);
	if (map == MAP_FAILED)
		return txr_fail(err, errno, "%s: cannot map it: %s; copy it to a local disk",
				p->s->path, strerror(errno));
	madvise(map, (size_t)st.st_size, MADV_SEQUENTIAL);
	p->in.map = map;
	p->in.map_len = (size_t)st.st_size;
	return 0;
}

/* One entry of the attr section: the attr, then {offset, size} of its ids. */
static int read_attr(struct perfdata *p, const uint8_t *entry, size_t size)
{
	uint64_t ids = perf_u64(p, entry + size - 16);
	uint64_t bytes = perf_u64(p, entry + size - 8);

	if (ids > p->in.map_len || bytes > p->in.map_len - ids)
		bytes = 0;
	return perf_attr_add(p, entry, size - 16, bytes ? p->in.map + ids : NULL, bytes / 8);
}

static int read_attrs(struct perfdata *p, uint64_t at, uint64_t len, uint64_t size,
		      struct txr_err *err)
{
	int ret = 0;

	if (at > p->in.map_len || len > p->in.map_len - at || size < 64 + 16 || size > 65536)
		return txr_fail(err, EINVAL, "%s: its header does not tell where its events are described; record again",
				p->s->path);
	for (; len >= size && !ret; at += size, len -= size)
		ret = read_attr(p, p->in.map + at, size);
	return ret ? txr_fail(err, -ret, "%s: cannot read how its events are described: %s; record again",
			      p->s->path, strerror(-ret)) : 0;
}

/* Between the attrs and the data, wherever the attr ids end. */
static int read_meta(struct perfdata *p, uint64_t from, uint64_t to, struct txr_err *err)
{
	const uint8_t *at;
	uint64_t len;

	if (from >= to || to > p->in.map_len)
		return 0;
	at = memmem(p->in.map + from, to - from, TXR_META_MAGIC, TXR_META_MAGIC_LEN);
	if (!at || p->in.map + to - at < META_HEAD)
		return 0;
	len = perf_u64(p, at + TXR_META_MAGIC_LEN);
	if (len > (uint64_t)(p->in.map + to - at - META_HEAD))
		return 0;
	return txr_source_take_meta(p->s, at + META_HEAD, len, err);
}

/*
 * The bits are words of a long each, which on a 32-bit big-endian machine are
 * other bytes than on a 64-bit one. A host name is in every file (perf's own
 * perf_file_header__read() goes by that).
 */
static void turn_words(struct perfdata *p)
{
	int i;

	if (!p->big_endian || p->feature_bits[0] >> PFEAT_HOSTNAME & 1)
		return;
	for (i = 0; i < 4; i++)
		p->feature_bits[i] = p->feature_bits[i] << 32 | p->feature_bits[i] >> 32;
}

static int open_file(struct perfdata *p, struct txr_err *err)
{
	const uint8_t *h;
	uint64_t attrs, data, size;
	int ret, i;

	ret = map_file(p, err);
	if (ret)
		return ret;
	h = p->in.map;
	attrs = perf_u64(p, h + 24);
	data = perf_u64(p, h + 40);
	size = perf_u64(p, h + 48);
	for (i = 0; i < 4; i++)
		p->feature_bits[i] = perf_u64(p, h + 72 + 8 * i);
	turn_words(p);
	ret = read_attrs(p, attrs, perf_u64(p, h + 32), perf_u64(p, h + 16), err);
	if (ret)
		return ret;
	if (data > p->in.map_len)
		return cut_header(p, err);
	p->in.pos = data;
	if (!size || size > p->in.map_len - data) {
		/* killed: the header was never completed; or cut */
		p->s->info.truncated = p->cut = true;
		p->in.end = p->in.map_len;
	} else {
		p->in.end = data + size;
		ret = perf_features_read(p, p->in.end, err);
		if (ret)
			return ret;
	}
	return read_meta(p, PERF_FILE_HEADER, data, err);
}

static int open_pipe(struct perfdata *p, const uint8_t *head, size_t n)
{
	p->pipe = true;
	p->in.fd = p->s->fd;
	p->in.end = UINT64_MAX;
	if (lseek(p->s->fd, PERF_PIPE_HEADER, SEEK_SET) >= 0)
		return 0;
	/* what was taken to look at is the header and nothing more */
	(void)head;
	return n < PERF_PIPE_HEADER ? -EINVAL : 0;
}

static int set_clock(struct perfdata *p)
{
	static const struct { uint32_t id; const char *name; } names[] = {
		{ 1, "mono" }, { 4, "mono_raw" }, { 7, "boot" }, { 11, "tai" },
		{ 0, "realtime" },
	};
	uint32_t id = p->attrs ? p->attr[p->common].clockid : UINT32_MAX;
	const char *name = "perf";
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].id == id)
			name = names[i].name;
	free(p->s->clock);
	p->s->clock = strdup(name);
	return p->s->clock ? 0 : -ENOMEM;
}

static int no_formats(const struct perfdata *p, struct txr_err *err)
{
	return txr_fail(err, EINVAL,
			"%s: it holds no event formats (tracing data): %s; record tracepoints with -a -e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb -e skb:kfree_skb",
			p->s->path, p->cut || p->s->info.truncated ?
			"perf was killed before it wrote them, or the file is cut" :
			"no tracepoint was recorded");
}

/* The decoder's slot of a tracepoint that is ours, or 0. */
static unsigned int slot_of(const struct perfdata *p, const struct perf_attr *a)
{
	return a->tracepoint && a->config < 65536 ? p->s->dec->slot[a->config] : 0;
}

static int settle(struct perfdata *p, struct txr_err *err)
{
	uint64_t seen = 0;
	size_t i;
	int ret;

	if (!p->has_formats) {
		ret = perf_running_formats(p, err);
		if (ret < 0)
			return ret;
		if (!ret)
			return no_formats(p, err);
	}
	for (i = 0; i < p->attrs; i++) {
		const struct perf_attr *a = &p->attr[i];

		if (!slot_of(p, a))
			continue;
		seen |= 1ULL << (slot_of(p, a) - 1);
		if (a->some_only)
			return txr_fail(err, EINVAL, "%s: only some of the events were recorded, by a "
					"frequency, period, group or modifier; record without -F and -c, "
					":S, :u and :I", p->s->path);
		if (!a->has_raw || a->time_off < 0 || a->cpu_off < 0)
			return txr_fail(err, EINVAL, "%s: its samples have no %s; record with -a and "
					"without options that leave it out", p->s->path,
					!a->has_raw ? "raw record" : a->time_off < 0 ? "time" : "CPU");
	}
	for (i = 0; i < p->attrs; i++)
		if (p->attr[i].backward && slot_of(p, &p->attr[i]))
			perf_order_backward(p->order);
	txr_decoder_settle(p->s->dec, seen);
	return 0;
}

static int describe(struct perfdata *p, struct txr_err *err)
{
	struct txr_source_info *info = &p->s->info;
	int ret;

	if (set_clock(p))
		return perf_oom(p, err);
	if (!p->nrcpus && p->most_ids <= PERF_MAX_CPUS)	/* killed: one id a CPU */
		p->nrcpus = (uint32_t)p->most_ids;
	info->cpus = p->nrcpus;
	ret = txr_source_describe(p->s, err);
	if (ret)
		return ret;
	/* perf's own clock is sched_clock: in order across CPUs only if stable */
	if (!strcmp(p->s->clock, "perf"))
		info->clock_ordered = p->time_conv;
	info->clock_ns = true;
	return 0;
}

static int build(struct perfdata *p, struct txr_err *err)
{
	p->order = perf_order_new();
	p->s->dec = txr_decoder_new(p->s->devs, p->big_endian);
	p->s->merge = txr_merge_new(1);
	if (!p->order || !p->s->dec || !p->s->merge ||
	    txr_merge_add(p->s->merge, perf_fill, p, 0))
		return perf_oom(p, err);
	return 0;
}

static int open_perfdata(struct txr_source *s, const uint8_t *head, size_t n,
			 struct txr_err *err)
{
	struct perfdata *p = calloc(1, sizeof(*p));
	int ret;

	if (!p)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", s->path);
	s->priv = p;
	p->s = s;
	p->swap = memcmp(head, PERF_MAGIC2, 8) != 0;
	p->big_endian = p->swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	ret = build(p, err);
	if (!ret && n >= 16 && perf_u64(p, head + 8) == PERF_PIPE_HEADER)
		ret = open_pipe(p, head, n);
	else if (!ret)
		ret = open_file(p, err);
	if (!ret)
		ret = perf_prime(p, err);
	if (ret >= 0)
		ret = settle(p, err);
	return ret < 0 ? ret : describe(p, err);
}

static void close_perfdata(struct txr_source *s)
{
	struct perfdata *p = s->priv;

	if (!p)
		return;
	perf_order_free(p->order);
	perf_zstd_free(p->zstd);
	perf_tasks_free(p->tasks);
	perf_attr_free(p);
	perf_input_free(&p->in);
	if (p->in.map)
		munmap((void *)p->in.map, p->in.map_len);
	txr_buf_free(&p->meta);
	free(p->cpu);
	free(p);
}

const struct txr_container txr_perfdata = {
	.format = "perf.data",
	.is = is_perfdata,
	.open = open_perfdata,
	.close = close_perfdata,
	.read = perf_read,
};
