// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_write.c - what stands around the records: described, and begun. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "perfrec_impl.h"
#include "sys/clock.h"

/* The second snapshot is as long as the first; devices may have come. */
#define META_MORE 16384
/* "[65535,18446744073709551615,18446744073709551615]," */
#define GAP_ROOM 50

/* The first "KEY: value" of a file. */
static char *line_of(const char *file, const char *key)
{
	char line[512], *value = NULL;
	FILE *f = fopen(file, "re");

	while (f && !value && fgets(line, sizeof(line), f)) {
		char *p = strchr(line, ':');

		if (!p++ || strncmp(line, key, strlen(key)))
			continue;
		p += strspn(p, " \t");
		p[strcspn(p, "\n")] = '\0';
		value = strdup(p);
	}
	if (f)
		fclose(f);
	return value;
}

static int make_tracing(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_tracedat t = { .page_size = sysconf(_SC_PAGESIZE) };
	size_t i;
	int ret;

	t.header_page.data = txr_tfs_read(r->tfs.fd, "events/header_page", &t.header_page.len);
	t.header_event.data = txr_tfs_read(r->tfs.fd, "events/header_event", &t.header_event.len);
	ret = txr_event_formats(&t, &r->events, r->tfs.fd, err);
	if (!ret)
		txr_tracing_data(&r->data.tracing, &t);
	for (i = 0; i < t.nr_events; i++)
		free(t.event[i].format.data);
	free(t.event);
	free(t.header_page.data);
	free(t.header_event.data);
	if (!ret && r->data.tracing.no_memory)
		ret = txr_fail(err, ENOMEM, "event formats: out of memory; free some");
	return ret;
}

/* Words of the command line, as the kernel has them: one text, pointers to it. */
static void read_argv(struct txr_perfrec *r)
{
	size_t n = 0, words = 0, i;
	char *text = txr_tfs_read(AT_FDCWD, "/proc/self/cmdline", &n), *p = text;

	for (i = 0; text && i < n; i++)
		words += !text[i];
	r->argv = calloc(words + 1, sizeof(*r->argv));
	if (!text || !r->argv) {
		free(text);
		return;
	}
	for (i = 0; i < words; i++, p += strlen(p) + 1)
		r->argv[i] = p;
	r->argv_text = text;
	r->data.argv = r->argv;
	r->data.argc = words;
}

static void read_clock(struct txr_perfrec *r)
{
	struct timespec res;

	r->data.clockid = r->clockid;
	if (r->clockid < 0)
		return;
	if (!clock_getres(r->clockid, &res))
		r->data.clock_res_ns = res.tv_sec * 1000000000ULL + res.tv_nsec;
	r->data.clock_ns = txr_clock_ns(r->clockid);
	r->data.real_ns = txr_clock_ns(CLOCK_REALTIME);
}

int txr_perfrec_describe(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_perfdata *d = &r->data;
	struct utsname u;
	char *memory = line_of("/proc/meminfo", "MemTotal");

	d->event = r->ev;
	d->nr_events = r->events.count;
	if (!uname(&u)) {
		d->hostname = strdup(u.nodename);
		d->release = strdup(u.release);
		d->arch = strdup(u.machine);
	}
	d->cpu = line_of("/proc/cpuinfo", "model name");
	d->version = strdup("txring " TXR_VERSION);
	d->memory_kb = memory ? strtoull(memory, NULL, 10) : 0;
	free(memory);
	d->cpus = sysconf(_SC_NPROCESSORS_CONF);
	d->cpus_online = r->cpus;
	read_argv(r);
	read_clock(r);
	return make_tracing(r, err);
}

void txr_perfrec_undescribe(struct txr_perfrec *r)
{
	struct txr_perfdata *d = &r->data;

	free((char *)d->hostname);
	free((char *)d->release);
	free((char *)d->arch);
	free((char *)d->cpu);
	free((char *)d->version);
	txr_buf_free(&d->tracing);
	free(r->argv);
	free(r->argv_text);
	memset(d, 0, sizeof(*d));
}

int txr_perfrec_failed(const struct txr_perfrec *r, int code, struct txr_err *err)
{
	if (!r->sink.pipe)
		return txr_outfile_failed(err, code, r->cfg.output);
	return txr_fail(err, code, "standard output: %s; %s", strerror(code), code == EPIPE ?
			"its reader has left: see what that says" : "give a file by -o");
}

static int put_front(struct txr_perfrec *r, const struct txr_buf *b, struct txr_err *err)
{
	size_t done = 0;
	ssize_t n;

	while (done < b->len) {
		n = r->sink.pipe ? write(r->sink.fd, b->data + done, b->len - done) :
				   pwrite(r->sink.fd, b->data + done, b->len - done, done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return txr_perfrec_failed(r, n ? errno : EIO, err);
		done += n;
	}
	return 0;
}

/* What comes before the first record, and names for the tasks in it. */
int txr_perfrec_begin(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_buf b = { 0 };
	char *meta = txr_meta_to_json(&r->meta);
	int ret;

	r->data.meta = meta;
	if (!meta) {
		ret = txr_fail(err, ENOMEM, "state of the devices: out of memory; free some");
	} else if (r->sink.pipe) {
		ret = txr_perfdata_pipe(&b, &r->data, err);
	} else {
		r->meta_room = 2 * strlen(meta) + META_MORE +
			       GAP_ROOM * txr_perfrec_gaps_max(r);
		ret = txr_perfdata_front(&b, &r->data, r->meta_room, 0, err);
	}
	if (!ret)
		ret = put_front(r, &b, err);
	r->data_at = r->sink.at = b.len;
	b.len = 0;
	if (!ret) {
		txr_perfrec_tasks(&b);
		if (b.no_memory)
			ret = txr_fail(err, ENOMEM, "names of tasks: out of memory; free some");
		txr_sink_put_buf(&r->sink, &b);
	}
	txr_buf_free(&b);
	free(meta);
	r->data.meta = NULL;
	return ret;
}
