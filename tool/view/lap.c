// SPDX-License-Identifier: GPL-2.0-only
/*
 * lap.c - one line a lap, for `txring script`.
 *
 * The fields of a lap are filled in once, in the order of their names below;
 * text, CSV and JSON draw them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "txring/report.h"
#include "txring/view.h"
#include "view/csv_field.h"
#include "view/json_text.h"
#include "view/write_error.h"

enum field_id {
	F_START, F_RESULT, F_RC, F_RELEASE, F_FREE, F_DEVICE, F_IFINDEX, F_QUEUE, F_SKB,
	F_LEN, F_SEGS, F_LAP, F_IN_DEVICE, F_OUTCOME, F_EVENT, F_START_CPU,
	F_RELEASE_CPU, F_PID, F_COMM, F_REASON, F_NR
};

static const char *const keys[F_NR] = {
	[F_START] = "start_ns", [F_RESULT] = "result_ns", [F_RC] = "rc",
	[F_RELEASE] = "release_ns", [F_FREE] = "free_ns", [F_DEVICE] = "device",
	[F_IFINDEX] = "ifindex", [F_QUEUE] = "queue", [F_SKB] = "skbaddr",
	[F_LEN] = "len", [F_SEGS] = "gso_segs", [F_LAP] = "lap_ns",
	[F_IN_DEVICE] = "in_device_at_start", [F_OUTCOME] = "outcome",
	[F_EVENT] = "release_event", [F_START_CPU] = "start_cpu",
	[F_RELEASE_CPU] = "release_cpu", [F_PID] = "start_pid",
	[F_COMM] = "start_comm", [F_REASON] = "reason",
};

#define FIELD_BUF 200

struct field {
	bool known, is_text;
	char text[FIELD_BUF];	/* a text is escaped already */
};

static void set_number(struct field *f, int64_t n)
{
	f->known = true;
	snprintf(f->text, sizeof(f->text), "%" PRId64, n);
}

static void set_text(struct field *f, const char *s)
{
	if (!s || !*s)
		return;
	f->known = f->is_text = true;
	txr_escape(f->text, sizeof(f->text), s);
}

static void set_time(struct field *f, uint64_t ns, const struct txr_lap_context *c)
{
	if (ns)
		set_number(f, (int64_t)(ns - c->first_ns));
}

static void set_address(struct field *f, uint64_t address)
{
	f->known = f->is_text = true;
	snprintf(f->text, sizeof(f->text), "0x%" PRIx64, address);
}

static void set_reason(struct field *f, const struct txr_lap *lap,
		       const struct txr_names *names)
{
	const char *name = names->reason ? names->reason(names->ctx, lap->reason) : NULL;
	char number[16];

	if (!(lap->flags & TXR_LAP_REASON))
		return;
	snprintf(number, sizeof(number), "%d", lap->reason);
	set_text(f, name ? name : number);
}

static void fill_where(struct field *f, const struct txr_lap *lap,
		       const struct txr_lap_context *c)
{
	const struct txr_device *dev = txr_devtab_get(c->devs, lap->dev);

	if (dev)
		set_text(&f[F_DEVICE], dev->name);
	if (dev && dev->ifindex)
		set_number(&f[F_IFINDEX], dev->ifindex);
	if (lap->queue_index != TXR_QUEUE_NONE)
		set_number(&f[F_QUEUE], lap->queue_index);
	set_address(&f[F_SKB], lap->skbaddr);
	set_number(&f[F_LEN], lap->len_bytes);
	set_number(&f[F_SEGS], lap->segs);
}

