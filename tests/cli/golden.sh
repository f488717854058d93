#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# golden.sh [--update] - every output on every recording in tests/fixtures.
#
# Beside NAME.dat lie NAME.report.txt, NAME.json, NAME.csv, NAME.classic, NAME.script
# and NAME.plots.txt, and, where there are several queues, NAME.queues.txt. Each that is
# there is compared; one that is missing fails. --update writes them anew: look at
# what it changed before you keep it.
. "$(dirname "$0")/lib.sh"
update=
[ "${1:-}" != --update ] || update=y
cd "$FIXTURES" || exit 1

# The object on one line is laid out, so that a difference can be read.
laid_out() { python3 -c 'import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line), indent=1, ensure_ascii=False))'; }
output() {	# output EXTENSION FILE
	case $1 in
	report.txt)	"$TXRING" report -i "$2" ;;
	queues.txt)	"$TXRING" report -v -Q -i "$2" ;;
	plots.txt)	"$TXRING" report --timeline --histogram -Q -i "$2" ;;
	json)		"$TXRING" report --json -i "$2" | laid_out ;;
	csv)		"$TXRING" report --csv -Q -i "$2" ;;
	classic)	"$TXRING" report --classic -i "$2" ;;
	script)		"$TXRING" script --csv -i "$2" ;;
	esac
}

count=0
for f in *.dat *.data; do
	[ -e "$f" ] || continue
	count=$((count + 1))
	for ext in report.txt queues.txt plots.txt json csv classic script; do
		want=${f%.dat*}.$ext
		(set -o pipefail; output $ext "$f") >"$tmp/out" 2>"$tmp/err"
		status=$?
		if [ $status != 0 ]; then
			ok "$want: status" 1
			diag "status $status" "$(cat "$tmp/err")"
			continue
		fi
		if [ -n "$update" ]; then
			cp "$tmp/out" "$want"
			ok "$want: written" $?
		elif [ -e "$want" ]; then
			same "$want" "$tmp/out" "$want"
		else
			ok "$want: is there (golden.sh --update writes it)" 1
		fi
	done
done
[ $count != 0 ] || skip "no recording in tests/fixtures"
finish
