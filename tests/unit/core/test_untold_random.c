// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_untold_random.c - random packets over a veth whose peer polls now and then,
 * while the events of its polls come on at some moment, or never: what is certain is
 * the truth, and the truth lies within what is printed.
 */
#include "report_script.h"

#define SEEDS	400
#define STEPS	300
#define SKBS	40
#define NEVER	((uint64_t)INT64_MAX)

static uint64_t rng_state;

static uint64_t rng(uint64_t n)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	rng_state ^= rng_state << 17;
	return rng_state % n;
}

enum where { FREE, IN_RING, AT_RECEIVER };

struct veth {
	struct rec s;
	uint64_t told_ns;		/* events of polls are on since then */
	bool polls;
	enum where where[SKBS];
	int ring[SKBS], in_ring;	/* oldest first */
	/* the truth */
	uint64_t started, handed, dropped, busy;
	int max;
};

static int free_skb(struct veth *v)
{
	int i, from = (int)rng(SKBS);

	for (i = 0; i < SKBS; i++)
		if (v->where[(from + i) % SKBS] == FREE)
			return (from + i) % SKBS;
	return -1;
}

static void on_cpu(struct veth *v, uint16_t cpu)
{
	v->s.cpu = cpu;
	v->s.ctx = cpu ? TXR_CTX_SOFTIRQ : 0;
	v->s.pid = cpu ? 0 : 100;
}

static void tick(struct veth *v)
{
	v->s.now += 1 + rng(5 * US);
}

static void handover(struct veth *v, int skb, uint8_t origin)
{
	rec_feed(&v->s, (struct txr_event){
		.kind = TXR_HANDOVER, .origin = origin, .skbaddr = (uint64_t)skb + 1,
		.dev = 1, .queue = TXR_QUEUE_NONE,
	});
}

static void enters(struct veth *v, int skb)
{
	v->where[skb] = IN_RING;
	v->ring[v->in_ring++] = skb;
	if (v->in_ring > v->max)
		v->max = v->in_ring;
}

/* The receiver is done with it: freed, or its memory taken over without an event. */
static void receiver_ends(struct veth *v, int skb)
{
	v->where[skb] = FREE;
	if (rng(5))
		consume(&v->s, (uint64_t)skb + 1);
}

static void poll_one(struct veth *v)
{
	int skb = v->ring[0];

	memmove(v->ring, v->ring + 1, (size_t)--v->in_ring * sizeof(v->ring[0]));
	on_cpu(v, 1);
	if (v->s.now >= v->told_ns)
		handover(v, skb, TXR_O_NAPI_GRO_RECEIVE);
	v->handed++;
	v->where[skb] = AT_RECEIVER;
	if (!rng(2)) {
		tick(v);
		receiver_ends(v, skb);
	}
	on_cpu(v, 0);
}

/* Within the xmit: the peer does not poll, or this packet is not for GRO. */
static void hands_on_at_once(struct veth *v, int skb)
{
	handover(v, skb, TXR_O_NETIF_RX);
	v->where[skb] = AT_RECEIVER;
	v->handed++;
	tick(v);
	result(&v->s, (uint64_t)skb + 1, 0);
}

static void queues(struct veth *v, int skb)
{
	bool quick = !v->in_ring && !rng(4);	/* polled before the result */

	if (!quick) {
		result(&v->s, (uint64_t)skb + 1, 0);
		enters(v, skb);
		return;
	}
	enters(v, skb);
	poll_one(v);
	tick(v);
	/* its address is not used again before the result: it would be another's */
	result(&v->s, (uint64_t)skb + 1, 0);
}

static void send_one(struct veth *v)
{
	int skb = free_skb(v);

	if (skb < 0)
		return;
	v->started++;
	start(&v->s, (uint64_t)skb + 1);
	tick(v);
	switch (rng(20)) {
	case 0:
		free_by(&v->s, (uint64_t)skb + 1, TXR_O_KFREE_SKB, 0, REASON_FULL_RING);
		result(&v->s, (uint64_t)skb + 1, 1);
		v->dropped++;
		break;
	case 1:
		result(&v->s, (uint64_t)skb + 1, TXR_NETDEV_TX_BUSY);
		consume(&v->s, (uint64_t)skb + 1);
		v->busy++;
		break;
	default:
		if (v->polls && rng(10))
			queues(v, skb);
		else
			hands_on_at_once(v, skb);
	}
}

static void end_at_receiver(struct veth *v)
{
	int i = (int)rng(SKBS);

	if (v->where[i] == AT_RECEIVER)
		receiver_ends(v, i);
}

static void run(struct veth *v)
{
	int i;

	for (i = 0; i < STEPS; i++) {
		tick(v);
		switch (rng(8)) {
		case 0:
			if (!rng(8))
				v->polls = !v->polls;
			break;
		case 1:
		case 2:
		case 3:
			if (v->in_ring)
				poll_one(v);
			break;
		case 4:
		case 5:
			end_at_receiver(v);
			break;
		default:
			send_one(v);
		}
	}
}

static void assert_within(const struct txr_u64 *f, uint64_t truth)
{
	if (f->trust == TXR_FIG_UNKNOWN)
		return;
	assert_true(f->low <= truth);
	assert_true(f->high >= truth);
}

static void check(struct veth *v, const struct txr_row *r)
{
	uint64_t untold = row_reason(r, "handover-unseen") ?
			  row_reason(r, "handover-unseen")->count : 0;

	check_row(r);
	assert_exactly(&r->started, v->started);
	assert_int_equal(r->uncertain.value, untold);
	/* what no poll can be is certain, and nothing is called what it is not */
	assert_int_equal(r->dropped.value, v->dropped);
	assert_int_equal(r->busy.value, v->busy);
	assert_int_equal(r->completed.value + r->restarted.value, 0);
	assert_within(&r->handed_over, v->handed);
	assert_within(&r->in_device_at_end, (uint64_t)v->in_ring);
	assert_within(&r->in_device.max, (uint64_t)v->max);
	assert_true(r->handed_over.value + untold >= v->handed);
	if (untold)
		assert_false(r->exact);
	if (!v->told_ns)
		assert_int_equal(untold, 0);
}

static uint64_t one(uint64_t seed)
{
	static struct veth v;
	const struct txr_row *r;
	uint64_t untold;

	memset(&v, 0, sizeof(v));
	rng_state = seed * 0x9e3779b97f4a7c15ULL + 1;
	rec_init(&v.s);
	rec_state(&v.s, "eth0", "veth");
	rec_same_at_end(&v.s);
	rec_open(&v.s);
	v.polls = seed & 1;
	v.told_ns = seed % 4 == 0 ? 0 : seed % 4 == 1 ? NEVER : v.s.now + rng(STEPS * 4 * US);
	assert_int_equal(txr_pair_set_untold(v.s.p, 0, v.told_ns), 0);
	/* a first packet, so that there is a row whatever comes */
	v.started++;
	start(&v.s, 1);
	hands_on_at_once(&v, 0);
	run(&v);
	rec_report(&v.s);
	r = rec_row(&v.s, "eth0");
	assert_non_null(r);
	check(&v, r);
	untold = r->uncertain.value;
	rec_close(&v.s);
	return untold;
}

static void the_truth_lies_within(void **state)
{
	uint64_t seed, with = 0;

	(void)state;
	for (seed = 1; seed <= SEEDS; seed++)
		with += one(seed) > 0;
	assert_true(with > SEEDS / 3);	/* it was put to the test */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_truth_lies_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
