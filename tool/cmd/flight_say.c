// SPDX-License-Identifier: GPL-2.0-only
/* flight_say.c - what the flight recorder says of itself, on stderr. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include "cli/units.h"
#include "flight_impl.h"
#include "sys/clock.h"

char *flight_size(char *buf, uint64_t bytes)
{
	int shift = !(bytes & ((1 << 30) - 1)) ? 30 : !(bytes & ((1 << 20) - 1)) ? 20 : 10;

	snprintf(buf, TXR_UNIT_BUF, "%" PRIu64 "%c", bytes >> shift,
		 shift == 30 ? 'G' : shift == 20 ? 'M' : 'K');
	return buf;
}

void flight_say_set_up(const struct flight *f)
{
	const struct txr_recorder *r = txr_live_recorder(f->engine.src);
	char span[TXR_UNIT_BUF], memory[TXR_UNIT_BUF], size[TXR_UNIT_BUF];
	unsigned int i;

	if (f->o->common.quiet)
		return;
	if (txr_recorder_unmatched(r))
		fprintf(stderr, "txring: -d %s: no such device here now; its packets are "
			"recorded when it appears\n", txr_recorder_unmatched(r));
	if (f->o->common.verbose && txr_recorder_stale(r))
		fprintf(stderr, "txring: removed %d trace instance(s) of killed runs\n",
			txr_recorder_stale(r));
	if (f->o->common.verbose)
		fprintf(stderr, "txring: tier %s, %" PRIu64 " KiB per CPU\n",
			txr_tier_name(txr_recorder_tier(r)), txr_recorder_buffer_kb(r));
	fprintf(stderr, "txring: holding the last %s, at most %s in memory; %s-*.dat, at most "
		"%" PRIu64 " file%s and %s, on ", txr_format_ns(span, f->o->flight.ns),
		flight_size(memory, f->memory_bytes), f->files.prefix, f->files.keep,
		f->files.keep == 1 ? "" : "s", flight_size(size, f->files.max_bytes));
	for (i = 0; i < TXR_F_NR; i++)
		if (f->onsets.watched[i])
			fprintf(stderr, "%s, ", txr_finding_kind(i)->id);
	fprintf(stderr, "SIGUSR1 to %d\n", (int)getpid());
}

void flight_show_status(struct flight *f)
{
	char events[TXR_UNIT_BUF], lost[TXR_UNIT_BUF], text[160];
	struct txr_record_stats s;

	txr_recorder_stats(txr_live_recorder(f->engine.src), &s);
	snprintf(text, sizeof(text), "%" PRIu64 " s  %s events  %s lost  %" PRIu64 " file%s",
		 (txr_mono_ns() - f->begin_ns) / 1000000000,
		 txr_format_count(events, s.events), txr_format_count(lost, s.lost),
		 f->files.written, f->files.written == 1 ? "" : "s");
	txr_status_put(&f->waiter, text);
}

void flight_say_end(const struct flight *f)
{
	char time[TXR_UNIT_BUF], n[TXR_UNIT_BUF], bytes[TXR_UNIT_BUF];
	const struct txr_fileset *s = &f->files;
	struct txr_record_stats stats;

	if (f->o->common.quiet)
		return;
	txr_recorder_stats(txr_live_recorder(f->engine.src), &stats);
	fprintf(stderr, "txring: ended after %s: %" PRIu64 " file%s written",
		txr_format_ns(time, txr_mono_ns() - f->begin_ns), s->written,
		s->written == 1 ? "" : "s");
	if (s->removed)
		fprintf(stderr, ", %" PRIu64 " of them removed again", s->removed);
	if (s->count)
		fprintf(stderr, ", %s", txr_format_bytes(bytes, s->bytes));
	fprintf(stderr, "; of %s events ", txr_format_grouped(n, stats.events + stats.lost));
	if (stats.lost)
		fprintf(stderr, "%s LOST; a larger -b helps\n",
			txr_format_grouped(n, stats.lost));
	else
		fputs("none lost\n", stderr);
}
