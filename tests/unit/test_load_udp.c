// SPDX-License-Identifier: GPL-2.0-only
/* test_load_udp.c - sizes and limits, fragments, payload, numbers that arrive. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "load/udp.h"
#include "load/udp_ask.h"
#include "load/udp_payload.h"
#include "load/udp_stream.h"

static struct txr_udp_target target(int family, uint32_t mtu)
{
	struct txr_udp_target t = { .family = family, .mtu = mtu, .address = "192.0.2.2" };

	return t;
}

static void defaults_are_the_same_message_in_every_mode(void **state)
{
	struct txr_udp_target t = target(AF_INET, 1500), t6 = target(AF_INET6, 1500);
	struct txr_err err = { 0 };
	int m;

	(void)state;
	for (m = 0; m < TXR_UDP_MODES; m++) {
		struct txr_udp_config c = { .mode = (enum txr_udp_mode)m }, c6 = c;

		assert_int_equal(txr_udp_settle(&c, &t, &err), 0);
		assert_int_equal(c.segment_bytes, 1472);
		assert_int_equal(c.message_bytes, 44 * 1472);
		assert_int_equal(txr_udp_datagrams(&c), m == TXR_UDP_FRAGMENT ? 1 : 44);
		assert_int_equal(txr_udp_settle(&c6, &t6, &err), 0);
		assert_int_equal(c6.segment_bytes, 1452);
		assert_int_equal(c6.message_bytes, 45 * 1452);
	}
}

static void a_small_mtu_keeps_to_64_segments(void **state)
{
	struct txr_udp_target t = target(AF_INET, 576);
	struct txr_udp_config c = { .mode = TXR_UDP_GSO };
	struct txr_err err = { 0 };

	(void)state;
	assert_int_equal(txr_udp_settle(&c, &t, &err), 0);
	assert_int_equal(txr_udp_datagrams(&c), 64);
	assert_int_equal(c.message_bytes, 64 * 548);
}

static int settle(int family, uint32_t mtu, enum txr_udp_mode m, uint64_t message,
		  uint64_t segment, struct txr_err *err)
{
	struct txr_udp_target t = target(family, mtu);
	struct txr_udp_config c = { .mode = m, .message_bytes = message,
				    .segment_bytes = segment };

	memset(err, 0, sizeof(*err));
	return txr_udp_settle(&c, &t, err);
}

static void limits_are_exact(void **state)
{
	struct txr_err e;

	(void)state;
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SEND, 0, 1472, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SEND, 0, 1473, &e), -EINVAL);
	assert_non_null(strstr(e.text, "--segment 1473 and --mode send"));
	assert_int_equal(settle(AF_INET6, 1500, TXR_UDP_SENDMMSG, 0, 1452, &e), 0);
	assert_int_equal(settle(AF_INET6, 1500, TXR_UDP_SENDMMSG, 0, 1453, &e), -EINVAL);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_FRAGMENT, 65507, 0, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_FRAGMENT, 65508, 0, &e), -EINVAL);
	assert_int_equal(settle(AF_INET6, 1500, TXR_UDP_FRAGMENT, 65527, 0, &e), 0);
	assert_int_equal(settle(AF_INET6, 1500, TXR_UDP_FRAGMENT, 65528, 0, &e), -EINVAL);
	assert_non_null(strstr(e.text, "--mode fragment"));
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_FRAGMENT, 1473, 0, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_FRAGMENT, 1472, 0, &e), -EINVAL);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_GSO, 12800, 100, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_GSO, 12801, 100, &e), -EINVAL);
	assert_non_null(strstr(e.text, "129 segments"));
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SENDMMSG, 1024, 1, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SENDMMSG, 1025, 1, &e), -EINVAL);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SEND, 1 << 24, 0, &e), 0);
	assert_int_equal(settle(AF_INET, 1500, TXR_UDP_SEND, (1 << 24) + 1, 0, &e), -EINVAL);
	assert_int_equal(settle(AF_INET, 30, TXR_UDP_SEND, 0, 0, &e), -EINVAL);
}

/* A message smaller than what fits is one datagram, of its own size. */
static void a_small_message_is_its_own_segment(void **state)
{
	struct txr_udp_target t = target(AF_INET, 65536);
	struct txr_udp_config c = { .message_bytes = 100 };
	struct txr_err err = { 0 };

	(void)state;
	assert_int_equal(txr_udp_settle(&c, &t, &err), 0);
	assert_int_equal(c.segment_bytes, 100);
	assert_int_equal(txr_udp_datagrams(&c), 1);
}

