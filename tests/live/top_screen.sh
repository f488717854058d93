#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# `txring top` on a terminal: the screen shows the known numbers of a tap ring, at
# every size; keys do what the help says; what w writes, report reads.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 56
command -v tmux >/dev/null || skip_all "needs the program tmux"
new_ns a
hold_ring a tapt 118

server=0	# each terminal has a tmux of its own
tm() { tmux -L "$prefix-$server" -f /dev/null "$@"; }
# open WIDTH HEIGHT COMMAND: in the namespace, in a shell with job control
open() {
	server=$((server + 1))
	tm new-session -d -x "$1" -y "$2" "cd $tmp && exec env PS1='sh> ' bash --norc -i" || return 1
	tm set-option -g default-terminal screen-256color
	tm send-keys "$3" Enter
}
close() { tm kill-server 2>/dev/null; }
trap 'close; on_exit' EXIT
screen() { tm capture-pane -p >"$tmp/screen"; }
# seen REGEX: a line of the screen has it, soon
seen_now() { screen; grep -qE -- "$1" "$tmp/screen"; }
seen() { wait_for 8 seen_now "$1"; }
unseen_now() { screen; ! grep -qE -- "$1" "$tmp/screen"; }
shows() {
	seen "$2"
	ok "$1" $? || diag "not seen: $2" "$(cat "$tmp/screen")"
}
keys() { tm send-keys "$@"; }
size() { tm resize-window -x "$1" -y "$2"; }
top="ip netns exec ${prefix}a $TXRING top --interval 0.3 -d tapt -d lo"

open 120 30 "LC_ALL=C.UTF-8 $top"
shows "it begins without traffic" "no traffic"
ring "cycle 3 200; send 200" >"$tmp/truth"
is "the truth: left, most, dropped" "$(truth "$tmp/truth" '[.left, .max, .dropped] | @csv')" "118,118,328"
shows "now, average, most, ring, a full bar" "^tapt .* 118 +118 +118 +118 \[█+\]"
shows "drops and state" "^tapt .* 328 .*packed"
shows "the detail pane: against the ring" "^ *118 ring +.*█$"
shows "the detail pane: the oldest" "^oldest +[0-9.]+[mu]?s +128 bytes +queue 0 +from tapring"
shows "the finding" "tapt: .*(packed|not given back)"
shows "the head" "^txring top +[0-9:]{8} +up .* every 0.3 s +tier"
shows "the total" "^[0-9.k]+ packet/s .* 118 in devices .* 0 lost"

keys Enter
shows "Enter: its queue" "^  tx-0 .* 118 +"
keys Enter
check "Enter again: folded" wait_for 5 unseen_now "^  tx-0 "
keys a
shows "a: idle devices" "^lo .* idle"
keys f ; keys l o
shows "f: the filter" "^Filter: lo_"
check "f: others are gone" wait_for 5 unseen_now "^tapt "
keys Escape
shows "Esc: all again" "^tapt "
keys a
check "a: idle ones hidden" wait_for 5 unseen_now "^lo "
keys s
shows "s: another column" "sorted by RING"
shows "s: marked in the head" "RING\*"
keys h
shows "h: help" "any key goes back"
keys x
shows "and back" "^tapt "

keys p
shows "p: paused" "PAUSED"
ring "read all" >/dev/null
sleep 1
check "p: the picture stands" seen_now "^tapt .* 118 "
keys p
shows "p again: the engine went on" "^tapt .* 0 +"
keys a z
shows "z: counting anew" "^tapt +.* 0 +0 .* 0 +(idle|-)"
ring "send 7" >/dev/null
shows "z: most since then" "^tapt .* 7 +7\.[0-9]+ +7 +118|^tapt .* 7 +[0-9.]+ +7 +118"
keys a
keys +
shows "+: a longer interval" "every 0.6 s"
keys -
shows "-: a shorter one" "every 0.3 s"

keys w
shows "w: says what it wrote" "wrote txring-top-.*dat: .*, the last "
f=$tmp/written.dat
mv "$tmp"/txring-top-*.dat "$f"
report "$f"
is "w: report reads it" "$? $(total "$f" '[.source.format, .source.truncated, .source.lost_events] | @csv')" \
	'0 "trace.dat",false,0'
is "w: started, completed, dropped" "$(dev "$f" tapt '[.started, .completed, .dropped] | @csv')" "807,472,328"
is "w: in the device" "$(dev "$f" tapt '[.in_device_at_end, .in_device.max] | @csv')" "7,118"
check "w: the books balance" books_balance "$f"
is "w: the devices' state at both ends" \
	"$(dev "$f" tapt '[.state.start, .state.end] | map(.txqueuelen) | @csv')" "118,118"
if command -v trace-cmd >/dev/null; then
	trace-cmd report "$f" >"$tmp/stock" 2>"$tmp/stock.err"
	is "w: trace-cmd reads it, with no warning" "$? $(cat "$tmp/stock.err")" "0 "
else
	skip 1 "trace-cmd is not installed"
fi

keys j				# the message goes with the next key
# Sizes. The only place of 1x1 is the last corner, which ncurses leaves alone.
size 1 1
sleep 1
screen
is "1x1: nothing is out of place" "$(tr -d ' \n' <"$tmp/screen")" ""
check "1x1: it runs on" pgrep -f "^$TXRING top --interval 0.3"
for s in "2 2 ^ta" "20 5 ^tapt +7" "80 24 ^tapt .* 7 .*\[" "200 60 ^tapt .* 7 .*OLDEST|^tapt .* 7 "; do
	read -r w h regex <<<"$s"
	size "$w" "$h"
	shows "${w}x$h: the row" "$regex"
	check "${w}x$h: no more lines than there are" [ "$(wc -l <"$tmp/screen")" -le "$h" ]
done
for i in $(seq 40); do		# a storm
	size $((1 + i * 37 % 150)) $((1 + i * 13 % 50))
done
size 100 30
ring "send 2" >/dev/null
shows "after a storm of sizes" "^tapt .* 9 .*\["

# ^Z and fg.
keys C-z
shows "^Z: the shell is back" "^sh>"
shows "^Z: it is stopped" "Stopped"
keys "fg" Enter
shows "fg: the screen is back" "^tapt .* 9 .*\["
keys q
shows "q: the shell is back" "^sh>"
keys 'echo st=$? $(stty -a | grep -o -e " echo " -e " icanon " | xargs)' Enter
shows "q: status, and the terminal's modes" "^st=0 (icanon echo|echo icanon)"
close

# Other terminals.
open 90 20 "LC_ALL=C $top"
seen "no traffic"
ring "read all; send 9" >/dev/null
shows "C locale: ASCII alone" "^tapt .* \[[#|-]"
close
open 90 20 "NO_COLOR=1 LC_ALL=C.UTF-8 TERM=xterm-256color $top"
seen "no traffic"
ring "read all; send 9" >/dev/null
shows "NO_COLOR: drawn" "^tapt .* ~?9 "
tm capture-pane -p -e >"$tmp/colors"
check "NO_COLOR: no colour" lacks_line "$tmp/colors" $'\033\[[0-9;]*3[0-7]m'
close
open 90 20 "TERM=dumb $top -n 2"
shows "TERM=dumb: plain lines" "^TIME +DEVICE"
close
open 90 20 "TERM=linux LC_ALL=C.UTF-8 $top"
seen "no traffic"
ring "read all; send 9" >/dev/null
shows "TERM=linux" "^tapt .* ~?9 "
close
finish
