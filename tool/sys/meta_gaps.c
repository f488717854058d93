// SPDX-License-Identifier: GPL-2.0-only
/* meta_gaps.c - CPUs that came and went: [[cpu, from_ns, until_ns], ...]. */
#include <errno.h>
#include <stdlib.h>
#include "sys/meta.h"

#define CPUS_MAX	65536
#define GAPS_MAX	65536

static struct json_object *gap_array(const struct txr_cpu_gap *g)
{
	const uint64_t value[] = { g->cpu, g->from_ns, g->until_ns };
	struct json_object *a = json_object_new_array_ext(3), *v;
	size_t i;

	for (i = 0; a && i < 3; i++) {
		v = json_object_new_uint64(value[i]);
		if (!v || json_object_array_add(a, v)) {
			json_object_put(v);
			json_object_put(a);
			return NULL;
		}
	}
	return a;
}

struct json_object *txr_meta_gaps_object(const struct txr_meta *m)
{
	struct json_object *a = json_object_new_array_ext(m->gaps ? m->gaps : 1), *v;
	size_t i;

	for (i = 0; a && i < m->gaps; i++) {
		v = gap_array(&m->gap[i]);
		if (!v || json_object_array_add(a, v)) {
			json_object_put(v);
			json_object_put(a);
			return NULL;
		}
	}
	return a;
}

static bool get_number(struct json_object *a, size_t i, uint64_t *to)
{
	struct json_object *v = json_object_array_get_idx(a, i);

	if (!json_object_is_type(v, json_type_int))
		return false;
	*to = json_object_get_int64(v) < 0 ? 0 : json_object_get_uint64(v);
	return true;
}

static bool get_gap(struct json_object *a, struct txr_cpu_gap *g)
{
	uint64_t cpu;

	if (!json_object_is_type(a, json_type_array) || !get_number(a, 0, &cpu) ||
	    !get_number(a, 1, &g->from_ns) || !get_number(a, 2, &g->until_ns) ||
	    cpu >= CPUS_MAX || g->from_ns > g->until_ns)
		return false;
	g->cpu = cpu;
	return true;
}

static int by_from(const void *a, const void *b)
{
	const struct txr_cpu_gap *x = a, *y = b;

	return x->from_ns < y->from_ns ? -1 : x->from_ns > y->from_ns;
}

int txr_meta_get_gaps(struct txr_meta *m, struct json_object *a)
{
	size_t i, n;

	if (!json_object_is_type(a, json_type_array))
		return 0;
	n = json_object_array_length(a);
	if (!n)
		return 0;
	if (n > GAPS_MAX)
		return -E2BIG;
	m->gap = calloc(n, sizeof(*m->gap));
	if (!m->gap)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		m->gaps += get_gap(json_object_array_get_idx(a, i), &m->gap[m->gaps]);
	qsort(m->gap, m->gaps, sizeof(*m->gap), by_from);
	return 0;
}
