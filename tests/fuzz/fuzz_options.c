// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_options.c - command lines, and the numbers with units in them.
 *
 * The input: a byte for the command, then its arguments, a line each.
 */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "cli/units.h"
#include "cmd/load_opts.h"
#include "cmd/pipeline.h"
#include "cmd/record_opts.h"
#include "lib/fuzz.h"
#include "lib/sound.h"

#define ARGS 40
/* Room for any command's struct. */
static _Alignas(16) char opts[1 << 16];

static void figures_of(uint64_t n)
{
	char buf[TXR_UNIT_BUF];
	char *(*const write[])(char *, uint64_t) = {
		txr_format_ns, txr_format_count, txr_format_short, txr_format_plain,
		txr_format_grouped, txr_format_bytes,
	};
	uint64_t again;
	size_t i;

	for (i = 0; i < sizeof(write) / sizeof(write[0]); i++) {
		memset(buf, 'x', sizeof(buf));
		if (write[i](buf, n) != buf || !memchr(buf, 0, sizeof(buf)) || !buf[0])
			fuzz_must("a figure without an end");
	}
	snprintf(buf, sizeof(buf), "%llu", (unsigned long long)n);
	if (txr_parse_u64(buf, &again) || again != n)
		fuzz_must("a number that is written is not read as itself");
}

static void word(const char *s)
{
	uint64_t n = 1;
	struct txr_window w;
	struct txr_err err = { 0 };
	int cpu[8], ret;
	size_t count = 0, i;

	if (!txr_parse_u64(s, &n))
		figures_of(n);
	if (!txr_parse_ns(s, &n))
		figures_of(n);
	if (!txr_parse_kib(s, &n))
		figures_of(n);
	if (!txr_load_parse_bits(s, &n) && !n)
		fuzz_must("a rate of nothing");
	if (!txr_load_parse_cpus(s, cpu, 8, &count)) {
		if (!count || count > 8)
			fuzz_must("a list of no CPUs, or too many");
		for (i = 0; i < count; i++)
			if (cpu[i] < 0)
				fuzz_must("a CPU below 0");
	}
	ret = txr_window_parse(&w, s, &err);
	if (ret)
		fuzz_must(sound_error(ret, &err));
	else if (w.percent ? !(w.from_percent >= 0 && w.from_percent < w.to_percent &&
			       w.to_percent <= 100) : w.from_ns >= w.to_ns)
		fuzz_must("a window that is none");
}

/* argv is only put in another order, and operands come first. */
static void check_argv(char **argv, char **was, int argc, int rest)
{
	int i, k;

	if (rest < 0 || rest >= argc)
		fuzz_must("more operands than words");
	for (i = 1; i <= rest; i++) {
		for (k = 1; k < argc && was[k] != argv[i]; k++)
			;
		if (k == argc)
			fuzz_must("an operand that was not given");
	}
}

static void any(const struct txr_opt *table, int argc, char **argv, bool stop)
{
	char *was[ARGS + 2];
	struct txr_err err = { 0 };
	int rest = -1, ret;

	memcpy(was, argv, sizeof(was));
	memset(opts, 0, sizeof(opts));
	ret = txr_opt_parse(table, opts, argc, argv, stop, &rest, &err);
	if (ret)
		fuzz_must(sound_error(ret, &err));
	else
		check_argv(argv, was, argc, rest);
}

static void record(int argc, char **argv)
{
	struct txr_record_opts o;
	struct txr_err err = { 0 };
	int ret = txr_record_parse(&o, argc, argv, &err);

	if (ret)
		fuzz_must(sound_error(ret, &err));
	else if (!o.common.help && (!o.output || !o.clock || !o.duration_ns))
		fuzz_must("record without an output, a clock or a duration");
}

static void load(int argc, char **argv)
{
	static struct txr_load_opts o;
	struct txr_err err = { 0 };
	bool both;
	int ret = txr_load_parse(&o, argc, argv, &both, &err);

	if (ret)
		fuzz_must(sound_error(ret, &err));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	char *text, *argv[ARGS + 2] = { (char []){ "txring" } }, *at;
	int argc = 1, i;

	if (len < 2)
		return -1;
	text = malloc(len);
	if (!text)
		abort();
	memcpy(text, data + 1, len - 1);
	text[len - 1] = '\0';
	for (at = text; at && argc <= ARGS; )
		argv[argc++] = strsep(&at, "\n");
	for (i = 1; i < argc; i++)
		word(argv[i]);
	switch (data[0] % 6) {
	case 0:
		record(argc, argv);
		break;
	case 1:
		load(argc, argv);
		break;
	case 2:
		any(txr_cmd_report.options, argc, argv, false);
		break;
	case 3:
		any(txr_cmd_script.options, argc, argv, false);
		break;
	case 4:
		any(txr_cmd_top.options, argc, argv, false);
		break;
	case 5:
		any(txr_cmd_doctor.options, argc, argv, true);
		break;
	}
	free(text);
	return 0;
}
