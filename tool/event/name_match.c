// SPDX-License-Identifier: GPL-2.0-only
/* name_match.c - a device's name against what was asked for. */
#include <fnmatch.h>
#include <string.h>
#include "txring/device.h"

/* A name can hold '*', '?' and '[': it stands for itself first. */
bool txr_name_match(const char *wanted, const char *name)
{
	return !strcmp(wanted, name) || !fnmatch(wanted, name, 0);
}
