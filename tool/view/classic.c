// SPDX-License-Identifier: GPL-2.0-only
/*
 * classic.c - the layout of the tx-packet-in-device script of 2010, for those
 * who compare with old results. "TX packets=" is completed packets.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include "view/select.h"
#include "view/write_error.h"

static void put_msec(FILE *out, const char *name, const struct txr_dist *d, double ns)
{
	if (d->count)
		fprintf(out, "\t    %s=%fmsec\n", name, ns / 1e6);
	else
		fprintf(out, "\t    %s=-\n", name);
}

static void put_device(FILE *out, const struct txr_row *row)
{
	const struct txr_num *avg = &row->in_device.avg;
	const struct txr_u64 *max = &row->in_device.max;
	char name[4 * TXR_IFNAMSIZ + 1];

	fprintf(out, "%s\tTX packets=", txr_escape(name, sizeof(name), row->name));
	if (row->completed.trust == TXR_FIG_UNKNOWN)
		fputs("-\n", out);
	else
		fprintf(out, "%" PRIu64 "\n", row->completed.value);
	fputs("\tlap time between start_xmit - free_skb:\n", out);
	put_msec(out, "avg", &row->lap_ns, row->lap_ns.avg);
	put_msec(out, "max", &row->lap_ns, (double)row->lap_ns.max);
	fputs("\tnumber of packets in device:\n", out);
	if (avg->trust == TXR_FIG_UNKNOWN)
		fputs("\t    avg=      -\n", out);
	else
		fprintf(out, "\t    avg=%7.2f\n", avg->value);
	if (max->trust == TXR_FIG_UNKNOWN)
		fputs("\t    max=   -\n", out);
	else
		fprintf(out, "\t    max=%4" PRIu64 "\n", max->value);
	fputc('\n', out);
}

int txr_view_classic(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	struct txr_selection sel;
	size_t i;

	if (txr_select_devices(&sel, r, o))
		return -ENOMEM;
	for (i = 0; i < sel.nr; i++)
		put_device(out, sel.row[i]);
	txr_select_free(&sel);
	return txr_view_error(out);
}
