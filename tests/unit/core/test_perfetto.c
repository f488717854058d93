// SPDX-License-Identifier: GPL-2.0-only
/* The trace for Perfetto: lanes, several queues, windows, loss, strange names. */
#include <json-c/json.h>
#include "report_script.h"
#include "view/lanes.h"
#include "view/perfetto.h"

static uint64_t rng_state = 88172645463325252ULL;

static uint64_t rng(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	return rng_state ^= rng_state << 17;
}

struct span {
	uint64_t start, end;
};

static int by_end(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->end < y->end ? -1 : x->end > y->end;
}

static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* How many are going on at most; one that ends as another begins is over. */
static uint32_t most_at_once(const struct span *s, size_t n)
{
	uint32_t most = 0, now;
	size_t i, k;

	for (i = 0; i < n; i++) {
		for (now = 0, k = 0; k < n; k++)
			now += s[k].start <= s[i].start && s[k].end > s[i].start;
		most = now > most ? now : most;
	}
	return most;
}

/* No two overlap on a lane, and there are no more lanes than it takes. */
static void lanes_one_round(size_t n, uint64_t width, bool in_order)
{
	static struct span s[400];
	static uint64_t last[400];
	struct txr_lanes l = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		s[i].start = rng() % 10000;
		s[i].end = s[i].start + 1 + rng() % width;
	}
	qsort(s, n, sizeof(*s), in_order ? by_end : by_start);
	memset(last, 0, sizeof(last));
	for (i = 0; i < n; i++) {
		int64_t lane = txr_lanes_take(&l, s[i].start, s[i].end);

		assert_in_range(lane, 0, 399);
		assert_true(last[lane] <= s[i].start);
		last[lane] = s[i].end;
	}
	if (in_order)
		assert_int_equal(l.count, most_at_once(s, n));
	txr_lanes_free(&l);
}

static void lanes(void **state)
{
	int round;

	(void)state;
	for (round = 0; round < 150; round++)
		lanes_one_round(1 + rng() % 400, 1 + rng() % 3000, round % 2);
}

/* A ring of any depth: a lane for each packet that it holds, used in turn. */
static void lanes_of_a_ring(void **state)
{
	struct txr_lanes l = { 0 };
	uint64_t i;

	(void)state;
	for (i = 0; i < 100000; i++)
		assert_int_equal(txr_lanes_take(&l, i, i + 118), i % 118);
	assert_int_equal(l.count, 118);
	assert_true(l.room <= 1024);
	assert_int_equal(txr_lanes_take(&l, i, UINT64_MAX), i % 118);
	txr_lanes_free(&l);
}

struct traced {
	struct rec s;
	struct txr_pair_sink inner;
	struct txr_lap_context c;
	struct txr_perfetto *p;
	FILE *f;
	char *text;
	size_t size;
	struct json_object *doc, *events;
};

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct traced *t = ctx;

	t->inner.start(t->inner.ctx, lap, ev);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct traced *t = ctx;

	t->inner.enter(t->inner.ctx, lap, ts_ns);
	txr_perfetto_enter(t->p, lap, ts_ns);
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct traced *t = ctx;

	t->inner.end(t->inner.ctx, lap, ts_ns);
	txr_perfetto_end(t->p, lap, ts_ns);
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct traced *t = ctx;

	t->inner.late_free(t->inner.ctx, lap);
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct traced *t = ctx;

	t->inner.unmatched(t->inner.ctx, ev);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct traced *t = ctx;

	t->inner.event(t->inner.ctx, ev);
	txr_perfetto_event(t->p, ev);
}

/* rec_init() was called, and what the test wants changed. */
static void traced_open(struct traced *t, uint64_t from_ns)
{
	struct txr_pair_config cfg = { .has_result = true, .clock_ordered = true,
				       .refs_known = true, .cpus = 2 };
	struct txr_pair_sink sink = {
		.ctx = t, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .unmatched = on_unmatched, .event = on_event,
	};

	assert_int_equal(txr_stats_new(&t->s.st, NULL), 0);
	t->inner = txr_stats_sink(t->s.st);
	assert_int_equal(txr_pair_new(&t->s.p, &cfg, &sink, NULL), 0);
	t->c = (struct txr_lap_context){ t->s.devs, t->s.names, t->s.info.first_ns };
	t->f = open_memstream(&t->text, &t->size);
	assert_non_null(t->f);
	assert_int_equal(txr_perfetto_new(&t->p, t->f, &t->c, from_ns), 0);
	txr_perfetto_know(t->p, t->s.info.meta, NULL);
}

static void draw_open(void *arg, struct txr_lap *lap)
{
	txr_perfetto_open(((struct traced *)arg)->p, lap);
}

static void traced_finish(struct traced *t)
{
	rec_report(&t->s);
	txr_pair_each_open(t->s.p, draw_open, t);
	assert_int_equal(txr_perfetto_finish(t->p, t->s.r, t->s.info.last_ns), 0);
	assert_int_equal(fclose(t->f), 0);
	t->doc = json_tokener_parse(t->text);
	assert_non_null(t->doc);
	assert_true(json_object_object_get_ex(t->doc, "traceEvents", &t->events));
}

