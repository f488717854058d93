// SPDX-License-Identifier: GPL-2.0-only
/* flight_opts.c - what --flight and its options may be. */
#include <errno.h>
#include <string.h>
#include "flight.h"
#include "pipeline.h"
#include "txring/stats.h"

#define NOT_GIVEN UINT64_MAX
#define FLIGHT_NS_MIN 1000000000ULL
#define FLIGHT_NS_MAX (24 * 3600 * 1000000000ULL)
#define FLIGHT_KEEP 10
#define FLIGHT_MAX_KB (1u << 20)
#define FLIGHT_MAX_KB_MIN (8u << 10)	/* a header, and some pages */
#define FLIGHT_MEMORY_KB_MIN 1024
#define FLIGHT_KB_LIMIT (1ULL << 40)

void txr_flight_defaults(struct txr_flight_opts *f)
{
	f->ns = f->keep = f->max_kb = f->memory_kb = f->stall_ns = NOT_GIVEN;
}

/* What goes with --flight alone, and was given. */
static const char *needs_flight(const struct txr_flight_opts *f)
{
	return f->trigger.count ? "trigger" : f->keep != NOT_GIVEN ? "keep" :
	       f->max_kb != NOT_GIVEN ? "max-size" : f->memory_kb != NOT_GIVEN ? "memory" :
	       f->stall_ns != NOT_GIVEN ? "stalled-after" : NULL;
}

static bool is_word(const char *arg, size_t len, const char *word)
{
	return strlen(word) == len && !strncmp(arg, word, len);
}

static bool find_word(struct txr_flight_opts *f, const char *arg, size_t len)
{
	static const enum txr_finding_id findings[] = {
		TXR_F_RING_PACKED, TXR_F_QUEUE_STALLED, TXR_F_DROPS_IN_XMIT,
	};
	size_t i;

	for (i = 0; i < sizeof(findings) / sizeof(findings[0]); i++) {
		if (!is_word(arg, len, txr_finding_kind(findings[i])->id))
			continue;
		f->watched[findings[i]] = true;
		return true;
	}
	return is_word(arg, len, "signal");
}

/* "ring-packed,signal": false for a word that is none. */
static bool find_words(struct txr_flight_opts *f, const char *arg)
{
	size_t len = strcspn(arg, ",");

	while (find_word(f, arg, len) && arg[len]) {
		arg += len + 1;
		len = strcspn(arg, ",");
	}
	return find_word(f, arg, len);
}

static int find_triggers(struct txr_flight_opts *f, struct txr_err *err)
{
	size_t i;

	for (i = 0; i < f->trigger.count; i++)
		if (!find_words(f, f->trigger.item[i]))
			return txr_fail(err, EINVAL, "--trigger %s: there is no such; give "
					"ring-packed, queue-stalled, drops-in-xmit or signal",
					f->trigger.item[i]);
	if (!f->trigger.count)
		f->watched[TXR_F_QUEUE_STALLED] = true;
	return 0;
}

static int check_sizes(const struct txr_flight_opts *f, struct txr_err *err)
{
	if (f->ns < FLIGHT_NS_MIN || f->ns > FLIGHT_NS_MAX)
		return txr_fail(err, EINVAL, "--flight: not between 1 second and 24 hours; give "
				"one like 10 or 2m");
	if (!f->keep)
		return txr_fail(err, EINVAL, "--keep 0: no file could be kept; give 1 or more");
	if (f->max_kb < FLIGHT_MAX_KB_MIN || f->max_kb > FLIGHT_KB_LIMIT)
		return txr_fail(err, EINVAL, "--max-size: not between 8M and 1024T; give one "
				"like 500M");
	if (f->memory_kb && (f->memory_kb < FLIGHT_MEMORY_KB_MIN ||
			     f->memory_kb > FLIGHT_KB_LIMIT))
		return txr_fail(err, EINVAL, "--memory: not between 1M and 1024T; give one like "
				"256M");
	return 0;
}

int txr_flight_check(struct txr_record_opts *o, struct txr_err *err)
{
	struct txr_flight_opts *f = &o->flight;

	if (f->ns == NOT_GIVEN) {
		f->ns = 0;
		if (needs_flight(f))
			return txr_fail(err, EINVAL, "--%s: goes with --flight SECONDS; give that "
					"too", needs_flight(f));
		return 0;
	}
	if (f->keep == NOT_GIVEN)
		f->keep = FLIGHT_KEEP;
	if (f->max_kb == NOT_GIVEN)
		f->max_kb = FLIGHT_MAX_KB;
	if (f->memory_kb == NOT_GIVEN)
		f->memory_kb = 0;
	if (f->stall_ns == NOT_GIVEN)
		f->stall_ns = TXR_STALL_DEFAULT_NS;
	else if (txr_check_stall_after(f->stall_ns, err))
		return -EINVAL;
	if (o->backend == TXR_BACKEND_PERF)
		return txr_fail(err, EINVAL, "--flight: reads tracefs; leave --backend perf out");
	if (strcmp(o->clock, "mono"))
		return txr_fail(err, EINVAL, "--flight: needs the clock mono; leave --clock out");
	return find_triggers(f, err) ? -EINVAL : check_sizes(f, err);
}
