// SPDX-License-Identifier: GPL-2.0-only
/* dat.c - small trace.dat files: each version, codec, byte order, long size. */
#include <stdio.h>
#include "lib/datfile.h"
#include "seeds.h"

static void put(struct dat *d, unsigned int cpu, uint64_t us, const char *system,
		const char *name, uint64_t skb)
{
	struct dat_buffer *b = &d->buffer[0];
	struct ev_value v[] = {
		{ "skbaddr", (d->m.long_size == 8 ? 0xffff888000000000ULL : 0xc0000000) + skb,
		  NULL },
		{ "name", 0, "eth0" }, { "len", 1514, NULL }, { "queue_mapping", skb >> 8 & 1, NULL },
		{ "reason", 2, NULL }, { "ifindex", 2, NULL }, { "refs", 1, NULL }, { 0 }
	};

	dat_put(d, &b->cpu[cpu % b->cpus], 1000000000ULL + 1000 * us, dat_ev(d, system, name),
		cpu ? 0x10 : 0, 7, v);
}

static void packets(struct dat *d, bool patched, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		uint64_t skb = 256 * (1 + i % 5), us = 100 * i;

		put(d, i, us, patched ? "skb" : "net",
		    patched ? "netdev_start_xmit" : "net_dev_start_xmit", skb);
		put(d, i, us + 5, patched ? "skb" : "net",
		    patched ? "netdev_xmit_done" : "net_dev_xmit", skb);
		if (patched)
			put(d, i + 1, us + 40, "skb", "napi_consume_skb", skb);
		put(d, i + 1, us + 50, "skb", i % 3 ? "consume_skb" : "kfree_skb", skb);
	}
}

static void finish(struct dat *d, const char *name)
{
	struct bytes b = dat_build(d);

	seed_put("tracedat", name, b.p, b.n);
	bytes_free(&b);
	dat_free(d);
}

static void form(int version, const char *codec, unsigned int size, bool big_endian, int kernel)
{
	const struct machine m = { kernel, size, big_endian };
	struct dat *d = dat_new(&m, 2);
	char name[64];

	d->version = version;
	d->codec = codec;
	d->page_size = version == 6 ? 1024 : 4096;
	d->clock = "mono";
	d->uname = "Linux host 6.12.1 #1 SMP x86_64";
	d->comms = "7 sender\n";
	packets(d, kernel == K7_2, 8);
	dat_lost(d, &d->buffer[0].cpu[0], 3);
	packets(d, kernel == K7_2, 2);
	snprintf(name, sizeof(name), "v%d-%s-%u%s-%d", version, codec, 8 * size,
		 big_endian ? "be" : "le", kernel);
	finish(d, name);
}

/* An instance beside the top buffer, stamps, discarded events, statistics. */
static void strange(int version)
{
	const struct machine m = { K6_12, 8, false };
	struct dat *d = dat_new(&m, 1);
	struct dat_buffer *b;
	char name[32];

	d->version = version;
	d->page_size = 1024;
	d->cpustat[0] = "CPU: 0\nentries: 5\noverrun: 2\ndropped events: 1\n";
	d->tsc.mult = 3;
	d->tsc.shift = 1;
	dat_discard(d, &d->buffer[0].cpu[0], 5, 24);
	dat_stamp(d, &d->buffer[0].cpu[0], 900000000);
	packets(d, false, 3);
	b = dat_add_buffer(d, "other", 1);
	dat_put(d, &b->cpu[0], 1000000000, dat_ev(d, "net", "net_dev_queue"), 0, 1, NULL);
	snprintf(name, sizeof(name), "v%d-strange", version);
	finish(d, name);
}

void seeds_tracedat(void)
{
	int be, kernel;

	for (be = 0; be < 2; be++) {
		form(6, "none", 8, be, K6_12);
		form(6, "none", 4, be, K5_10);
		form(7, "none", 8, be, K6_1);
		form(7, "zlib", 8, be, K6_18);
		form(7, "zstd", 4, be, K6_12);
	}
	for (kernel = K5_10; kernel < KERNELS; kernel++)
		form(6, "none", 8, false, kernel);
	strange(6);
	strange(7);
}
