// SPDX-License-Identifier: GPL-2.0-only
/* record.c - `txring record`: from options to a file, with COMMAND between. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cli/units.h"
#include "flight.h"
#include "record_backend.h"
#include "record_guard.h"
#include "record_opts.h"
#include "record_status.h"
#include "record_wait.h"
#include "source/tracefs_events.h"
#include "sys/clock.h"

struct record {
	struct txr_record_opts opts;
	struct txr_child child;
	struct txr_waiter waiter;
	struct txr_backend rec;
	struct txr_guard guard;
	char command[512];
	uint64_t begin_ns, begin_cpu_ns, end_ns;
	bool status;		/* a status line is wanted */
	bool failed;		/* of the recording itself; its line is printed */
};

/* CPU time of this process so far, all threads, without COMMAND. */
static uint64_t cpu_ns(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000ULL +
		(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000ULL;
}

static void fail(struct record *r, const struct txr_err *err)
{
	txr_status_clear(&r->waiter);
	txr_complain(err, 0);
	r->failed = true;
}

/* One line, written over itself every second. */
static void show_status(void *ctx)
{
	char events[TXR_UNIT_BUF], bytes[TXR_UNIT_BUF], lost[TXR_UNIT_BUF], text[160];
	struct record *r = ctx;
	struct txr_record_stats s;

	txr_backend_stats(&r->rec, &s);
	snprintf(text, sizeof(text), "%" PRIu64 " s  %s events  %s in file  %s lost",
		 (txr_mono_ns() - r->begin_ns) / 1000000000, txr_format_count(events, s.events),
		 txr_format_bytes(bytes, s.bytes), txr_format_count(lost, s.lost));
	txr_status_put(&r->waiter, text);
}

static void say_set_up(struct record *r)
{
	static const char *const tier[] = { "stock", "probe", "patched" };
	const char *dev = txr_backend_unmatched(&r->rec), *event;
	size_t i;

	if (r->opts.common.quiet)
		return;
	if (dev)
		fprintf(stderr, "txring: -d %s: no such device here now; its packets are "
			"recorded if it appears or is in another namespace\n", dev);
	if (!r->opts.common.verbose)
		return;
	if (txr_backend_stale(&r->rec))
		fprintf(stderr, "txring: removed %d trace instance(s) of killed runs\n",
			txr_backend_stale(&r->rec));
	fprintf(stderr, "txring: tier %s, %" PRIu64 " KiB per CPU, events:",
		tier[txr_backend_tier(&r->rec)], txr_backend_buffer_kb(&r->rec));
	for (i = 0; (event = txr_backend_event(&r->rec, i)); i++)
		fprintf(stderr, " %s", event);
	fputc('\n', stderr);
}

static int set_up(struct record *r, struct txr_err *err)
{
	static const int tier[] = { TXR_TIER_AUTO, TXR_TIER_PATCHED, TXR_TIER_PROBE,
				    TXR_TIER_STOCK };
	struct txr_record_opts *o = &r->opts;
	struct txr_record_config cfg = {
		.output = o->output, .dev = o->dev.item, .nr_dev = o->dev.count,
		.event = o->event.item, .nr_event = o->event.count,
		.xmit = o->xmit.item, .nr_xmit = o->xmit.count,
		.why = o->why, .tier = tier[o->tier], .buffer_kb = o->buffer_kb, .clock = o->clock,
		.command = r->command,
	};
	int ret;

	txr_record_join_command(r->command, sizeof(r->command), o->command);
	ret = txr_backend_output(&r->rec, o, err);
	if (!ret)
		ret = txr_waiter_init(&r->waiter, &r->child, false, err);
	if (!ret && o->command)
		ret = txr_child_fork(&r->child, o->command, err);
	if (!ret)
		ret = txr_backend_new(&r->rec, o->backend, &cfg, err);
	if (!ret) {
		say_set_up(r);
		ret = txr_backend_start(&r->rec, err);
	}
	/* Of perf's rings only the process that mapped them has the pages. */
	if (!ret && r->rec.tracefs)
		ret = txr_guard_start(&r->guard, r->rec.tracefs, o->output, o->common.quiet,
				      err);
	r->begin_ns = txr_mono_ns();
	r->begin_cpu_ns = cpu_ns();
	return ret;
}

static void say_lost(const struct txr_record_stats *s)
{
	char n[TXR_UNIT_BUF];
	unsigned int cpu, shown = 0;

	fprintf(stderr, "; LOST %s events (", txr_format_grouped(n, s->lost));
	for (cpu = 0; cpu < s->cpus && shown < 8; cpu++) {
		if (!s->lost_by_cpu[cpu])
			continue;
		fprintf(stderr, "%sCPU %u: %s", shown++ ? ", " : "", cpu,
			txr_format_grouped(n, s->lost_by_cpu[cpu]));
	}
	fputs(shown == 8 ? ", ...); a larger -b helps" : "); a larger -b helps", stderr);
}

/* Of the perf backend: tracefs has a buffer for CPUs that are off, too. */
static void say_cpus(struct record *r)
{
	uint64_t missed_ns;
	const char *changed = txr_backend_cpus_changed(&r->rec, &missed_ns);
	const char *missed = txr_backend_cpus_missed(&r->rec);
	char time[TXR_UNIT_BUF];

	if (changed)
		fprintf(stderr, "; CPU %s went offline or came online, what it did in %s of "
			"that is not recorded", changed,
			missed_ns ? txr_format_ns(time, missed_ns) : "a part");
	if (missed)
		fprintf(stderr, "; CPU %s is online and was NOT recorded to the end", missed);
}

static void say_result(struct record *r, const struct txr_record_stats *s,
		       const struct txr_record_result *res)
{
	char events[TXR_UNIT_BUF], bytes[TXR_UNIT_BUF], time[TXR_UNIT_BUF];

	if (r->opts.common.quiet)
		return;
	fprintf(stderr, "txring: %s events in %s, %s in %s",
		txr_format_grouped(events, s->events - res->events_left_out),
		txr_format_ns(time, r->end_ns - r->begin_ns),
		txr_format_bytes(bytes, res->file_bytes), r->opts.output);
	if (s->lost)
		say_lost(s);
	else
		fputs(", none lost", stderr);
	if (s->missed_releases)
		fprintf(stderr, "; %s releases were met inside another probe and show by their "
			"free alone", txr_format_grouped(events, s->missed_releases));
	if (s->clock_set_ns)
		fprintf(stderr, "; clock %s was set by %s or more meanwhile, its times are WRONG from "
			"there on: record with --clock mono", r->opts.clock,
			txr_format_ns(time, s->clock_set_ns));
	if (res->cut)
		fprintf(stderr, "; the file ends %s%searly, %s events later than that are not "
			"in it", res->cut_ns_before_end ?
				txr_format_ns(time, res->cut_ns_before_end) : "",
			res->cut_ns_before_end ? " " : "",
			txr_format_grouped(events, res->events_left_out));
	say_cpus(r);
	if (res->torn)
		fprintf(stderr, "; INCOMPLETE, the copy to the file failed, %s events are not "
			"in it", txr_format_grouped(events, res->events_left_out));
	fputc('\n', stderr);
}

/* What the tool took from the traced machine. */
static void say_cost(const struct record *r, uint64_t ns)
{
	char time[TXR_UNIT_BUF];

	if (r->opts.common.verbose && !r->opts.common.quiet)
		fprintf(stderr, "txring: own CPU time while recording: %s\n",
			txr_format_ns(time, ns));
}

/* Tracing off, file written; what went wrong is said, what was saved too. */
static void finish(struct record *r)
{
	struct txr_record_result res;
	struct txr_record_stats s;
	struct txr_err err = { 0 }, first = { 0 };
	uint64_t cost = cpu_ns() - r->begin_cpu_ns;

	r->end_ns = txr_mono_ns();
	txr_status_clear(&r->waiter);
	txr_guard_dismiss(&r->guard);
	if (txr_backend_stop(&r->rec, &first))
		fail(r, &first);
	if (r->status)
		txr_status_put(&r->waiter, "writing the file");
	if (txr_backend_write(&r->rec, &res, &err) && (!r->failed || !res.file_bytes) &&
	    strcmp(err.text, first.text))	/* one reason is told once */
		fail(r, &err);
	txr_status_clear(&r->waiter);
	txr_backend_stats(&r->rec, &s);
	if (res.file_bytes)
		say_result(r, &s, &res);
	say_cost(r, cost);
}

static int record(struct record *r)
{
	struct txr_err err = { 0 };
	enum txr_end end;
	int status = TXR_EXIT_OK;

	r->status = isatty(STDERR_FILENO) && !r->opts.common.quiet;
	if (set_up(r, &err)) {
		fail(r, &err);
		return r->opts.command ? TXR_EXIT_RECORD : TXR_EXIT_FAILED;
	}
	if (r->child.pid && txr_child_go(&r->child, r->opts.command[0], &err)) {
		fail(r, &err);
		return r->child.ended ? txr_child_status(&r->child) : TXR_EXIT_RECORD;
	}
	end = txr_waiter_wait(&r->waiter, txr_backend_event_fd(&r->rec), r->opts.duration_ns,
			      r->status ? show_status : NULL, r);
	finish(r);
	if (r->child.pid)
		status = txr_waiter_end_command(&r->waiter, end);
	if (r->failed)
		return r->child.pid ? TXR_EXIT_RECORD : TXR_EXIT_FAILED;
	return status;
}

static int show_help(void)
{
	char *text = txr_opt_help(txr_record_options,
				  "txring record [OPTION]... [-- COMMAND [ARG]...]",
				  "Records the packets that network devices are given and give "
				  "back, until COMMAND ends, the duration is over, or ^C. With "
				  "--flight only the last seconds are kept, and written when "
				  "something happens.");

	if (!text)
		return TXR_EXIT_FAILED;
	fputs(text, stdout);
	free(text);
	return TXR_EXIT_OK;
}

static int run_record(int argc, char **argv)
{
	struct record r = { .child = TXR_CHILD_NONE, .waiter = { .signal_fd = -1 },
			    .rec = TXR_BACKEND_NONE, .guard = TXR_GUARD_NONE };
	struct txr_err err = { 0 };
	int status;

	if (txr_record_parse(&r.opts, argc, argv, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (r.opts.common.help)
		return show_help();
	if (r.opts.flight.ns)
		return txr_flight(&r.opts);
	status = record(&r);
	txr_guard_dismiss(&r.guard);
	txr_backend_free(&r.rec);
	txr_child_free(&r.child);
	txr_waiter_free(&r.waiter);
	return status;
}

const struct txr_cmd txr_cmd_record = {
	.name = "record",
	.summary = "record packets on their way through tx rings",
	.run = run_record,
	.options = txr_record_options,
};
