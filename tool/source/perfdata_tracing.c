// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_tracing.c - the tracing data: formats of the events.
 *
 * It is the head of a trace.dat without its options: tools/perf/util/
 * trace-event-info.c, tracing_data_get().
 */
#include <errno.h>
#include <string.h>
#include "perfdata_impl.h"
#include "tracedat_impl.h"

static int broken(const struct perfdata *p, struct txr_err *err)
{
	return txr_fail(err, EINVAL,
			"%s: its tracing data is cut short, so no event can be decoded; record again",
			p->s->path);
}

static int sections(struct perfdata *p, struct td_cursor *c, struct txr_err *err)
{
	struct td_file f = { .s = p->s, .big_endian = c->big_endian, .size = c->size };
	uint32_t n;

	td_expect(c, "header_page", 12);
	td_take(c, td_get(c, 8));
	td_expect(c, "header_event", 13);
	td_take(c, td_get(c, 8));
	for (n = td_u32(c); n && !c->bad; n--)	/* ftrace's own formats */
		td_take(c, td_get(c, 8));
	if (c->bad)
		return broken(p, err);
	return td_read_formats(&f, c, err);
}

int perf_tracing_parse(struct perfdata *p, const uint8_t *data, size_t len,
		       struct txr_err *err)
{
	static const uint8_t magic[] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	struct td_cursor c = { .p = data, .size = len };
	int ret;

	if (!td_expect(&c, magic, sizeof(magic)) || !td_string(&c))
		return broken(p, err);
	c.big_endian = td_get(&c, 1);
	if (c.big_endian != p->big_endian)
		return txr_fail(err, EINVAL,
				"%s: its tracing data has the other byte order; record again",
				p->s->path);
	td_get(&c, 1);		/* size of a long: formats tell each field's */
	td_u32(&c);		/* page size */
	ret = sections(p, &c, err);
	if (ret)
		return ret;
	p->has_formats = true;
	/* kernel symbols, trace_printk formats; then, from 0.6 on, task names */
	td_take(&c, td_u32(&c));
	td_take(&c, td_u32(&c));
	if (!c.bad && td_left(&c) > 8) {
		struct td_file f = { .s = p->s, .size = c.size };

		/* without them tasks have no names, and that is all */
		if (td_read_comms(&f, &c, NULL) == -ENOMEM)
			return perf_oom(p, err);
	}
	return 0;
}
