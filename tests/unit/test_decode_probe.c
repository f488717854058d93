// SPDX-License-Identifier: GPL-2.0-only
/* Probes of the probe tier, as their group and names tell them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/rig.h"

#define GROUP "txring_12_345"

static struct rig rig_of_probes(struct machine m)
{
	struct rig r = rig_new(m);

	rig_know_all(&r, false);
	rig_know(&r, GROUP, "dev_kfree_skb_irq");
	rig_know(&r, GROUP, "napi_consume_skb");
	rig_know(&r, GROUP, "netif_tx_wake_queue");
	rig_know(&r, GROUP, "xmit0");
	rig_know(&r, GROUP, "xmit0_return");
	rig_know(&r, GROUP, "xmit7");
	txr_decoder_settle(r.d, UINT64_MAX);
	return r;
}

static void releases(struct rig *r)
{
	struct ev_value irq[] = { { "skbaddr", rig_skb(r), NULL }, { "reason", 1, NULL }, { 0 } };
	struct ev_value napi[] = { { "skbaddr", rig_skb(r), NULL }, { "budget", 64, NULL }, { 0 } };
	struct ev_value direct[] = { { "skbaddr", rig_skb(r), NULL }, { 0 } };
	struct txr_event ev;

	assert_int_equal(rig_decode(r, GROUP, "dev_kfree_skb_irq", 0x08, 1, irq, &ev), 1);
	assert_int_equal(ev.kind, TXR_RELEASE);
	assert_int_equal(ev.origin, TXR_O_DEV_KFREE_SKB_IRQ);
	assert_int_equal(ev.ctx, TXR_CTX_HARDIRQ);
	assert_int_equal(ev.skbaddr, rig_skb(r));
	assert_int_equal(rig_decode(r, GROUP, "napi_consume_skb", 0, 1, napi, &ev), 1);
	assert_int_equal(ev.origin, TXR_O_NAPI_CONSUME_SKB);
	assert_int_equal(rig_decode(r, GROUP, "napi_consume_skb", 0, 1, direct, &ev), 0);
	assert_int_equal(txr_decoder_facts(r->d).tier, TXR_TIER_PROBE);
	assert_true(txr_decoder_facts(r->d).has_xmit_func);
}

static void wakes(struct rig *r)
{
	struct ev_value v[] = {
		{ "name", 0, "eth0" }, { "ifindex", 3, NULL }, { "txq", 0x10000 + 5 * 320, NULL },
		{ "txq_base", 0x10000, NULL }, { "txq_size", 320, NULL },
		{ "state_before", 1, NULL }, { "net_cookie", 9, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(rig_decode(r, GROUP, "netif_tx_wake_queue", 0, 1, v, &ev), 1);
	assert_int_equal(ev.kind, TXR_WAKE);
	assert_int_equal(ev.queue, 5);
	assert_string_equal(rig_dev_name(r, &ev), "eth0");
	v[5].number = 3;
	assert_int_equal(rig_decode(r, GROUP, "netif_tx_wake_queue", 0, 1, v, &ev), 1);
	/* not stopped by the driver: nothing is woken */
	v[5].number = 2;
	assert_int_equal(rig_decode(r, GROUP, "netif_tx_wake_queue", 0, 1, v, &ev), 0);
	/* a place that is in no array */
	v[5].number = 1;
	v[2].number = 0xfff0;
	assert_int_equal(rig_decode(r, GROUP, "netif_tx_wake_queue", 0, 1, v, &ev), 1);
	assert_int_equal(ev.queue, TXR_QUEUE_NONE);
	v[4].number = 0;
	assert_int_equal(rig_decode(r, GROUP, "netif_tx_wake_queue", 0, 1, v, &ev), 1);
	assert_int_equal(ev.queue, TXR_QUEUE_NONE);
}

static void xmits(struct rig *r)
{
	struct ev_value v[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "len", 60, NULL }, { "queue", 2, NULL },
		{ "name", 0, "eth0" }, { "ifindex", 3, NULL }, { "net_cookie", 9, NULL }, { 0 }
	};
	struct ev_value ret[] = { { "rc", 16, NULL }, { 0 } };
	struct ev_value stock[] = {
		{ "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { "net_cookie", 9, NULL }, { 0 }
	};
	static const char *const names[] = { "xmit0", "xmit7" };
	struct txr_event ev;
	int i;

	for (i = 0; i < 2; i++) {
		assert_int_equal(rig_decode(r, GROUP, names[i], 0, 1, v, &ev), 1);
		assert_int_equal(ev.kind, TXR_START);
		assert_int_equal(ev.origin, TXR_O_XMIT_FUNC);
		assert_int_equal(ev.queue, 2);
		assert_int_equal(ev.start.len_bytes, 60);
		assert_int_equal(ev.start.segs, 1);
		assert_int_equal(ev.dev, 0);
	}
	/* the same device as in the stock events, whatever ids those have */
	assert_int_equal(rig_decode(r, "net", "net_dev_start_xmit", 0, 1, stock, &ev), 1);
	assert_int_equal(ev.dev, 0);
	assert_int_equal(rig_decode(r, GROUP, "xmit0_return", 0, 1, ret, &ev), 1);
	assert_int_equal(ev.kind, TXR_RESULT);
	assert_int_equal(ev.origin, TXR_O_XMIT_FUNC_RETURN);
	assert_int_equal(ev.result.rc, 16);
	assert_int_equal(ev.dev, TXR_DEV_NONE);
}

static void test_probes_of_every_kernel(void **state)
{
	struct machine m = { .long_size = 8 };

	(void)state;
	for (m.kernel = K6_1; m.kernel < KERNELS; m.kernel++) {
		struct rig r = rig_of_probes(m);

		releases(&r);
		wakes(&r);
		xmits(&r);
		rig_free(&r);
	}
}

/* The patched events tell the same, and more. */
static void test_patched_events_win(void **state)
{
	struct machine m = { .kernel = K6_1, .long_size = 8 };
	struct ev_value v[] = { { "skbaddr", 1, NULL }, { "name", 0, "eth0" }, { 0 } };
	struct rig r = rig_new(m);
	struct txr_event ev;

	(void)state;
	rig_know_all(&r, true);
	rig_know(&r, GROUP, "xmit0");
	rig_know(&r, GROUP, "dev_kfree_skb_irq");
	txr_decoder_settle(r.d, UINT64_MAX);
	assert_int_equal(rig_decode(&r, GROUP, "xmit0", 0, 1, v, &ev), 0);
	assert_int_equal(rig_decode(&r, GROUP, "dev_kfree_skb_irq", 0, 1, v, &ev), 0);
	assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_PATCHED);
	assert_false(txr_decoder_facts(r.d).has_xmit_func);
	rig_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_probes_of_every_kernel),
		cmocka_unit_test(test_patched_events_win),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
