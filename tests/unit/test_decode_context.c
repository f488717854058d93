// SPDX-License-Identifier: GPL-2.0-only
/* Interrupts, softirqs, polls and queued packets, of every kernel and byte order. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/rig.h"

static void check_common(const struct txr_event *ev, int kind, int origin)
{
	assert_int_equal(ev->ts_ns, 12345);
	assert_int_equal(ev->cpu, 7);
	assert_int_equal(ev->kind, kind);
	assert_int_equal(ev->origin, origin);
	assert_int_equal(ev->pid, 31);
	assert_int_equal(ev->flags, 0);
	assert_int_equal(ev->queue, TXR_QUEUE_NONE);
}

static void check_interrupts(struct rig *r)
{
	struct ev_value entry[] = { { "irq", 27, NULL }, { "name", 0, "eth0-tx-0" }, { 0 } };
	struct ev_value exits[] = { { "irq", 27, NULL }, { "ret", 1, NULL }, { 0 } };
	struct txr_event a, b;

	assert_int_equal(rig_decode(r, "irq", "irq_handler_entry", 0x09, 31, entry, &a), 1);
	check_common(&a, TXR_IRQ_ENTRY, TXR_O_IRQ_HANDLER_ENTRY);
	assert_int_equal(a.ctx, TXR_CTX_HARDIRQ | TXR_CTX_IRQS_OFF);
	assert_int_equal(a.irq.number, 27);
	assert_int_equal(a.dev, TXR_DEV_NONE);	/* the name is no device's */
	assert_int_equal(txr_devtab_count(r->devs), 0);
	assert_int_equal(rig_decode(r, "irq", "irq_handler_entry", 0x09, 31, entry, &b), 1);
	assert_int_equal(a.irq.handler, b.irq.handler);
	entry[1].string = "eth0-tx-1";
	assert_int_equal(rig_decode(r, "irq", "irq_handler_entry", 0x09, 31, entry, &b), 1);
	assert_int_not_equal(a.irq.handler, b.irq.handler);

	assert_int_equal(rig_decode(r, "irq", "irq_handler_exit", 0x09, 31, exits, &a), 1);
	check_common(&a, TXR_IRQ_EXIT, TXR_O_IRQ_HANDLER_EXIT);
	assert_int_equal(a.irq.number, 27);
	assert_int_equal(a.irq.handled, 1);
	exits[1].number = 0;
	assert_int_equal(rig_decode(r, "irq", "irq_handler_exit", 0x09, 31, exits, &a), 1);
	assert_int_equal(a.irq.handled, 0);
}

static void check_softirqs(struct rig *r)
{
	static const struct { const char *name; int kind, origin; } e[] = {
		{ "softirq_raise", TXR_SOFTIRQ_RAISE, TXR_O_SOFTIRQ_RAISE },
		{ "softirq_entry", TXR_SOFTIRQ_ENTRY, TXR_O_SOFTIRQ_ENTRY },
		{ "softirq_exit", TXR_SOFTIRQ_EXIT, TXR_O_SOFTIRQ_EXIT },
	};
	static const uint32_t which[] = {
		TXR_SOFTIRQ_OTHER, TXR_SOFTIRQ_OTHER, TXR_SOFTIRQ_NET_TX, TXR_SOFTIRQ_NET_RX,
		TXR_SOFTIRQ_OTHER,
	};
	struct txr_event ev;
	unsigned int i, vec;

	for (i = 0; i < 3; i++)
		for (vec = 0; vec < 5; vec++) {
			struct ev_value v[] = { { "vec", vec, NULL }, { 0 } };

			assert_int_equal(rig_decode(r, "irq", e[i].name, 0x10, 31, v, &ev), 1);
			check_common(&ev, e[i].kind, e[i].origin);
			assert_int_equal(ev.softirq.which, which[vec]);
		}
}

static void check_polls(struct rig *r)
{
	uint64_t napi = rig_skb(r) + 64;
	struct ev_value start[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "eth0" }, { "net_cookie", 9, NULL },
		{ 0 }
	};
	struct ev_value poll[] = {
		{ "napi", napi, NULL }, { "dev_name", 0, "eth0" }, { "work", 63, NULL },
		{ "budget", 64, NULL }, { 0 }
	};
	struct txr_event ev;

	/* a device that never sent is none */
	assert_int_equal(rig_decode(r, "napi", "napi_poll", 0x10, 31, poll, &ev), 1);
	check_common(&ev, TXR_NAPI_POLL, TXR_O_NAPI_POLL);
	assert_int_equal(ev.dev, TXR_DEV_NONE);
	assert_int_equal(ev.poll.napi, napi);
	assert_int_equal(ev.poll.work, 63);
	assert_int_equal(ev.poll.budget, 64);
	assert_int_equal(txr_devtab_count(r->devs), 0);

	assert_int_equal(rig_decode(r, "net", "net_dev_start_xmit", 0, 31, start, &ev), 1);
	assert_int_equal(rig_decode(r, "napi", "napi_poll", 0x10, 31, poll, &ev), 1);
	assert_string_equal(rig_dev_name(r, &ev), "eth0");
	poll[1].string = "(no_device)";
	poll[2].number = -1;
	assert_int_equal(rig_decode(r, "napi", "napi_poll", 0x10, 31, poll, &ev), 1);
	assert_int_equal(ev.dev, TXR_DEV_NONE);
	assert_int_equal(ev.poll.work, -1);
	assert_int_equal(txr_devtab_count(r->devs), 1);
}

