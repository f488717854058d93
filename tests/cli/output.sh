#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What is true of every output, whatever the recording: schema, width, pipes that
# break, disks that are full, files that are cut off, --time, several files.
. "$(dirname "$0")/lib.sh"
first=$(fixtures | head -1)
if [ -z "$first" ]; then
	skip "no recording in tests/fixtures"
	finish
fi
cd "$tmp" || exit 1
# With a thread that reads ahead: the same answer, complaint and status.
same_ahead() {	# same_ahead WHAT ARGS...
	local what=$1 alone
	shift
	run "$TXRING" report "$@"
	cp out out1
	cp err err1
	alone=$status
	run "$TXRING" report -j 2 "$@"
	is "$what: the same with -j 2" \
		"$status|$(cmp out out1 2>&1)|$(cmp err err1 2>&1)" "$alone||"
}
schema() { python3 "$root/tests/cli/schema.py" "$root/Documentation/report.schema.json" "$@"; }

mapfile -t recordings < <(fixtures)
for f in "${recordings[@]}"; do
	n=$(basename "$f")
	run "$TXRING" report --json -i "$f"
	is "$n: one JSON object on one line, status 0" "$status|$(wc -l <out)" "0|1"
	cp out one.json
	schema one.json >why
	ok "$n: keeps to the schema" $? || diag "$(cat why)"
	for args in "--csv" "--perfetto /dev/null"; do
		"$TXRING" script $args -i "$f" >/dev/null 2>err
		is "$n: script $args says whether it is not exact" \
			"$(grep -cE "^txring: $f: .* (not exact|were lost)" err)" \
			"$(jq 'if .source.exact then 0 else 1 end' one.json)"
	done
	is "$n: script -q says nothing" "$("$TXRING" script -q -i "$f" 2>&1 >/dev/null)" ""
	run "$TXRING" report --json --timeline --histogram -i "$f"
	cp out pictures.json
	schema pictures.json >why
	ok "$n: what pictures are drawn from keeps to the schema and adds up" $? ||
		diag "$(cat why)"
	python3 -c 'import json
