// SPDX-License-Identifier: GPL-2.0-only
/* fail_on.c - findings that make the report exit with TXR_EXIT_FOUND. */
#include <errno.h>
#include <string.h>
#include "cli/nearest.h"
#include "fail_on.h"
#include "txring/snapshot.h"
#include "view/select.h"

#define ID_SIZE 64

static int no_finding(const char *id, struct txr_err *err)
{
	struct txr_nearest n;
	const char *near;
	unsigned int i;

	txr_nearest_begin(&n, id);
	for (i = 0; i < TXR_F_NR; i++)
		txr_nearest_try(&n, txr_finding_kind(i)->id);
	near = txr_nearest_end(&n);
	if (near)
		return txr_fail(err, EINVAL, "--fail-on: '%s' is no finding; did you mean %s?",
				id, near);
	return txr_fail(err, EINVAL, "--fail-on: '%s' is no finding; give one like %s "
			"(txring-findings(7) lists them)", id,
			txr_finding_kind(TXR_F_RING_PACKED)->id);
}

int txr_fail_on_parse(struct txr_fail_on *f, const char *arg, struct txr_err *err)
{
	enum txr_finding_id which;
	char id[ID_SIZE];
	size_t len;

	for (;; arg += len + 1) {
		len = strcspn(arg, ",");
		snprintf(id, sizeof(id), "%.*s", (int)(len < ID_SIZE ? len : ID_SIZE), arg);
		which = txr_finding_find(id);
		if (which == TXR_F_NR)
			return no_finding(id, err);
		f->wanted[which] = true;
		if (!arg[len])
			return 0;
	}
}

bool txr_fail_on_found(const struct txr_fail_on *f, const struct txr_report *r,
		       const struct txr_view_opts *v)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (f->wanted[r->findings[i].which] && txr_select_finding(&r->findings[i], v))
			return true;
	return false;
}

static bool is_in(const struct txr_snapshot *s, const struct txr_meta *meta, const char *wanted)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (txr_name_match(wanted, s->dev[i].name) && txr_meta_has(meta, s->dev[i].name))
			return true;
	return false;
}

static bool was_recorded(const struct txr_report *r, const struct txr_meta *meta,
			 const char *wanted)
{
	size_t i;

	for (i = 0; i < r->nr_devices; i++)
		if (txr_name_match(wanted, r->devices[i].name))
			return true;
	for (i = 0; i < r->nr_findings; i++)
		if (r->findings[i].device[0] && txr_name_match(wanted, r->findings[i].device))
			return true;
	return meta && (is_in(&meta->start, meta, wanted) || is_in(&meta->end, meta, wanted));
}

int txr_fail_on_check(const struct txr_fail_on *f, const struct txr_report *r,
		      const struct txr_meta *meta, const struct txr_view_opts *v,
		      struct txr_err *err)
{
	const char *rest = v->device;
	char one[TXR_WANTED_BUF];
	bool asked = false;
	unsigned int i;

	for (i = 0; i < TXR_F_NR; i++)
		asked |= f->wanted[i];
	if (!asked || !v->device)
		return 0;
	do {
		rest = txr_name_next(one, rest);
		if (!rest)
			one[0] = '\0';
		if (!was_recorded(r, meta, one))
			return txr_fail(err, ENODEV, "%s: --fail-on has no answer: no device '%s' "
					"was recorded; txring report without -d shows those that "
					"were", r->source.path, one);
	} while (rest && *rest);
	return 0;
}