static void fill(struct field *f, const struct txr_lap *lap,
		 const struct txr_lap_context *c)
{
	set_number(&f[F_START], (int64_t)(lap->start_ns - c->first_ns));
	set_time(&f[F_RESULT], lap->result_ns, c);
	if (lap->flags & TXR_LAP_RESULT)
		set_number(&f[F_RC], lap->rc);
	set_time(&f[F_RELEASE], lap->release_ns, c);
	set_time(&f[F_FREE], lap->free_ns, c);
	fill_where(f, lap, c);
	if (lap->release_ns)
		set_number(&f[F_LAP], (int64_t)(lap->release_ns - lap->start_ns));
	set_number(&f[F_IN_DEVICE], lap->in_device_at_start);
	set_text(&f[F_OUTCOME], txr_outcome_name(lap->outcome));
	if (lap->release_origin)
		set_text(&f[F_EVENT], txr_origin_name(lap->release_origin));
	set_number(&f[F_START_CPU], lap->start_cpu);
	if (lap->release_ns)
		set_number(&f[F_RELEASE_CPU], lap->release_cpu);
	set_number(&f[F_PID], lap->start_pid);
	if (c->names.comm)
		set_text(&f[F_COMM], c->names.comm(c->names.ctx, lap->start_pid));
	set_reason(&f[F_REASON], lap, &c->names);
}

static void put_csv(FILE *out, const struct field *f)
{
	int i;

	for (i = 0; i < F_NR; i++) {
		if (i)
			fputc(',', out);
		if (f[i].known)
			txr_csv_text(out, f[i].text);
	}
	fputc('\n', out);
}

static void put_json(FILE *out, const struct field *f)
{
	int i;

	for (i = 0; i < F_NR; i++) {
		fprintf(out, "%s\"%s\":", i ? "," : "{", keys[i]);
		if (!f[i].known)
			fputs("null", out);
		else if (f[i].is_text)
			txr_json_put_escaped(out, f[i].text);
		else
			fputs(f[i].text, out);
	}
	fputs("}\n", out);
}

#define LAYOUT "%15s %7s %4s %15s %-15s %5s %-18s %6s %4s %4s %-11s %11s %6s %-17s %4s %s"

/* The task first and the time next, as perf script has them. */
static void put_text(FILE *out, const struct field *f, const struct txr_lap *lap,
		     const struct txr_lap_context *c)
{
	const char *at[F_NR];
	char seconds[40];
	uint64_t ns = lap->start_ns - c->first_ns;
	int i;

	for (i = 0; i < F_NR; i++)
		at[i] = f[i].known ? f[i].text : "-";
	snprintf(seconds, sizeof(seconds), "%" PRIu64 ".%09" PRIu64, ns / 1000000000,
		 ns % 1000000000);
	fprintf(out, LAYOUT "\n", at[F_COMM], at[F_PID], at[F_START_CPU], seconds,
		at[F_DEVICE], at[F_QUEUE], at[F_SKB], at[F_LEN], at[F_SEGS], at[F_RC],
		at[F_OUTCOME], at[F_LAP], at[F_IN_DEVICE], at[F_EVENT],
		at[F_RELEASE_CPU], at[F_REASON]);
}

int txr_lap_header(FILE *out, enum txr_lap_format format)
{
	int i;

	if (format == TXR_LAP_TEXT)
		fprintf(out, LAYOUT "\n", "COMM", "PID", "CPU", "START", "DEVICE",
			"QUEUE", "SKBADDR", "LEN", "SEGS", "RC", "OUTCOME", "LAP_NS",
			"IN_DEV", "RELEASE", "RCPU", "REASON");
	if (format == TXR_LAP_CSV)
		for (i = 0; i < F_NR; i++)
			fprintf(out, "%s%s", keys[i], i + 1 < F_NR ? "," : "\n");
	return txr_view_error(out);
}

int txr_lap_print(FILE *out, enum txr_lap_format format, const struct txr_lap *lap,
		  const struct txr_lap_context *c)
{
	struct field f[F_NR];
	int i;

	for (i = 0; i < F_NR; i++)
		f[i].known = f[i].is_text = false;
	fill(f, lap, c);
	switch (format) {
	case TXR_LAP_TEXT:
		put_text(out, f, lap, c);
		break;
	case TXR_LAP_CSV:
		put_csv(out, f);
		break;
	case TXR_LAP_JSON:
		put_json(out, f);
		break;
	}
	return txr_view_error(out);
}
