#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report --fail-on: status 3 if one of the findings that were asked for is shown.
. "$(dirname "$0")/lib.sh"
packed=$FIXTURES/ring.dat clean=$FIXTURES/stacked.dat
[ -e "$packed" ] && [ -e "$clean" ] || { skip "no recording in tests/fixtures"; finish; }

status_of() {	# status_of DESCRIPTION STATUS ARGS...
	local what=$1 want=$2
	shift 2
	run "$TXRING" report "$@"
	is "$what: status, silence on stderr" "$status|$(cat "$tmp/err")" "$want|"
}
ids() { "$TXRING" report --json -i "$1" | python3 -c 'import json, sys
print(*(f["id"] for f in json.load(sys.stdin)["findings"]))'; }

is "the recordings are what they are taken for" "$(ids "$packed" | grep -c ring-packed)|$(ids "$clean")" "1|"
status_of "found" 3 --fail-on ring-packed "$packed"
cp "$tmp/out" "$tmp/found"
status_of "not asked for" 0 "$packed"
same "the report is the same" "$tmp/out" "$tmp/found"
status_of "another one" 0 --fail-on never-completed "$packed"
status_of "not there" 0 --fail-on ring-packed "$clean"
status_of "one of a list" 3 --fail-on never-completed,ring-packed "$packed"
status_of "one of two options" 3 --fail-on ring-packed --fail-on never-completed "$packed"
status_of "with --json" 3 --json --fail-on ring-packed "$packed"
status_of "with -d, of this device" 3 -d 'tap*' --fail-on ring-packed "$packed"
status_of "with -d, of another" 0 -d other --fail-on ring-packed "$packed"
status_of "in the second of three files" 3 --fail-on ring-packed "$clean" "$packed" "$clean"
run "$TXRING" report --fail-on ring-packed "$packed" nowhere
is "a file that cannot be read is graver" "$status" 1
finish
