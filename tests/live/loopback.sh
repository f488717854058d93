#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The loopback device hands every packet to the receive side inside its xmit.
. "$(dirname "$0")/lib.sh"
plan 9
new_ns a
background a "$TOOLS/udpsink" -t 30 127.0.0.1 9000 >"$tmp/sink"
wait_for 5 grep -q ready "$tmp/sink"
f=$tmp/lo.dat
record a "$f" -d lo -- "$TOOLS/udpflood" -n 3000 127.0.0.1 9000 >"$tmp/flood"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
# Other namespaces of this machine have a lo too: at least ours are there.
between "started" "$(dev "$f" lo .started)" 3000 100000000
is "each was handed over or dropped" "$(dev "$f" lo '.started - .handed_over - .dropped')" 0
is "kind" "$(dev "$f" lo .kind)" handover
is "nothing stays in it" "$(dev "$f" lo .in_device_at_end)" 0
is "no lap is uncertain or restarted" "$(dev "$f" lo '[.uncertain, .restarted] | @csv')" "0,0"
check "the books balance" books_balance "$f"
finish
