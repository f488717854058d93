// SPDX-License-Identifier: GPL-2.0-only
/* load_udp.c - `txring load udp DEST`: from options to a summary. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "load_udp.h"

#define PORT_DEFAULT	8000
#define DURATION_NS	4000000000ULL

struct ticker {
	struct txr_udp *u;
	FILE *out;			/* NULL: say nothing */
	struct txr_udp_counts was;
	double was_at;
};

static uint64_t or_zero(uint64_t n)
{
	return n == TXR_LOAD_UNSET ? 0 : n;
}

static void config_of(struct txr_udp_config *c, const struct txr_load_opts *o)
{
	*c = (struct txr_udp_config){
		.host = o->operand,
		.port = o->udp.port == TXR_LOAD_UNSET ? PORT_DEFAULT : (uint16_t)o->udp.port,
		.family = o->udp.ipv6 ? AF_INET6 : o->udp.ipv4 ? AF_INET : AF_UNSPEC,
		.mode = o->udp.mode == TXR_LOAD_NO_CHOICE ? TXR_UDP_SEND :
							    (enum txr_udp_mode)o->udp.mode,
		.unconnected = o->udp.unconnected, .zerocopy = o->udp.zerocopy,
		.timestamps = o->udp.timestamps, .rate_bps = o->rate_bps,
		.message_bytes = or_zero(o->size_bytes),
		.segment_bytes = or_zero(o->udp.segment_bytes),
		.messages = or_zero(o->count), .duration_ns = or_zero(o->duration_ns),
		.pps = or_zero(o->pps), .busy_poll_us = or_zero(o->udp.busy_poll_us),
		.cpu = o->cpu, .nr_cpus = o->nr_cpus,
	};
	c->threads = (unsigned int)or_zero(o->threads);
	if (!c->threads)
		c->threads = o->nr_cpus ? (unsigned int)o->nr_cpus : 1;
	if (!c->messages && !c->duration_ns)
		c->duration_ns = DURATION_NS;
}

static void tick(void *ctx)
{
	struct ticker *t = ctx;
	struct txr_udp_counts c;
	double at = txr_load_now_s();

	txr_udp_sample(t->u, &c);
	if (t->out) {
		txr_udp_print_second(t->out, &t->was, &c, at - t->was_at);
		fflush(t->out);
	}
	t->was = c;
	t->was_at = at;
}

static void say_used(const struct txr_load *l, const struct txr_udp_run *run)
{
	if (!run->r.gso_errno || l->o->common.quiet)
		return;
	fprintf(stderr, "txring: --mode gso: refused with %s (%s); sent by %s instead\n",
		strerror(run->r.gso_errno), run->r.gso_errno == EIO ?
		"no checksum offload, or IPsec on the way" :
		"more than 64 segments on an older kernel", txr_udp_mode_name(run->r.used));
}

/* The device's own count, all senders together; -1 not known. */
static int64_t tx_dropped(const char *dev)
{
	const struct txr_device_state *d;
	struct txr_snapshot s = { 0 };
	int64_t n = -1;

	if (!*dev || txr_snapshot_take(&s, NULL))
		return -1;
	d = txr_snapshot_find(&s, dev, 0);
	if (d && d->tx_dropped >= 0)
		n = d->tx_dropped;
	txr_snapshot_free(&s);
	return n;
}

static int send_all(struct txr_load *l, struct txr_udp_run *run, FILE *lines)
{
	int64_t dropped = tx_dropped(run->t.dev), after;
	struct ticker t = { .out = lines };
	int ret;

	ret = txr_udp_new(&t.u, &run->c, &run->t, &run->err);
	if (!ret && run->file[0])
		ret = txr_load_rec_begin(&run->rec, run->file, run->t.dev, l->command, &run->err);
	t.was_at = txr_load_now_s();
	if (!ret)
		ret = txr_udp_start(t.u, &run->err);
	if (!ret) {
		txr_load_wait(l, txr_udp_done_fd(t.u), TXR_NO_DURATION, tick, &t);
		txr_udp_join(t.u, &run->r);
		run->ran = true;
		run->err = run->r.err;
		after = tx_dropped(run->t.dev);
		run->device_dropped = dropped < 0 || after < dropped ? -1 : after - dropped;
		say_used(l, run);
	}
	txr_load_rec_end(&run->rec, &run->err);
	txr_udp_free(t.u);
	return -run->err.code;
}

