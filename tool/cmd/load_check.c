// SPDX-License-Identifier: GPL-2.0-only
/* load_check.c - which options of `txring load` go together, and their ranges. */
#include <errno.h>
#include <inttypes.h>
#include "load_opts.h"

struct rule {
	const char *a, *b;	/* long names */
	const char *why;	/* NULL, NULL ends */
};

static const struct rule udp_rules[] = {
	{ "sink", "mode", "a sink sends nothing; leave one away" },
	{ "sink", "compare", "a sink sends nothing; leave one away" },
	{ "sink", "segment", "a sink sends nothing; leave one away" },
	{ "sink", "size", "a sink takes any size; leave one away" },
	{ "sink", "rate", "a sink sends nothing; leave one away" },
	{ "sink", "pps", "a sink sends nothing; leave one away" },
	{ "sink", "unconnected", "a sink sends nothing; leave one away" },
	{ "sink", "zerocopy", "a sink sends nothing; leave one away" },
	{ "sink", "timestamps", "a sink sends nothing; leave one away" },
	{ "sink", "record", "a sink loads no ring; record with txring record" },
	{ "sink", "ask", "a sink is the one that is asked; leave one away" },
	{ "sink", "threads", "a sink is one thread; leave --threads away" },
	{ "compare", "mode", "--compare runs every mode; leave one away" },
	{ "compare", "ask", "a sink knows runs, not modes; leave one away" },
	{ "count", "duration", "one of them ends it; leave one away" },
	{ "rate", "pps", "one limit at a time; leave one away" },
	{ "ipv4", "ipv6", "one family at a time; leave one away" },
	{ NULL, NULL, NULL }
};

static const struct rule pktgen_rules[] = {
	{ "count", "duration", "one of them ends it; leave one away" },
	{ "rate", "pps", "one limit at a time; leave one away" },
	{ "rate", "delay", "both set the time between packets; leave one away" },
	{ "pps", "delay", "both set the time between packets; leave one away" },
	{ "burst", "skb-burst", "one packet many times, or many packets; leave one away" },
	{ "clone-skb", "skb-burst", "skb-burst sends each packet once; leave one away" },
	{ "json", "classic", "only one form at a time; leave one away" },
	{ "sweep", "classic", "pktgen's own words have no table; leave one away" },
	{ "repeat", "classic", "pktgen's own words have no medians; leave one away" },
	{ NULL, NULL, NULL }
};

static int check_rules(const struct txr_load_opts *o, const struct rule *r, struct txr_err *err)
{
	for (; r->a; r++)
		if (txr_load_given(o, r->a) && txr_load_given(o, r->b))
			return txr_fail(err, EINVAL, "--%s and --%s: %s", r->a, r->b, r->why);
	return 0;
}

struct range {
	const char *name;
	uint64_t value, min, max;
	const char *unit;
};

static int check_ranges(const struct range *r, size_t count, struct txr_err *err)
{
	for (; count; count--, r++)
		if (r->value != TXR_LOAD_UNSET && (r->value < r->min || r->value > r->max))
			return txr_fail(err, EINVAL, "--%s %" PRIu64 ": out of range; give %"
					PRIu64 " to %" PRIu64 "%s", r->name, r->value, r->min,
					r->max, r->unit);
	return 0;
}

static int check_common(const struct txr_load_opts *o, struct txr_err *err)
{
	const struct range ranges[] = {
		{ "threads", o->threads, 1, TXR_LOAD_CPUS_MAX, "" },
		{ "count", o->count, 1, TXR_LOAD_UNSET, "" },
		{ "pps", o->pps, 1, 1000000000, "" },
	};
	int ret = check_ranges(ranges, sizeof(ranges) / sizeof(ranges[0]), err);

	if (ret)
		return ret;
	if (o->duration_ns == 0)
		return txr_fail(err, EINVAL, "--duration 0: nothing could be sent; give seconds, "
				"or 500ms");
	if (o->threads != TXR_LOAD_UNSET && o->nr_cpus > o->threads)
		return txr_fail(err, EINVAL, "--threads %" PRIu64 " and --cpus %s: %zu CPUs for "
				"fewer senders; give as many --threads, or none", o->threads,
				o->cpus_text, o->nr_cpus);
	return 0;
}

