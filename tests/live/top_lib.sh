# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# top_lib.sh - what the tests of `txring top --json` share. Sourced, not run.

last() { tail -n 1 "$1" >"$tmp/last.json"; }	# the last object, for dev and total

# intervals_add_up FILE DEVICE TRUTH: four checks. What completes in each adds up, what
# is inside is carried on.
intervals_add_up() {
	jq -s --arg d "$2" '[.[].devices[] | select(.name == $d)]' "$1" >"$tmp/rows"
	is "intervals: completed add up" "$(jq '[.[].completed] | add' "$tmp/rows")" "$(truth "$3" .read)"
	is "intervals: dropped add up" "$(jq '[.[].dropped] | add' "$tmp/rows")" "$(truth "$3" .dropped)"
	is "intervals: the last one's now" "$(jq '.[-1].in_device.now' "$tmp/rows")" "$(truth "$3" .left)"
	check "intervals: books balance in each" jq -e 'all(.[]; .started == .completed + .dropped +
		.busy + .handed_over + .restarted + .uncertain + .in_device_at_end)' "$tmp/rows"
}
