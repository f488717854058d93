// SPDX-License-Identifier: GPL-2.0-only
/* record_opts.c - option table of `txring record`. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "flight.h"
#include "record_wait.h"

#define AT(field) offsetof(struct txr_record_opts, field)

static const char *const backends[] = { "tracefs", "perf", NULL };
static const char *const tiers[] = { "auto", "patched", "probe", "stock", NULL };

const struct txr_opt txr_record_options[] = {
	TXR_COMMON_OPTS(struct txr_record_opts),
	{ 'a', "all-cpus", TXR_OPT_FLAG, AT(all), NULL,
	  "record system-wide (the default)", NULL, NULL },
	{ 'd', "device", TXR_OPT_LIST, AT(dev), "DEV",
	  "only packets of devices that match this name or glob, and of those below "
	  "them; may be repeated", NULL, NULL },
	{ 'o', "output", TXR_OPT_STRING, AT(output), "FILE",
	  "write to FILE (default txring.dat, with --backend perf txring.data); an older one "
	  "is kept as FILE.old", NULL, NULL },
	{ 'e', "event", TXR_OPT_LIST, AT(event), "SYSTEM:EVENT",
	  "record this event too, globs allowed; may be repeated", NULL, NULL },
	{ 0, "backend", TXR_OPT_CHOICE, AT(backend), "NAME",
	  "tracefs (default), or perf: perf events, to a perf.data; needs no write access to "
	  "tracefs", backends, NULL },
	{ 0, "tier", TXR_OPT_CHOICE, AT(tier), "TIER",
	  "auto (default: the best that this kernel has), patched, probe or stock", tiers, NULL },
	{ 0, "xmit-func", TXR_OPT_LIST, AT(xmit), "MODULE:SYMBOL",
	  "probe this xmit function of a driver too, for packets that go past the stack; may be "
	  "repeated", NULL, NULL },
	{ 0, "why", TXR_OPT_FLAG, AT(why), NULL,
	  "record interrupts, softirqs, NAPI and qdiscs too: report then says where the time "
	  "of each lap went", NULL, NULL },
	{ 'b', "buffer", TXR_OPT_KB, AT(buffer_kb), "KB",
	  "size of the trace buffer of each CPU (default 8M, less where memory is short)",
	  NULL, NULL },
	{ 0, "clock", TXR_OPT_STRING, AT(clock), "CLOCK",
	  "trace clock (default mono, which has one order across CPUs)", NULL, NULL },
	{ 0, "duration", TXR_OPT_SECONDS, AT(duration_ns), "TIME",
	  "end after so many seconds, or 500ms, 2m", NULL, NULL },
	{ 0, "flight", TXR_OPT_SECONDS, AT(flight.ns), "SECONDS",
	  "keep only the last SECONDS, and write them to a file of their own when a trigger "
	  "fires, or on SIGUSR1", NULL, NULL },
	{ 0, "trigger", TXR_OPT_LIST, AT(flight.trigger), "WHAT",
	  "of --flight: ring-packed, queue-stalled, drops-in-xmit, or signal alone; may be "
	  "repeated (default queue-stalled)", NULL, NULL },
	{ 0, "stalled-after", TXR_OPT_SECONDS, AT(flight.stall_ns), "S",
	  "of --flight: a queue that gives nothing back for S seconds, though it is needed, has "
	  "stalled (default 1)", NULL, NULL },
	{ 0, "keep", TXR_OPT_U64, AT(flight.keep), "N",
	  "of --flight: at most N files, the oldest go first (default 10)", NULL, NULL },
	{ 0, "max-size", TXR_OPT_KB, AT(flight.max_kb), "SIZE",
	  "of --flight: at most SIZE for all files together (default 1G)", NULL, NULL },
	{ 0, "memory", TXR_OPT_KB, AT(flight.memory_kb), "SIZE",
	  "of --flight: hold at most SIZE in memory (default 256M, less on a small machine)",
	  NULL, NULL },
	TXR_OPT_END,
};

void txr_record_join_command(char *to, size_t size, char **argv)
{
	size_t len = 0;

	to[0] = '\0';
	for (; argv && *argv && len < size; argv++)
		len += snprintf(to + len, size - len, "%s%s", len ? " " : "", *argv);
}

int txr_record_parse(struct txr_record_opts *o, int argc, char **argv, struct txr_err *err)
{
	int rest = 0, ret;

	memset(o, 0, sizeof(*o));
	o->clock = "mono";
	o->duration_ns = TXR_NO_DURATION;
	txr_flight_defaults(&o->flight);
	ret = txr_opt_parse(txr_record_options, o, argc, argv, true, &rest, err);
	if (ret)
		return ret;
	if (o->common.help)
		return 0;
	if (!rest && argc > 1 && !strcmp(argv[argc - 1], "--"))
		return txr_fail(err, EINVAL, "--: no command behind it; give one, or leave -- away");
#ifndef HAVE_LIBPERF
	if (o->backend == TXR_BACKEND_PERF)
		return txr_fail(err, EINVAL, "--backend perf: built without libperf; make deps "
				"and make, or use --backend tracefs");
#endif
	if (o->backend == TXR_BACKEND_PERF && (o->tier == TXR_ASK_PROBE || o->xmit.count))
		return txr_fail(err, EINVAL, "--backend perf: makes no probes; use --backend "
				"tracefs with --tier probe or --xmit-func");
	ret = txr_flight_check(o, err);
	if (ret)
		return ret;
	if (!o->output && !o->flight.ns)
		o->output = o->backend == TXR_BACKEND_PERF ? "txring.data" : "txring.dat";
	if (o->xmit.count && (o->tier == TXR_ASK_STOCK || o->tier == TXR_ASK_PATCHED))
		return txr_fail(err, EINVAL, "--xmit-func: makes probes, which --tier %s does not "
				"use; leave one of them out", tiers[o->tier]);
	if (!o->duration_ns)
		return txr_fail(err, EINVAL, "--duration 0: nothing could be recorded; give "
				"seconds, or 500ms");
	argv[rest + 1] = NULL;
	o->command = rest ? argv + 1 : NULL;
	return 0;
}
