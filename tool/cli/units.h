/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * units.h - numbers with units, read from arguments and written for people.
 *
 * Reading takes the whole string or fails: 0, -EINVAL (no such number) or
 * -ERANGE (too large for 64 bits). *out is untouched on failure.
 */
#ifndef TXRING_CLI_UNITS_H
#define TXRING_CLI_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* "1408": digits only. */
int txr_parse_u64(const char *s, uint64_t *out);
/* "2", "0.5", "500ms", "250us", "80ns", "3s", "2m", "1h" to ns; more than nine
 * decimals of a second are rounded down. */
int txr_parse_ns(const char *s, uint64_t *out_ns);
/* "1408", "1408K", "8M", "1G" to KiB. */
int txr_parse_kib(const char *s, uint64_t *out_kib);

#define TXR_UNIT_BUF 32

/* Each writes at most TXR_UNIT_BUF bytes and returns buf. */

/* "812ns", "7.31us", "796us", "1.02ms", "12.5s": three significant digits,
 * cut and not rounded. */
char *txr_format_ns(char buf[TXR_UNIT_BUF], uint64_t ns);
/* "999,999" in full, above that "1.31M", "20.0G". */
char *txr_format_count(char buf[TXR_UNIT_BUF], uint64_t n);
/* "999", "1.00k", "65.5k", "1.31M": at most five characters up to 999T. */
char *txr_format_short(char buf[TXR_UNIT_BUF], uint64_t n);
/* "999999" in full, above that "1.31M". */
char *txr_format_plain(char buf[TXR_UNIT_BUF], uint64_t n);
/* "118,234,567": every digit, in groups of three. */
char *txr_format_grouped(char buf[TXR_UNIT_BUF], uint64_t n);
/* "512B", "1.50KB", "20.1MB": powers of 1000, as packet sizes are counted. */
char *txr_format_bytes(char buf[TXR_UNIT_BUF], uint64_t bytes);

#endif
