#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# However `txring top` ends, the terminal is as before, and so is tracing.
. "$(dirname "$0")/lib.sh"
plan 56
export TERM=xterm-256color LC_ALL=C.UTF-8
infocmp "$TERM" >/dev/null 2>&1 || skip_all "no terminfo of $TERM"
new_ns a

# Trace instances whose process is gone.
stale() { left_behind | grep ^instance; }

# ends NAME STATUS ACTION [OPTION...]
ends() {
	local name=$1 status=$2 action=$3
	shift 3
	in_ns a python3 "$root/tests/live/terminal.py" "$action" "$TXRING" top --interval 0.2 "$@" \
		>"$tmp/pty"
	is "$name: drawn" "$(jq .drawn "$tmp/pty")" true
	is "$name: status" "$(jq .status "$tmp/pty")" "$status"
	is "$name: the terminal's modes, its screen, its cursor" \
		"$(jq -c '[.modes, .screen_left, .cursor]' "$tmp/pty")" "[true,true,true]"
	is "$name: no process is left" "$(jq .left "$tmp/pty")" 0
	is "$name: no trace instance is left" "$(stale)" ""
}

ends "q" 0 "keys=q"
ends "F10 on a busy screen" 0 "keys=aQ\\x1b[21~"
ends "^C" 0 "keys=\\x03"
ends "^\\" 0 "keys=\\x1c"
ends "SIGTERM" 0 signal=TERM
ends "SIGINT" 0 signal=INT
ends "SIGHUP" 0 signal=HUP
ends "SIGTERM to the worker" 0 worker=TERM
ends "a crash" 1 worker=SEGV
check "a crash: says so" jq -e '.last | test("ended by signal 11")' "$tmp/pty"
ends "kill -9 of the worker" 1 worker=KILL
check "kill -9: says so" jq -e '.last | test("ended by signal 9")' "$tmp/pty"

# Nobody is there to set it right but the worker.
in_ns a python3 "$root/tests/live/terminal.py" signal=KILL "$TXRING" top >"$tmp/pty"
is "kill -9 of the first process: screen and worker" \
	"$(jq -c '[.screen_left, .left]' "$tmp/pty")" "[true,0]"
is "kill -9 of the first process: no trace instance is left" "$(stale)" ""
in_ns a python3 "$root/tests/live/terminal.py" hangup "$TXRING" top >"$tmp/pty"
is "the terminal goes away: no process is left" "$(jq .left "$tmp/pty")" 0
finish
