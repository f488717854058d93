// SPDX-License-Identifier: GPL-2.0-only
/* occupancy.c - packets and bytes in a queue or a device, over time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "occupancy.h"

#define FIRST_ROOM	64u
/* Coarse levels: octaves from TXR_LEVELS (2^12) up to 2^32, 16 steps each. */
#define COARSE_SHIFT	12
#define COARSE_STEPS	16u
#define COARSE_NR	((32 - COARSE_SHIFT) * COARSE_STEPS)

void txr_track_init(struct txr_track *t)
{
	memset(t, 0, sizeof(*t));
}

void txr_track_free(struct txr_track *t)
{
	if (!t)
		return;
	free(t->dwell_ns);
	free(t->coarse_ns);
	txr_track_init(t);
}

static int make_room(struct txr_track *t, uint32_t level)
{
	uint32_t room = t->room ? t->room : FIRST_ROOM;
	uint64_t *n;

	if (level >= TXR_LEVELS)
		level = TXR_LEVELS - 1;
	while (room <= level)
		room *= 2;
	if (room == t->room)
		return 0;
	n = reallocarray(t->dwell_ns, room, sizeof(*n));
	if (!n)
		return -ENOMEM;
	memset(n + t->room, 0, (room - t->room) * sizeof(*n));
	t->dwell_ns = n;
	t->room = room;
	return 0;
}

int txr_track_begin(struct txr_track *t, uint64_t ts_ns)
{
	if (t->dwell_ns)
		memset(t->dwell_ns, 0, t->room * sizeof(*t->dwell_ns));
	if (t->coarse_ns)
		memset(t->coarse_ns, 0, COARSE_NR * sizeof(*t->coarse_ns));
	t->last_ns = ts_ns;
	t->max = t->cur;
	t->max_bytes = t->bytes;
	t->max_at_ns = ts_ns;
	t->visits = t->cur ? 1 : 0;
	t->max_dwell_ns = 0;
	t->steps_back = 0;
	return make_room(t, t->cur);
}

int txr_track_copy(struct txr_track *to, const struct txr_track *from)
{
	struct txr_track n = *from;

	n.dwell_ns = NULL;
	n.coarse_ns = NULL;
	if (from->dwell_ns) {
		n.dwell_ns = malloc(from->room * sizeof(*n.dwell_ns));
		if (!n.dwell_ns)
			return -ENOMEM;
		memcpy(n.dwell_ns, from->dwell_ns, from->room * sizeof(*n.dwell_ns));
	}
	if (from->coarse_ns) {
		n.coarse_ns = malloc(COARSE_NR * sizeof(*n.coarse_ns));
		if (!n.coarse_ns) {
			free(n.dwell_ns);
			return -ENOMEM;
		}
		memcpy(n.coarse_ns, from->coarse_ns, COARSE_NR * sizeof(*n.coarse_ns));
	}
	txr_track_free(to);
	*to = n;
	return 0;
}

int txr_track_new_max(struct txr_track *t, uint64_t ts_ns)
{
	t->max = t->cur;
	t->max_at_ns = ts_ns;
	t->visits = 1;
	t->max_dwell_ns = 0;
	return t->cur >= t->room ? make_room(t, t->cur) : 0;
}

static unsigned int coarse_of(uint32_t level)
{
	unsigned int top = 31 - __builtin_clz(level);

	return (top - COARSE_SHIFT) * COARSE_STEPS +
	       (level >> (top - 4) & (COARSE_STEPS - 1));
}

static uint32_t coarse_first(unsigned int i)
{
	unsigned int top = i / COARSE_STEPS + COARSE_SHIFT;

	return (COARSE_STEPS + i % COARSE_STEPS) << (top - 4);
}

static uint32_t coarse_last(unsigned int i)
{
	return coarse_first(i) + ((1u << (i / COARSE_STEPS + COARSE_SHIFT - 4)) - 1);
}

int txr_track_dwell_coarse(struct txr_track *t, uint64_t ns)
{
	/* Only an earlier -ENOMEM leaves a low level without room. */
	if (t->cur < TXR_LEVELS)
		return -ENOMEM;
	if (!t->coarse_ns) {
		t->coarse_ns = calloc(COARSE_NR, sizeof(*t->coarse_ns));
		if (!t->coarse_ns)
			return -ENOMEM;
	}
	t->coarse_ns[coarse_of(t->cur)] += ns;
	if (t->cur == t->max)
		t->max_dwell_ns += ns;
	return 0;
}

/* From the last step to the end nothing moved. */
static uint64_t tail_ns(const struct txr_track *t, uint64_t end_ns)
{
	return end_ns > t->last_ns ? end_ns - t->last_ns : 0;
}

static uint64_t at_level(const struct txr_track *t, uint32_t level, uint64_t end_ns)
{
	uint64_t ns = level < t->room ? t->dwell_ns[level] : 0;

	return level == t->cur ? ns + tail_ns(t, end_ns) : ns;
}

static uint64_t at_coarse(const struct txr_track *t, unsigned int i, uint64_t end_ns)
{
	uint64_t ns = t->coarse_ns ? t->coarse_ns[i] : 0;

	if (t->cur >= TXR_LEVELS && coarse_of(t->cur) == i)
		ns += tail_ns(t, end_ns);
	return ns;
}

static uint64_t total_ns(const struct txr_track *t, uint64_t end_ns)
{
	return txr_track_dwell_from(t, 0, end_ns);
}

uint64_t txr_track_dwell_from(const struct txr_track *t, uint32_t level, uint64_t end_ns)
{
	uint64_t ns = 0;
	uint32_t i;

	for (i = level; i < t->room; i++)
		ns += at_level(t, i, end_ns);
	for (i = 0; t->max >= TXR_LEVELS && i < COARSE_NR; i++)
		if (coarse_first(i) >= level)
			ns += at_coarse(t, i, end_ns);
	return ns;
}

uint64_t txr_track_dwell_max(const struct txr_track *t, uint64_t end_ns)
{
	if (t->max < TXR_LEVELS)
		return at_level(t, t->max, end_ns);
	return t->max_dwell_ns + (t->cur == t->max ? tail_ns(t, end_ns) : 0);
}

static struct txr_level coarse_level(const struct txr_track *t, unsigned int i)
{
	struct txr_level l = { .low = coarse_first(i), .high = coarse_last(i) };

	if (l.high > t->max)
		l.high = t->max;
	l.value = l.low + (l.high - l.low) / 2;
	return l;
}

struct txr_level txr_track_quantile(const struct txr_track *t, double q, uint64_t end_ns)
{
	long double want = (long double)q * total_ns(t, end_ns) * (1 - 0x1p-51L);
	uint64_t seen = 0;
	uint32_t i;

	if (!total_ns(t, end_ns))	/* all in one instant */
		return (struct txr_level){ t->cur, t->cur, t->cur };
	for (i = 0; i < t->room; i++) {
		seen += at_level(t, i, end_ns);
		if (seen && seen >= want)
			return (struct txr_level){ i, i, i };
	}
	for (i = 0; i < COARSE_NR; i++) {
		seen += at_coarse(t, i, end_ns);
		if (seen && seen >= want)
			return coarse_level(t, i);
	}
	return (struct txr_level){ t->max, t->max, t->max };
}
