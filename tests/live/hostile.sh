#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Names that mean harm: a device called by terminal escapes, a command substitution or a
# path, a task and a COMMAND that are. Nothing of it is printed raw, opened or run, by
# whatever reads a recording; and files are the user's alone.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 45
new_ns a
n=0 esc=$'\e[31mred\a' sub='$(id>pwn)' tick='`id>pwn`' path=pathnamx
mkdir "$tmp/cwd"
cd "$tmp/cwd" || exit 1

for dev in "$esc" "$sub" "$tick" "$path"; do
	ring_socket=$tmp/hostile.$((n++)).sock
	background a "$TOOLS/tapring" -s "$ring_socket" tapq 50
	ring print >/dev/null
	ipn a link set tapq down 2>/dev/null
	ipn a link set tapq name "$dev" 2>"$tmp/rename.err" || diag "$(cat "$tmp/rename.err")"
	ipn a link set "$dev" up
done
cat >"$tmp/send.py" <<'PY'
import ctypes, socket, sys
name = sys.argv[1].encode()
ctypes.CDLL(None).prctl(15, name, 0, 0, 0)	# PR_SET_NAME
send = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
for dev in sys.argv[2:]:
    for i in range(60):
        try:
            send.sendto(bytes(12) + b"\x08\x00" + bytes(50), (dev, 0x800))
        except OSError:
            pass
PY
umask 022
f=$tmp/h.dat
record a "$f" -- python3 "$tmp/send.py" $'\e]0;`id>pwn`' "$esc" "$sub" "$tick" "$path"
is "record's status" $? 0
is "record: its file is the user's alone" "$(stat -c %a "$f")" 600
# A file can say what no kernel would: the same length, another name.
sed 's|pathnamx|../../xx|g' "$f" >"$tmp/p.dat"
f2=$tmp/p.dat
report "$f2"
is "four devices of such names" "$(total "$f2" '[.devices[].name] | map(select(test("red|id>pwn|\\.\\./\\.\\./xx"))) | length')" 4
is "their packets" "$(total "$f2" '[.devices[] | select(.name | test("red|id>pwn|xx$")) | .started] | unique | @csv')" 60
check "the books balance" books_balance "$f2"

# No control character but the ends of lines, and no byte that is no UTF-8.
harmless() { ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$1" && iconv -f UTF-8 -t UTF-8 "$1" >/dev/null; }
# What may be opened beside the recording: libraries, the system's own, what it writes.
opened_only() {	# opened_only TRACE
	sed -nE 's/.*open(at)?\([^"]*"([^"]*)".*/\2/p' "$1" |
		grep -vE "^($tmp/(p|h)\.dat|$tmp/out[.a-z]*|/(etc|lib|lib64|usr|proc|sys|dev)(/|\$))" >"$tmp/others"
	! [ -s "$tmp/others" ] || { diag "$(sort -u "$tmp/others" | head -5)" >&2; return 1; }
}
does_no_more() { [ "$(grep -c execve "$1")" = 1 ] && opened_only "$1"; }
reads() {	# reads LABEL COMMAND...: five checks
	local what=$1
	shift
	strace -f -qq -e trace=execve,execveat,open,openat,fork,vfork,clone -o "$tmp/strace" \
		"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	# a build for coverage writes what it counted
	[ -z "${TXRING_COVERAGE:-}" ] || sed -i '/\.gcda/d' "$tmp/strace"
	check "$what: something is said" test -s "$tmp/out" -o -s "$tmp/out.html"
	check "$what: nothing raw" harmless "$tmp/out"
	check "$what: nothing raw in its complaints" harmless "$tmp/err"
	check "$what: nothing else is opened, no program run" does_no_more "$tmp/strace"
}
if command -v strace >/dev/null; then
	reads "report" "$TXRING" report -v -Q --timeline --histogram --by comm -i "$f2"
	reads "report --json" "$TXRING" report --json -i "$f2"
	reads "report --csv" "$TXRING" report --csv -Q -i "$f2"
	reads "report --classic" "$TXRING" report -q --classic -i "$f2"
	reads "report --html" "$TXRING" report --html "$tmp/out.html" -i "$f2"
	check "report --html: the page has nothing raw" harmless "$tmp/out.html"
	check "report --html: no name is markup" lacks_line "$tmp/out.html" '<[^>]*id>pwn'
	reads "script" "$TXRING" script -i "$f2"
	reads "script --csv" "$TXRING" script --csv -i "$f2"
	reads "diff" "$TXRING" diff "$f2" "$f"
	"$TXRING" script --perfetto "$tmp/out.perfetto" -i "$f2" 2>"$tmp/err"
	check "script --perfetto" test -s "$tmp/out.perfetto"
else
	skip 35 "needs the program strace"
fi

# top, where the packets are.
background a "$TXRING" top -b --json -n 40 --interval 0.5 >"$tmp/top"
top=$bg
wait_for 10 test -s "$tmp/top"
in_ns a python3 "$tmp/send.py" $'\e]0;x' "$esc" "$sub" "$tick"
check "top: it shows them" wait_for 15 has_line "$tmp/top" 'id>pwn'
stop_bg "$top"
is "top: status" $? 0
check "top: nothing raw" harmless "$tmp/top"
check "nothing was run" sh -c "! find '$tmp' -name 'pwn*' | grep -q ."
cd /
finish
