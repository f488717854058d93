// SPDX-License-Identifier: GPL-2.0-only
/* Two recordings side by side: chance, spread, verdicts, what was set otherwise. */
#include "report_script.h"
#include "txring/diff.h"

/* Every order of na and nb values, tried: how many are as far apart as u pairs. */
static void try_orders(unsigned int na, unsigned int nb, unsigned int won, unsigned int u,
		       unsigned int all, double *far, double *count)
{
	if (!na && !nb) {
		*count += 1;
		*far += won <= u || all - won <= u;
		return;
	}
	if (na)		/* one of a comes: all of b that are still to come are larger */
		try_orders(na - 1, nb, won + nb, u, all, far, count);
	if (nb)
		try_orders(na, nb - 1, won, u, all, far, count);
}

static void chance_is_that_of_all_orders(void **state)
{
	double a[TXR_SLICES], b[TXR_SLICES], far, count;
	unsigned int na, nb, k, i;

	(void)state;
	for (na = 1; na <= 6; na++)
		for (nb = 1; nb <= 6; nb++)
			for (k = 0; k <= nb; k++) {
				/* all of a above k of b's: u = na * k */
				for (i = 0; i < na; i++)
					a[i] = 100 + i;
				for (i = 0; i < nb; i++)
					b[i] = i < k ? i : 200 + i;
				far = count = 0;
				try_orders(na, nb, 0, na * (k < nb - k ? k : nb - k), na * nb,
					   &far, &count);
				assert_float_equal(txr_rank_chance(a, na, b, nb), far / count,
						   1e-9);
			}
}

static void chance_of_known_cases(void **state)
{
	static const double low[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	static const double high[] = { 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 };
	static const double same[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };

	(void)state;
	/* 2 of the C(20, 10) orders; 2 of C(6, 3) */
	assert_float_equal(txr_rank_chance(low, 10, high, 10), 2. / 184756, 1e-12);
	assert_float_equal(txr_rank_chance(high, 3, low, 3), .1, 1e-12);
	assert_float_equal(txr_rank_chance(same, 10, same, 10), 1, 1e-12);
	assert_float_equal(txr_rank_chance(low, 0, high, 3), 1, 1e-12);
}

/* A side whose slices have one device each, with so many packets and such a lap. */
struct made {
	struct txr_report report[TXR_SLICES + 1];
	struct txr_row row[TXR_SLICES + 1];
	struct txr_device_state state;
};

static struct txr_u64 exact(uint64_t v)
{
	return (struct txr_u64){ v, v, v, TXR_FIG_EXACT };
}

static void fill(struct txr_row *r, uint64_t started, uint64_t lap_ns, uint64_t max)
{
	memset(r, 0, sizeof(*r));
	strcpy(r->name, "eth0");
	r->queue = -1;
	r->ifindex = 2;
	r->started = r->completed = exact(started);
	r->dropped = r->busy = r->packed_ns = r->bql_limited_ns = exact(0);
	r->skb_bytes = exact(started * 1000);
	r->observed_ns = exact(SEC);
	r->lap_ns.count = started;
	r->lap_ns.avg = (double)lap_ns;
	r->lap_ns.p50 = r->lap_ns.p99 = r->lap_ns.max = lap_ns;
	r->in_device.p50 = r->in_device.p99 = r->in_device.max = exact(max);
	r->in_device.avg = (struct txr_num){ (double)max, (double)max, (double)max,
					     TXR_FIG_EXACT };
}

/* step: from slice to slice. */
static struct txr_diff_side make(struct made *m, uint64_t started, uint64_t lap_ns,
				 uint64_t max, uint64_t step)
{
	struct txr_diff_side side = { .nr_slices = TXR_SLICES, .slice_ns = SEC,
				      .whole_ns = TXR_SLICES * SEC };
	unsigned int i;

	for (i = 0; i <= TXR_SLICES; i++) {
		bool whole = i == TXR_SLICES;

		fill(&m->row[i], whole ? TXR_SLICES * started : started,
		     lap_ns + (whole ? 5 : i) * step, max);
		m->report[i] = (struct txr_report){ .devices = &m->row[i], .nr_devices = 1 };
		if (!whole)
			side.slice[i] = &m->report[i];
	}
	side.whole = &m->report[TXR_SLICES];
	return side;
}

static const struct txr_change *change_of(const struct txr_diff *d, const char *key)
{
	size_t i;

	for (i = 0; i < d->row[0].nr_changes; i++)
		if (!strcmp(d->row[0].change[i].key, key))
			return &d->row[0].change[i];
	fail_msg("no figure %s", key);
	return NULL;
}

static void verdicts(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 117, 100);
	struct txr_diff_side in_b = make(&b, 1000, 5400, 245, 100);
	const struct txr_change *c;
	struct txr_diff *d;

	(void)state;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(d->nr, 1);
	c = change_of(d, "started_per_s");
	assert_int_equal(c->verdict, TXR_DIFF_SAME);
	assert_float_equal(c->a.value, 1000, 1e-9);
	assert_float_equal(c->in_a.mid, 1000, 1e-9);
	/* 4 steps apart in 10: chance puts them so far apart now and then */
	assert_int_equal(change_of(d, "lap_ns.avg")->verdict, TXR_DIFF_WITHIN);
	c = change_of(d, "in_device.max");
	assert_int_equal(c->verdict, TXR_DIFF_BEYOND);
	assert_float_equal(c->b.value - c->a.value, 128, 1e-9);
	assert_int_equal(change_of(d, "release_batch.avg")->verdict, TXR_DIFF_UNKNOWN);
	txr_diff_free(d);

	in_b = make(&b, 1000, 6500, 245, 100);	/* no slice of one like one of the other */
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	c = change_of(d, "lap_ns.avg");
	assert_int_equal(c->verdict, TXR_DIFF_BEYOND);
	assert_float_equal(c->in_a.low, 5225, 1e-9);
	assert_float_equal(c->in_a.high, 5675, 1e-9);
	txr_diff_free(d);
}

