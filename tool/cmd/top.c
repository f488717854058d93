// SPDX-License-Identifier: GPL-2.0-only
/* top.c - `txring top`: options, and which of its faces is shown. */
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "pipeline.h"
#include "source/tracefs_events.h"
#include "top.h"
#include "view/top_keys.h"
#include "view/top_layout.h"

#define INTERVAL_NS	1000000000ULL
#define KEEP_KB		(64 << 10)
#define KEEP_KB_MAX	(16ULL << 20)
/* Reports of a picture are freed, and made again at the next: their pages stay. */
#define SPARE_BYTES	(16 << 20)

static const char *const tiers[] = { "auto", "patched", "probe", "stock", NULL };
static const char *const backends[] = { "tracefs", "perf", NULL };

#define AT(field) offsetof(struct txr_top_opts, field)

const struct txr_opt txr_top_options[] = {
	TXR_COMMON_OPTS(struct txr_top_opts),
	{ 'd', "device", TXR_OPT_LIST, AT(dev), "DEV",
	  "only this device, and what lies below it; a glob; again for more", NULL, NULL },
	{ 0, "interval", TXR_OPT_SECONDS, AT(interval_ns), "S",
	  "seconds from one picture to the next (default: 1)", NULL, NULL },
	{ 'b', "batch", TXR_OPT_FLAG, AT(batch), NULL,
	  "plain lines, as without a terminal", NULL, NULL },
	{ 'n', "count", TXR_OPT_U64, AT(count), "COUNT",
	  "end after so many intervals", NULL, NULL },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL,
	  "one JSON object an interval, with the fields of report --json", NULL, NULL },
	{ 0, "cumulative", TXR_OPT_FLAG, AT(cumulative), NULL,
	  "with --json: figures since the start, not of the interval", NULL, NULL },
	{ 'Q', "per-queue", TXR_OPT_FLAG, AT(per_queue), NULL,
	  "show each tx queue", NULL, NULL },
	{ 'a', "all", TXR_OPT_FLAG, AT(all), NULL,
	  "idle devices and queues too", NULL, NULL },
	{ 0, "sort", TXR_OPT_STRING, AT(sort), "COLUMN",
	  "order by a column, like now, pps or lap99 (default: max)", NULL, NULL },
	{ 0, "stalled-after", TXR_OPT_SECONDS, AT(stall_ns), "S",
	  "seconds without a release after which a queue may have stalled (default: 1)",
	  NULL, NULL },
	{ 0, "keep", TXR_OPT_SECONDS, AT(keep_ns), "S",
	  "hold no more than the last S seconds for the key w", NULL, NULL },
	{ 0, "keep-size", TXR_OPT_KB, AT(keep_kb), "SIZE",
	  "hold no more than this in memory for the key w (default: 64M)", NULL, NULL },
	{ 0, "buffer", TXR_OPT_KB, AT(buffer_kb), "KB",
	  "kernel buffer of each CPU (default: 8192, less on a small machine)", NULL, NULL },
	{ 0, "tier", TXR_OPT_CHOICE, AT(tier), "TIER",
	  "events to use: auto, patched, probe or stock", tiers, NULL },
	{ 0, "backend", TXR_OPT_CHOICE, AT(backend), "BACKEND",
	  "tracefs or perf (default: tracefs)", backends, NULL },
	TXR_OPT_END
};

/* Figure that --sort names ("now", "lap99", ...), -1 a name; false: no column. */
static bool sort_key(const char *key, int *fig)
{
	int i;

	for (i = 0; i < TXR_TC_NR; i++) {
		if (strcasecmp(txr_top_columns[i].title, key))
			continue;
		*fig = txr_top_columns[i].fig;
		return i == TXR_TC_NAME || *fig >= 0;
	}
	return false;
}

