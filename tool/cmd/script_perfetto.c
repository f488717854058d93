// SPDX-License-Identifier: GPL-2.0-only
/* script_perfetto.c - every lap as a slice of a trace that Perfetto opens. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "chain.h"
#include "script.h"
#include "view/perfetto.h"

struct drawing {
	const struct txr_script_opts *o;
	struct txr_chain chain;
	struct txr_pipeline p;
	struct txr_lap_context c;
	struct txr_report *before;	/* of a reading before: what the report shows */
	struct txr_perfetto *trace;
	FILE *f;
};

static bool is_wanted(struct drawing *d, uint16_t dev)
{
	d->c.first_ns = txr_source_info(d->p.src)->first_ns;
	return txr_script_picks(d->o, d->c.devs, dev);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct drawing *d = ctx;

	if (is_wanted(d, lap->dev))
		txr_perfetto_enter(d->trace, lap, ts_ns);
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct drawing *d = ctx;

	if (is_wanted(d, lap->dev))
		txr_perfetto_end(d->trace, lap, ts_ns);
}

/* Loss is of no device. */
static void on_event(void *ctx, const struct txr_event *ev)
{
	struct drawing *d = ctx;

	if (is_wanted(d, ev->dev) || ev->kind == TXR_LOST)
		txr_perfetto_event(d->trace, ev);
}

static struct txr_pair_sink wrap(void *ctx, struct txr_pair_sink inner)
{
	struct drawing *d = ctx;

	d->chain.first = inner;
	d->chain.then = (struct txr_pair_sink){
		.ctx = d, .enter = on_enter, .end = on_end, .event = on_event,
	};
	return txr_chain_sink(&d->chain);
}

static int fail_file(const struct drawing *d, int code, struct txr_err *err)
{
	if (d->f == stdout)
		return txr_fail_stdout(code, err);
	return txr_fail(err, code, "%s: %s; the trace is not complete", d->o->perfetto,
			strerror(code));
}

static int open_file(struct drawing *d, struct txr_err *err)
{
	const char *path = d->o->perfetto;

	d->f = strcmp(path, "-") ? fopen(path, "we") : stdout;
	if (!d->f)
		return txr_fail(err, errno, "%s: %s; give another FILE", path, strerror(errno));
	if (!txr_perfetto_new(&d->trace, d->f, &d->c, d->p.window.from_ns))
		return 0;
	return txr_fail(err, ENOMEM, "%s: no memory for a trace", path);
}

static int draw_open(struct drawing *d)
{
	struct txr_lap **laps = NULL;
	size_t nr = 0, i;
	int ret;

	ret = txr_script_open_laps(d->p.pair, &laps, &nr);
	for (i = 0; i < nr; i++)
		if (is_wanted(d, laps[i]->dev))
			txr_perfetto_open(d->trace, laps[i]);
	free(laps);
	return ret;
}

static int finish(struct drawing *d, struct txr_err *err)
{
	uint64_t last_ns = txr_source_info(d->p.src)->last_ns;
	struct txr_report *r = NULL;
	int ret;

	if (d->p.window.to_ns < last_ns)
		last_ns = d->p.window.to_ns;
	ret = txr_pipeline_report(&d->p, &r, err);
	if (ret)
		return ret;
	ret = draw_open(d);
	if (!ret)
		ret = txr_perfetto_finish(d->trace, r, last_ns);
	txr_report_free(r);
	errno = 0;
	if (!ret && fflush(d->f))
		ret = errno ? -errno : -EIO;
	return ret ? fail_file(d, -ret, err) : 0;
}

static int draw(struct drawing *d, struct txr_err *err)
{
	int ret;

	d->c.devs = txr_source_devices(d->p.src);
	d->c.names = txr_source_names(d->p.src);
	ret = open_file(d, err);
	if (ret)
		return ret;
	txr_perfetto_know(d->trace, txr_source_info(d->p.src)->meta, d->before);
	ret = txr_pipeline_run(&d->p, err);
	if (!ret)
		ret = finish(d, err);
	if (!ret && !d->o->common.quiet && d->f != stdout)
		fprintf(stderr, "txring: %" PRIu64 " laps in %s; open it at "
			"https://ui.perfetto.dev\n", txr_perfetto_laps(d->trace),
			d->o->perfetto);
	if (!ret)
		ret = txr_script_warn(d->o, &d->p, err);
	return ret;
}

/*
 * Counters show no more than the report does, which is known at the end only: so the
 * recording is read twice, but for standard input.
 */
static int report_before(struct drawing *d, struct txr_err *err)
{
	struct txr_pipeline p;
	int ret;

	if (!strcmp(d->o->input, "-"))
		return 0;
	ret = txr_pipeline_open(&p, d->o->input, &d->o->window, NULL, NULL, err);
	if (!ret)
		ret = txr_pipeline_run(&p, err);
	if (!ret)
		ret = txr_pipeline_report(&p, &d->before, err);
	txr_pipeline_close(&p);
	return ret;
}

int txr_script_perfetto(const struct txr_script_opts *o, struct txr_err *err)
{
	struct drawing d = { .o = o };
	int ret;

	ret = report_before(&d, err);
	if (!ret)
		ret = txr_pipeline_open(&d.p, o->input, &o->window, wrap, &d, err);
	if (!ret)
		ret = draw(&d, err);
	txr_report_free(d.before);
	txr_perfetto_free(d.trace);
	if (d.f && d.f != stdout && fclose(d.f) && !ret)
		ret = fail_file(&d, errno, err);
	txr_pipeline_close(&d.p);
	return ret;
}