static void traced_close(struct traced *t)
{
	json_object_put(t->doc);
	txr_perfetto_free(t->p);
	free(t->text);
	rec_close(&t->s);
}

static const char *text_of(struct json_object *e, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(e, key, &v) ? json_object_get_string(v) : "";
}

static int64_t number_of(struct json_object *e, const char *key)
{
	struct json_object *v;

	return json_object_object_get_ex(e, key, &v) ? json_object_get_int64(v) : -1;
}

/* Events of a kind whose name begins so; the last one in *last. */
static size_t count(struct traced *t, const char *ph, const char *name,
		    struct json_object **last)
{
	size_t i, n = 0;

	for (i = 0; i < json_object_array_length(t->events); i++) {
		struct json_object *e = json_object_array_get_idx(t->events, i);

		if (strcmp(text_of(e, "ph"), ph) || strncmp(text_of(e, "name"), name, strlen(name)))
			continue;
		n++;
		if (last)
			*last = e;
	}
	return n;
}

static int64_t packets(struct json_object *counter)
{
	struct json_object *args;

	assert_true(json_object_object_get_ex(counter, "args", &args));
	return number_of(args, "packets");
}

static void several_queues(void **state)
{
	struct json_object *e;
	struct traced t;
	int i;

	(void)state;
	rec_init(&t.s);
	traced_open(&t, 0);
	for (i = 0; i < 6; i++, t.s.now += US) {
		t.s.queue = (uint16_t)(i % 2 * 300);
		sent(&t.s, 100 + i);
	}
	for (i = 0; i < 5; i++, t.s.now += US)
		consume(&t.s, 100 + i);
	t.s.queue = 300;
	refused_full(&t.s, 900);
	traced_finish(&t);
	assert_int_equal(count(&t, "b", "laps, queue 0", NULL), 3);
	assert_int_equal(count(&t, "b", "laps, queue 300", NULL), 3);
	assert_int_equal(count(&t, "e", "laps, queue 300", NULL), 2);
	/* A counter of the device, and of each queue: one more at the first step. */
	assert_int_equal(count(&t, "C", "in device", &e), 1 + 6 + 5);
	assert_int_equal(packets(e), 1);
	assert_int_equal(count(&t, "C", "in queue 0", &e), 1 + 3 + 3);
	assert_int_equal(packets(e), 0);
	assert_int_equal(count(&t, "C", "in queue 300", &e), 1 + 3 + 2);
	assert_int_equal(packets(e), 1);
	assert_int_equal(count(&t, "i", "dropped: FULL_RING", &e), 1);
	assert_string_equal(text_of(e, "cat"), "dropped");
	assert_int_equal(count(&t, "M", "thread_name", NULL), 2);
	traced_close(&t);
}

/* One queue, says the snapshot: no second counter that says the same. */
static void one_queue(void **state)
{
	struct json_object *e;
	struct traced t;
	int second;

	(void)state;
	for (second = 0; second < 2; second++) {
		rec_init(&t.s);
		rec_state(&t.s, "eth0", "e1000e");
		traced_open(&t, 0);
		sent(&t.s, 1);
		t.s.now += US;
		sent(&t.s, 2);
		t.s.queue = 1;
		if (second)	/* another device of the name, in another namespace */
			sent(&t.s, 3);
		t.s.now += US;
		consume(&t.s, 1);
		traced_finish(&t);
		assert_int_equal(count(&t, "C", "in device", &e), 1 + 3 + second);
		assert_int_equal(packets(e), 1 + second);
		/* As it stood since its last step, then from the next one on. */
		assert_int_equal(count(&t, "C", "in queue 0", &e), 2 * second);
		if (second)
			assert_int_equal(packets(e), 1);
		assert_non_null(strstr(t.text, "\"args\":{\"name\":\"eth0 (e1000e)\"}"));
		traced_close(&t);
	}
}

/* Releases that were lost fill a ring of 4 with 8. */
static void fill_beyond_room(struct rec *s)
{
	int i;

	for (i = 1; i <= 4; i++)
		sent(s, i);
	s->now += MS;
	lost(s, s->now, s->now + US, 4);
	s->now += MS;
	for (i = 11; i <= 14; i++)
		sent(s, i);
	s->now += 100 * MS;
	for (i = 11; i <= 13; i++)
		consume(s, i);
}

static void tap_of_four(struct rec *s)
{
	rec_init(s);
	rec_state(s, "eth0", "tun")->txqueuelen = 4;
	s->start_dev[0].tx_queues = 2;
	rec_same_at_end(s);
}

