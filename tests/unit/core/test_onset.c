// SPDX-License-Identifier: GPL-2.0-only
/* A finding that lasts begins once; one that ended begins anew. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "stats/onset.h"

#define S 1000000000ULL

static struct txr_finding list[200];
static char told[4096];

static void begins(void *ctx, const struct txr_finding *f)
{
	size_t len = strlen(told);

	assert_string_equal(ctx, "ctx");
	snprintf(told + len, sizeof(told) - len, "%s%s/%s/%d", len ? " " : "", f->id,
		 f->device, f->queue);
}

static void put(size_t i, enum txr_finding_id which, const char *device, int queue,
		enum txr_severity severity)
{
	memset(&list[i], 0, sizeof(list[i]));
	list[i].which = which;
	list[i].id = txr_finding_kind(which)->id;
	list[i].queue = queue;
	list[i].severity = severity;
	snprintf(list[i].device, sizeof(list[i].device), "%s", device);
}

static const char *look(struct txr_onsets *o, size_t nr, uint64_t now_ns)
{
	struct txr_report r = { .findings = list, .nr_findings = nr };

	told[0] = '\0';
	assert_int_equal(txr_onsets_look(o, &r, now_ns, begins, "ctx"), 0);
	return told;
}

static void lasts_ends_begins_anew(void **state)
{
	struct txr_onsets o = { .over_ns = 5 * S, .watched[TXR_F_RING_PACKED] = true };
	uint64_t t;

	(void)state;
	put(0, TXR_F_RING_PACKED, "eth0", 3, TXR_WARNING);
	assert_string_equal(look(&o, 1, 100 * S), "ring-packed/eth0/3");
	for (t = 101; t < 4000; t++)	/* for an hour, now and then seen */
		assert_string_equal(look(&o, t % 5 == 0, t * S), "");
	/* last seen at 3995 */
	assert_string_equal(look(&o, 0, 4000 * S), "");
	assert_string_equal(look(&o, 1, 4000 * S), "");
	assert_string_equal(look(&o, 0, 4005 * S), "");
	assert_string_equal(look(&o, 1, 4006 * S), "ring-packed/eth0/3");
	txr_onsets_free(&o);
}

static void each_of_its_own(void **state)
{
	struct txr_onsets o = { .over_ns = 5 * S, .watched[TXR_F_RING_PACKED] = true };

	(void)state;
	put(0, TXR_F_RING_PACKED, "eth0", 0, TXR_WARNING);
	put(1, TXR_F_RING_PACKED, "eth0", 1, TXR_ERROR);
	put(2, TXR_F_RING_PACKED, "eth1", 0, TXR_WARNING);
	put(3, TXR_F_RING_PACKED, "eth1", 1, TXR_INFO);		/* a guess */
	put(4, TXR_F_NEVER_COMPLETED, "eth0", 0, TXR_ERROR);	/* not watched */
	assert_string_equal(look(&o, 1, S), "ring-packed/eth0/0");
	assert_string_equal(look(&o, 5, 2 * S), "ring-packed/eth0/1 ring-packed/eth1/0");
	assert_string_equal(look(&o, 5, 3 * S), "");
	put(3, TXR_F_RING_PACKED, "eth1", 1, TXR_WARNING);
	assert_string_equal(look(&o, 5, 4 * S), "ring-packed/eth1/1");
	txr_onsets_free(&o);
}

/* What is kept of each is kept as long as it lasts, and no longer. */
static void bounded(void **state)
{
	struct txr_onsets o = { .over_ns = 5 * S, .watched[TXR_F_RING_PACKED] = true };
	unsigned int i, t;

	(void)state;
	for (t = 0; t < 1000; t++) {
		for (i = 0; i < 200; i++)
			put(i, TXR_F_RING_PACKED, "eth0", (int)(t * 200 + i) % 60000,
			    TXR_WARNING);
		look(&o, 200, t * S);
		assert_true(o.count <= 6 * 200);
	}
	txr_onsets_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lasts_ends_begins_anew),
		cmocka_unit_test(each_of_its_own),
		cmocka_unit_test(bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
