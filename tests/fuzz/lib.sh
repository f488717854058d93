# SPDX-License-Identifier: GPL-2.0-only
# lib.sh - what run, short and cut share. BUILD: the build directory, in whose folder
# fuzz is what clang has built (make fuzz-build).
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
FUZZ=${BUILD:-$top/build}/fuzz
programs=$FUZZ/tests/fuzz

all_targets() {
	local f
	for f in "$here"/fuzz_*.c; do f=${f##*/fuzz_}; echo "${f%.c}"; done
}

make_seeds() {		# make_seeds DIR
	"$programs/make-seeds" "$1" "$top"/tests/fixtures/*.dat "$top"/tests/fixtures/*.data \
		"$top"/tests/fixtures/*.perf
}

# What is not there cannot be run: a plan of nothing, with the reason, in TAP.
skip_without_programs() {
	[ ! -x "$programs/make-seeds" ] || return 0
	if command -v clang >/dev/null; then
		printf '1..1\nnot ok 1 - %s is built\n# make fuzz-build builds it\n' "$programs"
		exit 1
	fi
	echo "1..0 # SKIP clang is not installed (make deps-fuzz)"
	exit 0
}

# What every run has. Memory beyond its bound is found by the target itself; this is
# for the sanitizer's own, and for what the hooks miss. Time is that of the wall, and
# others may have the machine: only what never ends comes to the limit.
limits=(-timeout=900 -rss_limit_mb=2560 -malloc_limit_mb=1024 -print_final_stats=1)
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=1} UBSAN_OPTIONS=print_stacktrace=1
