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
	R_RC, R_REASON, R_LOCATION, R_REFS, R_BUDGET,
	R_TX_FLAGS, R_XMIT_MORE, R_IP_SUMMED,
	R_GSO_SIZE, R_GSO_SEGS, R_GSO_TYPE, R_TRANSPORT, R_TRANSPORT_VALID,
	R_STATE, R_BQL_INFLIGHT, R_BQL_LIMIT,
	R_TXQ, R_TXQ_BASE, R_TXQ_SIZE, R_STATE_BEFORE,
	R_NUMBER, R_NAPI, R_WORK,	/* of an interrupt or a softirq; of a poll */
	R_NR
};

/*
 * Sizes on 64-bit kernels. The general path takes any; so does R_NAME, and what
 * only a GSO skb without gso_segs needs.
 */
static const uint8_t txr_usual_size[R_NR] = {
	[R_FLAGS] = 1, [R_PID] = 4, [R_SKB] = 8, [R_LEN] = 4, [R_QUEUE] = 2,
	[R_IFINDEX] = 4, [R_COOKIE] = 8, [R_RC] = 4, [R_REASON] = 4, [R_LOCATION] = 8,
	[R_REFS] = 4, [R_BUDGET] = 4, [R_TX_FLAGS] = 1, [R_XMIT_MORE] = 1, [R_IP_SUMMED] = 1,
	[R_GSO_SIZE] = 2, [R_GSO_SEGS] = 2,
	[R_STATE] = 4, [R_BQL_INFLIGHT] = 4, [R_BQL_LIMIT] = 4,
	[R_TXQ] = 8, [R_TXQ_BASE] = 8, [R_TXQ_SIZE] = 4, [R_STATE_BEFORE] = 4,
	[R_NUMBER] = 4, [R_NAPI] = 8, [R_WORK] = 4,
};

/* Which kind of kernel an event comes from. */
enum txr_maker { M_STOCK, M_PATCHED, M_PKTGEN, M_PROBE };

/* size 0: the event has no such field. */
struct txr_field {
	uint16_t off, size;
};

/*
 * The device of the last record in this plan: devices come in runs. A record with
 * the same name word, whose 16 bytes from there are the same under the mask, has
 * the same.
 */
struct txr_last_dev {
	uint64_t name[2], mask[2];
	uint64_t cookie;
	uint32_t ifindex;
	uint32_t loc;
	uint32_t devs;		/* OWN_DEV, or as many were known; 0: empty */
	uint32_t len;		/* a record must have, to reach to the name's end */
	uint32_t span;		/* bytes that are loaded; UINT32_MAX: empty */
	uint16_t dev;
};

struct txr_plan {
	/* what all its events have: kind, origin, no device, no queue */
	struct txr_event_head {
		uint8_t kind, origin, ctx, flags;
		uint16_t cpu, dev, queue, refs;
	} head;
	bool usual;		/* the fast path may be taken, if the file is little-
				 * endian: every field has the size that most kernels
				 * give it, the common ones also the usual places */
	bool name_dynamic;	/* R_NAME is a __data_loc or __rel_loc word */
	bool has_ids;		/* R_IFINDEX or R_COOKIE tell devices apart */
	uint8_t maker;		/* enum txr_maker */
	uint16_t id;
	uint16_t name_base;	/* added to the offset in a __rel_loc word */
	uint16_t min_len;	/* a record must have */
	struct txr_field f[R_NR];
	struct txr_last_dev last;
	const struct txr_event_def *def;
} __attribute__((aligned(64)));

/* Reasons beyond this are subsystem reasons (include/net/dropreason.h). */
#define REASON_MAX 1024

struct txr_dev_slot {
	uint64_t name[2];
	uint64_t cookie;
	uint32_t ifindex;
	uint32_t devs;		/* OWN_DEV, or looked up when that many were known;
				 * 0: empty */
	uint16_t dev;
} __attribute__((aligned(64)));

#define OWN_DEV UINT32_MAX

#define DEV_SLOT_BITS 6

#define SOFTIRQS 32	/* a kernel has 10 (include/linux/interrupt.h) */

struct txr_dec {
	struct txr_decoder pub;		/* first: the two are cast */
	struct txr_devtab *devs;
	uint32_t dev_count;		/* devices known, and 1: never 0 */
	uint8_t ctx[256];		/* TXR_CTX_* of each common_flags */
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
	bool softirq_names;		/* softirq[] is by the format's own names */
	uint8_t softirq[SOFTIRQS];	/* enum txr_softirq of each number */
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

/*
 * system: of probes, "txring" or "txring_PID_STARTTIME" (tracefs_probe.h), where
 * "xmit0" to "xmit7" are all "xmit".
 */
const struct txr_event_def *txr_event_def_find(const char *system, const char *name,
					       size_t name_len);
const struct txr_event_def *txr_event_def_get(size_t i);	/* NULL past the last */
/* Bind p->f[] by name. -EINVAL if a needed field is missing or of no use. */
int txr_plan_bind(struct txr_plan *p, const struct txr_format *f);
/* Learn the reason names of a kfree_skb or dev_kfree_skb_irq format. */
int txr_reasons_learn(struct txr_dec *d, struct txr_plan *p, const struct txr_format *f);
void txr_reasons_free(struct txr_dec *d);

/* decode_context.c: softirqs by their names in that kernel. */
int txr_softirqs_learn(struct txr_dec *d, const struct txr_plan *p, const struct txr_format *f);

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
