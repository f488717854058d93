// SPDX-License-Identifier: GPL-2.0-only
/* Probes on a driver's xmit beside the stock events of the same packets. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "source/xmit_func.h"

#define ETH 3
#define BOND 4

static struct txr_event ev(int kind, int origin, uint64_t skb, int dev)
{
	return (struct txr_event) {
		.kind = kind, .origin = origin, .skbaddr = skb, .dev = dev, .cpu = 1, .pid = 7,
		.queue = TXR_QUEUE_NONE,
	};
}

static struct txr_event start(uint64_t skb, int dev)
{
	return ev(TXR_START, TXR_O_NET_DEV_START_XMIT, skb, dev);
}

static struct txr_event done(uint64_t skb, int dev)
{
	return ev(TXR_RESULT, TXR_O_NET_DEV_XMIT, skb, dev);
}

static struct txr_event entry(uint64_t skb, int dev)
{
	struct txr_event e = ev(TXR_START, TXR_O_XMIT_FUNC, skb, dev);

	e.queue = 5;
	return e;
}

static struct txr_event back(int rc)
{
	struct txr_event e = ev(TXR_RESULT, TXR_O_XMIT_FUNC_RETURN, 0, TXR_DEV_NONE);

	e.result.rc = rc;
	return e;
}

static struct txr_event on(struct txr_event e, int cpu, int pid)
{
	e.cpu = cpu;
	e.pid = pid;
	return e;
}

/*
 * What is left, as a text: S stock start, D stock result, E entry, R the result of a
 * return, F a free, L a loss, each with the packet's address. The events come in
 * parts of every size: nothing may depend on where a read ends.
 */
static void expect(const struct txr_event *in, int n, const char *want)
{
	int part, i, k;

	for (part = 1; part <= n; part++) {
		struct txr_xmit_func *x = txr_xmit_func_new();
		char got[256] = "";

		assert_non_null(x);
		for (i = 0; i < n; i += part) {
			const struct txr_event *p[64];
			int m = n - i < part ? n - i : part;

			for (k = 0; k < m; k++)
				p[k] = &in[i + k];
			m = txr_xmit_func_run(x, p, m);
			assert_true(m >= 0);
			for (k = 0; k < m; k++) {
				static const char letter[TXR_O_NR] = {
					[TXR_O_NET_DEV_START_XMIT] = 'S', [TXR_O_NET_DEV_XMIT] = 'D',
					[TXR_O_XMIT_FUNC] = 'E', [TXR_O_XMIT_FUNC_RETURN] = 'R',
					[TXR_O_CONSUME_SKB] = 'F', [TXR_O_LOST] = 'L',
				};

				snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%c%d",
					 *got ? " " : "", letter[p[k]->origin],
					 (int)p[k]->skbaddr);
				if (p[k]->origin == TXR_O_XMIT_FUNC_RETURN) {
					assert_int_equal(p[k]->dev, ETH);
					assert_int_equal(p[k]->queue, 5);
				}
			}
		}
		assert_string_equal(got, want);
		txr_xmit_func_free(x);
	}
}

#define EXPECT(want, ...) do { \
	const struct txr_event in_[] = { __VA_ARGS__ }; \
	expect(in_, sizeof(in_) / sizeof(in_[0]), want); \
} while (0)

static void test_through_the_stack(void **state)
{
	(void)state;
	EXPECT("S1 D1 S2 D2", start(1, ETH), entry(1, ETH), back(0), done(1, ETH),
	       start(2, ETH), entry(2, ETH), back(16), done(2, ETH));
}

static void test_past_the_stack(void **state)
{
	(void)state;
	EXPECT("E1 R1 E1 R1 E2 R2", entry(1, ETH), back(0), entry(1, ETH), back(0),
	       entry(2, ETH), back(16));
	/* between others that go through it */
	EXPECT("S1 D1 E1 R1 S3 D3", start(1, ETH), entry(1, ETH), back(0), done(1, ETH),
	       entry(1, ETH), back(0), start(3, ETH), entry(3, ETH), back(0), done(3, ETH));
}

