// SPDX-License-Identifier: GPL-2.0-only
/* reasons_recording.c - doubts about the recording as a whole. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "rowx.h"
#include "stats_impl.h"

struct list {
	struct txr_report *r;
	int err;
};

/* Such a reason touches figures, so the report is not exact. */
static void reason(struct list *l, const char *code, uint64_t count, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static void reason(struct list *l, const char *code, uint64_t count, const char *fmt, ...)
{
	char text[sizeof(l->r->reasons->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	l->err |= txr_reason_add(&l->r->reasons, &l->r->nr_reasons, code, count, text);
	l->r->exact = false;
}

const char *txr_lost_text(char buf[TXR_LOST_TEXT], const struct txr_building *b)
{
	if (b->lost)
		snprintf(buf, TXR_LOST_TEXT, "%s%" PRIu64 " event%s lost",
			 b->lost_more ? "more than " : "", b->lost,
			 b->lost == 1 ? " was" : "s were");
	else
		snprintf(buf, TXR_LOST_TEXT, "events were lost, how many is not known");
	return buf;
}

/* Where a loss came from, and so what helps. */
static const char *remedy(const struct txr_building *b)
{
	const struct txr_source_info *info = b->info;

	if (info->truncated)
		return "";
	if (!b->lost && info->meta && info->meta->gaps)
		return "; a CPU went offline or came online, and worked a while unseen";
	return "; a larger buffer (-b) helps";
}

static void loss(struct list *l, const struct txr_building *b)
{
	const struct txr_source_info *info = b->info;
	char what[TXR_LOST_TEXT];

	l->r->doubted |= info->undecodable || info->meta_damaged || info->formats_assumed;
	if (b->lost || b->lost_more)
		reason(l, "lost-events", b->lost,
		       "%s: every figure is at least, or within bounds%s",
		       txr_lost_text(what, b), remedy(b));
	if (info->undecodable)
		reason(l, "undecodable", info->undecodable,
		       "%" PRIu64 " records could not be read and count as lost",
		       info->undecodable);
	if (info->truncated)
		reason(l, "truncated", 1, "the file ends before the recording did: what could "
		       "be read is reported");
	if (info->meta_damaged)
		reason(l, "meta-damaged", 1, "the file is damaged: the state of the devices "
		       "(rings, counters, what was left out) cannot be read from it");
	if (info->formats_assumed)
		reason(l, "formats-assumed", 1, "the file holds no event formats (perf was "
		       "killed): those of the running kernel were taken");
}

static void more_in_file(struct list *l, const struct txr_source_info *info)
{
	if (info->ignored_buffers)
		reason(l, "ignored-buffers", info->ignored_buffers,
		       "%u other buffers in the file hold packet events too: they are not in "
		       "the figures", info->ignored_buffers);
	if (info->appended)
		reason(l, "appended", 1, "another recording is appended to the file: it is not in "
		       "the figures; give each a file of its own");
}

static void order(struct list *l, const struct txr_source_info *info)
{
	if (!info->clock_ordered && info->cpus > 1)
		reason(l, "clock-unfit", info->cpus,
		       "clock %s has no order across CPUs: what happened on two CPUs is off by "
		       "their skew; record with --clock mono (perf record -k mono)",
		       info->clock ? info->clock : "(unknown)");
	if (info->meta && info->meta->clock_set_ns)
		reason(l, "clock-set", 1, "clock %s was set by %.3f s or more while it was recorded: times, "
		       "and the order of events on two CPUs, are wrong from there on; record "
		       "with --clock mono, which is never set",
		       info->clock ? info->clock : "(unknown)",
		       (double)info->meta->clock_set_ns / 1e9);
	if (!info->clock_ns)
		reason(l, "clock-not-ns", 1, "clock %s counts something else than nanoseconds: "
		       "all times are in its units, whatever unit stands there, and what rests on "
		       "times (stalls, bursts, averages) may be wrong; record with --clock mono",
		       info->clock ? info->clock : "(unknown)");
	if (info->out_of_order)
		reason(l, "out-of-order", info->out_of_order,
		       "%" PRIu64 " records were older than the one before on their CPU: laps "
		       "around them may be wrong", info->out_of_order);
}

static void pairing(struct list *l, const struct txr_building *b)
{
	const struct txr_pair_counts *c = &b->r->pair;

	if (!b->info->has_result)
		reason(l, "no-result-events", 1, "no result events were recorded: refused and "
		       "dropped packets cannot be told from accepted ones, but for the reason");
	if (c->evicted)
		reason(l, "evicted", c->evicted, "%" PRIu64 " open laps were given up at the "
		       "memory cap", c->evicted);
	if (c->anomalies)
		reason(l, "anomalies", c->anomalies, "%" PRIu64 " times events contradicted each "
		       "other (BUSY for a packet that was freed)", c->anomalies);
	if (c->missing_results && !b->st->loss.any)
		reason(l, "missing-results", c->missing_results,
		       "%" PRIu64 " packets have a start and no result: taken as accepted",
		       c->missing_results);
}

/* Not a doubt by itself: nothing says that there is a second one. */
static void names(struct list *l, const struct txr_building *b)
{
	const struct txr_meta *m = b->info->meta;
	bool exact = l->r->exact;
	uint32_t unseen = m ? m->start.namespaces_unseen : 0;

	if (!m || !m->start.namespaces || (!unseen && !m->start.only_own))
		return;
	reason(l, "namespaces-unseen", unseen,
	       "not all network namespaces could be looked into: a device name may stand for "
	       "another one there as well");
	l->r->exact = exact;
}

int txr_recording_reasons(struct txr_building *b)
{
	struct list l = { .r = b->r };
	size_t before;

	loss(&l, b);
	before = b->r->nr_reasons;
	more_in_file(&l, b->info);
	order(&l, b->info);
	b->r->doubted |= b->r->nr_reasons > before;
	pairing(&l, b);
	names(&l, b);
	return l.err;
}
