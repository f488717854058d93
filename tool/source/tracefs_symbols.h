/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_symbols.h - the few kernel symbols that a recording's events name.
 *
 * consume_skb and kfree_skb tell their caller as an address. A reader elsewhere
 * needs the names; all of /proc/kallsyms would be larger than most recordings.
 */
#ifndef TXRING_TRACEFS_SYMBOLS_H
#define TXRING_TRACEFS_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "tracedat_write.h"
#include "tracefs_pages.h"

#define TXR_ADDRESSES_MAX 1024

/* Addresses seen, each once, in rising order. Zero is an empty one. */
struct txr_addresses {
	uint64_t addr[TXR_ADDRESSES_MAX];
	size_t count;
};

void txr_addresses_add(struct txr_addresses *a, uint64_t addr);

/*
 * Addresses in the field "location" of these events, from pages spread evenly
 * over each CPU's recording (at most 16 MiB a CPU are looked at).
 */
void txr_addresses_collect(struct txr_addresses *a, const struct txr_cpu_pages *cpu,
			   unsigned int cpus, uint32_t page_size,
			   const struct txr_tracedat_event *event, size_t nr_events);

/*
 * The lines of kallsyms that cover the addresses, in rising order: for each the
 * last symbol not above it, and the next one, where it ends. Empty where the
 * kernel hides addresses.
 */
void txr_symbols_pick(struct txr_buf *out, const struct txr_addresses *a, FILE *kallsyms);

#endif
