// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_load_pktgen.c - pktgen's text of three kernels, as virtual machines printed
 * it, its refusals in words, and what is written to it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "lib/pktgen_fake.h"
#include "load/pktgen_seen.h"

static const char text_61[] =
	"Params: count 5000  min_pkt_size: 58  max_pkt_size: 58\n"
	"     frags: 0  delay: 0  clone_skb: 0  ifname: eth0@0\n"
	"     flows: 0 flowlen: 0\n     queue_map_min: 0  queue_map_max: 0\n"
	"     dst_min:   dst_max: \n     src_min:   src_max: \n"
	"     src_mac: 52:54:00:12:34:56 dst_mac: 02:00:00:00:00:02\n"
	"     udp_src_min: 9  udp_src_max: 9  udp_dst_min: 9  udp_dst_max: 9\n"
	"     src_mac_count: 0  dst_mac_count: 0\n     vlan_id: 5  vlan_p: 0  vlan_cfi: 0\n"
	"     burst: 8\n     node: 0\n     Flags: \nCurrent:\n"
	"     pkts-sofar: 5007  errors: 0\n"
	"     started: 4500624us  stopped: 4517421us idle: 135us\n"
	"     seq_num: 5008  cur_dst_mac_offset: 0  cur_src_mac_offset: 0\n"
	"     cur_saddr: 192.0.2.1  cur_daddr: 0.0.0.0\n     cur_udp_dst: 9  cur_udp_src: 9\n"
	"     cur_queue_map: 0\n     flows: 0\n"
	"Result: OK: 16797(c16661+d135) usec, 5007 (58byte,0frags)\n"
	"  298082pps 138Mb/sec (138310048bps) errors: 0\n";

/* Set up, not started; packets of several sizes. */
static const char text_612_idle[] =
	"Params: count 0  min_pkt_size: 60  max_pkt_size: 60\n"
	"     imix_weights: 64,7 576,4 \n"
	"     frags: 0  delay: 0  clone_skb: 0  ifname: eth0@1\n"
	"     flows: 0 flowlen: 0\n"
	"     queue_map_min: 1  queue_map_max: 1\n"
	"     saddr: ::  min_saddr: ::  max_saddr: ::\n"
	"     daddr: 2001:db8::2  min_daddr: ::  max_daddr: ::\n"
	"     src_mac: 52:54:00:12:34:56 dst_mac: 02:00:00:00:00:02\n"
	"     udp_src_min: 9  udp_src_max: 9  udp_dst_min: 9  udp_dst_max: 9\n"
	"     src_mac_count: 0  dst_mac_count: 0\n"
	"     xmit_mode: xmit_queue\n"
	"     Flags: IPV6  NO_TIMESTAMP  SHARED  \n"
	"Current:\n"
	"     pkts-sofar: 0  errors: 0\n"
	"     imix_size_counts: 64,0 576,0 \n"
	"     started: 0us  stopped: 0us idle: 0us\n"
	"     seq_num: 0  cur_dst_mac_offset: 0  cur_src_mac_offset: 0\n"
	"     cur_saddr: ::  cur_daddr: 2001:db8::2\n"
	"     cur_udp_dst: 0  cur_udp_src: 0\n"
	"     cur_queue_map: 0\n"
	"     flows: 0\n"
	"Result: OK: xmit_mode=queue_xmit\n";

