#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring doctor: as root, as nobody, without tracefs; it changes nothing.
. "$(dirname "$0")/lib.sh"
plan 30
chmod 755 "$tmp"
cp "$TXRING" "$tmp/txring"
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; }
machine() {
	grep -E ' (tracefs|debugfs|sysfs) ' /proc/mounts
	cat "$TRACEFS/trace_clock" "$TRACEFS/tracing_on"
} 2>/dev/null
doctor() { "$TXRING" doctor "$@" >"$tmp/out" 2>"$tmp/err"; }
get() { jq -r "$1" "$tmp/out"; }
fits() { awk '{ if (length($0) > 80) bad = 1 } END { exit bad }' "$1"; }

machine >"$tmp/before"
doctor --json
is "root: status" $? 0
check "root: nothing on stderr" test ! -s "$tmp/err"
check "root: one line" one_line "$tmp/out"
is "root: can record" "$(get .can_record)" true
is "schema" "$(get .schema)" 1
is "kernel" "$(get .kernel.release)" "$(uname -r)"
is "uid and CAP_SYS_ADMIN" "$(get '.user | [.uid, .cap_sys_admin] | @csv')" "0,true"
is "tracefs is where it is mounted" "$(get .tracefs.path)" \
	"$(awk '$3 == "tracefs" { print $2; exit }' /proc/mounts | grep . || echo null)"
if [ -d "$TRACEFS/events" ]; then
	wrong=$(get '.events[] | [.system, .name, .there] | join(" ")' | while read -r s n there; do
		[ -d "$TRACEFS/events/$s/$n" ] && is=true || is=false
		[ "$is" = "$there" ] || echo "$s:$n"
	done)
	is "each event is there, or not, as the doctor says" "$wrong" ""
	is "kprobes as the doctor says" "$(get .tier.kprobes)" \
		"$([ -e "$TRACEFS/kprobe_events" ] && echo true || echo false)"
else
	skip 2 "tracefs is not mounted"
fi
if python3 -c 'import jsonschema' 2>/dev/null; then
	check "as the JSON Schema says" python3 -c 'import json, jsonschema, sys
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(sys.argv[2])))' \
		"$tmp/out" "$root/Documentation/doctor.schema.json"
else
	skip 1 "needs python3-jsonschema"
fi
doctor
is "text: status" $? 0
check "text: fits 80 columns" fits "$tmp/out"
check "text: no colour on a pipe" lacks_line "$tmp/out" $'\033'
check "text: says that it can" has_line "$tmp/out" '^recording can work'
doctor -d 'l?' --json
is "-d: one device" "$(get '[.devices[].name] | join(" ")')" lo
is "lo is handed on" "$(get '.devices[0] | [.kind, .figures] | join(" ")')" "handover no-ring"
doctor -d no-such-device
is "-d of no device: status" $? 1
check "-d of no device: one line that names it" has_line "$tmp/err" '^txring: .*no-such-device.*; '
doctor --no-such-option
is "bad option: status" $? 2

# A killed recorder's instance: the doctor tells, and leaves it to record.
if mkdir "$TRACEFS/instances/txring-4999999-1" 2>/dev/null; then
	doctor --json
	is "stale instance: counted" "$(get .tracefs.instances_stale)" 1
	is "stale instance: a finding" "$(get '[.findings[].id] | any(. == "stale-instance")')" true
	check "stale instance: left" test -d "$TRACEFS/instances/txring-4999999-1"
	rmdir "$TRACEFS/instances/txring-4999999-1" 2>/dev/null
else
	skip 3 "no instance can be made"
fi

if ! command -v setpriv >/dev/null; then
	skip 4 "needs the program setpriv"
elif as_nobody ls "$TRACEFS/events" >/dev/null 2>&1; then
	skip 4 "this tracefs is open to every user"
else
	as_nobody "$tmp/txring" doctor --json >"$tmp/out" 2>"$tmp/err"
	is "nobody: status" $? 1
	is "nobody: cannot record" "$(get .can_record)" false
	is "nobody: each error has a remedy" "$(get '[.findings[] |
		select(.severity == "error") | .remedy != null] | length > 0 and all')" true
	is "nobody: the devices are seen" "$(get '[.devices[].name] | sort | join(" ")')" \
		"$(ip -j link | jq -r '[.[].ifname] | sort | join(" ")')"
fi

# No tracefs anywhere, in a mount namespace of our own.
cat >"$tmp/inside" <<SH
mount --make-rprivate /
while read -r at; do umount -l "\$at"; done < <(awk '\$3 == "tracefs" || \$3 == "debugfs" { print \$2 }' /proc/mounts | tac)
"$TXRING" doctor --json >"$tmp/out" 2>"$tmp/err"
echo \$? "\$(grep -c ' tracefs ' /proc/mounts)"
SH
if unshare -m true 2>/dev/null; then
	is "not mounted: status, and mounts nothing" "$(unshare -m bash "$tmp/inside")" "0 0"
else
	skip 1 "no mount namespaces here"
fi
machine >"$tmp/after"
check "mounts and tracing are as before" cmp -s "$tmp/before" "$tmp/after"
finish
