/* SPDX-License-Identifier: GPL-2.0-only */
/* report_html.h - report --html: the page goes to a file. */
#ifndef TXRING_CMD_REPORT_HTML_H
#define TXRING_CMD_REPORT_HTML_H

#include "txring/view.h"

/*
 * May path be written over? Not if it is there, with something in it that is no page:
 * a recording, as likely as not. 0 or -EEXIST with a line.
 */
int txr_report_html_check(const char *path, struct txr_err *err);

/*
 * Write the page to path ("-" is stdout, which the caller flushes), over what was
 * there; with tell, a line on stderr says how large it is. 0 or a negative errno with
 * a line; of stdout without one.
 */
int txr_report_html(const char *path, struct txr_report *r, const struct txr_view_opts *v,
		    bool tell, struct txr_err *err);

#endif
