// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_tier.c - which tier a recording takes, and its probes. */
#include <errno.h>
#include <string.h>
#include "tracefs_tier.h"

struct txr_events_want txr_record_want(const struct txr_record_config *cfg,
				       unsigned int handover)
{
	return (struct txr_events_want){
		.tier = cfg->tier, .handover = handover, .why = cfg->why,
		.extra = cfg->event, .nr_extra = cfg->nr_event,
	};
}

static int make(struct txr_tier_choice *c, const struct txr_record_config *cfg,
		struct txr_tracefs *t, struct txr_err *err)
{
	int ret = txr_probes_make(&c->probes, t, cfg->xmit, cfg->nr_xmit, err);

	if (!ret)
		t->probes = &c->probes;
	return ret;
}

int txr_tier_choose(struct txr_tier_choice *c, const struct txr_record_config *cfg,
		    struct txr_tracefs *t, struct txr_err *err)
{
	int ret;

	c->tier = cfg->tier;
	c->stale = txr_probes_remove_stale(t);
	if (c->tier == TXR_TIER_PROBE)
		return make(c, cfg, t, err);
	if (c->tier != TXR_TIER_AUTO)
		return cfg->nr_xmit ? txr_fail(err, EINVAL, "--xmit-func: needs probes; use "
					       "--tier probe or auto") : 0;
	if (txr_events_patched(t)) {
		c->tier = TXR_TIER_PATCHED;	/* shows what --xmit-func would */
		return 0;
	}
	ret = make(c, cfg, t, &c->why);
	c->tier = ret ? TXR_TIER_STOCK : TXR_TIER_PROBE;
	if (ret && cfg->nr_xmit) {
		*err = c->why;
		return ret;
	}
	return 0;
}

void txr_tier_end(struct txr_tier_choice *c, struct txr_tracefs *t)
{
	t->probes = NULL;
	txr_probes_remove(&c->probes);
}
