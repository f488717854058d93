#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A limit on the size of files, and a full disk, end a recording at one moment
# on every CPU: nothing before it is missing, what comes after is counted.
. "$(dirname "$0")/lib.sh"
plan 22
command -v trace-cmd >/dev/null || skip_all "needs the program trace-cmd"
new_ns a b
veth_pair a va b vb || skip_all "cannot make a veth pair"
flood=("$TOOLS/udpflood" -c 0,$(($(nproc) - 1)) -n 100000 192.0.2.2 9)

# The closing line: "N events in ..., ...; M events later than that are not in it"
said() { sed -nE "$1" "$2" | tr -d ,; }
looks_whole() {	# looks_whole LABEL FILE: nine checks
	local n
	is "$1: status" $status 125
	check "$1: a line that names the cause" has_line "$2.err" "$3"
	trace-cmd report -i "$2" >"$tmp/text" 2>"$tmp/text.err"
	is "$1: trace-cmd reads it" $? 0
	check "$1: without a warning" test ! -s "$tmp/text.err"
	n=$(said 's/^txring: ([0-9,]+) events in .*/\1/p' "$2.err")
	is "$1: as many events as were said" "$(grep -cE '^ +.*\[[0-9]+\] ' "$tmp/text")" "$n"
	between "$1: what is left out was said" \
		"$(said 's/.* ([0-9,]+) events later than that.*/\1/p' "$2.err")" 1 1000000
	report "$2"
	check "$1: the books balance" books_balance "$2"
	# Each CPU can be in the middle of one packet; va hands over at once.
	between "$1: no packet's end is missing" "$(dev "$2" va .in_device_at_end)" 0 "$(nproc)"
	is "$1: none lost, restarted or uncertain" \
		"$(total "$2" .source.lost_events) $(dev "$2" va '[.restarted, .uncertain] | @csv')" "0 0,0"
}

f=$tmp/limit.dat
(ulimit -f 9000; record a "$f" -- "${flood[@]}") >/dev/null
status=$?
looks_whole "size limit" "$f" '^txring: .*File too large; .*ulimit -f'
between "size limit: the file is not larger" "$(stat -c %s "$f")" 1000000 $((9000 * 1024))

full=$tmp/full
mkdir "$full"
mount -t tmpfs -o size=12m none "$full" 2>/dev/null || skip_all "cannot mount a small tmpfs"
trap 'umount "$full" 2>/dev/null; on_exit' EXIT
f=$full/d.dat
in_ns a "$TXRING" record -o "$f" -- "${flood[@]}" >/dev/null 2>"$tmp/d.dat.err"
status=$?
cp "$f" "$tmp/"
umount "$full"
looks_whole "full disk" "$tmp/d.dat" '^txring: .*No space left'

# A limit that leaves no room for anything: told before COMMAND is run.
f=$tmp/none.dat
(ulimit -f 0; record a "$f" -- touch "$tmp/ran")
is "no room at all: status" $? 125
check "no room at all: the command did not run, and no file is there" \
	test ! -e "$tmp/ran" -a ! -e "$f"
finish
