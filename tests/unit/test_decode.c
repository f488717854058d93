// SPDX-License-Identifier: GPL-2.0-only
/* Every event of every kernel, byte order and long size, field by field. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/rig.h"

static void check_head(const struct rig *r, const struct txr_event *ev, int kind, int origin)
{
	assert_int_equal(ev->ts_ns, 12345);
	assert_int_equal(ev->cpu, 7);
	assert_int_equal(ev->kind, kind);
	assert_int_equal(ev->origin, origin);
	assert_int_equal(ev->skbaddr, rig_skb(r));
	assert_int_equal(ev->pid, -42);
}

static void check_stock(struct rig *r)
{
	struct ev_value start[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "enp129s0f0np0" },
		{ "queue_mapping", 63, NULL }, { "len", 1514, NULL }, { "ip_summed", 3, NULL },
		{ "tx_flags", 1, NULL }, { "net_cookie", 99, NULL }, { 0 }
	};
	struct ev_value done[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "enp129s0f0np0" },
		{ "rc", -5, NULL }, { "net_cookie", 99, NULL }, { 0 }
	};
	struct ev_value rx[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "lo" }, { "net_cookie", 7, NULL },
		{ "queue_mapping", 5, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(rig_decode(r, "net", "net_dev_start_xmit", 0x19, -42, start, &ev), 1);
	check_head(r, &ev, TXR_START, TXR_O_NET_DEV_START_XMIT);
	assert_int_equal(ev.ctx, TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ | TXR_CTX_IRQS_OFF);
	assert_int_equal(ev.flags, TXR_EVF_HW_TSTAMP | TXR_EVF_CSUM_PARTIAL);
	assert_int_equal(ev.queue, 63);
	assert_int_equal(ev.refs, 0);
	assert_int_equal(ev.start.len_bytes, 1514);
	assert_int_equal(ev.start.segs, 1);
	assert_int_equal(ev.start.segs_low, 1);
	assert_int_equal(ev.start.segs_high, 1);
	assert_string_equal(rig_dev_name(r, &ev), "enp129s0f0np0");
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->netns_cookie,
			 r->m.kernel == K7_2 ? 99 : 0);

	assert_int_equal(rig_decode(r, "net", "net_dev_xmit", 0x80, -42, done, &ev), 1);
	check_head(r, &ev, TXR_RESULT, TXR_O_NET_DEV_XMIT);
	assert_int_equal(ev.ctx, TXR_CTX_BH_OFF);
	assert_int_equal(ev.result.rc, -5);
	assert_int_equal(ev.flags, 0);
	assert_int_equal(ev.queue, TXR_QUEUE_NONE);
	assert_int_equal(ev.dev, 0);

	assert_int_equal(rig_decode(r, "net", "netif_rx", 0, -42, rx, &ev), 1);
	check_head(r, &ev, TXR_HANDOVER, TXR_O_NETIF_RX);
	assert_string_equal(rig_dev_name(r, &ev), "lo");
	assert_int_equal(rig_decode(r, "net", "netif_receive_skb", 0, -42, rx, &ev), 1);
	check_head(r, &ev, TXR_HANDOVER, TXR_O_NETIF_RECEIVE_SKB);
	assert_int_equal(rig_decode(r, "net", "napi_gro_receive_entry", 0, -42, rx, &ev), 1);
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
			{ "skbaddr", rig_skb(r), NULL }, { "reason", number, NULL }, { 0 }
		};

		assert_int_equal(rig_decode(r, "skb", "kfree_skb", 0, -42, v, &ev), 1);
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
		assert_int_equal(rig_decode(r, "skb", "consume_skb", 0, -42, v, &ev), 1);
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

	assert_int_equal(rig_decode(r, "net", "net_dev_xmit_timeout", 0, 0, v, &ev), 1);
	assert_int_equal(ev.kind, TXR_WATCHDOG);
	assert_int_equal(ev.origin, TXR_O_XMIT_TIMEOUT);
	assert_int_equal(ev.queue, 3);
	assert_int_equal(ev.skbaddr, 0);
	assert_int_equal(ev.dev, 0);	/* the one that START has named */
	if (r->m.kernel < K6_12)
		return;
	assert_int_equal(rig_decode(r, "napi", "dql_stall_detected", 0, 0, v, &ev), 1);
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
		rig_know_all(&r, false);
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
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "eth0" }, { "queue", 5, NULL },
		{ "len", 70000, NULL }, { "ifindex", 4, NULL }, { "net_cookie", 1ULL << 40, NULL },
		{ "refs", 3, NULL }, { "xmit_more", 1, NULL }, { "gso_segs", 45, NULL },
		{ "gso_size", 1448, NULL }, { 0 }
	};
	struct ev_value done[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "eth0" }, { "queue", 5, NULL },
		{ "ifindex", 4, NULL }, { "net_cookie", 1ULL << 40, NULL }, { "rc", 16, NULL },
		{ "state", 3, NULL }, { "bql_inflight", 3000000000u, NULL },
		{ "bql_limit", 64, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(rig_decode(r, system, start_name, 0, -42, start, &ev), 1);
	check_head(r, &ev, TXR_START, start_origin);
	assert_int_equal(ev.queue, 5);
	assert_int_equal(ev.refs, 3);
	assert_int_equal(ev.flags, TXR_EVF_XMIT_MORE);
	assert_int_equal(ev.start.segs, 45);
	assert_int_equal(ev.start.segs_low, 45);
	assert_int_equal(ev.start.len_bytes, 70000);
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->ifindex, 4);
	assert_int_equal(txr_devtab_get(r->devs, ev.dev)->netns_cookie, 1ULL << 40);

	assert_int_equal(rig_decode(r, system, done_name, 0, -42, done, &ev), 1);
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
	assert_int_equal(rig_decode(r, system, start_name, 0, -42, start, &ev), 1);
	assert_int_equal(ev.dev, 1);
	start[5].number = 1ULL << 40;
	start[6].number = 100000;
	assert_int_equal(rig_decode(r, system, start_name, 0, -42, start, &ev), 1);
	assert_int_equal(ev.dev, 0);
	assert_int_equal(ev.refs, 65535);
}

