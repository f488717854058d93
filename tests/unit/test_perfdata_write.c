// SPDX-License-Identifier: GPL-2.0-only
/* perf.data as it is written: read back, file and pipe. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#include "lib/perffile.h"
#include "lib/reading.h"
#include "source/perfdata_write.h"

#define EVENTS 3
#define CPUS 2
#define ROOM 4096
#define T0 5000000000ULL

static const struct machine machine = { K6_18, 8, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

struct world {
	struct ev *ev[EVENTS];
	struct txr_perf_event event[EVENTS];
	uint64_t id[EVENTS][CPUS];
	struct txr_tracedat_event format[EVENTS];
	struct txr_perfdata d;
	struct txr_buf records;
};

static void make_event(struct world *w, unsigned int i, const char *system, const char *name)
{
	struct txr_perf_event *e = &w->event[i];
	unsigned int cpu;

	w->ev[i] = ev_new(&machine, system, name);
	snprintf(e->name, sizeof(e->name), "%s:%s", system, name);
	e->attr.type = PERF_TYPE_TRACEPOINT;
	e->attr.size = sizeof(e->attr);
	e->attr.config = w->ev[i]->id;
	e->attr.sample_period = 1;
	e->attr.sample_type = TXR_PERF_SAMPLE;
	e->attr.sample_id_all = 1;
	e->attr.use_clockid = 1;
	e->attr.clockid = 1;
	for (cpu = 0; cpu < CPUS; cpu++)
		w->id[i][cpu] = 100 + 10 * i + cpu;
	e->id = w->id[i];
	e->ids = CPUS;
	w->format[i].system = w->ev[i]->system;
	w->format[i].format = (struct txr_text){ w->ev[i]->text, strlen(w->ev[i]->text) };
}

static struct world *world_new(void)
{
	static const char *const argv[] = { "txring", "record", "--backend", "perf" };
	struct world *w = calloc(1, sizeof(*w));
	struct txr_tracedat t = { .page_size = 4096, .nr_events = EVENTS };

	if (!w)
		abort();
	make_event(w, 0, "net", "net_dev_start_xmit");
	make_event(w, 1, "net", "net_dev_xmit");
	make_event(w, 2, "skb", "consume_skb");
	t.event = w->format;
	txr_tracing_data(&w->d.tracing, &t);
	w->d.event = w->event;
	w->d.nr_events = EVENTS;
	w->d.hostname = "host";
	w->d.release = "6.18.0-written";
	w->d.arch = "x86_64";
	w->d.version = "txring";
	w->d.argv = argv;
	w->d.argc = 4;
	w->d.cpus = w->d.cpus_online = CPUS;
	w->d.clockid = 1;
	w->d.clock_ns = T0 - 1000;
	w->d.real_ns = 1700000000000000000ULL;
	return w;
}

static void world_free(struct world *w)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		free(w->ev[i]);
	txr_buf_free(&w->d.tracing);
	txr_buf_free(&w->records);
	free(w);
}

/* A sample as TXR_PERF_SAMPLE has it. */
static void put(struct world *w, unsigned int i, unsigned int cpu, uint64_t ts, uint64_t skb)
{
	struct ev_value v[] = { { "skbaddr", skb, NULL }, { "name", 0, "eth0" },
				{ "len", 99, NULL }, { 0 } };
	struct bytes raw = { 0 };
	struct perf_event_header h = { .type = PERF_RECORD_SAMPLE };

	ev_record(w->ev[i], &raw, 0, 42, v);
	while ((raw.n + 4) % 8)
		bytes_zero(&raw, 1);
	h.size = sizeof(h) + 32 + 4 + raw.n;
	txr_buf_put(&w->records, &h, sizeof(h));
	txr_buf_u64(&w->records, w->id[i][cpu]);
	txr_buf_u32(&w->records, 42);
	txr_buf_u32(&w->records, 42);
	txr_buf_u64(&w->records, ts);
	txr_buf_u32(&w->records, cpu);
	txr_buf_u32(&w->records, 0);
	txr_buf_u32(&w->records, raw.n);
	txr_buf_put(&w->records, raw.p, raw.n);
	bytes_free(&raw);
}

static void put_all(struct world *w)
{
	struct txr_perf_tail t = { .cpu = 1, .time_ns = T0 + 5000, .id = 101 };
	unsigned int i;

	txr_perf_comm(&w->records, 42, 42, "sender");
	for (i = 0; i < 100; i++) {
		put(w, 0, i % 2, T0 + 1000 * i, 0x1000 + 256 * i);
		put(w, 1, i % 2, T0 + 1000 * i + 100, 0x1000 + 256 * i);
		put(w, 2, i % 2, T0 + 1000 * i + 500, 0x1000 + 256 * i);
		if (i % 10 == 9)
			txr_perf_round(&w->records);
	}
	txr_perf_lost_samples(&w->records, 7, &t);
}

