// SPDX-License-Identifier: GPL-2.0-only
/* Option tables: what a user may write, and what is said when it is wrong. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "cli/options.h"
#include "cli/options_value.h"
#include "txring/device.h"

struct opts {
	bool all, quiet, called;
	const char *output;
	struct txr_opt_list dev;
	struct txr_opt_names names;
	uint64_t count, duration_ns, kib;
	int tier;
};

static const char *const tiers[] = { "stock", "probe", "patched", NULL };

static int on_call(void *opts, const char *arg, struct txr_err *err)
{
	if (!strcmp(arg, "bad"))
		return txr_fail(err, EINVAL, "--range: 'bad' is no range; give FROM,TO");
	((struct opts *)opts)->called = true;
	return 0;
}

static const struct txr_opt table[] = {
	{ 'a', "all", TXR_OPT_FLAG, offsetof(struct opts, all), NULL, "all CPUs", NULL, NULL },
	{ 'q', "quiet", TXR_OPT_FLAG, offsetof(struct opts, quiet), NULL, "quiet", NULL, NULL },
	{ 'o', "output", TXR_OPT_STRING, offsetof(struct opts, output), "FILE",
	  "where to write", NULL, NULL },
	{ 'm', "names", TXR_OPT_NAMES, offsetof(struct opts, names), "DEV", "names", NULL, NULL },
	{ 'd', "device", TXR_OPT_LIST, offsetof(struct opts, dev), "DEV", "devices", NULL, NULL },
	{ 'n', "count", TXR_OPT_U64, offsetof(struct opts, count), "N", "how many", NULL, NULL },
	{ 0, "duration", TXR_OPT_SECONDS, offsetof(struct opts, duration_ns), "S",
	  "how long", NULL, NULL },
	{ 'b', "size", TXR_OPT_KB, offsetof(struct opts, kib), "KB", "buffer", NULL, NULL },
	{ 0, "tier", TXR_OPT_CHOICE, offsetof(struct opts, tier), "TIER", "which events",
	  tiers, NULL },
	{ 0, "range", TXR_OPT_CALL, 0, "FROM,TO", "part of it", NULL, on_call },
	TXR_OPT_END
};

static struct opts o;
static struct txr_err err;
static char *argv[80];
static int rest;

static int parse_mode(bool stop, const char *line)
{
	static char copy[1024];
	char *save, *word;
	int argc = 0;

	memset(&o, 0, sizeof(o));
	memset(&err, 0, sizeof(err));
	snprintf(copy, sizeof(copy), "cmd %s", line);
	for (word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	rest = -1;
	return txr_opt_parse(table, &o, argc, argv, stop, &rest, &err);
}

static int parse(const char *line)
{
	return parse_mode(false, line);
}

static void assert_complaint(const char *line, const char *want)
{
	assert_int_equal(parse(line), -EINVAL);
	assert_string_equal(err.text, want);
}

static void test_every_way_to_write(void **state)
{
	static const char *const ways[] = {
		"-o x -n 7 -a -q", "-ox -n7 -aq", "--output=x --count=7 --all --quiet",
		"--output x --count 7 -qa", "-aqox -n 7", "-aqn7 -o x",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		assert_int_equal(parse(ways[i]), 0);
		assert_string_equal(o.output, "x");
		assert_int_equal(o.count, 7);
		assert_true(o.all);
		assert_true(o.quiet);
		assert_int_equal(rest, 0);
	}
}

static void test_values(void **state)
{
	(void)state;
	assert_int_equal(parse("--duration 500ms -b 8M --tier probe --range=1,2"), 0);
	assert_int_equal(o.duration_ns, 500000000);
	assert_int_equal(o.kib, 8192);
	assert_int_equal(o.tier, 1);
	assert_true(o.called);
	/* The last one wins; an empty value is none. */
	assert_int_equal(parse("-n 1 -n 2"), 0);
	assert_int_equal(o.count, 2);
	assert_int_equal(parse("--output="), -EINVAL);
	/* The largest number stands for options that are not given. */
	assert_int_equal(parse("-n 18446744073709551614"), 0);
	assert_int_equal(parse("-n 18446744073709551615"), -EINVAL);
	/* A value may look like an option. */
	assert_int_equal(parse("-o -a"), 0);
	assert_string_equal(o.output, "-a");
	assert_false(o.all);
}

static void test_names(void **state)
{
	char one[TXR_WANTED_BUF];
	const char *next;

	(void)state;
	assert_int_equal(parse("-a"), 0);
	assert_null(o.names.wanted);
	assert_int_equal(parse("-m eth0"), 0);
	assert_string_equal(o.names.wanted, "eth0");
	assert_true(txr_name_match(o.names.wanted, "eth0"));
	assert_int_equal(parse("-m eth0 --names=veth* -mlo"), 0);
	assert_true(txr_name_match(o.names.wanted, "eth0"));
	assert_true(txr_name_match(o.names.wanted, "veth7"));
	assert_true(txr_name_match(o.names.wanted, "lo"));
	assert_false(txr_name_match(o.names.wanted, "eth"));
	assert_false(txr_name_match(o.names.wanted, "eth01"));
	assert_false(txr_name_match(o.names.wanted, ""));
	next = txr_name_next(one, o.names.wanted);
	assert_string_equal(one, "eth0");
	next = txr_name_next(one, next);
	assert_string_equal(one, "veth*");
	next = txr_name_next(one, next);
	assert_string_equal(one, "lo");
	assert_null(txr_name_next(one, next));
}

