// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_rename.c - the ids of events that were opened late.
 *
 * A CPU that comes online gets events of its own, with ids that no header has: a
 * reader would not know what their records are. Which CPU it was is in the record
 * itself, so the id of the same event on the first CPU serves. A ring cannot be
 * written to (perf_mmap_fault() in kernel/events/core.c), so a copy is changed.
 */
#include <stdlib.h>
#include <string.h>
#include "perfrec_impl.h"

static void rename_word(const struct txr_reader *d, uint8_t *at)
{
	uint64_t id;
	size_t e;

	memcpy(&id, at, sizeof(id));
	for (e = 0; e < d->r->events.count; e++) {
		if (id == d->id[e]) {
			memcpy(at, &d->r->ev[e].id[0], sizeof(id));
			return;
		}
	}
}

/* Behind the header: a sample's identifier (TXR_PERF_SAMPLE), and a LOST's event. */
static bool has_id_first(uint32_t type)
{
	return type == PERF_RECORD_SAMPLE || type == PERF_RECORD_LOST;
}

void txr_records_rename(const struct txr_reader *d, uint8_t *at, size_t len)
{
	struct perf_event_header h;

	for (; len >= sizeof(h); at += h.size, len -= h.size) {
		memcpy(&h, at, sizeof(h));
		if (h.size < sizeof(h) + 8 || h.size > len)
			break;
		if (has_id_first(h.type))
			rename_word(d, at + sizeof(h));
		if (h.type != PERF_RECORD_SAMPLE)	/* the end of its sample_id */
			rename_word(d, at + h.size - 8);
	}
}

/* No memory for the copy: the records are lost, and told so. */
uint64_t txr_reader_put_late(struct txr_reader *d, const struct iovec *iov, int n,
			     uint64_t samples)
{
	size_t len = iov[0].iov_len + (n > 1 ? iov[1].iov_len : 0);
	struct iovec copy = { .iov_len = len };

	if (!d->copy)
		d->copy = malloc(d->ring[0].size);
	if (!d->copy)
		return samples;
	memcpy(d->copy, iov[0].iov_base, iov[0].iov_len);
	if (n > 1)
		memcpy(d->copy + iov[0].iov_len, iov[1].iov_base, iov[1].iov_len);
	txr_records_rename(d, d->copy, len);
	copy.iov_base = d->copy;
	return txr_sink_put(&d->r->sink, &copy, 1, samples);
}