static int check_udp(const struct txr_load_opts *o, struct txr_err *err)
{
	const struct txr_load_udp_opts *u = &o->udp;
	const struct range ranges[] = {
		{ "port", u->port, 1, 65535, "" },
		{ "segment", u->segment_bytes, 1, 65527, " bytes" },
		{ "size", o->size_bytes, 1, 16 << 20, " bytes" },
		{ "busy-poll", u->busy_poll_us, 1, 1000000, " microseconds" },
	};
	int ret = check_ranges(ranges, sizeof(ranges) / sizeof(ranges[0]), err);

	if (!ret)
		ret = check_rules(o, udp_rules, err);
	if (ret)
		return ret;
	if (!o->operand && !u->sink)
		return txr_fail(err, EINVAL, "load udp: no destination; give an address, or "
				"--sink to receive");
	if (u->mode == 3 && txr_load_given(o, "segment"))
		return txr_fail(err, EINVAL, "--mode fragment and --segment: a message is one "
				"datagram, and the MTU cuts it; give --size");
	if (u->segment_bytes != TXR_LOAD_UNSET && o->size_bytes != TXR_LOAD_UNSET &&
	    u->segment_bytes > o->size_bytes)
		return txr_fail(err, EINVAL, "--segment %" PRIu64 " and --size %" PRIu64
				": a message smaller than its datagrams; give a larger --size",
				u->segment_bytes, o->size_bytes);
	if (txr_load_given(o, "busy-poll") && !u->sink && !u->zerocopy && !u->timestamps)
		return txr_fail(err, EINVAL, "--busy-poll and --mode: a sender waits for nothing "
				"to poll for; give --sink, --zerocopy or --timestamps too");
	return 0;
}

static int check_modes(const struct txr_load_opts *o, struct txr_err *err)
{
	static const struct {
		int mode;
		const char *mode_name, *option, *why;
	} refused[] = {
		{ 1, "netif_receive", "clone-skb",
		  "the stack takes each packet; give --burst" },
		{ 1, "netif_receive", "skb-burst", "it is for drivers; leave one away" },
		{ 2, "queue_xmit", "skb-burst", "the qdisc makes the bursts; leave one away" },
		{ 2, "queue_xmit", "burst", "the qdisc makes the bursts; leave one away" },
		{ 2, "queue_xmit", "clone-skb",
		  "a queued packet cannot be sent again; leave one away" },
	};
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (o->pktgen.xmit_mode == refused[i].mode &&
		    txr_load_given(o, refused[i].option))
			return txr_fail(err, EINVAL, "--xmit-mode %s and --%s: %s",
					refused[i].mode_name, refused[i].option, refused[i].why);
	return 0;
}

/* pktgen has one thread for each CPU, and a device is on it once. */
static int check_pktgen_cpus(const struct txr_load_opts *o, struct txr_err *err)
{
	size_t i, k;

	if (o->nr_cpus && o->threads != TXR_LOAD_UNSET && o->threads != o->nr_cpus)
		return txr_fail(err, EINVAL, "--threads %" PRIu64 " and --cpus %s: pktgen has one "
				"thread for each CPU; give as many CPUs, or no --threads",
				o->threads, o->cpus_text);
	for (i = 0; i < o->nr_cpus; i++)
		for (k = 0; k < i; k++)
			if (o->cpu[i] == o->cpu[k])
				return txr_fail(err, EINVAL, "--cpus %s: CPU %d is there twice, and "
						"pktgen has one thread for each; give it once",
						o->cpus_text, o->cpu[i]);
	return 0;
}

static int check_pktgen(const struct txr_load_opts *o, struct txr_err *err)
{
	const struct txr_load_pktgen_opts *p = &o->pktgen;
	const struct range ranges[] = {
		{ "size", o->size_bytes, 42, 65535, " bytes" },
		{ "burst", p->burst, 1, UINT32_MAX, "" },
		{ "clone-skb", p->clone_skb, 0, INT32_MAX, "" },
		{ "skb-burst", p->skb_burst, 0, 1024, "" },
		{ "frags", p->frags, 0, 17, "" },
		{ "delay", p->delay_ns, 0, INT32_MAX, " ns" },
		{ "vlan", p->vlan, 0, 4094, "" },
		{ "flows", p->flows, 1, 65536, "" },
		{ "flow-len", p->flow_len, 1, UINT32_MAX, "" },
		{ "node", p->node, 0, 1023, "" },
		{ "repeat", p->repeat, 1, 1000, "" },
	};
	int ret = check_ranges(ranges, sizeof(ranges) / sizeof(ranges[0]), err);

	if (!ret)
		ret = check_rules(o, pktgen_rules, err);
	if (!ret)
		ret = check_modes(o, err);
	if (ret)
		return ret;
	if (!p->dev)
		return txr_fail(err, EINVAL, "load pktgen: no device; give -d DEV");
	return check_pktgen_cpus(o, err);
}

int txr_load_check(const struct txr_load_opts *o, struct txr_err *err)
{
	int ret = check_common(o, err);

	if (ret)
		return ret;
	return o->kind == TXR_LOAD_UDP ? check_udp(o, err) : check_pktgen(o, err);
}
