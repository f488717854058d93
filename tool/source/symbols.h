/* SPDX-License-Identifier: GPL-2.0-only */
/* symbols.h - which function of the kernel an address is in, by kallsyms. */
#ifndef TXRING_SYMBOLS_H
#define TXRING_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TXR_SYMBOL_BUF 128

/*
 * The nearest symbol below addr in a text as /proc/kallsyms has it, in any order;
 * false if there is none within TXR_SYMBOL_REACH bytes. A line that is none, or a
 * name that does not fit, is passed over.
 */
#define TXR_SYMBOL_REACH (1u << 20)
bool txr_symbol_of(char name[TXR_SYMBOL_BUF], const char *text, size_t len, uint64_t addr);

#endif
