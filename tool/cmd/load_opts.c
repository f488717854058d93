// SPDX-License-Identifier: GPL-2.0-only
/* load_opts.c - option table of `txring load`, and what it is parsed to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli/units.h"
#include "load_opts.h"

#define AT(field) offsetof(struct txr_load_opts, field)
#define UDP(field) offsetof(struct txr_load_opts, udp.field)
#define PG(field) offsetof(struct txr_load_opts, pktgen.field)

static const char *const modes[] = { "send", "sendmmsg", "gso", "fragment", NULL };
static const char *const xmit_modes[] = { "start_xmit", "netif_receive", "queue_xmit", NULL };

const struct txr_opt txr_load_options[] = {
	TXR_COMMON_OPTS(struct txr_load_opts),
	{ 'n', "count", TXR_OPT_U64, AT(count), "N",
	  "end after N messages in all (pktgen: packets of each thread)", NULL, NULL },
	{ 't', "duration", TXR_OPT_SECONDS, AT(duration_ns), "TIME",
	  "end after so many seconds, or 500ms, 2m (default 4)", NULL, NULL },
	{ 's', "size", TXR_OPT_U64, AT(size_bytes), "BYTES",
	  "size of a message, of as many datagrams as it takes (pktgen: of a packet without "
	  "its checksum, default 60)", NULL, NULL },
	{ 0, "threads", TXR_OPT_U64, AT(threads), "N",
	  "senders (default 1, or one for each of --cpus)", NULL, NULL },
	{ 'c', "cpus", TXR_OPT_STRING, AT(cpus_text), "LIST",
	  "CPUs that the senders run on, like 0,2-3", NULL, NULL },
	{ 0, "rate", TXR_OPT_STRING, AT(rate_text), "BITS",
	  "bits a second in all, like 300M: of payload (pktgen: of packets)", NULL, NULL },
	{ 0, "pps", TXR_OPT_U64, AT(pps), "N",
	  "datagrams (pktgen: packets) a second in all", NULL, NULL },
	{ 0, "record", TXR_OPT_STRING, AT(record), "FILE",
	  "record meanwhile, and show what the load did to the ring", NULL, NULL },
	{ 0, "json", TXR_OPT_FLAG, AT(json), NULL, "the result as one JSON object", NULL, NULL },

	{ 'm', "mode", TXR_OPT_CHOICE, UDP(mode), "MODE",
	  "send (default: one datagram a call), sendmmsg, gso or fragment", modes, NULL },
	{ 0, "segment", TXR_OPT_U64, UDP(segment_bytes), "BYTES",
	  "payload of a datagram (default: what fits the path's MTU)", NULL, NULL },
	{ 'p', "port", TXR_OPT_U64, UDP(port), "PORT", "UDP port (default 8000)", NULL, NULL },
	{ '4', "ipv4", TXR_OPT_FLAG, UDP(ipv4), NULL, "use IPv4", NULL, NULL },
	{ '6', "ipv6", TXR_OPT_FLAG, UDP(ipv6), NULL, "use IPv6", NULL, NULL },
	{ 'u', "unconnected", TXR_OPT_FLAG, UDP(unconnected), NULL,
	  "give the address with every call", NULL, NULL },
	{ 'z', "zerocopy", TXR_OPT_FLAG, UDP(zerocopy), NULL, "send with MSG_ZEROCOPY", NULL,
	  NULL },
	{ 'T', "timestamps", TXR_OPT_FLAG, UDP(timestamps), NULL,
	  "software tx time stamps: the delay from the stack to the driver", NULL, NULL },
	{ 0, "busy-poll", TXR_OPT_U64, UDP(busy_poll_us), "USEC",
	  "poll the device so long where a socket waits", NULL, NULL },
	{ 0, "compare", TXR_OPT_FLAG, UDP(compare), NULL,
	  "run every mode in turn and show them in one table", NULL, NULL },
	{ 0, "sink", TXR_OPT_FLAG, UDP(sink), NULL,
	  "receive, count and check payloads instead of sending", NULL, NULL },
	{ 0, "ask", TXR_OPT_FLAG, UDP(ask), NULL,
	  "ask the sink at DEST what it received", NULL, NULL },

	{ 'd', "device", TXR_OPT_STRING, PG(dev), "DEV", "send from this device", NULL, NULL },
	{ 0, "xmit-mode", TXR_OPT_CHOICE, PG(xmit_mode), "MODE",
	  "start_xmit (default: into the driver), netif_receive or queue_xmit", xmit_modes, NULL },
	{ 'b', "burst", TXR_OPT_U64, PG(burst), "N",
	  "give the driver one packet N times at once", NULL, NULL },
	{ 0, "clone-skb", TXR_OPT_U64, PG(clone_skb), "N",
	  "send each packet N times more before the next is built", NULL, NULL },
	{ 0, "skb-burst", TXR_OPT_U64, PG(skb_burst), "N",
	  "bursts of N distinct packets (companion pktgen, or patched kernel)", NULL, NULL },
	{ 0, "frags", TXR_OPT_U64, PG(frags), "N", "pages that a packet lies in", NULL, NULL },
	{ 0, "delay", TXR_OPT_SECONDS, PG(delay_ns), "TIME",
	  "time from one packet to the next, like 10us", NULL, NULL },
	{ 0, "dst", TXR_OPT_STRING, PG(dst), "ADDRESS",
	  "destination (default: 198.18.0.42, which is for benchmarks)", NULL, NULL },
	{ 0, "dst-mac", TXR_OPT_STRING, PG(dst_mac), "MAC",
	  "destination's link address (default: from route and neighbour table)", NULL, NULL },
	{ 0, "src-ports", TXR_OPT_STRING, PG(src_ports), "FROM-TO",
	  "UDP source ports, taken in turn", NULL, NULL },
	{ 0, "flows", TXR_OPT_U64, PG(flows), "N", "packets of N flows in turn", NULL, NULL },
	{ 0, "flow-len", TXR_OPT_U64, PG(flow_len), "N", "packets of a flow at a time", NULL,
	  NULL },
	{ 0, "queues", TXR_OPT_STRING, PG(queues), "FROM-TO",
	  "tx queues, taken in turn (default: thread i uses queue i)", NULL, NULL },
	{ 0, "vlan", TXR_OPT_U64, PG(vlan), "ID", "with this VLAN tag", NULL, NULL },
	{ 0, "node", TXR_OPT_U64, PG(node), "N", "NUMA node of the packets' memory", NULL, NULL },
	{ 0, "sweep", TXR_OPT_STRING, PG(sweep), "NAME=LIST",
	  "a run for each value: burst=1,2,4, also skb-burst, size, threads, ring", NULL, NULL },
	{ 0, "repeat", TXR_OPT_U64, PG(repeat), "N",
	  "repeat each run, show medians and spread", NULL, NULL },
	{ 0, "classic", TXR_OPT_FLAG, PG(classic), NULL, "the result in pktgen's own words", NULL,
	  NULL },
	TXR_OPT_END
};

/* 0: of both workloads, else that of one of them. */
static bool is_of(const struct txr_opt *o, enum txr_load_kind kind, bool only)
{
	size_t from = kind == TXR_LOAD_UDP ? AT(udp) : AT(pktgen);
	size_t to = from + (kind == TXR_LOAD_UDP ? sizeof(struct txr_load_udp_opts) :
						   sizeof(struct txr_load_pktgen_opts));
	bool inside = o->offset >= from && o->offset < to;

	return inside || (!only && o->offset < AT(udp));
}

