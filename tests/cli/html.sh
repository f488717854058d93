#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report --html: the page as a file. Every figure in it against --json, for every
# recording of tests/fixtures; names that are markup; what is refused.
. "$(dirname "$0")/lib.sh"
check=$root/tests/cli/html_page.py

page() {	# page DESCRIPTION FILE [OPTION...]
	local what=$1 file=$2
	shift 2
	run "$TXRING" report -q --html "$tmp/page.html" "$@" "$file"
	is "$what: status, and nothing said" "$status|$(cat "$tmp/out" "$tmp/err")" "0|"
	"$TXRING" report -q --json --timeline --histogram "$@" "$file" >"$tmp/page.json"
	run python3 "$check" "$tmp/page.html" "$tmp/page.json"
	ok "$what: well-formed, closed, and as in JSON" $status || diag "$(cat "$tmp/err")"
}

mapfile -t recordings < <(fixtures)
for f in "${recordings[@]}"; do
	page "${f##*/}" "$f"
done
page "a part of the time" "$FIXTURES/ring.dat" --time 20%-80%
page "one device of two" "$FIXTURES/stacked.dat" -d 'tap*'
page "no device" "$FIXTURES/ring.dat" -d nothing

# A device whose name is markup, in a file: as long as the name it stands for.
python3 - "$FIXTURES/ring.dat" "$tmp/markup.dat" <<'END'
import sys
data = open(sys.argv[1], "rb").read()
open(sys.argv[2], "wb").write(data.replace(b"tap0", b"<i>'"))
END
page "a name that is markup" "$tmp/markup.dat"
grep -q "&lt;i&gt;&#39;" "$tmp/page.html"
ok "a name that is markup: escaped" $?
python3 - "$FIXTURES/perf-plain.data" "$tmp/bytes.data" <<'END'
import sys
data = open(sys.argv[1], "rb").read()
open(sys.argv[2], "wb").write(data.replace(b"tap0", b"&\xff\"\x01"))
END
page "a name that is no text" "$tmp/bytes.data"
grep -q '&amp;\\xff&quot;\\x01' "$tmp/page.html"
ok "a name that is no text: escaped" $?

run "$TXRING" report --html "$tmp/told.html" "$FIXTURES/ring.dat"
size=$(stat -c %s "$tmp/told.html")
is "it says where, and how large" "$status|$(cat "$tmp/out")|$(sed 's/[0-9.]*KB/SIZE/' "$tmp/err")" \
	"0||txring: $tmp/told.html: SIZE, to be opened in a browser"
said=$(sed -E 's/.*: ([0-9]+).*KB.*/\1/' "$tmp/err")
is "how large is right" "$said" $((size / 1000))
run "$TXRING" report --html - "$FIXTURES/ring.dat"
same "- is standard output" "$tmp/out" "$tmp/told.html"
run "$TXRING" report -q --fail-on ring-packed --html "$tmp/found.html" "$FIXTURES/ring.dat"
is "--fail-on" "$status" 3

complains "another form" 2 "--html and --json: only one form at a time; leave one away" \
	report --html "$tmp/x.html" --json "$FIXTURES/ring.dat"
complains "two recordings" 2 "--html: a page is of one recording; give one file" \
	report --html "$tmp/x.html" "$FIXTURES/ring.dat" "$FIXTURES/loss.dat"
complains "no such folder" 1 \
	"$tmp/no/x.html: No such file or directory; the page could not be written" \
	report --html "$tmp/no/x.html" "$FIXTURES/ring.dat"
complains "a full disk" 1 "/dev/full: No space left on device; the page could not be written" \
	report --html /dev/full "$FIXTURES/ring.dat"
cp "$FIXTURES/ring.dat" "$tmp/mine.dat"
complains "over a recording" 1 \
	"--html: $tmp/mine.dat is there and is no page of an earlier report: it is kept; give another name" \
	report --html "$tmp/mine.dat" "$FIXTURES/loss.dat"
same "which is as it was" "$tmp/mine.dat" "$FIXTURES/ring.dat"
: >"$tmp/empty"
run "$TXRING" report -q --html "$tmp/empty" "$FIXTURES/ring.dat"
is "over an empty file" "$status" 0
run "$TXRING" report -q --html "$tmp/empty" "$FIXTURES/loss.dat"
is "over an earlier page" "$status" 0
grep -q loss.dat "$tmp/empty"
ok "which is of the second now" $?
complains "no recording" 1 \
	"$tmp/no.dat: cannot open: No such file or directory; record first with txring record" \
	report --html "$tmp/x.html" "$tmp/no.dat"
[ ! -e "$tmp/x.html" ]
ok "nothing is written where nothing can be said" $?
finish
