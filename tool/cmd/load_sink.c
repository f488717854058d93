// SPDX-License-Identifier: GPL-2.0-only
/* load_sink.c - `txring load udp --sink`: what arrived, of which run. */
#include <inttypes.h>
#include "cli/units.h"
#include "load_json.h"
#include "load_udp.h"

#define SCHEMA 1

struct sink_ticker {
	struct txr_udp_sink *s;
	FILE *out;
	struct txr_udp_sink_counts was;
	double at;
};

static void tick(void *ctx)
{
	struct sink_ticker *t = ctx;
	struct txr_udp_sink_counts c;
	double at = txr_load_now_s(), seconds = at - t->at;

	txr_udp_sink_sample(t->s, &c);
	if (t->out && seconds > 0 && c.datagrams > t->was.datagrams) {
		fprintf(t->out, "udp rx: %6.0f MB/s %8.0f datagrams/s\n",
			(double)(c.bytes - t->was.bytes) / 1e6 / seconds,
			(double)(c.datagrams - t->was.datagrams) / seconds);
		fflush(t->out);
	}
	t->was = c;
	t->at = at;
}

static struct json_object *stream_json(const struct txr_udp_stream *st)
{
	struct json_object *o = json_object_new_object();

	txr_load_add(o, "run", st->run);
	txr_load_add(o, "thread", st->thread);
	txr_load_add(o, "received", st->distinct);
	txr_load_add(o, "missing", txr_stream_missing(st));
	txr_load_add(o, "duplicates", st->duplicates);
	txr_load_add(o, "reordered", st->reordered);
	txr_load_add(o, "late", st->late);
	txr_load_add(o, "damaged", st->damaged);
	return o;
}

static struct json_object *sink_json(const struct txr_udp_sink_result *r)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	const struct txr_udp_sink_counts *c = &r->counts;
	uint64_t missing = 0;
	size_t i;

	txr_load_add(o, "schema", SCHEMA);
	txr_load_add(o, "received", c->datagrams);
	txr_load_add(o, "bytes", c->bytes);
	txr_load_add(o, "good", c->good);
	txr_load_add(o, "unchecked", c->unchecked);
	txr_load_add(o, "foreign", c->foreign);
	txr_load_add(o, "damaged", c->damaged);
	txr_load_add(o, "unsorted", c->unsorted);
	txr_load_add(o, "questions", c->questions);
	txr_load_add(o, "socket_drops", r->socket_drops);
	txr_load_add(o, "elapsed_ns", r->elapsed_ns);
	for (i = 0; i < r->nr_streams; i++) {
		missing += txr_stream_missing(r->stream[i]);
		json_object_array_add(list, stream_json(r->stream[i]));
	}
	txr_load_add(o, "missing", missing);
	json_object_object_add(o, "senders", list);
	return o;
}

static void print_text(const struct txr_udp_sink_result *r)
{
	const struct txr_udp_sink_counts *c = &r->counts;
	char a[TXR_UNIT_BUF], b[TXR_UNIT_BUF], t[TXR_UNIT_BUF];
	size_t i;

	printf("received %s datagrams, %s, in %s\n", txr_format_grouped(a, c->datagrams),
	       txr_format_bytes(b, c->bytes),
	       txr_format_ns(t, r->elapsed_ns));
	printf("  payload good %" PRIu64 ", damaged %" PRIu64 ", too small to tell %" PRIu64
	       ", not of txring %" PRIu64 "\n", c->good, c->damaged, c->unchecked, c->foreign);
	printf("  dropped at this socket, its buffer full: %" PRIu64 "\n", r->socket_drops);
	if (c->unsorted)
		printf("  of more senders than are kept apart: %" PRIu64 "\n", c->unsorted);
	if (r->nr_streams)
		printf("  %-8s %6s %12s %12s %10s %10s\n", "run", "thread", "received", "missing",
		       "duplicate", "reordered");
	for (i = 0; i < r->nr_streams; i++) {
		const struct txr_udp_stream *st = r->stream[i];

		printf("  %08x %6u %12" PRIu64 " %12" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n",
		       st->run, st->thread, st->distinct, txr_stream_missing(st),
		       st->duplicates, st->reordered);
	}
}

static void config_of(struct txr_udp_sink_config *c, const struct txr_load_opts *o)
{
	*c = (struct txr_udp_sink_config){
		.host = o->operand,
		.port = o->udp.port == TXR_LOAD_UNSET ? 8000 : (uint16_t)o->udp.port,
		.family = o->udp.ipv6 ? AF_INET6 : o->udp.ipv4 ? AF_INET : AF_UNSPEC,
		.duration_ns = o->duration_ns == TXR_LOAD_UNSET ? 0 : o->duration_ns,
		.count = o->count == TXR_LOAD_UNSET ? 0 : o->count,
		.busy_poll_us = o->udp.busy_poll_us == TXR_LOAD_UNSET ? 0 : o->udp.busy_poll_us,
		.cpu = o->nr_cpus ? o->cpu[0] : -1,
	};
}

static int show(const struct txr_load *l, const struct txr_udp_sink_result *r)
{
	if (l->o->json)
		return txr_load_print_json(sink_json(r));
	print_text(r);
	return TXR_EXIT_OK;
}

int txr_load_sink(struct txr_load *l)
{
	struct sink_ticker t = { .out = l->o->common.quiet ? NULL :
				 l->o->json ? stderr : stdout };
	struct txr_udp_sink_config c;
	struct txr_udp_sink_result r;
	struct txr_err err = { 0 };
	int ret, status = TXR_EXIT_FAILED;

	config_of(&c, l->o);
	ret = txr_udp_sink_new(&t.s, &c, &err);
	if (!ret)
		ret = txr_udp_sink_start(t.s, &err);
	if (!ret) {
		if (!l->o->common.quiet)
			fprintf(stderr, "txring: sink at port %u; ^C ends it\n", c.port);
		t.at = txr_load_now_s();
		txr_load_wait(l, txr_udp_sink_done_fd(t.s), TXR_NO_DURATION, tick, &t);
		txr_udp_sink_join(t.s, &r);
		status = show(l, &r);
		err = r.err;
	}
	txr_udp_sink_free(t.s);
	return err.code ? txr_complain(&err, TXR_EXIT_FAILED) : status;
}