static void unset_all(struct txr_load_opts *o)
{
	const struct txr_opt *t;

	memset(o, 0, sizeof(*o));
	for (t = txr_load_options; t->name; t++) {
		if (t->type == TXR_OPT_U64 || t->type == TXR_OPT_SECONDS)
			*(uint64_t *)((char *)o + t->offset) = TXR_LOAD_UNSET;
		else if (t->type == TXR_OPT_CHOICE)
			*(int *)((char *)o + t->offset) = TXR_LOAD_NO_CHOICE;
	}
}

static bool is_given(const struct txr_load_opts *o, const struct txr_opt *t)
{
	const void *at = (const char *)o + t->offset;

	switch (t->type) {
	case TXR_OPT_FLAG:
		return *(const bool *)at;
	case TXR_OPT_STRING:
		return *(const char *const *)at != NULL;
	case TXR_OPT_CHOICE:
		return *(const int *)at != TXR_LOAD_NO_CHOICE;
	default:
		return *(const uint64_t *)at != TXR_LOAD_UNSET;
	}
}

bool txr_load_given(const struct txr_load_opts *o, const char *name)
{
	const struct txr_opt *t;

	for (t = txr_load_options; t->name; t++)
		if (!strcmp(t->name, name))
			return is_given(o, t);
	return false;
}

static int check_kind(const struct txr_load_opts *o, struct txr_err *err)
{
	enum txr_load_kind other = o->kind == TXR_LOAD_UDP ? TXR_LOAD_PKTGEN : TXR_LOAD_UDP;
	const struct txr_opt *t;

	for (t = txr_load_options; t->name; t++)
		if (is_of(t, other, true) && is_given(o, t))
			return txr_fail(err, EINVAL, "--%s: an option of `txring load %s`; see "
					"txring load %s --help", t->name,
					o->kind == TXR_LOAD_UDP ? "pktgen" : "udp",
					o->kind == TXR_LOAD_UDP ? "udp" : "pktgen");
	return 0;
}

