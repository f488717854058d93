#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The file opens in the stock trace-cmd, without a warning and with the same
# events; and the other way round where trace-cmd can record.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 12
command -v trace-cmd >/dev/null || skip_all "needs the program trace-cmd"
new_ns a
hold_ring a tapx 70
f=$tmp/x.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 50 100; send 6" >"$tmp/x.truth"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
trace-cmd report -i "$f" >"$tmp/text" 2>"$tmp/text.err"
is "trace-cmd report: status" $? 0
check "trace-cmd report: no warning" test ! -s "$tmp/text.err"
check "trace-cmd report: none in the text" lacks_line "$tmp/text" 'FAILED TO PARSE|[Uu]nknown|LOST'
is "trace-cmd counts the same starts" \
	"$(grep -cE 'net_dev_start_xmit: +dev=tapx' "$tmp/text")" "$(truth "$tmp/x.truth" .sent)"
is "trace-cmd counts the same results" \
	"$(grep -cE 'net_dev_xmit: +dev=tapx' "$tmp/text")" "$(truth "$tmp/x.truth" .sent)"
is "trace-cmd counts the same events" \
	"$(grep -cE '^ +.*\[[0-9]+\].*(net_dev_(start_)?xmit|consume_skb|kfree_skb|netif_rx|netif_receive_skb|napi_gro_receive_entry):' "$tmp/text")" \
	"$(total "$f" .source.events)"
trace-cmd convert -i "$f" -o "$tmp/v7.dat" --file-version 7 >/dev/null 2>"$tmp/v7.err"
check "trace-cmd convert: no warning" lacks_line "$tmp/v7.err" 'bug|annot|arning'
report "$tmp/v7.dat"
is "trace-cmd convert: the same figures" "$(dev "$tmp/v7.dat" tapx '[.started, .dropped] | @csv')" \
	"$(dev "$f" tapx '[.started, .dropped] | @csv')"
before=$(instances)
if trace-cmd record -q -o "$tmp/tc.dat" -e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb \
	-e skb:kfree_skb "$TOOLS/tapring" -c "$ring_socket" "read all; mark; send 75; read all" \
	>"$tmp/tc.truth" 2>"$tmp/tc.err"; then
	report "$tmp/tc.dat"
	is "trace-cmd's own file: figures" "$(dev "$tmp/tc.dat" tapx '[.started, .dropped] | @csv')" "75,5"
else
	skip 1 "trace-cmd cannot record here: $(tail -1 "$tmp/tc.err")"
fi
finish
