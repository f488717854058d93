// SPDX-License-Identifier: GPL-2.0-only
/* load_udp_text.c - the UDP load for people. MB are 1,000,000 bytes of payload. */
#include <inttypes.h>
#include <string.h>
#include "cli/units.h"
#include "load_udp.h"

static double per(double n, double seconds)
{
	return seconds > 0 ? n / seconds : 0;
}

struct txr_udp_rates txr_udp_rates_of(const struct txr_udp_result *r)
{
	struct txr_udp_rates x = { .seconds = (double)r->elapsed_ns / 1e9 };

	x.mb = per((double)r->counts.bytes / 1e6, x.seconds);
	x.calls = per((double)r->counts.calls, x.seconds);
	x.messages = per((double)r->counts.messages, x.seconds);
	x.datagrams = per((double)r->counts.datagrams, x.seconds);
	x.wire_packets = per((double)r->counts.wire_packets, x.seconds);
	x.cpu_us_per_mb = r->counts.bytes ?
		(double)r->cpu_ns / 1e3 / ((double)r->counts.bytes / 1e6) : 0;
	return x;
}

void txr_udp_print_second(FILE *out, const struct txr_udp_counts *was,
			  const struct txr_udp_counts *now, double seconds)
{
	fprintf(out, "udp tx: %6.0f MB/s %8.0f calls/s %6.0f msg/s\n",
		per((double)(now->bytes - was->bytes) / 1e6, seconds),
		per((double)(now->calls - was->calls), seconds),
		per((double)(now->messages - was->messages), seconds));
}

static void print_what(FILE *out, const struct txr_udp_run *run)
{
	const struct txr_udp_config *c = &run->c;
	uint64_t n = txr_udp_datagrams(c);

	fprintf(out, "%s to %s port %u", txr_udp_mode_name(run->r.used), run->t.address, c->port);
	if (run->t.dev[0])
		fprintf(out, " by %s", run->t.dev);
	fprintf(out, ", MTU %u", run->t.mtu);
	if (c->mode == TXR_UDP_FRAGMENT)
		fprintf(out, "\n  datagrams of %" PRIu64 " bytes, %" PRIu64 " fragments each\n",
			c->message_bytes,
			txr_udp_fragments(run->t.family, run->t.mtu, c->message_bytes));
	else
		fprintf(out, "\n  messages of %" PRIu64 " bytes, %" PRIu64 " datagram%s of %"
			PRIu64 " at most\n", c->message_bytes, n, n == 1 ? "" : "s",
			c->segment_bytes);
	if (run->r.used != c->mode)
		fprintf(out, "  %s was asked for and refused: %s\n", txr_udp_mode_name(c->mode),
			strerror(run->r.gso_errno));
}

static void print_count(FILE *out, const char *name, uint64_t n, const char *more)
{
	char text[TXR_UNIT_BUF];

	fprintf(out, "  %-9s %14s%s\n", name, txr_format_grouped(text, n), more);
}

static void print_refused(FILE *out, const struct txr_udp_counts *c)
{
	char kinds[256] = "", n[TXR_UNIT_BUF];
	size_t len = 0;
	int i;

	for (i = 0; i < TXR_UDP_REFUSALS; i++)
		if (c->refused[i] && len < sizeof(kinds))
			len += (size_t)snprintf(kinds + len, sizeof(kinds) - len, "%s%s %s",
						len ? ", " : "  ", txr_udp_refusal_name(i),
						txr_format_grouped(n, c->refused[i]));
	print_count(out, "refused", txr_udp_refused(c), kinds);
}

static void print_answer(FILE *out, const struct txr_udp_run *run)
{
	const struct txr_udp_answer *a = &run->answer;
	uint64_t numbered = run->r.counts.numbered;
	uint64_t lost = numbered > a->distinct ? numbered - a->distinct : 0;
	char more[128] = "", n[TXR_UNIT_BUF];

	if (a->socket_drops)
		snprintf(more, sizeof(more), "  the sink's socket was full for %s of all runs",
			 txr_format_grouped(n, a->socket_drops));
	print_count(out, "received", a->distinct, a->damaged ? "  some DAMAGED" : "");
	print_count(out, "lost", lost, more);
	if (numbered < run->r.counts.datagrams)
		print_count(out, "too small", run->r.counts.datagrams - numbered,
			    "  to carry a number: not among these");
}

static void print_extras(FILE *out, const struct txr_udp_run *run)
{
	const struct txr_udp_counts *c = &run->r.counts;
	char a[TXR_UNIT_BUF], b[TXR_UNIT_BUF], d[TXR_UNIT_BUF], e[TXR_UNIT_BUF];

	if (c->partial_calls)
		fprintf(out, "  %s calls of sendmmsg took a part only\n",
			txr_format_grouped(a, c->partial_calls));
	if (run->c.zerocopy)
		fprintf(out, "  zerocopy: %s sent so, %s told done, %s of these copied after all\n",
			txr_format_grouped(a, c->zerocopy_sent),
			txr_format_grouped(b, c->zerocopy_done),
			txr_format_grouped(d, c->zerocopy_copied));
	if (c->behind)
		fprintf(out, "  the rate could not be kept: %s times more than 100 ms behind\n",
			txr_format_grouped(a, c->behind));
	if (c->icmp_errors)
		fprintf(out, "  %s ICMP errors came back\n", txr_format_grouped(a, c->icmp_errors));
	if (!run->c.timestamps)
		return;
	if (!c->stamps) {
		fputs("  stack to driver: no time stamps; the device's driver makes none\n", out);
		return;
	}
	fprintf(out, "  stack to driver: avg %s p50 %s p99 %s max %s",
		txr_format_ns(a, (uint64_t)txr_hist_mean(&run->r.delay)),
		txr_format_ns(b, txr_hist_quantile(&run->r.delay, 0.5)),
		txr_format_ns(d, txr_hist_quantile(&run->r.delay, 0.99)),
		txr_format_ns(e, run->r.delay.max_ns));
	fprintf(out, ", %s of %s stamped\n", txr_format_grouped(a, c->stamps),
		txr_format_grouped(b, c->stamps_due));
}

void txr_udp_print_summary(FILE *out, const struct txr_udp_run *run)
{
	struct txr_udp_rates x = txr_udp_rates_of(&run->r);
	const struct txr_udp_counts *c = &run->r.counts;
	uint64_t refused = txr_udp_refused(c);

	print_what(out, run);
	fprintf(out, "  %.2f s, %u sender%s: %.1f MB/s, %.0f calls/s, %.0f msg/s\n", x.seconds,
		run->c.threads, run->c.threads == 1 ? "" : "s", x.mb, x.calls, x.messages);
	fprintf(out, "  %.0f packets/s on the wire, CPU time %.0f us per MB\n", x.wire_packets,
		x.cpu_us_per_mb);
	print_count(out, "offered", c->datagrams + refused, " datagrams");
	print_count(out, "accepted", c->datagrams, "");
	print_refused(out, c);
	/* Behind a qdisc the stack does not hear of what the driver drops. */
	if (run->device_dropped > 0)
		print_count(out, "dropped", (uint64_t)run->device_dropped,
			    "  by the device, after they were accepted (its counter)");
	if (run->asked)
		print_answer(out, run);
	print_extras(out, run);
}
