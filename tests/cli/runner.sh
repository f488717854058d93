#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The test runner itself: what it counts, and that it notices what goes wrong.
# Each case is a small program that is given to it by --also.
top=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/runner-test.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
n=0
cat >"$tmp/cases" <<'END'
passes|0|2 passed, 0 failed, 0 skipped||echo 1..2; echo ok 1 - a; echo ok 2
fails|1|1 passed, 1 failed, 0 skipped|FAILED: b$|echo 1..2; echo ok 1 - a; echo not ok 2 - b; exit 1
fails, plan last|1|0 passed, 1 failed, 0 skipped||echo not ok; echo 1..1
skips one|0|1 passed, 0 failed, 1 skipped|skipped 1: no tool$|echo 1..2; echo ok 1; echo "ok 2 # SKIP no tool"
skips all|0|1 passed, 0 failed, 1 skipped|skipped 1: no root$|echo ok 1; echo "1..0 # SKIP no root"
skips all after a plan|0|1 passed, 0 failed, 1 skipped|skipped 1: no root$|echo 1..5; echo ok; echo "1..0 # skip no root"
no plan|1|1 passed, 1 failed, 0 skipped|FAILED: no plan|echo ok 1
too few|1|1 passed, 1 failed, 0 skipped|FAILED: planned 2, ran 1$|echo 1..2; echo ok 1
too many|1|2 passed, 1 failed, 0 skipped|FAILED: planned 1, ran 2$|echo 1..1; echo ok 1; echo ok 2
says nothing|1|0 passed, 1 failed, 0 skipped|FAILED: no plan|true
status without a cause|1|1 passed, 1 failed, 0 skipped|FAILED: exit status 3$|echo 1..1; echo ok 1; exit 3
killed|1|1 passed, 1 failed, 0 skipped|FAILED: ended by SIGSEGV$|echo 1..1; echo ok 1; kill -SEGV $$
bails out|1|1 passed, 1 failed, 0 skipped|FAILED: Bail out! no program$|echo 1..3; echo ok 1; echo "Bail out! no program"
skips all, status bad|1|0 passed, 1 failed, 0 skipped||echo "1..0 # SKIP x"; exit 1
too long|1|1 passed, 1 failed, 0 skipped|FAILED: not done after 1.0 s$|echo 1..1; echo ok 1; sleep 60
too long, cleans up|1|1 passed, 1 failed, 0 skipped|FAILED: not done after 1.0 s$|trap "echo ok 1; exit" TERM; echo 1..1; sleep 60 & wait
leaves a process|1|1 passed, 1 failed, 0 skipped|FAILED: left a process: [0-9]+ sleep 61$|setsid sleep 61 >/dev/null 2>&1 & echo 1..1; echo ok 1
END
echo "1..$(($(wc -l <"$tmp/cases") + 4))"
result() {	# result DESCRIPTION STATUS
	n=$((n + 1))
	if [ "$2" = 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		bad=1
		return 1
	fi
}
bad=0
# Others may work on the machine meanwhile; only the last case looks at it.
export TXRING_SHARED_MACHINE=1
run() { TMPDIR=$tmp/t python3 "$top/tests/run" "$@" >"$tmp/out" 2>&1; }
mkdir "$tmp/t"
while IFS='|' read -r what status last pattern program; do
	limit=60
	[ "${what#too long}" = "$what" ] || limit=1
	printf '%s\n' "$program" >"$tmp/case.sh"
	run -t $limit --also "bash $tmp/case.sh" also/bash
	got=$?
	[ "$got" = "$status" ] && [ "$(tail -1 "$tmp/out")" = "$last" ] &&
		grep -qE "$pattern" "$tmp/out"
	result "$what" $? || sed 's/^/# /' "$tmp/out"
done <"$tmp/cases"

cat >"$tmp/case.sh" <<'END'
: >"$TMPDIR/txring-left"; echo 1..1; echo ok 1
END
TXRING_SHARED_MACHINE='' run --also "bash $tmp/case.sh" also/bash
[ $? = 1 ] && grep -q '^FAILED: the machine is not as it was: new: file .*/txring-left$' "$tmp/out"
result "leaves a file" $?

# cmocka's own form: a failure is listed twice and counts once; a crash counts.
cat >"$tmp/cm.py" <<'END'
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import output
good = "[==========] Running 2 test(s).\n[ RUN      ] a\n[       OK ] a\n[ RUN      ] b\n"
def check(text, status, passed, failed, skipped):
    r = output.cmocka(text, status)
    got = (r.passed, len(r.failed), len(r.skipped))
    if got != (passed, failed, skipped):
        sys.exit(f"{got} of {text!r}")
check(good + "[       OK ] b\n[==========] 2 test(s) run.\n[  PASSED  ] 2 test(s).\n", 0, 2, 0, 0)
check(good + "[  FAILED  ] b\n[==========] 2 test(s) run.\n[  FAILED  ] 1 test(s), listed below:\n"
      "[  FAILED  ] b\n", 1, 1, 1, 0)
check(good + "[  SKIPPED ] b\n[==========] 2 test(s) run.\n", 0, 1, 0, 1)
check(good, -11, 1, 1, 0)
check("", 0, 0, 1, 0)
check("", 127, 0, 1, 0)
check(good + "[       OK ] b\n[==========] 3 test(s) run.\n", 0, 2, 1, 0)
check(good + "[       OK ] b\n[==========] 2 test(s) run.\n", 1, 2, 1, 0)
END
python3 "$tmp/cm.py" "$top/tests/runner"
result "cmocka's form" $?
run no-such-test
[ $? = 1 ] && [ "$(tail -1 "$tmp/out")" = "0 passed, 1 failed, 0 skipped" ]
result "no test at all is a failure" $?
[ -z "$(find "$top/tests" -name __pycache__)" ]
result "leaves nothing in the tree" $?
exit $bad
