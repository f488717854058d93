/* SPDX-License-Identifier: GPL-2.0-only */
/* json_text.h - strings of JSON that is written as it comes, without a document. */
#ifndef TXRING_VIEW_JSON_TEXT_H
#define TXRING_VIEW_JSON_TEXT_H

#include <stdio.h>

/* s in quotes, escaped as all views do (txr_escape); "" for NULL. */
void txr_json_put_text(FILE *out, const char *s);
/* The same of a text that was escaped before. */
void txr_json_put_escaped(FILE *out, const char *s);

#endif
