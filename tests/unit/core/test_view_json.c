// SPDX-License-Identifier: GPL-2.0-only
/* JSON: what is in it, how doubt shows, and that it keeps to its schema. */
#include <json-c/json.h>
#include <unistd.h>
#include "test_view_fixture.h"

static const struct txr_view_opts plain = { .queue = -1 };

static struct json_object *draw(struct txr_report *r, const struct txr_view_opts *o)
{
	char *text = fixture_draw(txr_view_json, r, o);
	size_t line = strcspn(text, "\n");
	struct json_object *doc;

	/* One object, one line. */
	assert_int_equal(text[line], '\n');
	assert_int_equal(text[line + 1], '\0');
	doc = json_tokener_parse(text);
	assert_non_null(doc);
	free(text);
	return doc;
}

/* Member by path, "devices.0.in_device.max". */
static struct json_object *at(struct json_object *o, const char *path)
{
	char copy[128], *save, *key;

	snprintf(copy, sizeof(copy), "%s", path);
	for (key = strtok_r(copy, ".", &save); key; key = strtok_r(NULL, ".", &save)) {
		if (json_object_is_type(o, json_type_array)) {
			o = json_object_array_get_idx(o, (size_t)atoi(key));
		} else if (!json_object_object_get_ex(o, key, &o)) {
			fail_msg("no member '%s' of %s", key, path);
		}
	}
	return o;
}

static bool has(struct json_object *o, const char *key)
{
	return json_object_object_get_ex(o, key, NULL);
}

static void test_members(void **state)
{
	struct txr_report *r = fixture_report(2);
	struct json_object *doc;

	(void)state;
	fixture_add_finding(r, "tap0");
	doc = draw(r, &plain);
	assert_int_equal(json_object_get_int(at(doc, "schema")), 1);
	assert_string_equal(json_object_get_string(at(doc, "source.file")), "txring.dat");
	assert_int_equal(json_object_get_int64(at(doc, "source.first_ns")), 5000000000);
	assert_string_equal(json_object_get_string(at(doc, "source.first_real_ns")),
			    "1764518509000000000");
	assert_int_equal(json_object_get_int64(at(doc, "devices.1.completed")), 836);
	assert_string_equal(json_object_to_json_string(at(doc, "devices.0.in_device.avg")),
			    "64.66");
	assert_string_equal(json_object_get_string(at(doc, "devices.0.netns_cookie")), "1");
	assert_null(at(doc, "devices.0.ring_descriptors"));
	assert_null(at(doc, "devices.0.late_free_ns.p50"));
	assert_null(at(doc, "devices.0.state.start"));
	assert_null(at(doc, "total.name"));
	assert_int_equal(json_object_get_int(at(doc, "devices.0.queues.0.queue")), 0);
	assert_false(has(at(doc, "devices.0"), "queue"));
	assert_false(has(at(doc, "devices.0"), "completed_low"));
	assert_int_equal(json_object_array_length(at(doc, "devices.0.lap_ns.histogram")), 1);
	assert_int_equal(json_object_get_int(at(doc, "devices.0.lap_ns.histogram.0.2")), 836);
	assert_string_equal(json_object_get_string(at(doc, "devices.0.drops.0.reason")),
			    "FULL_RING");
	assert_int_equal(json_object_get_int(at(doc, "findings.0.evidence.dropped")), 164);
	assert_string_equal(json_object_get_string(at(doc, "findings.0.advice")),
			    "grow the ring: ip link set tap0 txqueuelen 236");
	assert_string_equal(json_object_get_string(at(doc, "findings.0.evidence.reason")),
			    "FULL_RING");
	json_object_put(doc);
	fixture_free(r);
}

static void test_doubt(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *d = &r->devices[0];
	struct json_object *doc, *dev;

	(void)state;
	d->completed = BETWEEN(836, 830, 848);
	d->in_device.max = AT_LEAST(118);
	d->in_device.avg = (struct txr_num){ 1.5, 1.25, 2, TXR_FIG_BOUNDED };
	d->packed_ns = NO_FIGURE;
	r->source.lost_events = 3;
	r->source.lost_gaps_unknown = 1;
	doc = draw(r, &plain);
	dev = at(doc, "devices.0");
	assert_int_equal(json_object_get_int64(at(dev, "completed")), 836);
	assert_int_equal(json_object_get_int64(at(dev, "completed_low")), 830);
	assert_int_equal(json_object_get_int64(at(dev, "completed_high")), 848);
	assert_int_equal(json_object_get_int64(at(dev, "in_device.max_low")), 118);
	assert_null(at(dev, "in_device.max_high"));
	assert_string_equal(json_object_to_json_string(at(dev, "in_device.avg_low")), "1.25");
	assert_null(at(dev, "packed_ns"));
	assert_false(has(dev, "packed_ns_low"));
	assert_int_equal(json_object_get_int64(at(doc, "source.lost_events_low")), 3);
	assert_null(at(doc, "source.lost_events_high"));
	json_object_put(doc);
	fixture_free(r);
}

