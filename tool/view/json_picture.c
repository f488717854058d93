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

static void put_list(struct txr_json *j, const struct txr_timeline *t, const char *key,
		     size_t offset, bool wide)
{
	size_t i;

	txr_json_begin_list(j, key);
	for (i = 0; i < t->nr; i++) {
		const char *at = (const char *)&t->bin[i] + offset;

		txr_json_u64(j, NULL, wide ? *(const uint64_t *)at : *(const uint32_t *)at);
	}
	txr_json_end_list(j);
}

/* Numbers of the bins that are marked so. */
static void put_marked(struct txr_json *j, const struct txr_timeline *t, const char *key,
		       uint32_t flag)
{
	size_t i;

	txr_json_begin_list(j, key);
	for (i = 0; i < t->nr; i++)
		if (t->bin[i].flags & flag)
			txr_json_u64(j, NULL, i);
	txr_json_end_list(j);
}

void txr_json_timeline(struct txr_json *j, const char *key, const struct txr_timeline *t)
{
	size_t i;

	txr_json_begin(j, key);
	txr_json_u64(j, "start_ns", t->start_ns);
	txr_json_u64(j, "bin_ns", t->bin_ns);
	txr_json_u64(j, "first_ns", t->first_ns);
	txr_json_u64(j, "end_ns", t->end_ns);
	txr_json_u64(j, "carried_in", t->carried_in);
	txr_json_u64(j, "lost_apart", t->lost_apart);
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (lists[i].level && !t->levels_known)
			txr_json_null(j, lists[i].key);
		else
			put_list(j, t, lists[i].key, lists[i].offset, lists[i].wide);
	}
	if (t->packed_known)
		put_list(j, t, "packed_ns", offsetof(struct txr_time_bin, packed_ns), true);
	else
		txr_json_null(j, "packed_ns");
	txr_json_begin(j, "marks");
	for (i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		put_marked(j, t, marks[i].name, marks[i].flag);
	txr_json_end(j);
	txr_json_end(j);
}

void txr_json_lap_grid(struct txr_json *j, const char *key, const struct txr_lap_grid *g)
{
	size_t i;

	txr_json_begin_list(j, key);
	for (i = 0; i < g->nr; i++) {
		const struct txr_lap_cell *c = &g->cell[i];

		txr_json_begin(j, NULL);
		txr_json_u64(j, "inside_low", c->inside_low);
		txr_json_u64(j, "inside_high", c->inside_high);
		txr_json_u64(j, "lap_low_ns", c->lap_low_ns);
		txr_json_u64(j, "lap_high_ns", c->lap_high_ns);
		txr_json_u64(j, "count", c->count);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}
