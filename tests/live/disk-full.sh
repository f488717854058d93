#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The disk fills up while recording: one line, status 1, and what was recorded
# so far can be read. A file that cannot be written is told before tracing.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 16
new_ns a
hold_ring a tapd 118
full=$tmp/full
mkdir "$full"
mount -t tmpfs -o size=4m none "$full" 2>/dev/null || skip_all "cannot mount a small tmpfs"
trap 'umount "$full" 2>/dev/null; on_exit' EXIT
f=$full/d.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 3000 150" >/dev/null 2>&1
check "a full disk: not 0" test $? -ne 0
in_ns a "$TXRING" record -q -o "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 3000 150" >/dev/null 2>"$tmp/err"
check "a full disk: a line that names it" has_line "$tmp/err" '^txring: .*([Nn]o space|full)'
check "a full disk: one line" one_line "$tmp/err"
mv "$f" "$tmp/d.dat" 2>/dev/null || cp "$f" "$tmp/d.dat"
f=$tmp/d.dat
report "$f"
is "what was recorded can be read" $? 0
is "the file says that it is cut" "$(total "$f" '[.source.truncated, .source.exact] | @csv')" "true,false"
is "and counts have no upper bound" "$(dev "$f" tapd '.started_high')" "null"
between "it holds packets" "$(dev "$f" tapd .started)" 1 450000
check "the books balance" books_balance "$f"

# A limit of size below the file's head: nothing can be kept, and that is said once.
(ulimit -f 8; in_ns a "$TXRING" record -o "$tmp/limit.dat" --duration 200ms) 2>"$tmp/err"
is "a limit of file size: status" $? 1
is "a limit of file size: one line, the reason in it" "$(cat "$tmp/err")" \
	"txring: $tmp/limit.dat: File too large; raise the limit of file size (ulimit -f)"

record a "$tmp/no/such/dir/x.dat" -- touch "$tmp/ran" 2>/dev/null
in_ns a "$TXRING" record -o "$tmp/no/such/x.dat" -- touch "$tmp/ran" 2>"$tmp/err"
is "no such directory: status" $? 125
check "no such directory: one line" one_line "$tmp/err"
check "no such directory: the command did not run" test ! -e "$tmp/ran"
echo old >"$tmp/kept.dat"
record a "$tmp/kept.dat" -- true
is "an existing file is kept" "$? $(cat "$tmp/kept.dat.old")" "0 old"
in_ns a "$TXRING" record -o "$tmp" -- true 2>"$tmp/err"
is "a directory as file: status" $? 125
umount "$full"
finish
