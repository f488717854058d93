/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * decode.h - from a raw tracepoint record to a struct txr_event.
 *
 * Formats are registered as text, once per file; fields are bound by name to
 * offsets in a plan per event id. Any byte order and size; a little-endian file
 * on a little-endian machine takes a path without a branch per field. The same
 * for records out of trace.dat and perf.data.
 *
 * Use: new, add_format for every format text in the file, settle, then decode.
 */
#ifndef TXRING_DECODE_H
#define TXRING_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"
#include "txring/source.h"

#define TXR_MAX_PLANS 64

struct txr_plan;

/* The head of the decoder: what a walker needs to skip records fast. */
struct txr_decoder {
	uint8_t slot[65536];		/* by event id; 0: not ours, or not used */
	bool big_endian;
	bool settled;
};

struct txr_decoder *txr_decoder_new(struct txr_devtab *devs, bool big_endian);
void txr_decoder_free(struct txr_decoder *d);	/* accepts NULL */

/*
 * Register the text of .../events/SYSTEM/NAME/format. Returns 1 if the event is
 * one of ours, 0 if not, -EINVAL if it is ours and cannot be used (a field is
 * missing; its records will count as undecodable), -ENOMEM.
 */
int txr_decoder_add_format(struct txr_decoder *d, const char *system,
			   const char *text, size_t len);

/*
 * Which of our events are in use. Before it, slot[id] - 1 is the event's number;
 * seen has the bit of each number that occurs, or that was enabled. Where both
 * the stock and the patched START (or RESULT) occur, the stock ones are skipped
 * from now on. Without any START in seen the formats alone decide.
 */
void txr_decoder_settle(struct txr_decoder *d, uint64_t seen);

/* Facts about the numbers, for who finds out what was seen. */
uint64_t txr_decoder_plans(const struct txr_decoder *d, enum txr_kind kind);
/* Some event's presence cannot be told from the formats alone. */
bool txr_decoder_ambiguous(const struct txr_decoder *d);

/* After settle: what the recording holds. */
struct txr_decoder_facts {
	enum txr_tier tier;
	bool has_start, has_result, has_handover, has_drop_reason;
	bool has_consume, has_kfree;
	bool has_xmit_func;		/* probes on a driver's xmit: see xmit_func.h */
	bool preempt_rt;		/* RT's own common fields are there */
};
struct txr_decoder_facts txr_decoder_facts(const struct txr_decoder *d);

static inline uint16_t txr_record_id_in(const uint8_t *rec, const bool big_endian)
{
	return big_endian ? rec[0] << 8 | rec[1] : rec[1] << 8 | rec[0];
}

static inline uint16_t txr_record_id(const struct txr_decoder *d, const uint8_t *rec)
{
	return txr_record_id_in(rec, d->big_endian);
}

/*
 * Decode one record (from common_type on) of len bytes, whose slot[] is slot, not
 * 0; bytes up to limit may be read (limit >= rec + len). Fills *ev but for ts_ns
 * and cpu. Returns 1, 0 when it says nothing (napi_consume_skb with budget 0),
 * -EINVAL when it cannot be decoded.
 */
int txr_decode_slot(struct txr_decoder *d, unsigned int slot, const uint8_t *rec,
		    uint32_t len, const uint8_t *limit, struct txr_event *ev);

/* The same for any record of len >= 2 bytes, 0 also for none of ours. */
static inline int txr_decode(struct txr_decoder *d, const uint8_t *rec, uint32_t len,
			     const uint8_t *limit, uint64_t ts_ns, uint16_t cpu,
			     struct txr_event *ev)
{
	unsigned int slot = d->slot[txr_record_id(d, rec)];
	int ret = slot ? txr_decode_slot(d, slot, rec, len, limit, ev) : 0;

	ev->ts_ns = ts_ns;
	ev->cpu = cpu;
	return ret;
}

/* Name of a drop reason, NULL if this kernel has none of that number. */
const char *txr_decoder_reason(const struct txr_decoder *d, int reason);

/* Task names: "PID NAME" lines of saved_cmdlines, or one by one. */
struct txr_comms;
struct txr_comms *txr_comms_new(void);
void txr_comms_free(struct txr_comms *c);	/* accepts NULL */
int txr_comms_parse(struct txr_comms *c, const char *text, size_t len);
int txr_comms_add(struct txr_comms *c, int pid, const char *name, size_t len);
const char *txr_comms_find(struct txr_comms *c, int pid);	/* NULL: not known */

#endif
