// SPDX-License-Identifier: GPL-2.0-only
/* units.c - numbers with units, read from arguments. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include "cli/units.h"

struct unit {
	const char *name;
	uint64_t scale;
};

/* Digits at *s into *out; moves *s past them. */
static int take_digits(const char **s, uint64_t *out)
{
	uint64_t n = 0;

	if (!isdigit((unsigned char)**s))
		return -EINVAL;
	for (; isdigit((unsigned char)**s); (*s)++) {
		if (__builtin_mul_overflow(n, 10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(**s - '0'), &n))
			return -ERANGE;
	}
	*out = n;
	return 0;
}

static const struct unit *find_unit(const struct unit *u, const char *name)
{
	for (; u->name; u++)
		if (!strcmp(u->name, name))
			return u;
	return NULL;
}

/* ".25" of scale, rounded down; moves *s past it. */
static int take_fraction(const char **s, uint64_t *num, uint64_t *den)
{
	*num = 0;
	*den = 1;
	if (**s != '.')
		return 0;
	(*s)++;
	if (!isdigit((unsigned char)**s))
		return -EINVAL;
	for (; isdigit((unsigned char)**s); (*s)++) {
		if (*den >= 1000000000)
			continue;
		*num = *num * 10 + (uint64_t)(**s - '0');
		*den *= 10;
	}
	return 0;
}

static int parse_scaled(const char *s, const struct unit *units, bool fraction,
			uint64_t *out)
{
	uint64_t whole, num, den, value;
	const struct unit *u;
	int ret;

	ret = take_digits(&s, &whole);
	if (ret)
		return ret;
	ret = take_fraction(&s, &num, &den);
	if (ret)
		return ret;
	if (den > 1 && !fraction)
		return -EINVAL;
	u = find_unit(units, s);
	if (!u)
		return -EINVAL;
	if (__builtin_mul_overflow(whole, u->scale, &value) ||
	    __builtin_add_overflow(value,
			(uint64_t)((unsigned __int128)num * u->scale / den), &value))
		return -ERANGE;
	*out = value;
	return 0;
}

int txr_parse_u64(const char *s, uint64_t *out)
{
	static const struct unit none[] = { { "", 1 }, { NULL, 0 } };

	return parse_scaled(s, none, false, out);
}

int txr_parse_ns(const char *s, uint64_t *out_ns)
{
	static const struct unit times[] = {
		{ "", 1000000000 }, { "s", 1000000000 }, { "ms", 1000000 },
		{ "us", 1000 }, { "ns", 1 }, { "m", 60000000000 },
		{ "h", 3600000000000 }, { NULL, 0 }
	};

	return parse_scaled(s, times, true, out_ns);
}

int txr_parse_kib(const char *s, uint64_t *out_kib)
{
	static const struct unit sizes[] = {
		{ "", 1 }, { "K", 1 }, { "k", 1 }, { "M", 1024 }, { "m", 1024 },
		{ "G", 1024 * 1024 }, { "g", 1024 * 1024 }, { NULL, 0 }
	};

	return parse_scaled(s, sizes, false, out_kib);
}
