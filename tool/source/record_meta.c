// SPDX-License-Identifier: GPL-2.0-only
/* record_meta.c - what a recording says of itself, whichever backend makes it. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include "record_meta.h"

static void copy_line(char *to, size_t size, const char *file)
{
	FILE *f = fopen(file, "re");

	if (!f)
		return;
	if (fgets(to, size, f))
		to[strcspn(to, "\n")] = '\0';
	fclose(f);
}

static void describe_kernel(struct txr_meta *m)
{
	struct utsname u;

	if (!uname(&u)) {
		snprintf(m->kernel, sizeof(m->kernel), "%s", u.release);
		snprintf(m->kernel_version, sizeof(m->kernel_version), "%s", u.version);
	}
	copy_line(m->clocksource, sizeof(m->clocksource),
		  "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

void txr_record_describe(struct txr_meta *m, const struct txr_record_config *cfg,
			 enum txr_tier tier)
{
	static const char *const name[] = { "stock", "probe", "patched" };
	size_t i, len = 0;

	snprintf(m->tool, sizeof(m->tool), "%s", TXR_VERSION);
	snprintf(m->tier, sizeof(m->tier), "%s", name[tier]);
	snprintf(m->clock, sizeof(m->clock), "%s", cfg->clock);
	snprintf(m->command, sizeof(m->command), "%s", cfg->command ? cfg->command : "");
	describe_kernel(m);
	for (i = 0; i < cfg->nr_dev && len < sizeof(m->filter); i++)
		len += snprintf(m->filter + len, sizeof(m->filter) - len, "%s%s",
				i ? " " : "", cfg->dev[i]);
}
