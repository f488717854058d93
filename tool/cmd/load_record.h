/* SPDX-License-Identifier: GPL-2.0-only */
/* load_record.h - a recording around a load, and the report of it. */
#ifndef TXRING_LOAD_RECORD_H
#define TXRING_LOAD_RECORD_H

#include <stdbool.h>
#include "pipeline.h"
#include "record_backend.h"

struct txr_load_rec {
	struct txr_backend backend;
	struct txr_pipeline pipeline;
	struct txr_report *report;	/* NULL: not yet, or it failed */
	const char *file;
	const char *dev;		/* the recorder looks at it until it ends */
	bool on;			/* tracing is */
	bool open;			/* the pipeline is */
};

#define TXR_LOAD_REC_NONE { .backend = TXR_BACKEND_NONE }

/*
 * Tracing on. dev: only its packets and those of devices below it; "" all. file, dev
 * and *r stay where they are until the end.
 */
int txr_load_rec_begin(struct txr_load_rec *r, const char *file, const char *dev,
		       const char *command, struct txr_err *err);
/* Tracing off, the file written and read; nothing if it never was on. */
int txr_load_rec_end(struct txr_load_rec *r, struct txr_err *err);
/* The row of that device, or NULL: it sent nothing that was seen. */
const struct txr_row *txr_load_rec_row(const struct txr_load_rec *r, const char *dev);
void txr_load_rec_free(struct txr_load_rec *r);

#endif
