// SPDX-License-Identifier: GPL-2.0-only
/* text.c - command lines, pktgen's texts, and tapes of choices. */
#include <stdio.h>
#include <string.h>
#include "cmd/load_opts.h"
#include "cmd/record_opts.h"
#include "rng.h"
#include "scenario.h"
#include "seeds.h"

/* Every option of a table, a line each; one that needs an argument has a number. */
static void put_table(const char *name, char command, const struct txr_opt *o,
		      const char *first)
{
	char text[4096];
	size_t n = (size_t)snprintf(text, sizeof(text), "%c%s", command, first);

	for (; (o->letter || o->name) && n < sizeof(text) - 100; o++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "--%s%s%s\n",
				      o->name ? o->name : "", o->arg ? "\n" : "",
				      !o->arg ? "" : o->choices ? o->choices[0] : "10");
	seed_put("options", name, text, n);
}

void seeds_options(void)
{
	static const char *const words[] = {
		"0--duration\n500ms\n-b8M\n-d\neth*\n--\nping\n-c1", "1udp\n::1\n--rate=10G",
		"1pktgen\n-d\neth0\n--cpus\n0,2-3\n--src-ports\n9-19", "2--time\n10%-20%\n-Q",
		"2--time=1.5,2.25\n--sort\nin_device.max", "3--time\n10%/2\n--csv", "4-n1\n-b",
		"518446744073709551615\n0.000000001\n16777215G\n1h\n0-1023",
	};
	char name[32];
	size_t i;

	put_table("record", '0', txr_cmd_record.options, "");
	put_table("load-udp", '1', txr_load_options, "udp\n");
	put_table("load-pktgen", '1', txr_load_options, "pktgen\n");
	put_table("report", '2', txr_cmd_report.options, "");
	put_table("script", '3', txr_cmd_script.options, "");
	put_table("top", '4', txr_cmd_top.options, "");
	put_table("doctor", '5', txr_cmd_doctor.options, "");
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		snprintf(name, sizeof(name), "words-%zu", i);
		seed_put("options", name, words[i], strlen(words[i]));
	}
}

void seeds_pktgen(void)
{
	static const char *const texts[] = {
		"0burst 32\nParams: count 5000  min_pkt_size: 58  max_pkt_size: 58\n"
		"     frags: 0  delay: 0  clone_skb: 0  ifname: eth0@0\nCurrent:\n"
		"     pkts-sofar: 5007  errors: 0\n     cur_queue_map: 0\n"
		"Result: OK: 16797(c16661+d135) usec, 5007 (58byte,0frags)\n"
		"  298082pps 138Mb/sec (138310048bps) errors: 0\n",
		"0add_device eth0\nRunning: eth0@0 eth1@1 \nStopped: eth2 \nResult: OK: add\n",
		"0skb_burst 4\nResult: No such parameter \"skb_burst\"\n",
		"0burst 32\nOK: burst=31", "0xmit_mode queue_xmit\nERROR: -95", "0node 3\nno",
		"2clone_skb 1\n", "4add_device eth9\n", "3count 1\n",
	};
	char name[32];
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		snprintf(name, sizeof(name), "text-%zu", i);
		seed_put("pktgen", name, texts[i], strlen(texts[i]));
	}
}

static void put_tape(const char *target, unsigned int nr, const unsigned char *head, size_t n,
		     size_t len)
{
	struct rng r = { .s = 1000 + nr };
	unsigned char tape[2048];
	char name[32];
	size_t i;

	memcpy(tape, head, n);
	for (i = n; i < len; i++)
		tape[i] = (unsigned char)rng_below(&r, 256);
	snprintf(name, sizeof(name), "tape-%u", nr);
	seed_put(target, name, tape, len);
}

void seeds_tapes(void)
{
	unsigned int i;

	for (i = 0; i < 40; i++)
		put_tape("pair", i, (unsigned char []){ (unsigned char)(i % 8) }, 1, 200 + 40 * i);
	for (i = 0; i < FAM_NR * 6; i++)
		put_tape("world", i, (unsigned char []){ (unsigned char)(i % FAM_NR),
			 (unsigned char)(i / FAM_NR), (unsigned char)(i % 3) }, 3, 256);
}
