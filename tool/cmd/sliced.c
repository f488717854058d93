// SPDX-License-Identifier: GPL-2.0-only
/* sliced.c - the engine over a recording, with figures of equal slices beside. */
#include <errno.h>
#include <string.h>
#include "declare.h"
#include "pipeline.h"
#include "sliced.h"

#define BATCH 512

/* Slice i begins here; the last one ends behind the last event. */
static uint64_t border(const struct txr_sliced *s, size_t i)
{
	uint64_t span = s->last_ns + 1 - s->first_ns;

	return s->first_ns + span / TXR_SLICES * i + span % TXR_SLICES * i / TXR_SLICES;
}

static int open_engine(struct txr_sliced *s, struct txr_err *err)
{
	struct txr_pair_config cfg = txr_pair_config_of(txr_source_info(s->src));
	struct txr_pair_sink sink;
	int i, ret = 0;

	for (i = 0; i < TXR_TEE_SIDES && !ret; i++)
		ret = txr_stats_new(&s->stats[i], err);
	if (ret)
		return ret;
	for (i = 0; i < TXR_TEE_SIDES; i++)
		txr_stats_devices(s->stats[i], txr_source_devices(s->src));
	txr_tee_init(&s->tee, s->stats[TXR_TEE_TOTAL], s->stats[TXR_TEE_EACH]);
	sink = txr_tee_sink(&s->tee);
	return txr_pair_new(&s->pair, &cfg, &sink, err);
}

static int build(struct txr_sliced *s, enum txr_tee_side side, uint64_t from_ns,
		 uint64_t to_ns, struct txr_report **out, struct txr_err *err)
{
	struct txr_names names = txr_source_names(s->src);
	int ret;

	txr_tee_show(&s->tee, s->pair, side);
	ret = txr_report_build(out, txr_source_info(s->src), txr_source_devices(s->src), &names,
			       s->pair, s->stats[side], from_ns, to_ns, err);
	txr_tee_unshow(&s->tee, s->pair);
	return ret;
}

/* The slice that is going on ends, and the next begins. */
static int end_slice(struct txr_sliced *s, struct txr_err *err)
{
	uint64_t from_ns = border(s, s->nr_slices), to_ns = border(s, s->nr_slices + 1);
	int ret;

	txr_stats_advance(s->stats[TXR_TEE_EACH], to_ns);
	ret = build(s, TXR_TEE_EACH, from_ns - s->first_ns, to_ns - s->first_ns,
		    &s->slice[s->nr_slices], err);
	if (!ret)
		s->nr_slices++;
	txr_stats_reset(s->stats[TXR_TEE_EACH], to_ns);
	return ret;
}

static int feed(struct txr_sliced *s, const struct txr_event *const *ev, int n,
		struct txr_err *err)
{
	int before, ret = 0;

	while (n && !ret) {
		for (before = 0; before < n; before++)
			if (ev[before]->ts_ns >= border(s, s->nr_slices + 1))
				break;
		ret = txr_pair_feed(s->pair, ev, before);
		if (ret)
			return txr_fail(err, -ret, "%s: out of memory; free some",
					txr_source_info(s->src)->path);
		ev += before;
		n -= before;
		if (n)
			ret = end_slice(s, err);
	}
	return ret;
}

static int run(struct txr_sliced *s, struct txr_err *err)
{
	const struct txr_event *ev[BATCH];
	int n, ret = 0;

	while (!ret && (n = txr_source_read(s->src, ev, BATCH, err)) != 0) {
		if (n < 0)
			return n;
		ret = txr_declare_devices(s->pair, s->src, &s->devs_seen);
		if (ret)
			return txr_fail(err, -ret, "out of memory; free some");
		ret = feed(s, ev, n, err);
	}
	if (!ret)
		txr_pair_finish(s->pair);
	while (!ret && s->nr_slices < TXR_SLICES && s->last_ns > s->first_ns)
		ret = end_slice(s, err);
	if (!ret && (s->tee.error || txr_stats_error(s->stats[0]) || txr_stats_error(s->stats[1])))
		ret = txr_fail(err, ENOMEM, "%s: out of memory; free some",
			       txr_source_info(s->src)->path);
	return ret ? ret : build(s, TXR_TEE_TOTAL, 0, 0, &s->whole, err);
}

int txr_sliced_read(struct txr_sliced *s, const char *path, struct txr_err *err)
{
	int ret;

	memset(s, 0, sizeof(*s));
	if (!strcmp(path, "-"))
		return txr_fail(err, EINVAL, "-: standard input cannot be read twice; give "
				"a file");
	ret = txr_recording_span(path, &s->first_ns, &s->last_ns, err);
	if (!ret)
		ret = txr_source_open(&s->src, path, err);
	if (!ret)
		ret = open_engine(s, err);
	return ret ? ret : run(s, err);
}

struct txr_diff_side txr_sliced_side(const struct txr_sliced *s)
{
	struct txr_diff_side side = {
		.whole = s->whole, .nr_slices = s->nr_slices,
		.whole_ns = s->last_ns - s->first_ns,
		.slice_ns = (s->last_ns - s->first_ns) / TXR_SLICES,
	};

	memcpy(side.slice, s->slice, sizeof(side.slice));
	return side;
}

void txr_sliced_free(struct txr_sliced *s)
{
	size_t i;

	for (i = 0; i < s->nr_slices; i++)
		txr_report_free(s->slice[i]);
	txr_report_free(s->whole);
	txr_pair_free(s->pair);
	for (i = 0; i < TXR_TEE_SIDES; i++)
		txr_stats_free(s->stats[i]);
	txr_tee_free(&s->tee);
	txr_source_close(s->src);
	memset(s, 0, sizeof(*s));
}
