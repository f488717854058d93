// SPDX-License-Identifier: GPL-2.0-only
/* test_capacity.c - packets per ring, by driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "sys/snap.h"

static int64_t capacity(const char *driver, int64_t ring, int64_t txqueuelen, int peer,
			const char **source)
{
	struct txr_device_state d;

	txr_device_state_init(&d);
	strcpy(d.driver, driver);
	d.ring_tx = ring;
	d.txqueuelen = txqueuelen;
	d.peer_polls = peer;
	return txr_capacity_packets(&d, source);
}

static int64_t small(const char *driver, int64_t ring, const char **source)
{
	struct txr_device_state d;

	txr_device_state_init(&d);
	strcpy(d.driver, driver);
	d.ring_tx = ring;
	return txr_capacity_small_packets(&d, source);
}

/* The figures measured in QEMU with packets of two descriptors. */
static void e1000e(void **state)
{
	static const int measured[][2] = {
		{ 80, 29 }, { 128, 53 }, { 256, 117 }, { 512, 245 },
	};
	const char *source;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(measured) / sizeof(measured[0]); i++)
		assert_int_equal(capacity("e1000e", measured[i][0], 1000, -1, &source),
				 measured[i][1]);
	assert_non_null(strstr(source, "packets with checksum offload"));
	assert_int_equal(capacity("e1000e", TXR_UNKNOWN, 1000, -1, &source), TXR_UNKNOWN);
	assert_null(source);
}

/* The rule by its words: fill descriptor by descriptor as the driver does. */
static int64_t fill(int ring, int keep, int each)
{
	int unused = ring - 1, packets = 0;

	do {
		unused -= each;
		packets++;
	} while (unused >= keep);
	return packets;
}

static void intel_rules_step_by_step(void **state)
{
	const char *source;
	int ring;

	(void)state;
	for (ring = 80; ring <= 4096; ring += 8) {
		assert_int_equal(capacity("e1000e", ring, 0, -1, &source), fill(ring, 22, 2));
		assert_int_equal(capacity("e1000", ring, 0, -1, &source), fill(ring, 24, 2));
		assert_int_equal(small("e1000e", ring, &source), fill(ring, 22, 1));
		assert_int_equal(small("e1000", ring, &source), fill(ring, 24, 1));
	}
	assert_non_null(strstr(source, "e1000: ring - 24"));
	assert_int_equal(small("e1000e", 256, &source), 234);	/* measured with pktgen */
	assert_int_equal(small("e1000e", TXR_UNKNOWN, &source), TXR_UNKNOWN);
	assert_int_equal(small("virtio_net", 256, &source), TXR_UNKNOWN);
	assert_null(source);
}

static void tun(void **state)
{
	const char *source;

	(void)state;
	assert_int_equal(capacity("tun", TXR_UNKNOWN, 118, -1, &source), 118);
	assert_string_equal(source, "tun: txqueuelen");
	assert_int_equal(capacity("tun", TXR_UNKNOWN, TXR_UNKNOWN, -1, &source), TXR_UNKNOWN);
	assert_null(source);
}

static void veth(void **state)
{
	const char *source;

	(void)state;
	assert_int_equal(capacity("veth", TXR_UNKNOWN, 1000, 1, &source), 256);
	assert_non_null(source);
	assert_int_equal(capacity("veth", TXR_UNKNOWN, 1000, 0, &source), TXR_UNKNOWN);
	assert_int_equal(capacity("veth", TXR_UNKNOWN, 1000, TXR_UNKNOWN, &source), TXR_UNKNOWN);
	assert_null(source);
}

static void virtio(void **state)
{
	const char *source;

	(void)state;
	/* After the packet that leaves 18 of 256 free the queue is stopped. */
	assert_int_equal(capacity("virtio_net", 256, 1000, -1, &source), 238);
	assert_int_equal(capacity("virtio_net", 19, 1000, -1, &source), 1);
	assert_int_equal(capacity("virtio_net", 16, 1000, -1, &source), 1);
	assert_int_equal(capacity("virtio_net", TXR_UNKNOWN, 1000, -1, &source), TXR_UNKNOWN);
}

static void no_rule(void **state)
{
	const char *source = "unset";

	(void)state;
	assert_int_equal(capacity("ixgbe", 512, 1000, -1, &source), TXR_UNKNOWN);
	assert_null(source);
	assert_int_equal(capacity("", 512, 1000, -1, &source), TXR_UNKNOWN);
	assert_int_equal(txr_capacity_packets(NULL, &source), TXR_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(e1000e), cmocka_unit_test(intel_rules_step_by_step),
		cmocka_unit_test(tun), cmocka_unit_test(veth), cmocka_unit_test(virtio),
		cmocka_unit_test(no_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
