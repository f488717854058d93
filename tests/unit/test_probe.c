// SPDX-License-Identifier: GPL-2.0-only
/* What the probe tier finds out before it asks the kernel: BTF, symbols, names. */
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "lib/bytes.h"
#include "source/btf.h"
#include "source/tracefs_probe.h"
#include "source/tracefs_probe_def.h"

static const char strings[] = "\0dev\0len\0sk_buff\0queue_mapping\0flag\0int";
enum { S_DEV = 1, S_LEN = 5, S_SKB = 9, S_QUEUE = 17, S_FLAG = 31, S_INT = 36 };

#define STRUCT(n) (4u << 24 | (n))
#define UNION(n) (5u << 24 | (n))
#define KFLAG (1u << 31)

/* int; struct { len; queue_mapping } ; union { that }; sk_buff { dev, union, flag:1 } */
static const uint32_t types[] = {
	S_INT, 1u << 24, 4, 32,					/* 1 */
	0, STRUCT(2), 8, S_LEN, 1, 0, S_QUEUE, 1, 32,		/* 2 */
	0, UNION(1), 8, 0, 2, 0,				/* 3 */
	0, 2u << 24, 1,						/* 4: pointer */
	S_SKB, 7u << 24, 0,					/* 5: forward */
	S_SKB, KFLAG | STRUCT(3), 24, S_DEV, 4, 0, 0, 3, 64, S_FLAG, 1, 1u << 24 | 131,
};

static size_t btf_bytes(uint8_t *to)
{
	uint32_t head[6] = { 0x0001eb9f, 24, 0, sizeof(types), sizeof(types), sizeof(strings) };

	memcpy(to, head, sizeof(head));
	memcpy(to + 24, types, sizeof(types));
	memcpy(to + 24 + sizeof(types), strings, sizeof(strings));
	return 24 + sizeof(types) + sizeof(strings);
}

static void test_btf(void **state)
{
	uint8_t data[512];
	size_t len = btf_bytes(data);
	struct txr_btf *b;

	(void)state;
	assert_int_equal(txr_btf_parse(&b, data, len), 0);
	assert_int_equal(txr_btf_size(b, "sk_buff"), 24);
	assert_int_equal(txr_btf_offset(b, "sk_buff", "dev"), 0);
	assert_int_equal(txr_btf_offset(b, "sk_buff", "len"), 8);
	assert_int_equal(txr_btf_offset(b, "sk_buff", "queue_mapping"), 12);
	assert_int_equal(txr_btf_offset(b, "sk_buff", "flag"), -EINVAL);
	assert_int_equal(txr_btf_offset(b, "sk_buff", "no"), -ENOENT);
	assert_int_equal(txr_btf_offset(b, "no", "dev"), -ENOENT);
	assert_int_equal(txr_btf_size(b, "no"), -ENOENT);
	txr_btf_free(b);
	txr_btf_free(NULL);
	assert_int_equal(txr_btf_load(&b, "/nowhere/btf"), -ENOENT);
}

/* Cut anywhere, or with any byte wrong: refused, or read, never a crash. */
static void test_btf_broken(void **state)
{
	uint8_t data[512];
	size_t len = btf_bytes(data), i;
	struct txr_btf *b;

	(void)state;
	for (i = 0; i < len; i++) {
		uint8_t *part = malloc(i + 1);

		memcpy(part, data, i);
		assert_true(txr_btf_parse(&b, part, i) < 0);
		free(part);
	}
	for (i = 0; i < 8 * len; i++) {
		data[i / 8] ^= 1 << i % 8;
		if (!txr_btf_parse(&b, data, len)) {
			txr_btf_offset(b, "sk_buff", "queue_mapping");
			txr_btf_size(b, "sk_buff");
			txr_btf_free(b);
		}
		data[i / 8] ^= 1 << i % 8;
	}
}

