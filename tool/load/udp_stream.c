// SPDX-License-Identifier: GPL-2.0-only
/* udp_stream.c - which numbers came, in a window that moves with the highest. */
#include <stdbool.h>
#include <string.h>
#include "udp_stream.h"

static bool test_and_set(struct txr_udp_stream *s, uint64_t seq)
{
	uint64_t *word = &s->bits[seq % TXR_STREAM_WINDOW / 64];
	uint64_t bit = 1ULL << seq % 64;
	bool was = *word & bit;

	*word |= bit;
	return was;
}

static void move_to(struct txr_udp_stream *s, uint64_t seq)
{
	uint64_t i;

	if (seq - s->next >= TXR_STREAM_WINDOW) {
		memset(s->bits, 0, sizeof(s->bits));
	} else {
		for (i = s->next; i <= seq; i++)
			s->bits[i % TXR_STREAM_WINDOW / 64] &= ~(1ULL << i % 64);
	}
	s->next = seq + 1;
}

void txr_stream_add(struct txr_udp_stream *s, uint64_t seq)
{
	if (seq >= s->next) {
		move_to(s, seq);
		test_and_set(s, seq);
		s->distinct++;
		return;
	}
	if (s->next - seq > TXR_STREAM_WINDOW) {
		s->late++;
		s->distinct++;
	} else if (test_and_set(s, seq)) {
		s->duplicates++;
		return;
	} else {
		s->distinct++;
	}
	s->reordered++;
}

uint64_t txr_stream_missing(const struct txr_udp_stream *s)
{
	return s->next > s->distinct ? s->next - s->distinct : 0;
}
