#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record --backend perf where something is refused: rights, memory, disk, reader.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 42
new_ns a
hold_ring a tapl 118
job=("$TOOLS/tapring" -c "$ring_socket" "read all; cycle 5 100")
f=$tmp/a.data
record a "$f" --backend perf -- true || skip_all "record --backend perf: $(head -1 "$f.err")"

# No write access to tracefs: enough for perf events, not for tracefs.
if tracefs_read_only true 2>/dev/null; then
	tracefs_read_only "$TXRING" record -o "$tmp/t.dat" -- true 2>"$tmp/err"
	is "tracefs not to be written: the tracefs backend" $? 125
	tracefs_read_only "$TXRING" record --backend perf -o "$f" -- "${job[@]}" >/dev/null 2>"$tmp/err"
	is "tracefs not to be written: the perf backend" "$?" 0
	report "$f"
	is "it recorded" "$(dev "$f" tapl '[.started, .completed] | @csv')" 500,500
else
	skip 3 "tracefs cannot be bound anew here"
fi

fails() {	# fails WHAT STATUS TEXT COMMAND...: one line that says TEXT, nothing left
	local what=$1 want=$2 text=$3
	shift 3
	rm -f "$tmp/no.data"
	"$@" >/dev/null 2>"$tmp/err"
	is "$what: status" $? "$want"
	check "$what: one line" one_line "$tmp/err"
	check "$what: says why and what to do" has_line "$tmp/err" "^txring: .*$text"
	check "$what: no file" test ! -e "$tmp/no.data"
}
chmod 755 "$tmp"
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -ge 0 ] && command -v setpriv >/dev/null; then
	fails "no CAP_PERFMON" 1 "run as root or with CAP_PERFMON, or set sysctl kernel.perf_event_paranoid" \
		setpriv --bounding-set=-perfmon,-sys_admin --inh-caps=-perfmon,-sys_admin \
		"$TXRING" record --backend perf --duration 100ms -o "$tmp/no.data"
	fails "no CAP_IPC_LOCK, a large buffer" 1 "--buffer, raise sysctl kernel.perf_event_mlock_kb" \
		setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock \
		"$TXRING" record --backend perf --duration 100ms -b 1G -o "$tmp/no.data"
	setpriv --bounding-set=-ipc_lock --inh-caps=-ipc_lock \
		"$TXRING" record -v --backend perf -o "$f" -- true 2>"$tmp/err"
	is "no CAP_IPC_LOCK, the default: a smaller one is taken" \
		"$?,$(sed -nE 's/.*tier [a-z]+, ([0-9]+) KiB.*/\1/p' "$tmp/err" | awk '{ print ($1 >= 16 && $1 < 8192) }')" 0,1
else
	skip 9 "perf events need no rights here, or no setpriv"
fi
fails "a clock that perf has not" 125 "perf events have none of that name; they have mono" \
	"$TXRING" record --backend perf --clock x86-tsc -o "$tmp/no.data" -- true
# Sizes that come out as nothing where pages or bytes of them are counted.
for kb in 4096G 17179869184G 18446744073709551614; do
	for cmd in "record --duration 100ms -o $tmp/no.data -b" \
			"record --backend perf --duration 100ms -o $tmp/no.data -b" \
			"top -n 1 --buffer" "top --backend perf -n 1 --buffer"; do
		# shellcheck disable=SC2086
		timeout 20 "$TXRING" $cmd $kb >"$tmp/out" 2>"$tmp/err"
		is "${cmd%% -[do]*} $kb: refused" "$?,$(wc -l <"$tmp/err"),$(grep -c \
			'^txring: trace buffer of [0-9]* KiB per CPU: .*memory.*; give less by --buffer$' "$tmp/err")" 1,1,1
	done
done
fails "no such directory" 125 "give a place that can be written by -o" \
	"$TXRING" record --backend perf -o "$tmp/no/such/no.data" -- true

# A full disk: what fits is kept, and stock perf reads it.
full=$tmp/full
mkdir "$full"
mount -t tmpfs -o size=4m none "$full" 2>/dev/null || { skip 5 "cannot mount a small tmpfs"; finish; }
trap 'umount "$full" 2>/dev/null; on_exit' EXIT
in_ns a "$TXRING" record -q --backend perf -o "$full/d.data" -- "$TOOLS/tapring" -c "$ring_socket" \
	"read all; cycle 3000 150" >/dev/null 2>"$tmp/err"
is "a full disk: status" $? 125
check "a full disk: one line that names it" sh -c "[ \$(wc -l <'$tmp/err') = 1 ] && grep -q 'No space left' '$tmp/err'"
mv "$full/d.data" "$tmp/d.data"
umount "$full"
f=$tmp/d.data
report "$f"
between "a full disk: what fits is kept" "$(dev "$f" tapl .started)" 1000 450000
is "a full disk: it says that the end is not there" \
	"$(total "$f" '[.source.exact, .source.truncated] | @csv')" false,true
perf report --stats -i "$f" >"$tmp/stats" 2>"$tmp/stats.err"
is "a full disk: perf reads it" "$?,$(cat "$tmp/stats.err")" "0,"

# The one who reads the pipe leaves.
in_ns a "$TXRING" record -q --backend perf -o - -- "$TOOLS/tapring" -c "$ring_socket" \
	"read all; cycle 3000 150" 2>"$tmp/err" | head -c 100000 >/dev/null
is "the reader leaves: status" "${PIPESTATUS[0]}" 125
check "the reader leaves: said" has_line "$tmp/err" "^txring: standard output: Broken pipe; its reader has left"

# What perf wrote without a start of packets has nothing to report on.
perf record -q -o "$tmp/free.data" -e skb:consume_skb -a true 2>"$tmp/err"
"$TXRING" report -i "$tmp/free.data" >"$tmp/out" 2>"$tmp/err"
is "no start events: refused" "$?,$(cat "$tmp/out")" "1,"
check "no start events: said" has_line "$tmp/err" \
	"^txring: .*free.data: no hand-over of packets .*net:net_dev_start_xmit was not recorded"
finish
