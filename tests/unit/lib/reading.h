/* SPDX-License-Identifier: GPL-2.0-only */
/* reading.h - a file read to its end, its events copied. */
#ifndef TXRING_TEST_READING_H
#define TXRING_TEST_READING_H

#include "datfile.h"
#include "perffile.h"
#include "txring/source.h"

struct reading {
	int ret;			/* of open, or the read that failed */
	struct txr_err err;
	struct txr_source *s;		/* NULL when it could not be opened */
	const struct txr_source_info *info;
	struct txr_event *ev;
	size_t n, lost;			/* lost: TXR_LOST among them */
};

/* max: events a call. */
struct reading read_path(const char *path, int max);
/* Build, write, read, remove the file. */
struct reading read_dat(struct dat *d);
/* The first len bytes of b as a file. */
struct reading read_bytes(const struct bytes *b, size_t len);
/* The whole file; well: or the test fails. */
struct reading read_pd(struct pd *d);
struct reading read_pd_well(struct pd *d);
void reading_free(struct reading *r);

#endif
