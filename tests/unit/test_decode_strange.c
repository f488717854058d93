// SPDX-License-Identifier: GPL-2.0-only
/* Formats and records that lie or are strange; GSO skbs that do not tell all. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include "lib/rig.h"

/* A print fmt may be anything; names of reasons are all that it gives. */
static void test_print_fmt_is_not_needed(void **state)
{
	static const char *const prints[] = {
		"\"%s\", __print_symbolic(REC->reason, { 1 ? 2 : 3, \"X\" }, { FOO, \"Y\" }",
		"((((((((((((((((", "\"unterminated", "",
		"\"\", __print_symbolic(REC->reasonable, { 80, \"FULL_RING\" })",
		"\"\", __print_symbolic(REC->reason, { 99999999999999999999, \"FULL_RING\" })",
		"\"\", __print_symbolic(REC->reason, { -3, \"FULL_RING\" }, { 5000, \"NOT_SPECIFIED\" })",
		"\"\", __print_symbolic(REC->reason",
	};
	struct machine m = { K6_18, 8, false };
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(prints) / sizeof(prints[0]); i++) {
		struct ev_value v[] = {
			{ "skbaddr", 0xffff88810abcde00ULL, NULL }, { "reason", 80, NULL }, { 0 }
		};
		struct ev *e = ev_new(&m, "skb", "kfree_skb");
		struct rig r = rig_new(m);
		struct txr_event ev;

		ev_set_print(e, prints[i]);
		assert_int_equal(txr_decoder_add_format(r.d, "skb", e->text, strlen(e->text)), 1);
		txr_decoder_settle(r.d, 0);
		assert_int_equal(rig_decode(&r, "skb", "kfree_skb", 0, -42, v, &ev), 1);
		assert_int_equal(ev.kind, TXR_FREE);
		assert_int_equal(ev.skbaddr, 0xffff88810abcde00ULL);
		assert_int_equal(ev.pid, -42);
		assert_int_equal(ev.free.reason, 80);
		assert_int_equal(ev.flags, TXR_EVF_NOT_SPECIFIED);
		assert_false(txr_decoder_facts(r.d).has_drop_reason);
		rig_free(&r);
		free(e);
	}
}

static void test_records_that_lie(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct rig r = rig_new(m);
	struct ev *e = ev_new(&m, "net", "net_dev_start_xmit");
	struct ev_value v[] = { { "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { 0 } };
	struct bytes b = { 0 };
	struct txr_event ev;
	uint32_t len, off;

	(void)state;
	rig_know_all(&r, false);
	txr_decoder_settle(r.d, 0);
	ev_record(e, &b, 0, 1, v);
	for (len = 2; len < b.n; len++) {
		uint8_t *exact = malloc(len);

		memcpy(exact, b.p, len);
		assert_int_equal(txr_decode(r.d, exact, len, exact + len, 1, 0, &ev),
				 len < e->size + sizeof("eth0") ? -EINVAL : 1);
		free(exact);
	}
	assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
	for (off = b.n - 4; off < 0x10000; off += 97) {
		bytes_put_at(&b, 8, 5u << 16 | off, 4);
		assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev),
				 off + 5 > b.n ? -EINVAL : 1);
	}
	/* no name, and a name without end */
	bytes_put_at(&b, 8, 0, 4);
	assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
	assert_string_equal(rig_dev_name(&r, &ev), "");
	bytes_put_at(&b, 8, (uint32_t)b.n << 16, 4);
	assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
	rig_free(&r);
	bytes_free(&b);
	free(e);
}

/* No name at all, before any device is known: a device without a name. */
static void test_nameless_first(void **state)
{
	static const char *const events[] = { "netif_rx", "net_dev_xmit_timeout", "net_dev_xmit" };
	struct machine m = { K6_12, 8, false };
	unsigned int i, be;

	(void)state;
	for (i = 0; i < 3; i++)
	for (be = 0; be < 2; be++) {
		struct ev *e;
		struct bytes b = { 0 };
		struct txr_event ev;
		struct rig r;

		m.big_endian = be;
		r = rig_new(m);
		rig_know_all(&r, false);
		txr_decoder_settle(r.d, 0);
		e = ev_new(&m, "net", events[i]);
		ev_record(e, &b, 0, 1, NULL);
		assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
		assert_int_equal(ev.dev, 0);
		assert_int_equal(txr_devtab_count(r.devs), 1);
		assert_string_equal(rig_dev_name(&r, &ev), "");
		rig_free(&r);
		bytes_free(&b);
		free(e);
	}
}

