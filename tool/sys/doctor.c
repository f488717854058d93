// SPDX-License-Identifier: GPL-2.0-only
/* doctor.c - the whole look, and the files that its parts read. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "sys/doctor.h"
#include "sys/read_line.h"

static void full_path(const struct txr_doctor *d, const char *path, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s", d->root, path);
}

int txr_doc_read(const struct txr_doctor *d, const char *path, char *buf, size_t size)
{
	char full[512];

	buf[0] = 0;
	full_path(d, path, full, sizeof(full));
	return txr_read_line(AT_FDCWD, full, buf, size);
}

int64_t txr_doc_number(const struct txr_doctor *d, const char *path)
{
	char buf[64], *end;
	long long v;

	if (txr_doc_read(d, path, buf, sizeof(buf)))
		return TXR_UNKNOWN;
	v = strtoll(buf, &end, 10);
	return end == buf ? TXR_UNKNOWN : v;
}

bool txr_doc_access(const struct txr_doctor *d, const char *path, int mode)
{
	char full[512];

	full_path(d, path, full, sizeof(full));
	return !faccessat(AT_FDCWD, full, mode, AT_EACCESS);
}

int txr_doc_lines(const struct txr_doctor *d, const char *path,
		  bool (*fn)(void *arg, char *line), void *arg)
{
	char full[512], *line = NULL;
	size_t room = 0;
	bool done = false;
	FILE *f;

	full_path(d, path, full, sizeof(full));
	f = fopen(full, "re");
	if (!f)
		return -errno;
	while (!done && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		done = fn(arg, line);
	}
	free(line);
	fclose(f);
	return 0;
}

int txr_doctor_take(struct txr_doctor *d, const char *root, const char *device,
		    bool everywhere, struct txr_err *err)
{
	int ret;

	memset(d, 0, sizeof(*d));
	d->root = root;
	d->everywhere = everywhere;
	txr_doctor_host(d);
	ret = txr_doctor_trace(d);
	if (!ret)
		ret = everywhere ? txr_snapshot_take_all(&d->snapshot, err) :
				   txr_snapshot_take(&d->snapshot, err);
	if (!ret)
		ret = txr_doctor_devices(d, device, err);
	if (!ret)
		ret = txr_doctor_findings(d);
	if (ret) {
		txr_doctor_free(d);
		return txr_fail(err, -ret, "doctor: %s; free some memory", strerror(-ret));
	}
	return 0;
}

void txr_doctor_free(struct txr_doctor *d)
{
	if (!d)
		return;
	free(d->events);
	free(d->devices);
	free(d->findings);
	txr_snapshot_free(&d->snapshot);
	memset(d, 0, sizeof(*d));
}

const char *txr_doc_level_name(enum txr_doc_level l)
{
	static const char *const name[] = { "info", "warning", "error" };

	return name[l];
}

const char *txr_doc_figures_name(enum txr_doc_figures f)
{
	static const char *const name[] = {
		"exact", "exact-if-prompt", "late", "invisible", "no-ring", "lower-device",
	};

	return name[f];
}
