// SPDX-License-Identifier: GPL-2.0-only
/* load_sweep.c - --sweep and --repeat: a run for each value, each repeated. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "load/ring.h"
#include "load_pktgen.h"

static const char *const names[] = {
	[TXR_SWEEP_NONE] = "", [TXR_SWEEP_BURST] = "burst", [TXR_SWEEP_SKB_BURST] = "skb-burst",
	[TXR_SWEEP_SIZE] = "size", [TXR_SWEEP_THREADS] = "threads", [TXR_SWEEP_RING] = "ring",
};

const char *txr_sweep_name(enum txr_sweep_what w)
{
	return names[w];
}

static int parse_values(struct txr_sweep *s, const char *at)
{
	char *end;

	do {
		if (*at < '0' || *at > '9' || s->count == TXR_SWEEP_MAX)
			return -EINVAL;
		errno = 0;
		s->value[s->count++] = strtoull(at, &end, 10);
		if (errno || end - at > 10)
			return -EINVAL;
		at = end + 1;
	} while (*end == ',');
	return *end ? -EINVAL : 0;
}

int txr_sweep_parse(struct txr_sweep *s, const char *text, struct txr_err *err)
{
	const char *equals = strchr(text, '=');
	int i;

	memset(s, 0, sizeof(*s));
	for (i = TXR_SWEEP_BURST; i <= TXR_SWEEP_RING && equals; i++)
		if (strlen(names[i]) == (size_t)(equals - text) &&
		    !strncmp(names[i], text, (size_t)(equals - text)))
			s->what = (enum txr_sweep_what)i;
	if (!s->what)
		return txr_fail(err, EINVAL, "--sweep: '%s' is no sweep; give burst=LIST, or "
				"skb-burst, size, threads or ring", text);
	if (parse_values(s, equals + 1))
		return txr_fail(err, EINVAL, "--sweep: '%s' is no list of at most %d numbers; "
				"give one like 1,2,4,8", equals + 1, TXR_SWEEP_MAX);
	return 0;
}

void txr_sweep_apply(struct txr_load_opts *to, const struct txr_sweep *s, size_t i)
{
	switch (s->what) {
	case TXR_SWEEP_BURST:
		to->pktgen.burst = s->value[i];
		break;
	case TXR_SWEEP_SKB_BURST:
		to->pktgen.skb_burst = s->value[i];
		break;
	case TXR_SWEEP_SIZE:
		to->size_bytes = s->value[i];
		break;
	case TXR_SWEEP_THREADS:
		to->threads = s->value[i];
		break;
	default:
		break;
	}
}

/* Before the first run: no value may fail half way for what is known now. */
static int check_all(const struct txr_load_opts *o, const struct txr_sweep *s,
		     struct txr_err *err)
{
	struct txr_load_opts each;
	size_t i;
	int ret = 0;

