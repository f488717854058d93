// SPDX-License-Identifier: GPL-2.0-only
/* load_pktgen.c - `txring load pktgen -d DEV`: one run. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "load/pktgen_seen.h"
#include "load_pktgen.h"

#define SIZE_DEFAULT	60
#define DURATION_NS	4000000000ULL

static uint64_t or_zero(uint64_t n)
{
	return n == TXR_LOAD_UNSET ? 0 : n;
}

static int parse_range(const char *name, const char *text, unsigned int max, uint16_t *from,
		       uint16_t *to, struct txr_err *err)
{
	unsigned int a, b;
	char end;
	int n = sscanf(text, "%5u-%5u%c", &a, &b, &end);

	if (n == 1 && !strchr(text, '-') && strspn(text, "0123456789") == strlen(text))
		b = a;
	else if (n != 2)
		a = max + 1;
	if (a > max || b > max || a > b)
		return txr_fail(err, EINVAL, "%s: '%s' is no range; give FROM-TO within 0 to %u",
				name, text, max);
	*from = (uint16_t)a;
	*to = (uint16_t)b;
	return 0;
}

static int parse_mac(struct txr_pktgen_config *c, const char *text, struct txr_err *err)
{
	uint8_t *m = c->dst_mac;
	char end;

	c->has_dst_mac = true;
	if (sscanf(text, "%2hhx:%2hhx:%2hhx:%2hhx:%2hhx:%2hhx%c", &m[0], &m[1], &m[2], &m[3],
		   &m[4], &m[5], &end) == 6)
		return 0;
	return txr_fail(err, EINVAL, "--dst-mac: '%s' is no link address; give one like "
			"02:00:00:00:00:01", text);
}

static int take_texts(struct txr_pktgen_config *c, const struct txr_load_opts *o,
		      struct txr_err *err)
{
	int ret = 0;

	c->has_ports = o->pktgen.src_ports != NULL;
	c->has_queues = o->pktgen.queues != NULL;
	if (c->has_ports)
		ret = parse_range("--src-ports", o->pktgen.src_ports, 65535, &c->port_from,
				  &c->port_to, err);
	if (!ret && c->has_queues)
		ret = parse_range("--queues", o->pktgen.queues, 65534, &c->queue_from,
				  &c->queue_to, err);
	if (!ret && o->pktgen.dst_mac)
		ret = parse_mac(c, o->pktgen.dst_mac, err);
	return ret;
}

int txr_pg_config(struct txr_pktgen_config *c, const struct txr_load_opts *o,
		  struct txr_err *err)
{
	const struct txr_load_pktgen_opts *p = &o->pktgen;

	*c = (struct txr_pktgen_config){
		.dev = p->dev, .count = or_zero(o->count), .rate_bps = o->rate_bps,
		.mode = p->xmit_mode == TXR_LOAD_NO_CHOICE ? TXR_XMIT_START :
							     (enum txr_xmit_mode)p->xmit_mode,
		.size_bytes = o->size_bytes == TXR_LOAD_UNSET ? SIZE_DEFAULT :
							       (uint32_t)o->size_bytes,
		.pps = or_zero(o->pps), .delay_ns = or_zero(p->delay_ns),
		.burst = (uint32_t)or_zero(p->burst),
		.skb_burst = (uint32_t)or_zero(p->skb_burst),
		.clone_skb = (uint32_t)or_zero(p->clone_skb),
		.frags = (uint32_t)or_zero(p->frags), .dst = p->dst,
		.flows = (uint32_t)or_zero(p->flows), .flow_len = (uint32_t)or_zero(p->flow_len),
		.vlan = p->vlan == TXR_LOAD_UNSET ? -1 : (int)p->vlan,
		.node = p->node == TXR_LOAD_UNSET ? -1 : (int)p->node,
		.cpu = o->nr_cpus ? o->cpu : NULL,
	};
	c->threads = (unsigned int)or_zero(o->threads);
	if (!c->threads)
		c->threads = o->nr_cpus ? (unsigned int)o->nr_cpus : 1;
	return take_texts(c, o, err);
}

struct txr_pg_total txr_pg_sum(const struct txr_pktgen_result *r, unsigned int count)
{
	struct txr_pg_total t = { 0 };
	unsigned int i;

	for (i = 0; i < count; i++) {
		t.packets += r[i].packets;
		t.errors += r[i].errors;
		if (r[i].elapsed_us > t.elapsed_us)
			t.elapsed_us = r[i].elapsed_us;
		if (r[i].idle_us > t.idle_us)
			t.idle_us = r[i].idle_us;
		if (!r[i].elapsed_us)
			continue;
		t.pps += (double)r[i].packets * 1e6 / (double)r[i].elapsed_us;
		t.bps += (double)r[i].packets * r[i].bytes * 8e6 / (double)r[i].elapsed_us;
	}
	return t;
}

struct ticker {
	struct txr_pg_run *run;
	FILE *out;
	uint64_t packets, errors;
	double at;
};

static void tick(void *ctx)
{
	struct ticker *t = ctx;
	uint64_t packets = 0, errors = 0;
	struct txr_pktgen_result r;
	double at = txr_load_now_s(), pps;
	unsigned int i;

	for (i = 0; i < t->run->c.threads; i++) {
		if (txr_pktgen_read(&t->run->p, i, &r, NULL))
			continue;
		packets += r.packets;
		errors += r.errors;
	}
	pps = at > t->at && packets > t->packets ?
	      (double)(packets - t->packets) / (at - t->at) : 0;
	if (t->out)
		fprintf(t->out, "pktgen: %9.0f pps %7.0f Mb/s %8" PRIu64 " errors\n", pps,
			pps * t->run->c.size_bytes * 8 / 1e6, errors - t->errors);
	if (t->out)
		fflush(t->out);
	t->packets = packets;
	t->errors = errors;
	t->at = at;
}

static bool has_companion(struct txr_backend *b)
{
	const char *event;
	size_t i;

	for (i = 0; (event = txr_backend_event(b, i)); i++)
		if (!strncmp(event, "txring_pktgen:", 14))
			return true;
	return false;
}

/* Tracing is on, nothing is sent yet: what it cannot show is said now. */
static int begin_record(struct txr_load *l, struct txr_pg_run *run, bool *companion)
{
	struct txr_pktgen_config *c = &run->c;
	int ret;

	ret = txr_load_rec_begin(&run->rec, run->file, c->dev, l->command, &run->err);
	if (ret)
		return ret;
	*companion = has_companion(&run->rec.backend);
	c->own_skb = txr_backend_tier(&run->rec.backend) != TXR_TIER_PATCHED &&
		     c->mode != TXR_XMIT_RECEIVE && c->burst <= 1 && !c->clone_skb;
	return 0;
}

