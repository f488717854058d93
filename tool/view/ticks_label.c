// SPDX-License-Identifier: GPL-2.0-only
/* ticks_label.c - a round number, in as few characters as it takes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "view/ticks.h"

#define SECOND 1000000000ULL

/* n in units of 10^digits, with the decimals that it has. */
static int put_decimal(char *buf, size_t size, uint64_t n, unsigned int digits,
		       const char *unit)
{
	uint64_t of = 1;
	char frac[TXR_UNIT_BUF];
	size_t len;
	unsigned int i;

	for (i = 0; i < digits; i++)
		of *= 10;
	if (!(n % of))
		return snprintf(buf, size, "%" PRIu64 "%s", n / of, unit);
	snprintf(frac, sizeof(frac), "%0*" PRIu64, (int)digits, n % of);
	for (len = strlen(frac); frac[len - 1] == '0'; len--)
		frac[len - 1] = '\0';
	return snprintf(buf, size, "%" PRIu64 ".%s%s", n / of, frac, unit);
}

/* Two minutes and more: "2m30s", "3h", "1d12h". Returns what is left below a second. */
static uint64_t put_long(char *buf, size_t size, uint64_t ns)
{
	static const struct { uint64_t s; char unit; } parts[] = {
		{ 86400, 'd' }, { 3600, 'h' }, { 60, 'm' }, { 1, 's' },
	};
	uint64_t s = ns / SECOND;
	size_t len = 0, i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (s >= parts[i].s)
			len += (size_t)snprintf(buf + len, size - len, "%" PRIu64 "%c",
						s / parts[i].s, parts[i].unit);
		s %= parts[i].s;
	}
	return ns % SECOND;
}

char *txr_tick_ns(char buf[TXR_UNIT_BUF], uint64_t ns)
{
	if (!ns)
		strcpy(buf, "0");
	else if (ns < 1000)
		put_decimal(buf, TXR_UNIT_BUF, ns, 0, "ns");
	else if (ns < 1000000)
		put_decimal(buf, TXR_UNIT_BUF, ns, 3, "us");
	else if (ns < SECOND)
		put_decimal(buf, TXR_UNIT_BUF, ns, 6, "ms");
	else if (ns < 120 * SECOND || put_long(buf, TXR_UNIT_BUF, ns))
		put_decimal(buf, TXR_UNIT_BUF, ns, 9, "s");
	return buf;
}

char *txr_tick_count(char buf[TXR_UNIT_BUF], uint64_t n)
{
	if (n < 100000)
		return txr_format_grouped(buf, n);
	if (n < 1000000)
		put_decimal(buf, TXR_UNIT_BUF, n, 3, "k");
	else if (n < SECOND)
		put_decimal(buf, TXR_UNIT_BUF, n, 6, "M");
	else
		put_decimal(buf, TXR_UNIT_BUF, n, 9, "G");
	return buf;
}
