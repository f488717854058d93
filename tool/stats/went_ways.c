// SPDX-License-Identifier: GPL-2.0-only
/* went_ways.c - what is learned of handlers. */
#include "went_ways.h"

/* Its place, or the free one where it would be; NULL: there are too many. */
static struct txr_went_handler *handler(const struct txr_went_ways *w,
					const struct txr_went_act *a)
{
	unsigned int i = (a->irq * 2654435761u ^ a->handler) % TXR_WENT_HANDLERS, n;

	for (n = 0; n < TXR_WENT_HANDLERS; n++, i = (i + 1) % TXR_WENT_HANDLERS) {
		const struct txr_went_handler *h = &w->at[i];

		if ((!h->raised && !h->quiet) ||
		    (h->irq == a->irq && h->handler == a->handler))
			return (struct txr_went_handler *)h;
	}
	return NULL;
}

bool txr_went_is_quiet(const struct txr_went_ways *w, const struct txr_went_act *a)
{
	const struct txr_went_handler *h = handler(w, a);

	return !h || h->quiet;
}

bool txr_went_is_fickle(const struct txr_went_ways *w, const struct txr_went_act *a)
{
	const struct txr_went_handler *h = handler(w, a);

	return !h || (h->quiet && h->raised);
}

void txr_went_note_handler(struct txr_went_ways *w, const struct txr_went_act *a, bool raised)
{
	struct txr_went_handler *h = handler(w, a);

	if (!h)
		return;
	h->irq = a->irq;
	h->handler = a->handler;
	h->raised |= raised;
	h->quiet |= !raised;
}
