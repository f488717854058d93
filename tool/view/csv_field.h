/* SPDX-License-Identifier: GPL-2.0-only */
/* csv_field.h - one field of a CSV line (RFC 4180). */
#ifndef TXRING_VIEW_CSV_FIELD_H
#define TXRING_VIEW_CSV_FIELD_H

#include <stdio.h>
#include "view/columns.h"

/* Escaped, and in quotes where it holds a comma or a quote; nothing for NULL. */
void txr_csv_text(FILE *out, const char *s);
/* The value of a cell; nothing for what is unknown, or a histogram. */
void txr_csv_value(FILE *out, enum txr_cell_kind kind, const union txr_value *v);

#endif