static void test_formats_that_lie(void **state)
{
	static const char *const bad[] = {
		"", "name:", "ID: 5\n", "name: net_dev_xmit\nID: 70000\n",
		"name: net_dev_xmit\nID: x\n",
	};
	struct machine m = { K6_12, 8, false };
	struct rig r = rig_new(m);
	struct ev *e = ev_new(&m, "net", "net_dev_xmit");
	struct ev_value v[] = { { "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { 0 } };
	struct txr_event ev;
	size_t i;
	char *p;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(txr_decoder_add_format(r.d, "net", bad[i], strlen(bad[i])), 0);
	for (i = 0; i < strlen(e->text); i++)
		txr_decoder_add_format(r.d, "nothing", e->text, i);
	/* ours, but the field that must be there is not */
	p = strstr(e->text, " rc;");
	memcpy(p, " xx;", 4);
	assert_int_equal(txr_decoder_add_format(r.d, "net", e->text, strlen(e->text)), -EINVAL);
	txr_decoder_settle(r.d, 0);
	assert_int_equal(rig_decode(&r, "net", "net_dev_xmit", 0, 1, v, &ev), -EINVAL);
	rig_free(&r);
	free(e);
}

static void check_segs(struct rig *r, const char *event, uint64_t len, uint64_t size,
		       uint64_t type, int64_t transport, unsigned int low, unsigned int best,
		       unsigned int high)
{
	struct ev_value v[] = {
		{ "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { "len", len, NULL },
		{ "gso_size", size, NULL }, { "gso_type", type, NULL },
		{ "transport_offset", transport, NULL },
		{ "transport_offset_valid", transport > 0, NULL }, { 0 }
	};
	const char *system = !strncmp(event, "netdev", 6) ? "skb" : "net";
	struct txr_event ev;

	assert_int_equal(rig_decode(r, system, event, 0, 1, v, &ev), 1);
	assert_int_equal(ev.start.segs_low, low);
	assert_int_equal(ev.start.segs, best);
	assert_int_equal(ev.start.segs_high, high);
}

/* gso_segs 0: payload over gso_size, with bounds where a header is not known. */
static void test_gso_without_segs(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct rig r = rig_new(m);
	const unsigned int udp_l4 = 1 << 17;

	(void)state;
	rig_know(&r, "net", "net_dev_start_xmit");
	txr_decoder_settle(r.d, 0);
	/* TCP behind 34 bytes: 20 to 60 bytes of header, 32 with timestamps */
	check_segs(&r, "net_dev_start_xmit", 34 + 32 + 14480, 1448, 1, 34, 10, 10, 11);
	check_segs(&r, "net_dev_start_xmit", 34 + 32 + 14480 + 1, 1448, 1, 34, 10, 11, 11);
	check_segs(&r, "net_dev_start_xmit", 34 + 32 + 14000, 1448, 1 << 4, 34, 10, 10, 10);
	/* UDP: its bit does not fit in the stock event's 16; the header is 8 bytes */
	check_segs(&r, "net_dev_start_xmit", 42 + 5000, 1000, 0, 34, 5, 5, 5);
	check_segs(&r, "net_dev_start_xmit", 42 + 5001, 1000, 0, 34, 6, 6, 6);
	check_segs(&r, "net_dev_start_xmit", 20, 1000, 1, 34, 1, 1, 1);
	/* no transport header known */
	check_segs(&r, "net_dev_start_xmit", 42 + 5000, 1000, 0, 0, 5, 5, 5);
	rig_free(&r);
	r = rig_new(m);
	rig_know(&r, "skb", "netdev_start_xmit");
	txr_decoder_settle(r.d, 0);
	check_segs(&r, "netdev_start_xmit", 42 + 5001, 1000, udp_l4, 34, 6, 6, 6);
	check_segs(&r, "netdev_start_xmit", 34 + 32 + 14480, 1448, 1, 34, 10, 10, 11);
	rig_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_print_fmt_is_not_needed),
		cmocka_unit_test(test_records_that_lie),
		cmocka_unit_test(test_nameless_first),
		cmocka_unit_test(test_formats_that_lie),
		cmocka_unit_test(test_gso_without_segs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
