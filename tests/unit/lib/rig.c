// SPDX-License-Identifier: GPL-2.0-only
/* rig.c - a decoder with a machine's formats, and records decoded one by one. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "rig.h"

struct rig rig_new(struct machine m)
{
	struct rig r = { .m = m, .devs = txr_devtab_new() };

	r.d = txr_decoder_new(r.devs, m.big_endian);
	assert_non_null(r.d);
	return r;
}

void rig_free(struct rig *r)
{
	txr_decoder_free(r->d);
	txr_devtab_free(r->devs);
}

void rig_know(struct rig *r, const char *system, const char *name)
{
	struct ev *e = ev_new(&r->m, system, name);

	if (e)
		assert_int_equal(txr_decoder_add_format(r->d, system, e->text,
							strlen(e->text)), 1);
	free(e);
}

void rig_know_all(struct rig *r, bool patched)
{
	rig_know(r, "net", "net_dev_start_xmit");
	rig_know(r, "net", "net_dev_xmit");
	rig_know(r, "skb", "consume_skb");
	rig_know(r, "skb", "kfree_skb");
	rig_know(r, "net", "netif_rx");
	rig_know(r, "net", "netif_receive_skb");
	rig_know(r, "net", "napi_gro_receive_entry");
	rig_know(r, "net", "net_dev_xmit_timeout");
	rig_know(r, "napi", "dql_stall_detected");
	if (!patched)
		return;
	rig_know(r, "skb", "netdev_start_xmit");
	rig_know(r, "skb", "netdev_xmit_done");
	rig_know(r, "skb", "dev_kfree_skb_irq");
	rig_know(r, "skb", "napi_consume_skb");
	rig_know(r, "skb", "skb_unref");
	rig_know(r, "skb", "netif_tx_wake_queue");
}

void rig_know_why(struct rig *r)
{
	rig_know(r, "net", "net_dev_queue");
	rig_know(r, "irq", "irq_handler_entry");
	rig_know(r, "irq", "irq_handler_exit");
	rig_know(r, "irq", "softirq_raise");
	rig_know(r, "irq", "softirq_entry");
	rig_know(r, "irq", "softirq_exit");
	rig_know(r, "napi", "napi_poll");
}

int rig_decode(struct rig *r, const char *system, const char *name, unsigned int flags,
		  int pid, const struct ev_value *v, struct txr_event *ev)
{
	struct ev *e = ev_new(&r->m, system, name);
	struct bytes b = { 0 };
	uint8_t *exact;
	int ret;

	assert_non_null(e);
	ev_record(e, &b, flags, pid, v);
	exact = malloc(b.n);
	memcpy(exact, b.p, b.n);
	memset(ev, 0xee, sizeof(*ev));
	ret = txr_decode(r->d, exact, b.n, exact + b.n, 12345, 7, ev);
	free(exact);
	bytes_free(&b);
	free(e);
	return ret;
}

const char *rig_dev_name(struct rig *r, const struct txr_event *ev)
{
	const struct txr_device *d = txr_devtab_get(r->devs, ev->dev);

	return d ? d->name : "(none)";
}

uint64_t rig_skb(const struct rig *r)
{
	return r->m.long_size == 8 ? 0xffff88810abcde00ULL : 0xc1abcde0;
}