/* 24 packets that stay: no lap ends in most slices, and all of them were full of it. */
static void packets_that_stay_are_in_every_slice(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 24, 0);
	struct txr_diff_side in_b = make(&b, 1000, 5000, 24, 0);
	const struct txr_change *c;
	struct txr_diff *d;
	int i;

	(void)state;
	for (i = 0; i < TXR_SLICES - 1; i++) {
		a.row[i].in_device.avg = (struct txr_num){ 0, 0, 24, TXR_FIG_BOUNDED };
		a.row[i].in_device.avg_open = 24;
	}
	b.row[TXR_SLICES].in_device.avg.value = 24.5;
	b.row[TXR_SLICES].in_device.avg.low = b.row[TXR_SLICES].in_device.avg.high = 24.5;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	c = change_of(d, "in_device.avg");
	assert_float_equal(c->in_a.low, 24, 1e-9);
	assert_float_equal(c->in_a.high, 24, 1e-9);
	assert_int_equal(c->verdict, TXR_DIFF_WITHIN);
	txr_diff_free(d);
}

static void bounds_that_overlap_leave_it_open(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 117, 0);
	struct txr_diff_side in_b = make(&b, 1000, 5000, 130, 0);
	struct txr_u64 *max = &a.row[TXR_SLICES].in_device.max;
	struct txr_diff *d;

	(void)state;
	max->trust = TXR_FIG_BOUNDED;
	max->high = 131;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(change_of(d, "in_device.max")->verdict, TXR_DIFF_BOUNDS);
	txr_diff_free(d);
	max->high = 129;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(change_of(d, "in_device.max")->verdict, TXR_DIFF_BEYOND);
	txr_diff_free(d);
	max->trust = TXR_FIG_AT_LEAST;
	max->high = UINT64_MAX;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(change_of(d, "in_device.max")->verdict, TXR_DIFF_BOUNDS);
	txr_diff_free(d);
}

static void few_slices_cannot_tell(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 117, 0);
	struct txr_diff_side in_b = make(&b, 1000, 9000, 117, 0);
	struct txr_diff *d;
	unsigned int i;

	(void)state;
	for (i = 4; i < TXR_SLICES; i++)
		b.row[i].lap_ns.count = 0;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(change_of(d, "lap_ns.avg")->verdict, TXR_DIFF_FEW);
	assert_int_equal(change_of(d, "lap_ns.avg")->in_b.count, 4);
	txr_diff_free(d);
}

