/* SPDX-License-Identifier: GPL-2.0-only */
/* decode_impl.h - the decoder's insides: plans, device cache, reasons. */
#ifndef TXRING_DECODE_IMPL_H
#define TXRING_DECODE_IMPL_H

#include "decode.h"
#include "decode_format.h"

/* What a field means to us, whatever its event calls it. */
enum txr_role {
	R_FLAGS, R_PID,			/* common_flags, common_pid */
	R_SKB, R_LEN, R_NAME, R_QUEUE, R_IFINDEX, R_COOKIE,
	R_RC, R_REASON, R_REFS, R_BUDGET,
	R_TX_FLAGS, R_XMIT_MORE, R_IP_SUMMED,
	R_GSO_SIZE, R_GSO_SEGS, R_GSO_TYPE, R_TRANSPORT, R_TRANSPORT_VALID,
	R_STATE, R_BQL_INFLIGHT, R_BQL_LIMIT,
	R_NR
};

/* Which kind of kernel an event comes from. */
enum txr_maker { M_STOCK, M_PATCHED, M_PKTGEN, M_PROBE };

/* size 0: the event has no such field, and mask is 0. */
struct txr_field {
	uint64_t mask;		/* of a 64-bit little-endian load at off */
	uint16_t off, size;
};

struct txr_plan {
	const struct txr_event_def *def;
	uint8_t kind, origin;
	bool name_dynamic;	/* R_NAME is a __data_loc or __rel_loc word */
	uint16_t id;
	uint16_t name_base;	/* added to the offset in a __rel_loc word */
	uint16_t min_len;	/* a record must have */
	uint16_t span;		/* bytes that the fast path may load */
	struct txr_field f[R_NR];
};

/* Reasons beyond this are subsystem reasons (include/net/dropreason.h). */
#define REASON_MAX 1024

struct txr_dev_slot {
	uint64_t name[2];
	uint64_t cookie;
	uint32_t ifindex;
	uint32_t devs;		/* OWN_DEV, or looked up when that many were known;
				 * 0: empty */
	uint16_t dev;
};

#define OWN_DEV UINT32_MAX

#define DEV_SLOT_BITS 6

struct txr_dec {
	struct txr_decoder pub;		/* first: the two are cast */
	struct txr_devtab *devs;
	uint32_t dev_count;
	bool rt_fields;
	bool has_reason_field, has_reason_names;
	unsigned int plans;
	struct txr_plan plan[TXR_MAX_PLANS];
	uint64_t used;			/* plans, after settle */
	uint64_t seen;
	struct txr_dev_slot slot[1 << DEV_SLOT_BITS];
	uint8_t reason_flags[REASON_MAX];	/* TXR_EVF_* of a kfree_skb reason */
	bool reason_drop[REASON_MAX];	/* by kfree_skb's names the number is a drop */
	bool irq_names;			/* dev_kfree_skb_irq has names of its own: 6.1 */
	bool irq_drop[REASON_MAX];	/* has enum skb_free_reason there */
	char *reason_name[REASON_MAX];
};

static inline struct txr_dec *txr_dec(struct txr_decoder *d)
{
	return (struct txr_dec *)d;
}

/* One of our events: where it comes from and what it must have. */
struct txr_event_def {
	const char *system, *name;
	uint8_t origin, kind, maker;
	uint32_t needs;		/* bit per role */
};

const struct txr_event_def *txr_event_def_find(const char *system, const char *name,
					       size_t name_len);
/* Bind p->f[] by name. -EINVAL if a needed field is missing or of no use. */
int txr_plan_bind(struct txr_plan *p, const struct txr_format *f);
/* Learn the reason names of a kfree_skb or dev_kfree_skb_irq format. */
int txr_reasons_learn(struct txr_dec *d, struct txr_plan *p, const struct txr_format *f);
void txr_reasons_free(struct txr_dec *d);

/* Wire packets of a GSO skb whose gso_segs is 0 (decode_gso.c). */
struct txr_gso {
	uint32_t len, gso_type;
	int32_t transport;	/* offset of the transport header */
	uint16_t gso_size;
	bool transport_valid;
	bool type_16bit;	/* the event cuts gso_type to 16 bits */
};
void txr_gso_segs(struct txr_event *ev, const struct txr_gso *g);

#endif