static void test_freed_inside(void **state)
{
	(void)state;
	EXPECT("E1 F1 R1", entry(1, ETH), ev(TXR_FREE, TXR_O_CONSUME_SKB, 1, TXR_DEV_NONE),
	       back(0));
}

/* The upper device's xmit is not probed; or both are. */
static void test_stacked(void **state)
{
	(void)state;
	EXPECT("S1 S1 D1 D1", start(1, BOND), start(1, ETH), entry(1, ETH), back(0),
	       done(1, ETH), done(1, BOND));
	EXPECT("S1 S1 D1 D1", start(1, BOND), entry(1, BOND), start(1, ETH), entry(1, ETH),
	       back(0), done(1, ETH), back(0), done(1, BOND));
	/* past the stack into a device that goes through it */
	EXPECT("E1 S1 D1 R1", entry(1, ETH), start(1, BOND), done(1, BOND), back(0));
}

/* An interrupt that sends past the stack (netpoll) in the middle of an xmit. */
static void test_nested_of_another_packet(void **state)
{
	(void)state;
	EXPECT("S1 E2 R2 D1", start(1, ETH), entry(2, ETH), back(0), entry(1, ETH), back(0),
	       done(1, ETH));
	EXPECT("S1 E2 R2 D1", start(1, ETH), entry(1, ETH), entry(2, ETH), back(0), back(0),
	       done(1, ETH));
}

static void test_cpus_and_tasks_apart(void **state)
{
	(void)state;
	EXPECT("S1 E1 R1 D1", start(1, ETH), on(entry(1, ETH), 2, 8), on(back(0), 2, 8),
	       entry(1, ETH), back(0), done(1, ETH));
	/* PREEMPT_RT: another task's xmit in between */
	EXPECT("S1 S2 D2 D1", start(1, ETH), on(start(2, ETH), 1, 8), on(entry(2, ETH), 1, 8),
	       entry(1, ETH), on(back(0), 1, 8), on(done(2, ETH), 1, 8), back(0),
	       done(1, ETH));
}

/* Filtered by device, or begun in the middle: a return of nobody opens nothing. */
static void test_return_alone(void **state)
{
	(void)state;
	EXPECT("S1 D1", back(0), start(1, ETH), entry(1, ETH), back(0), back(0), done(1, ETH),
	       back(0));
}

/* The kernel missed a return (maxactive): the next packet is not mixed up. */
static void test_missed_return(void **state)
{
	struct txr_event many[60];
	char want[512] = "";
	int i;

	(void)state;
	EXPECT("E1 E2 R2", entry(1, ETH), entry(2, ETH), back(0));
	EXPECT("S1 D1 E2 R2", start(1, ETH), entry(1, ETH), done(1, ETH), entry(2, ETH), back(0));
	for (i = 0; i < 60; i++) {
		many[i] = entry(i, ETH);
		snprintf(want + strlen(want), sizeof(want) - strlen(want), "%sE%d", i ? " " : "",
			 i);
	}
	many[59] = back(0);
	strcpy(strrchr(want, 'E'), "R58");
	expect(many, 60, want);
}

static void test_loss(void **state)
{
	struct txr_event lost = ev(TXR_LOST, TXR_O_LOST, 0, TXR_DEV_NONE), all = lost;

	(void)state;
	all.cpu = UINT16_MAX;
	EXPECT("E1 L0", entry(1, ETH), lost, back(0));
	EXPECT("E1 L0", entry(1, ETH), all, back(0));
	EXPECT("E1 L0 R1", entry(1, ETH), on(lost, 0, 0), back(0));
	/* its stock start was lost, not its entry: it is a start, its result comes twice */
	EXPECT("S1 L0 E1 R1 D1", start(1, ETH), lost, entry(1, ETH), back(0), done(1, ETH));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_through_the_stack),
		cmocka_unit_test(test_past_the_stack),
		cmocka_unit_test(test_freed_inside),
		cmocka_unit_test(test_stacked),
		cmocka_unit_test(test_nested_of_another_packet),
		cmocka_unit_test(test_cpus_and_tasks_apart),
		cmocka_unit_test(test_return_alone),
		cmocka_unit_test(test_missed_return),
		cmocka_unit_test(test_loss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