static const char text_612[] =
	"Params: count 17  min_pkt_size: 58  max_pkt_size: 58\n"
	"     imix_weights: 64,7 576,4 \n"
	"     frags: 0  delay: 0  clone_skb: 0  ifname: eth0@1\n"
	"     flows: 0 flowlen: 0\n"
	"     queue_map_min: 0  queue_map_max: 0\n"
	"     dst_min: 192.0.2.2  dst_max: \n"
	"     src_min:   src_max: \n"
	"     src_mac: 52:54:00:12:34:56 dst_mac: 02:00:00:00:00:02\n"
	"     udp_src_min: 9  udp_src_max: 9  udp_dst_min: 9  udp_dst_max: 9\n"
	"     src_mac_count: 0  dst_mac_count: 0\n"
	"     xmit_mode: xmit_queue\n"
	"     Flags: SHARED  \n"
	"Current:\n"
	"     pkts-sofar: 17  errors: 0\n"
	"     imix_size_counts: 64,13 576,4 \n"
	"     started: 8360329us  stopped: 8362133us idle: 695us\n"
	"     seq_num: 18  cur_dst_mac_offset: 0  cur_src_mac_offset: 0\n"
	"     cur_saddr: 192.0.2.1  cur_daddr: 192.0.2.2\n"
	"     cur_udp_dst: 9  cur_udp_src: 9\n"
	"     cur_queue_map: 0\n"
	"     flows: 0\n"
	"Result: OK: 1804(c1109+d695) usec, 17 (64byte,0frags)\n"
	"  9420pps 13Mb/sec (13902434bps) errors: 0\n";

static const char text_72[] =
	"Params: count 5000  min_pkt_size: 58  max_pkt_size: 58\n"
	"     frags: 0  delay: 0  clone_skb: 0  ifname: eth0@0\n"
	"     flows: 0 flowlen: 0\n     queue_map_min: 0  queue_map_max: 0\n"
	"     dst_min:   dst_max: \n     src_min:   src_max: \n"
	"     src_mac: 52:54:00:12:34:56 dst_mac: 02:00:00:00:00:02\n"
	"     udp_src_min: 9  udp_src_max: 9  udp_dst_min: 9  udp_dst_max: 9\n"
	"     src_mac_count: 0  dst_mac_count: 0\n     vlan_id: 5  vlan_p: 0  vlan_cfi: 0\n"
	"     burst: 8\n     skb_burst: 4\n     node: 0\n     Flags: SHARED  \nCurrent:\n"
	"     pkts-sofar: 5002  errors: 0\n"
	"     started: 4121692us  stopped: 4144852us idle: 114us\n"
	"     seq_num: 5003  cur_dst_mac_offset: 0  cur_src_mac_offset: 0\n"
	"     cur_saddr: 192.0.2.1  cur_daddr: 0.0.0.0\n     cur_udp_dst: 9  cur_udp_src: 9\n"
	"     cur_queue_map: 0\n     flows: 0\n"
	"Result: OK: 23159(c23045+d114) usec, 5002 (58byte,0frags)\n"
	"  215976pps 100Mb/sec (100212864bps) errors: 0\n";

static void results_of_three_kernels(void **state)
{
	struct txr_pktgen_result r;
	struct txr_err err = { 0 };

	(void)state;
	assert_int_equal(txr_pktgen_parse(&r, text_61, &err), 0);
	assert_true(r.finished);
	assert_int_equal(r.count, 5000);
	assert_int_equal(r.packets, 5007);
	assert_int_equal(r.elapsed_us, 16797);
	assert_int_equal(r.busy_us, 16661);
	assert_int_equal(r.idle_us, 135);
	assert_int_equal(r.pps, 298082);
	assert_int_equal(r.bps, 138310048);
	assert_int_equal(r.bytes, 58);
	assert_int_equal(txr_pktgen_parse(&r, text_72, &err), 0);
	assert_true(r.finished);
	assert_int_equal(r.packets, 5002);
	assert_int_equal(r.pps, 215976);
	assert_int_equal(txr_pktgen_parse(&r, text_612, &err), 0);
	assert_true(r.finished);
	assert_int_equal(r.count, 17);
	assert_int_equal(r.packets, 17);
	assert_int_equal(r.errors, 0);
	assert_int_equal(r.elapsed_us, 1804);
	assert_int_equal(r.busy_us, 1109);
	assert_int_equal(r.idle_us, 695);
	assert_int_equal(r.pps, 9420);
	assert_int_equal(r.bps, 13902434);
	/* One that never ran: its OK is that of the last parameter. */
	assert_int_equal(txr_pktgen_parse(&r, text_612_idle, &err), 0);
	assert_false(r.finished);
	assert_int_equal(r.packets, 0);
	assert_string_equal(r.text, "OK: xmit_mode=queue_xmit");
}

