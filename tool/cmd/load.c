// SPDX-License-Identifier: GPL-2.0-only
/* load.c - `txring load`: which workload, and what they share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "load.h"
#include "txring/view.h"

double txr_load_now_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

enum txr_end txr_load_wait(struct txr_load *l, int done_fd, uint64_t duration_ns,
			   void (*tick)(void *ctx), void *ctx)
{
	enum txr_end end = txr_waiter_wait(&l->waiter, done_fd, duration_ns, tick, ctx);

	if (end == TXR_END_SIGNAL)
		l->interrupted = true;
	return end;
}

int txr_load_draw_report(const struct txr_load_rec *r, const char *dev)
{
	struct txr_view_opts v = { .queue = -1, .device = dev };

	putchar('\n');
	return txr_view_text(stdout, r->report, &v);
}

static void join_command(char *to, size_t size, int argc, char **argv)
{
	size_t len = (size_t)snprintf(to, size, "txring");
	int i;

	for (i = 0; i < argc && len < size; i++)
		len += (size_t)snprintf(to + len, size - len, " %s", argv[i]);
}

static int help(const struct txr_load_opts *o, bool both)
{
	struct txr_err err = { 0 };
	char *text = txr_load_help(o->kind, both);

	fputs(text ? text : "", stdout);
	free(text);
	return txr_flush_stdout(&err) ? txr_complain(&err, TXR_EXIT_FAILED) : TXR_EXIT_OK;
}

static int run(int argc, char **argv)
{
	struct txr_load_opts o;
	struct txr_load l = { .o = &o, .no_child = TXR_CHILD_NONE, .waiter = { .signal_fd = -1 } };
	struct txr_err err = { 0 };
	bool both = false;
	int status;

	join_command(l.command, sizeof(l.command), argc, argv);
	if (txr_load_parse(&o, argc, argv, &both, &err))
		return txr_complain(&err, TXR_EXIT_USAGE);
	if (o.common.help)
		return help(&o, both);
	if (txr_waiter_init(&l.waiter, &l.no_child, false, &err))
		return txr_complain(&err, TXR_EXIT_FAILED);
	if (o.kind == TXR_LOAD_PKTGEN)
		status = txr_load_pktgen(&l);
	else
		status = o.udp.sink ? txr_load_sink(&l) : txr_load_udp(&l);
	txr_waiter_free(&l.waiter);
	return status;
}

const struct txr_cmd txr_cmd_load = {
	"load", "load a tx ring, by UDP sockets or pktgen", run, txr_load_options
};