static void warn_unseen(const struct txr_load *l, struct txr_pg_run *run, bool companion)
{
	bool own = run->c.own_skb && !run->p.no_shared_flag;
	const char *why = txr_pktgen_unseen(&run->c, txr_backend_tier(&run->rec.backend),
					    companion, own);

	if (why && !l->o->common.quiet)
		fprintf(stderr, "txring: --record: %s\n", why);
}

static int send_all(struct txr_load *l, struct txr_pg_run *run, FILE *lines)
{
	struct ticker t = { .run = run, .out = lines, .at = txr_load_now_s() };
	uint64_t duration = or_zero(l->o->duration_ns);
	int ret;

	if (!duration)
		duration = run->c.count ? TXR_NO_DURATION : DURATION_NS;
	ret = txr_pktgen_start(&run->p, &run->err);
	if (ret)
		return ret;
	txr_load_wait(l, txr_pktgen_done_fd(&run->p), duration, tick, &t);
	return txr_pktgen_stop(&run->p, &run->err);
}

static int read_all(struct txr_pg_run *run)
{
	unsigned int i;
	int ret = 0;

	run->thread = calloc(run->c.threads, sizeof(*run->thread));
	if (!run->thread)
		return txr_fail(&run->err, ENOMEM, "no memory for the result");
	for (i = 0; i < run->c.threads && !ret; i++)
		ret = txr_pktgen_read(&run->p, i, &run->thread[i], &run->err);
	if (ret)
		return ret;
	run->total = txr_pg_sum(run->thread, run->c.threads);
	run->ran = true;
	return 0;
}

static int with_pktgen(struct txr_load *l, struct txr_pg_run *run, FILE *lines)
{
	unsigned int queues = 1;
	bool companion = false;
	int ret;

	ret = txr_pktgen_settle(&run->c, &queues, &run->err);
	run->p.queues = queues;
	if (!ret && run->file[0])
		ret = begin_record(l, run, &companion);
	if (!ret)
		ret = txr_pktgen_setup(&run->p, &run->c, &run->err);
	if (!ret && run->file[0])
		warn_unseen(l, run, companion);
	if (!ret)
		ret = send_all(l, run, lines);
	if (!ret)
		ret = read_all(run);
	txr_load_rec_end(&run->rec, &run->err);
	return ret;
}

int txr_pg_run(struct txr_load *l, struct txr_pg_run *run, const char *file, FILE *lines)
{
	struct txr_err err = { 0 };
	int ret;

	run->rec = (struct txr_load_rec)TXR_LOAD_REC_NONE;
	if (file)
		snprintf(run->file, sizeof(run->file), "%s", file);
	ret = txr_pktgen_open(&run->p, &txr_pktgen_kernel, &run->err);
	if (ret)
		return ret;
	with_pktgen(l, run, lines);
	if (txr_pktgen_close(&run->p, &err) && !run->err.code)
		run->err = err;
	return -run->err.code;
}

void txr_pg_run_free(struct txr_pg_run *run)
{
	free(run->thread);
	run->thread = NULL;
	txr_load_rec_free(&run->rec);
}

static int show(const struct txr_load *l, const struct txr_pg_run *run)
{
	if (l->o->json)
		return txr_load_print_json(txr_pg_json(run));
	if (l->o->pktgen.classic)
		txr_pg_print_classic(stdout, run);
	else
		txr_pg_print(stdout, run);
	if (run->rec.report && txr_load_draw_report(&run->rec, run->c.dev))
		return TXR_EXIT_FAILED;
	return TXR_EXIT_OK;
}

static int single(struct txr_load *l)
{
	struct txr_pg_run run = { .ran = false };
	FILE *lines = l->o->common.quiet ? NULL :
		      l->o->json || l->o->pktgen.classic ? stderr : stdout;
	int status = TXR_EXIT_OK;

	if (txr_pg_config(&run.c, l->o, &run.err))
		return txr_complain(&run.err, TXR_EXIT_USAGE);
	if (txr_pg_run(l, &run, l->o->record, lines))
		status = TXR_EXIT_FAILED;
	if (run.ran)
		status |= show(l, &run);
	fflush(stdout);
	if (run.err.code)
		txr_complain(&run.err, 0);
	txr_pg_run_free(&run);
	return status;
}

int txr_load_pktgen(struct txr_load *l)
{
	if (l->o->pktgen.sweep || l->o->pktgen.repeat != TXR_LOAD_UNSET)
		return txr_pg_rows(l);
	return single(l);
}