/* Where this run's recording goes: FILE, or FILE.MODE of a comparison. */
static void name_file(struct txr_udp_run *run, const struct txr_load_opts *o)
{
	if (o->record && o->udp.compare)
		snprintf(run->file, sizeof(run->file), "%s.%s", o->record,
			 txr_udp_mode_name(run->c.mode));
	else if (o->record)
		snprintf(run->file, sizeof(run->file), "%s", o->record);
}

static int run_one(struct txr_load *l, struct txr_udp_run *run, FILE *lines)
{
	int ret;

	run->rec = (struct txr_load_rec)TXR_LOAD_REC_NONE;
	name_file(run, l->o);
	ret = txr_udp_resolve(&run->t, &run->c, &run->err);
	if (!ret)
		ret = txr_udp_settle(&run->c, &run->t, &run->err);
	if (!ret)
		ret = send_all(l, run, lines);
	if (run->ran && l->o->udp.ask) {
		struct txr_err err = { 0 };

		run->asked = !txr_udp_ask(&run->answer, &run->t, run->r.run, &err);
		if (!run->asked && !ret)
			run->err = err;
	}
	return -run->err.code;
}

static void free_run(struct txr_udp_run *run)
{
	if (run->ran)
		txr_hist_free(&run->r.delay);
	txr_load_rec_free(&run->rec);
}

static FILE *lines_of(const struct txr_load *l)
{
	if (l->o->common.quiet)
		return NULL;
	return l->o->json ? stderr : stdout;
}

static bool nothing_sent(const struct txr_udp_run *run)
{
	return run->ran && !run->r.counts.datagrams;
}

static int single(struct txr_load *l)
{
	struct txr_udp_run run = { .ran = false };
	int status = TXR_EXIT_OK;

	config_of(&run.c, l->o);
	if (run_one(l, &run, lines_of(l)))
		status = run.ran ? TXR_EXIT_FAILED :
			 run.err.code == EINVAL ? TXR_EXIT_USAGE : TXR_EXIT_FAILED;
	if (run.ran && l->o->json)
		status |= txr_load_print_json(txr_udp_json(&run));
	else if (run.ran)
		txr_udp_print_summary(stdout, &run);
	if (run.rec.report && !l->o->json && txr_load_draw_report(&run.rec, run.t.dev))
		status = TXR_EXIT_FAILED;
	fflush(stdout);
	if (run.err.code)
		txr_complain(&run.err, 0);
	if (nothing_sent(&run))
		status = TXR_EXIT_FAILED;
	free_run(&run);
	return status;
}

static struct json_object *compare_json(const struct txr_udp_run *run)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	int i;

	json_object_object_add(o, "schema", json_object_new_int(1));
	for (i = 0; i < TXR_UDP_MODES; i++)
		json_object_array_add(list, txr_udp_json(&run[i]));
	json_object_object_add(o, "modes", list);
	return o;
}

static int compare(struct txr_load *l)
{
	struct txr_udp_run run[TXR_UDP_MODES] = { 0 };
	int i, status = TXR_EXIT_OK;

	for (i = 0; i < TXR_UDP_MODES && !l->interrupted; i++) {
		config_of(&run[i].c, l->o);
		run[i].c.mode = (enum txr_udp_mode)i;
		if (i == TXR_UDP_FRAGMENT)
			run[i].c.segment_bytes = 0;
		if (lines_of(l) && l->o->common.verbose)
			fprintf(lines_of(l), "%s\n", txr_udp_mode_name(run[i].c.mode));
		if (run_one(l, &run[i], l->o->common.verbose ? lines_of(l) : NULL)) {
			txr_complain(&run[i].err, 0);
			status = TXR_EXIT_FAILED;
		}
		if (nothing_sent(&run[i]))
			status = TXR_EXIT_FAILED;
	}
	if (l->o->json)
		status |= txr_load_print_json(compare_json(run));
	else
		txr_udp_print_compare(stdout, run, TXR_UDP_MODES);
	for (i = 0; i < TXR_UDP_MODES; i++)
		free_run(&run[i]);
	return status;
}

int txr_load_udp(struct txr_load *l)
{
	return l->o->udp.compare ? compare(l) : single(l);
}
