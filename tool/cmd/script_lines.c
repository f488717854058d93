// SPDX-License-Identifier: GPL-2.0-only
/* script_lines.c - a line for each lap, when nothing more will be told of it. */
#include <errno.h>
#include <stdlib.h>
#include "chain.h"
#include "script.h"

struct printer {
	const struct txr_script_opts *o;
	enum txr_lap_format format;
	struct txr_chain chain;
	struct txr_pipeline p;
	struct txr_lap_context c;
	int failed;		/* -errno: stdout is gone, print no more */
};

/*
 * Decided before the window: told of only now, since its memory went late. What
 * was released inside its xmit is decided by the result, as in the report.
 */
static bool ended_before(const struct txr_lap *lap, uint64_t from_ns)
{
	bool by_result = lap->flags & TXR_LAP_IN_XMIT && lap->result_ns;
	uint64_t end_ns = by_result || !lap->release_ns ? lap->result_ns : lap->release_ns;

	return lap->outcome != TXR_OPEN && (end_ns ? end_ns : lap->start_ns) < from_ns;
}

static void print_lap(void *ctx, struct txr_lap *lap)
{
	struct printer *pr = ctx;

	if (pr->failed || ended_before(lap, pr->p.window.from_ns) ||
	    !txr_script_picks(pr->o, pr->c.devs, lap->dev))
		return;
	pr->c.first_ns = txr_source_info(pr->p.src)->first_ns;
	pr->failed = txr_lap_print(stdout, pr->format, lap, &pr->c);
}

static struct txr_pair_sink wrap(void *ctx, struct txr_pair_sink inner)
{
	struct printer *pr = ctx;

	pr->chain.first = inner;
	pr->chain.then = (struct txr_pair_sink){ .ctx = pr, .gone = print_lap };
	return txr_chain_sink(&pr->chain);
}

/* What is still in the device comes last, oldest first. */
static int print_open(struct printer *pr, struct txr_err *err)
{
	struct txr_lap **laps = NULL;
	size_t nr = 0, i;

	if (txr_script_open_laps(pr->p.pair, &laps, &nr))
		return txr_fail(err, ENOMEM, "%s: no memory for the packets still in a "
				"device", pr->o->input);
	for (i = 0; i < nr; i++)
		print_lap(pr, laps[i]);
	free(laps);
	return 0;
}

int txr_script_lines(const struct txr_script_opts *o, enum txr_lap_format format,
		     struct txr_err *err)
{
	struct printer pr = { .o = o, .format = format };
	int ret;

	ret = txr_pipeline_open(&pr.p, o->input, &o->window, wrap, &pr, err);
	if (!ret) {
		pr.c.devs = txr_source_devices(pr.p.src);
		pr.c.names = txr_source_names(pr.p.src);
		pr.failed = txr_lap_header(stdout, format);
		ret = txr_pipeline_run(&pr.p, err);
	}
	if (!ret)
		ret = print_open(&pr, err);
	if (!ret && !pr.failed)
		ret = txr_script_warn(o, &pr.p, err);
	txr_pipeline_close(&pr.p);
	if (pr.failed)
		return txr_fail_stdout(-pr.failed, err);
	return ret ? ret : txr_flush_stdout(err);
}
