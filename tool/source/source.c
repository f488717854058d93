// SPDX-License-Identifier: GPL-2.0-only
/* source.c - a recording as one stream of events, whatever its container. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clockset.h"
#include "source_impl.h"
#include "sys/words.h"

static const struct txr_container *const containers[] = { &txr_tracedat, &txr_perfdata };

void txr_source_close(struct txr_source *s)
{
	if (!s)
		return;
	if (s->container)
		s->container->close(s);
	txr_merge_free(s->merge);
	txr_xmit_func_free(s->xmit_func);
	txr_decoder_free(s->dec);
	txr_comms_free(s->comms);
	txr_devtab_free(s->devs);
	if (s->meta)
		txr_meta_free(s->meta);
	free(s->meta);
	free(s->info.lost_by_cpu);
	free(s->kernel);
	free(s->kernel_version);
	free(s->clock);
	free(s->path);
	if (s->fd > 0)
		close(s->fd);
	free(s);
}

static ssize_t read_head(int fd, uint8_t *head, size_t size)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, head + n, size - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		n += got;
	}
	return n;
}

static int pick(struct txr_source *s, const uint8_t *head, size_t n, struct txr_err *err)
{
	size_t i;

	if (!n)
		return txr_fail(err, EINVAL, "%s: the file is empty; record again", s->path);
	for (i = 0; i < sizeof(containers) / sizeof(containers[0]); i++) {
		if (!containers[i]->is(head, n))
			continue;
		s->container = containers[i];
		s->info.format = containers[i]->format;
		return containers[i]->open(s, head, n, err);
	}
	return txr_fail(err, EINVAL,
			"%s: neither a trace.dat nor a perf.data; give a file of txring record, trace-cmd record or perf record",
			s->path);
}

static int open_file(struct txr_source *s, struct txr_err *err)
{
	uint8_t head[TXR_SOURCE_HEAD];
	ssize_t n;

	s->fd = strcmp(s->path, "-") ? open(s->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (s->fd < 0)
		return txr_fail(err, errno, "%s: cannot open: %s; %s", s->path, strerror(errno),
				errno == ENOENT ? "record first with txring record" :
						  "check the file and its rights");
	n = read_head(s->fd, head, sizeof(head));
	if (n < 0)
		return txr_fail(err, -n, "%s: cannot read: %s; give a recording%s", s->path,
				strerror(-n), n == -EISDIR ?
				" (of perf record, one without --threads)" : "");
	lseek(s->fd, 0, SEEK_SET);
	return pick(s, head, n, err);
}

int txr_source_open(struct txr_source **out, const char *path, struct txr_err *err)
{
	struct txr_source *s = calloc(1, sizeof(*s));
	int ret = -ENOMEM;

	*out = NULL;
	if (s) {
		s->fd = -1;
		s->path = strdup(path);
		s->devs = txr_devtab_new();
	}
	if (!s || !s->path || !s->devs) {
		txr_fail(err, ENOMEM, "%s: out of memory; close other programs", path);
	} else {
		s->info.path = s->path;
		ret = open_file(s, err);
	}
	if (ret) {
		txr_source_close(s);
		return ret;
	}
	*out = s;
	return 0;
}

/* The wall clock of first_ns, from the pair of clocks that record read. */
static void set_real(struct txr_source *s)
{
	const struct txr_snapshot *snap = s->meta ? &s->meta->start : NULL;

	if (!snap && s->clock_ns && s->real_ns)
		s->info.real_ns_at_first = s->real_ns + (s->info.first_ns - s->clock_ns);
	if (snap && (!snap->clock_ns || !snap->real_ns))
		snap = &s->meta->end;
	if (!snap || !snap->clock_ns || !snap->real_ns || !s->info.clock_ns)
		return;
	if (s->clock && s->meta->clock[0] && strcmp(s->clock, s->meta->clock))
		return;
	s->info.real_ns_at_first = snap->real_ns + (s->info.first_ns - snap->clock_ns);
}

static void note_times(struct txr_source *s, const struct txr_event *const *ev, int n)
{
	int i;

	for (i = 0; !s->info.events && i < n; i++) {
		if (ev[i]->kind == TXR_LOST)
			continue;
		s->info.first_ns = ev[i]->ts_ns;
		set_real(s);
		break;
	}
	for (i = n - 1; i >= 0; i--) {
		if (ev[i]->kind == TXR_LOST)
			continue;
		if (ev[i]->ts_ns > s->info.last_ns)
			s->info.last_ns = ev[i]->ts_ns;
		break;
	}
}

/* Never 0 before the end, though all that was read may have been there twice. */
static int read_some(struct txr_source *s, const struct txr_event **ev, int max,
		     uint64_t *lost, struct txr_err *err)
{
	int n, left;

	do {
		n = s->container->read ? s->container->read(s, ev, max, lost, err) :
					 txr_merge_read(s->merge, ev, max, lost, err);
		if (n <= 0 || !s->xmit_func)
			return n;
		left = txr_xmit_func_run(s->xmit_func, ev, n);
		if (left < 0)
			return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
					s->path);
	} while (!left);
	return left;
}