static void a_text_cut_anywhere_is_no_result(void **state)
{
	struct txr_pktgen_result r;
	size_t len = strlen(text_61), i;
	char *cut;

	(void)state;
	for (i = 0; i < len - 1; i++) {
		struct txr_err err = { 0 };

		cut = strndup(text_61, i);
		assert_non_null(cut);
		if (txr_pktgen_parse(&r, cut, &err))
			assert_int_equal(err.code, EPROTO);
		else
			assert_false(r.finished);
		free(cut);
	}
}

static void devices_of_a_thread(void **state)
{
	char first[32];

	(void)state;
	assert_int_equal(txr_pktgen_devices("Running: \nStopped: \nResult: NA\n", first, 32), 0);
	assert_string_equal(first, "");
	assert_int_equal(txr_pktgen_devices("Running: \nStopped: eth0@0 \nResult: NA\n", first,
					    32), 1);
	assert_string_equal(first, "eth0@0");
	assert_int_equal(txr_pktgen_devices("Running: a b \nStopped: c \nResult: NA\n", first,
					    32), 3);
	assert_string_equal(first, "a");
}

struct refusal {
	enum txr_xmit_mode mode;
	const char *command;
	int code;
	const char *result, *says;
};

static void each_refusal_is_explained(void **state)
{
	static const struct refusal list[] = {
		{ 0, "add_device eth0@0", ENODEV, "ERROR: can not add device eth0@0",
		  "no such device in this network namespace" },
		{ 0, "add_device eth0@0", ENETDOWN, "", "ip link set eth0 up" },
		{ 0, "add_device eth0@0", EBUSY, "", "pktgen uses it already" },
		{ 0, "add_device eth0@0", EINVAL, "", "Ethernet and loopback" },
		{ 0, "burst 8", 524, "OK: count=0", "--burst on eth0: its driver" },
		{ 0, "burst 8", EOPNOTSUPP, "", "no skb sharing" },
		{ 0, "clone_skb 8", 524, "", "--clone-skb on eth0: its driver" },
		{ TXR_XMIT_RECEIVE, "clone_skb 8", 524, "",
		  "--xmit-mode netif_receive and --clone-skb" },
		{ TXR_XMIT_QUEUE, "burst 8", EOPNOTSUPP, "", "--xmit-mode queue_xmit and --burst" },
		{ 0, "skb_burst 8", EINVAL, "No such parameter \"skb_burst\"",
		  "load the companion" },
		{ 0, "skb_burst 8", EOPNOTSUPP, "", "--skb-burst and --xmit-mode" },
		{ 0, "skb_burst 8", EINVAL, "", "no --burst or --clone-skb" },
		{ 0, "nosuch 1", EINVAL, "No such parameter \"nosuch\"", "does not know it" },
		{ 0, "count 1", EPERM, "", "be root" },
		{ TXR_XMIT_QUEUE, "xmit_mode queue_xmit", 0, "xmit_mode -:queue_xmit:- unknown\n"
		  "Available modes: start_xmit, netif_receive\n", "no such mode" },
		{ 0, "node 900", 0, "ERROR: node not possible", "no such NUMA node" },
		{ 0, "flag FROB", 0, "Flag -:FROB:- unknown\nAvailable flags, ...", "refused: Flag" },
		{ 0, "pkt_size 10", 0, "OK: pkt_size=42", "was taken as 42" },
		{ 0, "count 50000000000", 0, "OK: count=5000000000", "was taken as 5000000000" },
	};
	struct txr_pktgen_config c = { .dev = "eth0", .node = 900 };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct txr_err err = { 0 };

		c.mode = list[i].mode;
		assert_true(txr_pktgen_explain(&c, list[i].command, list[i].code, list[i].result,
					       &err) < 0);
		if (!strstr(err.text, list[i].says))
			fail_msg("%s: got '%s'", list[i].says, err.text);
		assert_null(strchr(err.text, '\n'));
	}
}

