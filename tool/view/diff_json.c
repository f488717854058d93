// SPDX-License-Identifier: GPL-2.0-only
/* diff_json.c - two recordings side by side, as Documentation/diff.schema.json says. */
#include <errno.h>
#include <math.h>
#include "txring/view.h"
#include "view/columns.h"
#include "view/json_fields.h"

static struct json_object *number(double d)
{
	char buf[TXR_DOUBLE_BUF];

	return isfinite(d) ? json_object_new_double_s(d, txr_double_text(buf, d)) : NULL;
}

static void add(struct json_object *obj, const char *key, struct json_object *value)
{
	json_object_object_add(obj, key, value);
}

static struct json_object *figure(const struct txr_num *n)
{
	struct json_object *o = json_object_new_object();
	bool known = n->trust != TXR_FIG_UNKNOWN;

	add(o, "value", known ? number(n->value) : NULL);
	if (known && n->trust != TXR_FIG_EXACT) {
		add(o, "low", number(n->low));
		add(o, "high", number(n->high));
	}
	return o;
}

static struct json_object *spread(const struct txr_spread *s)
{
	struct json_object *o = json_object_new_object();

	add(o, "slices", json_object_new_int64(s->count));
	add(o, "low", s->count ? number(s->low) : NULL);
	add(o, "mid", s->count ? number(s->mid) : NULL);
	add(o, "high", s->count ? number(s->high) : NULL);
	return o;
}

static struct json_object *change(const struct txr_change *c)
{
	static const char *const units[] = {
		[TXR_UNIT_NS] = "ns", [TXR_UNIT_COUNT] = "count", [TXR_UNIT_MEAN] = "mean",
		[TXR_UNIT_SHARE] = "share", [TXR_UNIT_BITS] = "bits",
	};
	struct json_object *o = json_object_new_object();
	bool known = c->verdict != TXR_DIFF_UNKNOWN;

	add(o, "key", json_object_new_string(c->key));
	add(o, "unit", json_object_new_string(units[c->unit]));
	add(o, "a", figure(&c->a));
	add(o, "b", figure(&c->b));
	add(o, "change", known ? number(c->b.value - c->a.value) : NULL);
	add(o, "ratio", known && c->a.value > 0 ? number(c->b.value / c->a.value) : NULL);
	add(o, "spread_a", spread(&c->in_a));
	add(o, "spread_b", spread(&c->in_b));
	add(o, "chance", number(c->chance));
	add(o, "tested", json_object_new_boolean(c->tested));
	add(o, "chance_any", number(c->chance_any));
	add(o, "verdict", json_object_new_string(txr_verdict_name(c->verdict)));
	return o;
}

static struct json_object *row(const struct txr_diff_row *r)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	add(o, "name", txr_json_text(r->name));
	add(o, "queue", r->queue < 0 ? NULL : json_object_new_int(r->queue));
	add(o, "in_a", json_object_new_boolean(r->in_a));
	add(o, "in_b", json_object_new_boolean(r->in_b));
	for (i = 0; i < r->nr_settings; i++) {
		struct json_object *s = json_object_new_object();

		add(s, "key", json_object_new_string(r->setting[i].key));
		add(s, "a", txr_json_text(r->setting[i].a));
		add(s, "b", txr_json_text(r->setting[i].b));
		json_object_array_add(list, s);
	}
	add(o, "settings", list);
	list = json_object_new_array();
	for (i = 0; i < r->nr_changes; i++)
		json_object_array_add(list, change(&r->change[i]));
	add(o, "figures", list);
	return o;
}

static struct json_object *side(const struct txr_diff_side *s)
{
	struct json_object *o = json_object_new_object();

	add(o, "file", txr_json_text(s->whole->source.path));
	add(o, "kernel", txr_json_text(s->whole->source.kernel));
	add(o, "tier", json_object_new_string(txr_tier_name(s->whole->source.tier)));
	add(o, "span_ns", json_object_new_uint64(s->whole_ns));
	add(o, "events", json_object_new_uint64(s->whole->source.events));
	add(o, "exact", json_object_new_boolean(s->whole->exact));
	return o;
}

int txr_view_diff_json(FILE *out, const struct txr_diff *d)
{
	struct json_object *root = json_object_new_object(), *rows = json_object_new_array();
	const char *text;
	int ret = 0;
	size_t i;

	add(root, "schema", json_object_new_int(1));
	add(root, "a", side(&d->a));
	add(root, "b", side(&d->b));
	add(root, "tested", json_object_new_uint64(d->tested));
	add(root, "too_many", json_object_new_boolean(d->too_many));
	for (i = 0; i < d->nr; i++)
		json_object_array_add(rows, row(&d->row[i]));
	add(root, "rows", rows);
	text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN |
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!text)
		ret = -ENOMEM;
	else if (fprintf(out, "%s\n", text) < 0)
		ret = -errno;
	json_object_put(root);
	return ret;
}
