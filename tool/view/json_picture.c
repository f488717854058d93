// SPDX-License-Identifier: GPL-2.0-only
/*
 * json_picture.c - what pictures are drawn from. A timeline is a list for each of its
 * figures, one entry a bin: half as long as an object for each bin, and what plotting
 * programs take.
 */
#include "view/json_fields.h"

struct list {
	const char *key;
	size_t offset;		/* in struct txr_time_bin */
	bool wide;		/* uint64_t, else uint32_t */
	bool level;		/* null where levels are not known */
};

#define WIDE(f) { #f, offsetof(struct txr_time_bin, f), true, false }
#define LEVEL(f, w) { #f, offsetof(struct txr_time_bin, f), w, true }

static const struct list lists[] = {
	LEVEL(min, false), LEVEL(max, false), LEVEL(max_ns, true), LEVEL(max_bytes, true),
	LEVEL(lap_ns, true), LEVEL(doubt_ns, true), LEVEL(open_ns, true),
	WIDE(started), WIDE(completed), WIDE(dropped), WIDE(busy), WIDE(handed_over),
	WIDE(unclear), WIDE(bql_ns), WIDE(lost),
};

static const struct {
	const char *name;
	uint32_t flag;
} marks[] = {
	{ "unseen", TXR_BIN_UNSEEN }, { "warm", TXR_BIN_WARM }, { "gap", TXR_BIN_GAP },
	{ "gap_unknown", TXR_BIN_GAP_UNKNOWN }, { "doubt", TXR_BIN_DOUBT },
};

static struct json_object *list_of(const struct txr_timeline *t, size_t offset, bool wide)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < t->nr; i++) {
		const char *at = (const char *)&t->bin[i] + offset;

		json_object_array_add(list, json_object_new_uint64(wide ?
					      *(const uint64_t *)at : *(const uint32_t *)at));
	}
	return list;
}

/* Numbers of the bins that are marked so. */
static struct json_object *marked(const struct txr_timeline *t, uint32_t flag)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (t->bin[i].flags & flag)
			json_object_array_add(list, json_object_new_uint64(i));
	return list;
}

struct json_object *txr_json_timeline(const struct txr_timeline *t)
{
	struct json_object *obj = json_object_new_object(), *m = json_object_new_object();
	size_t i;

	json_object_object_add(obj, "start_ns", json_object_new_uint64(t->start_ns));
	json_object_object_add(obj, "bin_ns", json_object_new_uint64(t->bin_ns));
	json_object_object_add(obj, "first_ns", json_object_new_uint64(t->first_ns));
	json_object_object_add(obj, "end_ns", json_object_new_uint64(t->end_ns));
	json_object_object_add(obj, "carried_in", json_object_new_uint64(t->carried_in));
	json_object_object_add(obj, "lost_apart", json_object_new_uint64(t->lost_apart));
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		json_object_object_add(obj, lists[i].key, lists[i].level && !t->levels_known ?
				       NULL : list_of(t, lists[i].offset, lists[i].wide));
	json_object_object_add(obj, "packed_ns", t->packed_known ?
			       list_of(t, offsetof(struct txr_time_bin, packed_ns), true) :
			       NULL);
	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		json_object_object_add(m, marks[i].name, marked(t, marks[i].flag));
	json_object_object_add(obj, "marks", m);
	return obj;
}

struct json_object *txr_json_lap_grid(const struct txr_lap_grid *g)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		const struct txr_lap_cell *c = &g->cell[i];

		one = json_object_new_object();
		json_object_object_add(one, "inside_low", json_object_new_int64(c->inside_low));
		json_object_object_add(one, "inside_high",
				       json_object_new_int64(c->inside_high));
		json_object_object_add(one, "lap_low_ns",
				       json_object_new_uint64(c->lap_low_ns));
		json_object_object_add(one, "lap_high_ns",
				       json_object_new_uint64(c->lap_high_ns));
		json_object_object_add(one, "count", json_object_new_uint64(c->count));
		json_object_array_add(list, one);
	}
	return list;
}