static int check(struct txr_top_opts *o, char **argv, int rest, struct txr_err *err)
{
	if (rest)
		return txr_fail(err, EINVAL, "%s: no argument is expected; give devices by -d",
				argv[1]);
	if (o->backend && !strcmp(tiers[o->tier], "probe"))
		return txr_fail(err, EINVAL, "--backend perf: makes no probes; use --backend "
				"tracefs with --tier probe");
	if (o->backend && (o->keep_ns || o->keep_kb != KEEP_KB))
		return txr_fail(err, EINVAL, "--keep: not with --backend perf, which holds no "
				"events for the key w; leave one out");
	if (o->interval_ns < TXR_TOP_INTERVAL_MIN_NS ||
	    o->interval_ns > TXR_TOP_INTERVAL_MAX_NS)
		return txr_fail(err, EINVAL, "--interval: not between 0.05 and 86400 "
				"seconds; give one like 0.5 or 2");
	if (!o->count)
		return txr_fail(err, EINVAL, "-n 0: nothing would be shown; give 1 or more, or "
				"leave it away");
	if (!o->keep_kb || o->keep_kb > KEEP_KB_MAX)
		return txr_fail(err, EINVAL, "--keep-size: not between 1K and 16G; give one "
				"like 64M");
	if (txr_check_stall_after(o->stall_ns, err))
		return -EINVAL;
	if (o->cumulative && !o->json)
		return txr_fail(err, EINVAL, "--cumulative: the table shows both; give it "
				"with --json");
	if (o->sort && !sort_key(o->sort, &o->sort_fig))
		return txr_fail(err, EINVAL, "--sort: '%s' is no column; give one of device, "
				"pps, bit/s, now, avg, max, ring, lap50, lap99, lapmax, drop, "
				"busy, bql, oldest", o->sort);
	return 0;
}

static int help(void)
{
	return txr_print_help(txr_top_options, "txring top [OPTION]...",
		"The tx rings of this machine, alive: how many packets each device and "
		"queue holds, how full its ring is, how long packets stay, what is "
		"dropped. On a terminal h shows the keys. See txring-top(1) for the "
		"meaning of each column.");
}

static void say_set_up(const struct txr_top_opts *o, const struct txr_engine *e)
{
	struct txr_live_set_up up = txr_live_set_up(e->src);

	if (o->common.quiet)
		return;
	if (up.unmatched)
		fprintf(stderr, "txring: -d %s: no such device here now; its packets are "
			"counted when it appears\n", up.unmatched);
	if (o->common.verbose)
		fprintf(stderr, "txring: tier %s, %llu KiB per CPU\n",
			txr_tier_name(up.tier), (unsigned long long)up.buffer_kb);
}

static int top(const struct txr_top_opts *o, bool screen)
{
	static const int tier[] = { TXR_TIER_AUTO, TXR_TIER_PATCHED, TXR_TIER_PROBE,
				    TXR_TIER_STOCK };
	struct txr_live_config cfg = {
		.backend = o->backend ? TXR_LIVE_PERF : TXR_LIVE_TRACEFS,
		.dev = o->dev.item, .nr_dev = o->dev.count, .tier = tier[o->tier],
		.buffer_kb = o->buffer_kb, .keep_ns = o->keep_ns,
	};
	struct txr_engine e;
	struct txr_err err = { 0 };
	int status;

	if (screen && !o->backend)	/* who cannot press w needs none */
		cfg.keep_bytes = o->keep_kb << 10;
	mallopt(M_TRIM_THRESHOLD, SPARE_BYTES);
	mallopt(M_MMAP_THRESHOLD, SPARE_BYTES);
	txr_top_catch_signals(screen);
	if (txr_engine_open(&e, &cfg, TXR_ENGINE_BOTH, &err)) {
		status = txr_complain(&err, TXR_EXIT_FAILED);
	} else {
		txr_engine_stall_after(&e, o->stall_ns);
		txr_engine_hurry();
		say_set_up(o, &e);
		status = screen ? txr_top_screen(&e, o) : txr_top_batch(&e, o);
	}
	txr_engine_close(&e);
	return status;
}

static int run(int argc, char **argv)
{
	struct txr_top_opts o = { .interval_ns = INTERVAL_NS, .keep_kb = KEEP_KB,
				  .count = TXR_TOP_EVER, .sort_fig = TXR_TF_MAX, .stall_ns = TXR_STALL_DEFAULT_NS };
	struct txr_err err = { 0 };
	int rest, status;
	bool screen;

	if (txr_opt_parse(txr_top_options, &o, argc, argv, false, &rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help();
	if (check(&o, argv, rest, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	screen = !o.batch && !o.json && o.count == TXR_TOP_EVER && txr_top_has_screen();
	if (screen && txr_top_guard(&status))
		return status;
	return top(&o, screen);
}

const struct txr_cmd txr_cmd_top = {
	"top", "show tx rings live", run, txr_top_options
};
