#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The flight recorder's files: how many and how much may stay, what is left alone,
# a disk that is full, memory that holds less than was asked for.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/flight_lib.inc"
plan 41
new_ns a
hold_ring a tapf 118

# ask PREFIX N: the Nth file
ask() {
	kill -USR1 "$flight"
	written "$1" "$2"
}
kept() { files_of "$1" | xargs -rn 1 basename | xargs; }
named() { sed -nE 's/.*; wrote ([^:]+): .*/\1/p' "$1.err" | xargs -rn 1 basename | tail -n "$2" | xargs; }

# Two of four stay: the newest; another's file is no business of this run.
f=$tmp/keep
foreign=$f-20200101-000000.dat
echo foreign >"$foreign"
fly a "$f" --trigger signal --keep 2 -v
for i in 1 2 3 4; do
	ask "$f" $i
	is "--keep 2: files after $i, and another's" "$(count_of "$f")" $((i < 2 ? 2 : 3))
done
is "--keep 2: the newest" "$(kept "$f")" "$(basename "$foreign") $(named "$f" 2)"
is "--keep 2: another's file" "$(cat "$foreign")" foreign
is "--keep 2: -v says what was removed" "$(said "$f" '^txring: 1 older file of this run removed$')" 2
# One that is moved away is not counted, and stays.
mv "$(newest_of "$f")" "$tmp/mine.dat"
ask "$f" 5
is "a file that was moved away: one of two is left, and one more" "$(count_of "$f")" 3
check "it is a recording still" "$TXRING" report -q --json -i "$tmp/mine.dat"
stop_bg "$flight"
is "status" $? 0
check "the closing line" has_line "$f.err" ': 5 files written, 2 of them removed again, '

# --max-size: each file has some 3 MB.
f=$tmp/size
fly a "$f" --trigger signal --max-size 8M
for i in 1 2 3 4; do
	ring "read all; cycle 200 110" >/dev/null
	ask "$f" $i
	is "--max-size 8M: all files together, after $i" \
		"$(files_of "$f" | xargs stat -c %s | awk '{ s += $1 } END { print (s > 1e6 && s <= 8 * 1048576) }')" 1
done
between "--max-size 8M: as many as fit" "$(count_of "$f")" 1 3
is "--max-size 8M: the newest" "$(kept "$f")" "$(named "$f" "$(count_of "$f")")"
stop_bg "$flight"

# Memory that holds less: said, and what there is has no hole.
f=$tmp/memory
fly a "$f" --trigger signal --memory 1M -d tapf
ring "read all; sleep 500ms; cycle 300 110" >/dev/null
ask "$f" 1
check "--memory: the line says that it holds less" has_line "$f.err" \
	'(before and .* after|, the last .*); --memory of 1M holds no more(, what triggered is NOT in it)?, none lost$'
d=$(newest_of "$f")
between "--memory: no larger than that, and the header" "$(stat -c %s "$d")" 300000 2100000
sound_file "--memory" "$d" .end
is "--memory: no lap that is not whole" "$(dev "$d" tapf '[.restarted, .uncertain, .in_device_at_end] | @csv')" "0,0,0"
stop_bg "$flight"

# A reader that is too slow: what was lost is told, in the line and in the file.
f=$tmp/loss
fly a "$f" --trigger signal -b 64 -d tapf
kill -STOP "$flight"
ring "read all; cycle 100 110" >/dev/null
kill -CONT "$flight"
ring "cycle 3 110" >/dev/null
ask "$f" 1
check "loss: the line says so" has_line "$f.err" ' SIGUSR1; wrote .*; LOST (events|[0-9,]+|at least)'
d=$(newest_of "$f")
report "$d"
check "loss: the report says so" jq -e '.source | .lost_events + .lost_gaps_unknown > 0' "$d.json"
check "loss: its figures say so" jq -e 'any(.devices[]; .name == "tapf" and (.exact | not))' "$d.json"
check "loss: the books balance" books_balance "$d"
stop_bg "$flight"
check "loss: the closing line says so" has_line "$f.err" '^txring: ended .* LOST; a larger -b helps$'

# The prefix may be a directory; files have their own names in it.
mkdir "$tmp/dir"
fly a "$tmp/dir" --trigger signal
ask "$tmp/dir" 1
is "-o DIRECTORY" "$(ls "$tmp/dir" | sed 's/[0-9]/N/g')" "txring-flight-NNNNNNNN-NNNNNN.dat"
stop_bg "$flight"

# Told before anything is recorded.
refused() {	# refused LABEL OPTION...
	local what=$1
	shift
	in_ns a "$TXRING" record --flight 2 "$@" -- touch "$tmp/ran" >"$tmp/out" 2>"$tmp/err"
	is "$what: status" $? 125
	check "$what: one line with the remedy" has_line "$tmp/err" '^txring: .*: .*; give (a|what) '
	check "$what: COMMAND did not run" test ! -e "$tmp/ran"
}
refused "no such directory" -o "$tmp/no/such/x"
refused "-o -" -o -

# A full disk: said in the trigger's line, then it goes on.
full=$tmp/full
mkdir "$full"
mount -t tmpfs -o size=24m none "$full" 2>/dev/null || skip_all "cannot mount a small tmpfs"
trap 'umount "$full" 2>/dev/null; on_exit' EXIT
f=$tmp/d
fly a "$f" --trigger signal -o "$full/d" --memory 8M -d tapf
ring "read all; cycle 200 110" >/dev/null
dd if=/dev/zero of="$full/fill" bs=1k 2>/dev/null
kill -USR1 "$flight"
check "a full disk: the trigger's line says so" wait_for 15 has_line "$f.err" \
	'^txring: 20[-0-9: .]+ SIGUSR1; NOT WRITTEN: .*/d-[0-9-]+\.dat: No space left on device; '
is "a full disk: no file" "$(count_of "$full/d")" 0
rm "$full/fill"
ring "send 5; read all" >/dev/null
ask "$f" 1
check "a full disk: it goes on" "$TXRING" report -q --json -i "$(newest_of "$full/d")"
stop_bg "$flight"
is "a full disk: status" $? 1
umount "$full"
finish
