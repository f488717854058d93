// SPDX-License-Identifier: GPL-2.0-only
/* declare.c - what the engine is told of the devices, from the snapshots. */
#include <errno.h>
#include "declare.h"
#include "sys/handover.h"

static bool all_told(const struct txr_meta *meta)
{
	return !meta->rx_on_ns && !meta->napi_on_ns;
}

/* While it is traced a device that sent nothing yet may be about to. */
static int find_untold(uint64_t *untold_ns, const struct txr_source_info *info,
		       const struct txr_device *dev)
{
	struct txr_match m;
	int ret;

	if (all_told(info->meta))
		return 0;
	ret = info->going_on ? txr_meta_match_name(&m, info->meta, dev) :
			       txr_meta_match(&m, info->meta, dev);
	if (ret)
		return ret;
	*untold_ns = txr_handover_untold_ns(info->meta, &m, dev);
	txr_match_free(&m);
	return 0;
}

static int find_stacked(bool *stacked, const struct txr_source_info *info,
			const struct txr_device *dev)
{
	struct txr_match m;

	if (txr_meta_match(&m, info->meta, dev))
		return -ENOMEM;
	*stacked = (m.start && m.start->stacked) || (m.end && m.end->stacked);
	txr_match_free(&m);
	return 0;
}

int txr_find_declaration(struct txr_declaration *d, const struct txr_source *src, size_t i)
{
	const struct txr_source_info *info = txr_source_info(src);
	const struct txr_device *dev = txr_devtab_get(txr_source_devices(src), i);
	int ret;

	*d = (struct txr_declaration){ 0 };
	if (!info->meta)
		return 0;
	d->untold_known = !all_told(info->meta);
	ret = find_stacked(&d->stacked, info, dev);
	return ret ? ret : find_untold(&d->untold_ns, info, dev);
}

int txr_declare(struct txr_pair *pair, uint16_t i, const struct txr_declaration *d)
{
	if (d->stacked)
		txr_pair_set_stacked(pair, i);
	return d->untold_known ? txr_pair_set_untold(pair, i, d->untold_ns) : 0;
}

int txr_declare_devices(struct txr_pair *pair, const struct txr_source *src, size_t *seen)
{
	const struct txr_meta *meta = txr_source_info(src)->meta;
	struct txr_declaration d;
	int ret = 0;

	for (; meta && !ret && *seen < txr_devtab_count(txr_source_devices(src)); (*seen)++) {
		ret = txr_find_declaration(&d, src, *seen);
		if (!ret)
			ret = txr_declare(pair, (uint16_t)*seen, &d);
	}
	return ret;
}

/* Counters do not matter: in a snapshot of now it may have sent nothing yet. */
static bool knows(const struct txr_meta *meta, const struct txr_device *dev)
{
	struct txr_match m;
	bool known;

	if (txr_meta_match_name(&m, meta, dev))
		return true;
	known = m.count;
	txr_match_free(&m);
	return known;
}

bool txr_has_strangers(const struct txr_source *src, size_t from)
{
	const struct txr_source_info *info = txr_source_info(src);
	const struct txr_devtab *devs = txr_source_devices(src);

	if (!info->meta || all_told(info->meta))
		return false;
	for (; from < txr_devtab_count(devs); from++)
		if (!knows(info->meta, txr_devtab_get(devs, from)))
			return true;
	return false;
}

int txr_declare_strangers(struct txr_pair *pair, const struct txr_source *src, size_t from,
			  const struct txr_snapshot *now)
{
	const struct txr_source_info *info = txr_source_info(src);
	const struct txr_devtab *devs = txr_source_devices(src);
	struct txr_meta as_now = { .end = *now, .rx_on_ns = info->meta->rx_on_ns,
				   .napi_on_ns = info->meta->napi_on_ns };
	struct txr_source_info by = { .meta = &as_now, .going_on = true };
	uint64_t untold_ns;
	int ret = 0;

	for (; !ret && from < txr_devtab_count(devs); from++) {
		if (knows(info->meta, txr_devtab_get(devs, from)))
			continue;
		untold_ns = 0;
		ret = find_untold(&untold_ns, &by, txr_devtab_get(devs, from));
		if (!ret && !all_told(&as_now))
			ret = txr_pair_set_untold(pair, (uint16_t)from, untold_ns);
	}
	return ret;
}
