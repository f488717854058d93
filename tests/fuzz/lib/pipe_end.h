/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pipe_end.h - where a perf.data in pipe form can end without a trace.
 *
 * It has no length and no end mark. A part of it that ends between two records,
 * with no sample since the last round mark, is a whole pipe.
 */
#ifndef FUZZ_PIPE_END_H
#define FUZZ_PIPE_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool is_pipe(const uint8_t *data, size_t len);
/* The first len bytes of a pipe of whole bytes. */
bool is_whole_pipe(const uint8_t *data, size_t whole, size_t len);

#endif
