/* SPDX-License-Identifier: GPL-2.0-only */
/* doctor_draw.h - between the files of txring doctor. */
#ifndef TXRING_CMD_DOCTOR_DRAW_H
#define TXRING_CMD_DOCTOR_DRAW_H

#include <stdio.h>
#include "sys/doctor.h"
#include "txring/view.h"

/* 0, or -ENOMEM: lines are missing */
int txr_doctor_text(FILE *out, const struct txr_doctor *d, const struct txr_view_opts *o);
/*
 * One object, Documentation/doctor.schema.json. Returns 0 or -ENOMEM, and then
 * wrote nothing.
 */
int txr_doctor_json(FILE *out, const struct txr_doctor *d);

#endif
