#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Wrong use, files that cannot be read: status, and one line that helps.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

complains "report: unknown option" 2 "--jsn: unknown option; did you mean --json?" report --jsn
complains "report: unknown letter" 2 "-z: unknown option; see --help" report -z
complains "report: two forms" 2 \
	"--json and --csv: only one form at a time; leave one away" report --json --csv
complains "report: two others" 2 \
	"--csv and --classic: only one form at a time; leave one away" report --classic --csv
complains "report: all three" 2 \
	"--json and --csv: only one form at a time; leave one away" report --csv --classic --json
complains "script: two forms" 2 \
	"--json and --csv: only one form at a time; leave one away" script --csv --json
complains "report: a plot in CSV" 2 \
	"--timeline and --csv: a plot has no such form; leave one away, or take --json" \
	report --csv --timeline
complains "report: a plot in the classic layout" 2 \
	"--histogram and --classic: a plot has no such form; leave one away, or take --json" \
	report --classic --histogram
complains "report: queues in the classic layout" 2 \
	"--classic and -Q: that layout is of whole devices; leave one away" report --classic -Q
complains "report: sort key" 2 "--sort: 'frob' is no column; give one like in_device.max or dropped (the header of --csv lists all; those in _low and _high are bounds)" report --sort frob
complains "record: a buffer of nothing" 2 "-b: '0' is no size; give KiB like 1408 or 8M" record -b 0 true
# The largest number is no other name for an option that is left away.
for c in "record --flight 1 --memory" "record --flight 1 --max-size" "record --flight 1 --keep" "top -n" \
	"load pktgen -n"; do
	complains "$c: the largest number" 2 "${c##* }: '18446744073709551615' is too large; give $(
		case $c in *size | *memory) echo "KiB like 1408 or 8M" ;; *) echo "digits like 10" ;; esac)" \
		$c 18446744073709551615
done
complains "record: -- and nothing" 2 "--: no command behind it; give one, or leave -- away" record --
run "$TXRING" -v
is "txring -v: the version" "$status|$(cat out)" "0|$("$TXRING" --version)"
complains "script: two files" 2 "b: one recording at a time; give one FILE" script a b
complains "script: two files, one by -i" 2 "b: one recording at a time; give one FILE" script -i a b

for c in "report -d" "report -i" "report --sort" "report --html" "record -d" "record -e" "record -o" "top -d" \
	"doctor -d" "load pktgen --dst-mac"; do
	o=${c##* }
	run "$TXRING" $c ""
	is "$c '': usage, one line" "$status|$(sed 's/; give [-A-Z:]*$//' err)|$(wc -c <out)" \
		"2|txring: $o: '' is empty|0"
done

complains "report: no such finding, one near" 2 \
	"--fail-on: 'ring-paked' is no finding; did you mean ring-packed?" report --fail-on ring-paked
complains "report: the second is none" 2 \
	"--fail-on: 'never' is no finding; did you mean never-completed?" report --fail-on ring-packed,never
complains "report: no such finding" 2 "--fail-on: 'frob' is no finding; give one like ring-packed (txring-findings(7) lists them)" report --fail-on frob
complains "report: an empty one" 2 "--fail-on: '' is no finding; give one like ring-packed (txring-findings(7) lists them)" report --fail-on ring-packed,

complains "report: no threads" 2 "--jobs: 0 threads can do nothing; give 1, or 2 to read ahead in one of its own" report -j 0
for j in "" x -1 1.5 2x; do
	run "$TXRING" report -j "$j"
	is "-j '$j': usage, one line" "$status|$(wc -l <err)|$(grep -c '^txring: -j: ' err)" "2|1|1"
done

for t in "" , x 1 1-2 5,4 1,2,3 -1,2 1,x 10% 10%-5% 10%-10% 5%-101% 10%/0 10%/11 0%/1 %/2 1%2; do
	run "$TXRING" report --time "$t"
	is "--time '$t': usage, one line" "$status|$(wc -l <err)|$(grep -c '^txring: --time: ' err)" "2|1|1"
done
for t in 1, ,2 1.5,2 1ms,1s 0%-10% 99.5%-100% 10%/10 33%/4; do
	run "$TXRING" report --time "$t" -i nowhere
	is "--time '$t': accepted" "$status|$(grep -c -- --time err)" "1|0"
done

run "$TXRING" report
is "no file: status, one line that names it" \
	"$status|$(wc -l <err)|$(grep -c '^txring: txring.dat: .*; ' err)" "1|1|1"
: >txring.data
run "$TXRING" report
is "txring.data is the second default" "$status|$(grep -c '^txring: txring.data: ' err)" "1|1"
: >txring.dat
run "$TXRING" script
is "txring.dat is the first" "$status|$(grep -c '^txring: txring.dat: ' err)" "1|1"
head -c 4096 /dev/zero >zeros
for f in zeros "$tmp" /dev/null; do
	for cmd in report script; do
		run "$TXRING" $cmd -i "$f"
		is "$cmd of $(basename "$f"): one line" "$status|$(wc -l <err)|$(wc -c <out)" "1|1|0"
	done
done
run "$TXRING" report zeros nowhere
is "two bad files: a line each" "$status|$(wc -l <err)" "1|2"
f=$'\033[31m.dat'
run "$TXRING" report "$f"
is "a file's name cannot drive the terminal" "$status|$(tr -dc '\033' <err | wc -c)" "1|0"

for cmd in report script; do
	run "$TXRING" $cmd --help
	is "$cmd --help: status, silence on stderr, 80 columns" \
		"$status|$(cat err)|$(awk 'length > 80' out)" "0||"
	"$TXRING" $cmd --help >/dev/full 2>err
	is "$cmd --help to a full disk" "$?|$(wc -l <err)" "1|1"
done
finish
