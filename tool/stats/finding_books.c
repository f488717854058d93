// SPDX-License-Identifier: GPL-2.0-only
/* finding_books.c - the books of a queue do not add up: a fault of this program. */
#include <inttypes.h>
#include "findings.h"

void txr_find_books_unbalanced(struct txr_rowx *x)
{
	int64_t off = txr_books_check(&x->q->books, x->q->oldest.open);
	struct txr_finding *f;

	if (!off && !x->q->occ.underflow)
		return;
	f = txr_finding_new(x->b, TXR_F_BOOKS_UNBALANCED, x->row);
	if (!f)
		return;
	txr_finding_message(f, "started and the sum of all outcomes differ by %" PRId64
			    ": a fault of txring, do not rely on these figures", off);
	txr_finding_advice(f, "report it, with the recording");
	txr_finding_number(f, "difference", off);
	txr_finding_number(f, "open_counted", (int64_t)txr_books_open(&x->q->books));
	txr_finding_number(f, "open_found", (int64_t)x->q->oldest.open);
	txr_finding_number(f, "releases_with_nothing_inside", x->q->occ.underflow);
	txr_row_reason(x, true, "books-unbalanced", (uint64_t)(off < 0 ? -off : off),
		       "the outcomes do not add up to the starts: a fault of txring");
	x->row->exact = false;
}