int txr_load_parse_cpus(const char *s, int *cpu, size_t max, size_t *count)
{
	unsigned long from, to;
	char *end;

	*count = 0;
	do {
		if (*s < '0' || *s > '9')
			return -EINVAL;
		from = to = strtoul(s, &end, 10);
		if (*end == '-' && end[1] >= '0' && end[1] <= '9')
			to = strtoul(end + 1, &end, 10);
		if (from > to || to > 65535 || to - from >= max - *count)
			return -EINVAL;
		for (; from <= to; from++)
			cpu[(*count)++] = (int)from;
		s = end + 1;
	} while (*end == ',');
	return *end ? -EINVAL : 0;
}

int txr_load_parse_bits(const char *s, uint64_t *out)
{
	uint64_t n, scale = 1;
	char digits[24];
	size_t len = strlen(s);

	if (!len || len >= sizeof(digits))
		return -EINVAL;
	memcpy(digits, s, len + 1);
	switch (digits[len - 1]) {
	case 'k':
	case 'K':
		scale = 1000;
		break;
	case 'M':
		scale = 1000000;
		break;
	case 'G':
		scale = 1000000000;
		break;
	}
	if (scale > 1)
		digits[len - 1] = '\0';
	if (txr_parse_u64(digits, &n) || __builtin_mul_overflow(n, scale, out) || !*out)
		return -EINVAL;
	return 0;
}

static int take_texts(struct txr_load_opts *o, struct txr_err *err)
{
	if (o->cpus_text && txr_load_parse_cpus(o->cpus_text, o->cpu, TXR_LOAD_CPUS_MAX,
						&o->nr_cpus))
		return txr_fail(err, EINVAL, "--cpus: '%s' is no list of CPUs; give one like "
				"0,2-3, of at most %d", o->cpus_text, TXR_LOAD_CPUS_MAX);
	if (o->rate_text && txr_load_parse_bits(o->rate_text, &o->rate_bps))
		return txr_fail(err, EINVAL, "--rate: '%s' is no rate; give bits a second like "
				"500000, 300M or 10G", o->rate_text);
	return 0;
}

static int take_operands(struct txr_load_opts *o, char **argv, int nr, bool *both,
			 struct txr_err *err)
{
	*both = nr == 0;
	if (!nr)
		return o->common.help ? 0 :
		       txr_fail(err, EINVAL, "load: which workload? give `txring load udp DEST` "
				"or `txring load pktgen -d DEV`");
	if (!strcmp(argv[1], "udp"))
		o->kind = TXR_LOAD_UDP;
	else if (!strcmp(argv[1], "pktgen"))
		o->kind = TXR_LOAD_PKTGEN;
	else
		return txr_fail(err, EINVAL, "load %s: no such workload; give udp or pktgen",
				argv[1]);
	o->operand = nr > 1 ? argv[2] : NULL;
	if (nr > 2 || (nr > 1 && o->kind == TXR_LOAD_PKTGEN))
		return txr_fail(err, EINVAL, "%s: one word too many; see txring load %s --help",
				argv[nr], argv[1]);
	return 0;
}

int txr_load_parse(struct txr_load_opts *o, int argc, char **argv, bool *both,
		   struct txr_err *err)
{
	int rest, ret;

	unset_all(o);
	ret = txr_opt_parse(txr_load_options, o, argc, argv, false, &rest, err);
	if (!ret)
		ret = take_operands(o, argv, rest, both, err);
	if (ret || o->common.help)
		return ret;
	ret = check_kind(o, err);
	if (!ret)
		ret = take_texts(o, err);
	return ret ? ret : txr_load_check(o, err);
}

char *txr_load_help(enum txr_load_kind kind, bool both)
{
	static const char *const usage[] = {
		"txring load udp DEST [OPTION]...\n       txring load udp --sink [ADDRESS] "
		"[OPTION]...",
		"txring load pktgen -d DEV [OPTION]...",
	};
	struct txr_opt table[sizeof(txr_load_options) / sizeof(txr_load_options[0])];
	const struct txr_opt *t;
	size_t n = 0;

	for (t = txr_load_options; t->name; t++)
		if (both || is_of(t, kind, false))
			table[n++] = *t;
	memset(&table[n], 0, sizeof(table[n]));
	return txr_opt_help(table, both ? "txring load udp|pktgen [OPTION]... [DEST]" :
			    usage[kind],
			    both ? "Loads tx rings: udp by sockets, pktgen by the kernel's packet "
			    "generator. Options of one workload alone stand after --json; `txring "
			    "load udp --help` and `txring load pktgen --help` show them apart." :
			    kind == TXR_LOAD_UDP ? "Sends UDP datagrams in one of four modes, says "
			    "what the kernel took and refused, and with --compare how the modes "
			    "differ." : "Drives the kernel's packet generator, every write of it "
			    "checked, and says what came out.");
}
