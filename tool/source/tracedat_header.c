// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_header.c - trace.dat: the parts of the header that both versions have. */
#include <errno.h>
#include <string.h>
#include "tracedat_impl.h"

const void *td_take(struct td_cursor *c, uint64_t bytes)
{
	const void *p = c->p + c->pos;

	if (c->bad || bytes > c->size - c->pos) {
		c->bad = true;
		return NULL;
	}
	c->pos += bytes;
	return p;
}

uint64_t td_get(struct td_cursor *c, unsigned int bytes)
{
	const uint8_t *p = td_take(c, bytes);
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; p && i < bytes; i++)
		v |= (uint64_t)p[i] << 8 * (c->big_endian ? bytes - 1 - i : i);
	return v;
}

const char *td_string(struct td_cursor *c)
{
	const uint8_t *nul = c->bad ? NULL : memchr(c->p + c->pos, 0, c->size - c->pos);

	if (!nul) {
		c->bad = true;
		return NULL;
	}
	return td_take(c, (uint64_t)(nul + 1 - (c->p + c->pos)));
}

bool td_expect(struct td_cursor *c, const void *bytes, size_t n)
{
	const void *p = td_take(c, n);

	return p && !memcmp(p, bytes, n);
}

int td_cut(struct td_file *f, const char *where, uint64_t at, struct txr_err *err)
{
	return txr_fail(err, EINVAL,
			"%s: the file ends within its %s (at byte %llu of %llu), before any events; record again",
			f->s->path, where, (unsigned long long)at,
			(unsigned long long)f->size);
}

static int broken(struct td_file *f, struct td_cursor *c, const char *what,
		  struct txr_err *err)
{
	if (c->bad)
		return td_cut(f, what, c->pos, err);
	return txr_fail(err, EINVAL, "%s: the %s is not as in any trace.dat; record again",
			f->s->path, what);
}

/* "header_page\0" size text "header_event\0" size text */
int td_read_header_info(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	const char *text;
	uint64_t len;

	if (!td_expect(c, "header_page", 12))
		return broken(f, c, "header_page", err);
	len = td_get(c, 8);
	text = td_take(c, len);
	if (!text)
		return broken(f, c, "header_page", err);
	f->shape.big_endian = f->big_endian;
	if (txr_page_shape_parse(&f->shape, text, len))
		return txr_fail(err, EINVAL,
				"%s: header_page tells no page layout that is known; record with Linux 2.6.31 or later",
				f->s->path);
	f->shape_size = f->shape.size;
	if (!td_expect(c, "header_event", 13))
		return broken(f, c, "header_event", err);
	td_take(c, td_get(c, 8));
	return c->bad ? broken(f, c, "header_event", err) : 0;
}

/* count, then for each system: name, count, then for each event: size, text */
int td_read_formats(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	uint32_t systems = td_u32(c), events;

	while (!c->bad && systems--) {
		const char *system = td_string(c);

		for (events = td_u32(c); !c->bad && events--; ) {
			uint64_t len = td_get(c, 8);
			const char *text = td_take(c, len);

			if (text && txr_decoder_add_format(f->s->dec, system, text, len) == -ENOMEM)
				return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
						f->s->path);
		}
	}
	return c->bad ? broken(f, c, "event formats", err) : 0;
}

int td_read_comms(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	uint64_t len = td_get(c, 8);
	const char *text = td_take(c, len);

	if (!text)
		return broken(f, c, "saved command lines", err);
	if (!f->s->comms)
		f->s->comms = txr_comms_new();
	if (!f->s->comms || txr_comms_parse(f->s->comms, text, len))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
				f->s->path);
	return 0;
}
