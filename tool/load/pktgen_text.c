// SPDX-License-Identifier: GPL-2.0-only
/*
 * pktgen_text.c - what pktgen's files say (pktgen_if_show(), show_results(),
 * pktgen_thread_show()).
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "pktgen.h"

const char *txr_xmit_mode_name(enum txr_xmit_mode m)
{
	static const char *const name[] = { "start_xmit", "netif_receive", "queue_xmit" };

	return name[m];
}

/* Fields are found by their label: their order and neighbours differ by kernel. */
static bool number_after(const char *text, const char *label, uint64_t *out)
{
	const char *at = strstr(text, label);

	return at && sscanf(at + strlen(label), " %" SCNu64, out) == 1;
}

int txr_pktgen_result_text(const char *text, char *buf, size_t size)
{
	const char *at = strstr(text, "\nResult: ");
	size_t len;

	if (!size)
		return -EINVAL;
	buf[0] = '\0';
	if (at)
		at += strlen("\nResult: ");
	else if (!strncmp(text, "Result: ", 8))
		at = text + 8;
	else
		return -ENOENT;
	len = strlen(at);
	while (len && at[len - 1] == '\n')
		len--;
	if (len >= size)
		len = size - 1;
	memcpy(buf, at, len);
	buf[len] = '\0';
	return 0;
}

/* "OK: 232376(c232372+d3) usec, 10000000 (60byte,0frags)\n  43033682pps ..." */
static bool parse_finished(struct txr_pktgen_result *r)
{
	uint64_t packets, mbps;
	int n;

	n = sscanf(r->text, "OK: %" SCNu64 "(c%" SCNu64 "+d%" SCNu64 ") usec, %" SCNu64
		   " (%" SCNu32 "byte,%" SCNu32 "frags) %" SCNu64 "pps %" SCNu64
		   "Mb/sec (%" SCNu64 "bps) errors: %" SCNu64, &r->elapsed_us, &r->busy_us,
		   &r->idle_us, &packets, &r->bytes, &r->frags, &r->pps, &mbps, &r->bps,
		   &r->errors);
	if (n == 10)
		r->packets = packets;
	return n == 10;
}

int txr_pktgen_parse(struct txr_pktgen_result *r, const char *text, struct txr_err *err)
{
	memset(r, 0, sizeof(*r));
	if (!number_after(text, "Params: count", &r->count) ||
	    !number_after(text, "pkts-sofar:", &r->packets) ||
	    !number_after(text, "  errors:", &r->errors) ||
	    txr_pktgen_result_text(text, r->text, sizeof(r->text)))
		return txr_fail(err, EPROTO, "pktgen: its answer has another form than that of "
				"Linux 6.1 to 7.2; report this kernel's /proc/net/pktgen");
	r->finished = parse_finished(r);
	return 0;
}

unsigned int txr_pktgen_devices(const char *text, char *first, size_t size)
{
	static const char *const label[] = { "Running:", "Stopped:" };
	unsigned int count = 0, i;
	const char *at;
	size_t len;

	if (size)
		first[0] = '\0';
	for (i = 0; i < 2; i++) {
		at = strstr(text, label[i]);
		if (!at)
			continue;
		at += strlen(label[i]);
		for (at += strspn(at, " "); *at && *at != '\n'; at += strspn(at, " ")) {
			len = strcspn(at, " \n");
			if (!count++ && size)
				snprintf(first, size, "%.*s", (int)len, at);
			at += len;
		}
	}
	return count;
}
