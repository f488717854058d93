// SPDX-License-Identifier: GPL-2.0-only
/* buffer_size.c - is there room for the trace buffers that were asked for? */
#include <errno.h>
#include <unistd.h>
#include "buffer_size.h"

static uint64_t memory_kb(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 1024 : UINT64_MAX;
}

int txr_buffer_size_check(uint64_t kb, unsigned int cpus, uint64_t most_kb,
			  struct txr_err *err)
{
	uint64_t fit = memory_kb() / (cpus ? cpus : 1);

	if (kb > fit)
		return txr_fail(err, EINVAL, "trace buffer of %llu KiB per CPU: the machine has "
				"memory for %llu; give less by --buffer",
				(unsigned long long)kb, (unsigned long long)fit);
	if (kb > most_kb)
		return txr_fail(err, EINVAL, "trace buffer of %llu KiB per CPU: at most %llu can be "
				"mapped; give less by --buffer",
				(unsigned long long)kb, (unsigned long long)most_kb);
	return 0;
}
