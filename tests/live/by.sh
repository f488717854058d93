#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report --by on a tap ring: two senders of known names, CPUs, sizes and numbers; and
# packets that a softirq starts, which are no task's unless it was seen who queued them.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 44
new_ns a
hold_ring a tapb 1000
quiet_dev a tapb
ipn a neigh replace 192.0.2.2 lladdr 02:00:00:00:00:02 nud permanent dev tapb
# A task's name is the file's.
cp "$TOOLS/udpflood" "$tmp/alpha"
cp "$TOOLS/udpflood" "$tmp/beta"
cpus=0,0
[ "$(nproc)" = 1 ] || cpus=0,1
one=${cpus%,*} two=${cpus#*,}

by() {	# by FILE WHAT: FILE.json; one check
	report "$1" --by "$2"
	check "--by $2: the schema holds" schema_holds "$1.json"
}
row() { dev "$1" tapb "[.by.rows[] | select($2)][0] | $3"; }	# row FILE CONDITION EXPRESSION
# Of the device's own figures, and the average number of packets inside.
sums_of() { dev "$1" tapb '[([.by.rows[].started] | add) == .started,
	([.by.rows[].completed] | add) == .completed,
	([.by.rows[].in_device_at_end] | add) == .in_device_at_end,
	([.by.rows[].skb_bytes] | add) == .skb_bytes,
	(([.by.rows[].packet_ns] | add) / .observed_ns - .in_device.avg | fabs) < 0.001 * .in_device.avg] | all'; }

cat >"$tmp/load" <<EOF
"$tmp/alpha" -c $one -n 100 -s 200 192.0.2.2 9 >"$tmp/alpha.out"
sleep 0.01
"$tmp/beta" -c $two -n 300 -s 1000 192.0.2.2 9 >"$tmp/beta.out"
"$TOOLS/tapring" -c "$ring_socket" "read all" >/dev/null
"$tmp/alpha" -c $one -n 7 -s 200 192.0.2.2 9 >"$tmp/alpha2.out"
EOF
f=$tmp/b.dat
record a "$f" -d tapb -- sh "$tmp/load"
is "record's status" $? 0

by "$f" comm
is "by comm: the shares are the whole" "$(sums_of "$f")" true
is "by comm: nobody else" "$(dev "$f" tapb '[.by.rows[].comm] | sort | join(" ")')" "alpha beta"
is "by comm: alpha's packets" "$(row "$f" '.comm == "alpha"' '[.started, .completed, .in_device_at_end, .skb_bytes, .tasks] | @csv')" \
	"107,100,7,$((100 * 242)),2"
is "by comm: beta's" "$(row "$f" '.comm == "beta"' '[.started, .completed, .in_device_at_end, .skb_bytes, .tasks] | @csv')" \
	"300,300,0,$((300 * 1042)),1"
is "by comm: shares of 407" "$(dev "$f" tapb '[.by.rows[] | .started_share * 407 | round] | sort | @csv')" "107,300"
# Packets of one size: bytes times time is that size times the time.
is "by comm: byte-time" "$(dev "$f" tapb '[.by.rows[] | .byte_ns == .packet_ns * (if .comm == "alpha" then 242 else 1042 end)] | all')" true
is "by comm: its shares add up" "$(dev "$f" tapb '([.by.rows[].byte_share] | add) - 1 | fabs < 0.000001')" true
is "by comm: most bytes first" "$(dev "$f" tapb '.by.rows[0].byte_ns >= .by.rows[1].byte_ns')" true
"$TXRING" report -i "$f" --by comm >"$tmp/text"
check "by comm: in the text" has_line "$tmp/text" '^             beta +300 +73\.7% +312KB '
"$TXRING" report -i "$f" --by comm --csv >"$tmp/csv"
is "by comm: CSV has a line for each" "$(grep -c ',tapb,comm,key,' "$tmp/csv")" 2
is "by comm: and the same figures" "$(python3 -c 'import csv, sys
print([r["started"] for r in csv.DictReader(open(sys.argv[1])) if r["comm"] == "beta"][0])' "$tmp/csv")" 300

by "$f" cpu
is "by cpu: the shares are the whole" "$(sums_of "$f")" true
if [ "$one" = "$two" ]; then
	is "by cpu: one CPU" "$(row "$f" '.cpu == 0' .started)" 407
	skip 1 "one CPU alone"
else
	is "by cpu: alpha's" "$(row "$f" ".cpu == $one" '[.started, .skb_bytes] | @csv')" "107,$((100 * 242))"
	is "by cpu: beta's" "$(row "$f" ".cpu == $two" '[.started, .skb_bytes] | @csv')" "300,$((300 * 1042))"
fi

by "$f" size
is "by size: the shares are the whole" "$(sums_of "$f")" true
is "by size: of 242 bytes" "$(row "$f" '.from_bytes == 128' '[.to_bytes, .started] | @csv')" "255,107"
is "by size: of 1042 bytes" "$(row "$f" '.from_bytes == 1024' '[.to_bytes, .started] | @csv')" "2047,300"

# A part of it: what was open when it began counts, with its time from then on.
mid=$(jq -r '.source | (.first_ns | tonumber) + ((.last_ns | tonumber) - (.first_ns | tonumber)) / 2 | floor' "$f.json")
"$TXRING" report -i "$f" --by comm --time "$((mid / 1000000000)).$(printf %09d $((mid % 1000000000)))," --json >"$f.json" 2>/dev/null
is "--time: the shares are the whole" "$(dev "$f" tapb '[([.by.rows[].started] | add) == .started,
	([.by.rows[].completed] | add) == .completed] | all')" true

