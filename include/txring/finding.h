/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * finding.h - what a person should look at: a conclusion, what it rests on, and
 * what to try. txring-findings(7) has a section for each id.
 */
#ifndef TXRING_FINDING_H
#define TXRING_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device.h"
#include "event.h"

enum txr_severity { TXR_INFO, TXR_WARNING, TXR_ERROR };

/* Findings of one severity are shown in this order; those of one id worst first. */
enum txr_finding_id {
	TXR_F_BOOKS_UNBALANCED,
	TXR_F_QUEUE_STALLED,
	TXR_F_NEVER_COMPLETED,
	TXR_F_LOST_EVENTS,
	TXR_F_CLOCK_UNFIT,
	TXR_F_AMBIGUOUS_NAME,
	TXR_F_INVISIBLE_TRAFFIC,
	TXR_F_COUNTER_MISMATCH,
	TXR_F_RING_PACKED,
	TXR_F_DROPS_IN_XMIT,
	TXR_F_TX_BUSY,
	TXR_F_IMBALANCED_QUEUES,
	TXR_F_LATE_RELEASE,
	TXR_F_SHARED_SKB,
	TXR_F_BURSTY_COMPLETION,
	TXR_F_RING_OVERSIZED,
	TXR_F_NR
};

struct txr_finding_kind {
	const char *id;			/* "ring-packed": in JSON, --fail-on, man page */
	enum txr_severity severity;	/* as a rule; a doubt may lower it */
	const char *meaning;		/* one line, no full stop */
	/* Evidence by which those of one id are ordered, largest first, the second
	   where the first ties; NULL: none. */
	const char *weight[2];
};

/* By number; never NULL for those below TXR_F_NR. */
const struct txr_finding_kind *txr_finding_kind(enum txr_finding_id which);
/* The number of an id, or TXR_F_NR. */
enum txr_finding_id txr_finding_find(const char *id);

struct txr_evidence {
	char key[32];
	bool is_text;
	int64_t number;
	char text[64];
};

#define TXR_EVIDENCE_MAX 24

struct txr_finding {
	const char *id;			/* static, of the table */
	enum txr_finding_id which;
	enum txr_severity severity;
	uint16_t dev;			/* of the row; TXR_DEV_NONE: it has none */
	char device[TXR_IFNAMSIZ];	/* raw; "" none */
	int64_t ifindex, netns_inode;	/* of the device; TXR_UNKNOWN: not known */
	bool ended;			/* it tells of something that is over */
	int32_t queue;			/* -1: whole device, or recording */
	char message[256];		/* one sentence */
	char advice[256];		/* what to try; "" nothing */
	struct txr_evidence evidence[TXR_EVIDENCE_MAX];
	size_t nr_evidence;
};

const char *txr_severity_name(enum txr_severity s);	/* "info", "warning", "error" */

#endif
