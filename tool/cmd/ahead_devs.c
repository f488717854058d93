// SPDX-License-Identifier: GPL-2.0-only
/* ahead_devs.c - devices that come up while a recording is read ahead. */
#include <errno.h>
#include <stdlib.h>
#include "ahead_devs.h"

int txr_new_devs(struct txr_new_dev **list, size_t *count, const struct txr_source *src,
		 struct txr_devs_told *told)
{
	const struct txr_devtab *devs = txr_source_devices(src);
	size_t all = txr_devtab_count(devs);
	struct txr_new_dev *n;
	int ret = 0;

	if (!told->meta && txr_source_info(src)->meta)
		*told = (struct txr_devs_told){ .meta = true };
	if (told->devs == all)
		return 0;
	n = reallocarray(*list, *count + all - told->devs, sizeof(*n));
	if (!n)
		return -ENOMEM;
	*list = n;
	for (; !ret && told->devs < all; told->devs++) {
		n[*count].dev = *txr_devtab_get(devs, told->devs);
		ret = txr_find_declaration(&n[(*count)++].say, src, told->devs);
	}
	return ret;
}

int txr_learn_devs(struct txr_devtab *devs, struct txr_pair *pair,
		   const struct txr_new_dev *list, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct txr_device *d = &list[i].dev;
		uint16_t dev = txr_devtab_intern(devs, d->name, sizeof(d->name), d->ifindex,
						 d->netns_cookie);

		if (dev == TXR_DEV_NONE || txr_declare(pair, dev, &list[i].say))
			return -ENOMEM;
	}
	return 0;
}
