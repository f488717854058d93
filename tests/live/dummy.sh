#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# dummy frees every packet inside its xmit: synchronous, no occupancy to see.
. "$(dirname "$0")/lib.sh"
plan 8
new_ns a
ipn a link add dum0 type dummy 2>/dev/null || skip_all "no dummy devices here (CONFIG_DUMMY)"
quiet_dev a dum0
ipn a addr add 192.0.2.1/24 dev dum0
ipn a link set dum0 up
f=$tmp/d.dat
record a "$f" -- "$TOOLS/udpflood" -n 500 192.0.2.2 9 >/dev/null
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "started" "$(dev "$f" dum0 .started)" 500
is "completed inside xmit" "$(dev "$f" dum0 '[.completed, .completed_in_xmit] | @csv')" "500,500"
is "kind" "$(dev "$f" dum0 .kind)" synchronous
check "the books balance" books_balance "$f"
is "no lap is uncertain or restarted" "$(dev "$f" dum0 '[.uncertain, .restarted] | @csv')" "0,0"
finish
