/* SPDX-License-Identifier: GPL-2.0-only */
/* udp_ask.h - question and answer on the wire, in network order. */
#ifndef TXRING_LOAD_UDP_ASK_H
#define TXRING_LOAD_UDP_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "udp_sink.h"

struct txr_udp_question_wire {
	uint32_t magic, run;
	uint64_t zero[4];
} __attribute__((packed));

struct txr_udp_answer_wire {
	uint32_t magic, run;
	uint64_t distinct, duplicates, reordered, late, damaged, socket_drops;
} __attribute__((packed));

void txr_question_pack(struct txr_udp_question_wire *q, uint32_t run);
/* True, and the run, if these bytes are a question. */
bool txr_question_unpack(const void *d, size_t bytes, uint32_t *run);
void txr_answer_pack(struct txr_udp_answer_wire *w, uint32_t run,
		     const struct txr_udp_answer *a);
bool txr_answer_unpack(const void *d, size_t bytes, uint32_t run, struct txr_udp_answer *a);

#endif
