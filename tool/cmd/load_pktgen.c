// SPDX-License-Identifier: GPL-2.0-only
/* load_pktgen.c - `txring load pktgen -d DEV`. */
#include <errno.h>
#include "load.h"

int txr_load_pktgen(struct txr_load *l)
{
	struct txr_err err = { 0 };

	(void)l;
	txr_fail(&err, ENOTSUP, "load pktgen: not in this build yet; use txring load udp");
	return txr_complain(&err, TXR_EXIT_FAILED);
}
