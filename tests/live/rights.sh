#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# An unprivileged user: one line with cause and remedy, and nothing changed.
. "$(dirname "$0")/lib.sh"
plan 9
command -v setpriv >/dev/null || skip_all "needs the program setpriv"
chmod 755 "$tmp"
mkdir -m 777 "$tmp/open"
cp "$TXRING" "$tmp/txring"
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; }
if as_nobody ls "$TRACEFS/events" >/dev/null 2>&1; then
	skip_all "this tracefs is open to every user"
fi
cd "$tmp/open" || exit 1
before=$(instances)
as_nobody "$tmp/txring" record -o "$tmp/open/n.dat" --duration 1 >"$tmp/out" 2>"$tmp/err"
is "status" $? 1
check "one line" one_line "$tmp/err"
check "it names the rights and a remedy" has_line "$tmp/err" '^txring: .*(ermission|root|CAP_|rights)'
check "nothing on stdout" test ! -s "$tmp/out"
check "no file is left" test ! -s "$tmp/open/n.dat"
as_nobody "$tmp/txring" record -o "$tmp/open/n.dat" -- touch "$tmp/open/ran" >"$tmp/out" 2>"$tmp/err"
is "with a command: status" $? 125
check "with a command: it did not run" test ! -e "$tmp/open/ran"
is "no instance more" "$(instances)" "$before"
cd /
finish
