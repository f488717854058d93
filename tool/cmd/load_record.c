// SPDX-License-Identifier: GPL-2.0-only
/* load_record.c - record while a load runs, and report on it. */
#include <string.h>
#include "load_record.h"
#include "source/tracefs_events.h"

int txr_load_rec_begin(struct txr_load_rec *r, const char *file, const char *dev,
		       const char *command, struct txr_err *err)
{
	struct txr_record_config cfg = {
		.output = file, .dev = &r->dev, .nr_dev = dev && *dev ? 1 : 0,
		.tier = TXR_TIER_AUTO, .clock = "mono", .command = command,
	};
	int ret;

	r->file = file;
	r->dev = dev;
	ret = txr_backend_new(&r->backend, TXR_BACKEND_TRACEFS, &cfg, err);
	if (!ret)
		ret = txr_backend_start(&r->backend, err);
	r->on = !ret;
	return ret;
}

static int read_back(struct txr_load_rec *r, struct txr_err *err)
{
	struct txr_window all = { .given = false };
	int ret;

	r->open = true;
	ret = txr_pipeline_open(&r->pipeline, r->file, &all, NULL, NULL, err);
	if (!ret)
		ret = txr_pipeline_run(&r->pipeline, err);
	if (!ret)
		ret = txr_pipeline_report(&r->pipeline, &r->report, err);
	return ret;
}

int txr_load_rec_end(struct txr_load_rec *r, struct txr_err *err)
{
	struct txr_record_result res;
	int stopped, written;

	if (!r->on)
		return 0;
	r->on = false;
	stopped = txr_backend_stop(&r->backend, err);
	written = txr_backend_write(&r->backend, &res, err);
	txr_backend_free(&r->backend);
	if (stopped || written)
		return stopped ? stopped : written;
	return read_back(r, err);
}

const struct txr_row *txr_load_rec_row(const struct txr_load_rec *r, const char *dev)
{
	size_t i;

	for (i = 0; r->report && i < r->report->nr_devices; i++)
		if (!strcmp(r->report->devices[i].name, dev))
			return &r->report->devices[i];
	return NULL;
}

void txr_load_rec_free(struct txr_load_rec *r)
{
	txr_report_free(r->report);
	if (r->open)
		txr_pipeline_close(&r->pipeline);
	txr_backend_free(&r->backend);
	*r = (struct txr_load_rec)TXR_LOAD_REC_NONE;
}
