/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * buffer_size.h - a size of trace buffers that was asked for, looked at before
 * the kernel is: what is too large there turns round to something small, and then
 * nothing is recorded and nothing is said.
 */
#ifndef TXRING_BUFFER_SIZE_H
#define TXRING_BUFFER_SIZE_H

#include <stdint.h>
#include "txring/err.h"

/*
 * kb KiB for each of cpus CPUs; most_kb: what the backend can map, UINT64_MAX: any.
 * 0, or -EINVAL with a line: beyond that, or beyond the machine's memory.
 */
int txr_buffer_size_check(uint64_t kb, unsigned int cpus, uint64_t most_kb,
			  struct txr_err *err);

#endif
