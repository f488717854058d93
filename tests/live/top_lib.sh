# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# top_lib.sh - what the tests of `txring top --json` share. Sourced, not run.

# more_lines FILE N: N more of them than now; an interval that begins from now on is in
# the second one
more_lines() { wait_for 60 has_lines "$1" $(($(wc -l <"$1") + $2)); }
has_lines() { [ "$(wc -l <"$1")" -ge "$2" ]; }	# has_lines FILE N
# end_top FILE: $top_pid has told of all that was until now; its status
end_top() {
	more_lines "$1" 2
	stop_bg "$top_pid" INT
}
# Of several intervals: each packet once, for what is inside at the end of one is
# started in the next one too.
started_of='map(.started - .in_device_at_end) | add'

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