static void check_queued(struct rig *r)
{
	struct ev_value v[] = {
		{ "skbaddr", rig_skb(r), NULL }, { "name", 0, "eth0" }, { "net_cookie", 9, NULL },
		{ "len", 99, NULL }, { 0 }
	};
	struct txr_event ev;

	assert_int_equal(rig_decode(r, "net", "net_dev_queue", 0x80, 31, v, &ev), 1);
	check_common(&ev, TXR_QUEUED, TXR_O_NET_DEV_QUEUE);
	assert_int_equal(ev.skbaddr, rig_skb(r));
	assert_int_equal(ev.ctx, TXR_CTX_BH_OFF);
	assert_string_equal(rig_dev_name(r, &ev), "eth0");
	v[1].string = "eth7";
	assert_int_equal(rig_decode(r, "net", "net_dev_queue", 0x80, 31, v, &ev), 1);
	assert_int_equal(ev.dev, TXR_DEV_NONE);
	assert_int_equal(txr_devtab_count(r->devs), 1);
}

static void test_every_machine(void **state)
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
		rig_know_why(&r);
		txr_decoder_settle(r.d, 0);
		check_interrupts(&r);
		check_softirqs(&r);
		check_polls(&r);
		check_queued(&r);
		assert_int_equal(txr_decoder_facts(r.d).tier, TXR_TIER_STOCK);
		rig_free(&r);
	}
}

/* Numbers go by the names that the kernel itself gives them. */
static void test_softirqs_by_name(void **state)
{
	struct machine m = { K6_12, 8, false };
	static const char other[] =
		"\"%s\", __print_symbolic(REC->vec, { 2, \"TIMER\" }, { 5, \"NET_RX\" }, { 31, \"NET_TX\" }, { 32, \"NET_RX\" })";
	static const struct { const char *print; uint32_t vec, which; } c[] = {
		{ other, 2, TXR_SOFTIRQ_OTHER }, { other, 3, TXR_SOFTIRQ_OTHER },
		{ other, 5, TXR_SOFTIRQ_NET_RX }, { other, 31, TXR_SOFTIRQ_NET_TX },
		{ other, 32, TXR_SOFTIRQ_OTHER }, { other, UINT32_MAX, TXR_SOFTIRQ_OTHER },
		{ "\"vec=%u\", REC->vec", 2, TXR_SOFTIRQ_NET_TX },
		{ "\"vec=%u\", REC->vec", 3, TXR_SOFTIRQ_NET_RX },
		{ "\"vec=%u\", REC->vec", 9, TXR_SOFTIRQ_OTHER },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(c) / sizeof(c[0]); i++) {
		struct rig r = rig_new(m);
		struct ev *e = ev_new(&m, "irq", "softirq_entry");
		struct ev_value v[] = { { "vec", c[i].vec, NULL }, { 0 } };
		struct txr_event ev;

		ev_set_print(e, c[i].print);
		assert_int_equal(txr_decoder_add_format(r.d, "irq", e->text, strlen(e->text)), 1);
		txr_decoder_settle(r.d, 0);
		assert_int_equal(rig_decode(&r, "irq", "softirq_entry", 0, 1, v, &ev), 1);
		assert_int_equal(ev.softirq.which, c[i].which);
		free(e);
		rig_free(&r);
	}
}

/* A name that is not inside its record. */
static void test_names_outside(void **state)
{
	static const char *const events[][2] = {
		{ "irq", "irq_handler_entry" }, { "napi", "napi_poll" }
	};
	struct machine m = { K6_12, 8, false };
	unsigned int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct ev_value v[] = { { "name", 0, "eth0" }, { "dev_name", 0, "eth0" }, { 0 } };
		struct ev *e = ev_new(&m, events[i][0], events[i][1]);
		struct rig r = rig_new(m);
		struct bytes b = { 0 };
		struct txr_event ev;

		rig_know_why(&r);
		txr_decoder_settle(r.d, 0);
		ev_record(e, &b, 0, 1, v);
		assert_int_equal(txr_decode(r.d, b.p, b.n, b.p + b.n, 1, 0, &ev), 1);
		assert_int_equal(txr_decode(r.d, b.p, b.n - 4, b.p + b.n - 4, 1, 0, &ev), -EINVAL);
		assert_int_equal(txr_decode(r.d, b.p, 9, b.p + 9, 1, 0, &ev), -EINVAL);
		bytes_free(&b);
		free(e);
		rig_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_machine),
		cmocka_unit_test(test_softirqs_by_name),
		cmocka_unit_test(test_names_outside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
