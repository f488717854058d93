// SPDX-License-Identifier: GPL-2.0-only
/* top_help.c - the screen behind h. */
#include <stddef.h>
#include "view/top_draw.h"

static const char *const lines[] = {
	"txring top - keys (any key goes back)",
	"",
	" up down j k        choose a row        PgUp PgDn g G  by pages, first, last",
	" Enter left right   unfold its queues   Q              unfold all",
	" s S F6             sort by the next column, or the one before",
	" f / F4             show names with this text          Esc  all again",
	" a                  idle devices too    d  details of the chosen row",
	" p space            pause: the picture stands, counting goes on",
	" z                  count anew          + -  longer or shorter interval",
	" w                  write the last seconds as a trace.dat in this directory",
	" q F10              quit",
	"",
	"NOW AVG MAX  packets in the device: now, in the interval, the most since the start",
	"FILL         now, and a line at the most, of RING: what it can hold",
	"LAP          how long the device owned packets: of the interval",
	"DROP BUSY    refused by the driver, since the start",
	"BQL          bytes in flight and their limit   OLDEST  age of the oldest packet",
	"STATE        packed: the ring was full    BQL-limited: byte limits stopped it",
	"             stalled: packets wait, starts go on, none comes back",
	"             held: packets wait, nothing happens   hand-over, invisible: holds none",
	"~ > LOST     not exact: about, at least, events were lost in this interval",
};

void txr_top_draw_help(struct txr_canvas *c)
{
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		txr_canvas_put(c, 0, (int)i, i ? TXR_A_NORMAL : TXR_A_BOLD, lines[i]);
}
