#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Too little memory: the whole answer, or one line and status 1; never an abort, never
# an answer with parts left out.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
limited() {	# limited KB COMMAND...
	(
		ulimit -v "$1" && shift
		exec "$@" >out 2>err </dev/null
	)
	status=$?
}
if [ -n "${TXRING_COVERAGE:-}" ]; then
	skip "a build for coverage needs memory of its own to write its counts"
	finish
fi
limited 400000 "$TXRING" --version
if [ $status != 0 ]; then
	skip "this build does not run within a limit of address space"
	finish
fi

# Nothing of an answer, but script writes as it reads: what it wrote is its beginning.
nothing_wrong() {
	[ ! -s out ] || { [ $streams = 1 ] && cmp -s -n "$(stat -c %s out)" out whole; }
}

# Status 127 is the dynamic loader's, before the program begins.
verdict() {
	case $status in
	0) cmp -s out whole && echo whole || echo "an answer with parts left out" ;;
	1) nothing_wrong && [ "$(wc -l <err)" = 1 ] && grep -q '^txring: ' err && echo refused ||
		echo "status 1, $(wc -c <out) bytes of an answer, and: $(head -c 200 err)" ;;
	127) echo loader ;;
	*) echo "status $status: $(head -c 200 err)" ;;
	esac
}

# From the least that the loader needs, in small steps to where it is enough.
sweep() {	# sweep ARGS...
	local kb low=1000 high=400000 streams=0
	[ "$1" != script ] || streams=1
	"$TXRING" "$@" >whole 2>/dev/null
	while [ $((high - low)) -gt 100 ]; do
		kb=$(((low + high) / 2))
		limited $kb "$TXRING" "$@"
		if [ "$(verdict)" = loader ]; then low=$kb; else high=$kb; fi
	done
	for ((kb = low; kb < low + 12000; kb += 60)); do
		limited $kb "$TXRING" "$@"
		verdict
		[ $status != 0 ] || whole=$((whole + 1))
		[ $whole -lt 20 ] || break
	done 2>/dev/null | sort | uniq -c >verdicts
	! grep -vE ' (whole|refused|loader)$' verdicts >wrong && grep -q whole verdicts &&
		grep -q refused verdicts
	ok "txring $*" $? || diag "$(cat verdicts)"
}

whole=0
cd "$tmp" && cp "$FIXTURES"/{ring,why}.dat "$FIXTURES"/perf-txring.data . || exit 1
sweep report --json -i ring.dat
sweep report --json --timeline --histogram -i why.dat
sweep report --json -Q -i perf-txring.data
sweep report -i ring.dat
sweep report --json -j 2 -i ring.dat
sweep report --html - -i why.dat
sweep diff --json ring.dat why.dat
sweep script --json -i ring.dat
sweep script --perfetto - -i why.dat
finish