/* The highest that a counter shows. */
static int64_t highest(struct traced *t, const char *name)
{
	int64_t most = -1;
	size_t i;

	for (i = 0; i < json_object_array_length(t->events); i++) {
		struct json_object *e = json_object_array_get_idx(t->events, i);

		if (!strcmp(text_of(e, "ph"), "C") && !strcmp(text_of(e, "name"), name) &&
		    packets(e) > most)
			most = packets(e);
	}
	return most;
}

/* Counters show no more than the report does, where it is known. */
static void no_more_than_fits(void **state)
{
	struct json_object *e;
	struct traced t;
	struct rec before;
	int known;

	(void)state;
	tap_of_four(&before);
	rec_open(&before);
	fill_beyond_room(&before);
	rec_report(&before);
	assert_int_equal(rec_row(&before, "eth0")->in_device.max.value, 4);
	for (known = 0; known < 2; known++) {
		tap_of_four(&t.s);
		traced_open(&t, 0);
		txr_perfetto_know(t.p, t.s.info.meta, known ? before.r : NULL);
		fill_beyond_room(&t.s);
		traced_finish(&t);
		assert_int_equal(highest(&t, "in device"), known ? 4 : 8);
		assert_int_equal(highest(&t, "in queue 0"), known ? 4 : 8);
		/* Every step is told all the same, and the way down when it is below. */
		assert_int_equal(count(&t, "C", "in device", &e), 1 + 8 + 3);
		assert_int_equal(packets(e), known ? 4 : 5);
		traced_close(&t);
	}
	rec_close(&before);
}

static void only_the_window(void **state)
{
	struct json_object *e;
	struct traced t;

	(void)state;
	rec_init(&t.s);
	traced_open(&t, 1000 + 10 * US);
	sent(&t.s, 1);
	t.s.now = 1000 + 5 * US;
	sent(&t.s, 2);
	sent(&t.s, 3);
	consume(&t.s, 1);
	refused_full(&t.s, 9);
	t.s.dev = 1;
	sent(&t.s, 11);		/* still in, and no step in the window */
	t.s.now = 1000 + 10 * US;
	txr_stats_reset(t.s.st, t.s.now);
	t.s.dev = 0;
	t.s.now = 1000 + 12 * US;
	consume(&t.s, 2);
	traced_finish(&t);
	assert_int_equal(count(&t, "b", "laps", NULL), 3);
	assert_int_equal(count(&t, "e", "laps", &e), 1);
	assert_string_equal(text_of(e, "ts"), "12.000");
	assert_int_equal(count(&t, "i", "", NULL), 0);
	/* eth0: 2 when it began, then 1; eth1: 1 all the time. */
	assert_int_equal(count(&t, "C", "in device", &e), 2 + 1);
	assert_int_equal(packets(e), 1);
	assert_string_equal(text_of(e, "ts"), "10.000");
	traced_close(&t);
}

static void loss_and_stalls(void **state)
{
	struct json_object *e;
	struct traced t;

	(void)state;
	rec_init(&t.s);
	traced_open(&t, 0);
	sent(&t.s, 1);
	t.s.cpu = 1;
	lost(&t.s, t.s.now, t.s.now + 2 * US, 5);
	t.s.now += 3 * US;
	rec_feed(&t.s, (struct txr_event){ .kind = TXR_WATCHDOG, .origin = TXR_O_XMIT_TIMEOUT });
	lost(&t.s, t.s.now, UINT64_MAX, 0);
	t.s.now += 4 * US;
	sent(&t.s, 2);
	traced_finish(&t);
	assert_int_equal(count(&t, "X", "5 events lost", &e), 1);
	assert_string_equal(text_of(e, "dur"), "2.000");
	assert_int_equal(count(&t, "i", "5 events lost", &e), 1);
	assert_string_equal(text_of(e, "s"), "g");
	assert_int_equal(count(&t, "X", "events lost, how many is not known", &e), 1);
	assert_string_equal(text_of(e, "dur"), "4.000");	/* to the last event */
	assert_int_equal(count(&t, "i", "watchdog", NULL), 1);
	/* Why it is not exact, over all of it. */
	assert_true(strstr(t.text, "\"code\":\"lost-events\"") != NULL);
	assert_true(strstr(t.text, "\"exact\":\"no: ") != NULL);
	traced_close(&t);
}

static void names_are_escaped(void **state)
{
	struct traced t;

	(void)state;
	rec_init(&t.s);
	t.s.dev = txr_devtab_intern(t.s.devs, "a\"\\<\x01\xff", 6, 0, 0);
	traced_open(&t, 0);
	sent(&t.s, 1);
	traced_finish(&t);
	assert_non_null(strstr(t.text, "\"args\":{\"name\":\"a\\\"\\\\<\\\\x01\\\\xff\"}"));
	traced_close(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes),
		cmocka_unit_test(lanes_of_a_ring),
		cmocka_unit_test(several_queues),
		cmocka_unit_test(one_queue),
		cmocka_unit_test(no_more_than_fits),
		cmocka_unit_test(only_the_window),
		cmocka_unit_test(loss_and_stalls),
		cmocka_unit_test(names_are_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
