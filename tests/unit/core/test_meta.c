// SPDX-License-Identifier: GPL-2.0-only
/* test_meta.c - struct txr_meta to JSON and back, and JSON that means harm. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "sys/meta.h"
#include "sys/snap.h"
#include "cli/utf8.h"

/* Give a field a value of its own; n makes them differ. */
static void set_field(void *base, const struct txr_meta_field *f, unsigned int n)
{
	char *p = (char *)base + f->offset;

	switch (f->type) {
	case TXR_M_TEXT:
		snprintf(p, f->size, "t%u", n);
		break;
	case TXR_M_BOOL:
		*(bool *)p = n & 1;
		break;
	case TXR_M_U32:
		*(uint32_t *)p = UINT32_MAX - n;
		break;
	case TXR_M_U64:
		*(uint64_t *)p = UINT64_MAX - n;
		break;
	case TXR_M_FIGURE:
		*(int64_t *)p = n % 5 ? (int64_t)(INT64_MAX - n) : TXR_UNKNOWN;
		break;
	case TXR_M_FIGURE8:
		*(int8_t *)p = n % 3 ? 1 : 0;
		break;
	}
}

static void set_fields(void *base, const struct txr_meta_field *f, unsigned int n)
{
	for (; f->key; f++)
		set_field(base, f, n++);
}

static void fill_snapshot(struct txr_snapshot *s, size_t count, unsigned int n)
{
	size_t i, q;

	s->clock_ns = UINT64_MAX - n;
	s->real_ns = 1700000000000000000ULL + n;
	s->namespaces = UINT32_MAX - n;
	s->namespaces_unseen = n;
	s->only_own = n & 1;
	s->count = count;
	s->dev = calloc(count, sizeof(*s->dev));
	assert_non_null(s->dev);
	for (i = 0; i < count; i++) {
		txr_device_state_init(&s->dev[i]);
		set_fields(&s->dev[i], txr_meta_device_fields, n + i);
		assert_int_equal(txr_device_set_queues(&s->dev[i], i), 0);
		for (q = 0; q < i; q++)
			set_fields(&s->dev[i].queue[q], txr_meta_queue_fields, n + q);
	}
}

static void assert_same_snapshot(const struct txr_snapshot *a, const struct txr_snapshot *b)
{
	size_t i;

	assert_int_equal(a->clock_ns, b->clock_ns);
	assert_int_equal(a->real_ns, b->real_ns);
	assert_int_equal(a->namespaces, b->namespaces);
	assert_int_equal(a->namespaces_unseen, b->namespaces_unseen);
	assert_int_equal(a->only_own, b->only_own);
	assert_int_equal(a->count, b->count);
	for (i = 0; i < a->count; i++) {
		struct txr_device_state x = a->dev[i], y = b->dev[i];

		assert_int_equal(x.tx_queues, y.tx_queues);
		if (x.tx_queues)
			assert_memory_equal(x.queue, y.queue, x.tx_queues * sizeof(*x.queue));
		x.queue = y.queue = NULL;
		assert_memory_equal(&x, &y, sizeof(x));
	}
}

static void assert_round_trip(const struct txr_meta *m)
{
	struct txr_meta back;
	struct txr_err err = { 0 };
	char *text = txr_meta_to_json(m);

	assert_non_null(text);
	assert_true(txr_utf8_valid(text, strlen(text)));
	assert_int_equal(txr_meta_from_json(&back, text, strlen(text), &err), 0);
	assert_memory_equal(m, &back, offsetof(struct txr_meta, start));
	assert_same_snapshot(&m->start, &back.start);
	assert_same_snapshot(&m->end, &back.end);
	assert_int_equal(m->gaps, back.gaps);
	if (m->gaps)
		assert_memory_equal(m->gap, back.gap, m->gaps * sizeof(*m->gap));
	txr_meta_free(&back);
	free(text);
}

