// SPDX-License-Identifier: GPL-2.0-only
/* Every event of every kernel, byte order and long size, field by field. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include "lib/events.h"
#include "source/decode.h"

struct rig {
	struct machine m;
	struct txr_devtab *devs;
	struct txr_decoder *d;
};

static struct rig rig_new(struct machine m)
{
	struct rig r = { .m = m, .devs = txr_devtab_new() };

	r.d = txr_decoder_new(r.devs, m.big_endian);
	assert_non_null(r.d);
	return r;
}

static void rig_free(struct rig *r)
{
	txr_decoder_free(r->d);
	txr_devtab_free(r->devs);
}

/* Adds the event if this kernel has it. */
static void know(struct rig *r, const char *system, const char *name)
{
	struct ev *e = ev_new(&r->m, system, name);

	if (e)
		assert_int_equal(txr_decoder_add_format(r->d, system, e->text,
							strlen(e->text)), 1);
	free(e);
}

static void know_all(struct rig *r, bool patched)
{
	know(r, "net", "net_dev_start_xmit");
	know(r, "net", "net_dev_xmit");
	know(r, "skb", "consume_skb");
	know(r, "skb", "kfree_skb");
	know(r, "net", "netif_rx");
	know(r, "net", "netif_receive_skb");
	know(r, "net", "napi_gro_receive_entry");
	know(r, "net", "net_dev_xmit_timeout");
	know(r, "napi", "dql_stall_detected");
	if (!patched)
		return;
	know(r, "skb", "netdev_start_xmit");
	know(r, "skb", "netdev_xmit_done");
	know(r, "skb", "dev_kfree_skb_irq");
	know(r, "skb", "napi_consume_skb");
	know(r, "skb", "skb_unref");
	know(r, "skb", "netif_tx_wake_queue");
}

/* Decode a record of that event; the copy ends where the record does. */
static int decode(struct rig *r, const char *system, const char *name, unsigned int flags,
		  int pid, const struct ev_value *v, struct txr_event *ev)
{
	struct ev *e = ev_new(&r->m, system, name);
	struct bytes b = { 0 };
	uint8_t *exact;
	int ret;

	assert_non_null(e);
	ev_record(e, &b, flags, pid, v);
	exact = malloc(b.n);
	memcpy(exact, b.p, b.n);
	memset(ev, 0xee, sizeof(*ev));
	ret = txr_decode(r->d, exact, b.n, exact + b.n, 12345, 7, ev);
	free(exact);
	bytes_free(&b);
	free(e);
	return ret;
}

static const char *dev_name(struct rig *r, const struct txr_event *ev)
{
	const struct txr_device *d = txr_devtab_get(r->devs, ev->dev);

	return d ? d->name : "(none)";
}

static uint64_t skb_of(const struct rig *r)
{
	return r->m.long_size == 8 ? 0xffff88810abcde00ULL : 0xc1abcde0;
}

static void check_head(const struct rig *r, const struct txr_event *ev, int kind, int origin)
{
	assert_int_equal(ev->ts_ns, 12345);
	assert_int_equal(ev->cpu, 7);
	assert_int_equal(ev->kind, kind);
	assert_int_equal(ev->origin, origin);
	assert_int_equal(ev->skbaddr, skb_of(r));
	assert_int_equal(ev->pid, -42);
}