static void test_large_numbers(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *d = &r->devices[0];
	struct json_object *doc;

	(void)state;
	r->source.first_ns = (1ULL << 53) + 1;
	r->source.last_ns = 1ULL << 53;
	d->netns_cookie = UINT64_MAX;
	d->lap_ns.sum = UINT64_MAX;
	d->started = d->in_device.max = EXACT(UINT64_MAX);
	d->in_device.avg = NUM(1.0 / 0.0);
	d->oldest[0] = (struct txr_open_lap){ .skbaddr = 0xffff888003a4b000, .len_bytes = 60,
					      .age_ns = 5, .pid = 7, .comm = "ping" };
	d->nr_oldest = 1;
	doc = draw(r, &plain);
	assert_string_equal(json_object_to_json_string(at(doc, "source.first_ns")),
			    "\"9007199254740993\"");
	assert_string_equal(json_object_to_json_string(at(doc, "source.last_ns")),
			    "9007199254740992");
	assert_string_equal(json_object_get_string(at(doc, "devices.0.netns_cookie")),
			    "18446744073709551615");
	assert_string_equal(json_object_get_string(at(doc, "devices.0.oldest.0.skbaddr")),
			    "0xffff888003a4b000");
	assert_string_equal(json_object_to_json_string(at(doc, "devices.0.started")),
			    "18446744073709551615");
	/* A sum that did not fit, a mean that is none: unknown. */
	assert_null(at(doc, "devices.0.lap_ns.sum"));
	assert_null(at(doc, "devices.0.in_device.avg"));
	json_object_put(doc);
	fixture_free(r);
}

static void test_hostile_names(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct json_object *doc;

	(void)state;
	strcpy(r->devices[0].name, "a\"\\\n\xff\xc3\xa9");
	doc = draw(r, &plain);
	assert_string_equal(json_object_get_string(at(doc, "devices.0.name")),
			    "a\"\\\\x0a\\xff\xc3\xa9");
	json_object_put(doc);
	fixture_free(r);
}

static void test_selection(void **state)
{
	struct txr_report *r = fixture_report(3);
	struct txr_view_opts o = { .queue = -1, .device = "tap[02]", .sort = "started" };
	struct json_object *doc;

	(void)state;
	fixture_add_finding(r, "tap1");
	r->devices[2].started = EXACT(5000);
	doc = draw(r, &o);
	assert_int_equal(json_object_array_length(at(doc, "devices")), 2);
	assert_string_equal(json_object_get_string(at(doc, "devices.0.name")), "tap2");
	assert_string_equal(json_object_get_string(at(doc, "devices.1.name")), "tap0");
	assert_int_equal(json_object_array_length(at(doc, "findings")), 0);
	json_object_put(doc);
	fixture_free(r);
}

/* A report that has one of everything. */
static struct txr_report *rich_report(struct txr_meta *meta,
				      struct txr_device_state *dev,
				      struct txr_queue_state *queue)
{
	static struct txr_reason why[] = { { "lost-events", 12, "12 events were lost." } };
	struct txr_report *r = fixture_report(2);
	struct txr_row *d = &r->devices[0];

	memset(meta, 0, sizeof(*meta));
	memset(dev, 0, sizeof(*dev));
	memset(queue, 0, sizeof(*queue));
	strcpy(meta->tool, "0.1");
	meta->start.real_ns = 1764518509000000000;
	strcpy(dev->name, "tap0");
	dev->mtu = TXR_UNKNOWN;
	dev->tx_queues = 1;
	dev->queue = queue;
	r->source.meta = meta;
	r->reasons = d->reasons = why;
	r->nr_reasons = d->nr_reasons = 1;
	r->exact = d->exact = false;
	r->source.lost_gaps_unknown = 1;
	r->source.first_ns = UINT64_MAX;
	d->start = d->end = dev;
	d->started = BETWEEN(1000, 1000, 1012);
	d->in_device.max = AT_LEAST(5);
	d->in_device.avg.trust = TXR_FIG_UNKNOWN;
	d->oldest[0] = (struct txr_open_lap){ .skbaddr = 1, .pid = -1 };
	d->nr_oldest = 1;
	fixture_add_finding(r, "tap0");
	return r;
}

/*
 * The strict schema takes the plainest and the richest document. The tests are
 * run from the top of the tree, where the schema is.
 */
static void test_schema(void **state)
{
	struct txr_device_state dev;
	struct txr_queue_state queue;
	struct txr_meta meta;
	struct txr_report *r[2];
	char *text;
	FILE *check;
	int i;

	(void)state;
	if (access("tests/cli/schema.py", R_OK)) {
		print_message("not run from the top of the tree: no schema to check by\n");
		skip();
	}
	check = popen("python3 tests/cli/schema.py Documentation/report.schema.json -", "w");
	assert_non_null(check);
	r[0] = fixture_report(1);
	r[1] = rich_report(&meta, &dev, &queue);
	for (i = 0; i < 2; i++) {
		text = fixture_draw(txr_view_json, r[i], &plain);
		fputs(text, check);
		free(text);
		fixture_free(r[i]);
	}
	assert_int_equal(pclose(check), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_doubt),
		cmocka_unit_test(test_large_numbers),
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_selection),
		cmocka_unit_test(test_schema),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
