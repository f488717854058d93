/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * events.h - event formats of several kernels, and raw records in them.
 *
 * A format is laid out by the rules of the kernel's macros for the given long
 * size; its text is what events/SYSTEM/NAME/format would say.
 */
#ifndef TXRING_TEST_EVENTS_H
#define TXRING_TEST_EVENTS_H

#include "bytes.h"

enum kernel { K5_10, K6_1, K6_12, K6_18, K7_2, K_RT, KERNELS };

struct machine {
	enum kernel kernel;
	unsigned int long_size;		/* 4 or 8 */
	bool big_endian;
};

struct ev_field {
	const char *type, *name;
	unsigned int size;		/* 0: the long size */
	bool is_string;			/* __data_loc char[] */
	unsigned int offset;		/* set by the layout */
};

#define EV_FIELDS 32

struct ev {
	const char *system, *name;
	unsigned int id;
	struct machine m;
	unsigned int count, size;
	struct ev_field field[EV_FIELDS];
	char print[2048];
	char text[8192];
};

/*
 * The event of that system and name in that kernel; also our own: patched,
 * txring_pktgen, and the probe group txring. NULL if that kernel has it not.
 * The caller frees it.
 */
struct ev *ev_new(const struct machine *m, const char *system, const char *name);
/* Anew, with another print fmt. */
void ev_set_print(struct ev *e, const char *print);

struct ev_value {
	const char *name;
	uint64_t number;
	const char *string;
};

/* Append a record (from common_type on), unnamed fields 0; ends with { 0 }. */
void ev_record(const struct ev *e, struct bytes *to, unsigned int flags, int pid,
	       const struct ev_value *v);

/* The number that FULL_RING and kin have in that kernel's print fmt; 0: none. */
int ev_reason(enum kernel k, const char *name);

#endif