static void round_trip(void **state)
{
	struct txr_meta m = { 0 };

	(void)state;
	assert_round_trip(&m);
	set_fields(&m, txr_meta_fields, 7);
	fill_snapshot(&m.start, 9, 1);
	assert_round_trip(&m);
	fill_snapshot(&m.end, 5, 1000);
	assert_round_trip(&m);
	m.gap = calloc(2, sizeof(*m.gap));
	assert_non_null(m.gap);
	m.gap[0] = (struct txr_cpu_gap){ 3, 5, 1ULL << 60 };
	m.gap[1] = (struct txr_cpu_gap){ 0, 6, UINT64_MAX };
	m.gaps = 2;
	assert_round_trip(&m);
	txr_meta_free(&m);
}

/* A field that the table forgets would be lost silently. */
static size_t covered(const struct txr_meta_field *f)
{
	size_t n = 0;

	for (; f->key; f++)
		n += f->size;
	return n;
}

static void every_field_is_in_the_table(void **state)
{
	(void)state;
	assert_int_equal(covered(txr_meta_queue_fields), sizeof(struct txr_queue_state));
	/* tx_queues and queue are written apart; the rest is padding. */
	assert_in_range(sizeof(struct txr_device_state) - covered(txr_meta_device_fields) -
			sizeof(uint32_t) - sizeof(void *), 0, 24);
	assert_in_range(offsetof(struct txr_meta, start) - covered(txr_meta_fields), 0, 7);
}

static void names_of_any_bytes(void **state)
{
	struct txr_meta m = { 0 };
	int first;

	(void)state;
	fill_snapshot(&m.start, 1, 0);
	for (first = 1; first + 14 < 256; first++) {
		char *name = m.start.dev[0].name;
		int i;

		memset(name, 0, TXR_IFNAMSIZ);
		for (i = 0; i < 15; i++)
			name[i] = (char)(first + i);
		assert_round_trip(&m);
	}
	memset(m.start.dev[0].name, 0, TXR_IFNAMSIZ);
	strcpy(m.start.dev[0].name, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");	/* UTF-8 */
	strcpy(m.command, "sh -c 'printf \"\\xff\\n\"'\t\x01\x7f\"");
	assert_round_trip(&m);
	txr_meta_free(&m);
}

static int read_back(struct txr_meta *m, const char *text)
{
	return txr_meta_from_json(m, text, strlen(text), NULL);
}

static void wrong_types_are_unknown(void **state)
{
	struct txr_meta m;
	const struct txr_device_state *d;

	(void)state;
	assert_int_equal(read_back(&m, "{\"tool\":5,\"tier\":[1],\"clock\":null,\"kernel\":true,"
		"\"dropped_events\":\"9\",\"more\":{\"x\":1},\"start\":{\"clock_ns\":-4,"
		"\"devices\":[7,{\"name\":{},\"ifindex\":4294967296,\"mtu\":-7,\"up\":1,"
		"\"ring_tx\":1e3,\"txqueuelen\":99999999999999999999,\"tx_queues\":3,"
		"\"peer_polls\":400,\"queues\":{\"stops\":[1,\"2\"],\"wakes\":{},"
		"\"tx_timeouts\":[4,5,6,7,8]}}]},\"end\":[]}"), 0);
	assert_string_equal(m.tool, "");
	assert_int_equal(m.dropped_events, 0);
	assert_int_equal(m.start.clock_ns, 0);
	assert_int_equal(m.start.count, 1);
	d = &m.start.dev[0];
	assert_string_equal(d->name, "");
	assert_int_equal(d->ifindex, 0);
	assert_int_equal(d->mtu, TXR_UNKNOWN);
	assert_int_equal(d->ring_tx, TXR_UNKNOWN);
	assert_int_equal(d->peer_polls, TXR_UNKNOWN);
	assert_false(d->up);
	assert_int_equal(d->tx_queues, 3);
	assert_int_equal(d->queue[0].stops, 1);
	assert_int_equal(d->queue[1].stops, TXR_UNKNOWN);
	assert_int_equal(d->queue[2].stops, TXR_UNKNOWN);
	assert_int_equal(d->queue[0].wakes, TXR_UNKNOWN);
	assert_int_equal(d->queue[2].tx_timeouts, 6);
	assert_int_equal(m.end.count, 0);
	txr_meta_free(&m);
}

static void long_texts_are_cut(void **state)
{
	struct txr_meta m;

	(void)state;
	assert_int_equal(read_back(&m, "{\"tier\":\"0123456789abcdefXYZ\","
		"\"clock\":{\"hex\":\"ff0000ff\"},\"kernel\":{\"hex\":\"fffz\"},"
		"\"tool\":\"a\\u0000b\"}"), 0);
	assert_string_equal(m.tier, "0123456789abcde");
	assert_string_equal(m.clock, "\xff");
	assert_string_equal(m.kernel, "\xff");
	assert_string_equal(m.tool, "a");
	txr_meta_free(&m);
}

static void not_json(void **state)
{
	static const char *const bad[] = {
		"", " ", "{", "nonsense", "[]", "7", "\"x\"", "null", "{}{}", "{} x",
		"{\"start\":{\"devices\":[{", "{\"a\":}", "{'a':1",
	};
	struct txr_meta m;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct txr_err err = { 0 };

		assert_int_equal(txr_meta_from_json(&m, bad[i], strlen(bad[i]), &err), -EBADMSG);
		assert_int_equal(err.code, EBADMSG);
		txr_meta_free(&m);
	}
	/* Padding behind the text is no harm. */
	assert_int_equal(txr_meta_from_json(&m, "{} \n\0\0\0", 7, NULL), 0);
	txr_meta_free(&m);
}

