/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_probe_def.h - the text of each probe: a line for kprobe_events or
 * dynamic_events (Documentation/trace/kprobetrace.rst of the kernel). The names
 * of events and fields are those that decode_bind.c knows.
 */
#ifndef TXRING_TRACEFS_PROBE_DEF_H
#define TXRING_TRACEFS_PROBE_DEF_H

#include <stdbool.h>
#include <stddef.h>
#include "btf.h"

#define TXR_PROBE_LINE 512

/* Offsets in this kernel's structs. */
struct txr_probe_layout {
	long dev_name, dev_ifindex, dev_tx, dev_net;	/* net_device */
	long net_cookie;				/* net */
	long txq_dev, txq_state, txq_size;		/* netdev_queue */
	long skb_len, skb_queue;			/* sk_buff */
};

/* From BTF; false if something is not there. */
bool txr_probe_layout(struct txr_probe_layout *l, const struct txr_btf *b);

/* type: "p" or "f". symbol: its name is another by version. */
void txr_def_irq(char line[TXR_PROBE_LINE], const char *type, const char *group,
		 const char *symbol);
void txr_def_napi(char line[TXR_PROBE_LINE], const char *type, const char *group);
void txr_def_wake(char line[TXR_PROBE_LINE], const char *type, const char *group,
		  const struct txr_probe_layout *l);
/* place: [MODULE:]SYMBOL. */
void txr_def_xmit(char line[TXR_PROBE_LINE], const char *group, const char *event,
		  const char *place, const struct txr_probe_layout *l);
void txr_def_xmit_return(char line[TXR_PROBE_LINE], const char *group, const char *event,
			 const char *place);

#endif
