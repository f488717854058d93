// SPDX-License-Identifier: GPL-2.0-only
/* sound.c - what holds of every report and every complaint. */
#include <locale.h>
#include <math.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "sound.h"

static bool in_bounds(const struct txr_u64 *f)
{
	return f->trust != TXR_FIG_BOUNDED || (f->low <= f->value && f->value <= f->high);
}

static bool num_fits(const struct txr_num *f)
{
	if (f->trust == TXR_FIG_UNKNOWN)
		return true;
	if (!isfinite(f->value) || f->value < 0)
		return false;
	return f->trust != TXR_FIG_BOUNDED ||
	       (isfinite(f->low) && isfinite(f->high) && f->low <= f->value * (1 + 1e-9) &&
		f->value <= f->high * (1 + 1e-9));
}

static const char *figures(const struct txr_row *r)
{
	const struct txr_u64 *const all[] = {
		&r->started, &r->completed, &r->completed_in_xmit, &r->dropped, &r->busy,
		&r->handed_over, &r->restarted, &r->uncertain, &r->in_device_at_end,
		&r->reset_released, &r->skb_bytes, &r->wire_packets, &r->observed_ns,
		&r->warm_ns, &r->packed_ns, &r->bql_limited_ns, &r->in_device.p50,
		&r->in_device.p99, &r->in_device.max, &r->in_device.max_bytes,
	};
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!in_bounds(all[i]))
			return "a figure lies outside its bounds";
	if (!num_fits(&r->in_device.avg))
		return "the average occupancy is no number, or outside its bounds";
	if (r->in_device.max.trust != TXR_FIG_UNKNOWN &&
	    r->in_device.max.value > r->started.value)
		return "more packets in the device than were started";
	return NULL;
}

static const char *dist(const struct txr_dist *d)
{
	if (!d->count)
		return d->sum || d->max ? "times of no lap at all" : NULL;
	if (!isfinite(d->avg))
		return "an average time is no number";
	if (d->min > d->p50 || d->p50 > d->p90 || d->p90 > d->p99 || d->p99 > d->p999 ||
	    d->p999 > d->max)
		return "percentiles are not in order";
	return NULL;
}

static const char *books(const struct txr_row *r)
{
	if (r->started.value != r->completed.value + r->dropped.value + r->busy.value +
				r->handed_over.value + r->restarted.value +
				r->uncertain.value + r->in_device_at_end.value)
		return "the books do not balance";
	if (r->completed_in_xmit.value > r->completed.value ||
	    r->reset_released.value > r->completed.value)
		return "a part is more than the whole";
	return NULL;
}

static const char *row(const struct txr_row *r)
{
	const char *bad = books(r);

	if (!bad)
		bad = figures(r);
	if (!bad)
		bad = dist(&r->lap_ns);
	return bad ? bad : dist(&r->late_free_ns);
}

static const char *device(const struct txr_row *d)
{
	uint64_t started = 0, completed = 0, open = 0;
	const char *bad = row(d);
	size_t i;

	for (i = 0; i < d->nr_queues && !bad; i++) {
		bad = row(&d->queues[i]);
		started += d->queues[i].started.value;
		completed += d->queues[i].completed.value;
		open += d->queues[i].in_device_at_end.value;
	}
	if (!bad && (started != d->started.value || completed != d->completed.value ||
		     open != d->in_device_at_end.value))
		bad = "the queues do not add up to the device";
	return bad;
}

const char *sound_report(const struct txr_report *r)
{
	const struct txr_source_info *s = &r->source;
	const char *bad = row(&r->total);
	size_t i;

	for (i = 0; i < r->nr_devices && !bad; i++) {
		bad = device(&r->devices[i]);
		if (r->exact && !r->devices[i].exact)
			bad = "the report is exact and a device is not";
	}
	if (bad || !r->exact)
		return bad;
	if (s->truncated)
		return "the file is cut and the report exact";
	if (!r->from_ns && (s->lost_events || s->lost_gaps_unknown))
		return "events were lost and the report is exact";
	if (s->undecodable)
		return "records could not be decoded and the report is exact";
	return NULL;
}

const char *sound_text(const char *text, size_t len)
{
	mbstate_t state = { 0 };
	wchar_t c;
	size_t n;

	setlocale(LC_CTYPE, "C.UTF-8");
	for (; len; text += n, len -= n) {
		n = mbrtowc(&c, text, len, &state);
		if (n > len)
			return "text that is no UTF-8";
		if (!n || (iswcntrl((wint_t)c) && c != '\n' && c != '\t'))
			return "a control character would reach the terminal";
	}
	return NULL;
}

const char *sound_error(int ret, const struct txr_err *err)
{
	if (ret >= 0)
		return "a failure that returns no errno";
	if (err->code <= 0 || !err->text[0])
		return "a failure without a word about it";
	if (strchr(err->text, '\n'))
		return "an error of more than one line";
	return sound_text(err->text, strlen(err->text));
}
