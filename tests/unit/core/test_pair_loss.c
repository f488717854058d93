// SPDX-License-Identifier: GPL-2.0-only
/* test_pair_loss.c - lost events, the memory cap, and the skb table. */
#include "pair_script.h"

static const struct txr_pair_config plain = { .has_result = true, .clock_ordered = true };

static void lost(struct script *s, uint16_t cpu, uint64_t length_ns)
{
	s->ev.cpu = cpu;
	s->ev.lost.until_ns = s->ts + 10 + length_ns;
	script_feed(s, TXR_LOST, TXR_O_LOST, 0);
}

static void spanning_is_uncertain(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	lost(&s, 1, 100);
	consume(&s, 1);
	sent(&s, 2);		/* starts inside the window */
	consume(&s, 2);
	script_saw(&s, "S1 +1 U1 S2 +2 U2 ");
	s.ts += 100;
	sent(&s, 3);
	consume(&s, 3);
	script_saw(&s, "S3 +3 C3 ");
	script_close(&s);
}

static void inside_xmit_stays_certain(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	start(&s, 2);
	lost(&s, 1, 100);	/* a gap on another CPU */
	drop(&s, 2, 0);
	result(&s, 2, 1);
	result(&s, 1, TXR_NETDEV_TX_BUSY);
	script_saw(&s, "S1 S2 D2 B1 ");
	script_close(&s);
}

static void gap_on_own_cpu(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	drop(&s, 1, 0);
	start(&s, 2);
	lost(&s, 0, 100);
	script_saw(&s, "S1 S2 U1 ");
	result(&s, 2, 0);	/* may be another xmit's: opens nothing */
	consume(&s, 2);
	script_saw(&s, "+2 U2 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_results, 1);
	script_close(&s);
}

static void restart_after_loss_is_uncertain(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	lost(&s, 1, 0);
	sent(&s, 1);
	script_saw(&s, "S1 +1 U1 S1 +1 ");
	script_close(&s);
}

static void fifo_with_a_tainted_lap(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	s.ev.refs = 2;
	sent(&s, 1);
	lost(&s, 1, 0);
	s.ts += 10;
	s.ev.refs = 3;
	sent(&s, 1);		/* which of the two does a release close? */
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	s.ev.refs = 3;
	sent(&s, 1);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	script_saw(&s, "S1 +1 S1 +1 U1 S1 +1 U1 U1 ");
	s.ev.refs = 2;
	sent(&s, 1);		/* the FIFO was empty: certain again */
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	script_saw(&s, "S1 +1 C1 ");
	script_close(&s);
}

/* A lap whose start was lost: seen by its reference, until that is gone. */
static void a_lap_out_of_sight(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	lost(&s, 1, 0);
	s.ts += 10;
	s.ev.refs = 3;
	sent(&s, 1);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	s.ts += 2 * TXR_LOSS_AGE_DEFAULT_NS;
	s.ev.refs = 3;
	sent(&s, 1);		/* still one too many, and long after the loss */
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	script_saw(&s, "S1 +1 U1 S1 +1 U1 ");
	s.ev.refs = 2;
	sent(&s, 1);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	s.ev.refs = 3;		/* the sender's own business, since no loss is near */
	sent(&s, 1);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	script_saw(&s, "S1 +1 C1 S1 +1 C1 ");
	script_close(&s);
}

/* Given up by age while it is in the ring: its release comes before the next one's. */
static void an_aged_lap_is_out_of_sight(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	s.ev.refs = 2;
	sent(&s, 1);
	lost(&s, 1, 0);
	s.ts += 2 * TXR_LOSS_AGE_DEFAULT_NS;
	s.ev.refs = 3;
	sent(&s, 1);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	script_saw(&s, "S1 +1 U1 S1 +1 U1 ");
	script_close(&s);
}

static void only_tainted_laps_age(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	lost(&s, 1, 100);
	s.ts += 200;
	sent(&s, 2);
	script_saw(&s, "S1 +1 S2 +2 ");
	s.ts += TXR_LOSS_AGE_DEFAULT_NS;
	sent(&s, 3);
	script_saw(&s, "U1 S3 +3 ");
	assert_true(s.last.flags & TXR_LAP_AGED);
	s.ts += 100 * TXR_LOSS_AGE_DEFAULT_NS;
	sent(&s, 4);
	script_saw(&s, "S4 +4 ");
	assert_int_equal(txr_pair_counts(s.p)->aged, 1);
	script_close(&s);
}

static void continuous_loss_ages_too(void **state)
{
	struct script s;
	int i;

	(void)state;
	script_open(&s, plain);
	for (i = 0; i < 1000; i++) {
		sent(&s, 100 + i);	/* never released */
		lost(&s, 1, 100);
		s.ts += TXR_LOSS_AGE_DEFAULT_NS / 100;
		s.log[0] = 0;
	}
	assert_in_range(txr_pair_counts(s.p)->open, 100, 100 + 100 / 8);
	script_close(&s);
}

static void cap_evicts_oldest_and_counts(void **state)
{
	struct txr_pair_config cfg = plain;
	struct script s;
	int i;

	(void)state;
	cfg.max_open = 64;
	script_open(&s, cfg);
	for (i = 1; i <= 1000; i++) {
		sent(&s, i);
		assert_true(txr_pair_counts(s.p)->open <= 64);
		s.log[0] = 0;
	}
	assert_int_equal(txr_pair_counts(s.p)->open + txr_pair_counts(s.p)->evicted, 1000);
	assert_int_equal(s.last.outcome, TXR_UNCERTAIN);
	assert_true(s.last.flags & TXR_LAP_EVICTED);
	script_close(&s);
}

static void refused_for_ever_stays_bounded(void **state)
{
	struct txr_pair_config cfg = plain;
	struct script s;
	int i;

	(void)state;
	cfg.max_open = 64;
	script_open(&s, cfg);
	for (i = 1; i <= 10000; i++) {
		start(&s, i);
		result(&s, i, TXR_NETDEV_TX_BUSY);
		s.log[0] = 0;
	}
	/* marks were swept: the early ones are forgotten, the last is not */
	consume(&s, 1);
	consume(&s, 10000);
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 1);
	assert_int_equal(txr_pair_counts(s.p)->expected_frees, 1);
	script_close(&s);
}