for d in json.load(open("pictures.json"))["devices"]:
    assert all("timeline" in r and "lap_grid" in r for r in [d, *d["queues"]])' 2>why
	ok "$n: every device and queue has it" $? || diag "$(cat why)"
	for args in "" -v -Q "-v -Q" "--sort lap_ns.p99" --timeline "--timeline --histogram -Q"; do
		run "$TXRING" report $args -i "$f"
		is "$n: text $args fits 80 columns, without escapes" \
			"$status|$(awk 'length > 80' out)|$(tr -dc '\033' <out | wc -c)" "0||0"
	done
	# The formats agree, and script has a line for every start.
	"$TXRING" report --csv -i "$f" >all.csv
	python3 - one.json all.csv >why <<-'END'
		import csv, json, sys
		devices = json.load(open(sys.argv[1]))["devices"]
		rows = list(csv.DictReader(open(sys.argv[2], newline="")))
		assert len(devices) == len(rows), "rows"
		def text(v):
		    return {None: "", True: "true", False: "false"}.get(v, v) if not isinstance(v, (int, float)) or isinstance(v, bool) else v
		def same(a, b):
		    return float(b) == a if isinstance(a, (int, float)) and not isinstance(a, bool) else text(a) == b
		for d, r in zip(devices, rows):
		    for key, got in r.items():
		        if key in ("file", "reasons"):
		            continue
		        want = d
		        for part in key.split("."):
		            base = part.removesuffix("_low").removesuffix("_high")
		            want = want[part] if part in want else want[base]
		        assert same(want, got), (key, want, got)
	END
	ok "$n: CSV says what JSON says" $? || diag "$(cat why)"
	started=$(python3 -c 'import json; d = json.load(open("one.json"))["devices"]
print(sum(x["started"] or 0 for x in d))')
	run "$TXRING" script --json -i "$f"
	is "$n: script prints a line for every start" "$status|$(wc -l <out)" "0|$started"
	python3 -c 'import json; assert [json.loads(l) for l in open("out")]' 2>why
	ok "$n: each is JSON" $? || diag "$(cat why)"
	for args in "--by comm" "--html -" "--json --time 20%-70%" "-q --time 0,0.000000001"; do
		same_ahead "$n: $args" $args -i "$f"
	done
	# Each of two half recordings is reported as far as it goes, or refused in a line.
	for part in 2 3; do
		head -c $(($(stat -c %s "$f") * (part - 1) / part)) "$f" >cut.dat
		same_ahead "$n: cut off" --json cut.dat
		run "$TXRING" report --json cut.dat
		if [ $status = 0 ]; then
			is "$n: cut off: says so" "$(grep -c 'cut off' err)|$(grep -c '"truncated":true' out)" "1|1"
			cp out cut.json
			schema cut.json >why
			ok "$n: cut off: keeps to the schema" $? || diag "$(cat why)"
		else
			is "$n: cut off early: refused in one line" "$status|$(wc -l <err)|$(wc -c <out)" "1|1|0"
		fi
	done
done

"$TXRING" report --json "$first" "$first" >two.json
is "two files: an object a line" "$(wc -l <two.json)|$(schema two.json)" "2|2 documents"
"$TXRING" report --csv "$first" -i "$first" >two.csv
is "two files: one header" "$(grep -c '^file,name,' two.csv)" 1
run "$TXRING" report nowhere "$first"
is "one of two cannot be read: the other is reported, status 1" \
	"$status|$(wc -l <err)|$(grep -c ' CPUs*, .* events, ' out)" "1|1|1"

# One behind the other in a file: that is told, whatever the other is. In a pipe of
# perf the second one is seen as an end that is not clean.
codes() { jq -c '[.source.reasons[].code | select(. == "appended" or . == "truncated")]' "$1"; }
for f in ring.dat ring-v7.dat perf-plain.data perf-zstd.data perf-pipe.data; do
	for other in ring.dat perf-plain.data; do
		cat "$root/tests/fixtures/$f" "$root/tests/fixtures/$other" >both
		"$TXRING" report --json both >both.json 2>/dev/null
		want='["appended"]'
		[ $f != perf-pipe.data ] || want='["truncated"]'
		is "$f with $other appended: said so, not exact" \
			"$(codes both.json) $(jq .source.exact both.json)" "$want false"
		"$TXRING" report -d tap0 both >both.txt 2>/dev/null
		is "$f with $other appended, one device: not exact" \
			"$(grep -c '^NOT EXACT' both.txt)$(grep -c 'Every figure is exact' both.txt)" 10
	done
	"$TXRING" report --json "$root/tests/fixtures/$f" >alone.json
	is "$f alone: nothing of that" "$(codes alone.json)" "[]"
done

full="txring: standard output: No space left on device; the output is not complete"
for args in "report" "report --json" "report --csv" "report -q --classic" "script" "script --json"; do
	"$TXRING" $args -i "$first" >/dev/full 2>err
	is "$args to a full disk: status 1, the reason in one line" "$?|$(cat err)" "1|$full"
	("$TXRING" $args -i "$first" 2>err; echo $? >status) | true
	is "$args to a reader that left: no word" "$(cat err)" ""
done
for args in "diff $first $first" "diff --json $first $first" "doctor" "doctor --json"; do
	"$TXRING" $args >/dev/full 2>err
	is "${args//$first/FILE} to a full disk: status 1, the reason in one line" "$?|$(cat err)" "1|$full"
done

mapfile -t recordings < <(fixtures)
for f in "${recordings[@]}"; do
	n=$(basename "$f")
	"$TXRING" report --json "$f" >whole
	"$TXRING" report --json --time 0%-100% "$f" >cut
	python3 -c 'import json
a, b = (json.load(open(n)) for n in ("whole", "cut"))
assert a["devices"] == b["devices"] and a["total"] == b["total"]' 2>why
	ok "$n: all of it by --time is all of it" $? || diag "$(tail -3 why)"
	# Each part is a report of its own; its books balance (schema.py looks).
	for part in 1 2 3 4; do
		"$TXRING" report --json --time 25%/$part "$f"
	done >parts.json
	is "$n: parts by --time keep to the schema" "$(schema parts.json)" "4 documents"
	# Time goes in seconds of the recording's clock, and the end is not within.
	python3 -c 'import json
s = json.load(open("whole"))["source"]
ns = lambda t: "%d.%09d" % (int(t) // 10**9, int(t) % 10**9)
print(ns(s["first_ns"]) + "," + ns(int(s["last_ns"]) + 1))' >range
	"$TXRING" report --json --time "$(cat range)" "$f" >cut
	python3 -c 'import json
a, b = (json.load(open(n)) for n in ("whole", "cut"))
same = ("started", "completed", "dropped", "lap_ns")
inside = ("p50", "p99", "max", "at_ns")	# bounds of avg know of the 1 ns
assert a["source"]["events"] == b["source"]["events"]
for x, y in zip(a["devices"], b["devices"], strict=True):
    assert all(x[k] == y[k] for k in same), x["name"]
    assert all(x["in_device"][k] == y["in_device"][k] for k in inside), x["name"]' 2>why
	ok "$n: from the first event to the last is all of it" $? || diag "$(tail -3 why)"
	last=$(sed 's/.*,//' range)
	"$TXRING" report --json --time "$last," "$f" >cut
	is "$n: after the last event nothing is started anew" "$(python3 -c 'import json
whole, cut = (json.load(open(n)) for n in ("whole", "cut"))
ends = {d["name"]: d["in_device_at_end"] for d in whole["devices"]}
print([d["name"] for d in cut["devices"] if d["started"] != ends[d["name"]]])')" "[]"
done

# A part may begin within an xmit, behind the release of its packet: lines and figures
# agree on which part that packet belongs to.
cat >borders.py <<'EOF'
import collections, json, subprocess, sys
txring, name = sys.argv[1:]
def run(*args):
    out = subprocess.run([txring, *args, "-q", "--json", name], check=True, capture_output=True)
    return [json.loads(line) for line in out.stdout.splitlines()]
first = int(run("report")[0]["source"]["first_ns"])
inside = [l for l in run("script") if l["release_ns"] is not None
          and l["result_ns"] is not None and l["release_ns"] < l["result_ns"]
          and l["outcome"] in ("completed", "dropped", "handed_over")]
assert inside, "no packet is released inside its xmit"
for lap in inside[::max(1, len(inside) // 4)]:
    at = first + lap["result_ns"]
    part = f"{at // 10**9}.{at % 10**9:09d},"
    lines = collections.Counter((l["device"], l["outcome"]) for l in run("script", "--time", part))
    for d in run("report", "--time", part)[0]["devices"]:
        for what in ("completed", "dropped", "handed_over"):
            got = lines[d["name"], what]
            assert got == d[what], f"from {part} {d['name']} {what}: {got} lines, report {d[what]}"
EOF
for f in ring.dat handover.dat loss.dat perf-plain.data; do
	run python3 borders.py "$TXRING" "$FIXTURES/$f"
	is "$f: a part that begins within an xmit has its packet in lines and figures" \
		"$status|$(tail -1 err)" "0|"
done

# Of a file whose block of device states is damaged, the events are reported.
sed 's/{"schema"/["schema"/' "$FIXTURES/ring.dat" >damaged.dat
run "$TXRING" report --json damaged.dat
is "damaged block: reported, and said" "$status|$(cat err)|$(jq -c \
	'[.source.exact, [.source.reasons[].code]]' out)" '0||[false,["meta-damaged"]]'
is "damaged block: the events are all there" "$(jq .source.events out)" \
	"$("$TXRING" report --json "$FIXTURES/ring.dat" | jq .source.events)"

run "$TXRING" report --time 0.001,0.002 "$FIXTURES/ring.dat"
is "--time before the recording: refused, and why" "$status|$(cat out)|$(grep -c \
	'^txring: --time: ends before the first event of .*; give a range within$' err)" "1||1"
run "$TXRING" report --time 99999999, "$FIXTURES/ring.dat"
is "--time after the recording: said" "$status|$(grep -c \
	'^txring: .*: --time begins after the last event, at .*; only what was' err)" "0|1"
run "$TXRING" report -d nosuch "$FIXTURES/loss.dat"
is "no such device: no doubt without a figure" "$(tail -1 out)" \
	"No packet of a device of that name was seen."
cat "$FIXTURES/perf-plain.data" | "$TXRING" report -i - >out 2>err
is "a perf.data file through a pipe: refused, and why" "$?|$(cat out)|$(cat err)" "1||txring: -: a \
perf.data file cannot be read through a pipe, only what perf record -o - writes; give the file's name"
finish
