/* SPDX-License-Identifier: GPL-2.0-only */
/* load_pktgen.h - one run of pktgen, a row of runs, and how they are shown. */
#ifndef TXRING_LOAD_PKTGEN_H_CMD
#define TXRING_LOAD_PKTGEN_H_CMD

#include <stdio.h>
#include <json-c/json.h>
#include "load/pktgen.h"
#include "load.h"

struct txr_pg_total {
	uint64_t packets, errors, elapsed_us, idle_us;	/* times: of the longest thread */
	double pps, bps;
};

struct txr_pg_run {
	struct txr_pktgen_config c;
	struct txr_pktgen p;
	struct txr_pktgen_result *thread;	/* c.threads, owned */
	struct txr_pg_total total;
	struct txr_load_rec rec;
	char file[512];			/* of the recording; "" none */
	bool ran;
	struct txr_err err;
};

#define TXR_SWEEP_MAX 64

enum txr_sweep_what {
	TXR_SWEEP_NONE, TXR_SWEEP_BURST, TXR_SWEEP_SKB_BURST, TXR_SWEEP_SIZE,
	TXR_SWEEP_THREADS, TXR_SWEEP_RING
};

struct txr_sweep {
	enum txr_sweep_what what;
	uint64_t value[TXR_SWEEP_MAX];
	size_t count;
};

/* One value: the runs of it, in one row. */
struct txr_pg_row {
	uint64_t value;			/* of a ring: what it became */
	double *pps;			/* repeat of them, sorted; owned */
	size_t runs;
	uint64_t errors;		/* of all runs */
	struct txr_pg_run last;
};

int txr_sweep_parse(struct txr_sweep *s, const char *text, struct txr_err *err);
const char *txr_sweep_name(enum txr_sweep_what w);	/* as its option */
/* Options of one value. */
void txr_sweep_apply(struct txr_load_opts *to, const struct txr_sweep *s, size_t i);

int txr_pg_config(struct txr_pktgen_config *c, const struct txr_load_opts *o,
		  struct txr_err *err);
/* file: to record to, or NULL. lines: progress, or NULL. */
int txr_pg_run(struct txr_load *l, struct txr_pg_run *run, const char *file, FILE *lines);
void txr_pg_run_free(struct txr_pg_run *run);
struct txr_pg_total txr_pg_sum(const struct txr_pktgen_result *r, unsigned int count);

double txr_pg_median(const double *sorted, size_t count);
void txr_pg_print(FILE *out, const struct txr_pg_run *run);
void txr_pg_print_classic(FILE *out, const struct txr_pg_run *run);
struct json_object *txr_pg_json(const struct txr_pg_run *run);
void txr_pg_print_rows(FILE *out, const char *name, const struct txr_pg_row *row, size_t count);
struct json_object *txr_pg_rows_json(const char *name, const struct txr_pg_row *row,
				     size_t count);
int txr_pg_rows(struct txr_load *l);

#endif
