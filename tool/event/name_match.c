// SPDX-License-Identifier: GPL-2.0-only
/* name_match.c - a device's name against what was asked for. */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include "txring/device.h"

/* A name can hold '*', '?' and '[': it stands for itself first. */
static bool match_one(const char *wanted, const char *name)
{
	return !strcmp(wanted, name) || !fnmatch(wanted, name, 0);
}

/* No name of a device has a blank, so no line break. */
bool txr_name_match(const char *wanted, const char *name)
{
	char one[TXR_WANTED_BUF];

	if (!strchr(wanted, '\n'))
		return match_one(wanted, name);
	while ((wanted = txr_name_next(one, wanted)))
		if (match_one(one, name))
			return true;
	return false;
}

const char *txr_name_next(char one[TXR_WANTED_BUF], const char *wanted)
{
	size_t len = strcspn(wanted, "\n");

	if (!*wanted)
		return NULL;
	snprintf(one, TXR_WANTED_BUF, "%.*s", (int)len, wanted);
	return wanted + len + (wanted[len] == '\n');
}
