// SPDX-License-Identifier: GPL-2.0-only
/* The format parser against libtraceevent's, on built texts and on this kernel's. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>
#include <event-parse.h>
#include "lib/events.h"
#include "source/decode_format.h"

/* Every field that libtraceevent finds must be ours, at the same place. */
static unsigned int compare(const char *system, const char *text, size_t len)
{
	struct tep_handle *tep = tep_alloc();
	struct tep_format_field *f;
	struct tep_event *e = NULL;
	struct txr_format ours;
	unsigned int n = 0;
	int common;

	assert_non_null(tep);
	assert_int_equal(txr_format_parse(&ours, text, len), 0);
	tep_parse_format(tep, &e, text, len, system);
	if (e) {
		assert_int_equal(e->id, ours.id);
		assert_int_equal(strlen(e->name), ours.name_len);
		assert_memory_equal(e->name, ours.name, ours.name_len);
	}
	for (common = 0; e && common < 2; common++)
		for (f = common ? e->format.common_fields : e->format.fields; f; f = f->next) {
			const struct txr_format_field *o = txr_format_find(&ours, f->name);

			assert_non_null(o);
			assert_int_equal(o->offset, f->offset);
			assert_int_equal(o->size, f->size);
			assert_int_equal(o->data_loc,
					 !!(f->flags & TEP_FIELD_IS_DYNAMIC) &&
					 !(f->flags & TEP_FIELD_IS_RELATIVE));
			n++;
		}
	tep_free(tep);
	return n;
}

static void test_built_formats(void **state)
{
	static const char *const events[][2] = {
		{ "net", "net_dev_start_xmit" }, { "net", "net_dev_xmit" }, { "skb", "kfree_skb" },
		{ "skb", "netdev_start_xmit" }, { "txring", "napi_consume_skb" },
		{ "napi", "dql_stall_detected" },
	};
	struct machine m = { 0, 8, false };
	size_t i;

	(void)state;
	for (m.kernel = 0; m.kernel < KERNELS; m.kernel++)
		for (i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
			struct ev *e = ev_new(&m, events[i][0], events[i][1]);

			if (e)
				assert_int_equal(compare(e->system, e->text, strlen(e->text)),
						 e->count);
			free(e);
		}
}

static char *read_format(const char *dir, const char *system, const char *event, size_t *len)
{
	static char buf[1 << 20];
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s/%s/format", dir, system, event);
	f = fopen(path, "r");
	if (!f)
		return NULL;
	*len = fread(buf, 1, sizeof(buf) - 1, f);
	buf[*len] = '\0';
	fclose(f);
	return buf;
}

static unsigned int compare_system(const char *dir, const char *system)
{
	char path[512];
	struct dirent *entry;
	unsigned int n = 0;
	DIR *d;

	snprintf(path, sizeof(path), "%s/%s", dir, system);
	d = opendir(path);
	while (d && (entry = readdir(d))) {
		size_t len;
		char *text = entry->d_name[0] == '.' ? NULL :
			     read_format(dir, system, entry->d_name, &len);

		if (text)
			n += compare(system, text, len);
	}
	if (d)
		closedir(d);
	return n;
}

/* Whatever this kernel has in the systems that we read, and a few strange ones. */
static void test_formats_of_this_kernel(void **state)
{
	static const char *const dirs[] = {
		"/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events"
	};
	static const char *const systems[] = {
		"net", "skb", "napi", "tcp", "sock", "qdisc", "sched", "irq", "syscalls"
	};
	unsigned int n = 0;
	size_t i, j;

	(void)state;
	for (i = 0; i < 2; i++)
		for (j = 0; !access(dirs[i], R_OK) && j < sizeof(systems) / sizeof(systems[0]); j++)
			n += compare_system(dirs[i], systems[j]);
	if (!n) {
		print_message("skipped: tracefs is not mounted or cannot be read\n");
		skip();
	}
	assert_true(n > 100);
}

static int count_one(void *ctx, int64_t number, const char *name, size_t len)
{
	unsigned int *n = ctx;

	assert_true(number >= 0 && number < 1024);
	assert_true(len > 0 && len < 64);
	assert_null(memchr(name, '"', len));
	++*n;
	return 0;
}

static void test_symbols(void **state)
{
	static const char text[] =
		"name: x\nID: 1\nprint fmt: \"%s %s\", __print_symbolic(REC->other, { 9, \"NO\" }), "
		"__print_symbolic( REC->reason, { 0x10, \"A\" },{ 3 , \"B b\"}, { FOO, \"C\" }, "
		"{ 2 << 1, \"D\" }, { 4, \"E\" })\n";
	struct txr_format f;
	unsigned int n = 0;

	(void)state;
	assert_int_equal(txr_format_parse(&f, text, sizeof(text) - 1), 0);
	assert_int_equal(txr_format_symbols(&f, "reason", count_one, &n), 0);
	assert_int_equal(n, 3);		/* A, B, E */
	n = 0;
	assert_int_equal(txr_format_symbols(&f, "absent", count_one, &n), 0);
	assert_int_equal(n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_built_formats),
		cmocka_unit_test(test_formats_of_this_kernel),
		cmocka_unit_test(test_symbols),
	};

	tep_set_loglevel(TEP_LOG_NONE);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