static void test_groups(void **state)
{
	uint64_t start;
	int pid;

	(void)state;
	assert_true(txr_probe_group_parse("txring_12_345", &pid, &start));
	assert_int_equal(pid, 12);
	assert_int_equal(start, 345);
	assert_false(txr_probe_group_parse("txring", &pid, &start));
	assert_false(txr_probe_group_parse("txring_12", &pid, &start));
	assert_false(txr_probe_group_parse("txring_12_345x", &pid, &start));
	assert_false(txr_probe_group_parse("txring_-1_345", &pid, &start));
	assert_false(txr_probe_group_parse("txring_pktgen", &pid, &start));
	assert_false(txr_probe_group_parse("kprobes", &pid, &start));
}

static const char kallsyms[] =
	"0000000000000000 T napi_consume_skb\n"
	"0000000000000000 t napi_consume_skb_cold\n"
	"0000000000000000 t napi_consume_skb.part.0\n"
	"0000000000000000 r __ksymtab_napi_consume_skb\n"
	"0000000000000000 d wanted_data\n"
	"0000000000000000 t e1000_xmit_frame\t[e1000]\n"
	"0000000000000000 t e1000_xmit_frame\t[e1000e]\n";

static void test_symbols(void **state)
{
	char path[] = "/tmp/txring-test-XXXXXX";
	int fd = mkstemp(path);
	struct txr_symbol s;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, kallsyms, sizeof(kallsyms) - 1), sizeof(kallsyms) - 1);
	close(fd);
	assert_int_equal(txr_symbol_find(&s, path, NULL, "napi_consume_skb"), 0);
	assert_int_equal(s.count, 1);
	assert_string_equal(s.module, "");
	assert_int_equal(txr_symbol_find(&s, path, "", "wanted_data"), 0);
	assert_int_equal(s.count, 0);
	assert_int_equal(txr_symbol_find(&s, path, "", "e1000_xmit_frame"), 0);
	assert_int_equal(s.count, 2);
	assert_int_equal(txr_symbol_find(&s, path, "e1000e", "e1000_xmit_frame"), 0);
	assert_int_equal(s.count, 1);
	assert_string_equal(s.module, "e1000e");
	assert_int_equal(txr_symbol_find(&s, path, "igb", "e1000_xmit_frame"), 0);
	assert_int_equal(s.count, 0);
	unlink(path);
	assert_int_equal(txr_symbol_find(&s, path, NULL, "napi_consume_skb"), -ENOENT);
}

static void test_definitions(void **state)
{
	struct txr_probe_layout l = {
		.dev_name = 1, .dev_ifindex = 2, .dev_tx = 3, .dev_net = 4, .net_cookie = 5,
		.txq_dev = 6, .txq_state = 7, .txq_size = 320, .skb_len = 8, .skb_queue = 9,
	};
	char line[TXR_PROBE_LINE];

	(void)state;
	txr_def_irq(line, "f", "txring_1_2", "dev_kfree_skb_irq_reason");
	assert_string_equal(line, "f:txring_1_2/dev_kfree_skb_irq dev_kfree_skb_irq_reason "
			    "skbaddr=$arg1:x64 reason=$arg2:s32");
	txr_def_wake(line, "p", "txring_1_2", &l);
	assert_string_equal(line, "p:txring_1_2/netif_tx_wake_queue netif_tx_wake_queue "
			    "name=+1(+6($arg1)):string ifindex=+2(+6($arg1)):s32 "
			    "net_cookie=+5(+4(+6($arg1))):u64 txq=$arg1:x64 "
			    "txq_base=+3(+6($arg1)):x64 txq_size=\\320:u32 "
			    "state_before=+7($arg1):u32");
	txr_def_xmit(line, "txring_1_2", "xmit0", "e1000e:e1000_xmit_frame", &l);
	assert_string_equal(line, "p:txring_1_2/xmit0 e1000e:e1000_xmit_frame "
			    "skbaddr=$arg1:x64 len=+8($arg1):u32 queue=+9($arg1):u16 "
			    "name=+1($arg2):string ifindex=+2($arg2):s32 "
			    "net_cookie=+5(+4($arg2)):u64");
	txr_def_xmit_return(line, "txring_1_2", "xmit0_return", "e1000e:e1000_xmit_frame");
	assert_string_equal(line, "r:txring_1_2/xmit0_return e1000e:e1000_xmit_frame "
			    "rc=$retval:s32");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_btf),
		cmocka_unit_test(test_btf_broken),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_symbols),
		cmocka_unit_test(test_definitions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