static void test_names_full(void **state)
{
	char name[300];
	struct txr_opt_names n = { 0 };
	const struct txr_opt opt = { 'm', "names", TXR_OPT_NAMES, 0, "DEV", "names", NULL, NULL };
	struct txr_err e = { 0 };
	int i;

	(void)state;
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	for (i = 0; i < 6; i++)
		assert_int_equal(txr_opt_store(&opt, &n, "-m", name, &e), 0);
	assert_int_equal(txr_opt_store(&opt, &n, "-m", name, &e), -EINVAL);
	assert_non_null(strstr(e.text, "one too many; give a glob"));
}

static void test_list(void **state)
{
	char line[1024] = "";
	int i;

	(void)state;
	assert_int_equal(parse("-d eth0 --device=veth* -dlo"), 0);
	assert_int_equal(o.dev.count, 3);
	assert_string_equal(o.dev.item[0], "eth0");
	assert_string_equal(o.dev.item[1], "veth*");
	assert_string_equal(o.dev.item[2], "lo");
	for (i = 0; i < 64; i++)
		strcat(line, "-dx ");
	assert_int_equal(parse(line), 0);
	assert_int_equal(o.dev.count, 64);
	strcat(line, "-dlast");
	assert_complaint(line, "-d: 'last' is one too many; give at most 64");
}

static void test_operands(void **state)
{
	(void)state;
	assert_int_equal(parse("one -a two - -o f -- -q three"), 0);
	assert_int_equal(rest, 5);
	assert_string_equal(argv[1], "one");
	assert_string_equal(argv[2], "two");
	assert_string_equal(argv[3], "-");
	assert_string_equal(argv[4], "-q");
	assert_string_equal(argv[5], "three");
	assert_true(o.all);
	assert_false(o.quiet);
}

static void test_stop_at_operand(void **state)
{
	(void)state;
	assert_int_equal(parse_mode(true, "-a ls -q --frob"), 0);
	assert_int_equal(rest, 3);
	assert_string_equal(argv[1], "ls");
	assert_string_equal(argv[2], "-q");
	assert_string_equal(argv[3], "--frob");
	assert_false(o.quiet);
	assert_int_equal(parse_mode(true, "-a -- -q -- x"), 0);
	assert_int_equal(rest, 3);
	assert_string_equal(argv[1], "-q");
	assert_string_equal(argv[2], "--");
	assert_false(o.quiet);
}

static void test_complaints(void **state)
{
	(void)state;
	assert_complaint("--size abc", "--size: 'abc' is no size; give KiB like 1408 or 8M");
	assert_complaint("-b 1.5M", "-b: '1.5M' is no size; give KiB like 1408 or 8M");
	assert_complaint("-n -1", "-n: '-1' is no number; give digits like 10");
	assert_complaint("-n 18446744073709551616",
			 "-n: '18446744073709551616' is too large; give digits like 10");
	assert_complaint("--duration=soon",
			 "--duration: 'soon' is no time; give seconds like 2 or 0.5, or 500ms or 2m");
	assert_complaint("--tier best",
			 "--tier: 'best' is no tier; give one of stock, probe, patched");
	assert_complaint("--range bad", "--range: 'bad' is no range; give FROM,TO");
	assert_complaint("-o", "-o: its argument is missing; give -o FILE");
	assert_complaint("--output=", "--output: '' is empty; give FILE");
	assert_complaint("--output", "--output: its argument is missing; give --output FILE");
	assert_complaint("--all=yes", "--all: takes no argument; leave '=yes' away");
	assert_complaint("-z", "-z: unknown option; see --help");
	assert_complaint("-az", "-z: unknown option; see --help");
}

static void test_unknown_suggests(void **state)
{
	(void)state;
	assert_complaint("--outptu x", "--outptu: unknown option; did you mean --output?");
	assert_complaint("--sise=8M", "--sise: unknown option; did you mean --size?");
	/* An abbreviation is refused, however unique. */
	assert_complaint("--dura 2", "--dura: unknown option; did you mean --duration?");
	assert_complaint("--frobnicate", "--frobnicate: unknown option; see --help");
	assert_complaint("--=x", "--: unknown option; see --help");
}

static void test_control_characters_stay_out(void **state)
{
	(void)state;
	assert_complaint("--\033[31m", "--?[31m: unknown option; see --help");
}

static void test_help(void **state)
{
	char *text = txr_opt_help(table, "txring cmd [OPTIONS]", "Does this.");

	(void)state;
	assert_non_null(text);
	assert_non_null(strstr(text, "Usage: txring cmd [OPTIONS]\n\nDoes this.\n"));
	assert_non_null(strstr(text, "\n  -o, --output FILE       where to write\n"));
	assert_non_null(strstr(text, "\n      --duration S        how long\n"));
	free(text);
}

static void test_help_wraps(void **state)
{
	static const struct txr_opt wide[] = {
		{ 0, "a-rather-long-option-name", TXR_OPT_STRING, 0, "ARGUMENT",
		  "a help text that is much longer than what is left of a line of eighty",
		  NULL, NULL },
		TXR_OPT_END
	};
	char *text = txr_opt_help(wide, "x", NULL), *line, *save;

	(void)state;
	assert_non_null(strstr(text, "--a-rather-long-option-name ARGUMENT\n     "));
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		assert_true(strlen(line) <= 80);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_way_to_write),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_names_full),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_stop_at_operand),
		cmocka_unit_test(test_complaints),
		cmocka_unit_test(test_unknown_suggests),
		cmocka_unit_test(test_control_characters_stay_out),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_help_wraps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
