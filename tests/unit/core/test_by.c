// SPDX-License-Identifier: GPL-2.0-only
/* test_by.c - who fills the ring: shares of packets made by hand. */
#include "stats/by.h"
#include "went_script.h"
#include "test_view_fixture.h"

static const char *comm(void *ctx, int pid)
{
	static char many[16];

	(void)ctx;
	if (pid == 1 || pid == 2)
		return "iperf";
	if (pid == 3)
		return "dns";
	if (pid >= 100000)
		return NULL;
	snprintf(many, sizeof(many), "t%d", pid);
	return many;
}

static void open_by(struct rec *s, enum txr_by_what what)
{
	rec_init(s);
	rec_open(s);
	txr_stats_by(s->st, what);
	s->names.comm = comm;
}

static bool says(const struct rec *s, const char *what)
{
	const struct txr_view_opts o = { .width = 200 };
	char *text = fixture_draw(txr_view_text, s->r, &o);
	bool is = strstr(text, what);

	free(text);
	return is;
}

/* The shares add up to the device's own figures. */
static void check_sums(const struct rec *s, const struct txr_row *r)
{
	uint64_t started = 0, completed = 0, open = 0, bytes = 0, packet_ns = 0;
	double started_share = 0, byte_share = 0, avg;
	size_t i;

	(void)s;
	assert_non_null(r->by);
	for (i = 0; i < r->by->nr; i++) {
		const struct txr_share *x = &r->by->row[i];

		started += x->started;
		completed += x->completed;
		open += x->in_device_at_end;
		bytes += x->skb_bytes;
		packet_ns += x->packet_ns;
		started_share += x->started_share;
		byte_share += x->byte_share;
	}
	assert_int_equal(started, r->started.value);
	assert_int_equal(completed, r->completed.value);
	assert_int_equal(open, r->in_device_at_end.value);
	assert_int_equal(bytes, r->skb_bytes.value);
	assert_true(started_share > .999999 && started_share < 1.000001);
	if (packet_ns)
		assert_true(byte_share > .999999 && byte_share < 1.000001);
	avg = (double)packet_ns / (double)(r->observed_ns.value ? r->observed_ns.value : 1);
	if (r->in_device.avg.trust != TXR_FIG_UNKNOWN)
		assert_true(avg > r->in_device.avg.value - 1e-6 &&
			    avg < r->in_device.avg.value + 1e-6);
	for (i = 0; i < r->nr_queues; i++)
		assert_null(r->queues[i].by);
}

static const struct txr_row *shares(struct rec *s, const char *name)
{
	const struct txr_row *r;

	rec_report(s);
	r = rec_row(s, name);
	check_sums(s, r);
	return r;
}

static void send_as(struct rec *s, int32_t pid, uint8_t ctx, uint64_t skb, uint32_t len)
{
	s->pid = pid;
	s->ctx = ctx;
	s->len = len;
	sent(s, skb);
	s->ctx = 0;
}

static void by_comm(void **state)
{
	const struct txr_share *x;
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	s.now = 10000;
	send_as(&s, 1, 0, 1, 100);
	send_as(&s, 2, 0, 2, 200);	/* another task of that name */
	send_as(&s, 3, 0, 3, 50);
	send_as(&s, 3, TXR_CTX_SOFTIRQ, 4, 1000);	/* whatever ran then */
	send_as(&s, 1, TXR_CTX_HARDIRQ, 5, 1000);
	send_as(&s, 100001, 0, 6, 70);
	send_as(&s, 100002, 0, 7, 70);
	s.now = 11000;
	consume(&s, 1);
	consume(&s, 2);
	s.now = 14000;
	consume(&s, 4);
	consume(&s, 6);
	s.now = 20000;
	consume(&s, 7);
	consume(&s, 3);		/* 5 stays */
	r = shares(&s, "eth0");
	assert_int_equal(r->by->what, TXR_BY_COMM);
	assert_int_equal(r->by->nr, 4);
	x = r->by->row;
	assert_int_equal(x[0].kind, TXR_SHARE_UNATTRIBUTED);
	assert_true(says(&s, "running then; record --why tells who queued them"));
	assert_int_equal(x[0].started, 2);
	assert_int_equal(x[0].in_device_at_end, 1);
	assert_int_equal(x[0].byte_ns, 4000 * 1000);
	assert_int_equal(x[0].tasks, 0);
	assert_int_equal(x[1].kind, TXR_SHARE_UNNAMED);
	assert_int_equal(x[1].byte_ns, 70 * 4000 + 70 * 10000);
	assert_int_equal(x[1].tasks, 2);
	assert_string_equal(x[2].comm, "dns");
	assert_int_equal(x[2].byte_ns, 50 * 10000);
	assert_string_equal(x[3].comm, "iperf");
	assert_int_equal(x[3].tasks, 2);
	assert_int_equal(x[3].started, 2);
	assert_int_equal(x[3].skb_bytes, 300);
	assert_int_equal(x[3].packet_ns, 2000);
	assert_int_equal(x[3].byte_ns, 300 * 1000);
	rec_close(&s);
}

