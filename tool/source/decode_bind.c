// SPDX-License-Identifier: GPL-2.0-only
/* decode_bind.c - our events, and where in a record their fields are. */
#include <errno.h>
#include <string.h>
#include "decode_impl.h"

#define N(role) (1u << (role))

#define N_ALL	(N(R_FLAGS) | N(R_PID))
#define N_SKB	(N_ALL | N(R_SKB))
#define N_START	(N_SKB | N(R_NAME) | N(R_LEN))
#define N_DONE	(N_SKB | N(R_NAME) | N(R_RC))
#define N_QUEUE	(N_ALL | N(R_NAME) | N(R_QUEUE))
#define N_NUMBER (N_ALL | N(R_NUMBER))

#define SYS_PATCHED	"skb"
#define SYS_PKTGEN	"txring_pktgen"
#define SYS_PROBE	"txring"

static const struct txr_event_def defs[] = {
	{ "net", "net_dev_start_xmit", TXR_O_NET_DEV_START_XMIT, TXR_START, M_STOCK, N_START },
	{ "net", "net_dev_xmit", TXR_O_NET_DEV_XMIT, TXR_RESULT, M_STOCK, N_DONE },
	{ "skb", "consume_skb", TXR_O_CONSUME_SKB, TXR_FREE, M_STOCK, N_SKB },
	{ "skb", "kfree_skb", TXR_O_KFREE_SKB, TXR_FREE, M_STOCK, N_SKB },
	{ "net", "netif_rx", TXR_O_NETIF_RX, TXR_HANDOVER, M_STOCK, N_SKB },
	{ "net", "netif_receive_skb", TXR_O_NETIF_RECEIVE_SKB, TXR_HANDOVER, M_STOCK, N_SKB },
	{ "net", "napi_gro_receive_entry", TXR_O_NAPI_GRO_RECEIVE, TXR_HANDOVER, M_STOCK, N_SKB },
	{ "net", "net_dev_xmit_timeout", TXR_O_XMIT_TIMEOUT, TXR_WATCHDOG, M_STOCK, N_QUEUE },
	{ "napi", "dql_stall_detected", TXR_O_DQL_STALL, TXR_DQL_STALL, M_STOCK, N_ALL },

	{ "net", "net_dev_queue", TXR_O_NET_DEV_QUEUE, TXR_QUEUED, M_STOCK, N_SKB | N(R_NAME) },
	{ "irq", "irq_handler_entry", TXR_O_IRQ_HANDLER_ENTRY, TXR_IRQ_ENTRY, M_STOCK, N_NUMBER },
	{ "irq", "irq_handler_exit", TXR_O_IRQ_HANDLER_EXIT, TXR_IRQ_EXIT, M_STOCK,
	  N_NUMBER | N(R_RC) },
	{ "irq", "softirq_raise", TXR_O_SOFTIRQ_RAISE, TXR_SOFTIRQ_RAISE, M_STOCK, N_NUMBER },
	{ "irq", "softirq_entry", TXR_O_SOFTIRQ_ENTRY, TXR_SOFTIRQ_ENTRY, M_STOCK, N_NUMBER },
	{ "irq", "softirq_exit", TXR_O_SOFTIRQ_EXIT, TXR_SOFTIRQ_EXIT, M_STOCK, N_NUMBER },
	{ "napi", "napi_poll", TXR_O_NAPI_POLL, TXR_NAPI_POLL, M_STOCK,
	  N_ALL | N(R_NAPI) | N(R_NAME) | N(R_WORK) | N(R_BUDGET) },

	{ SYS_PATCHED, "netdev_start_xmit", TXR_O_NETDEV_START_XMIT, TXR_START, M_PATCHED, N_START },
	{ SYS_PATCHED, "netdev_xmit_done", TXR_O_NETDEV_XMIT_DONE, TXR_RESULT, M_PATCHED, N_DONE },
	{ SYS_PATCHED, "dev_kfree_skb_irq", TXR_O_DEV_KFREE_SKB_IRQ, TXR_RELEASE, M_PATCHED, N_SKB },
	{ SYS_PATCHED, "napi_consume_skb", TXR_O_NAPI_CONSUME_SKB, TXR_RELEASE, M_PATCHED,
	  N_SKB | N(R_BUDGET) },
	{ SYS_PATCHED, "skb_unref", TXR_O_SKB_UNREF, TXR_RELEASE, M_PATCHED, N_SKB },
	{ SYS_PATCHED, "netif_tx_wake_queue", TXR_O_TX_WAKE_QUEUE, TXR_WAKE, M_PATCHED, N_QUEUE },

	{ SYS_PKTGEN, "pktgen_start_xmit", TXR_O_PKTGEN_START, TXR_START, M_PKTGEN, N_START },
	{ SYS_PKTGEN, "pktgen_xmit_done", TXR_O_PKTGEN_DONE, TXR_RESULT, M_PKTGEN, N_DONE },

	{ SYS_PROBE, "dev_kfree_skb_irq", TXR_O_DEV_KFREE_SKB_IRQ, TXR_RELEASE, M_PROBE, N_SKB },
	{ SYS_PROBE, "napi_consume_skb", TXR_O_NAPI_CONSUME_SKB, TXR_RELEASE, M_PROBE,
	  N_SKB | N(R_BUDGET) },
	{ SYS_PROBE, "netif_tx_wake_queue", TXR_O_TX_WAKE_QUEUE, TXR_WAKE, M_PROBE,
	  N_ALL | N(R_NAME) },
	{ SYS_PROBE, "xmit", TXR_O_XMIT_FUNC, TXR_START, M_PROBE, N_START },
	{ SYS_PROBE, "xmit_return", TXR_O_XMIT_FUNC_RETURN, TXR_RESULT, M_PROBE,
	  N_ALL | N(R_RC) },
};

