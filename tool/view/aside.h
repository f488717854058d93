/* SPDX-License-Identifier: GPL-2.0-only */
/* aside.h - what a recording holds that no figure is made of: counted all the same. */
#ifndef TXRING_VIEW_ASIDE_H
#define TXRING_VIEW_ASIDE_H

#include "txring/report.h"

#define TXR_ASIDE_MAX 12

struct txr_aside {
	uint64_t count;		/* above 0 */
	const char *what;	/* static: "not decodable" */
};

/* Returns how many; normal: those too that every recording has. */
size_t txr_aside_list(struct txr_aside list[TXR_ASIDE_MAX], const struct txr_report *r,
		      bool normal);

#endif