static void what_is_taken_is_no_refusal(void **state)
{
	static const char *const taken[][2] = {
		{ "count 5000", "OK: count=5000" }, { "dst_mac 02:00:00:00:00:02",
		  "OK: dstmac 02:00:00:00:00:02" }, { "flag !SHARED", "OK: flags=0x0" },
		{ "dst_min 192.0.2.2", "OK: dst_min=192.0.2.2" },
		{ "add_device eth0@0", "OK: add_device=eth0@0" }, { "burst 1", "OK: burst=1" },
		{ "xmit_mode queue_xmit", "OK: xmit_mode=queue_xmit" },
	};
	struct txr_pktgen_config c = { .dev = "eth0" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
		struct txr_err err = { 0 };

		assert_int_equal(txr_pktgen_explain(&c, taken[i][0], 0, taken[i][1], &err), 0);
		assert_int_equal(err.code, 0);
	}
}

static void a_rate_is_a_delay(void **state)
{
	struct txr_pktgen_config c = { .threads = 1, .size_bytes = 125, .rate_bps = 1000000 };
	struct txr_err err = { 0 };
	uint64_t ns;

	(void)state;
	assert_int_equal(txr_pktgen_delay(&c, &ns, &err), 0);
	assert_int_equal(ns, 1000000);
	c.threads = 2;		/* each has half of it */
	assert_int_equal(txr_pktgen_delay(&c, &ns, &err), 0);
	assert_int_equal(ns, 2000000);
	c.burst = 8;		/* one delay a burst */
	assert_int_equal(txr_pktgen_delay(&c, &ns, &err), 0);
	assert_int_equal(ns, 16000000);
	c = (struct txr_pktgen_config){ .threads = 1, .pps = 1000 };
	assert_int_equal(txr_pktgen_delay(&c, &ns, &err), 0);
	assert_int_equal(ns, 1000000);
	c = (struct txr_pktgen_config){ .threads = 4, .pps = 1 };
	assert_int_equal(txr_pktgen_delay(&c, &ns, &err), -ERANGE);
	assert_non_null(strstr(err.text, "--pps"));
}

static struct txr_pktgen_config plain(unsigned int threads)
{
	return (struct txr_pktgen_config){ .dev = "eth0", .threads = threads, .count = 100,
		.size_bytes = 60, .vlan = -1, .node = -1,
		.dst_mac = { 2, 0, 0, 0, 0, 2 } };
}

static void what_is_written(void **state)
{
	struct fake_pktgen f = { .writes = 0 };
	struct txr_pktgen_io io = fake_io(&f);
	struct txr_pktgen_config c = plain(2);
	struct txr_pktgen_result r;
	struct txr_err err = { 0 };
	struct txr_pktgen p;

	(void)state;
	c.burst = 4;
	c.own_skb = true;
	assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
	p.queues = 1;
	assert_int_equal(txr_pktgen_setup(&p, &c, &err), 0);
	assert_true(fake_wrote(&f, "kpktgend_0: add_device eth0@0"));
	assert_true(fake_wrote(&f, "kpktgend_1: add_device eth0@1"));
	assert_true(fake_wrote(&f, "eth0@1: count 100"));
	assert_true(fake_wrote(&f, "eth0@1: burst 4"));
	assert_true(fake_wrote(&f, "eth0@0: dst_mac 02:00:00:00:00:02"));
	assert_true(fake_wrote(&f, "eth0@0: dst_min 198.18.0.42"));
	assert_true(fake_wrote(&f, "eth0@1: flag !SHARED"));
	/* One queue: both threads use it. */
	assert_true(fake_wrote(&f, "eth0@1: queue_map_max 0"));
	assert_false(fake_wrote(&f, "eth0@0: clone_skb 0"));
	assert_int_equal(txr_pktgen_start(&p, &err), 0);
	assert_int_equal(txr_pktgen_stop(&p, &err), 0);
	assert_int_equal(txr_pktgen_read(&p, 1, &r, &err), 0);
	assert_int_equal(r.packets, 100);
	assert_int_equal(txr_pktgen_close(&p, &err), 0);
	assert_true(fake_wrote(&f, "kpktgend_0: rem_device_all"));
	assert_true(fake_wrote(&f, "kpktgend_1: rem_device_all"));
	assert_string_equal(f.thread[0].dev, "");
	assert_string_equal(f.thread[1].dev, "");
}

