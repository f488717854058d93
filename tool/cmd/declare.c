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
static int declare_untold(struct txr_pair *pair, const struct txr_source_info *info,
			  const struct txr_device *dev, uint16_t i)
{
	struct txr_match m;
	int ret;

	if (all_told(info->meta))
		return 0;
	ret = info->going_on ? txr_meta_match_name(&m, info->meta, dev) :
			       txr_meta_match(&m, info->meta, dev);
	if (ret)
		return ret;
	ret = txr_pair_set_untold(pair, i, txr_handover_untold_ns(info->meta, &m));
	txr_match_free(&m);
	return ret;
}

static int declare_stacked(struct txr_pair *pair, const struct txr_source_info *info,
			   const struct txr_device *dev, uint16_t i)
{
	struct txr_match m;

	if (txr_meta_match(&m, info->meta, dev))
		return -ENOMEM;
	if ((m.start && m.start->stacked) || (m.end && m.end->stacked))
		txr_pair_set_stacked(pair, i);
	txr_match_free(&m);
	return 0;
}

int txr_declare_devices(struct txr_pair *pair, const struct txr_source *src, size_t *seen)
{
	const struct txr_source_info *info = txr_source_info(src);
	const struct txr_devtab *devs = txr_source_devices(src);
	int ret = 0;

	for (; info->meta && !ret && *seen < txr_devtab_count(devs); (*seen)++) {
		const struct txr_device *dev = txr_devtab_get(devs, *seen);

		ret = declare_stacked(pair, info, dev, (uint16_t)*seen);
		if (!ret)
			ret = declare_untold(pair, info, dev, (uint16_t)*seen);
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
	int ret = 0;

	for (; !ret && from < txr_devtab_count(devs); from++)
		if (!knows(info->meta, txr_devtab_get(devs, from)))
			ret = declare_untold(pair, &by, txr_devtab_get(devs, from),
					     (uint16_t)from);
	return ret;
}
