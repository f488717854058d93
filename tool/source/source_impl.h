/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source_impl.h - what a container (trace.dat, perf.data) gives to source.c.
 *
 * A container finds formats and raw records. Everything behind that is shared:
 * decode.h turns a raw record into a struct txr_event, merge.h puts the CPUs in
 * one order. source.c picks the container by the first bytes of the file.
 */
#ifndef TXRING_SOURCE_IMPL_H
#define TXRING_SOURCE_IMPL_H

#include "decode.h"
#include "merge.h"
#include "xmit_func.h"
#include "txring/source.h"

#define TXR_SOURCE_HEAD 16	/* bytes that tell the container */

struct txr_source {
	const struct txr_container *container;
	void *priv;			/* the container's own */
	char *path;
	int fd;				/* the file; source.c closes it */
	struct txr_source_info info;
	struct txr_devtab *devs;
	struct txr_decoder *dec;	/* made by the container's open() */
	struct txr_merge *merge;	/* made by the container's open() */
	struct txr_xmit_func *xmit_func;	/* NULL: no such probes */
	struct txr_comms *comms;	/* may be NULL */
	struct txr_meta *meta;		/* info.meta, owned; may be NULL */
	uint64_t clock_ns, real_ns;	/* two clocks at one moment, where the container
					 * tells; 0: not known */
	char *kernel, *kernel_version, *clock;	/* info's strings, owned */
};

struct txr_container {
	const char *format;		/* "trace.dat" */
	/* True if a file that begins with these n bytes is one. */
	bool (*is)(const uint8_t *head, size_t n);
	/*
	 * Fills priv, dec, merge, comms, meta and what info can tell before the
	 * first event. s->fd is at the beginning unless it cannot be rewound: then
	 * head holds the n bytes that were taken from it. On failure close() is
	 * called, with whatever was built.
	 */
	int (*open)(struct txr_source *s, const uint8_t *head, size_t n,
		    struct txr_err *err);
	void (*close)(struct txr_source *s);
	/* As txr_merge_read(), which is called where it is NULL. */
	int (*read)(struct txr_source *s, const struct txr_event **ev, int max,
		    uint64_t *lost, struct txr_err *err);
	/* Kernel function that an address is in, or NULL; valid until the next
	 * call. May be NULL. */
	const char *(*symbol)(struct txr_source *s, uint64_t address);
	/* All events were read: what else is known of the recording. May be NULL. */
	void (*at_end)(struct txr_source *s);
};

extern const struct txr_container txr_tracedat, txr_perfdata;

/*
 * Fill info from what is known: tier, has_* from the decoder (after
 * txr_decoder_settle()), kernel and clock from meta or, where that is missing,
 * from s->kernel and s->clock, lost_by_cpu for info.cpus CPUs.
 */
int txr_source_describe(struct txr_source *s, struct txr_err *err);

/* Note whether another recording follows in the mapped file behind end. */
void txr_source_look_behind(struct txr_source *s, const uint8_t *map, uint64_t end,
			    uint64_t size);

/*
 * Take txring's own block of the file; a later one replaces it. One that cannot be
 * read costs what it tells, not the events: info.meta_damaged. Else 0 or -ENOMEM.
 */
int txr_source_take_meta(struct txr_source *s, const void *text, size_t len,
			 struct txr_err *err);

/* Count a loss of count events (0: not known) on cpu (UINT16_MAX: all). */
void txr_source_count_lost(struct txr_source *s, uint16_t cpu, uint64_t count);

#endif
