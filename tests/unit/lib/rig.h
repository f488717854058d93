/* SPDX-License-Identifier: GPL-2.0-only */
/* rig.h - a decoder with a machine's formats, and records decoded one by one. */
#ifndef TXRING_TEST_RIG_H
#define TXRING_TEST_RIG_H

#include "events.h"
#include "source/decode.h"

struct rig {
	struct machine m;
	struct txr_devtab *devs;
	struct txr_decoder *d;
};

struct rig rig_new(struct machine m);
void rig_free(struct rig *r);

/* Adds the event if this kernel has it. */
void rig_know(struct rig *r, const char *system, const char *name);
/* All stock events; patched: and those of a patched kernel. */
void rig_know_all(struct rig *r, bool patched);
/* Interrupts, softirqs, polls, and packets on their way to a qdisc. */
void rig_know_why(struct rig *r);

/*
 * Decode a record of that event, at 12345 ns on CPU 7. What is decoded is a copy
 * that ends where the record does, so that a sanitizer sees every byte too far.
 */
int rig_decode(struct rig *r, const char *system, const char *name, unsigned int flags,
	       int pid, const struct ev_value *v, struct txr_event *ev);
const char *rig_dev_name(struct rig *r, const struct txr_event *ev);
/* A kernel address of that machine. */
uint64_t rig_skb(const struct rig *r);

#endif
