// SPDX-License-Identifier: GPL-2.0-only
/* units_format.c - numbers with units, written for people. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cli/units.h"

struct step {
	uint64_t scale;
	const char *unit;
};

/*
 * Three significant digits in the largest unit that fits, cut and not rounded:
 * 999,999 ns stay 999us and never show as 1000us or as 1.00ms.
 */
static char *format_steps(char *buf, uint64_t n, const struct step *st)
{
	uint64_t whole, rest;

	while (n < st->scale && st->scale > 1)
		st++;
	whole = n / st->scale;
	rest = n % st->scale;
	if (st->scale == 1 || whole >= 100)
		snprintf(buf, TXR_UNIT_BUF, "%" PRIu64 "%s", whole, st->unit);
	else if (whole >= 10)
		snprintf(buf, TXR_UNIT_BUF, "%" PRIu64 ".%u%s", whole,
			 (unsigned int)(rest / (st->scale / 10)) % 10, st->unit);
	else
		snprintf(buf, TXR_UNIT_BUF, "%" PRIu64 ".%02u%s", whole,
			 (unsigned int)(rest / (st->scale / 100)) % 100, st->unit);
	return buf;
}

char *txr_format_ns(char buf[TXR_UNIT_BUF], uint64_t ns)
{
	static const struct step times[] = {
		{ 1000000000, "s" }, { 1000000, "ms" }, { 1000, "us" }, { 1, "ns" }
	};

	return format_steps(buf, ns, times);
}

char *txr_format_short(char buf[TXR_UNIT_BUF], uint64_t n)
{
	static const struct step counts[] = {
		{ 1000000000000, "T" }, { 1000000000, "G" }, { 1000000, "M" },
		{ 1000, "k" }, { 1, "" }
	};

	return format_steps(buf, n, counts);
}

char *txr_format_plain(char buf[TXR_UNIT_BUF], uint64_t n)
{
	if (n >= 1000000)
		return txr_format_short(buf, n);
	snprintf(buf, TXR_UNIT_BUF, "%" PRIu64, n);
	return buf;
}

char *txr_format_count(char buf[TXR_UNIT_BUF], uint64_t n)
{
	return n < 1000000 ? txr_format_grouped(buf, n) : txr_format_short(buf, n);
}

char *txr_format_bytes(char buf[TXR_UNIT_BUF], uint64_t bytes)
{
	static const struct step sizes[] = {
		{ 1000000000000, "TB" }, { 1000000000, "GB" }, { 1000000, "MB" },
		{ 1000, "KB" }, { 1, "B" }
	};

	return format_steps(buf, bytes, sizes);
}

char *txr_format_grouped(char buf[TXR_UNIT_BUF], uint64_t n)
{
	char digits[TXR_UNIT_BUF];
	size_t len, i, o = 0;

	len = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, n);
	for (i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			buf[o++] = ',';
		buf[o++] = digits[i];
	}
	buf[o] = '\0';
	return buf;
}
