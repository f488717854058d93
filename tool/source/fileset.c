// SPDX-License-Identifier: GPL-2.0-only
/* fileset.c - recordings that one run writes one after the other. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fileset.h"
#include "tracefs_outfile.h"

#define BASE "txring-flight"

static char *prefix_of(const char *output)
{
	size_t len = strlen(output);
	struct stat st;
	char *text;

	if (len && !stat(output, &st) && S_ISDIR(st.st_mode))
		return asprintf(&text, "%s%s" BASE, output,
				output[len - 1] == '/' ? "" : "/") < 0 ? NULL : text;
	if (len > 4 && !strcmp(output + len - 4, ".dat") && output[len - 5] != '/')
		len -= 4;
	return strndup(output, len);
}

/* Told now, and not when the first file is to be written. */
static int try_place(const struct txr_fileset *f, struct txr_err *err)
{
	struct txr_outfile o;
	char *path = txr_fileset_name(f, time(NULL));
	int ret;

	if (!path)
		return txr_fail(err, ENOMEM, "%s: out of memory; free some", f->prefix);
	ret = txr_outfile_open(&o, path, err);
	if (!ret)
		txr_outfile_close(&o);
	free(path);
	return ret;
}

int txr_fileset_open(struct txr_fileset *f, const char *output, uint64_t keep,
		     uint64_t max_bytes, struct txr_err *err)
{
	int ret;

	memset(f, 0, sizeof(*f));
	f->keep = keep;
	f->max_bytes = max_bytes;
	if (output && (!*output || !strcmp(output, "-")))
		return txr_fail(err, EINVAL, "-o %s: several files need names; give what they "
				"begin with", output);
	f->prefix = output ? prefix_of(output) : strdup(BASE);
	if (!f->prefix)
		return txr_fail(err, ENOMEM, "%s: out of memory; free some",
				output ? output : BASE);
	ret = try_place(f, err);
	if (ret)
		txr_fileset_free(f);
	return ret;
}

static bool is_there(const char *path)
{
	struct stat st;

	return !lstat(path, &st);
}

char *txr_fileset_name(const struct txr_fileset *f, time_t when)
{
	unsigned int again = 1;
	char stamp[32], *path;
	struct tm tm;
	int ret;

	localtime_r(&when, &tm);
	strftime(stamp, sizeof(stamp), "%Y%m%d-%H%M%S", &tm);
	ret = asprintf(&path, "%s-%s.dat", f->prefix, stamp);
	while (ret >= 0 && is_there(path)) {
		free(path);
		ret = asprintf(&path, "%s-%s-%u.dat", f->prefix, stamp, ++again);
	}
	return ret < 0 ? NULL : path;
}

static bool is_ours(const struct txr_fileset_entry *e)
{
	struct stat st;

	return !lstat(e->path, &st) && st.st_dev == e->dev && st.st_ino == e->ino;
}

static int forget_first(struct txr_fileset *f, bool remove, struct txr_err *err)
{
	struct txr_fileset_entry e = f->file[0];
	int ret = 0;

	f->bytes -= e.bytes;
	f->count--;
	memmove(f->file, f->file + 1, f->count * sizeof(*f->file));
	if (remove && unlink(e.path) < 0 && errno != ENOENT)
		ret = txr_fail(err, errno, "%s: cannot be removed: %s; more files stay than "
			       "were asked for", e.path, strerror(errno));
	else if (remove)
		f->removed++;
	free(e.path);
	return ret;
}

static void forget_foreign(struct txr_fileset *f)
{
	size_t i, n = 0;

	for (i = 0; i < f->count; i++) {
		if (is_ours(&f->file[i])) {
			f->file[n++] = f->file[i];
			continue;
		}
		f->bytes -= f->file[i].bytes;
		free(f->file[i].path);
	}
	f->count = n;
}

int txr_fileset_make_room(struct txr_fileset *f, uint64_t bytes, struct txr_err *err)
{
	int ret = 0;

	forget_foreign(f);
	while (f->count && (f->count >= f->keep || f->bytes + bytes > f->max_bytes))
		if (forget_first(f, true, err))
			ret = -err->code;
	return ret;
}

int txr_fileset_add(struct txr_fileset *f, const char *path, uint64_t bytes)
{
	struct txr_fileset_entry *e = reallocarray(f->file, f->count + 1, sizeof(*e));
	struct stat st;

	f->written++;
	if (!e)
		return -ENOMEM;
	f->file = e;
	e += f->count;
	memset(e, 0, sizeof(*e));
	e->path = strdup(path);
	if (!e->path)
		return -ENOMEM;
	e->bytes = bytes;
	if (!lstat(path, &st)) {
		e->dev = st.st_dev;
		e->ino = st.st_ino;
	}
	f->bytes += bytes;
	f->count++;
	return 0;
}

void txr_fileset_free(struct txr_fileset *f)
{
	while (f->count)
		forget_first(f, false, NULL);
	free(f->file);
	free(f->prefix);
	f->file = NULL;
	f->prefix = NULL;
}
