// SPDX-License-Identifier: GPL-2.0-only
/* symbols.c - which function of the kernel an address is in, by kallsyms. */
#include <string.h>
#include "symbols.h"

struct line {
	uint64_t addr;
	const char *name;
	size_t len;
};

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* "ffffffff81000000 T name" or "... t name\t[module]", of functions alone. */
static bool parse(struct line *l, const char *p, const char *end)
{
	const char *from = p;

	l->addr = 0;
	for (; p < end && digit(*p) >= 0; p++)
		l->addr = l->addr << 4 | (uint64_t)digit(*p);
	if (p == from || p - from > 16 || end - p < 4 || p[0] != ' ' || p[2] != ' ' ||
	    !strchr("tTwW", p[1]) || !p[1])
		return false;
	l->name = p + 3;
	for (p = l->name; p < end && *p != ' ' && *p != '\t'; p++)
		;
	l->len = (size_t)(p - l->name);
	return l->len > 0 && l->len < TXR_SYMBOL_BUF;
}

bool txr_symbol_of(char name[TXR_SYMBOL_BUF], const char *text, size_t len, uint64_t addr)
{
	const char *end = text + len, *p = text, *eol;
	struct line l, best = { 0 };

	for (; p < end; p = eol + 1) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (!eol)
			eol = end;
		if (parse(&l, p, eol) && l.addr <= addr && l.addr >= best.addr && l.addr)
			best = l;
	}
	if (!best.addr || addr - best.addr > TXR_SYMBOL_REACH)
		return false;
	memcpy(name, best.name, best.len);
	name[best.len] = '\0';
	return true;
}
