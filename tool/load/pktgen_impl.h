/* SPDX-License-Identifier: GPL-2.0-only */
/* pktgen_impl.h - between the files of the pktgen load. */
#ifndef TXRING_LOAD_PKTGEN_IMPL_H
#define TXRING_LOAD_PKTGEN_IMPL_H

#include "pktgen.h"

#define TXR_PKTGEN_CPUS_MAX 1024

/* file: under the root. Negative errno of the write or read alone. */
int txr_pktgen_get(struct txr_pktgen *p, const char *file, char *buf, size_t size);
int txr_pktgen_put(struct txr_pktgen *p, const char *file, const char *text);
/* Write a command, and read back what became of it. */
int txr_pktgen_command(struct txr_pktgen *p, const char *file, const char *command,
		       struct txr_err *err);

#endif
