/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * html_page.h - the page's style and script, and what its policy knows them by: made
 * at build time of html_page.css and html_page.js.
 */
#ifndef TXRING_VIEW_HTML_PAGE_H
#define TXRING_VIEW_HTML_PAGE_H

extern const char txr_html_style[], txr_html_style_hash[];
extern const char txr_html_script[], txr_html_script_hash[];

#endif
