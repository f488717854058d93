/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * device.h - the devices that a recording names.
 *
 * Events carry a small index into this table. A device is told apart by its
 * name and, where the event has them (patched tier, 7.2), by ifindex and the
 * network namespace's cookie; on older kernels only by name.
 */
#ifndef TXRING_DEVICE_H
#define TXRING_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TXR_IFNAMSIZ 16
#define TXR_DEV_MAX 65534	/* devices in a table: indexes below TXR_DEV_NONE */

struct txr_device {
	char name[TXR_IFNAMSIZ];	/* raw: escape before printing */
	uint32_t ifindex;		/* 0: not known from the events */
	uint64_t netns_cookie;		/* SO_NETNS_COOKIE; 0: not known */
};

/* What TXR_DEV_NONE is called: no device can be named so, for the blank. */
#define TXR_DEV_OTHERS "(other devices)"

struct txr_devtab;

struct txr_devtab *txr_devtab_new(void);
void txr_devtab_free(struct txr_devtab *t);

/*
 * Index of the device, added if new. name need not be terminated; at most
 * TXR_IFNAMSIZ - 1 bytes count. Returns TXR_DEV_NONE when TXR_DEV_MAX devices are
 * there already (txr_devtab_full()) or memory is short (txr_devtab_failed()).
 */
uint16_t txr_devtab_intern(struct txr_devtab *t, const char *name, size_t len,
			   uint32_t ifindex, uint64_t netns_cookie);

/* Whether memory was ever short, so that events name no device. */
bool txr_devtab_failed(const struct txr_devtab *t);

/* Whether there were more than fit: TXR_DEV_NONE then stands for all the others. */
bool txr_devtab_full(const struct txr_devtab *t);

size_t txr_devtab_count(const struct txr_devtab *t);
/* Owned by the table; valid until the next intern. NULL past the end. */
const struct txr_device *txr_devtab_get(const struct txr_devtab *t, size_t i);

/*
 * Whether a device of this name is meant by `wanted` (-d): a name or a glob, or several
 * with a line break between them.
 */
bool txr_name_match(const char *wanted, const char *name);

#define TXR_WANTED_BUF 2048
/* The first of them is put in `one`; returns what is behind it, NULL: there was none. */
const char *txr_name_next(char one[TXR_WANTED_BUF], const char *wanted);

/* What numbers in a recording mean; each may return NULL. */
struct txr_names {
	void *ctx;
	/* Name of a drop reason ("FULL_RING"). */
	const char *(*reason)(void *ctx, int reason);
	/* Command name of a task. */
	const char *(*comm)(void *ctx, int pid);
	/* Kernel function that an address is in; NULL: nobody can tell. What it
	 * returns is valid until the next call. Reads all symbols: not for a lap. */
	const char *(*symbol)(void *ctx, uint64_t address);
};

#endif
