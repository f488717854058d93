#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# script --perfetto: what its trace says is what script and report say; its errors.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
compare() {	# compare NAME FILE [ARGS...]
	local name=$1 f=$2
	shift 2
	run "$TXRING" script -q --perfetto trace.json -i "$f" "$@"
	is "$name: status, and nothing is said" "$status|$(cat out err)" "0|"
	"$TXRING" script -q --json -i "$f" "$@" >laps
	"$TXRING" report -q --json --timeline -i "$f" "$@" >report.json
	python3 "$root/tests/cli/perfetto.py" trace.json laps report.json >why 2>&1
	ok "$name: laps, instants and counters" $? || diag "$(cat why)"
}

mapfile -t recordings < <(fixtures)
for f in "${recordings[@]}"; do
	compare "$(basename "$f")" "$f"
done
f=$FIXTURES/ring.dat
if [ -e "$f" ]; then
	compare "a part" "$f" --time 20%-97%
	compare "a device" "$FIXTURES/stacked.dat" -d tap0
	run "$TXRING" script --perfetto trace.json "$f"
	is "what was written is told" "$status|$(cat out)|$(cat err)" \
		"0||txring: 99 laps in trace.json; open it at https://ui.perfetto.dev"
	run "$TXRING" script --perfetto - "$f"
	is "to standard output, and nothing else" "$status|$(cmp out trace.json)|$(cat err)" "0||"
	complains "a file that cannot be made" 1 \
		"none/trace.json: No such file or directory; give another FILE" \
		script --perfetto none/trace.json "$f"
	complains "a recording that is not there" 1 \
		"none.dat: cannot open: No such file or directory; record first with txring record" \
		script --perfetto kept.json none.dat
	[ ! -e kept.json ]
	ok "no trace is begun then" $?
	if [ -w /dev/full ]; then
		complains "a full disk" 1 \
			"/dev/full: No space left on device; the trace is not complete" \
			script --perfetto /dev/full "$f"
	fi
fi
complains "two forms" 2 "--perfetto and --csv: only one form at a time; leave one away" \
	script --csv --perfetto x
finish
