// SPDX-License-Identifier: GPL-2.0-only
/* One line a lap, in three forms. */
#include <json-c/json.h>
#include "test_view_fixture.h"

static const char *reason_name(void *ctx, int reason)
{
	(void)ctx;
	return reason == 6 ? "FULL_RING" : NULL;
}

static const char *comm_name(void *ctx, int pid)
{
	(void)ctx;
	return pid == 42 ? "pi \"ng\"" : NULL;
}

static struct txr_devtab *devs;
static struct txr_lap_context context;
static struct txr_lap lap;

static int setup(void **state)
{
	(void)state;
	devs = txr_devtab_new();
	assert_non_null(devs);
	assert_int_equal(txr_devtab_intern(devs, "tap0", 4, 7, 0), 0);
	context = (struct txr_lap_context){
		.devs = devs, .first_ns = 1000000000,
		.names = { NULL, reason_name, comm_name },
	};
	lap = (struct txr_lap){
		.skbaddr = 0xffff888003a4b000, .start_ns = 3000000005,
		.result_ns = 3000000105, .release_ns = 3000012350, .free_ns = 3000012350,
		.len_bytes = 98, .segs = 1, .in_device_at_start = 5, .start_pid = 42,
		.flags = TXR_LAP_RESULT | TXR_LAP_ENTERED, .queue_index = 3,
		.start_cpu = 1, .release_cpu = 0, .outcome = TXR_COMPLETED,
		.release_origin = TXR_O_CONSUME_SKB,
	};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	txr_devtab_free(devs);
	return 0;
}

static __attribute__((noinline)) char *print(enum txr_lap_format f)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(txr_lap_print(out, f, &lap, &context), 0);
	fclose(out);
	return text;
}

static __attribute__((noinline)) char *header(enum txr_lap_format f)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(txr_lap_header(out, f), 0);
	fclose(out);
	return text;
}

static void test_csv(void **state)
{
	char *text = print(TXR_LAP_CSV), *head = header(TXR_LAP_CSV);

	(void)state;
	assert_string_equal(head,
		"start_ns,result_ns,rc,release_ns,free_ns,device,ifindex,queue,skbaddr,len,"
		"gso_segs,lap_ns,in_device_at_start,outcome,release_event,start_cpu,"
		"release_cpu,start_pid,start_comm,reason\n");
	assert_string_equal(text,
		"2000000005,2000000105,0,2000012350,2000012350,tap0,7,3,0xffff888003a4b000,98,"
		"1,12345,5,completed,consume_skb,1,0,42,\"pi \"\"ng\"\"\",\n");
	free(text);
	free(head);
}

static void test_json(void **state)
{
	char *text = print(TXR_LAP_JSON), *head = header(TXR_LAP_JSON);
	struct json_object *doc = json_tokener_parse(text), *m;

	(void)state;
	assert_string_equal(head, "");
	assert_non_null(doc);
	assert_int_equal(json_object_object_length(doc), 20);
	assert_true(json_object_object_get_ex(doc, "start_comm", &m));
	assert_string_equal(json_object_get_string(m), "pi \"ng\"");
	assert_true(json_object_object_get_ex(doc, "lap_ns", &m));
	assert_int_equal(json_object_get_int64(m), 12345);
	assert_true(json_object_object_get_ex(doc, "skbaddr", &m));
	assert_true(json_object_is_type(m, json_type_string));
	assert_true(json_object_object_get_ex(doc, "reason", &m));
	assert_null(m);
	json_object_put(doc);
	free(text);
	free(head);
}

/* What was not seen is null, not zero. */
static void test_unknown(void **state)
{
	char *text;

	(void)state;
	lap.result_ns = lap.release_ns = lap.free_ns = 0;
	lap.flags = 0;
	lap.outcome = TXR_OPEN;
	lap.release_origin = 0;
	lap.queue_index = TXR_QUEUE_NONE;
	lap.dev = TXR_DEV_NONE;
	lap.start_pid = 1;
	text = print(TXR_LAP_CSV);
	assert_string_equal(text, "2000000005,,,,,,,,0xffff888003a4b000,98,1,,5,open,,1,,1,,\n");
	free(text);
	text = print(TXR_LAP_JSON);
	assert_has(text, "\"rc\":null");
	assert_has(text, "\"release_cpu\":null");
	free(text);
}

static void test_drop_reason(void **state)
{
	char *text;

	(void)state;
	lap.outcome = TXR_DROPPED;
	lap.release_origin = TXR_O_KFREE_SKB;
	lap.flags |= TXR_LAP_REASON;
	lap.reason = 6;
	text = print(TXR_LAP_JSON);
	assert_has(text, "\"outcome\":\"dropped\"");
	assert_has(text, "\"reason\":\"FULL_RING\"");
	free(text);
	lap.reason = 77;
	text = print(TXR_LAP_TEXT);
	assert_has(text, " dropped ");
	assert_has(text, " 77\n");
	free(text);
}

static int column_of(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at ? (int)(at - text) : -1;
}

static void test_text(void **state)
{
	char *text = print(TXR_LAP_TEXT), *head = header(TXR_LAP_TEXT);

	(void)state;
	assert_has(text, "  2.000000005 tap0 ");
	assert_true(column_of(head, "OUTCOME") > 0);
	assert_int_equal(column_of(head, "OUTCOME"), column_of(text, "completed"));
	free(text);
	free(head);
}

static void test_write_error(void **state)
{
	FILE *out = fopen("/dev/full", "w");

	(void)state;
	setvbuf(out, NULL, _IONBF, 0);
	assert_true(txr_lap_print(out, TXR_LAP_JSON, &lap, &context) < 0);
	fclose(out);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_csv),
		TEST(test_json),
		TEST(test_unknown),
		TEST(test_drop_reason),
		TEST(test_text),
		TEST(test_write_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