/* Who queued it sent it, whoever emptied the qdisc. */
static void queued_by_another(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	s.meta.why = true;
	s.info.meta = &s.meta;
	s.now = 10000;
	s.pid = 1;
	queued(&s, 1, TXR_DEV_NONE);
	queued(&s, 2, TXR_DEV_NONE);
	s.pid = 3;
	s.ctx = TXR_CTX_SOFTIRQ;
	queued(&s, 3, TXR_DEV_NONE);	/* an answer of the stack's own */
	s.now = 11000;
	send_as(&s, 3, 0, 1, 100);	/* dns empties the qdisc */
	send_as(&s, 3, TXR_CTX_SOFTIRQ, 2, 100);
	send_as(&s, 3, 0, 3, 100);
	send_as(&s, 3, 0, 4, 100);	/* not seen queued */
	r = shares(&s, "eth0");
	assert_int_equal(r->by->nr, 3);
	assert_string_equal(r->by->row[0].comm, "iperf");
	assert_int_equal(r->by->row[0].started, 2);
	assert_int_equal(r->by->row[0].queued, 2);
	assert_string_equal(r->by->row[1].comm, "dns");
	assert_int_equal(r->by->row[1].started, 1);
	assert_int_equal(r->by->row[1].queued, 0);
	assert_int_equal(r->by->row[2].kind, TXR_SHARE_UNATTRIBUTED);
	assert_true(says(&s, "running then; no task was seen to queue them"));
	assert_int_equal(r->by->row[2].started, 1);
	assert_null(r->why);	/* that asks for interrupts too */
	rec_close(&s);
}

static void by_cpu_and_size(void **state)
{
	static const uint32_t len[] = { 0, 1, 63, 64, 1514, 65535, 65536, UINT32_MAX };
	static const int64_t from[] = { 0, 0, 32, 64, 1024, 32768, 65536, 1LL << 31 };
	const struct txr_row *r;
	struct rec s;
	size_t i;

	(void)state;
	open_by(&s, TXR_BY_CPU);
	for (i = 0; i < 10; i++) {
		s.cpu = i % 3 ? 0 : 7;
		sent(&s, 1 + i);
	}
	r = shares(&s, "eth0");
	assert_int_equal(r->by->nr, 2);
	assert_int_equal(r->by->row[0].cpu, 0);
	assert_int_equal(r->by->row[0].started, 6);
	assert_int_equal(r->by->row[1].cpu, 7);
	assert_int_equal(r->by->row[1].started, 4);
	rec_close(&s);

	for (i = 0; i < sizeof(len) / sizeof(len[0]); i++) {
		open_by(&s, TXR_BY_SIZE);
		s.len = len[i];
		sent(&s, 1);
		r = shares(&s, "eth0");
		assert_int_equal(r->by->nr, 1);
		assert_int_equal(r->by->row[0].from_bytes, from[i]);
		assert_true(r->by->row[0].to_bytes >= len[i]);
		rec_close(&s);
	}
}

/* Devices are apart; the largest shares are shown, the others together. */
static void many_tasks(void **state)
{
	const struct txr_share *rest;
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	for (i = 0; i < 100; i++) {
		s.now = 10000;
		send_as(&s, 1000 + i, 0, 1 + i, 100);
		s.now = 10000 + 10 * i;
		consume(&s, 1 + i);
	}
	s.dev = 1;
	send_as(&s, 3, 0, 1, 100);
	r = shares(&s, "eth0");
	assert_int_equal(r->by->nr, TXR_SHARES_MAX);
	assert_string_equal(r->by->row[0].comm, "t1099");
	rest = &r->by->row[TXR_SHARES_MAX - 1];
	assert_int_equal(rest->kind, TXR_SHARE_REST);
	assert_int_equal(rest->started, 100 - (TXR_SHARES_MAX - 1));
	assert_int_equal(rest->tasks, 100 - (TXR_SHARES_MAX - 1));
	r = shares(&s, "eth1");
	assert_int_equal(r->by->nr, 1);
	assert_string_equal(r->by->row[0].comm, "dns");
	rec_close(&s);
}