static void check_stock(struct rig *r)
{
	struct ev_value start[] = {
		{ "skbaddr", skb_of(r), NULL }, { "name", 0, "enp129s0f0np0" },
		{ "queue_mapping", 63, NULL }, { "len", 1514, NULL }, { "ip_summed", 3, NULL },
		{ "tx_flags", 1, NULL }, { "net_cookie", 99, NULL }, { 0 }
	};
	struct ev_value done[] = {
		{ "skbaddr", skb_of(r), NULL }, { "name", 0, "enp129s0f0np0" },
		{ "rc", -5, NULL }, { "net_cookie", 99, NULL }, { 0 }
	};
	struct ev_value rx[] = {
		{ "skbaddr", skb_of(r), NULL }, { "name", 0, "lo" }, { "net_cookie", 7, NULL },
		{ "queue_mapping", 5, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(decode(r, "net", "net_dev_start_xmit", 0x19, -42, start, &ev), 1);
	check_head(r, &ev, TXR_START, TXR_O_NET_DEV_START_XMIT);
	assert_int_equal(ev.ctx, TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ | TXR_CTX_IRQS_OFF);
	assert_int_equal(ev.flags, TXR_EVF_HW_TSTAMP | TXR_EVF_CSUM_PARTIAL);
	assert_int_equal(ev.queue, 63);
	assert_int_equal(ev.refs, 0);
	assert_int_equal(ev.start.len_bytes, 1514);
	assert_int_equal(ev.start.segs, 1);
	assert_int_equal(ev.start.segs_low, 1);
	assert_int_equal(ev.start.segs_high, 1);
	assert_string_equal(dev_name(r, &ev), "enp129s0f0np0");
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->netns_cookie,
			 r->m.kernel == K7_2 ? 99 : 0);

	assert_int_equal(decode(r, "net", "net_dev_xmit", 0x80, -42, done, &ev), 1);
	check_head(r, &ev, TXR_RESULT, TXR_O_NET_DEV_XMIT);
	assert_int_equal(ev.ctx, TXR_CTX_BH_OFF);
	assert_int_equal(ev.result.rc, -5);
	assert_int_equal(ev.flags, 0);
	assert_int_equal(ev.queue, TXR_QUEUE_NONE);
	assert_int_equal(ev.dev, 0);

	assert_int_equal(decode(r, "net", "netif_rx", 0, -42, rx, &ev), 1);
	check_head(r, &ev, TXR_HANDOVER, TXR_O_NETIF_RX);
	assert_string_equal(dev_name(r, &ev), "lo");
	assert_int_equal(decode(r, "net", "netif_receive_skb", 0, -42, rx, &ev), 1);
	check_head(r, &ev, TXR_HANDOVER, TXR_O_NETIF_RECEIVE_SKB);
	assert_int_equal(decode(r, "net", "napi_gro_receive_entry", 0, -42, rx, &ev), 1);
	check_head(r, &ev, TXR_HANDOVER, TXR_O_NAPI_GRO_RECEIVE);
	assert_int_equal(ev.queue, TXR_QUEUE_NONE);
}

static void check_frees(struct rig *r)
{
	static const char *const reasons[] = { "NOT_SPECIFIED", "FULL_RING", "QUEUE_PURGE" };
	static const uint8_t flags[] = {
		TXR_EVF_NOT_SPECIFIED, TXR_EVF_FULL_RING, TXR_EVF_QUEUE_PURGE
	};
	struct txr_event ev;
	int i;

	for (i = 0; i < 4; i++) {
		int number = i < 3 ? ev_reason(r->m.kernel, reasons[i]) : 3;
		struct ev_value v[] = {
			{ "skbaddr", skb_of(r), NULL }, { "reason", number, NULL }, { 0 }
		};

		assert_int_equal(decode(r, "skb", "kfree_skb", 0, -42, v, &ev), 1);
		check_head(r, &ev, TXR_FREE, TXR_O_KFREE_SKB);
		assert_int_equal(ev.dev, TXR_DEV_NONE);
		if (r->m.kernel < K6_1) {
			assert_int_equal(ev.flags, TXR_EVF_NOT_SPECIFIED);
			continue;
		}
		assert_int_equal(ev.flags, i < 3 ? flags[i] : 0);
		assert_int_equal(ev.free.reason, number);
		assert_string_equal(txr_decoder_reason(r->d, number),
				    i < 3 ? reasons[i] : "NO_SOCKET");
		assert_int_equal(decode(r, "skb", "consume_skb", 0, -42, v, &ev), 1);
		check_head(r, &ev, TXR_FREE, TXR_O_CONSUME_SKB);
		assert_int_equal(ev.flags, 0);
	}
	assert_null(txr_decoder_reason(r->d, -1));
	assert_null(txr_decoder_reason(r->d, 77777));
}

static void check_verdicts(struct rig *r)
{
	struct ev_value v[] = {
		{ "name", 0, "enp129s0f0np0" }, { "driver", 0, "e1000e" },
		{ "queue_index", 3, NULL }, { "net_cookie", 99, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(decode(r, "net", "net_dev_xmit_timeout", 0, 0, v, &ev), 1);
	assert_int_equal(ev.kind, TXR_WATCHDOG);
	assert_int_equal(ev.origin, TXR_O_XMIT_TIMEOUT);
	assert_int_equal(ev.queue, 3);
	assert_int_equal(ev.skbaddr, 0);
	assert_int_equal(ev.dev, 0);	/* the one that START has named */
	if (r->m.kernel < K6_12)
		return;
	assert_int_equal(decode(r, "napi", "dql_stall_detected", 0, 0, v, &ev), 1);
	assert_int_equal(ev.kind, TXR_DQL_STALL);
	assert_int_equal(ev.dev, TXR_DEV_NONE);
}

static void test_stock_events(void **state)
{
	struct machine m;
	unsigned int i;

	(void)state;
	for (m.kernel = 0; m.kernel < KERNELS; m.kernel++)
	for (i = 0; i < 4; i++) {
		struct rig r;

		m.big_endian = i & 1;
		m.long_size = i & 2 ? 4 : 8;
		r = rig_new(m);
		know_all(&r, false);
		txr_decoder_settle(r.d, 0);
		check_stock(&r);
		check_frees(&r);
		check_verdicts(&r);
		assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_STOCK);
		assert_true(txr_decoder_facts(r.d).has_result);
		assert_true(txr_decoder_facts(r.d).has_handover);
		assert_int_equal(txr_decoder_facts(r.d).has_drop_reason, m.kernel >= K6_1);
		assert_int_equal(txr_decoder_facts(r.d).preempt_rt, m.kernel == K_RT);
		rig_free(&r);
	}
}

static void check_patched(struct rig *r, const char *system, const char *start_name,
			  const char *done_name, int start_origin, int done_origin)
{
	struct ev_value start[] = {
		{ "skbaddr", skb_of(r), NULL }, { "name", 0, "eth0" }, { "queue", 5, NULL },
		{ "len", 70000, NULL }, { "ifindex", 4, NULL }, { "net_cookie", 1ULL << 40, NULL },
		{ "refs", 3, NULL }, { "xmit_more", 1, NULL }, { "gso_segs", 45, NULL },
		{ "gso_size", 1448, NULL }, { 0 }
	};
	struct ev_value done[] = {
		{ "skbaddr", skb_of(r), NULL }, { "name", 0, "eth0" }, { "queue", 5, NULL },
		{ "ifindex", 4, NULL }, { "net_cookie", 1ULL << 40, NULL }, { "rc", 16, NULL },
		{ "state", 3, NULL }, { "bql_inflight", 3000000000u, NULL },
		{ "bql_limit", 64, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(decode(r, system, start_name, 0, -42, start, &ev), 1);
	check_head(r, &ev, TXR_START, start_origin);
	assert_int_equal(ev.queue, 5);
	assert_int_equal(ev.refs, 3);
	assert_int_equal(ev.flags, TXR_EVF_XMIT_MORE);
	assert_int_equal(ev.start.segs, 45);
	assert_int_equal(ev.start.segs_low, 45);
	assert_int_equal(ev.start.len_bytes, 70000);
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->ifindex, 4);
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->netns_cookie, 1ULL << 40);

	assert_int_equal(decode(r, system, done_name, 0, -42, done, &ev), 1);
	check_head(r, &ev, TXR_RESULT, done_origin);
	assert_int_equal(ev.flags, TXR_EVF_QSTATE);
	assert_int_equal(ev.queue, 5);
	assert_int_equal(ev.result.rc, TXR_NETDEV_TX_BUSY);
	assert_int_equal(ev.result.qstate, TXR_QSTATE_DRV_XOFF | TXR_QSTATE_STACK_XOFF);
	assert_int_equal(ev.result.bql_inflight_bytes, 3000000000u);
	assert_int_equal(ev.result.bql_limit_bytes, 64);
	assert_int_equal(ev.dev, 0);

	/* same name in another namespace is another device */
	start[5].number = 2;
	assert_int_equal(decode(r, system, start_name, 0, -42, start, &ev), 1);
	assert_int_equal(ev.dev, 1);
	start[5].number = 1ULL << 40;
	start[6].number = 100000;
	assert_int_equal(decode(r, system, start_name, 0, -42, start, &ev), 1);
	assert_int_equal(ev.dev, 0);
	assert_int_equal(ev.refs, 65535);
}

static void check_releases(struct rig *r, const char *system)
{
	struct ev_value v[] = {
		{ "skbaddr", skb_of(r), NULL }, { "budget", 64, NULL }, { "users", 2, NULL },
		{ "reason", r->m.kernel < K6_12 ? 0 : 1, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(decode(r, system, "dev_kfree_skb_irq", 8, -42, v, &ev), 1);
	check_head(r, &ev, TXR_RELEASE, TXR_O_DEV_KFREE_SKB_IRQ);
	assert_int_equal(ev.flags, 0);
	v[3].number++;
	assert_int_equal(decode(r, system, "dev_kfree_skb_irq", 8, -42, v, &ev), 1);
	assert_int_equal(ev.flags, TXR_EVF_DROPPED | TXR_EVF_NOT_SPECIFIED);
	assert_int_equal(decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 1);
	check_head(r, &ev, TXR_RELEASE, TXR_O_NAPI_CONSUME_SKB);
	assert_int_equal(ev.flags, 0);
	v[1].number = 0;
	assert_int_equal(decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 0);
	v[1].number = 64;
	v[0].number = 0;
	assert_int_equal(decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 0);
}

static void test_patched_events(void **state)
{
	struct machine m;
	unsigned int i;

	(void)state;
	for (m.kernel = K6_1; m.kernel < KERNELS; m.kernel++)
	for (i = 0; i < 4; i++) {
		struct txr_event ev;
		struct rig r;

		m.big_endian = i & 1;
		m.long_size = i & 2 ? 4 : 8;
		r = rig_new(m);
		know_all(&r, true);
		txr_decoder_settle(r.d, UINT64_MAX);
		check_patched(&r, "skb", "netdev_start_xmit", "netdev_xmit_done",
			      TXR_O_NETDEV_START_XMIT, TXR_O_NETDEV_XMIT_DONE);
		check_releases(&r, "skb");
		{
			struct ev_value v[] = {
				{ "skbaddr", skb_of(&r), NULL }, { "users", 2, NULL },
				{ "name", 0, "eth0" }, { "queue", 9, NULL }, { "ifindex", 4, NULL },
				{ "net_cookie", 1ULL << 40, NULL }, { 0 }
			};

			assert_int_equal(decode(&r, "skb", "skb_unref", 0, -42, v, &ev), 1);
			check_head(&r, &ev, TXR_RELEASE, TXR_O_SKB_UNREF);
			assert_int_equal(ev.refs, 2);
			assert_int_equal(decode(&r, "skb", "netif_tx_wake_queue", 0, 1, v, &ev), 1);
			assert_int_equal(ev.kind, TXR_WAKE);
			assert_int_equal(ev.queue, 9);
			assert_int_equal(ev.dev, 0);
			/* the stock ones are there too, and are not told twice */
			assert_int_equal(decode(&r, "net", "net_dev_start_xmit", 0, 1, v, &ev), 0);
			assert_int_equal(decode(&r, "net", "net_dev_xmit", 0, 1, v, &ev), 0);
			assert_int_equal(decode(&r, "skb", "consume_skb", 0, 1, v, &ev), 1);
		}
		assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_PATCHED);
		rig_free(&r);
	}
}

/* Formats of events that never occur do not push out those that do. */
static void test_formats_alone_are_no_events(void **state)
{
	struct machine m = { K6_12, 8, false };
	struct rig r = rig_new(m);
	struct ev_value v[] = { { "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { 0 } };
	struct txr_event ev;

	(void)state;
	know_all(&r, true);
	/* numbers go by the order of adding: 0 is the stock START */
	assert_int_equal(txr_decoder_plans(r.d, TXR_START) & 1, 1);
	txr_decoder_settle(r.d, 1);
	assert_int_equal(decode(&r, "net", "net_dev_start_xmit", 0, 1, v, &ev), 1);
	assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_STOCK);
	assert_false(txr_decoder_facts(r.d).has_result);
	rig_free(&r);
}

static void test_probe_and_pktgen_events(void **state)
{
	struct machine m;

	(void)state;
	for (m.kernel = K6_1, m.long_size = 8, m.big_endian = false; m.kernel < KERNELS; m.kernel++) {
		struct ev_value stock[] = { { "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { 0 } };
		struct txr_event ev;
		struct rig r = rig_new(m);

		know_all(&r, false);
		know(&r, "txring", "dev_kfree_skb_irq");
		know(&r, "txring", "napi_consume_skb");
		txr_decoder_settle(r.d, UINT64_MAX);
		check_releases(&r, "txring");
		assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_PROBE);
		rig_free(&r);

		r = rig_new(m);
		know(&r, "txring_pktgen", "pktgen_start_xmit");
		know(&r, "txring_pktgen", "pktgen_xmit_done");
		txr_decoder_settle(r.d, UINT64_MAX);
		check_patched(&r, "txring_pktgen", "pktgen_start_xmit", "pktgen_xmit_done",
			      TXR_O_PKTGEN_START, TXR_O_PKTGEN_DONE);
		rig_free(&r);

		/* beside stock events, which know only the name, one device is one */
		r = rig_new(m);
		know_all(&r, false);
		know(&r, "txring_pktgen", "pktgen_start_xmit");
		know(&r, "txring_pktgen", "pktgen_xmit_done");
		txr_decoder_settle(r.d, UINT64_MAX);
		assert_int_equal(decode(&r, "net", "net_dev_start_xmit", 0, 1, stock, &ev), 1);
		assert_int_equal(ev.dev, 0);
		{
			struct ev_value v[] = {
				{ "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { "ifindex", 4, NULL },
				{ 0 }
			};

			assert_int_equal(decode(&r, "txring_pktgen", "pktgen_start_xmit", 0, 1, v,
						&ev), 1);
			assert_int_equal(ev.dev, 0);
		}
		rig_free(&r);
	}
}

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
		assert_int_equal(decode(&r, "skb", "kfree_skb", 0, -42, v, &ev), 1);
		check_head(&r, &ev, TXR_FREE, TXR_O_KFREE_SKB);
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
	know_all(&r, false);
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
	assert_string_equal(dev_name(&r, &ev), "");
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
		know_all(&r, false);
		txr_decoder_settle(r.d, 0);
		e = ev_new(&m, "net", events[i]);
		ev_record(e, &b, 0, 1, NULL);
		assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
		assert_int_equal(ev.dev, 0);
		assert_int_equal(txr_devtab_count(r.devs), 1);
		assert_string_equal(dev_name(&r, &ev), "");
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
	assert_int_equal(decode(&r, "net", "net_dev_xmit", 0, 1, v, &ev), -EINVAL);
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

	assert_int_equal(decode(r, system, event, 0, 1, v, &ev), 1);
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
	know(&r, "net", "net_dev_start_xmit");
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
	know(&r, "skb", "netdev_start_xmit");
	txr_decoder_settle(r.d, 0);
	check_segs(&r, "netdev_start_xmit", 42 + 5001, 1000, udp_l4, 34, 6, 6, 6);
	check_segs(&r, "netdev_start_xmit", 34 + 32 + 14480, 1448, 1, 34, 10, 10, 11);
	rig_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stock_events),
		cmocka_unit_test(test_patched_events),
		cmocka_unit_test(test_formats_alone_are_no_events),
		cmocka_unit_test(test_probe_and_pktgen_events),
		cmocka_unit_test(test_print_fmt_is_not_needed),
		cmocka_unit_test(test_records_that_lie),
		cmocka_unit_test(test_nameless_first),
		cmocka_unit_test(test_formats_that_lie),
		cmocka_unit_test(test_gso_without_segs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
