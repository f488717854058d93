#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring load udp: threads, a comparison, time stamps, zerocopy, a sink that is too
# slow, nobody there, and ends by a signal.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/load_lib.inc"
plan 37
new_ns a b
load_pair || skip_all "no veth devices here"
sink "$tmp/sink"
f=$tmp/f

load "$f" $v4 --threads 2 --cpus 0 -n 31 --ask
is "two threads on one CPU: status" $? 0
says "two threads: 31 messages in all, all there" \
	'.threads == 2 and .messages == 31 and .received == .accepted and .lost == 0' "$f"
stop_bg "$sink_pid"
says "two threads: two senders, one run" \
	'(.senders | length) == 2 and (.senders | map(.run) | unique | length) == 1' "$tmp/sink"

sink "$tmp/sink2" -n 88 -4
load "$f" $v4 -m gso -T -n 2 --pps 1000
says "time stamps: of every call, SCHED to SND" '.stack_to_driver_ns |
	.due == 2 and .count == 2 and .min >= 0 and .max >= .min and .avg <= .max' "$f"
wait "$sink_pid"
is "a sink with a count ends by itself" $? 0
says "it counted them" '.received == 88 and .good == 88' "$tmp/sink2"

sink "$tmp/sink3"
load "$f" $v6 -m sendmmsg -T -n 3 --pps 2000
says "time stamps: of every datagram of sendmmsg" '.stack_to_driver_ns |
	.due == 135 and .count == 135' "$f"
for mode in send sendmmsg gso; do
	load "$f" $v4 -m $mode -z -n 40 --pps 20000 --ask
	says "zerocopy $mode: every notification came, every payload is whole" \
		'.zerocopy_calls.sent > 0 and .zerocopy_calls.done == .zerocopy_calls.sent and
		 .received == .accepted and .damaged == 0' "$f"
done

# A rate: four times as many in the same time.
load "$f" $v4 --rate 4M -t 1
says "a rate of 4 Mb/s is not passed" '.bytes * 8 <= 4.2e6 and .bytes > 0' "$f"
load "$f" $v4 --pps 100 -t 1
says "100 datagrams a second are not passed" '.accepted <= 101 and .accepted > 0' "$f"

# A line a second in the seed's form, and the summary.
in_ns a "$TXRING" load udp $v4 -t 2.5 --pps 1000 >"$tmp/text" 2>"$tmp/text.err"
is "text: status" $? 0
is "text: a line each second" "$(grep -cE '^udp tx: +[0-9]+ MB/s +[0-9]+ calls/s +[0-9]+ msg/s$' "$tmp/text")" 2
for word in offered accepted refused; do
	check "text: tells what was $word" has_line "$tmp/text" "^  $word +[0-9,]+"
done
is "text: silence on stderr" "$(cat "$tmp/text.err")" ""
is "text: fits 80 columns" "$(awk 'length > 80' "$tmp/text")" ""

# A sink that sleeps: its socket overflows, and that is told apart.
kill -STOP "$sink_pid"
load "$f" $v4 -m gso -n 2000
kill -CONT "$sink_pid"
sleep 0.5
load "$tmp/g" $v4 -n 1 --ask
stop_bg "$sink_pid"
run=$(jq '[.senders[] | select(.received > 0)] | max_by(.received + .missing) | .run' "$tmp/sink3")
accepted=$(of "$f" .accepted)
received=$(jq "[.senders[] | select(.run == $run) | .received] | add" "$tmp/sink3")
is "a full socket: accepted is received and dropped there" "$accepted" \
	$((received + $(of "$tmp/sink3" .socket_drops)))
check "a full socket: some were" test "$(of "$tmp/sink3" .socket_drops)" -gt 0
says "a full socket: the sink says so to who asks" '.received == .accepted and .sink_socket_drops > 0' "$tmp/g"

# Nobody there: an ICMP answer is told, and is no success of the next datagram.
load "$f" $v4 -n 20 -s 1000 --pps 1000
says "nobody listens: refused by ICMP, some accepted" \
	'.refused_by_kind.ECONNREFUSED > 0 and .icmp_errors > 0 and .offered == .accepted + .refused' "$f"
load "$f" $v4 -n 2 --ask
is "nobody to ask: status" $? 1
check "nobody to ask: one line" has_line "$f.err" '^txring: --ask: no sink answers at 192.0.2.2; start one'

# ^C: what was sent until then is shown, and it is no failure.
datagrams() { in_ns a awk '/^Udp: [0-9]/ { print $5 }' /proc/net/snmp; }
sends() { [ "$(datagrams)" -gt "$1" ]; }
before=$(datagrams)
background a "$TXRING" load udp --json -q $v4 -t 60 --pps 1000 >"$tmp/int" 2>"$tmp/int.err"
wait_for 20 sends "$before"
stop_bg "$bg" INT
is "SIGINT: status" $? 0
says "SIGINT: the result is there" '.accepted + .refused > 0 and .elapsed_ns < 30e9' "$tmp/int"

sink "$tmp/sink4"
in_ns a "$TXRING" load udp $v4 --compare -t 0.3 --record "$tmp/c.dat" >"$tmp/cmp" 2>"$tmp/cmp.err"
is "compare: status" $? 0
is "compare: a row for each mode" "$(awk 'NR > 1 && NR < 6 && $7 ~ /^[0-9.]+$/ { print $1 }' "$tmp/cmp" | tr '\n' ' ')" \
	"send sendmmsg gso fragment "
is "compare: send is the measure" "$(awk 'NR == 2 { print $7 }' "$tmp/cmp")" 1.00
is "compare: fits 80 columns" "$(awk 'length > 80' "$tmp/cmp")" ""
check "compare: the ring's columns" has_line "$tmp/cmp" '^va +kind +lap p50 +p99 +max +in device +max$'
for mode in send gso; do
	check "compare: a recording of $mode" "$TXRING" report -i "$tmp/c.dat.$mode"
done
load "$f" $v4 --compare -n 5 --pps 5000
says "compare --json: four runs" '(.modes | map(.mode)) == ["send", "sendmmsg", "gso", "fragment"] and
	(.modes | all(.messages == 5 and .accepted == .offered))' "$f"
stop_bg "$sink_pid"
says "the last sink saw no damage" '.damaged == 0 and .foreign == 0' "$tmp/sink4"
finish
