// SPDX-License-Identifier: GPL-2.0-only
/* reading.c - a file read to its end, its events copied. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <unistd.h>
#include <cmocka.h>
#include "reading.h"

struct reading read_path(const char *path, int max)
{
	const struct txr_event *ev[512];
	struct reading r = { 0 };
	size_t room = 0;
	int i;

	r.ret = txr_source_open(&r.s, path, &r.err);
	if (r.ret)
		return r;
	r.info = txr_source_info(r.s);
	while ((r.ret = txr_source_read(r.s, ev, max, &r.err)) > 0) {
		if (r.n + r.ret > room) {
			room = 2 * (r.n + r.ret);
			r.ev = realloc(r.ev, room * sizeof(*r.ev));
			if (!r.ev)
				abort();
		}
		for (i = 0; i < r.ret; i++) {
			r.lost += ev[i]->kind == TXR_LOST;
			r.ev[r.n++] = *ev[i];
		}
	}
	return r;
}

struct reading read_bytes(const struct bytes *b, size_t len)
{
	struct reading r;
	char path[64];

	dat_write(b, len, path);
	r = read_path(path, 512);
	unlink(path);
	return r;
}

struct reading read_dat(struct dat *d)
{
	struct bytes b = dat_build(d);
	struct reading r = read_bytes(&b, b.n);

	bytes_free(&b);
	return r;
}

struct reading read_pd(struct pd *d)
{
	struct bytes b = pd_build(d, NULL);
	struct reading r = read_bytes(&b, b.n);

	bytes_free(&b);
	return r;
}

struct reading read_pd_well(struct pd *d)
{
	struct reading r = read_pd(d);

	if (r.ret)
		fail_msg("%s", r.err.text);
	return r;
}

void reading_free(struct reading *r)
{
	txr_source_close(r->s);
	free(r->ev);
	memset(r, 0, sizeof(*r));
}
