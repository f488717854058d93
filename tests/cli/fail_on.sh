#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report --fail-on: status 3 if one of the findings that were asked for is shown.
. "$(dirname "$0")/lib.sh"
packed=$FIXTURES/ring.dat clean=$FIXTURES/stacked.dat all=$FIXTURES/why.dat
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

# -d again adds a device, as in record and top.
stacked=$FIXTURES/stacked.dat
mapfile -t names < <("$TXRING" report --json "$stacked" | python3 -c 'import json, sys
print(*sorted(d["name"] for d in json.load(sys.stdin)["devices"]), sep="\n")')
two=$(printf '%s\n' "${names[@]:0:2}")
check_two() {	# check_two DESCRIPTION COMMAND...
	local what=$1
	shift
	is "$what: both devices of -d and -d" "$("$@" 2>/dev/null | sort -u)" "$two"
}
csv_names() { "$TXRING" "$1" -d "${names[0]}" -d "${names[1]}" --csv "$stacked" | python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin): print(row[sys.argv[1]])' "$2"; }
json_names() { "$TXRING" "$@" --json -d "${names[0]}" -d "${names[1]}" "$stacked" "$stacked" |
	python3 -c 'import json, sys
for d in json.load(sys.stdin)["rows"]: print(d["name"])'; }
check_two report csv_names report name
check_two script csv_names script device
check_two diff json_names diff
is "each alone: one" "$("$TXRING" report -d "${names[1]}" --csv "$stacked" | wc -l)|${#names[@]}" "2|2"
run "$TXRING" report -d 'tap*' -d other --fail-on ring-packed "$packed"
is "a second -d that was not recorded: no answer of it" "$status|$(sed 's/.*no device/no device/' "$tmp/err")" \
	"1|no device 'other' was recorded; txring report without -d shows those that were"

# Nothing is known of a device that was not recorded: that must not look like none.
not_recorded() {	# not_recorded DESCRIPTION DEVICE FILE ARGS...
	local what=$1 dev=$2 file=$3
	shift 3
	run "$TXRING" report -d "$dev" --fail-on ring-packed "$@" "$file"
	is "$what" "$status|$(cat "$tmp/err")" "1|txring: $file: --fail-on has no answer: no \
device '$dev' was recorded; txring report without -d shows those that were"
}
not_recorded "with -d, of a device that is not there" other "$packed"
is "the report is drawn all the same" "$(grep -c "No packet of a device of that name" "$tmp/out")" 1
not_recorded "the same with --json" other "$packed" --json
not_recorded "of one that was there, and that -d of the recording left out" lo "$packed"
not_recorded "of a recording that tells no devices" other "$FIXTURES/perf-plain.data"
status_of "without --fail-on it is no error" 0 -d other "$packed"
status_of "of one that was recorded, and sent nothing" 0 -d lo --fail-on ring-packed "$all"
status_of "in the second of three files" 3 --fail-on ring-packed "$clean" "$packed" "$clean"
run "$TXRING" report --fail-on ring-packed "$packed" nowhere
is "a file that cannot be read is graver" "$status" 1
finish
