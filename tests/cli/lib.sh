# SPDX-License-Identifier: GPL-2.0-only
# lib.sh - what the tests of the command line share. A test is a bash script that
# sources this file, checks, and ends with finish. Output is TAP. No privilege is
# needed, and nothing outside $tmp is written.
#
#   BUILD   the build directory (default: build in the tree)
#   TXRING  the program under test (default: $BUILD/txring)
#   FIXTURES  where the recordings are (default: tests/fixtures)

set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$root/build}
TXRING=${TXRING:-$BUILD/txring}
FIXTURES=${FIXTURES:-$root/tests/fixtures}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/txring-cli.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
unset COLUMNS NO_COLOR LANG LC_CTYPE
export LC_ALL=C TZ=UTC

nr=0 failed=0
diag() { printf '%s\n' "$@" | sed 's/^/# /'; }
ok() {		# ok DESCRIPTION STATUS
	nr=$((nr + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $nr - $1"
	else
		failed=$((failed + 1))
		echo "not ok $nr - $1"
	fi
	return "$2"
}
skip() { nr=$((nr + 1)); echo "ok $nr # SKIP $1"; }
is() {		# is DESCRIPTION GOT EXPECTED
	[ "$2" = "$3" ]
	ok "$1" $? || diag "got:      $2" "expected: $3"
}
same() {	# same DESCRIPTION FILE EXPECTED-FILE
	cmp -s "$2" "$3"
	ok "$1" $? || { diff -u "$3" "$2" | head -40 | sed 's/^/# /'; }
}

# run COMMAND...: its status is in $status, what it wrote in $tmp/out and $tmp/err.
run() {
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}
# complains DESCRIPTION STATUS TEXT ARGS...: txring ARGS fails so, and says TEXT.
complains() {
	local what=$1 want=$2 text=$3
	shift 3
	run "$TXRING" "$@"
	is "$what" "$status|$(cat "$tmp/out")|$(cat "$tmp/err")" "$want||txring: $text"
}

fixtures() { ls "$FIXTURES"/*.dat "$FIXTURES"/*.data 2>/dev/null; }
finish() {
	echo "1..$nr"
	[ $failed = 0 ]
	exit
}
