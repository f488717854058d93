// SPDX-License-Identifier: GPL-2.0-only
/* The header of a trace.dat, read back byte by byte. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "source/tracedat_write.h"

#define PAGE 4096

static struct txr_text text(char *s)
{
	return (struct txr_text){ s, strlen(s) };
}

/* A reader that fails the test when it leaves the header. */
struct reader {
	const struct txr_buf *b;
	size_t at;
};

static const char *take(struct reader *r, size_t len)
{
	const char *p = r->b->data + r->at;

	assert_true(r->at + len <= r->b->len);
	r->at += len;
	return p;
}

static uint64_t number(struct reader *r, size_t size)
{
	uint64_t v8;
	uint32_t v4;
	uint16_t v2;

	switch (size) {
	case 2:
		memcpy(&v2, take(r, 2), 2);
		return v2;
	case 4:
		memcpy(&v4, take(r, 4), 4);
		return v4;
	}
	memcpy(&v8, take(r, 8), 8);
	return v8;
}

static void expect(struct reader *r, const char *s, size_t len)
{
	assert_memory_equal(take(r, len), s, len);
}

static void expect_text(struct reader *r, size_t size_len, const char *s)
{
	assert_int_equal(number(r, size_len), strlen(s));
	expect(r, s, strlen(s));
}

static struct txr_tracedat_event events[] = {
	{ "net", { NULL, 0 } }, { "skb", { NULL, 0 } }, { "net", { NULL, 0 } },
};
static struct txr_text ftrace[1];
static struct txr_tracedat_option options[] = {
	{ TXR_TDOPT_TRACECLOCK, { NULL, 0 } }, { TXR_TDOPT_VERSION, { NULL, 0 } },
};

static struct txr_tracedat example(const char *meta)
{
	return (struct txr_tracedat){
		.page_size = PAGE, .cpus = 3, .ftrace_format = ftrace, .nr_ftrace = 1,
		.event = events, .nr_events = 3, .option = options, .nr_options = 2,
		.meta = meta,
	};
}

static void set_texts(struct txr_tracedat *t)
{
	static char page[] = "the page", event[] = "the event", fn[] = "function";
	static char f0[] = "start", f1[] = "free", f2[] = "done", clock[] = "local [mono]";
	static char version[] = "txring test", printk[] = "0x1 : \"x\"\n", cmd[] = "7 me\n";

	t->header_page = text(page);
	t->header_event = text(event);
	ftrace[0] = text(fn);
	events[0].format = text(f0);
	events[1].format = text(f1);
	events[2].format = text(f2);
	options[0].text = text(clock);
	options[1].text = text(version);
	t->printk = text(printk);
	t->cmdlines = text(cmd);
}

static void read_formats(struct reader *r)
{
	expect(r, "\x17\x08\x44tracing6", 12);
	assert_int_equal(*take(r, 1), __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	assert_int_equal(*take(r, 1), sizeof(long));
	assert_int_equal(number(r, 4), PAGE);
	expect(r, "header_page", 12);
	expect_text(r, 8, "the page");
	expect(r, "header_event", 13);
	expect_text(r, 8, "the event");
	assert_int_equal(number(r, 4), 1);
	expect_text(r, 8, "function");
	assert_int_equal(number(r, 4), 2);	/* systems, each once */
	expect(r, "net", 4);
	assert_int_equal(number(r, 4), 2);
	expect_text(r, 8, "start");
	expect_text(r, 8, "done");
	expect(r, "skb", 4);
	assert_int_equal(number(r, 4), 1);
	expect_text(r, 8, "free");
}

static void read_rest(struct reader *r)
{
	expect_text(r, 4, "");			/* kallsyms */
	expect_text(r, 4, "0x1 : \"x\"\n");
	expect_text(r, 8, "7 me\n");
	assert_int_equal(number(r, 4), 3);
	expect(r, "options  ", 10);
	assert_int_equal(number(r, 2), 4);
	expect_text(r, 4, "local [mono]");
	assert_int_equal(number(r, 2), 9);
	expect_text(r, 4, "txring test");
	assert_int_equal(number(r, 2), 0);
	expect(r, "flyrecord", 10);
}

static void header_as_readers_want_it(void **state)
{
	static const char json[] = "{\"schema\":1}";
	uint64_t size[3] = { 2 * PAGE, 0, PAGE };
	struct txr_tracedat t = example(json);
	struct txr_buf b = { 0 };
	struct reader r = { &b, 0 };
	size_t table;

	(void)state;
	set_texts(&t);
	assert_int_equal(txr_tracedat_header(&b, &t, size, &table, NULL), 0);
	assert_int_equal(b.len % PAGE, 0);
	read_formats(&r);
	read_rest(&r);
	assert_int_equal(r.at, table);
	assert_int_equal(number(&r, 8), b.len);
	assert_int_equal(number(&r, 8), 2 * PAGE);
	assert_int_equal(number(&r, 8), b.len + 2 * PAGE);
	assert_int_equal(number(&r, 8), 0);
	assert_int_equal(number(&r, 8), b.len + 2 * PAGE);
	assert_int_equal(number(&r, 8), PAGE);
	expect(&r, "txring-meta-v1\0", 16);
	expect_text(&r, 8, json);
	while (r.at < b.len)
		assert_int_equal(*take(&r, 1), 0);
	txr_buf_free(&b);
}

static void without_meta_nothing_stands_in_the_gap(void **state)
{
	uint64_t size[3] = { 0 };
	struct txr_tracedat t = example(NULL);
	struct txr_buf b = { 0 };
	size_t table;

	(void)state;
	set_texts(&t);
	assert_int_equal(txr_tracedat_header(&b, &t, size, &table, NULL), 0);
	assert_int_equal(b.len, PAGE);
	for (table += 48; table < b.len; table++)
		assert_int_equal(b.data[table], 0);
	txr_buf_free(&b);
}

/* A header longer than its first buffer, and one that ends on a page. */
static void long_meta(void **state)
{
	struct txr_tracedat t = example(NULL);
	uint64_t size[3] = { 0 };
	struct txr_buf b = { 0 };
	size_t table, len = 200000;
	char *json = malloc(len + 1);

	(void)state;
	memset(json, 'x', len);
	json[len] = '\0';
	set_texts(&t);
	t.meta = json;
	assert_int_equal(txr_tracedat_header(&b, &t, size, &table, NULL), 0);
	assert_int_equal(b.len % PAGE, 0);
	assert_memory_equal(b.data + table + 48 + 24, json, len);
	/* Grow the text until nothing is left of the last page. */
	len = b.len - table - 48 - 24;
	assert_true(len > 200000);
	json = realloc(json, len + 1);
	memset(json, 'y', len);
	json[len] = '\0';
	t.meta = json;
	b.len = 0;
	assert_int_equal(txr_tracedat_header(&b, &t, size, &table, NULL), 0);
	assert_int_equal(b.len, table + 48 + 24 + len);
	txr_buf_free(&b);
	free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_as_readers_want_it),
		cmocka_unit_test(without_meta_nothing_stands_in_the_gap),
		cmocka_unit_test(long_meta),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
