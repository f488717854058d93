// SPDX-License-Identifier: GPL-2.0-only
/* options_value.c - one option's argument into the command's struct. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cli/options_value.h"
#include "cli/units.h"

bool txr_opt_takes_arg(const struct txr_opt *o)
{
	if (o->type == TXR_OPT_CALL)
		return o->arg != NULL;
	return o->type != TXR_OPT_FLAG;
}

static int store_number(const struct txr_opt *o, void *at, const char *shown,
			const char *arg, struct txr_err *err)
{
	static const struct {
		int (*parse)(const char *s, uint64_t *out);
		const char *what, *give;
	} kinds[] = {
		[TXR_OPT_U64] = { txr_parse_u64, "number", "digits like 10" },
		[TXR_OPT_SECONDS] = { txr_parse_ns, "time",
				      "seconds like 2 or 0.5, or 500ms or 2m" },
		[TXR_OPT_KB] = { txr_parse_kib, "size", "KiB like 1408 or 8M" },
	};
	int ret = kinds[o->type].parse(arg, at);

	if (!ret && *(uint64_t *)at == UINT64_MAX)
		ret = -ERANGE;		/* it stands for options that are not given */
	if (!ret && o->type == TXR_OPT_KB && !*(uint64_t *)at)
		ret = -EINVAL;		/* a buffer that holds nothing */
	if (ret == -ERANGE)
		return txr_fail(err, EINVAL, "%s: '%s' is too large; give %s", shown, arg,
				kinds[o->type].give);
	if (ret)
		return txr_fail(err, EINVAL, "%s: '%s' is no %s; give %s", shown, arg,
				kinds[o->type].what, kinds[o->type].give);
	return 0;
}

static int store_choice(const struct txr_opt *o, int *at, const char *shown,
			const char *arg, struct txr_err *err)
{
	char all[256] = "";
	size_t len = 0;
	int i;

	for (i = 0; o->choices[i]; i++) {
		if (!strcmp(o->choices[i], arg)) {
			*at = i;
			return 0;
		}
		if (len < sizeof(all))
			len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s",
						i ? ", " : "", o->choices[i]);
	}
	return txr_fail(err, EINVAL, "%s: '%s' is no %s; give one of %s", shown, arg,
			o->name ? o->name : "choice", all);
}

static int store_item(struct txr_opt_list *list, const char *shown, const char *arg,
		      struct txr_err *err)
{
	const size_t max = sizeof(list->item) / sizeof(list->item[0]);

	if (list->count == max)
		return txr_fail(err, EINVAL, "%s: '%s' is one too many; give at most %zu",
				shown, arg, max);
	list->item[list->count++] = arg;
	return 0;
}

static int store_name(struct txr_opt_names *names, const char *shown, const char *arg,
		      struct txr_err *err)
{
	size_t len = names->wanted ? strlen(names->text) : 0;
	size_t left = sizeof(names->text) - len;

	if (snprintf(names->text + len, left, "%s%s", names->wanted ? "\n" : "", arg) >=
	    (int)left)
		return txr_fail(err, EINVAL, "%s: '%s' is one too many; give a glob", shown, arg);
	names->wanted = names->text;
	return 0;
}

/* Text of which "" is none: no device, file or column is called so. */
static bool is_text(const struct txr_opt *o)
{
	return o->type == TXR_OPT_STRING || o->type == TXR_OPT_LIST || o->type == TXR_OPT_NAMES;
}

int txr_opt_store(const struct txr_opt *o, void *opts, const char *shown,
		  const char *arg, struct txr_err *err)
{
	void *at = (char *)opts + o->offset;

	if (is_text(o) && !*arg)
		return txr_fail(err, EINVAL, "%s: '' is empty; give %s", shown,
				o->arg ? o->arg : "a text");
	switch (o->type) {
	case TXR_OPT_FLAG:
		*(bool *)at = true;
		return 0;
	case TXR_OPT_STRING:
		*(const char **)at = arg;
		return 0;
	case TXR_OPT_LIST:
		return store_item(at, shown, arg, err);
	case TXR_OPT_NAMES:
		return store_name(at, shown, arg, err);
	case TXR_OPT_U64:
	case TXR_OPT_SECONDS:
	case TXR_OPT_KB:
		return store_number(o, at, shown, arg, err);
	case TXR_OPT_CHOICE:
		return store_choice(o, at, shown, arg, err);
	case TXR_OPT_CALL:
		return o->parse(opts, arg, err);
	}
	return txr_fail(err, EINVAL, "%s: cannot be stored", shown);
}
