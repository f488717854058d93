#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# golden.sh [--update] - every output on every recording in tests/fixtures.
#
# Beside NAME.dat lie NAME.report.txt, NAME.json, NAME.csv, NAME.classic, NAME.script
# and NAME.plots.txt, and, where there are several queues, NAME.queues.txt. Each that is
# there is compared; one that is missing fails. --update writes them anew: look at
# what it changed before you keep it. Reports are made once more with a thread that
# reads ahead: the same files.
. "$(dirname "$0")/lib.sh"
update=
[ "${1:-}" != --update ] || update=y
cd "$FIXTURES" || exit 1

# The object on one line is laid out, so that a difference can be read.
laid_out() { python3 -c 'import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line), indent=1, ensure_ascii=False))'; }
output() {	# output EXTENSION FILE [OPTION...]
	local more=("${@:3}")
	case $1 in
	report.txt)	"$TXRING" report "${more[@]}" -i "$2" ;;
	queues.txt)	"$TXRING" report "${more[@]}" -v -Q -i "$2" ;;
	plots.txt)	"$TXRING" report "${more[@]}" --timeline --histogram -Q -i "$2" ;;
	json)		"$TXRING" report "${more[@]}" --json -i "$2" | laid_out ;;
	csv)		"$TXRING" report "${more[@]}" --csv -Q -i "$2" ;;
	classic)	"$TXRING" report "${more[@]}" --classic -i "$2" ;;
	script)		"$TXRING" script --csv -i "$2" ;;
	esac
}

ahead() {	# ahead EXTENSION FILE WANTED: what -j 2 says, on stderr too
	[ "$1" != script ] || return 0
	(set -o pipefail; output "$1" "$2" -j 2) >"$tmp/out" 2>"$tmp/err2"
	is "$3: status with -j 2" $? 0
	same "$3: with -j 2" "$tmp/out" "$3"
	same "$3: what is said beside it" "$tmp/err2" "$tmp/err"
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
			ahead $ext "$f" "$want"
		else
			ok "$want: is there (golden.sh --update writes it)" 1
		fi
	done
done
[ $count != 0 ] || skip "no recording in tests/fixtures"
finish
