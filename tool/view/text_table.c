// SPDX-License-Identifier: GPL-2.0-only
/* text_table.c - one line a device, or a queue: eighty columns wide. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "view/text.h"

#define NAME_ROOM 12
#define COUNT_ROOM 7
#define LAP_ROOM 7
#define AVG_ROOM 7
#define MAX_ROOM 11
#define PACKED_ROOM 7

void txr_text_table_head(const struct txr_text *t, const char *what)
{
	char line[128];

	snprintf(line, sizeof(line), "%-*s %*s %*s %*s %*s %*s %*s %*s %*s", NAME_ROOM,
		 what, COUNT_ROOM, "STARTED", COUNT_ROOM, "DROPPED", COUNT_ROOM, "AT END",
		 LAP_ROOM, "LAP AVG", LAP_ROOM, "LAP P99", AVG_ROOM, "AVG IN", MAX_ROOM,
		 "MAX/CAP", PACKED_ROOM, "PACKED");
	txr_text_ink(t, TXR_INK_STRONG, line);
	fputc('\n', t->out);
}

/* A name that is longer than its column has a line of its own, as in ip(8). */
static void put_name(const struct txr_text *t, const char *name)
{
	int columns = txr_text_columns(name);

	fputs(name, t->out);
	if (columns > NAME_ROOM)
		fprintf(t->out, "\n%*s", NAME_ROOM, "");
	else
		fprintf(t->out, "%*s", NAME_ROOM - columns, "");
}

/* Where there is no maximum the kind of device says why. */
static char *max_of(char *buf, size_t size, const struct txr_row *row)
{
	char fig[TXR_FIG_BUF], capacity[24] = "";
	int room = MAX_ROOM;

	if (row->in_device.max.trust == TXR_FIG_UNKNOWN &&
	    row->kind != TXR_KIND_RING && row->kind != TXR_KIND_UNKNOWN) {
		snprintf(buf, size, "%s", txr_kind_name(row->kind));
		return buf;
	}
	if (row->capacity_packets != TXR_UNKNOWN)
		room -= snprintf(capacity, sizeof(capacity), "/%" PRId64,
				 row->capacity_packets);
	txr_text_fig(fig, &row->in_device.max, txr_format_plain, room > 1 ? room : 1);
	if (row->in_device.max.trust == TXR_FIG_UNKNOWN || (int)strlen(fig) > room)
		capacity[0] = '\0';
	snprintf(buf, size, "%s%s", fig, capacity);
	return buf;
}

void txr_text_table_row(const struct txr_text *t, const char *name,
			const struct txr_row *row)
{
	char started[TXR_FIG_BUF], dropped[TXR_FIG_BUF], open[TXR_FIG_BUF];
	char avg[TXR_FIG_BUF], packed[TXR_FIG_BUF], max[TXR_FIG_BUF + 24];
	char lap_avg[TXR_UNIT_BUF], lap_p99[TXR_UNIT_BUF];

	put_name(t, name);
	fprintf(t->out, " %*s %*s %*s %*s %*s %*s %*s ", COUNT_ROOM,
		txr_text_fig(started, &row->started, txr_format_plain, COUNT_ROOM),
		COUNT_ROOM,
		txr_text_fig(dropped, &row->dropped, txr_format_plain, COUNT_ROOM),
		COUNT_ROOM,
		txr_text_fig(open, &row->in_device_at_end, txr_format_plain, COUNT_ROOM),
		LAP_ROOM,
		txr_text_dist(lap_avg, &row->lap_ns, (uint64_t)row->lap_ns.avg),
		LAP_ROOM, txr_text_dist(lap_p99, &row->lap_ns, row->lap_ns.p99),
		AVG_ROOM, txr_text_num(avg, &row->in_device.avg, AVG_ROOM),
		MAX_ROOM, max_of(max, sizeof(max), row));
	txr_text_packed(packed, row, true);
	if (row->packed_ns.value && row->packed_ns.trust != TXR_FIG_UNKNOWN) {
		fprintf(t->out, "%*s", PACKED_ROOM - (int)strlen(packed), "");
		txr_text_ink(t, TXR_INK_BAD, packed);
		fputc('\n', t->out);
	} else {
		fprintf(t->out, "%*s\n", PACKED_ROOM, packed);
	}
}

int txr_text_table_queues(const struct txr_text *t, const struct txr_row *dev)
{
	struct txr_selection sel;
	size_t i, idle = 0;
	char name[32];

	if (txr_select_queues(&sel, dev, t->o))
		return -ENOMEM;
	for (i = 0; i < sel.nr; i++) {
		if (txr_row_is_idle(sel.row[i])) {
			idle++;
			continue;
		}
		snprintf(name, sizeof(name), "  queue %d", sel.row[i]->queue);
		txr_text_table_row(t, name, sel.row[i]);
	}
	if (idle)
		fprintf(t->out, "  %zu idle %s not shown\n", idle,
			idle == 1 ? "queue" : "queues");
	txr_select_free(&sel);
	return 0;
}
