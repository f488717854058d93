// SPDX-License-Identifier: GPL-2.0-only
/* perf.c - small perf.data files: file and pipe, either byte order, packed or not. */
#include <stdio.h>
#include "lib/perffile.h"
#include "seeds.h"

struct form {
	const char *name;
	bool pipe, packed, big_endian, chain, other;
};

static const struct form forms[] = {
	{ "file", false, false, false, false, false },
	{ "file-chain", false, false, false, true, true },
	{ "file-be", false, false, true, false, true },
	{ "file-packed", false, true, false, false, false },
	{ "pipe", true, false, false, false, true },
	{ "pipe-be", true, false, true, true, false },
	{ "pipe-packed", true, true, false, true, true },
};

static void put(struct pd *d, const struct pd_attr *a, unsigned int cpu, uint64_t us,
		uint64_t skb)
{
	struct ev_value v[] = {
		{ "skbaddr", 0xffff888000000000ULL + skb, NULL }, { "name", 0, "eth0" },
		{ "len", 1514, NULL }, { "reason", 2, NULL }, { 0 }
	};

	pd_put(d, a, cpu, 1000000000ULL + 1000 * us, 7, v);
}

static void packets(struct pd *d, unsigned int n, bool packed)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		uint64_t skb = 256 * (1 + i % 5);

		put(d, &d->attr[0], i % 2, 100 * i, skb);
		put(d, &d->attr[1], i % 2, 100 * i + 5, skb);
		put(d, &d->attr[2 + (i % 3 == 0)], (i + 1) % 2, 100 * i + 50, skb);
		if (i % 3 == 2 && !packed)	/* perf packs no marks */
			pd_round(d);
	}
}

static void one(const struct form *f, enum kernel kernel)
{
	const struct machine m = { kernel, 8, f->big_endian };
	uint64_t type = PD_USUAL | (f->chain ? PD_CALLCHAIN | PD_READ : 0);
	struct pd *d = pd_new(&m, 2);
	struct bytes b;
	char name[64];

	pd_event(d, "net", "net_dev_start_xmit", type);
	pd_event(d, "net", "net_dev_xmit", type);
	pd_event(d, "skb", "consume_skb", type);
	pd_event(d, "skb", "kfree_skb", type);
	if (f->other)
		pd_other(d, 0, 0, PD_USUAL & ~PD_RAW);
	d->attr[0].frames = f->chain ? 2 : 0;
	d->pipe = f->pipe;
	pd_comm(d, 7, "sender");
	pd_fork(d, 8, 7);
	packets(d, 6, f->packed);
	pd_lost(d, &d->attr[0], 1, 1000700000, 3);
	packets(d, 2, f->packed);
	pd_lost_samples(d, &d->attr[0], 0, 4);
	if (f->packed)
		pd_pack(d, 300, f->chain);
	b = pd_build(d, NULL);
	snprintf(name, sizeof(name), "%s-%d", f->name, kernel);
	seed_put("perfdata", name, b.p, b.n);
	bytes_free(&b);
	pd_free(d);
}

void seeds_perfdata(void)
{
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		one(&forms[i], K6_1);
		one(&forms[i], i % 2 ? K_RT : K7_2);
	}
}
