// SPDX-License-Identifier: GPL-2.0-only
/* report_html.c - report --html: the page goes to a file. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include "../cli/units.h"
#include "report_html.h"

static int fail(const char *path, int code, struct txr_err *err)
{
	return txr_fail(err, code, "%s: %s; the page could not be written", path,
			strerror(code));
}

int txr_report_html_check(const char *path, struct txr_err *err)
{
	static const char page[] = "<!DOCTYPE html>";
	char start[sizeof(page)] = "";
	struct stat st;
	size_t n = 0;
	FILE *in;

	if (!strcmp(path, "-") || stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size)
		return 0;
	in = fopen(path, "re");
	if (in) {
		n = fread(start, 1, sizeof(page) - 1, in);
		fclose(in);
	}
	if (n == sizeof(page) - 1 && !memcmp(start, page, n))
		return 0;
	return txr_fail(err, EEXIST, "--html: %s is there and is no page of an earlier "
			"report: it is kept; give another name", path);
}

int txr_report_html(const char *path, struct txr_report *r, const struct txr_view_opts *v,
		    bool tell, struct txr_err *err)
{
	char size[TXR_UNIT_BUF];
	long bytes;
	FILE *out;
	int ret;

	if (!strcmp(path, "-"))
		return txr_view_html(stdout, r, v);
	out = fopen(path, "we");
	if (!out)
		return fail(path, errno, err);
	ret = txr_view_html(out, r, v);
	bytes = ftell(out);
	if (fclose(out) && !ret)
		ret = -errno;
	if (ret)
		return fail(path, -ret, err);
	if (tell)
		fprintf(stderr, "txring: %s: %s, to be opened in a browser\n", path,
			txr_format_bytes(size, bytes > 0 ? (uint64_t)bytes : 0));
	return 0;
}
