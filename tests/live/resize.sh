#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A ring that is resized while it is recorded: the snapshots at start and end show
# one size each. What a full ring is taken for at the wrong size must not look exact.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 12
new_ns a
hold_ring a tapr 64
cat >"$tmp/do" <<EOF
ring() { "$TOOLS/tapring" -c "$ring_socket" "\$1"; }
size() { ip link set tapr txqueuelen \$1; }
EOF

# Full at 64 with nothing refused, then the same 64 in a ring of 128.
f=$tmp/grown.dat
echo '. "$0"; ring "send 64; sleep 20ms; read all"; size 128; ring "send 64; read all"' >"$tmp/grown"
record a "$f" -- bash -c "$(cat "$tmp/grown")" "$tmp/do" >/dev/null
report "$f"
is "grown: figures" "$(dev "$f" tapr '[.started, .dropped, .in_device.max] | @csv')" "128,0,64"
is "grown: whether it was packed is not known" "$(dev "$f" tapr .packed_ns)" null
is "grown: the reason" "$(dev "$f" tapr '[.reasons[].code | select(. == "resized")] | length')" 1

# Refusals end at the release, whatever the size.
ipn a link set tapr txqueuelen 64
f=$tmp/refused.dat
echo '. "$0"; ring "send 70; sleep 20ms; read all"; size 128; ring "send 64; read all"' >"$tmp/refused"
record a "$f" -- bash -c "$(cat "$tmp/refused")" "$tmp/do" >/dev/null
report "$f"
is "refused: figures" "$(dev "$f" tapr '[.started, .dropped] | @csv')" "134,6"
check "refused: packed for the sleep at least, and no high" holds "$f" \
	'[.devices[] | select(.name == "tapr")][0] | .packed_ns_low >= 20000000 and
	 .packed_ns_high == null and (has("packed_ns_high"))'

# Larger between start and end, and back again.
ipn a link set tapr txqueuelen 64
f=$tmp/between.dat
echo '. "$0"; size 128; ring "send 128; sleep 20ms; read all"; size 64' >"$tmp/between"
record a "$f" -- bash -c "$(cat "$tmp/between")" "$tmp/do" >/dev/null
report "$f"
is "larger between: figures" "$(dev "$f" tapr '[.started, .dropped, .completed] | @csv')" "128,0,128"
check "larger between: the truth lies within the bounds" bounds_hold "$f" tapr in_device.max 128
is "larger between: not taken for packets of a reader" \
	"$(dev "$f" tapr '[.reasons[].code | select(. == "free-after-slot" or . == "above-ring")] | @csv')" '"above-ring"'
is "larger between: whether it was packed is not known" "$(dev "$f" tapr .packed_ns)" null
is "larger between: no finding ring-packed" \
	"$(total "$f" '[.findings[] | select(.device == "tapr" and .id == "ring-packed")] | length')" 0
schema_holds "$f.json"
ok "larger between: JSON keeps to its schema" $?
finish
