#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_stalled.t [OPTION of tests/vm/run]...
#
# Devices that stop to complete: an e1000e that hangs, which the kernel's watchdog
# resets in vain and then not, and a virtio-net with nothing behind it. Recordings of
# the stall, of its end, and one that begins after it. A cable that is out is none.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

monitor()	# COMMAND: to QEMU
{
	python3 - "$tmp/monitor" "$1" <<'EOF'
import socket
import sys
s = socket.socket(socket.AF_UNIX)
s.settimeout(20)
s.connect(sys.argv[1])
for word in (None, sys.argv[2]):
    seen = b""
    if word:
        s.sendall(word.encode() + b"\n")
    while not seen.endswith(b"(qemu) "):
        seen += s.recv(4096)
EOF
}

is=() stall=/dev/null
ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
"$here/run" "$@" --timeout 300 --console "$tmp/console" \
	--append 'ipv6.disable=1' \
	--e1000e \
	--device '-device virtio-net-pci,netdev=n1 -netdev hubport,id=n1,hubid=1' \
	--device "-monitor unix:$tmp/monitor,server=on,wait=off" \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" \
	--tool ip --tool tc --out "$tmp/out" "$here/txring_stalled.guest" 2>&1 |
	while read -r line; do
		case $line in
		"link "*) monitor "set_$line" || echo "# $line: the monitor did not" ;;
		*) echo "# $line" ;;
		esac
	done
ok "the guest runs" test "${PIPESTATUS[0]}" = 0
# The watchdog warns; nothing else may.
grep -aE "$("$here/run" --warnings)" "$tmp/console" | grep -vE 'dev_watchdog|cut here' \
	> "$tmp/warned"
sed 's/^/# /' "$tmp/warned"
ok "the kernel warned of its watchdog alone" test ! -s "$tmp/warned"

found()		# NAME DEVICE: its finding in $stall, and the figures
{
	stall=/dev/null
	ok "$1: a recording came back" test -s "$tmp/out/$1.dat" || return
	figures "$tmp/out/$1.dat" "$2"
	ok "$1: no event is lost" same lost 0
	ok "$1: the books balance" test "${is[balance]-0}" = 0
	the_finding "$1" "$2"
}

the_finding()	# NAME DEVICE: of the last report
{
	stall=$tmp/$1.stall
	jq -c "[.findings[] | select(.id == \"queue-stalled\" and .device == \"$2\")][0]" \
		"$tmp/report.json" > "$stall"
	jq -r 'if . then "# \(.severity): \(.message)\n# try: \(.advice)\n# \(.evidence)"
		else "# no finding" end' "$stall"
}

holds()		# EXPRESSION: of the finding
{
	[ "$(jq -r "$1" "$stall")" = true ] || { echo "# not so: $1"; return 1; }
}

found well eth0
ok "well: all came back" same completed 200
ok "well: no stall" holds '. == null'

found pause eth0
ok "pause: all came back" same completed 50
ok "pause: no stall" holds '. == null'

found reset eth0
ok "reset: a stall that ended" holds '.severity == "warning" and .evidence.state == "ended"'
ok "reset: by packets and the watchdog" holds '.evidence.basis | startswith("packets") and
	endswith("watchdog")'
ok "reset: for longer than the watchdog waits" holds '.evidence.stalled_ns >= 5000000000'
ok "reset: the watchdog's event came" holds '.evidence.watchdog_events >= 1'
ok "reset: as often as the kernel counted" holds \
	".evidence.watchdog_events == $(cat "$tmp/out/reset.timeouts") and
	 .evidence.tx_timeouts == .evidence.watchdog_events"
ok "reset: it threw packets out" at_least reset_released 1
ok "reset: and the finding says so" holds '.message | contains("a reset threw out")'
ok "reset: which are no laps of the stall" at_most lap_max 4999999999
ok "reset: the first 20 came back" at_least completed $((20 + is[reset_released]))

found hang eth0
ok "hang: a stall, now" holds '.severity == "error" and .evidence.state == "now"'
ok "hang: by packets and looks" holds '.evidence.basis == "packets looks"'
ok "hang: packets are in the device" at_least in_device_at_end 1
ok "hang: of which the oldest are listed" at_least listed 1
ok "hang: as many as the finding says" holds \
	".evidence.open_packets == ${is[in_device_at_end]-0}"
ok "hang: the first 20 came back" same completed 20
ok "hang: bytes are in flight, the same" holds \
	'.evidence.bql_inflight_bytes > 0 and .evidence.bql_unchanged_ns > 0'
ok "hang: packets wait" holds '.evidence.backlog_packets > 0'

found begun eth0
# A kernel with all its checks takes so long to begin that the watchdog may come before.
if [ "$slow" != 1 ] && cmp -s "$tmp/out/begun.before" "$tmp/out/begun.after"; then
	echo "# begun: the watchdog came before the recording"
else
	ok "begun: a stall that ended" holds '.severity == "warning" and .evidence.state == "ended"'
	ok "begun: by the watchdog, and looks if there was time" holds \
		'.evidence.basis | endswith("watchdog") and (contains("packets") | not)'
	# the reset takes the carrier, and with it what waited
	ok "begun: that it went on is not said" holds '.message | contains("it went on") | not'
	ok "begun: the watchdog's event came" holds '.evidence.watchdog_events >= 1'
fi

found closed eth0
counted=$(sed '/[^0-9]/d' "$tmp/out/closed.counted" | awk 'NR > 1 { n = $1 - was } { was = $1 } END { print n }')
ok "closed: all came back" same completed "${is[started]}"
ok "closed: more than were sent" at_least completed $((counted + 1))
ok "closed: which a close may have thrown out" says reasons not-sent
ok "closed: so many at most" same reset_released_high $((is[completed] - counted))
ok "closed: not exact" value exact false

found fills eth1
ok "fills: a stall, now" holds '.severity == "error" and .evidence.state == "now"'
ok "fills: none came back" same completed 0
ok "fills: all that the ring took is inside" test "${is[in_device_at_end]-0}" = "${is[started]-1}"
ok "fills: the oldest is older than the threshold" holds '.evidence.oldest_age_ns > 1000000000'

found after eth1
ok "after: no packet was seen" same started 0
ok "after: a stall, now, by looks" holds '.severity == "error" and .evidence.state == "now" and
	(.evidence.basis | contains("looks"))'
ok "after: for most of the time" holds '.evidence.waiting_ns > 4000000000'
ok "after: what waits is what tc says" holds ".evidence.backlog_packets == \
	$(sed -nE 's/.* ([0-9]+)p .*/\1/p' "$tmp/out/after.qdisc" | head -1)"
ok "after: the watchdog's event came, and shows" holds '.evidence.watchdog_events >= 1 and
	.evidence.tx_timeouts == .evidence.watchdog_events'
ok "after: --fail-on" eval '"$TXRING" report -q -i "$tmp/out/after.dat" --fail-on queue-stalled \
	> /dev/null; [ $? = 3 ]'

tail -n 1 "$tmp/out/top.json" > "$tmp/report.json"
the_finding top eth1
ok "top: a stall, now, by looks" holds '.severity == "error" and .evidence.state == "now" and
	(.evidence.basis | contains("looks"))'

found nocarrier eth1
ok "nocarrier: no stall" holds '. == null or .evidence.state == "ended"'
tap_end
