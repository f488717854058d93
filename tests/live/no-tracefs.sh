#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# tracefs is not mounted (in a mount namespace of the test's own): record mounts
# it for itself, and leaves it unmounted. In another place, it is found there.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 13
new_ns a
hold_ring a tapn 60
unshare -m true 2>/dev/null || skip_all "no mount namespaces here"

# Runs in a private mount namespace: no tracefs and no debugfs anywhere.
cat >"$tmp/inside" <<SH
#!/bin/bash
place=\$1 file=\$2
mount --make-rprivate /
while read -r at; do umount -l "\$at"; done < <(awk '\$3 == "tracefs" || \$3 == "debugfs" { print \$2 }' /proc/mounts | tac)
[ -z "\$place" ] || { mkdir -p "\$place" && mount -t tracefs none "\$place"; }
awk '\$3 == "tracefs" { print \$2 }' /proc/mounts >"\$file.before"
"$TXRING" record -o "\$file" -- "$TOOLS/tapring" -c "$ring_socket" "mark; send 80; read all" >"\$file.truth" 2>"\$file.err"
status=\$?
awk '\$3 == "tracefs" { print \$2 }' /proc/mounts >"\$file.after"
[ -z "\$place" ] || umount "\$place"
exit \$status
SH
for place in "" "$tmp/elsewhere"; do
	f=$tmp/${place:+other}none.dat
	what=${place:+in another place: }
	what=${what:-not mounted: }
	unshare -m bash "$tmp/inside" "$place" "$f"
	is "${what}record's status" $? 0
	is "${what}before, as the test made it" "$(cat "$f.before")" "$place"
	is "${what}after, as before" "$(cat "$f.after")" "$place"
	report "$f"
	is "${what}started, completed, dropped" \
		"$(dev "$f" tapn '[.started, .completed, .dropped] | @csv')" "80,60,20"
	is "${what}most in the device" "$(dev "$f" tapn .in_device.max)" 60
	check "${what}the books balance" books_balance "$f"
done
finish
