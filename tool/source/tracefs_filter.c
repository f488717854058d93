// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_filter.c - the kernel's filters: for -d, and of softirqs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "decode_format.h"
#include "tracefs_filter.h"

/*
 * event_filter_write() (trace_events.c) refuses PAGE_SIZE bytes and more, and
 * trace_events_filter.c a string of MAX_FILTER_STR_VAL (256).
 */
#define FILTER_BYTES_MAX 4095

static bool is_glob(const char *s)
{
	return strpbrk(s, "*?[") != NULL;
}

struct text {
	char *buf;
	size_t len;
	bool no_memory, too_long;
};

static void add_term(struct text *t, const char *field, const char *name, bool glob)
{
	/* The filter's parser takes either quote, and no escape. */
	char quote = strchr(name, '"') ? '\'' : '"';
	char *more;
	int n;

	n = asprintf(&more, "%s%s%s %s %c%s%c", t->buf ? t->buf : "", t->buf ? " || " : "",
		     field, glob ? "~" : "==", quote, name, quote);
	if (n < 0) {
		t->no_memory = true;
		return;
	}
	free(t->buf);
	t->buf = more;
	t->len = n;
	if (t->len > FILTER_BYTES_MAX)
		t->too_long = true;
}

int txr_devsel_filter(const struct txr_devsel *sel, const char *field, char **out,
		      struct txr_err *err)
{
	struct text t = { 0 };
	size_t i;

	*out = NULL;
	for (i = 0; i < sel->nr_globs; i++) {
		const char *g = sel->glob[i];

		if (!*g || strlen(g) > 255 || (strchr(g, '"') && strchr(g, '\''))) {
			free(t.buf);
			return txr_fail(err, EINVAL, "-d '%s': no name that the kernel's "
					"filter takes; give a device name or a glob", g);
		}
		add_term(&t, field, g, is_glob(g));
	}
	for (i = 0; i < sel->nr_lower; i++)
		add_term(&t, field, sel->lower[i], false);
	if (t.no_memory || t.too_long) {
		free(t.buf);
		return t.no_memory ?
			txr_fail(err, ENOMEM, "-d: out of memory; free some") :
			txr_fail(err, E2BIG, "-d: too many devices for one kernel filter "
				 "(4095 bytes); use a glob, or record all with -a");
	}
	*out = t.buf;
	return 0;
}

/* The field that holds the device's name, as this kernel's format has it. */
static const char *name_field(const char *format)
{
	static const char *const names[] = { "name", "dev_name", "dev" };
	char decl[64];
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(decl, sizeof(decl), "char[] %s;", names[i]);
		if (strstr(format, decl))
			return names[i];
	}
	return NULL;
}

static int filter_devices(const struct txr_devsel *sel, const struct txr_rec_event *ev,
			  int fd, char **out, struct txr_err *err)
{
	const char *field;
	char *format;

	format = txr_event_format(fd, ev->system, ev->name, NULL);
	field = format ? name_field(format) : NULL;
	free(format);
	if (!field)
		return txr_fail(err, EINVAL, "event %s:%s: names no device to filter by; "
				"record without -d", ev->system, ev->name);
	return txr_devsel_filter(sel, field, out, err);
}

/* ctx: the filter's text so far. */
static int add_softirq(void *ctx, int64_t number, const char *name, size_t len)
{
	size_t at = strlen(ctx);

	if (len == 6 && (!memcmp(name, "NET_TX", 6) || !memcmp(name, "NET_RX", 6)))
		snprintf((char *)ctx + at, 80 - at, "%svec == %d", at ? " || " : "", (int)number);
	return 0;
}

/* The kernel's own names of the numbers; without them all are recorded. */
static int filter_softirqs(const struct txr_rec_event *ev, int fd, char **out,
			   struct txr_err *err)
{
	char text[80] = "", *format;
	struct txr_format f;
	size_t len;

	format = txr_event_format(fd, ev->system, ev->name, &len);
	if (format && !txr_format_parse(&f, format, len))
		txr_format_symbols(&f, "vec", add_softirq, text);
	free(format);
	if (!text[0])
		return 0;
	*out = strdup(text);
	return *out ? 0 : txr_fail(err, ENOMEM, "softirq events: out of memory; free some");
}

int txr_filter_for(const struct txr_devsel *sel, const struct txr_rec_event *ev, int fd,
		   char **out, struct txr_err *err)
{
	*out = NULL;
	switch (ev->role) {
	case TXR_ROLE_START:
	case TXR_ROLE_RESULT:
	case TXR_ROLE_QUEUED:
		return sel->nr_globs ? filter_devices(sel, ev, fd, out, err) : 0;
	case TXR_ROLE_SOFTIRQ:
		return filter_softirqs(ev, fd, out, err);
	default:
		return 0;
	}
}

static int apply_one(const struct txr_devsel *sel, const struct txr_rec_event *ev, int fd,
		     struct txr_err *err)
{
	char *filter, file[192], what[192];
	int ret = txr_filter_for(sel, ev, fd, &filter, err);

	if (ret || !filter)
		return ret;
	snprintf(file, sizeof(file), "events/%s/%s/filter", ev->system, ev->name);
	ret = txr_tfs_write(fd, file, filter);
	free(filter);
	if (ret == -EINVAL)
		return txr_fail(err, EINVAL, "-d: the kernel's filter refused it; "
				"give plain device names or simple globs");
	if (ret) {
		snprintf(what, sizeof(what), "filter of event %s:%s", ev->system, ev->name);
		return txr_tfs_refused(err, -ret, what);
	}
	return 0;
}

int txr_filters_apply(const struct txr_devsel *sel, const struct txr_event_set *set,
		      int fd, struct txr_err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < set->count && !ret; i++)
		ret = apply_one(sel, &set->ev[i], fd, err);
	return ret;
}