static void fragments_are_counted_as_the_stack_cuts(void **state)
{
	(void)state;
	assert_int_equal(txr_udp_fragments(AF_INET, 1500, 1472), 1);
	assert_int_equal(txr_udp_fragments(AF_INET, 1500, 1473), 2);
	assert_int_equal(txr_udp_fragments(AF_INET, 1500, 2952), 2);	/* 2 * 1480 - 8 */
	assert_int_equal(txr_udp_fragments(AF_INET, 1500, 2953), 3);
	assert_int_equal(txr_udp_fragments(AF_INET, 1500, 65507), 45);
	assert_int_equal(txr_udp_fragments(AF_INET6, 1500, 1452), 1);
	assert_int_equal(txr_udp_fragments(AF_INET6, 1500, 1453), 2);
	assert_int_equal(txr_udp_fragments(AF_INET6, 1500, 2888), 2);	/* 2 * 1448 - 8 */
	assert_int_equal(txr_udp_fragments(AF_INET6, 1500, 2889), 3);
	/* 1321 bytes of payload: 1320 in each but the last, which takes 1321. */
	assert_int_equal(txr_udp_fragments(AF_INET, 1341, 1320 + 1321 - 8), 2);
	assert_int_equal(txr_udp_fragments(AF_INET, 1341, 1320 + 1322 - 8), 3);
}

static void an_errno_has_one_kind(void **state)
{
	(void)state;
	assert_int_equal(txr_udp_refusal_of(ENOBUFS), TXR_UDP_ENOBUFS);
	assert_int_equal(txr_udp_refusal_of(EAGAIN), TXR_UDP_EAGAIN);
	assert_int_equal(txr_udp_refusal_of(EMSGSIZE), TXR_UDP_EMSGSIZE);
	assert_int_equal(txr_udp_refusal_of(EIO), TXR_UDP_EIO);
	assert_int_equal(txr_udp_refusal_of(EINVAL), TXR_UDP_EINVAL);
	assert_int_equal(txr_udp_refusal_of(ECONNREFUSED), TXR_UDP_ECONNREFUSED);
	assert_int_equal(txr_udp_refusal_of(EPERM), TXR_UDP_EPERM);
	assert_int_equal(txr_udp_refusal_of(EHOSTUNREACH), TXR_UDP_UNREACHABLE);
	assert_int_equal(txr_udp_refusal_of(ENETDOWN), TXR_UDP_UNREACHABLE);
	assert_int_equal(txr_udp_refusal_of(EDOM), TXR_UDP_OTHER);
}

static void a_payload_is_what_was_sent(void **state)
{
	struct txr_udp_stamp in = { .run = 0xdeadbeef, .thread = 7, .bytes = 1472,
				    .seq = 0x123456789abULL }, out;
	uint8_t d[1472];
	size_t i;

	(void)state;
	txr_payload_fill(d, sizeof(d));
	txr_payload_stamp(d, &in);
	assert_int_equal(txr_payload_check(d, sizeof(d), &out), TXR_PAYLOAD_GOOD);
	assert_int_equal(out.run, in.run);
	assert_int_equal(out.thread, in.thread);
	assert_int_equal(out.seq, in.seq);
	/* Any byte that changes is seen, but those of the number itself. */
	for (i = 0; i < sizeof(d); i++) {
		d[i] ^= 0x40;
		if (i < 4)
			assert_int_equal(txr_payload_check(d, sizeof(d), &out),
					 TXR_PAYLOAD_FOREIGN);
		else if (i >= 10 && (i < 16 || i >= TXR_UDP_HEAD_BYTES))
			assert_int_equal(txr_payload_check(d, sizeof(d), &out),
					 TXR_PAYLOAD_DAMAGED);
		d[i] ^= 0x40;
	}
	assert_int_equal(txr_payload_check(d, sizeof(d) - 1, &out), TXR_PAYLOAD_DAMAGED);
	assert_int_equal(txr_payload_check(d, TXR_UDP_HEAD_BYTES - 1, &out), TXR_PAYLOAD_SHORT);
}

