#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# faults.sh [NAME...] - plant each fault of tests/sim/faults in a copy of the engine,
# and see that the simulation notices. TAP.
#
# A fault is a patch with a line "# sim: OPTIONS" that says which streams are run. The
# engine as it is must pass them, the patched one must not; a patch that does not apply
# any longer, or does not build, is a failure too. Nothing outside a temporary folder is
# written.
set -u
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/txring-faults.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
read -ra cc <<<"${CC:-gcc} -std=gnu11 -O1 -w -D_GNU_SOURCE -DTXR_VERSION=\"x\" -Iinclude -Itool"
read -ra json <<<"$(pkg-config --cflags --libs json-c)"
limit=120	# seconds for one fault; a hang is noticed as well
nr=0 failed=0

result() {	# result STATUS DESCRIPTION [COMMENT]
	nr=$((nr + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $nr - $2"
	else
		failed=$((failed + 1))
		echo "not ok $nr - $2"
	fi
	[ -z "${3-}" ] || printf '%s\n' "$3" | head -5 | cut -c1-300 | sed 's/^/# /'
}

compile() {	# compile FOLDER: every tool/pair and tool/stats file to FOLDER/obj
	(cd "$1" && mkdir -p obj && "${cc[@]}" -c tool/pair/*.c && mkdir -p obj/pair &&
		mv ./*.o obj/pair && "${cc[@]}" -c tool/stats/*.c && mkdir -p obj/stats &&
		mv ./*.o obj/stats) >"$tmp/log" 2>&1
}

link() {	# link FOLDER
	(cd "$1" && "${cc[@]}" -o sim "$tmp"/base/obj/rest/*.o obj/pair/*.o obj/stats/*.o \
		"${json[@]}" -lm) >"$tmp/log" 2>&1
}

prepare() {
	mkdir -p "$tmp/base/obj/rest"
	cp -r "$top/include" "$top/tool" "$tmp/base/"
	mkdir -p "$tmp/base/tests"
	cp -r "$top/tests/sim" "$tmp/base/tests/"
	(cd "$tmp/base" && "${cc[@]}" -c tests/sim/*.c && for f in *.o; do
		mv "$f" "obj/rest/sim_$f" || exit 1; done &&
	 "${cc[@]}" "${json[@]}" -c tool/event/*.c tool/sys/*.c tool/cli/*.c &&
		mv ./*.o obj/rest) >"$tmp/log" 2>&1 &&
	compile "$tmp/base" && link "$tmp/base"
}

# Only what the patch touches is built again, all of a room if it is a header.
rebuild() {	# rebuild FOLDER FILE...
	local dir=$1 f room base
	shift
	for f in "$@"; do
		room=$(basename "$(dirname "$f")")
		base=$(basename "$f")
		case $f in
		*.h) (cd "$dir/obj/$room" && cd "$dir" && "${cc[@]}" -c "tool/$room"/*.c &&
			mv ./*.o "obj/$room/") >"$tmp/log" 2>&1 || return 1 ;;
		*) (cd "$dir" && "${cc[@]}" -c "$f" -o "obj/$room/${base%.c}.o") \
			>"$tmp/log" 2>&1 || return 1 ;;
		esac
	done
	link "$dir"
}

try() {		# try PATCH
	local name what args dir=$tmp/fault status
	name=$(basename "$1" .patch)
	what=$(sed -n 2s/^..//p "$1")
	read -ra args <<<"$(sed -n 's/^# sim: //p' "$1")"
	rm -rf "$dir" && mkdir "$dir" && cp -r "$tmp"/base/{include,tool,obj} "$dir/"
	rm -rf "$dir/obj/rest"
	if ! patch -s -p1 --fuzz=0 -d "$dir" <"$1" >"$tmp/log" 2>&1; then
		result 1 "$name: the patch applies" "$(cat "$tmp/log")"
		return
	fi
	read -ra touched <<<"$(sed -n 's/^+++ b\///p' "$1" | tr '\n' ' ')"
	if ! rebuild "$dir" "${touched[@]}"; then
		result 1 "$name: the patched engine builds" "$(cat "$tmp/log")"
		return
	fi
	if ! timeout "$limit" "$tmp/base/sim" --first "${args[@]}" >"$tmp/log" 2>&1; then
		result 1 "$name: the engine as it is passes" "$(grep -A1 '^not' "$tmp/log")"
		return
	fi
	timeout "$limit" "$dir/sim" --first "${args[@]}" >"$tmp/log" 2>&1
	status=$?
	# 2 is wrong use of the simulation, and tells nothing
	[ $status -ne 0 ] && [ $status -ne 2 ]
	result $? "$name: $what" "$(grep '^# replay' "$tmp/log" || echo "exit status $status")"
}

if ! prepare; then
	result 1 "the engine and the simulation build" "$(cat "$tmp/log")"
	echo "1..$nr"
	exit 1
fi
if [ $# -gt 0 ]; then
	for name; do try "$top/tests/sim/faults/$name.patch"; done
else
	for f in "$top"/tests/sim/faults/*.patch; do try "$f"; done
fi
echo "1..$nr"
[ $failed -eq 0 ]
