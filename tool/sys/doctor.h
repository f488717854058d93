/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * doctor.h - what this kernel and this user can do.
 *
 * Looks only: mounts nothing, loads nothing, opens no trace buffer, needs no
 * privilege. What cannot be seen is unknown, never guessed.
 */
#ifndef TXRING_SYS_DOCTOR_H
#define TXRING_SYS_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/source.h"

enum txr_doc_tri { TXR_DOC_UNKNOWN = -1, TXR_DOC_NO = 0, TXR_DOC_YES = 1 };

enum txr_doc_level {
	TXR_DOC_NOTE,		/* good to know */
	TXR_DOC_WARNING,	/* recording works, figures suffer */
	TXR_DOC_PROBLEM,	/* recording cannot work as this user */
};

struct txr_doc_finding {
	const char *id;			/* static, as in JSON */
	enum txr_doc_level level;
	char text[256];
	char remedy[256];		/* "" none */
};

struct txr_doc_event {
	const char *system, *name;	/* static */
	const char *use;		/* static: "stock", "patched", "hand-over", ... */
	bool needed;			/* the tier does not work without it */
	enum txr_doc_tri there;
};

/* How far a device's figures can be trusted on the best tier. */
enum txr_doc_figures {
	TXR_FIGURES_EXACT,
	TXR_FIGURES_IF_PROMPT,		/* exact if the driver frees at once, holding no
					 * reference of its own */
	TXR_FIGURES_LATE,		/* the kernel frees later than the ring */
	TXR_FIGURES_INVISIBLE,		/* freed inside xmit */
	TXR_FIGURES_NO_RING,		/* handed on, nothing is held */
	TXR_FIGURES_LOWER,		/* contains those of the device below */
};

struct txr_doc_device {
	const struct txr_device_state *state;	/* in the doctor's snapshot */
	const char *kind;		/* as in reports: "ring", "handover", ... */
	int64_t capacity_packets;
	const char *capacity_source;
	enum txr_doc_tri bql;
	enum txr_doc_figures figures;
	const char *why;		/* static: one sentence */
	bool xdp_unseen;		/* its native XDP program can send frames that take
					 * slots and have no events */
};

struct txr_doctor {
	const char *root;		/* before every path; "" but in tests */

	char release[128], version[256];
	unsigned int major, minor;
	enum txr_doc_tri preempt_rt;
	char lockdown[24];		/* "none", "integrity", "confidentiality"; "" unknown */

	int64_t uid;
	bool cap_sys_admin, cap_perfmon, cap_bpf;
	bool paranoid_known;
	int64_t perf_event_paranoid;	/* -1 is a value of its own */

	enum txr_doc_tri tracefs_known;	/* the kernel has it */
	char tracefs[256];		/* where it is mounted; "" nowhere */
	bool tracefs_readable, tracefs_writable;
	char clocks[256];		/* trace clocks, "" unknown */
	unsigned int instances_stale, instances_live;	/* of txring */
	char stale_name[64];		/* one of them */

	char clocksource[32];
	bool clock_cheap;

	struct txr_doc_event *events; size_t nr_events;	/* owned */
	enum txr_doc_tri kprobes;	/* can be made */
	enum txr_doc_tri probe_functions;	/* all that probes need are there */
	bool btf;			/* struct offsets: for wakes and --xmit-func */
	enum txr_tier tier;		/* best that is offered */
	bool tier_known;

	enum txr_doc_tri pktgen_module;	/* loaded, built in, or a module file is there */
	bool pktgen_loaded, pktgen_companion;
	int64_t skb_defer_max;
	enum txr_doc_tri defers;	/* napi_consume_skb() gives skbs to other CPUs */

	struct txr_snapshot snapshot;
	bool everywhere;		/* all namespaces were asked for */
	struct txr_doc_device *devices; size_t nr_devices;	/* owned */

	struct txr_doc_finding *findings; size_t nr_findings;	/* owned */
	bool can_record;
};

/*
 * Look at everything. device: glob, or NULL for all; everywhere: in every network
 * namespace, else in the current one. root: "" or a directory that holds proc, sys
 * and lib. -ENODEV when device names none.
 */
int txr_doctor_take(struct txr_doctor *d, const char *root, const char *device,
		    bool everywhere, struct txr_err *err);
void txr_doctor_free(struct txr_doctor *d);	/* accepts NULL and half-built */

/* Names as in JSON. */
const char *txr_doc_level_name(enum txr_doc_level l);
const char *txr_doc_figures_name(enum txr_doc_figures f);

/* The parts, in the order in which they are called. */
void txr_doctor_host(struct txr_doctor *d);
int txr_doctor_trace(struct txr_doctor *d);
int txr_doctor_devices(struct txr_doctor *d, const char *device, struct txr_err *err);
int txr_doctor_findings(struct txr_doctor *d);

/* One device, the tier and the defer state of d given. */
void txr_doctor_device(const struct txr_doctor *d, const struct txr_device_state *s,
		       struct txr_doc_device *out);

/* Files under d->root; text is cut at the first newline. */
int txr_doc_read(const struct txr_doctor *d, const char *path, char *buf, size_t size);
/* TXR_UNKNOWN: not readable, no number. */
int64_t txr_doc_number(const struct txr_doctor *d, const char *path);
/* access(2) of root and path. */
bool txr_doc_access(const struct txr_doctor *d, const char *path, int mode);
/* Calls fn for each line (without newline) until it returns true. */
int txr_doc_lines(const struct txr_doctor *d, const char *path,
		  bool (*fn)(void *arg, char *line), void *arg);

#endif
