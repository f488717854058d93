/* SPDX-License-Identifier: GPL-2.0-only */
/* nearest.h - what a mistyped name may have meant. */
#ifndef TXRING_CLI_NEAREST_H
#define TXRING_CLI_NEAREST_H

struct txr_nearest {
	const char *typed;
	const char *found;		/* the best so far, or NULL */
	unsigned int distance;		/* of that */
};

void txr_nearest_begin(struct txr_nearest *n, const char *typed);
/* Each name that it may have been; kept by pointer. */
void txr_nearest_try(struct txr_nearest *n, const char *name);
/* The name that is most like it, or NULL if none is near. */
const char *txr_nearest_end(const struct txr_nearest *n);

#endif