static void a_stop_ends_what_has_no_end(void **state)
{
	struct fake_pktgen f = { .holds = true };
	struct txr_pktgen_io io = fake_io(&f);
	struct txr_pktgen_config c = plain(1);
	struct txr_err err = { 0 };
	struct txr_pktgen p;

	(void)state;
	c.count = 0;
	assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
	assert_int_equal(txr_pktgen_setup(&p, &c, &err), 0);
	assert_int_equal(txr_pktgen_start(&p, &err), 0);
	assert_int_equal(txr_pktgen_close(&p, &err), 0);
	assert_true(f.stops > 0);
	assert_string_equal(f.thread[0].dev, "");
}

/* A parameter that is refused: devices go all the same, and the cause is told. */
static void a_refusal_leaves_nothing(void **state)
{
	static const struct { const char *command; int code; const char *result, *says; } list[] = {
		{ "add_device", ENODEV, NULL, "no such device" },
		{ "burst", 524, NULL, "no skb sharing" },
		{ "xmit_mode", 0, "xmit_mode -:x:- unknown\nAvailable", "no such mode" },
		{ "pkt_size", 0, "OK: pkt_size=42", "was taken as 42" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct fake_pktgen f = { .refuse = list[i].command, .refuse_code = list[i].code,
					 .refuse_result = list[i].result };
		struct txr_pktgen_io io = fake_io(&f);
		struct txr_pktgen_config c = plain(2);
		struct txr_err err = { 0 };
		struct txr_pktgen p;

		c.burst = 8;
		assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
		assert_true(txr_pktgen_setup(&p, &c, &err) < 0);
		if (!strstr(err.text, list[i].says))
			fail_msg("%s: got '%s'", list[i].says, err.text);
		memset(&err, 0, sizeof(err));
		assert_int_equal(txr_pktgen_close(&p, &err), 0);
		assert_string_equal(f.thread[0].dev, "");
	}
}

static void no_shared_flag_is_no_failure(void **state)
{
	struct fake_pktgen f = { .refuse = "flag !SHARED",
				 .refuse_result = "Flag -:!SHARED:- unknown\nAvailable flags" };
	struct txr_pktgen_io io = fake_io(&f);
	struct txr_pktgen_config c = plain(1);
	struct txr_err err = { 0 };
	struct txr_pktgen p;

	(void)state;
	c.own_skb = true;
	assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
	assert_int_equal(txr_pktgen_setup(&p, &c, &err), 0);
	assert_true(p.no_shared_flag);
	assert_int_equal(txr_pktgen_close(&p, &err), 0);
}

static void others_are_not_disturbed(void **state)
{
	struct fake_pktgen f = { .writes = 0 };
	struct txr_pktgen_io io = fake_io(&f);
	struct txr_err err = { 0 };
	struct txr_pktgen p;

	(void)state;
	strcpy(f.thread[2].dev, "eth7");
	assert_int_equal(txr_pktgen_open(&p, &io, &err), -EBUSY);
	assert_non_null(strstr(err.text, "kpktgend_2 has eth7 already"));
	memset(&err, 0, sizeof(err));
	assert_int_equal(txr_pktgen_close(&p, &err), 0);
	assert_int_equal(f.writes, 0);
}

static void what_cannot_be(void **state)
{
	struct fake_pktgen f = { .writes = 0 };
	struct txr_pktgen_io io = fake_io(&f);
	struct txr_pktgen_config c = plain(FAKE_THREADS + 1);
	struct txr_err err = { 0 };
	struct txr_pktgen p;

	(void)state;
	assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
	assert_int_equal(txr_pktgen_setup(&p, &c, &err), -ENOENT);
	assert_non_null(strstr(err.text, "kpktgend_4"));
	assert_int_equal(f.writes, 0);
	memset(&err, 0, sizeof(err));
	c = plain(1);
	c.count = 10000000000ULL;
	assert_int_equal(txr_pktgen_setup(&p, &c, &err), -ERANGE);
	assert_non_null(strstr(err.text, "ten digits"));
	txr_pktgen_close(&p, NULL);
}

/* Real files: no folder, one without rights to write, one that reads back. */
static void files_of_a_folder(void **state)
{
	char root[] = "/tmp/txring-pktgen.XXXXXX", path[64];
	struct txr_pktgen_io io = txr_pktgen_kernel;
	struct txr_err err = { 0 };
	struct txr_pktgen p;
	FILE *file;

	(void)state;
	assert_non_null(mkdtemp(root));
	io.root = root;
	assert_int_equal(txr_pktgen_open(&p, &io, &err), -ENOENT);
	assert_non_null(strstr(err.text, "no pktgen module"));
	memset(&err, 0, sizeof(err));
	snprintf(path, sizeof(path), "%s/pgctrl", root);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("Packet Generator\n", file);
	fclose(file);
	assert_int_equal(txr_pktgen_open(&p, &io, &err), 0);
	assert_int_equal(p.io.put(NULL, path, "start"), 0);
	snprintf(path, sizeof(path), "%s/gone", root);
	assert_int_equal(p.io.put(NULL, path, "start"), -ENOENT);
	assert_int_equal(p.io.put(NULL, "/dev/full", "start"), -ENOSPC);
	snprintf(path, sizeof(path), "%s/pgctrl", root);
	unlink(path);
	rmdir(root);
}

static void what_a_recording_shows(void **state)
{
	struct txr_pktgen_config c = { .mode = TXR_XMIT_START };

	(void)state;
	assert_null(txr_pktgen_unseen(&c, TXR_TIER_PATCHED, false, false));
	assert_non_null(strstr(txr_pktgen_unseen(&c, TXR_TIER_STOCK, false, true),
			       "--xmit-mode queue_xmit can be seen"));
	assert_null(txr_pktgen_unseen(&c, TXR_TIER_STOCK, true, true));
	assert_non_null(strstr(txr_pktgen_unseen(&c, TXR_TIER_STOCK, true, false), "reference"));
	c.burst = 8;
	assert_null(txr_pktgen_unseen(&c, TXR_TIER_PATCHED, false, false));
	assert_non_null(strstr(txr_pktgen_unseen(&c, TXR_TIER_STOCK, true, false), "--skb-burst"));
	c = (struct txr_pktgen_config){ .mode = TXR_XMIT_QUEUE };
	assert_null(txr_pktgen_unseen(&c, TXR_TIER_STOCK, false, true));
	assert_non_null(strstr(txr_pktgen_unseen(&c, TXR_TIER_STOCK, false, false), "6.12"));
	c.mode = TXR_XMIT_RECEIVE;
	assert_non_null(strstr(txr_pktgen_unseen(&c, TXR_TIER_PATCHED, false, true), "no tx ring"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_of_three_kernels),
		cmocka_unit_test(a_text_cut_anywhere_is_no_result),
		cmocka_unit_test(devices_of_a_thread),
		cmocka_unit_test(each_refusal_is_explained),
		cmocka_unit_test(what_is_taken_is_no_refusal),
		cmocka_unit_test(a_rate_is_a_delay),
		cmocka_unit_test(what_is_written),
		cmocka_unit_test(a_stop_ends_what_has_no_end),
		cmocka_unit_test(a_refusal_leaves_nothing),
		cmocka_unit_test(no_shared_flag_is_no_failure),
		cmocka_unit_test(others_are_not_disturbed),
		cmocka_unit_test(what_cannot_be),
		cmocka_unit_test(files_of_a_folder),
		cmocka_unit_test(what_a_recording_shows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
