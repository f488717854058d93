#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What --help says is what the man pages and the completion say, both ways.
. "$(dirname "$0")/lib.sh"
man=$root/Documentation/man

# Options of a command as lines "-x --name" or "--name": from its --help, ...
of_help() {
	"$TXRING" "$1" --help | sed -nE 's/^  (-[a-zA-Z0-9], |    )(--[a-z0-9-]+).*/\1\2/p' |
		tr -d ', ' | sed -E 's/^(-[a-zA-Z0-9])--/\1 --/' | sort
}
# ... from its man page, where each has an .It of its own, ...
of_man() {
	sed -nE 's/^\.It Fl (.*)/\1/p' "$man/txring-$1.1" | sed -E \
		's/^([a-zA-Z0-9]) , Fl -([a-z0-9-]+).*/-\1 --\2/; t; s/^-([a-z0-9-]+).*/--\1/' | sort
}
# ... from the line of the page's synopsis, single letters and long names, ...
of_synopsis() {
	sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/p' "$man/txring-$1.1" |
		sed -nE 's/^\.Op Fl //p' | sed -E 's/ \| / /g; s/ Ar .*//' | tr ' ' '\n' |
		sed -E '/^-./! { s/^-$//; s/(.)/-\1\n/g }; s/^-([a-z][a-z-]+)$/--\1/' |
		grep . | sort
}
# ... and from the completion.
of_completion() {
	bash -c 'complete() { :; }
		. "$1"
		COMP_WORDS=(txring "$2" -) COMP_CWORD=2
		_txring
		printf "%s\n" "${COMPREPLY[@]}"' - "$root/Documentation/completion/txring.bash" "$1" |
		sort
}
words() { tr ' ' '\n' | sort; }
commands() { "$TXRING" help | sed -nE 's/^  ([a-z]+) +.*/\1/p' | sort; }

for cmd in $(commands); do
	of_help "$cmd" >"$tmp/help"
	[ -s "$tmp/help" ]
	ok "$cmd: --help lists options" $?
	if [ ! -e "$man/txring-$cmd.1" ]; then
		ok "$cmd: has a man page" 1
		continue
	fi
	of_man "$cmd" >"$tmp/man"
	same "$cmd: options of the man page are those of --help" "$tmp/man" "$tmp/help"
	words <"$tmp/help" >"$tmp/words"
	of_completion "$cmd" >"$tmp/completion"
	same "$cmd: completion" "$tmp/completion" "$tmp/words"
	# A letter stands for its long name in the synopsis.
	awk '{ print $1 }' "$tmp/help" | sort >"$tmp/short"
	of_synopsis "$cmd" >"$tmp/synopsis"
	same "$cmd: synopsis" "$tmp/synopsis" "$tmp/short"
	grep -q "^\.It Cm $cmd" "$man/txring.1"
	ok "$cmd: txring(1) names it" $?
	grep -q "^\.Xr txring-$cmd 1" "$man/txring.1"
	ok "$cmd: txring(1) refers to its page" $?
done

bash -c 'complete() { :; }
	. "$1"
	COMP_WORDS=(txring "") COMP_CWORD=1
	_txring
	printf "%s\n" "${COMPREPLY[@]}"' - "$root/Documentation/completion/txring.bash" |
	grep -vx -e help -e --version | sort >"$tmp/completion"
commands >"$tmp/commands"
same "completion of commands" "$tmp/completion" "$tmp/commands"
for page in "$man"/txring-*.1; do
	cmd=${page##*/txring-}
	grep -qx "${cmd%.1}" "$tmp/commands"
	ok "${page##*/}: is of a command" $?
done

# `perf txring`: its page names commands and options that there are.
grep -q '^\.Nd txring as a command of perf' "$man/perf-txring.1"
ok "perf-txring(1) is there" $?
for cmd in $(grep -oE 'txring (record|report|script|top|load|diff|doctor)' "$man/perf-txring.1" | cut -d' ' -f2 | sort -u); do
	grep -qx "$cmd" "$tmp/commands"
	ok "perf-txring(1): $cmd is a command" $?
done
"$TXRING" record --help | grep -q -- '--backend'
ok "perf-txring(1): --backend is an option of record" $?

if command -v mandoc >/dev/null; then
	for page in "$man"/*.[17]; do
		run mandoc -Tlint -Wwarning "$page"
		is "${page##*/}: mandoc finds nothing" "$(cat "$tmp/out")" ""
	done
