# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the tests of txring in the virtual machine share. Sourced, not run.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "${BASH_SOURCE[0]}")/tap.sh"

top=$(cd "$here/../.." && pwd)
TXRING=${TXRING-${BUILD-$top/build}/txring}
[ -x "$TXRING" ] || { echo "1..0 # SKIP no $TXRING: run make first"; exit 0; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The tiers of the kernel that these options of tests/vm/run choose.
tiers="patched probe stock"
for option; do
	case $option in
	--unpatched | --distro*) tiers="probe stock" ;;
	esac
done

# Figures of one device in a recording, as the array of tap.sh.
figures()	# FILE [DEVICE]
{
	local key value report=$tmp/report.json
	is=()
	"$TXRING" report -i "$1" --json > "$report" || return 1
	while read -r key value; do
		is[$key]=$value
	done < <("$here/figures.py" "${2-eth0}" < "$report")
	echo "# $(basename "$1"): tier=${is[tier]} started=${is[started]}" \
		"completed=${is[completed]-} busy=${is[busy]-} dropped=${is[dropped]-}" \
		"left=${is[in_device_at_end]-} max=${is[max]-}" \
		"[${is[max_low]-${is[max]-}}..${is[max_high]-${is[max]-}}]" \
		"avg=${is[avg]-} lap_avg=${is[lap_avg]-} lap_max=${is[lap_max]-}" \
		"packed_ns=${is[packed_ns]-}/${is[packed_source]-}/${is[packed_visits]-}" \
		"exact=${is[exact]-} lost=${is[lost]}" \
		"reasons=${is[reasons]-}${is[source_reasons]-} findings=${is[findings]-}"
}

value()	# KEY TEXT
{
	[ "${is[$1]-none}" = "$2" ] || {
		echo "# $1 is ${is[$1]-none}, not $2"
		return 1
	}
}

says()	# KEY WORD: one of the words between commas
{
	case ${is[$1]-} in *,$2,*) return 0 ;; esac
	echo "# $1 has no $2: ${is[$1]-none}"
	return 1
}

says_not()
{
	case ${is[$1]-} in *,$2,*) echo "# $1 has $2"; return 1 ;; esac
}
