// SPDX-License-Identifier: GPL-2.0-only
/* diff_json.c - two recordings side by side, as Documentation/diff.schema.json says. */
#include "txring/view.h"
#include "view/json_fields.h"
#include "view/write_error.h"

static void put_number(struct txr_json *j, const char *key, double d, bool known)
{
	if (known)
		txr_json_double(j, key, d);
	else
		txr_json_null(j, key);
}

static void put_figure(struct txr_json *j, const char *key, const struct txr_num *n)
{
	bool known = n->trust != TXR_FIG_UNKNOWN;

	txr_json_begin(j, key);
	put_number(j, "value", n->value, known);
	if (known && n->trust != TXR_FIG_EXACT) {
		txr_json_double(j, "low", n->low);
		txr_json_double(j, "high", n->high);
	}
	txr_json_end(j);
}

static void put_spread(struct txr_json *j, const char *key, const struct txr_spread *s)
{
	txr_json_begin(j, key);
	txr_json_u64(j, "slices", s->count);
	put_number(j, "low", s->low, s->count);
	put_number(j, "mid", s->mid, s->count);
	put_number(j, "high", s->high, s->count);
	txr_json_end(j);
}

static void put_change(struct txr_json *j, const struct txr_change *c)
{
	static const char *const units[] = {
		[TXR_UNIT_NS] = "ns", [TXR_UNIT_COUNT] = "count", [TXR_UNIT_MEAN] = "mean",
		[TXR_UNIT_SHARE] = "share", [TXR_UNIT_BITS] = "bits",
	};
	bool known = c->verdict != TXR_DIFF_UNKNOWN;

	txr_json_begin(j, NULL);
	txr_json_text(j, "key", c->key);
	txr_json_text(j, "unit", units[c->unit]);
	put_figure(j, "a", &c->a);
	put_figure(j, "b", &c->b);
	put_number(j, "change", c->b.value - c->a.value, known);
	put_number(j, "ratio", c->b.value / c->a.value, known && c->a.value > 0);
	put_spread(j, "spread_a", &c->in_a);
	put_spread(j, "spread_b", &c->in_b);
	txr_json_double(j, "chance", c->chance);
	txr_json_bool(j, "tested", c->tested);
	txr_json_double(j, "chance_any", c->chance_any);
	txr_json_text(j, "verdict", txr_verdict_name(c->verdict));
	txr_json_end(j);
}

static void put_setting(struct txr_json *j, const struct txr_setting *s)
{
	txr_json_begin(j, NULL);
	txr_json_text(j, "key", s->key);
	txr_json_text(j, "a", s->a);
	txr_json_text(j, "b", s->b);
	txr_json_end(j);
}

static void put_row(struct txr_json *j, const struct txr_diff_row *r)
{
	size_t i;

	txr_json_begin(j, NULL);
	txr_json_text(j, "name", r->name);
	if (r->queue < 0)
		txr_json_null(j, "queue");
	else
		txr_json_i64(j, "queue", r->queue);
	txr_json_bool(j, "in_a", r->in_a);
	txr_json_bool(j, "in_b", r->in_b);
	txr_json_begin_list(j, "settings");
	for (i = 0; i < r->nr_settings; i++)
		put_setting(j, &r->setting[i]);
	txr_json_end_list(j);
	txr_json_begin_list(j, "figures");
	for (i = 0; i < r->nr_changes; i++)
		put_change(j, &r->change[i]);
	txr_json_end_list(j);
	txr_json_end(j);
}

static void put_side(struct txr_json *j, const char *key, const struct txr_diff_side *s)
{
	txr_json_begin(j, key);
	txr_json_text(j, "file", s->whole->source.path);
	txr_json_text(j, "kernel", s->whole->source.kernel);
	txr_json_text(j, "tier", txr_tier_name(s->whole->source.tier));
	txr_json_u64(j, "span_ns", s->whole_ns);
	txr_json_u64(j, "events", s->whole->source.events);
	txr_json_bool(j, "exact", s->whole->exact);
	txr_json_end(j);
}

int txr_view_diff_json(FILE *out, const struct txr_diff *d)
{
	struct txr_json j = { .out = out };
	size_t i;

	txr_json_begin(&j, NULL);
	txr_json_u64(&j, "schema", 1);
	put_side(&j, "a", &d->a);
	put_side(&j, "b", &d->b);
	txr_json_u64(&j, "tested", d->tested);
	txr_json_bool(&j, "too_many", d->too_many);
	txr_json_begin_list(&j, "rows");
	for (i = 0; i < d->nr; i++)
		put_row(&j, &d->row[i]);
	txr_json_end_list(&j);
	txr_json_end(&j);
	fputc('\n', out);
	return txr_view_error(out);
}
