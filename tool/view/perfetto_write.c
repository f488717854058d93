// SPDX-License-Identifier: GPL-2.0-only
/* perfetto_write.c - one event of a Chrome JSON trace, piece by piece. */
#include <inttypes.h>
#include "view/json_text.h"
#include "view/perfetto_impl.h"

void txr_p_begin(struct txr_perfetto *p, const char *ph, uint32_t pid)
{
	fprintf(p->f, "%s\n{\"ph\":\"%s\",\"pid\":%u", p->comma ? "," : "", ph, pid);
	p->comma = true;
}

/* The form counts microseconds; three decimals make it exact. */
void txr_p_time(struct txr_perfetto *p, const char *key, uint64_t ns)
{
	fprintf(p->f, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000, (unsigned int)(ns % 1000));
}

void txr_p_ts(struct txr_perfetto *p, uint64_t ts_ns)
{
	txr_p_time(p, "ts", ts_ns > p->c->first_ns ? ts_ns - p->c->first_ns : 0);
}

void txr_p_tid(struct txr_perfetto *p, uint32_t tid)
{
	fprintf(p->f, ",\"tid\":%u", tid);
}

void txr_p_name(struct txr_perfetto *p, const char *name)
{
	fputs(",\"name\":", p->f);
	txr_json_put_text(p->f, name);
}

void txr_p_end(struct txr_perfetto *p)
{
	fputc('}', p->f);
}

void txr_p_args(struct txr_perfetto *p)
{
	fputs(",\"args\":{", p->f);
	p->comma = false;
}

static void put_key(struct txr_perfetto *p, const char *key)
{
	if (p->comma)
		fputc(',', p->f);
	p->comma = true;
	txr_json_put_text(p->f, key);
	fputc(':', p->f);
}

void txr_p_arg(struct txr_perfetto *p, const char *key, uint64_t n)
{
	put_key(p, key);
	fprintf(p->f, "%" PRIu64, n);
}

void txr_p_arg_text(struct txr_perfetto *p, const char *key, const char *text)
{
	if (!text || !*text)
		return;
	put_key(p, key);
	txr_json_put_text(p->f, text);
}

void txr_p_close_args(struct txr_perfetto *p)
{
	fputc('}', p->f);
	p->comma = true;
}

static void put_named(struct txr_perfetto *p, const char *name)
{
	txr_p_args(p);
	txr_p_arg_text(p, "name", name);
	txr_p_close_args(p);
	txr_p_end(p);
}

void txr_p_process_name(struct txr_perfetto *p, uint32_t pid, const char *name,
			const char *more)
{
	char text[128];

	snprintf(text, sizeof(text), "%s%s%s%s", name, more && *more ? " (" : "",
		 more ? more : "", more && *more ? ")" : "");
	txr_p_begin(p, "M", pid);
	txr_p_name(p, "process_name");
	put_named(p, text);
	txr_p_begin(p, "M", pid);
	txr_p_name(p, "process_sort_index");
	txr_p_args(p);
	txr_p_arg(p, "sort_index", pid);
	txr_p_close_args(p);
	txr_p_end(p);
}

void txr_p_thread_name(struct txr_perfetto *p, uint32_t pid, uint32_t tid, const char *name)
{
	txr_p_begin(p, "M", pid);
	txr_p_tid(p, tid);
	txr_p_name(p, "thread_name");
	put_named(p, name);
}