/* Names that a role has had in one event or the other. */
static const struct {
	uint8_t role;
	const char *name;
} names[] = {
	{ R_FLAGS, "common_flags" }, { R_PID, "common_pid" },
	{ R_SKB, "skbaddr" }, { R_LEN, "len" }, { R_NAME, "name" }, { R_NAME, "dev_name" },
	{ R_QUEUE, "queue" }, { R_QUEUE, "queue_mapping" }, { R_QUEUE, "queue_index" },
	{ R_IFINDEX, "ifindex" }, { R_COOKIE, "net_cookie" },
	{ R_RC, "rc" }, { R_RC, "ret" }, { R_REASON, "reason" }, { R_LOCATION, "location" },
	{ R_REFS, "refs" }, { R_REFS, "users" }, { R_BUDGET, "budget" },
	{ R_TX_FLAGS, "tx_flags" }, { R_XMIT_MORE, "xmit_more" },
	{ R_IP_SUMMED, "ip_summed" },
	{ R_GSO_SIZE, "gso_size" }, { R_GSO_SEGS, "gso_segs" }, { R_GSO_TYPE, "gso_type" },
	{ R_TRANSPORT, "transport_offset" }, { R_TRANSPORT_VALID, "transport_offset_valid" },
	{ R_STATE, "state" },
	{ R_TXQ, "txq" }, { R_TXQ_BASE, "txq_base" }, { R_TXQ_SIZE, "txq_size" },
	{ R_STATE_BEFORE, "state_before" },
	{ R_BQL_INFLIGHT, "bql_inflight" }, { R_BQL_LIMIT, "bql_limit" },
	{ R_NUMBER, "irq" }, { R_NUMBER, "vec" }, { R_NAPI, "napi" }, { R_WORK, "work" },
};

const struct txr_event_def *txr_event_def_get(size_t i)
{
	return i < sizeof(defs) / sizeof(defs[0]) ? &defs[i] : NULL;
}

/* "txring", or with the pid and start time of who made the probes. */
static const char *plain_system(const char *system)
{
	size_t len = strlen(SYS_PROBE);

	if (strncmp(system, SYS_PROBE "_", len + 1) ||
	    strspn(system + len, "_0123456789") != strlen(system + len))
		return system;
	return SYS_PROBE;
}

/* "xmit3" and "xmit3_return" without the number, in buf. */
static const char *plain_name(const char *name, size_t *len, char buf[16])
{
	size_t digits = *len > 4 ? strspn(name + 4, "0123456789") : 0;

	if (!digits || strncmp(name, "xmit", 4) || 4 + digits > *len || *len - digits >= 16)
		return name;
	memcpy(buf, name, 4);
	memcpy(buf + 4, name + 4 + digits, *len - 4 - digits);
	*len -= digits;
	return buf;
}

const struct txr_event_def *txr_event_def_find(const char *system, const char *name,
					       size_t name_len)
{
	char buf[16];
	size_t i;

	system = plain_system(system);
	if (!strcmp(system, SYS_PROBE))
		name = plain_name(name, &name_len, buf);
	for (i = 0; i < sizeof(defs) / sizeof(defs[0]); i++)
		if (!strcmp(defs[i].system, system) && strlen(defs[i].name) == name_len &&
		    !memcmp(defs[i].name, name, name_len))
			return &defs[i];
	return NULL;
}

/* Offsets are below 32 KiB and sizes at most 256. */
static void need(struct txr_plan *p, uint32_t end)
{
	if (end > p->min_len)
		p->min_len = (uint16_t)end;
}

static bool bind_name(struct txr_plan *p, const struct txr_format_field *from)
{
	struct txr_field *to = &p->f[R_NAME];

	p->name_dynamic = from->data_loc || from->rel_loc;
	if ((p->name_dynamic && from->size != 4) || !from->size || from->size > 256)
		return false;
	if (from->rel_loc)
		p->name_base = (uint16_t)(from->offset + from->size);
	to->off = from->offset;
	to->size = (uint16_t)from->size;
	return true;
}

static bool bind_number(struct txr_field *to, const struct txr_format_field *from)
{
	if (from->size != 1 && from->size != 2 && from->size != 4 && from->size != 8)
		return false;
	to->off = from->offset;
	to->size = (uint16_t)from->size;
	return true;
}

static bool is_usual(const struct txr_plan *p)
{
	unsigned int i;

	for (i = 0; i < R_NR; i++)
		if (p->f[i].size && txr_usual_size[i] && p->f[i].size != txr_usual_size[i])
			return false;
	return p->f[R_FLAGS].off == 2 && p->f[R_PID].off == 4;
}

int txr_plan_bind(struct txr_plan *p, const struct txr_format *f)
{
	uint32_t have = 0;
	size_t i;

	p->min_len = 8;		/* common_type to common_pid */
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct txr_format_field *from = txr_format_find(f, names[i].name);
		uint8_t role = names[i].role;

		if (!from || have & N(role) || from->offset > UINT16_MAX / 2)
			continue;
		if (!(role == R_NAME ? bind_name(p, from) : bind_number(&p->f[role], from)))
			continue;
		have |= N(role);
		need(p, from->offset + from->size);
	}
	p->usual = is_usual(p) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	return (p->def->needs & ~have) ? -EINVAL : 0;
}
