// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_feature.c - what perf notes of the machine and of the recording.
 *
 * In a file each feature is a section behind the data; in a pipe it is a record.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "perfdata_impl.h"

/*
 * A string is a padded length and that many bytes (do_write_string()). 0, and *s is
 * NULL where there is none, or -ENOMEM.
 */
static int get_string(const struct perfdata *p, const uint8_t *d, size_t len, char **s)
{
	uint32_t n = len >= 4 ? perf_u32(p, d) : 0;

	*s = n && n <= len - 4 ? strndup((const char *)d + 4, n) : NULL;
	return n && n <= len - 4 && !*s ? -ENOMEM : 0;
}

int perf_feature(struct perfdata *p, unsigned int bit, const uint8_t *data, size_t len,
		 struct txr_err *err)
{
	switch (bit) {
	case PFEAT_TRACING_DATA:
		return p->has_formats ? 0 : perf_tracing_parse(p, data, len, err);
	case PFEAT_OSRELEASE:	/* the first stands: others hold on to it */
		if (p->s->kernel)
			return 0;
		return get_string(p, data, len, &p->s->kernel) ? perf_oom(p, err) : 0;
	case PFEAT_NRCPUS:	/* available, then online (write_nrcpus()) */
		if (len >= 8 && perf_u32(p, data) <= PERF_MAX_CPUS) {
			p->nrcpus = perf_u32(p, data);
			p->online = perf_u32(p, data + 4);
		}
		return 0;
	case PFEAT_CLOCK_DATA:	/* version, clock, wall clock, that clock */
		if (len >= 24 && perf_u32(p, data) == 1) {
			p->s->real_ns = perf_u64(p, data + 8);
			p->s->clock_ns = perf_u64(p, data + 16);
		}
		return 0;
	case PFEAT_DIR_FORMAT:
		return txr_fail(err, EINVAL,
				"%s: a directory recording (perf record --threads) is not read; record without --threads",
				p->s->path);
	default:
		return 0;
	}
}

static bool feature_set(const struct perfdata *p, unsigned int bit)
{
	return p->feature_bits[bit / 64] >> bit % 64 & 1;
}

/* Sections of a file: one {offset, size} for each bit, in order, from at on. */
int perf_features_read(struct perfdata *p, uint64_t at, struct txr_err *err)
{
	uint64_t end = at;
	unsigned int bit;

	for (bit = 0; bit < PFEAT_MAX; bit++) {
		uint64_t offset, size;
		int ret;

		if (!feature_set(p, bit))
			continue;
		if (p->in.map_len < 16 || at > p->in.map_len - 16) {
			p->s->info.truncated = true;
			return 0;
		}
		offset = perf_u64(p, p->in.map + at);
		size = perf_u64(p, p->in.map + at + 8);
		at += 16;
		if (offset > p->in.map_len || size > p->in.map_len - offset) {
			p->s->info.truncated = true;
			continue;
		}
		if (offset + size > end)
			end = offset + size;
		ret = perf_feature(p, bit, p->in.map + offset, size, err);
		if (ret)
			return ret;
	}
	txr_source_look_behind(p->s, p->in.map, end, p->in.map_len);
	return 0;
}
