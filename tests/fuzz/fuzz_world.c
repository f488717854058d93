// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_world.c - the simulated machine, its schedule turned by the fuzzer: what
 * the engine says of it against the machine's own truth, and the rules.
 *
 * Three bytes choose the family, the distortion and the tier, the rest is the tape
 * that every choice of the machine is read from; then a fixed seed goes on.
 */
#include "lib/fuzz.h"
#include "one.h"

#define EVENTS 200	/* the oracles take the square of it */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct rng_tape tape = { data + 3, len - 3 };
	struct rng r = { .s = 1, .tape = &tape };
	char msg[MSG_MAX] = "";

	if (len < 4)
		return -1;
	if (!one_world(msg, data[0] % FAM_NR, data[1] % WAY_NR, data[2] % W_TIERS, &r,
		       EVENTS, getenv(FUZZ_VERBOSE)))
		fuzz_must(msg);
	return 0;
}
