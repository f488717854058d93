// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_pair.c - a stream of operations on the pairing engine.
 *
 * The first byte tells which: events at random over few addresses, against the
 * plain reference and the report's plain sums (tests/sim); or events of any kind
 * and number whatever, of which the books must balance. The rest is the tape that
 * every choice is read from.
 */
#include <string.h>
#include "lib/fuzz.h"
#include "lib/wild.h"
#include "one.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct rng_tape tape = { data + 1, len - 1 };
	struct rng r = { .s = 1, .tape = &tape };
	char msg[MSG_MAX] = "";
	unsigned int kind;

	if (len < 2)
		return -1;
	kind = data[0] % (GARB_NR + 2);
	if (kind >= GARB_NR)
		fuzz_must(wild_stream(&r));
	else if (!one_garbage(msg, kind, &r, getenv(FUZZ_VERBOSE)))
		fuzz_must(msg);
	return 0;
}
