// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_probe_symbol.c - is a function there, once, as a function. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "tracefs_probe.h"

/*
 * "ADDRESS TYPE NAME\t[MODULE]" (kernel/kallsyms.c, s_show). What the compiler
 * made of parts of a function has a suffix (NAME.part.0, NAME.isra.0): then NAME
 * itself is not what is called, or not always, and is not found here under its
 * own name alone.
 */
static void take(struct txr_symbol *s, char *line, const char *module, const char *name)
{
	char *type = strchr(line, ' '), *sym, *mod;

	if (!type || !type[1] || type[2] != ' ')
		return;
	sym = type + 3;
	sym[strcspn(sym, "\n")] = '\0';
	mod = strchr(sym, '\t');
	if (mod) {
		*mod++ = '\0';
		mod += *mod == '[';
		mod[strcspn(mod, "]")] = '\0';
	} else {
		mod = "";
	}
	if (strcmp(sym, name) || !strchr("tTwW", type[1]) ||
	    (module && *module && strcmp(mod, module)))
		return;
	s->count++;
	snprintf(s->module, sizeof(s->module), "%.63s", mod);
}

int txr_symbol_find(struct txr_symbol *s, const char *kallsyms, const char *module,
		    const char *name)
{
	FILE *f = fopen(kallsyms, "re");
	char line[1024];

	memset(s, 0, sizeof(*s));
	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f))
		if (strstr(line, name))
			take(s, line, module, name);
	fclose(f);
	return 0;
}