	if (s->what && s->what != TXR_SWEEP_RING && txr_load_given(o, names[s->what]))
		return txr_fail(err, EINVAL, "--sweep %s and --%s: the sweep sets it; leave one "
				"away", names[s->what], names[s->what]);
	for (i = 0; i < s->count && !ret; i++) {
		each = *o;
		txr_sweep_apply(&each, s, i);
		ret = txr_load_check(&each, err);
		if (!ret && s->what == TXR_SWEEP_RING && (!s->value[i] || s->value[i] > 65536))
			ret = txr_fail(err, EINVAL, "--sweep ring: %" PRIu64 " is no size of a "
				       "ring; give 1 to 65536", s->value[i]);
	}
	return ret;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double txr_pg_median(const double *sorted, size_t count)
{
	if (!count)
		return 0;
	return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

/* The recording of a row is that of its last run. */
static int run_row(struct txr_load *l, struct txr_pg_row *row, const struct txr_load_opts *o,
		   const char *file, size_t repeat)
{
	size_t i;
	int ret = 0;

	row->pps = calloc(repeat, sizeof(*row->pps));
	if (!row->pps)
		return txr_fail(&row->last.err, ENOMEM, "--repeat %zu: no memory", repeat);
	for (i = 0; i < repeat && !ret && !l->interrupted; i++) {
		txr_pg_run_free(&row->last);
		memset(&row->last, 0, sizeof(row->last));
		ret = txr_pg_config(&row->last.c, o, &row->last.err);
		if (!ret)
			ret = txr_pg_run(l, &row->last, i + 1 == repeat ? file : NULL, NULL);
		if (!row->last.ran)
			break;
		row->pps[row->runs++] = row->last.total.pps;
		row->errors += row->last.total.errors;
	}
	qsort(row->pps, row->runs, sizeof(*row->pps), by_size);
	return ret;
}

static int set_ring(const struct txr_load *l, struct txr_pg_row *row)
{
	uint32_t tx = (uint32_t)row->value;
	int ret = txr_ring_set(l->o->pktgen.dev, &tx, &row->last.err);

	row->value = tx;
	return ret;
}

static int run_rows(struct txr_load *l, const struct txr_sweep *s, struct txr_pg_row *row,
		    size_t count, size_t *done)
{
	size_t repeat = l->o->pktgen.repeat == TXR_LOAD_UNSET ? 1 : l->o->pktgen.repeat, i;
	struct txr_load_opts each;
	char file[512];
	int ret = 0;

	for (i = 0; i < count && !ret && !l->interrupted; i++) {
		each = *l->o;
		if (s->what)
			txr_sweep_apply(&each, s, i);
		row[i].value = s->what ? s->value[i] : 0;
		if (s->what == TXR_SWEEP_RING)
			ret = set_ring(l, &row[i]);
		if (l->o->record)
			snprintf(file, sizeof(file), s->what ? "%s.%" PRIu64 : "%s",
				 l->o->record, row[i].value);
		if (!ret)
			ret = run_row(l, &row[i], &each, l->o->record ? file : NULL, repeat);
		if (row[i].last.err.code)
			txr_complain(&row[i].last.err, 0);
		*done = i + (row[i].runs > 0);
	}
	return ret;
}

static int show(const struct txr_load *l, const struct txr_sweep *s,
		const struct txr_pg_row *row, size_t count)
{
	if (l->o->json)
		return txr_load_print_json(txr_pg_rows_json(names[s->what], row, count));
	if (count)
		txr_pg_print_rows(stdout, names[s->what], row, count);
	fflush(stdout);
	return TXR_EXIT_OK;
}

static int sweep(struct txr_load *l, const struct txr_sweep *s)
{
	size_t count = s->what ? s->count : 1, done = 0, i;
	struct txr_pg_row *row = calloc(count, sizeof(*row));
	struct txr_err err = { 0 };
	uint32_t ring = 0;
	int status;

	if (!row)
		return TXR_EXIT_FAILED;
	if (s->what == TXR_SWEEP_RING && txr_ring_get(l->o->pktgen.dev, &ring, &err)) {
		free(row);
		return txr_complain(&err, TXR_EXIT_FAILED);
	}
	status = run_rows(l, s, row, count, &done) ? TXR_EXIT_FAILED : TXR_EXIT_OK;
	if (ring && txr_ring_set(l->o->pktgen.dev, &ring, &err))
		status = txr_complain(&err, TXR_EXIT_FAILED);
	status |= show(l, s, row, done);
	for (i = 0; i < count; i++) {
		free(row[i].pps);
		txr_pg_run_free(&row[i].last);
	}
	free(row);
	return status;
}

int txr_pg_rows(struct txr_load *l)
{
	struct txr_sweep s = { .what = TXR_SWEEP_NONE };
	struct txr_err err = { 0 };

	if (l->o->pktgen.sweep && txr_sweep_parse(&s, l->o->pktgen.sweep, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (check_all(l->o, &s, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	return sweep(l, &s);
}