for other in --html=x --classic "--csv -Q"; do
	# shellcheck disable=SC2086 # words of their own
	"$TXRING" report -i "$f" --by comm $other >/dev/null 2>"$tmp/err"
	is "--by with $other: used wrongly" $? 2
	check "--by with $other: one line" one_line "$tmp/err"
done

# Without it, nothing of the sort.
report "$f"
is "without --by: no such member" "$(dev "$f" tapb 'has("by")')" false

# Behind a token bucket a timer's softirq starts the packets, but for the first.
"$TOOLS/tapring" -c "$ring_socket" "read all" >/dev/null
if ! in_ns a tc qdisc replace dev tapb root tbf rate 8mbit burst 1600 latency 1s 2>"$tmp/err"; then
	skip 10 "no token bucket here: $(tail -1 "$tmp/err")"
	finish
fi
cat >"$tmp/load" <<EOF
"$tmp/alpha" -c $one -n 20 -s 958 192.0.2.2 9 >/dev/null
sleep 0.1
"$TOOLS/tapring" -c "$ring_socket" "read all" >/dev/null
EOF
f=$tmp/s.dat
record a "$f" -d tapb -- sh "$tmp/load"
by "$f" comm
is "softirq: the shares are the whole" "$(sums_of "$f")" true
is "softirq: all are counted" "$(dev "$f" tapb .started)" 20
is "softirq: only alpha has a name" "$(dev "$f" tapb '[.by.rows[].comm // empty] | join(" ")')" alpha
between "softirq: most are nobody's" "$(row "$f" '.kind == "unattributed"' .started)" 10 19
"$TXRING" report -i "$f" --by comm >"$tmp/text"
check "softirq: the text says so" has_line "$tmp/text" '^             \(unattributed\) '
by "$f" cpu
is "softirq, by cpu: none is unattributed" "$(dev "$f" tapb '[.by.rows[].kind] | unique | @csv')" '"key"'

f=$tmp/w.dat
record a "$f" --why -d tapb -- sh "$tmp/load"
by "$f" comm
is "queued: the shares are the whole" "$(sums_of "$f")" true
is "queued: all are alpha's" "$(dev "$f" tapb '[.by.rows[] | .kind, .comm, .started, .queued] | @csv')" '"key","alpha",20,20'
# Two senders at once, which empty the qdisc for each other.
cat >"$tmp/load" <<EOF
"$tmp/alpha" -c $one -n 30 -s 958 192.0.2.2 9 >/dev/null &
"$tmp/beta" -c $two -n 50 -s 100 192.0.2.2 9 >/dev/null
wait
sleep 0.1
"$TOOLS/tapring" -c "$ring_socket" "read all" >/dev/null
EOF
f=$tmp/t.dat
record a "$f" --why -d tapb -- sh "$tmp/load"
by "$f" comm
is "two at once: the shares are the whole" "$(sums_of "$f")" true
is "two at once: each has its own" "$(dev "$f" tapb '[.by.rows[] | "\(.comm) \(.started)"] | sort | join(", ")')" "alpha 30, beta 50"
finish
