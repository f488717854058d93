// SPDX-License-Identifier: GPL-2.0-only
/* fuzz_meta.c - bytes as the JSON of a meta block; what is read is written and read. */
#include <string.h>
#include "lib/fuzz.h"
#include "lib/sound.h"
#include "txring/snapshot.h"

static void match_all(const struct txr_meta *m, const struct txr_snapshot *s)
{
	size_t i;

	for (i = 0; i < s->count && i < 32; i++) {
		const struct txr_device_state *state = &s->dev[i];
		struct txr_device dev = { .ifindex = i % 2 ? 0 : state->ifindex };
		struct txr_match match;
		const char *source = NULL;
		int64_t packets;

		memcpy(dev.name, state->name, sizeof(dev.name));
		if (txr_meta_match(&match, m, &dev))
			abort();
		txr_match_free(&match);
		packets = txr_capacity_packets(state, &source);
		if (packets < 0 ? packets != TXR_UNKNOWN || source : !source)
			fuzz_must("a capacity without a source, or the reverse");
	}
}

static void round_trip(const struct txr_meta *m)
{
	char *first = txr_meta_to_json(m), *second;
	struct txr_meta again = { 0 };
	struct txr_err err = { 0 };

	if (!first)
		abort();
	if (txr_meta_from_json(&again, first, strlen(first), &err))
		fuzz_must("what was written cannot be read");
	second = txr_meta_to_json(&again);
	if (!second || strcmp(first, second))
		fuzz_must("written, read and written again it differs");
	txr_meta_free(&again);
	free(first);
	free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct txr_meta m = { 0 };
	struct txr_err err = { 0 };
	char *text = malloc(len ? len : 1);
	int ret;

	if (!text)
		abort();
	if (len)
		memcpy(text, data, len);
	ret = txr_meta_from_json(&m, text, len, &err);
	free(text);
	if (ret) {
		fuzz_must(sound_error(ret, &err));
	} else {
		match_all(&m, &m.start);
		match_all(&m, &m.end);
		round_trip(&m);
	}
	txr_meta_free(&m);
	return 0;
}
