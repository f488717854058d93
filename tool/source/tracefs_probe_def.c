// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_probe_def.c - the text of each probe. */
#include <stdio.h>
#include "tracefs_probe_def.h"

bool txr_probe_layout(struct txr_probe_layout *l, const struct txr_btf *b)
{
	l->dev_name = txr_btf_offset(b, "net_device", "name");
	l->dev_ifindex = txr_btf_offset(b, "net_device", "ifindex");
	l->dev_tx = txr_btf_offset(b, "net_device", "_tx");
	l->dev_net = txr_btf_offset(b, "net_device", "nd_net");
	l->net_cookie = txr_btf_offset(b, "net", "net_cookie");
	l->txq_dev = txr_btf_offset(b, "netdev_queue", "dev");
	l->txq_state = txr_btf_offset(b, "netdev_queue", "state");
	l->txq_size = txr_btf_size(b, "netdev_queue");
	l->skb_len = txr_btf_offset(b, "sk_buff", "len");
	l->skb_queue = txr_btf_offset(b, "sk_buff", "queue_mapping");
	return l->dev_name >= 0 && l->dev_ifindex >= 0 && l->dev_tx >= 0 &&
	       l->dev_net >= 0 && l->net_cookie >= 0 && l->txq_dev >= 0 &&
	       l->txq_state >= 0 && l->txq_size > 0 && l->skb_len >= 0 && l->skb_queue >= 0;
}

/* __dev_kfree_skb_irq(skb, reason), dev_kfree_skb_irq_reason() from 6.5 on. */
void txr_def_irq(char line[TXR_PROBE_LINE], const char *type, const char *group,
		 const char *symbol)
{
	snprintf(line, TXR_PROBE_LINE, "%s:%s/dev_kfree_skb_irq %s skbaddr=$arg1:x64 "
		 "reason=$arg2:s32", type, group, symbol);
}

void txr_def_napi(char line[TXR_PROBE_LINE], const char *type, const char *group)
{
	snprintf(line, TXR_PROBE_LINE, "%s:%s/napi_consume_skb napi_consume_skb "
		 "skbaddr=$arg1:x64 budget=$arg2:s32", type, group);
}

/*
 * netif_tx_wake_queue(txq) wakes a queue only if DRV_XOFF is set in its state
 * (net/core/dev.c). The queue's number is its place in the array dev->_tx, which
 * a probe cannot compute: the reader does.
 */
void txr_def_wake(char line[TXR_PROBE_LINE], const char *type, const char *group,
		  const struct txr_probe_layout *l)
{
	snprintf(line, TXR_PROBE_LINE, "%s:%s/netif_tx_wake_queue netif_tx_wake_queue "
		 "name=+%ld(+%ld($arg1)):string ifindex=+%ld(+%ld($arg1)):s32 "
		 "net_cookie=+%ld(+%ld(+%ld($arg1))):u64 txq=$arg1:x64 txq_base=+%ld(+%ld($arg1)):x64 txq_size=\\%ld:u32 "
		 "state_before=+%ld($arg1):u32", type, group, l->dev_name, l->txq_dev,
		 l->dev_ifindex, l->txq_dev, l->net_cookie, l->dev_net, l->txq_dev, l->dev_tx,
		 l->txq_dev, l->txq_size, l->txq_state);
}

/* ndo_start_xmit(skb, dev) */
void txr_def_xmit(char line[TXR_PROBE_LINE], const char *group, const char *event,
		  const char *place, const struct txr_probe_layout *l)
{
	snprintf(line, TXR_PROBE_LINE, "p:%s/%s %s skbaddr=$arg1:x64 len=+%ld($arg1):u32 "
		 "queue=+%ld($arg1):u16 name=+%ld($arg2):string ifindex=+%ld($arg2):s32 "
		 "net_cookie=+%ld(+%ld($arg2)):u64", group, event, place, l->skb_len,
		 l->skb_queue, l->dev_name, l->dev_ifindex, l->net_cookie, l->dev_net);
}

void txr_def_xmit_return(char line[TXR_PROBE_LINE], const char *group, const char *event,
			 const char *place)
{
	snprintf(line, TXR_PROBE_LINE, "r:%s/%s %s rc=$retval:s32", group, event, place);
}
