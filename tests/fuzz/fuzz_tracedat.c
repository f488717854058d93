// SPDX-License-Identifier: GPL-2.0-only
/* fuzz_tracedat.c - bytes as a trace.dat: read, paired, drawn. */
#include "lib/fuzz.h"
#include "lib/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	unsigned int h = fuzz_hash(data, len);
	const struct recording r = {
		.data = data, .len = len, .laps = h % 4 == 1, .views = h % 4 == 2,
	};

	if (len < 3 || data[0] != 0x17)
		return -1;
	recording_must(&r);
	return 0;
}
