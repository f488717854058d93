#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# run.t [OPTION of tests/vm/run]...
#
# The harness itself: what goes in comes out, and every end is told apart.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TMPDIR=$tmp
options=("$@")

vm()	# STATUS, then run's arguments
{
	local want=$1 status=0
	shift
	"$here/run" "${options[@]}" "$@" > "$tmp/stdout" 2> "$tmp/stderr" || status=$?
	[ $status -eq "$want" ] || {
		echo "# status $status, not $want"
		sed 's/^/# /' "$tmp/stderr"
		# what the machine said last, for the folder is gone afterwards
		sed -n 's/^run: console: //p' "$tmp/stderr" |
			while read -r f; do tail -n 40 "$f" | sed 's/^/# /'; done
		return 1
	}
}

is_text()	# FILE TEXT
{
	[ "$(cat "$1")" = "$2" ] || { echo "# $1: $(cat "$1")"; return 1; }
}

head -c 100000 /dev/urandom > "$tmp/random"
sum=$(sha256sum < "$tmp/random")

ok "the command's status is returned" \
	vm 7 --out "$tmp/out" 'echo one; echo two >&2; echo three > /out/f; exit 7'
ok "its standard output" is_text "$tmp/stdout" one
ok "its standard error" is_text "$tmp/stderr" two
ok "a file of /out" is_text "$tmp/out/f" three

ok "a file is taken along, and bytes come out as they are" \
	vm 0 --take "$tmp/random" cat random
ok "all of them" test "$(sha256sum < "$tmp/stdout")" = "$sum"

# shellcheck disable=SC2016 # for the guest
ok "a program brings its libraries" vm 0 --tool bash /bin/bash -c 'echo $((6 * 7)) ${BASH##*/}'
ok "and arguments keep their blanks" is_text "$tmp/stdout" '42 bash'

# shellcheck disable=SC2016 # for the guest
printf '#!/bin/sh\necho "$1|$2"\n' > "$tmp/script"
chmod +x "$tmp/script"
ok "a script of the host, with arguments" vm 0 "$tmp/script" 'a b' c
ok "which it gets" is_text "$tmp/stdout" 'a b|c'

ok "there is no network" vm 0 'ls /sys/class/net'
ok "but for lo" is_text "$tmp/stdout" lo
ok "a device of QEMU is added, a boot parameter too" \
	vm 0 --device '-device virtio-net-pci,netdev=n -netdev hubport,id=n,hubid=0' \
	--module virtio_net --append 'txring.test=1' \
	'grep -q txring.test=1 /proc/cmdline && ls /sys/class/net'
ok "and seen" grep -qx eth0 "$tmp/stdout"

ok "the time limit ends it" vm 124 --timeout 10 --console "$tmp/console" 'sleep 600'
ok "with the console kept" grep -q 'Linux version' "$tmp/console"
ok "a machine that stops early is no success" vm 125 'poweroff -f; sleep 60'
ok "a warning of the kernel is told" vm 0 'echo "<4>WARNING: as a test" > /dev/kmsg'
ok "and where the console is" grep -q 'console: ' "$tmp/stderr"
ok "and with --strict it is a failure" \
	vm 123 --strict 'echo "<4>WARNING: as a test" > /dev/kmsg'
# The watch comes by every 5 seconds, and only the first time.
ok "a machine whose timer stopped is booted once more" vm 7 --out "$tmp/again" \
	"echo \"<4>rcu: rcu_preempt kthread timer wakeup didn't happen for 5250 jiffies!\" > /dev/kmsg
	echo line >> /out/lines; sleep 12; exit 7"
once_more='run: a processor of the machine stands still: once more'
ok "and that is told" grep -qx "$once_more" "$tmp/stderr"
ok "with what the kernel said" grep -q "wakeup didn't happen" "$tmp/stderr"
ok "nothing of the first is left" is_text "$tmp/again/lines" line
lockup='watchdog: BUG: soft lockup - CPU#1 stuck for'
ok "one with a processor stuck for a minute too" \
	vm 0 --strict "echo '<0>$lockup 71s! [sh:1]' > /dev/kmsg; sleep 12"
ok "and that is told" grep -qx "$once_more" "$tmp/stderr"
ok "a shorter time is the busy host's" \
	vm 0 --strict "echo '<0>$lockup 45s! [sh:1]' > /dev/kmsg; sleep 12"
ok "and no word of it" test ! -s "$tmp/stderr"
ok "a module that is not there is an error" vm 125 --module no_such true
ok "a file that is not there is an error" vm 125 --take "$tmp/no_such" true
ok "no command is an error" vm 125
tap_end