static void check_releases(struct rig *r, const char *system)
{
	struct ev_value v[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "budget", 64, NULL }, { "users", 2, NULL },
		{ "reason", r->m.kernel < K6_12 ? 0 : 1, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(rig_decode(r, system, "dev_kfree_skb_irq", 8, -42, v, &ev), 1);
	check_head(r, &ev, TXR_RELEASE, TXR_O_DEV_KFREE_SKB_IRQ);
	assert_int_equal(ev.flags, 0);
	v[3].number++;
	assert_int_equal(rig_decode(r, system, "dev_kfree_skb_irq", 8, -42, v, &ev), 1);
	assert_int_equal(ev.flags, TXR_EVF_DROPPED | TXR_EVF_NOT_SPECIFIED);
	assert_int_equal(rig_decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 1);
	check_head(r, &ev, TXR_RELEASE, TXR_O_NAPI_CONSUME_SKB);
	assert_int_equal(ev.flags, 0);
	v[1].number = 0;
	assert_int_equal(rig_decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 0);
	v[1].number = 64;
	v[0].number = 0;
	assert_int_equal(rig_decode(r, system, "napi_consume_skb", 0, -42, v, &ev), 0);
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
		rig_know_all(&r, true);
		txr_decoder_settle(r.d, UINT64_MAX);
		check_patched(&r, "skb", "netdev_start_xmit", "netdev_xmit_done",
			      TXR_O_NETDEV_START_XMIT, TXR_O_NETDEV_XMIT_DONE);
		check_releases(&r, "skb");
		{
			struct ev_value v[] = {
				{ "skbaddr", rig_skb(&r), NULL }, { "users", 2, NULL },
				{ "name", 0, "eth0" }, { "queue", 9, NULL }, { "ifindex", 4, NULL },
				{ "net_cookie", 1ULL << 40, NULL }, { 0 }
			};

			assert_int_equal(rig_decode(&r, "skb", "skb_unref", 0, -42, v, &ev), 1);
			check_head(&r, &ev, TXR_RELEASE, TXR_O_SKB_UNREF);
			assert_int_equal(ev.refs, 2);
			assert_int_equal(rig_decode(&r, "skb", "netif_tx_wake_queue", 0, 1, v, &ev), 1);
			assert_int_equal(ev.kind, TXR_WAKE);
			assert_int_equal(ev.queue, 9);
			assert_int_equal(ev.dev, 0);
			/* the stock ones are there too, and are not told twice */
			assert_int_equal(rig_decode(&r, "net", "net_dev_start_xmit", 0, 1, v, &ev), 0);
			assert_int_equal(rig_decode(&r, "net", "net_dev_xmit", 0, 1, v, &ev), 0);
			assert_int_equal(rig_decode(&r, "skb", "consume_skb", 0, 1, v, &ev), 1);
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
	rig_know_all(&r, true);
	/* numbers go by the order of adding: 0 is the stock START */
	assert_int_equal(txr_decoder_plans(r.d, TXR_START) & 1, 1);
	txr_decoder_settle(r.d, 1);
	assert_int_equal(rig_decode(&r, "net", "net_dev_start_xmit", 0, 1, v, &ev), 1);
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

		rig_know_all(&r, false);
		rig_know(&r, "txring", "dev_kfree_skb_irq");
		rig_know(&r, "txring", "napi_consume_skb");
		txr_decoder_settle(r.d, UINT64_MAX);
		check_releases(&r, "txring");
		assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_PROBE);
		rig_free(&r);

		r = rig_new(m);
		rig_know(&r, "txring_pktgen", "pktgen_start_xmit");
		rig_know(&r, "txring_pktgen", "pktgen_xmit_done");
		txr_decoder_settle(r.d, UINT64_MAX);
		check_patched(&r, "txring_pktgen", "pktgen_start_xmit", "pktgen_xmit_done",
			      TXR_O_PKTGEN_START, TXR_O_PKTGEN_DONE);
		rig_free(&r);

		/* beside stock events, which know only the name, one device is one */
		r = rig_new(m);
		rig_know_all(&r, false);
		rig_know(&r, "txring_pktgen", "pktgen_start_xmit");
		rig_know(&r, "txring_pktgen", "pktgen_xmit_done");
		txr_decoder_settle(r.d, UINT64_MAX);
		assert_int_equal(rig_decode(&r, "net", "net_dev_start_xmit", 0, 1, stock, &ev), 1);
		assert_int_equal(ev.dev, 0);
		{
			struct ev_value v[] = {
				{ "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { "ifindex", 4, NULL },
				{ 0 }
			};

			assert_int_equal(rig_decode(&r, "txring_pktgen", "pktgen_start_xmit", 0, 1, v,
						&ev), 1);
			assert_int_equal(ev.dev, 0);
		}
		rig_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stock_events),
		cmocka_unit_test(test_patched_events),
		cmocka_unit_test(test_formats_alone_are_no_events),
		cmocka_unit_test(test_probe_and_pktgen_events),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
