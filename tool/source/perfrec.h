/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfrec.h - a recording by perf events, to a perf.data.
 *
 * The same calls, configuration and figures as tracefs_record.h. It needs no
 * write access to tracefs: the formats of the events, and CAP_PERFMON. An output
 * of "-" is standard output, in the form of a pipe.
 *
 * Only there when HAVE_LIBPERF is defined.
 */
#ifndef TXRING_PERFREC_H
#define TXRING_PERFREC_H

#include "tracefs_record.h"

struct txr_perfrec;

int txr_perfrec_new(struct txr_perfrec **out, const struct txr_record_config *cfg,
		    struct txr_err *err);
int txr_perfrec_start(struct txr_perfrec *r, struct txr_err *err);
int txr_perfrec_event_fd(const struct txr_perfrec *r);
void txr_perfrec_stats(struct txr_perfrec *r, struct txr_record_stats *s);
int txr_perfrec_stop(struct txr_perfrec *r, struct txr_err *err);
int txr_perfrec_write(struct txr_perfrec *r, struct txr_record_result *res,
		      struct txr_err *err);
void txr_perfrec_free(struct txr_perfrec *r);	/* accepts NULL */

enum txr_tier txr_perfrec_tier(const struct txr_perfrec *r);
uint64_t txr_perfrec_buffer_kb(const struct txr_perfrec *r);
const char *txr_perfrec_event(struct txr_perfrec *r, size_t i);
const char *txr_perfrec_unmatched(const struct txr_perfrec *r);
/*
 * CPUs that went offline or came online meanwhile ("1,3"), or NULL; and for how long,
 * all together, nothing was recorded of them though they were not off; 0: not known.
 */
const char *txr_perfrec_cpus_changed(const struct txr_perfrec *r, uint64_t *missed_ns);
/* Those of them that are online and not recorded; or NULL. */
const char *txr_perfrec_cpus_missed(const struct txr_perfrec *r);

#endif
