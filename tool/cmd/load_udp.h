/* SPDX-License-Identifier: GPL-2.0-only */
/* load_udp.h - one run of the UDP load, and how it is shown. */
#ifndef TXRING_LOAD_UDP_H_CMD
#define TXRING_LOAD_UDP_H_CMD

#include <stdio.h>
#include <json-c/json.h>
#include "load/udp.h"
#include "load/udp_sink.h"
#include "load.h"

struct txr_udp_run {
	struct txr_udp_config c;
	struct txr_udp_target t;
	struct txr_udp_result r;
	struct txr_load_rec rec;
	char file[512];			/* of the recording; "" none */
	int64_t device_dropped;		/* its tx_dropped grew by that; below 0: not known */
	bool ran;
	bool asked;			/* answer is there */
	struct txr_udp_answer answer;
	struct txr_err err;		/* why it did not run, or ended early */
};

/* Figures of a run, in a second of it. */
struct txr_udp_rates {
	double seconds, mb, calls, messages, datagrams, wire_packets;
	double cpu_us_per_mb;		/* 0: nothing was sent */
};

struct txr_udp_rates txr_udp_rates_of(const struct txr_udp_result *r);

/* The seed's line. */
void txr_udp_print_second(FILE *out, const struct txr_udp_counts *was,
			  const struct txr_udp_counts *now, double seconds);
void txr_udp_print_summary(FILE *out, const struct txr_udp_run *run);
void txr_udp_print_compare(FILE *out, const struct txr_udp_run *run, size_t count);
struct json_object *txr_udp_json(const struct txr_udp_run *run);

#endif
