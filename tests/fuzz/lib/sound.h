/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sound.h - what holds of every report and every complaint, whatever was read.
 *
 * Each returns NULL, or what is wrong as a static text.
 */
#ifndef FUZZ_SOUND_H
#define FUZZ_SOUND_H

#include "txring/report.h"

/* The books of every row balance, bounds hold their value, nothing is inf or nan,
 * a file that is cut or lost events makes nothing exact. */
const char *sound_report(const struct txr_report *r);
/* One line that says what, why and what to do, fit for a terminal. */
const char *sound_error(int ret, const struct txr_err *err);
/* Text for a terminal: printable, tabs and newlines. */
const char *sound_text(const char *text, size_t len);

#endif
