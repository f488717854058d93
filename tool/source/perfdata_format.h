/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata_format.h - numbers of the perf.data format, for reader and writer.
 *
 * The form is told in the kernel tree: tools/perf/Documentation/
 * perf.data-file-format.txt, tools/perf/util/header.h, tools/lib/perf/include/
 * perf/event.h and include/uapi/linux/perf_event.h.
 */
#ifndef TXRING_PERFDATA_FORMAT_H
#define TXRING_PERFDATA_FORMAT_H

#define PERF_MAGIC2		"PERFILE2"
#define PERF_FILE_HEADER	104	/* bytes */
#define PERF_PIPE_HEADER	16

/* record types; the kernel's are below 64 */
enum {
	PREC_LOST = 2, PREC_COMM = 3, PREC_FORK = 7, PREC_SAMPLE = 9, PREC_LOST_SAMPLES = 13,
	PREC_HEADER_ATTR = 64, PREC_TRACING_DATA = 66, PREC_FINISHED_ROUND = 68,
	PREC_AUXTRACE = 71, PREC_THREAD_MAP = 73, PREC_CPU_MAP = 74, PREC_EVENT_UPDATE = 78,
	PREC_TIME_CONV = 79, PREC_HEADER_FEATURE = 80, PREC_COMPRESSED = 81, PREC_COMPRESSED2 = 83,
};

/* features */
enum {
	PFEAT_TRACING_DATA = 1, PFEAT_HOSTNAME = 3, PFEAT_OSRELEASE = 4, PFEAT_VERSION = 5,
	PFEAT_ARCH = 6, PFEAT_NRCPUS = 7, PFEAT_CPUDESC = 8, PFEAT_TOTAL_MEM = 10,
	PFEAT_CMDLINE = 11, PFEAT_EVENT_DESC = 12, PFEAT_SAMPLE_TIME = 21, PFEAT_CLOCKID = 23,
	PFEAT_DIR_FORMAT = 24, PFEAT_COMPRESSED = 27, PFEAT_CLOCK_DATA = 29, PFEAT_MAX = 256,
};

#endif
