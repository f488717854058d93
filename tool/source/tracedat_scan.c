// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracedat_scan.c - what is in the buffers, before they are read.
 *
 * A file may carry the formats of events that were never enabled (trace-cmd
 * extract stores all of them), so the formats alone do not tell which START and
 * RESULT it has. Both fire within one call of the kernel; the pages around the
 * first START tell.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_impl.h"

#define PAGES_AROUND	8	/* looked at from the first START on */

struct scan {
	struct td_file *f;
	const struct td_buffer *b;
	uint64_t start;		/* plans that are STARTs */
	uint64_t seen;
};

static void scan_page(struct scan *s, struct txr_page *p)
{
	const struct txr_decoder *d = s->f->s->dec;
	bool be = s->f->big_endian;
	const uint8_t *rec;
	uint32_t len;

	while ((rec = txr_page_next(p, be, &len))) {
		unsigned int slot = len >= 2 ? d->slot[txr_record_id_in(rec, be)] : 0;

		if (slot)
			s->seen |= 1ULL << (slot - 1);
	}
}

/* One CPU up to its first START and a little on. */
static int scan_cpu(struct scan *s, const struct td_cpu *cpu, struct txr_err *err)
{
	unsigned int left = PAGES_AROUND;
	struct td_stream st;
	struct txr_page p;
	int ret;

	td_stream_init(&st, s->f, s->b, cpu);
	while (left && (ret = td_stream_next(&st, &p, err)) > 0) {
		scan_page(s, &p);
		if (s->seen & s->start)
			left--;
	}
	td_stream_free(&st);
	return left ? ret : 0;
}

/* The kinds of events in a buffer, as far as they are needed. */
static int scan_buffer(struct td_file *f, const struct td_buffer *b, uint64_t *seen,
		       struct txr_err *err)
{
	struct scan s = { .f = f, .b = b, .start = txr_decoder_plans(f->s->dec, TXR_START) };
	unsigned int i;
	int ret;

	td_use_shape(f, b);
	for (i = 0; i < b->cpus && !(s.seen & s.start); i++) {
		ret = scan_cpu(&s, &b->cpu[i], err);
		if (ret)
			return ret;
	}
	*seen = s.seen;
	return 0;
}

static uint64_t data_size(const struct td_buffer *b)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < b->cpus; i++)
		sum += b->cpu[i].size != 0;
	return sum;
}

/* The buffer with STARTs, else with any event of ours, else with any data. */
int td_choose(struct td_file *f, struct td_buffer **chosen, struct txr_err *err)
{
	uint64_t start = txr_decoder_plans(f->s->dec, TXR_START), best_seen = 0;
	uint64_t tx = start | txr_decoder_plans(f->s->dec, TXR_RESULT);
	unsigned int i, with_tx = 0;
	int best = -1, ret;

	for (i = 0; i < f->buffers; i++) {
		struct td_buffer *b = &f->buffer[i];
		uint64_t seen = 0;
		int rank;

		ret = scan_buffer(f, b, &seen, err);
		if (ret)
			return ret;
		with_tx += (seen & tx) != 0;
		rank = seen & start ? 3 : seen ? 2 : data_size(b) ? 1 : 0;
		if (rank > best) {
			best = rank;
			best_seen = seen;
			*chosen = b;
		}
		f->s->info.ignored_buffers = with_tx - (best_seen & tx ? 1 : 0);
	}
	td_use_shape(f, *chosen);
	txr_decoder_settle(f->s->dec, best_seen);
	return 0;
}

/* Sum of the counts in one CPU's pages; *unknown when one of them has none. */
static int count_told(struct td_file *f, const struct td_buffer *b, const struct td_cpu *cpu,
		      uint64_t *told, bool *unknown, struct txr_err *err)
{
	struct td_stream st;
	struct txr_page p;
	int ret;

	td_stream_init(&st, f, b, cpu);
	while ((ret = td_stream_next(&st, &p, err)) > 0) {
		*told += p.lost_count;
		*unknown |= p.bad || (p.lost && !p.lost_count);
	}
	*unknown |= st.truncated;
	td_stream_free(&st);
	return ret;
}

/*
 * The kernel's own counts (option CPUSTAT, or our meta block) against those in
 * the pages. Events that a full buffer without overwriting refused are in the
 * former only: nobody knows when that was, so the loss spans the recording.
 */
int td_find_whole_loss(struct td_file *f, const struct td_buffer *b, struct txr_err *err)
{
	uint64_t counted = f->s->meta ? f->s->meta->dropped_events : 0, told = 0, stat = 0;
	bool unknown = false;
	unsigned int i;

	for (i = 0; i < b->cpus; i++)
		stat += td_stat_lost(f, b, b->cpu[i].cpu);
	if (stat > counted)
		counted = stat;
	for (i = 0; i < b->cpus && counted; i++) {
		int ret = count_told(f, b, &b->cpu[i], &told, &unknown, err);

		if (ret)
			return ret;
	}
	if (unknown || counted <= told)
		return 0;
	f->whole_loss = (struct txr_event) {
		.kind = TXR_LOST, .origin = TXR_O_LOST, .cpu = UINT16_MAX,
		.dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE,
		.lost = { .until_ns = UINT64_MAX, .count = counted - told },
	};
	return 0;
}
