// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_device.c - what kind a device is, and how exact its figures would be.
 *
 * From driver and state alone: a recording learns the kind from the packets.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sys/doctor.h"
#include "sys/words.h"

struct verdict {
	const char *kind;
	enum txr_doc_figures figures;
	const char *why;
};

static const struct verdict
stacked = { "stacked", TXR_FIGURES_LOWER,
	    "its laps contain those of the device below: look there" },
handed = { "handover", TXR_FIGURES_NO_RING,
	   "packets are handed straight to a receiver: none is held" },
ifb = { "unknown", TXR_FIGURES_LOWER,
	"egress goes on to the device below, ingress is handed over: the packets will tell" },
synchronous = { "synchronous", TXR_FIGURES_INVISIBLE,
		"freed inside xmit: occupancy cannot be seen" },
ring_seen = { "ring", TXR_FIGURES_EXACT, "every release has an event" },
ring_tun = { "ring", TXR_FIGURES_EXACT,
	     "freed when read; a slot comes back up to 15 reads later" },
ring_veth = { "ring", TXR_FIGURES_EXACT, "held until the peer polls; released at hand-over" },
veth_unknown = { "unknown", TXR_FIGURES_IF_PROMPT,
		 "the peer's state is not known: a ring if it polls, else handed on" },
ring_late = { "ring", TXR_FIGURES_LATE,
	      "completes in hard-IRQ context with MSI-X: freed later than the ring is" },
ring_deferred = { "ring", TXR_FIGURES_LATE,
		  "the kernel frees packets of other CPUs later: see skb_defer_max" },
ring_prompt = { "ring", TXR_FIGURES_IF_PROMPT,
		"the driver must free in NAPI and hold no reference (timestamps)" },
unknown = { "unknown", TXR_FIGURES_IF_PROMPT, "no driver known: the packets will tell" };

static const struct verdict *judge_veth(const struct txr_device_state *s)
{
	if (s->peer_polls == 1)
		return &ring_veth;
	return s->peer_polls == 0 ? &handed : &veth_unknown;
}

/* Only on the stock tier do these differ: a free stands for the release there. */
static const struct verdict *judge_stock_ring(const struct txr_doctor *d,
					      const struct txr_device_state *s)
{
	/* e1000_put_txbuf() under e1000_intr_msix_tx() */
	static const char *const hard_irq[] = { "e1000e", NULL };

	if (txr_is_one_of(s->driver, hard_irq))
		return &ring_late;
	return d->defers == TXR_DOC_YES ? &ring_deferred : &ring_prompt;
}

static const struct verdict *judge(const struct txr_doctor *d,
				   const struct txr_device_state *s)
{
	static const char *const passes[] = { "netkit", "vxcan", NULL };
	static const char *const frees[] = { "dummy", "nlmon", "vcan", NULL };

	if (!strcmp(s->link_kind, "ifb") || !strcmp(s->driver, "ifb"))
		return &ifb;
	if (s->stacked)
		return &stacked;
	if (!strcmp(s->driver, "veth") || !strcmp(s->link_kind, "veth"))
		return judge_veth(s);
	if (!strcmp(s->name, "lo") || txr_is_one_of(s->driver, passes) ||
	    txr_is_one_of(s->link_kind, passes))
		return &handed;
	if (txr_is_one_of(s->driver, frees) || txr_is_one_of(s->link_kind, frees))
		return &synchronous;
	if (!strcmp(s->driver, "tun"))
		return &ring_tun;
	if (!s->driver[0])
		return &unknown;
	return d->tier == TXR_TIER_STOCK ? judge_stock_ring(d, s) : &ring_seen;
}

/* Limit 0 on every queue: no BQL, or no packet was sent yet; 0 all the same. */
static enum txr_doc_tri uses_bql(const struct txr_device_state *s)
{
	enum txr_doc_tri use = TXR_DOC_UNKNOWN;
	uint32_t i;

	for (i = 0; i < s->tx_queues; i++) {
		if (s->queue[i].bql_limit_bytes > 0)
			return TXR_DOC_YES;
		if (s->queue[i].bql_limit_bytes == 0)
			use = TXR_DOC_NO;
	}
	return use;
}

void txr_doctor_device(const struct txr_doctor *d, const struct txr_device_state *s,
		       struct txr_doc_device *out)
{
	const struct verdict *v = judge(d, s);

	memset(out, 0, sizeof(*out));
	out->state = s;
	out->kind = v->kind;
	out->figures = v->figures;
	out->why = v->why;
	out->capacity_packets = txr_capacity_packets(s, &out->capacity_source);
	out->bql = uses_bql(s);
	out->xdp_unseen = !strcmp(s->xdp_mode, "native") || !strcmp(s->xdp_mode, "offload");
}

/* Each name that was asked for is there. */
static int check_asked(const struct txr_doctor *d, const char *wanted, struct txr_err *err)
{
	char one[TXR_WANTED_BUF] = "";
	size_t i;

	do {
		wanted = txr_name_next(one, wanted);
		for (i = 0; i < d->snapshot.count; i++)
			if (txr_name_match(one, d->snapshot.dev[i].name))
				break;
		if (i == d->snapshot.count)
			return txr_fail(err, ENODEV, "device %s: none of that name in %s; %s", one,
					d->snapshot.namespaces > 1 ? "any network namespace seen" :
					"this network namespace",
					d->snapshot.namespaces > 1 ? "without -d all are shown" :
					"`ip link` shows them, -a looks into all namespaces");
	} while (wanted && *wanted);
	return 0;
}

int txr_doctor_devices(struct txr_doctor *d, const char *device, struct txr_err *err)
{
	size_t i;

	d->devices = calloc(d->snapshot.count + 1, sizeof(*d->devices));
	if (!d->devices)
		return -ENOMEM;
	for (i = 0; i < d->snapshot.count; i++) {
		const struct txr_device_state *s = &d->snapshot.dev[i];

		if (device && !txr_name_match(device, s->name))
			continue;
		txr_doctor_device(d, s, &d->devices[d->nr_devices++]);
	}
	return device ? check_asked(d, device, err) : 0;
}