/* Memory has a bound: the last of very many tasks are the rest. */
static void too_many_tasks(void **state)
{
	const struct txr_row *r;
	struct rec s;
	uint64_t i;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	for (i = 0; i < TXR_BY_MAX + 1000; i++) {
		s.now += 10;
		send_as(&s, 100 + (int32_t)i, 0, 1, 100);
		consume(&s, 1);
	}
	s.dev = 1;
	send_as(&s, 3, 0, 2, 100);
	r = shares(&s, "eth0");
	assert_int_equal(r->by->row[r->by->nr - 1].kind, TXR_SHARE_REST);
	assert_true(r->by->row[r->by->nr - 1].started >= 1000);
	r = shares(&s, "eth1");
	assert_int_equal(r->by->nr, 1);
	assert_int_equal(r->by->row[0].kind, TXR_SHARE_REST);
	rec_close(&s);
}

/* What never came back from the ring: dropped, refused, inside xmit, handed over. */
static void other_outcomes(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	s.now = 10000;
	s.pid = 1;
	refused_full(&s, 1);
	start(&s, 2);
	result(&s, 2, TXR_NETDEV_TX_BUSY);
	start(&s, 3);
	free_in(&s, 3, 0);
	s.now = 10500;
	result(&s, 3, 0);
	start(&s, 4);
	sent(&s, 5);
	s.now = 11000;
	consume(&s, 5);
	r = shares(&s, "eth0");
	assert_int_equal(r->by->nr, 1);
	assert_int_equal(r->by->row[0].started, 5);
	assert_int_equal(r->by->row[0].completed, 2);
	assert_int_equal(r->by->row[0].in_device_at_end, 1);
	assert_int_equal(r->by->row[0].packet_ns, 500);
	rec_close(&s);
}

/* A driver that completes by kfree_skb inside xmit: known only at the end. */
static void completed_by_nospec(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	s.pid = 1;
	start(&s, 1);
	free_by(&s, 1, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
	result(&s, 1, 0);
	r = shares(&s, "eth0");
	assert_int_equal(r->completed.value, 1);
	assert_int_equal(r->by->row[0].completed, 1);
	assert_int_equal(r->by->row[0].skb_bytes, 100);
	rec_close(&s);
}

/* Statistics that begin later: open laps count as started, their time from then on. */
static void begun_anew(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_COMM);
	s.now = 10000;
	send_as(&s, 1, 0, 1, 100);
	send_as(&s, 3, 0, 2, 100);
	consume(&s, 2);
	txr_stats_reset(s.st, 12000);
	s.now = 13000;
	consume(&s, 1);
	r = shares(&s, "eth0");
	assert_int_equal(r->by->nr, 1);
	assert_string_equal(r->by->row[0].comm, "iperf");
	assert_int_equal(r->by->row[0].started, 1);
	assert_int_equal(r->by->row[0].packet_ns, 1000);
	assert_int_equal(r->lap_ns.sum, 3000);
	rec_close(&s);
}

/* Both at once: neither is in the other's way. */
static void with_why(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	open_by(&s, TXR_BY_CPU);
	empty_run(&s);
	s.now = 10000;
	sent(&s, 1);
	s.now = 12000;
	s.cpu = 1;
	irq_in(&s, 24);
	s.now = 12500;
	free_in(&s, 1, TXR_CTX_HARDIRQ);
	irq_out(&s, 24);
	r = shares(&s, "eth0");
	check_went(r);
	assert_int_equal(r->why->part[TXR_WENT_DEVICE].sum, 2000);
	assert_int_equal(r->by->row[0].packet_ns, 2500);
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_comm),
		cmocka_unit_test(queued_by_another),
		cmocka_unit_test(by_cpu_and_size),
		cmocka_unit_test(many_tasks),
		cmocka_unit_test(too_many_tasks),
		cmocka_unit_test(other_outcomes),
		cmocka_unit_test(completed_by_nospec),
		cmocka_unit_test(begun_anew),
		cmocka_unit_test(with_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