/* Many skbs come and go in random order; none may be lost by the table. */
static void table_keeps_every_skb(void **state)
{
	enum { N = 5000 };
	static uint8_t open[N + 1];
	struct script s;
	unsigned int seed = 1, i, in = 0;

	(void)state;
	script_open(&s, plain);
	for (i = 0; i < 200000; i++) {
		unsigned int skb = 1 + rand_r(&seed) % N;

		if (open[skb])
			consume(&s, skb * 256);
		else
			sent(&s, skb * 256);
		in += open[skb] ? -1 : 1;
		open[skb] ^= 1;
		s.log[0] = 0;
		assert_int_equal(txr_pair_counts(s.p)->open, in);
	}
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 0);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spanning_is_uncertain),
		cmocka_unit_test(inside_xmit_stays_certain),
		cmocka_unit_test(gap_on_own_cpu),
		cmocka_unit_test(restart_after_loss_is_uncertain),
		cmocka_unit_test(fifo_with_a_tainted_lap),
		cmocka_unit_test(a_lap_out_of_sight),
		cmocka_unit_test(an_aged_lap_is_out_of_sight),
		cmocka_unit_test(only_tainted_laps_age),
		cmocka_unit_test(continuous_loss_ages_too),
		cmocka_unit_test(cap_evicts_oldest_and_counts),
		cmocka_unit_test(refused_for_ever_stays_bounded),
		cmocka_unit_test(table_keeps_every_skb),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
