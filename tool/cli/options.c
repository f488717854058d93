// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - the walk over argv.
 *
 * GNU conventions: --name=VALUE, --name VALUE, -xVALUE, -x VALUE, grouped
 * flags, "--". A long name must be written in full: an abbreviation that is
 * unique today is ambiguous with the next version's options.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/options.h"
#include "cli/options_value.h"

struct walk {
	const struct txr_opt *table;
	void *opts;
	int argc, at;		/* argv[at] is being looked at */
	char **argv;
	struct txr_err *err;
};

static const struct txr_opt *find_letter(const struct txr_opt *o, char letter)
{
	for (; o->letter || o->name; o++)
		if (o->letter && o->letter == letter)
			return o;
	return NULL;
}

static const struct txr_opt *find_name(const struct txr_opt *o, const char *name,
				       size_t len)
{
	for (; o->letter || o->name; o++)
		if (o->name && strlen(o->name) == len && !strncmp(o->name, name, len))
			return o;
	return NULL;
}

/* The option's argument: what is attached to it, else the next word. */
static int take_arg(struct walk *w, const struct txr_opt *o, const char *shown,
		    const char *attached)
{
	if (!attached && w->at + 1 >= w->argc)
		return txr_fail(w->err, EINVAL, "%s: its argument is missing; give %s %s",
				shown, shown, o->arg ? o->arg : "VALUE");
	if (!attached)
		attached = w->argv[++w->at];
	return txr_opt_store(o, w->opts, shown, attached, w->err);
}

static int unknown_long(struct walk *w, const char *name)
{
	const char *near = txr_opt_nearest(w->table, name);

	if (near)
		return txr_fail(w->err, EINVAL, "--%s: unknown option; did you mean --%s?",
				name, near);
	return txr_fail(w->err, EINVAL, "--%s: unknown option; see --help", name);
}

static int take_long(struct walk *w, const char *word)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? (size_t)(equals - word) : strlen(word);
	const struct txr_opt *o = find_name(w->table, word, len);
	char shown[64];

	if (!o) {
		snprintf(shown, sizeof(shown), "%.*s", (int)len, word);
		return unknown_long(w, shown);
	}
	snprintf(shown, sizeof(shown), "--%s", o->name);
	if (txr_opt_takes_arg(o))
		return take_arg(w, o, shown, equals ? equals + 1 : NULL);
	if (equals)
		return txr_fail(w->err, EINVAL, "%s: takes no argument; leave '%s' away",
				shown, equals);
	return txr_opt_store(o, w->opts, shown, NULL, w->err);
}

static int take_letters(struct walk *w, const char *letters)
{
	const struct txr_opt *o;
	char shown[3] = "-";
	int ret;

	for (; *letters; letters++) {
		shown[1] = *letters;
		o = find_letter(w->table, *letters);
		if (!o)
			return txr_fail(w->err, EINVAL, "%s: unknown option; see --help",
					shown);
		if (txr_opt_takes_arg(o))
			return take_arg(w, o, shown, letters[1] ? letters + 1 : NULL);
		ret = txr_opt_store(o, w->opts, shown, NULL, w->err);
		if (ret)
			return ret;
	}
	return 0;
}

int txr_opt_parse(const struct txr_opt *table, void *opts, int argc, char **argv,
		  bool stop_at_operand, int *nr_rest, struct txr_err *err)
{
	struct walk w = { table, opts, argc, 1, argv, err };
	bool options = true;
	int ret, rest = 0;

	for (; w.at < argc; w.at++) {
		char *word = argv[w.at];

		if (!options || word[0] != '-' || !word[1]) {
			argv[++rest] = word;
			options = options && !stop_at_operand;
		} else if (!strcmp(word, "--")) {
			options = false;
		} else {
			ret = word[1] == '-' ? take_long(&w, word + 2) :
					       take_letters(&w, word + 1);
			if (ret)
				return ret;
		}
	}
	*nr_rest = rest;
	return 0;
}
