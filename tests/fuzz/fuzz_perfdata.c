// SPDX-License-Identifier: GPL-2.0-only
/* fuzz_perfdata.c - bytes as a perf.data, a file or a pipe: read, paired, drawn. */
#include <string.h>
#include "lib/fuzz.h"
#include "lib/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	unsigned int h = fuzz_hash(data, len);
	const struct recording r = {
		.data = data, .len = len, .laps = h % 4 == 1, .views = h % 4 == 2,
		.pipe = h % 8 < 3 && len <= 1 << 20, .seed = h,
	};

	if (len < 8 || (memcmp(data, "PERFILE2", 8) && memcmp(data, "2ELIFREP", 8)))
		return -1;
	recording_must(&r);
	return 0;
}