/* The chance of the whole family; figures that are one value throughout are not of it. */
static void many_figures(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 117, 100);
	struct txr_diff_side in_b = make(&b, 1000, 6500, 117, 100);
	const double least = 2. / 184756;
	struct txr_diff *d;
	unsigned int i;

	(void)state;
	/* avg, p50, p99 and max of laps are all apart; all else is the same throughout. */
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(d->tested, 4);
	assert_false(d->too_many);
	assert_float_equal(change_of(d, "lap_ns.avg")->chance, least, 1e-12);
	assert_float_equal(change_of(d, "lap_ns.avg")->chance_any, 4 * least, 1e-12);
	assert_float_equal(change_of(d, "in_device.max")->chance_any, 1, 1e-12);
	assert_false(change_of(d, "in_device.max")->tested);
	txr_diff_free(d);

	/* The second is less likely chance than it would be as the first of four. */
	for (i = 0; i < TXR_SLICES; i++)
		b.row[i].lap_ns.avg = a.row[i].lap_ns.avg + (i ? 1000 : 0);
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_true(change_of(d, "lap_ns.avg")->chance > least);
	assert_float_equal(change_of(d, "lap_ns.p50")->chance_any, 4 * least, 1e-12);
	assert_float_equal(change_of(d, "lap_ns.avg")->chance_any,
			   change_of(d, "lap_ns.avg")->chance, 1e-12);
	txr_diff_free(d);

	/* 6 slices that are all apart: one time in 462, and of 4 figures one in 115. */
	in_b = make(&b, 1000, 6500, 117, 100);
	for (i = 6; i < TXR_SLICES; i++)
		a.row[i].lap_ns.count = b.row[i].lap_ns.count = 0;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_float_equal(change_of(d, "lap_ns.p99")->chance, 1. / 462, 1e-12);
	assert_int_equal(change_of(d, "lap_ns.p99")->verdict, TXR_DIFF_BEYOND);
	txr_diff_free(d);
	for (i = 0; i < TXR_SLICES; i++)	/* and of 5 one in 92 */
		b.row[i].dropped = exact(i == 3);
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(d->tested, 5);
	assert_int_equal(change_of(d, "lap_ns.p99")->verdict, TXR_DIFF_FEW);
	txr_diff_free(d);
}

#define MANY 230

/* Queues like their device: 4 figures of each are all apart, 924 in all. */
static void too_many_figures(void **state)
{
	static struct txr_row queue[2][TXR_SLICES + 1][MANY];
	static struct made m[2];
	struct txr_diff_side in_a = make(&m[0], 1000, 5000, 117, 100);
	struct txr_diff_side in_b = make(&m[1], 1000, 6500, 117, 100);
	unsigned int side, i, k, n;
	struct txr_diff *d;

	(void)state;
	for (side = 0; side < 2; side++)
		for (i = 0; i <= TXR_SLICES; i++) {
			for (k = 0; k < MANY; k++) {
				queue[side][i][k] = m[side].row[i];
				queue[side][i][k].queue = (int32_t)k;
			}
			m[side].row[i].queues = queue[side][i];
		}
	for (n = MANY - 1; n <= MANY; n++) {
		for (side = 0; side < 2; side++)
			for (i = 0; i <= TXR_SLICES; i++)
				m[side].row[i].nr_queues = n;
		assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, true), 0);
		assert_int_equal(d->tested, 4 * (1 + n));
		assert_int_equal(d->too_many, n == MANY);
		assert_int_equal(change_of(d, "lap_ns.avg")->verdict,
				 n == MANY ? TXR_DIFF_FEW : TXR_DIFF_BEYOND);
		txr_diff_free(d);
	}
}

static void settings_and_devices(void **state)
{
	static struct made a, b;
	struct txr_diff_side in_a = make(&a, 1000, 5000, 117, 0);
	struct txr_diff_side in_b = make(&b, 1000, 5000, 117, 0);
	struct txr_diff *d;

	(void)state;
	a.state = b.state = (struct txr_device_state){ .ring_tx = 256, .txqueuelen = 1000,
						       .coalesce_tx_usecs = TXR_UNKNOWN,
						       .qdisc = "fq" };
	b.state.ring_tx = 512;
	b.state.coalesce_tx_usecs = 50;		/* of a it is not known */
	strcpy(b.state.qdisc, "mq");
	a.row[TXR_SLICES].start = &a.state;
	b.row[TXR_SLICES].start = &b.state;
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, "eth*", false), 0);
	assert_int_equal(d->row[0].nr_settings, 2);
	assert_string_equal(d->row[0].setting[0].key, "ring_tx");
	assert_string_equal(d->row[0].setting[0].a, "256");
	assert_string_equal(d->row[0].setting[0].b, "512");
	assert_string_equal(d->row[0].setting[1].b, "mq");
	txr_diff_free(d);

	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, "wlan*", false), 0);
	assert_int_equal(d->nr, 0);
	txr_diff_free(d);
	strcpy(b.row[TXR_SLICES].name, "eth1");
	assert_int_equal(txr_diff_build(&d, &in_a, &in_b, NULL, false), 0);
	assert_int_equal(d->nr, 2);
	assert_true(d->row[0].in_a && !d->row[0].in_b);
	assert_true(!d->row[1].in_a && d->row[1].in_b);
	txr_diff_free(d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chance_is_that_of_all_orders),
		cmocka_unit_test(chance_of_known_cases),
		cmocka_unit_test(verdicts),
		cmocka_unit_test(packets_that_stay_are_in_every_slice),
		cmocka_unit_test(bounds_that_overlap_leave_it_open),
		cmocka_unit_test(few_slices_cannot_tell),
		cmocka_unit_test(many_figures),
		cmocka_unit_test(too_many_figures),
		cmocka_unit_test(settings_and_devices),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
