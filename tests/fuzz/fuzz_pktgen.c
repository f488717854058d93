// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_pktgen.c - what pktgen's files may say, and its refusals explained.
 *
 * The input: a byte for the errno of a write, a command up to a newline, the text.
 */
#include <errno.h>
#include <string.h>
#include "lib/fuzz.h"
#include "lib/sound.h"
#include "load/pktgen.h"

static char *copy(const uint8_t *from, size_t n)
{
	char *s = malloc(n + 1);

	if (!s)
		abort();
	if (n)
		memcpy(s, from, n);
	s[n] = '\0';
	return s;
}

static void parse(const char *text)
{
	struct txr_pktgen_result r;
	struct txr_err err = { 0 };
	char first[16], small[4];
	unsigned int n;
	int ret;

	ret = txr_pktgen_parse(&r, text, &err);
	if (ret)
		fuzz_must(sound_error(ret, &err));
	else if (!memchr(r.text, 0, sizeof(r.text)))
		fuzz_must("a result without an end");
	n = txr_pktgen_devices(text, first, sizeof(first));
	if (!memchr(first, 0, sizeof(first)) || (n == 0) != (first[0] == '\0'))
		fuzz_must("devices are counted and none is named, or the reverse");
	if (!txr_pktgen_result_text(text, small, sizeof(small)) &&
	    !memchr(small, 0, sizeof(small)))
		fuzz_must("a result without an end");
}

static void explain(int code, const char *command, const char *result)
{
	const struct txr_pktgen_config c = { .dev = "eth0", .mode = TXR_XMIT_QUEUE };
	struct txr_err err = { 0 };
	int ret = txr_pktgen_explain(&c, command, code, result, &err);

	if (ret)
		fuzz_must(sound_error(ret, &err));
	else if (code)
		fuzz_must("a refusal that is none");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static const int codes[] = { 0, EINVAL, ENOTSUP, 524, ENODEV, EPERM, EBUSY, ENETDOWN };
	const uint8_t *line;
	char *command, *text;

	if (len < 2)
		return -1;
	line = memchr(data + 1, '\n', len - 1);
	if (!line)
		return -1;
	command = copy(data + 1, (size_t)(line - data - 1));
	text = copy(line + 1, (size_t)(data + len - line - 1));
	parse(text);
	explain(codes[data[0] % 8], command, text);
	free(command);
	free(text);
	return 0;
}