static void repeat(char *to, const char *what, size_t times)
{
	size_t len = strlen(what);

	for (; times--; to += len)
		memcpy(to, what, len);
	*to = 0;
}

static void refuses(const char *text, int code)
{
	struct txr_err err = { 0 };
	struct txr_meta m;

	assert_int_equal(txr_meta_from_json(&m, text, strlen(text), &err), -code);
	assert_non_null(strstr(err.text, "; "));
	assert_int_equal(m.start.count, 0);
	assert_null(m.start.dev);
	txr_meta_free(&m);
}

static void giants(void **state)
{
	size_t size = 40u << 20;
	char *text = malloc(size);

	(void)state;
	assert_non_null(text);
	repeat(text, "[", 100000);
	refuses(text, EBADMSG);			/* deep */
	strcpy(text, "{\"start\":");
	repeat(text + strlen(text), "{\"start\":", 1000);
	refuses(text, EBADMSG);
	strcpy(text, "{\"start\":{\"devices\":[{}");
	repeat(text + strlen(text), ",{}", 300000);
	strcat(text, "]}}");
	refuses(text, E2BIG);			/* many objects */
	strcpy(text, "{\"start\":{\"devices\":[{}");
	repeat(text + strlen(text), ",{}", 65534);
	strcat(text, "]}}");
	refuses(text, E2BIG);			/* one device too many */
	strcpy(text, "{\"start\":{\"devices\":[{}");
	repeat(text + strlen(text), ",{\"tx_queues\":65535}", 1000);
	strcat(text, "]}}");
	refuses(text, E2BIG);			/* queues that are only claimed */
	strcpy(text, "{\"tool\":\"");
	repeat(text + strlen(text), "x", 17u << 20);
	strcat(text, "\"}");
	refuses(text, E2BIG);			/* long */
	free(text);
}

/* Cut or change a good text anywhere: an answer, never a crash. */
static void damaged(void **state)
{
	struct txr_meta m = { 0 }, back;
	char *text, *copy;
	size_t len, i;

	(void)state;
	fill_snapshot(&m.start, 4, 3);
	text = txr_meta_to_json(&m);
	assert_non_null(text);
	len = strlen(text);
	for (i = 0; i < len; i++) {
		assert_int_not_equal(txr_meta_from_json(&back, text, i, NULL), 0);
		txr_meta_free(&back);
		copy = strdup(text);
		copy[i] ^= 0x15;
		(void)txr_meta_from_json(&back, copy, len, NULL);
		txr_meta_free(&back);
		free(copy);
	}
	free(text);
	txr_meta_free(&m);
	txr_meta_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(round_trip), cmocka_unit_test(every_field_is_in_the_table),
		cmocka_unit_test(names_of_any_bytes), cmocka_unit_test(wrong_types_are_unknown),
		cmocka_unit_test(long_texts_are_cut), cmocka_unit_test(not_json),
		cmocka_unit_test(giants), cmocka_unit_test(damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
