#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_devices.t [OPTION of tests/vm/run]...
#
# Other devices than e1000e: virtio-net with and without tx NAPI, one whose packets
# never complete, veth with a qdisc, a packet socket that bypasses the qdisc. And what
# a run leaves behind that was killed.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

best=${tiers%% *}

ok "programs build" eval '"${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" &&
	"${CC:-cc}" -O2 -Wall -o "$tmp/bypass" "$here/bypass.c"' || { tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 240 \
	--append 'ipv6.disable=1' \
	--device '-device virtio-net-pci,netdev=n0 -netdev user,id=n0,restrict=on' \
	--device '-device virtio-net-pci,netdev=n1 -netdev hubport,id=n1,hubid=0' \
	--take "$tmp/flood" --take "$tmp/bypass" --take "$here/guest.sh" --take "$TXRING" \
	--tool ip --tool tc --out "$tmp/out" "$here/txring_devices.guest"

recorded()	# NAME DEVICE STARTED
{
	ok "$1: a recording came back" test -s "$tmp/out/$1.dat" || return
	figures "$tmp/out/$1.dat" "$2"
	ok "$1: auto takes the best tier" value tier "$best"
	ok "$1: no event is lost" same lost 0
	[ -z "$3" ] || ok "$1: every packet is started" same started "$3"
	ok "$1: the books balance" test "${is[balance]-0}" = 0
	ok "$1: none is uncertain" test "${is[uncertain]-0}" = 0
}

recorded virtio-napi eth0 300
ok "virtio-napi: all came back" same completed 300
ok "virtio-napi: no finding of packets that did not" says_not findings never-completed

recorded virtio-lazy eth0 300
ok "virtio-lazy: what is left is an idle tail, no stall" says_not findings queue-stalled
ok "virtio-lazy: all but that came back" same completed $((300 - is[in_device_at_end]))
ok "virtio-lazy: some came back at later packets" at_least completed 1

# Where virtio-net tells BQL of its packets (6.10 and later), the first is let in, and
# none before something came back.
inside=42
[ "$(cat "$tmp/out/inflight")" -gt 0 ] 2>/dev/null && inside=1
recorded stalled eth1 $inside
ok "stalled: none came back" same in_device_at_end $inside
ok "stalled: said so, as a stall" says findings queue-stalled
ok "stalled: the oldest are listed" at_least listed 1
ok "stalled: the maximum is what is inside" same max $inside

if [ $inside = 1 ]; then
	recorded after-stall eth1 0
	ok "after-stall: what waits tells, and says so" says findings queue-stalled
else
	recorded after-stall eth1 5
	ok "after-stall: none came back" same in_device_at_end 5
	ok "after-stall: said so" says findings never-completed
	ok "after-stall: nothing waits behind them" says_not findings queue-stalled
	ok "after-stall: with no younger ones, it may be an idle tail" says classes idle-tail
	ok "after-stall: the older ones are allowed for" test "${is[max_high]-5}" = unknown -o \
		"${is[max_high]-5}" -ge 47
	ok "after-stall: not exact" value exact false
fi

if [ "$best" = patched ]; then
	recorded bypass eth0 1000
	ok "bypass: all came back" same completed 1000
else
	recorded bypass eth0 0
	ok "bypass: unseen, and said so" says findings invisible-traffic
fi

recorded veth va 1000
ok "veth: all were handed over" same handed_over 1000
ok "veth: which is its kind" value kind handover
ok "doctor names the tier" grep -q "best here: $best" "$tmp/out/doctor"
ok "doctor --json too" grep -q "\"best\": *\"$best\"" "$tmp/out/doctor.json"

recorded second eth0 20
ok "a killed run left something" grep -q '^txring-' "$tmp/out/killed"
[ "$best" != probe ] || ok "and its probes" grep -q ':txring_' "$tmp/out/killed"
ok "the next one said that it removed it" grep -q 'removed 1 trace instance' "$tmp/out/third.err"
ok "SIGTERM ends a recording well" test "$(cat "$tmp/out/term.status")" = 0
ok "no trace instance and no probe is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
