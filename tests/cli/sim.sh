#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The simulation oracle: many seeded machines against their own truth, and the rules.
# SIM_SEEDS=FROM-TO runs others; a line of a failure tells how to replay it.
BUILD=${BUILD:-$(cd "$(dirname "$0")/../.." && pwd)/build}
if [ ! -x "$BUILD/tests/sim" ]; then
	printf '1..1\nnot ok 1 - %s is built\n# make sim builds it\n' "$BUILD/tests/sim"
	exit 1
fi
exec "$BUILD/tests/sim" --seeds "${SIM_SEEDS:-1-60}"