int txr_source_read(struct txr_source *s, const struct txr_event **ev, int max,
		    struct txr_err *err)
{
	uint64_t lost = 0;
	int n = read_some(s, ev, max, &lost, err);

	if (!n && s->container->at_end)
		s->container->at_end(s);
	if (n >= 0 && txr_devtab_failed(s->devs))
		return txr_fail(err, ENOMEM, "%s: out of memory for its devices; close other "
				"programs", s->path);
	if (n <= 0)
		return n;
	note_times(s, ev, n);
	s->info.events += n - lost;
	s->info.out_of_order = txr_merge_out_of_order(s->merge);
	return n;
}

void txr_source_count_lost(struct txr_source *s, uint16_t cpu, uint64_t count)
{
	s->info.lost_events += count;
	s->info.lost_gaps_unknown += !count;
	if (cpu < s->info.cpus && s->info.lost_by_cpu)
		s->info.lost_by_cpu[cpu] += count;
}

/* kernel/trace/trace.c, trace_clocks[] */
static void describe_clock(struct txr_source *s)
{
	static const char *const ordered[] = { "global", "counter", "x86-tsc", "mono", "mono_raw",
					       "boot", "tai", NULL };
	const char *clock = s->clock;

	if (!clock && s->meta && s->meta->clock[0])
		clock = s->meta->clock;
	s->info.clock = clock;
	if (!clock)
		return;
	s->info.clock_ordered = txr_is_one_of(clock, ordered);
	if (!txr_clock_counts(clock))
		s->info.clock_ns = true;
}

static bool says_rt(const char *version)
{
	return version && (strstr(version, "PREEMPT_RT") || strstr(version, "PREEMPT RT"));
}

int txr_source_take_meta(struct txr_source *s, const void *text, size_t len,
			 struct txr_err *err)
{
	struct txr_meta *m = calloc(1, sizeof(*m));
	struct txr_err why = { 0 };
	int ret;

	if (!m)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", s->path);
	ret = txr_meta_from_json(m, text, len, &why);
	if (ret) {
		free(m);
		s->info.meta_damaged = true;
		return ret == -ENOMEM ?
		       txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
				s->path) : 0;
	}
	s->info.truncated |= m->cut_ns != 0;
	if (s->meta) {		/* views hold on to it */
		txr_meta_free(s->meta);
		*s->meta = *m;
		free(m);
	} else {
		s->meta = m;
	}
	return 0;
}

int txr_source_describe(struct txr_source *s, struct txr_err *err)
{
	struct txr_decoder_facts facts = txr_decoder_facts(s->dec);
	struct txr_source_info *info = &s->info;

	if (!facts.has_start)
		return txr_fail(err, ENODATA, "%s: no hand-over of packets to a driver in it, "
				"net:net_dev_start_xmit was not recorded; record with txring "
				"record, or as perf-txring(1) shows", s->path);
	info->meta = s->meta;
	info->kernel = s->kernel;
	if (s->meta && s->meta->kernel[0])
		info->kernel = s->meta->kernel;
	describe_clock(s);
	info->preempt_rt = facts.preempt_rt || says_rt(s->kernel_version) ||
			   (s->meta && says_rt(s->meta->kernel_version));
	info->tier = facts.tier;
	info->has_result = facts.has_result;
	info->has_handover = facts.has_handover;
	info->has_drop_reason = facts.has_drop_reason;
	info->lacks_consume = !facts.has_consume;
	info->lacks_kfree = !facts.has_kfree;
	info->lost_by_cpu = calloc(info->cpus + 1, sizeof(*info->lost_by_cpu));
	if (facts.has_xmit_func)
		s->xmit_func = txr_xmit_func_new();
	if (!info->lost_by_cpu || (facts.has_xmit_func && !s->xmit_func))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", s->path);
	return 0;
}

const struct txr_source_info *txr_source_info(const struct txr_source *s)
{
	return &s->info;
}

const struct txr_devtab *txr_source_devices(const struct txr_source *s)
{
	return s->devs;
}

static const char *name_of_reason(void *ctx, int reason)
{
	struct txr_source *s = ctx;

	return txr_decoder_reason(s->dec, reason);
}

static const char *name_of_task(void *ctx, int pid)
{
	struct txr_source *s = ctx;

	return txr_comms_find(s->comms, pid);
}

static const char *name_of_place(void *ctx, uint64_t address)
{
	struct txr_source *s = ctx;

	return s->container && s->container->symbol ? s->container->symbol(s, address) : NULL;
}

struct txr_names txr_source_names(const struct txr_source *s)
{
	return (struct txr_names) {
		.ctx = (void *)s, .reason = name_of_reason, .comm = name_of_task,
		.symbol = name_of_place,
	};
}
