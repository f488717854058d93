# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the test scripts of this folder share. Sourced, not run.

set -u

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Set by tests/vm/debug: the kernel is too slow for what needs a flood to get ahead.
slow=${TXRING_VM_SLOW:-1}
tap_n=0
tap_failed=0

ok()	# NAME COMMAND...
{
	local name=$1
	shift
	tap_n=$((tap_n + 1))
	if "$@"; then
		echo "ok $tap_n - $name"
	else
		tap_failed=$((tap_failed + 1))
		echo "not ok $tap_n - $name"
		echo "# failed: $*"
		return 1
	fi
}

# Figures of occupancy.awk, as an array.
declare -A is
occupancy()	# TRACE [TIER]
{
	local key value
	is=()
	while read -r key value; do
		is[$key]=$value
	done < <(awk -v tier="${2-patched}" -f "$here/occupancy.awk" "$1")
	echo "# $(basename "$1"):$(for key in "${!is[@]}"; do
		printf ' %s=%s' "$key" "${is[$key]}"; done)"
}

same()	# KEY VALUE, or KEY KEY
{
	local other=${is[$2]-$2}
	[ "${is[$1]-none}" = "$other" ] || {
		echo "# $1 is ${is[$1]-none}, not $other"
		return 1
	}
}

at_most()	# KEY VALUE, or KEY KEY
{
	[ "${is[$1]--1}" -le "${is[$2]-$2}" ] || {
		echo "# $1 is ${is[$1]-none}, above ${is[$2]-$2}"
		return 1
	}
}

at_least()	# KEY VALUE, or KEY KEY
{
	[ "${is[$1]--1}" -ge "${is[$2]-$2}" ] || {
		echo "# $1 is ${is[$1]-none}, below ${is[$2]-$2}"
		return 1
	}
}

tap_end()
{
	echo "1..$tap_n"
	[ "$tap_failed" -eq 0 ]
}
