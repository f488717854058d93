// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_record_write.c - from stopped recorder to file. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "tracedat_write_pages.h"
#include "tracefs_impl.h"
#include "tracefs_symbols.h"

/* What is read from tracefs only for the file; all owned. */
struct parts {
	struct txr_tracedat t;
	struct txr_tracedat_option *option;
	struct txr_buf kallsyms;
	char uname[320];
	char *json;
};

static void read_text(struct txr_text *to, int dirfd, const char *file)
{
	to->data = txr_tfs_read(dirfd, file, &to->len);
	if (!to->data)
		to->len = 0;
}

static int add_ftrace_format(struct txr_tracedat *t, int fd, const char *name)
{
	struct txr_text *more;

	more = reallocarray(t->ftrace_format, t->nr_ftrace + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	t->ftrace_format = more;
	more += t->nr_ftrace;
	more->data = txr_event_format(fd, "ftrace", name, &more->len);
	if (more->data)
		t->nr_ftrace++;
	return 0;
}

static int read_ftrace_formats(struct txr_tracedat *t, int fd)
{
	int dirfd = openat(fd, "events/ftrace", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *de;
	int ret = 0;
	DIR *dir;

	dir = dirfd < 0 ? NULL : fdopendir(dirfd);
	if (!dir) {
		if (dirfd >= 0)
			close(dirfd);
		return 0;	/* readers do without */
	}
	while (!ret && (de = readdir(dir)))
		if (de->d_name[0] != '.')
			ret = add_ftrace_format(t, fd, de->d_name);
	closedir(dir);
	return ret;
}

static void add_option(struct parts *p, uint16_t id, char *data, size_t len)
{
	if (!data || !len)
		return;
	p->option[p->t.nr_options].id = id;
	p->option[p->t.nr_options].text.data = data;
	p->option[p->t.nr_options++].text.len = len;
}

static int add_options(struct parts *p, const struct txr_recorder *r, struct txr_err *err)
{
	static char version[] = "txring " TXR_VERSION;
	struct utsname u;
	unsigned int i;

	p->option = calloc(r->cpus + 3, sizeof(*p->option));
	if (!p->option)
		return txr_fail(err, ENOMEM, "file options: out of memory; free some");
	p->t.option = p->option;
	for (i = 0; i < r->cpus; i++)
		add_option(p, TXR_TDOPT_CPUSTAT, r->cpustat[i].data, r->cpustat[i].len);
	add_option(p, TXR_TDOPT_TRACECLOCK, r->clocks.data, r->clocks.len + 1);
	p->t.clocks = r->clocks;
	if (!uname(&u))
		snprintf(p->uname, sizeof(p->uname), "%s %s %s %s", u.sysname, u.nodename,
			 u.release, u.machine);
	add_option(p, TXR_TDOPT_UNAME, p->uname, strlen(p->uname) + 1);
	add_option(p, TXR_TDOPT_VERSION, version, sizeof(version));
	return 0;
}

/* A disk that took no more. */
static bool has_tail(const struct txr_cpu_pages *cpu, unsigned int cpus)
{
	unsigned int i;

	for (i = 0; i < cpus; i++)
		if (cpu[i].tail_bytes)
			return true;
	return false;
}

/*
 * Names of the callers in our events; of every function where -e added some,
 * and there is room.
 */
static void read_symbols(struct parts *p, const struct txr_recorder *r,
			 const struct txr_cpu_pages *cpu)
{
	struct txr_addresses *a;
	FILE *f;

	if (r->cfg.nr_event && !r->out.limit_bytes && !has_tail(cpu, r->cpus)) {
		read_text(&p->t.kallsyms, AT_FDCWD, "/proc/kallsyms");
		return;
	}
	a = calloc(1, sizeof(*a));
	f = fopen("/proc/kallsyms", "re");
	if (a && f) {
		txr_addresses_collect(a, cpu, r->cpus, r->page_size, p->t.event,
				      p->t.nr_events);
		txr_symbols_pick(&p->kallsyms, a, f);
	}
	if (f)
		fclose(f);
	free(a);
	p->t.kallsyms.data = p->kallsyms.data;
	p->t.kallsyms.len = p->kallsyms.len;
	p->kallsyms = (struct txr_buf){ 0 };
}

/* The state of the devices, and how much the file lacks at its end. */
static int put_meta(struct parts *p, const struct txr_recorder *r, uint64_t cut_ns,
		    struct txr_err *err)
{
	struct txr_meta m = r->given_meta ? *r->given_meta : r->meta;

	m.cut_ns = cut_ns;
	free(p->json);
	p->t.meta = p->json = txr_meta_to_json(&m);
	return p->json ? 0 : txr_fail(err, ENOMEM, "device state: out of memory; free some");
}

static int collect(struct parts *p, struct txr_recorder *r, const struct txr_cpu_pages *cpu,
		   struct txr_err *err)
{
	struct txr_tracedat *t = &p->t;
	int ret;

	t->page_size = r->page_size;
	t->cpus = r->cpus;
	t->header_page = r->header_page;
	read_text(&t->header_event, r->tfs.fd, "events/header_event");
	read_text(&t->printk, r->tfs.fd, "printk_formats");
	t->cmdlines = r->cmdlines;
	if (read_ftrace_formats(t, r->tfs.fd))
		return txr_fail(err, ENOMEM, "event formats: out of memory; free some");
	ret = txr_event_formats(t, &r->events, r->tfs.fd, err);
	if (!ret)
		ret = add_options(p, r, err);
	if (ret)
		return ret;
	read_symbols(p, r, cpu);
	/* Not known yet: room for the longest. */
	return put_meta(p, r, r->out.limit_bytes || has_tail(cpu, r->cpus) ? UINT64_MAX : 0,
			err);
}

static void parts_free(struct parts *p)
{
	size_t i;

	for (i = 0; i < p->t.nr_ftrace; i++)
		free(p->t.ftrace_format[i].data);
	for (i = 0; i < p->t.nr_events; i++)
		free(p->t.event[i].format.data);
	free(p->option);
	free(p->t.ftrace_format);
	free(p->t.event);
	free(p->t.header_event.data);
	free(p->t.printk.data);
	free(p->t.kallsyms.data);
	free(p->json);
}

static int write_at(int fd, const char *data, size_t len, uint64_t at)
{
	ssize_t n;

	while (len) {
		n = pwrite(fd, data, len, at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		data += n;
		at += n;
		len -= n;
	}
	return 0;
}

/*
 * Room for pages in the file: what they took in the temporary ones is given
 * back on the way; header and one chunk are in the reserve.
 */
static uint64_t room_for_pages(const struct txr_recorder *r, const struct txr_cpu_pages *cpu,
			       uint64_t header)
{
	uint64_t room = UINT64_MAX, lack;
	unsigned int i;

	if (!r->given && has_tail(cpu, r->cpus)) {
		for (i = 0, room = 0; i < r->cpus; i++)
			room += cpu[i].file_bytes;
		lack = header + TXR_COPY_CHUNK > r->out.reserve_bytes ?
			header + TXR_COPY_CHUNK - r->out.reserve_bytes : 0;
		room -= lack < room ? lack : room;
	}
	if (r->out.limit_bytes && room > r->out.limit_bytes - header)
		room = header < r->out.limit_bytes ? r->out.limit_bytes - header : 0;
	return room;
}

struct job {
	struct txr_cpu_pages *cpu;
	uint64_t *size;
	struct txr_buf header;
	size_t table_at;
	struct txr_cut cut;
};

/* A cut at the very end is one too. */
static uint64_t cut_ns(const struct txr_recorder *r, const struct txr_cut *cut)
{
	if (!cut->cut)
		return 0;
	return r->off_ns > cut->at_ns ? r->off_ns - cut->at_ns : 1;
}

/*
 * A copy that failed after all: what came is kept, the table says how much, and
 * the rest is counted as lost, so that no reader takes it for the whole.
 */
static int shorten(struct txr_recorder *r, struct job *j, struct parts *p, unsigned int cpu,
		   uint64_t came, struct txr_record_result *res)
{
	uint64_t in_file = 0, len = j->header.len;
	struct txr_err ignored = { 0 };
	unsigned int i;

	j->size[cpu] = came;
	for (i = cpu + 1; i < r->cpus; i++)
		j->size[i] = 0;
	txr_pages_count(r->out.fd, len, j->size, r->cpus, r->page_size, &in_file);
	res->torn = true;
	res->events_left_out = r->last.events > in_file ? r->last.events - in_file : 0;
	r->meta.dropped_events += res->events_left_out;
	j->header.len = 0;
	if (put_meta(p, r, j->cut.cut ? cut_ns(r, &j->cut) : 1, &ignored) ||
	    txr_tracedat_header(&j->header, &p->t, j->size, &j->table_at, &ignored) ||
	    j->header.len != len)
		return -EIO;	/* the text grew over a page's end */
	return write_at(r->out.fd, j->header.data, len, 0);
}

/* A part is there whole or not at all: its disk blocks first. */
static int allocate(const struct txr_recorder *r, const struct job *j)
{
	uint64_t bytes = j->header.len;
	unsigned int i;

	if (!r->given)
		return 0;
	for (i = 0; i < r->cpus; i++)
		bytes += j->size[i];
	if (fallocate(r->out.fd, 0, 0, bytes) == 0 || errno == EOPNOTSUPP || errno == ENOSYS)
		return 0;
	return -errno;
}

static int write_all(struct txr_recorder *r, struct job *j, struct parts *p,
		     struct txr_record_result *res, struct txr_err *err)
{
	uint64_t offset = j->header.len, begin;
	unsigned int i;
	int ret;

	if (j->cut.cut)
		txr_pages_shrink(j->cpu, r->cpus, j->size);
	ret = allocate(r, j);
	if (!ret)
		ret = write_at(r->out.fd, j->header.data, j->header.len, 0);
	if (ret)
		return txr_outfile_failed(err, -ret, r->cfg.output);
	for (i = 0; i < r->cpus && !ret; i++) {
		begin = offset;
		ret = txr_pages_copy(r->out.fd, &offset, &j->cpu[i], r->page_size,
				     j->size[i]);
		if (!ret)
			continue;
		txr_outfile_failed(err, -ret, r->cfg.output);
		if (r->given)
			return ret;
		offset -= (offset - begin) % r->page_size;
		if (shorten(r, j, p, i, offset - begin, res))
			return ret;
	}
	if (ftruncate(r->out.fd, offset) < 0)
		return txr_outfile_failed(err, errno, r->cfg.output);
	res->file_bytes = offset;
	return ret;
}

static int make_header(struct txr_recorder *r, struct job *j, struct parts *p,
		       struct txr_err *err)
{
	uint64_t room;
	int ret;

	/* Once for its length, which decides what fits; the table comes after. */
	ret = txr_tracedat_header(&j->header, &p->t, j->size, &j->table_at, err);
	if (ret)
		return ret;
	room = room_for_pages(r, j->cpu, j->header.len);
	ret = txr_pages_fit(j->cpu, r->cpus, r->page_size, room, j->size, &j->cut, err);
	if (!ret && j->cut.cut && r->given)
		return txr_outfile_failed(err, EFBIG, r->cfg.output);
	if (!ret && j->cut.cut)
		ret = txr_pages_cut(j->cpu, r->cpus, r->page_size, j->size, &j->cut, err);
	if (!ret)
		ret = put_meta(p, r, cut_ns(r, &j->cut), err);
	if (ret)
		return ret;
	j->header.len = 0;
	return txr_tracedat_header(&j->header, &p->t, j->size, &j->table_at, err);
}

static int job_init(struct job *j, const struct txr_recorder *r, struct txr_err *err)
{
	unsigned int i;

	j->cpu = calloc(r->cpus + 1, sizeof(*j->cpu));
	j->size = calloc(r->cpus + 1, sizeof(*j->size));
	if (!j->cpu || !j->size)
		return txr_fail(err, ENOMEM, "recording: out of memory; free some");
	for (i = 0; i < r->cpus; i++)
		j->cpu[i] = r->given ? r->given->cpu[i] : txr_pages_of(r->pages, i);
	return 0;
}

static void job_free(struct job *j)
{
	txr_buf_free(&j->header);
	free(j->cpu);
	free(j->size);
}

static void tell_cut(struct txr_record_result *res, const struct txr_recorder *r,
		     const struct txr_cut *cut)
{
	if (!cut->cut)
		return;
	res->cut = true;
	res->events_left_out = cut->events_left_out;
	if (r->off_ns > cut->at_ns)
		res->cut_ns_before_end = r->off_ns - cut->at_ns;
}

/* Even a torn file gets its name: what is in it is kept. */
static int name_it(struct txr_recorder *r, struct txr_record_result *res, int ret,
		   struct txr_err *err)
{
	struct txr_err name_err = { 0 };
	int named;

	if (!res->file_bytes)
		return ret;
	if (r->given && r->given->before_name)
		r->given->before_name(r->given->ctx, res->file_bytes);
	named = txr_outfile_commit(&r->out, &res->kept_old, &name_err);
	if (!named)
		return ret;
	res->file_bytes = 0;
	return ret ? ret : txr_fail(err, -named, "%s", name_err.text);
}

int txr_recorder_write(struct txr_recorder *r, struct txr_record_result *res,
		       struct txr_err *err)
{
	struct job j = { 0 };
	struct parts p = { 0 };
	int ret;

	memset(res, 0, sizeof(*res));
	ret = job_init(&j, r, err);
	if (!ret)
		ret = collect(&p, r, j.cpu, err);
	if (!ret)
		ret = make_header(r, &j, &p, err);
	if (!ret) {
		tell_cut(res, r, &j.cut);
		ret = write_all(r, &j, &p, res, err);
		ret = name_it(r, res, ret, err);
	}
	parts_free(&p);
	job_free(&j);
	return ret;
}
