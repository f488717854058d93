// SPDX-License-Identifier: GPL-2.0-only
/* lapbins.c - a histogram of times in few bars. */
#include <string.h>
#include "txring/loglin.h"
#include "view/lapbins.h"

/* Bins of `bits`, or, where octaves are too many, each so many octaves together. */
struct scale {
	unsigned int bits, octaves;
};

static unsigned int bin_of(const struct scale *s, uint64_t v)
{
	return txr_loglin_bin(v, s->bits) / s->octaves;
}

static struct scale choose(const struct txr_hist *h, size_t room, unsigned int bits)
{
	struct scale s = { bits, 1 };

	while (bin_of(&s, h->max_ns) - bin_of(&s, h->min_ns) >= room) {
		if (s.bits)
			s.bits--;
		else
			s.octaves++;
	}
	return s;
}

struct filling {
	struct txr_lap_bars *b;
	struct scale s;
	unsigned int first;
};

static void add(void *arg, uint64_t first_ns, uint64_t last_ns, uint64_t count)
{
	struct filling *f = arg;
	unsigned int i = bin_of(&f->s, last_ns) - f->first;

	(void)first_ns;
	f->b->bar[i].count += count;
	if (f->b->bar[i].count > f->b->most)
		f->b->most = f->b->bar[i].count;
}

void txr_lap_bars(struct txr_lap_bars *b, const struct txr_hist *h, size_t room,
		  unsigned int bits)
{
	struct filling f = { .b = b };
	size_t i;

	memset(b, 0, sizeof(*b));
	if (!h->count)
		return;
	f.s = choose(h, room < TXR_LAP_BARS ? room : TXR_LAP_BARS, bits);
	f.first = bin_of(&f.s, h->min_ns);
	b->nr = bin_of(&f.s, h->max_ns) - f.first + 1;
	for (i = 0; i < b->nr; i++) {
		unsigned int bin = (f.first + (unsigned int)i) * f.s.octaves;
		unsigned int last = bin + f.s.octaves - 1;

		b->bar[i].first_ns = txr_loglin_first(bin, f.s.bits);
		b->bar[i].last_ns = last < TXR_LOGLIN_BINS(f.s.bits) ?
				    txr_loglin_last(last, f.s.bits) : UINT64_MAX;
	}
	txr_hist_each(h, add, &f);
}

size_t txr_lap_bar_of(const struct txr_lap_bars *b, uint64_t ns)
{
	size_t i;

	for (i = 0; i + 1 < b->nr && b->bar[i].last_ns < ns; i++)
		;
	return i;
}
