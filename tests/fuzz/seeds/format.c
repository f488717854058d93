// SPDX-License-Identifier: GPL-2.0-only
/* format.c - formats of each kernel with records of them, for fuzz_format. */
#include <stdio.h>
#include <string.h>
#include "lib/events.h"
#include "seeds.h"

static const struct {
	const char *system, *name;
	char letter;		/* of the system in fuzz_format.c */
} events[] = {
	{ "net", "net_dev_start_xmit", 'f' }, { "net", "net_dev_xmit", 'f' },
	{ "skb", "consume_skb", 'a' }, { "skb", "kfree_skb", 'a' },
	{ "net", "netif_rx", 'f' }, { "net", "net_dev_xmit_timeout", 'f' },
	{ "skb", "netdev_start_xmit", 'a' }, { "skb", "netdev_xmit_done", 'a' },
	{ "skb", "napi_consume_skb", 'a' }, { "skb", "netif_tx_wake_queue", 'a' },
	{ "txring_pktgen", "pktgen_start_xmit", 'd' },
	{ "txring_12_345", "xmit0", 'e' }, { "txring_12_345", "xmit0_return", 'e' },
	{ "txring_12_345", "netif_tx_wake_queue", 'e' },
};

static void add_record(struct bytes *b, const struct ev *e)
{
	static const struct ev_value v[] = {
		{ "skbaddr", 0xffff888000001000ULL, NULL }, { "name", 0, "eth0" },
		{ "len", 1514, NULL }, { "gso_size", 1448, NULL }, { "gso_segs", 3, NULL },
		{ "reason", 2, NULL }, { 0 }
	};
	struct bytes rec = { .big_endian = b->big_endian };

	ev_record(e, &rec, 0x10, 7, v);
	bytes_put(b, rec.n & 0xff, 1);
	bytes_add(b, rec.p, rec.n & 0xff);
	bytes_free(&rec);
}

static void one(const struct machine *m, size_t from, size_t to)
{
	struct bytes b = { .big_endian = m->big_endian }, records = b;
	char name[64];
	size_t i;

	bytes_put(&b, (m->big_endian ? 1 : 0) | 2, 1);
	for (i = from; i < to; i++) {
		struct ev *e = ev_new(m, events[i].system, events[i].name);

		if (!e)
			continue;
		bytes_put(&b, (uint64_t)events[i].letter, 1);
		bytes_text(&b, e->text);
		add_record(&records, e);
		free(e);
	}
	bytes_put(&b, 0, 1);
	bytes_add(&b, records.p, records.n);
	snprintf(name, sizeof(name), "k%d-%u%s-%zu", m->kernel, 8 * m->long_size,
		 m->big_endian ? "be" : "le", from);
	seed_put("format", name, b.p, b.n);
	bytes_free(&records);
	bytes_free(&b);
}

void seeds_format(void)
{
	const size_t n = sizeof(events) / sizeof(events[0]);
	int kernel;
	size_t i;

	for (kernel = K5_10; kernel < KERNELS; kernel++) {
		const struct machine m = { kernel, kernel == K5_10 ? 4 : 8, kernel == K6_12 };

		for (i = 0; i < n; i += 3)
			one(&m, i, i + 3 < n ? i + 3 : n);
	}
}
