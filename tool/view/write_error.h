/* SPDX-License-Identifier: GPL-2.0-only */
/* write_error.h - whether a view could write all that it had to. */
#ifndef TXRING_VIEW_WRITE_ERROR_H
#define TXRING_VIEW_WRITE_ERROR_H

#include <errno.h>
#include <stdio.h>

/*
 * 0, or -errno of the write that failed. A failed write is the last call of a
 * view that touches errno, so this is to be asked before anything else is called.
 */
static inline int txr_view_error(FILE *out)
{
	if (!ferror(out))
		return 0;
	return errno ? -errno : -EIO;
}

#endif
