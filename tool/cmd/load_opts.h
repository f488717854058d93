/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * load_opts.h - the options of `txring load`.
 *
 * One table for both workloads. An option that belongs to one of them lives in
 * that one's part of the struct; the offset tells, so help and checks need no
 * second table.
 */
#ifndef TXRING_LOAD_OPTS_H
#define TXRING_LOAD_OPTS_H

#include <stdint.h>
#include "cmd.h"

enum txr_load_kind { TXR_LOAD_UDP, TXR_LOAD_PKTGEN };

/* Of numbers and choices that were not given. */
#define TXR_LOAD_UNSET	UINT64_MAX
#define TXR_LOAD_NO_CHOICE (-1)

#define TXR_LOAD_CPUS_MAX 256

struct txr_load_udp_opts {
	int mode;
	bool ipv4, ipv6;
	uint64_t port, segment_bytes, busy_poll_us;
	bool unconnected, zerocopy, timestamps, compare, sink, ask;
};

struct txr_load_pktgen_opts {
	const char *dev;
	int xmit_mode;
	uint64_t burst, clone_skb, skb_burst, frags, delay_ns, vlan, flows, flow_len, node;
	const char *dst, *dst_mac, *src_ports, *queues, *sweep;
	uint64_t repeat;
	bool classic;
};

struct txr_load_opts {
	struct txr_common_opts common;
	uint64_t threads, count, duration_ns, size_bytes, pps;
	const char *cpus_text, *rate_text, *record;
	bool json;
	struct txr_load_udp_opts udp;
	struct txr_load_pktgen_opts pktgen;

	/* What became of the above. */
	enum txr_load_kind kind;
	const char *operand;		/* DEST, or the sink's address; NULL none */
	int cpu[TXR_LOAD_CPUS_MAX];
	size_t nr_cpus;
	uint64_t rate_bps;		/* 0: no limit */
};

extern const struct txr_opt txr_load_options[];

/*
 * 0, or -EINVAL with a line: bad use. common.help: argv may lack the rest;
 * *both is set if no workload is named.
 */
int txr_load_parse(struct txr_load_opts *o, int argc, char **argv, bool *both,
		   struct txr_err *err);
/* Whether the option of that long name was given. */
bool txr_load_given(const struct txr_load_opts *o, const char *name);
/* malloc'd; both: every option. */
char *txr_load_help(enum txr_load_kind kind, bool both);

/* Pure: what goes together. -EINVAL with a line that names both options. */
int txr_load_check(const struct txr_load_opts *o, struct txr_err *err);

/* "0,2-3" to cpu[]; "300M" to bits a second. 0 or -EINVAL. */
int txr_load_parse_cpus(const char *s, int *cpu, size_t max, size_t *count);
int txr_load_parse_bits(const char *s, uint64_t *out);

#endif