static void check(const struct reading *r)
{
	struct txr_names names;
	size_t i;

	if (r->ret)
		fail_msg("%s", r->err.text);
	assert_int_equal(r->info->events, 300);
	assert_int_equal(r->lost, 1);
	assert_int_equal(r->info->lost_events, 7);
	assert_int_equal(r->info->lost_by_cpu[1], 7);
	assert_int_equal(r->info->undecodable, 0);
	assert_false(r->info->truncated);
	assert_string_equal(r->info->kernel, "6.18.0-written");
	assert_string_equal(r->info->clock, "mono");
	assert_int_equal(r->info->cpus, 2);
	names = txr_source_names(r->s);
	assert_string_equal(names.comm(names.ctx, 42), "sender");
	for (i = 0; i < r->n; i++)
		assert_int_equal(r->ev[i].pid && r->ev[i].kind != TXR_LOST ? 42 : 0,
				 r->ev[i].pid);
}

static struct bytes file_of(struct world *w, const char *meta)
{
	struct txr_buf front = { 0 }, table = { 0 };
	struct txr_err err = { 0 };
	struct bytes b = { 0 };
	size_t begun;

	/* begun before anything is known of the records, and written anew at the end */
	assert_int_equal(txr_perfdata_front(&front, &w->d, ROOM, 0, &err), 0);
	begun = front.len;
	front.len = 0;
	w->d.meta = meta;
	w->d.first_ns = T0;
	w->d.last_ns = T0 + 99500;
	assert_int_equal(txr_perfdata_front(&front, &w->d, ROOM, w->records.len, &err), 0);
	assert_int_equal(front.len, begun);
	assert_int_equal(front.len % 8, 0);
	assert_int_equal(txr_perfdata_table(&table, &w->d, ROOM, &err), 0);
	bytes_add(&b, front.data, front.len);
	bytes_add(&b, w->records.data, w->records.len);
	bytes_add(&b, table.data, table.len);
	txr_buf_free(&front);
	txr_buf_free(&table);
	return b;
}

static void test_file(void **state)
{
	struct txr_meta meta = { .tool = "0.1", .tier = "stock", .clock = "mono",
				 .command = "a command" };
	struct world *w = world_new();
	char *json = txr_meta_to_json(&meta);
	struct reading r;
	struct bytes b;

	(void)state;
	assert_non_null(json);
	put_all(w);
	b = file_of(w, json);
	r = read_bytes(&b, b.n);
	check(&r);
	assert_non_null(r.info->meta);
	assert_string_equal(r.info->meta->command, "a command");
	reading_free(&r);
	bytes_free(&b);
	b = file_of(w, NULL);
	r = read_bytes(&b, b.n);
	check(&r);
	assert_null(r.info->meta);
	assert_int_equal(r.info->real_ns_at_first, w->d.real_ns + 1000);
	reading_free(&r);
	bytes_free(&b);
	free(json);
	world_free(w);
}

/* What does not fit in its room is refused, not cut. */
static void test_no_room(void **state)
{
	struct world *w = world_new();
	struct txr_buf front = { 0 };
	struct txr_err err = { 0 };
	char *text = malloc(ROOM + 2);

	(void)state;
	memset(text, 'x', ROOM + 1);
	text[ROOM + 1] = '\0';
	w->d.meta = text;
	assert_int_equal(txr_perfdata_front(&front, &w->d, ROOM, 0, &err), -E2BIG);
	assert_non_null(strstr(err.text, "longer than its room"));
	front.len = 0;
	text[ROOM] = '\0';
	assert_int_equal(txr_perfdata_front(&front, &w->d, ROOM, 0, NULL), 0);
	txr_buf_free(&front);
	free(text);
	world_free(w);
}

/* Any length of the text, also one that fills its pieces; the later one counts. */
static void test_pipe(void **state)
{
	static const size_t pads[] = { 0, TXR_PERF_META_PIECE, 3 * TXR_PERF_META_PIECE };
	size_t p, extra;

	(void)state;
	for (p = 0; p < sizeof(pads) / sizeof(pads[0]); p++)
	for (extra = 0; extra < 3; extra++) {
		struct world *w = world_new();
		struct txr_meta meta = { .tool = "0.1", .command = "begun" };
		char *begun = txr_meta_to_json(&meta), *json, *text;
		struct txr_buf head = { 0 };
		struct bytes b = { 0 };
		struct reading r;
		size_t len;

		strcpy(meta.command, "ended");
		json = txr_meta_to_json(&meta);
		/* blanks behind a JSON text are none of it */
		len = pads[p] > strlen(json) ? pads[p] + extra - 1 : strlen(json) + extra;
		text = malloc(len + 1);
		memset(text, ' ', len);
		memcpy(text, json, strlen(json));
		text[len] = '\0';
		w->d.meta = begun;
		assert_int_equal(txr_perfdata_pipe(&head, &w->d, NULL), 0);
		put_all(w);
		txr_perf_meta(&w->records, text, w->id[0][0]);
		bytes_add(&b, head.data, head.len);
		bytes_add(&b, w->records.data, w->records.len);
		r = read_bytes(&b, b.n);
		check(&r);
		assert_non_null(r.info->meta);
		assert_string_equal(r.info->meta->command, "ended");
		reading_free(&r);
		bytes_free(&b);
		txr_buf_free(&head);
		free(begun);
		free(json);
		free(text);
		world_free(w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_no_room),
		cmocka_unit_test(test_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