static void numbers_that_arrive(void **state)
{
	struct txr_udp_stream *s = calloc(1, sizeof(*s));
	uint64_t i;

	(void)state;
	assert_non_null(s);
	assert_int_equal(txr_stream_missing(s), 0);
	for (i = 0; i < 10; i++)
		txr_stream_add(s, i);
	txr_stream_add(s, 12);		/* 10 and 11 are missing */
	txr_stream_add(s, 12);
	assert_int_equal(txr_stream_missing(s), 2);
	assert_int_equal(s->duplicates, 1);
	txr_stream_add(s, 10);		/* late, and still new */
	assert_int_equal(txr_stream_missing(s), 1);
	assert_int_equal(s->reordered, 1);
	/* Far ahead: the window is empty but for it, what was missing stays so. */
	txr_stream_add(s, 1000000);
	assert_int_equal(txr_stream_missing(s), 1000000 - 12);
	txr_stream_add(s, 1000000 - TXR_STREAM_WINDOW + 1);
	assert_int_equal(s->late, 0);
	txr_stream_add(s, 1000000 - TXR_STREAM_WINDOW);
	assert_int_equal(s->late, 1);
	assert_int_equal(s->distinct, 15);
	free(s);
}

static void a_window_moves_without_a_trace(void **state)
{
	struct txr_udp_stream *s = calloc(1, sizeof(*s));
	uint64_t i;

	(void)state;
	assert_non_null(s);
	for (i = 0; i < 3 * TXR_STREAM_WINDOW; i++)
		if (i % 3)
			txr_stream_add(s, i);
	assert_int_equal(s->duplicates, 0);
	assert_int_equal(txr_stream_missing(s), TXR_STREAM_WINDOW);
	for (i = 2 * TXR_STREAM_WINDOW; i < 3 * TXR_STREAM_WINDOW; i++)
		if (i % 3 == 0)
			txr_stream_add(s, i);
	assert_int_equal(s->duplicates, 0);
	free(s);
}

static void question_and_answer(void **state)
{
	struct txr_udp_answer a = { 1, 2, 3, 4, 5, 1ULL << 40 }, b;
	struct txr_udp_question_wire q;
	struct txr_udp_answer_wire w;
	uint32_t run = 0;

	(void)state;
	txr_question_pack(&q, 42);
	assert_true(txr_question_unpack(&q, sizeof(q), &run));
	assert_int_equal(run, 42);
	assert_false(txr_question_unpack(&q, sizeof(q) - 1, &run));
	txr_answer_pack(&w, 42, &a);
	assert_true(txr_answer_unpack(&w, sizeof(w), 42, &b));
	assert_memory_equal(&a, &b, sizeof(a));
	assert_false(txr_answer_unpack(&w, sizeof(w), 43, &b));
	assert_false(txr_answer_unpack(&w, sizeof(w) - 1, 42, &b));
	assert_false(txr_question_unpack(&w, sizeof(w), &run));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_are_the_same_message_in_every_mode),
		cmocka_unit_test(a_small_mtu_keeps_to_64_segments),
		cmocka_unit_test(limits_are_exact),
		cmocka_unit_test(a_small_message_is_its_own_segment),
		cmocka_unit_test(fragments_are_counted_as_the_stack_cuts),
		cmocka_unit_test(an_errno_has_one_kind),
		cmocka_unit_test(a_payload_is_what_was_sent),
		cmocka_unit_test(numbers_that_arrive),
		cmocka_unit_test(a_window_moves_without_a_trace),
		cmocka_unit_test(question_and_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
