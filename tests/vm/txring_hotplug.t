#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_hotplug.t [OPTION of tests/vm/run]...
#
# A CPU goes offline and comes back while txring records. By tracefs nothing is
# missing. perf events do not survive it: they are opened anew, every packet sent
# later is there, and what the CPU did unseen is told as a gap, and bounds hold.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 240 --cpus 2 --memory 768 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" --tool ip \
	--out "$tmp/out" "$here/txring_hotplug.guest" || { tap_end; exit 1; }

read_report()	# NAME
{
	ok "$1: a recording came back" test -s "$tmp/out/$1" || return
	sed 's/^/# /' "$tmp/out/$1.err"
	figures "$tmp/out/$1"
	ok "$1: the books balance" same balance 0
	ok "$1: nothing is left in the device" same in_device_at_end 0
}

closing()	# NAME REGEX: its closing line ends so
{
	grep -qE "^txring: [0-9,]+ events in .*, $2\$" "$tmp/out/$1.err"
}

# Nothing is sent while the CPU changes: so every packet is there, and none uncertain.
sent_apart()	# NAME SENT
{
	ok "$1: every packet is started" same started "$2"
	ok "$1: and came back" same completed "$2"
	ok "$1: no lap is uncertain" same uncertain 0
}

is_exact()	# NAME
{
	ok "$1: nothing is lost" closing "$1" 'none lost'
	ok "$1: the report is exact" value exact true
}

has_gap()	# NAME
{
	ok "$1: the closing line names the CPU and the time" closing "$1" \
		'none lost; CPU 1 went offline or came online, what it did in [0-9.]+m?s of that is not recorded'
	ok "$1: not exact" value exact false
	ok "$1: the reason" says source_reasons lost-events
	ok "$1: not that events came too late" says_not source_reasons out-of-order
	ok "$1: no upper bound is claimed" test "${is[started_high]-}" = unknown
}

for name in quiet:600 late:120 gone:80; do
	sent=${name#*:} name=${name%:*}
	read_report "tracefs.$name"
	sent_apart "tracefs.$name" "$sent"
	is_exact "tracefs.$name"
	read_report "perf.$name"
	sent_apart "perf.$name" "$sent"
	has_gap "perf.$name"
done

read_report tracefs.busy
ok "tracefs.busy: every packet is started" same started 12000
ok "tracefs.busy: and came back" same completed 12000
is_exact tracefs.busy
read_report perf.busy
has_gap perf.busy
ok "perf.busy: started is what was sent at most" at_most started 12000
ok "perf.busy: some of them are seen" at_least started 1
ok "perf.busy: no lower bound is above the truth" at_most completed_low 12000

# The stock perf knows every event of the CPU that came back, and warns of the gaps.
if command -v perf >/dev/null; then
	perf script -i "$tmp/out/perf.quiet" > "$tmp/script" 2> "$tmp/script.err"
	ok "perf script: every start" test \
		"$(grep -c 'netdev_start_xmit: dev=eth0' "$tmp/script")" = 600
	ok "perf script: on both CPUs" test \
		"$(sed -n '/netdev_start_xmit:/s/.*\[\([0-9]*\)\].*/\1/p' "$tmp/script" | sort -u | wc -l)" = 2
	perf report --stats -i "$tmp/out/perf.quiet" > "$tmp/stats" 2> "$tmp/stats.err"
	ok "perf report: no id that it does not know" \
		test -z "$(grep -i unknown "$tmp/stats.err" "$tmp/script.err")"
	ok "perf script: chunks are missing" grep -q "lost [1-9][0-9]* chunks" "$tmp/script.err"
fi

read_report perf.filtered
sent_apart perf.filtered 70
ok "perf.filtered: nothing else" test "$(jq '.devices | length' "$tmp/report.json")" = 1

read_report perf.pipe
sent_apart perf.pipe 600
ok "perf.pipe: the reason" says source_reasons lost-events

ok "top ends well" test "$(cat "$tmp/out/top.status")" = 0
tail -n 1 "$tmp/out/top.json" > "$tmp/last.json"
ok "top: every packet, exactly" test "$(jq -c '.devices[] | select(.name == "eth0") |
	[.started, .completed, .uncertain, .exact]' "$tmp/last.json")" = '[600,600,0,true]' ||
	jq -c '.devices[] | [.name, .started, .completed, .uncertain, .exact]' "$tmp/last.json"

# top by perf events: all of them are opened anew, so a gap is told though nothing of
# what was sent is missing; and where something is, no bound is beyond the truth.
of_eth0()	# FILE FIGURES
{
	tail -n 1 "$tmp/out/$1.json" | jq -c ".source as \$s | .devices[] | select(.name == \"eth0\") | $2"
}
for name in top.perf top.perf.busy; do
	ok "$name ends well, and says nothing" test \
		"$(cat "$tmp/out/$name.status"; cat "$tmp/out/$name.err")" = 0
	ok "$name: the books balance" test "$(of_eth0 $name '.started - .completed - .dropped -
		.busy - .handed_over - .restarted - .uncertain - .in_device_at_end')" = 0
	ok "$name: not exact, and why" test "$(of_eth0 $name '[.exact, .started_high,
		([$s.reasons[].code] | contains(["lost-events"]))]')" = '[false,null,true]' ||
		of_eth0 $name '[.exact, .started_high, $s.reasons, .reasons]'
done
ok "top.perf: every packet, before, between and after" test \
	"$(of_eth0 top.perf '[.started, .completed, .uncertain]')" = '[600,600,0]' ||
	of_eth0 top.perf '[.started, .completed, .uncertain]'
ok "top.perf.busy: no bound is beyond the truth" test "$(of_eth0 top.perf.busy \
	'.started <= 12000 and .completed_low <= 12000 and .started > 0')" = true ||
	of_eth0 top.perf.busy '[.started, .completed, .completed_low]'
ok "the CPU is back" test "$(cat "$tmp/out/online")" = 1
ok "no trace instance is left" test ! -s "$tmp/out/left"
tap_end