else
	skip "mandoc is not installed: pages are not linted"
fi

# Each figure that CSV has is explained.
"$TXRING" report --help >/dev/null && sed -nE 's/^\.It (.*)/\1/p' "$man/txring-report.1" |
	sed -E 's/ , /\n/g' >"$tmp/explained"
for key in $(sed -nE 's/.*(ROW|PART)\("([a-z_.]+)".*/\2/p; s/.*\{ "(in_device\.[a-z_]+)".*/\1/p' \
		"$root/tool/view/columns.c"); do
	case $key in
	# The device itself, and the parts of a distribution.
	name|ifindex|netns_inode|netns_cookie|driver|.*) continue ;;
	esac
	grep -qx "$key" "$tmp/explained"
	ok "txring-report(1) explains $key" $?
done
for key in $(sed -nE 's/.*DIST\("([a-z_.]+)".*/\1/p; s/^\t\{ "([a-z_]+)", TXR.*/\1/p' \
		"$root/tool/view/columns_why.c"); do
	grep -qx "$key" "$tmp/explained"
	ok "txring-report(1) explains why.$key" $?
done
sed -n '/^\.Ss Shares/,/^\.Ss Findings/p' "$man/txring-report.1" | tr ' ' '\n' | sort -u >"$tmp/shares"
for key in $(sed -nE 's/^\tSHARE\([A-Z0-9_]+, ([a-z_]+)\).*/\1/p' "$root/tool/view/columns_by.c"); do
	grep -qx "$key" "$tmp/shares"
	ok "txring-report(1) explains by.rows.$key" $?
done
# Each code of a reason is in the list, each of the list in the code.
{
	grep -Pzoh '(?:txr_row_reason\(x,|[^_]reason\(l,)[^";]*?"\K[a-z-]+(?=",)' "$root"/tool/stats/*.c |
		tr '\0' '\n'
	grep -ohP '#define [A-Z]+ "\K[a-z]+-[a-z-]+(?=")' "$root"/tool/stats/*.c
} | sort -u >"$tmp/codes"
sed -n '/^\.Sh REASONS/,/^\.Sh ENV/s/^\.It \(.*\)/\1/p' "$man/txring-report.1" >"$tmp/listed"
[ "$(wc -l <"$tmp/codes")" -gt 30 ]
ok "the reasons are found in the code" $?
same "txring-report(1) lists every reason, in order, and no other" \
	"$tmp/listed" "$tmp/codes"
# Each finding has a section, each section a finding; completion knows all; each has
# code that makes it.
sed -nE 's/^\t\[(TXR_F_[A-Z_]+)\] = \{ "([a-z-]+)".*/\2 \1/p' "$root/tool/stats/finding_kinds.c" |
	sort >"$tmp/kinds"
awk '{ print $1 }' "$tmp/kinds" >"$tmp/ids"
sed -n '/^\.Sh FINDINGS/,/^\.Sh SEE/p' "$man/txring-findings.7" |
	sed -nE 's/^\.Ss (.*)/\1/p' | sort >"$tmp/sections"
[ -s "$tmp/ids" ] && same "txring-findings(7) has a section for each finding, and no other" \
	"$tmp/sections" "$tmp/ids"
bash -c 'complete() { :; }; . "$1"; _txring_findings' - \
	"$root/Documentation/completion/txring.bash" | words >"$tmp/completion"
same "completion knows the findings" "$tmp/completion" "$tmp/ids"
while read -r id name; do
	grep -qE "txr_finding_new\([^,]+, $name\b" "$root"/tool/stats/*.c
	ok "$id: is made" $?
	sed -n "/^\.Ss $id\$/,/^\.S[sh]/p" "$man/txring-findings.7" >"$tmp/section"
	is "$id: its section says how it is found, what it cannot tell, what to try" \
		"$(grep -cE '^(How it is found|What it cannot tell|What to try): ' "$tmp/section")" 3
done <"$tmp/kinds"
finish
