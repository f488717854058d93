// SPDX-License-Identifier: GPL-2.0-only
/* finding_recording.c - what is wrong with the recording as a whole. */
#include <inttypes.h>
#include <string.h>
#include "findings.h"
#include "stats_impl.h"

/* The CPU that lost most, if that is known. */
static int worst_cpu(const struct txr_source_info *info, uint64_t *lost)
{
	unsigned int i;
	int worst = -1;

	*lost = 0;
	for (i = 0; info->lost_by_cpu && i < info->cpus; i++)
		if (info->lost_by_cpu[i] > *lost) {
			*lost = info->lost_by_cpu[i];
			worst = (int)i;
		}
	return worst;
}

static const char *room(const struct txr_source_info *info)
{
	if (info->truncated)
		return "the file is cut off: let the recording end (SIGINT, --duration), with room "
		       "on the disk";
	if (!strcmp(info->format, "live"))
		return "a larger buffer (--buffer), or fewer devices (-d)";
	if (!info->meta)
		return "record with larger buffers (perf record -m, trace-cmd record -b), or by "
		       "txring record";
	return "record with a larger buffer (txring record -b), or fewer devices (-d)";
}

static void lost_events(struct txr_building *b)
{
	const struct txr_source_info *info = b->info;
	char what[TXR_LOST_TEXT];
	struct txr_finding *f;
	uint64_t most;
	int cpu = worst_cpu(info, &most);

	if (!b->lost && !b->lost_more)
		return;
	f = txr_finding_new(b, TXR_F_LOST_EVENTS, NULL);
	if (!f)
		return;
	txr_finding_message(f, "%s: figures have bounds or are at least what is shown, and the "
			    "laps that a gap touched are in no lap time", txr_lost_text(what, b));
	txr_finding_number(f, "lost_events", (int64_t)b->lost);
	txr_finding_text(f, "all_counted", b->lost_more ? "no" : "yes");
	txr_finding_number(f, "events", (int64_t)info->events);
	txr_finding_number(f, "undecodable", (int64_t)info->undecodable);
	if (cpu >= 0) {
		txr_finding_number(f, "most_on_cpu", cpu);
		txr_finding_number(f, "lost_on_that_cpu", (int64_t)most);
	}
	txr_finding_advice(f, "%s", room(info));
}

static uint64_t time_went_back(const struct txr_building *b)
{
	uint64_t n = 0;
	size_t i, k;

	for (i = 0; i < b->st->devs; i++)
		for (k = 0; b->st->dev[i] && k < b->st->dev[i]->count; k++)
			n += b->st->dev[i]->list[k]->time_back;
	return n;
}

static void clock_unfit(struct txr_building *b)
{
	const struct txr_source_info *info = b->info;
	const char *clock = info->clock ? info->clock : "(not known)";
	bool unordered = !info->clock_ordered && info->cpus > 1;
	struct txr_finding *f;

	if (!unordered && info->clock_ns)
		return;
	f = txr_finding_new(b, TXR_F_CLOCK_UNFIT, NULL);
	if (!f)
		return;
	if (unordered)
		txr_finding_message(f, "clock %s has no order across CPUs: times and occupancy of "
				    "packets that are freed on another CPU are off by its skew",
				    clock);
	else
		txr_finding_message(f, "clock %s counts something else than nanoseconds: all times "
				    "are in its units", clock);
	txr_finding_text(f, "clock", clock);
	txr_finding_number(f, "cpus", info->cpus);
	txr_finding_number(f, "releases_before_start", (int64_t)time_went_back(b));
	txr_finding_advice(f, "record with clock mono (txring record --clock mono, perf record "
			   "-k mono)");
}

void txr_findings_of_recording(struct txr_building *b)
{
	lost_events(b);
	clock_unfit(b);
}
