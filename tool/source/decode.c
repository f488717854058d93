// SPDX-License-Identifier: GPL-2.0-only
/* decode.c - one raw record to one struct txr_event: the general and rare parts. */
#include "decode_run.h"

_Static_assert(offsetof(struct txr_event, refs) + sizeof(uint16_t) -
	       offsetof(struct txr_event, kind) == sizeof(struct txr_event_head),
	       "txr_event_head is struct txr_event from kind to refs");

uint64_t txr_get_any(const uint8_t *p, unsigned int size, bool big_endian)
{
	uint64_t v = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		v |= (uint64_t)p[i] << 8 * (big_endian ? size - 1 - i : i);
	return v;
}

/*
 * The first device of that name that a START or RESULT has named. add: else a new
 * one; what runs around packets names devices that never send.
 */
static uint16_t resolve(struct txr_dec *d, const char *name, size_t len,
			uint32_t ifindex, uint64_t cookie, bool add)
{
	size_t i, n = txr_devtab_count(d->devs);

	for (i = 0; i < n; i++) {
		const struct txr_device *dev = txr_devtab_get(d->devs, i);

		if (!strncmp(dev->name, name, len) && !dev->name[len] &&
		    (!ifindex || ifindex == dev->ifindex) &&
		    (!cookie || cookie == dev->netns_cookie))
			return (uint16_t)i;
	}
	return add ? txr_devtab_intern(d->devs, name, len, ifindex, cookie) : TXR_DEV_NONE;
}

static void dev_miss(struct txr_dec *d, struct txr_dev_slot *s, size_t len, bool own,
		     bool add)
{
	const char *name = (const char *)s->name;

	len = strnlen(name, len);
	s->dev = own ? txr_devtab_intern(d->devs, name, len, s->ifindex, s->cookie) :
		       resolve(d, name, len, s->ifindex, s->cookie, add);
	d->dev_count = (uint32_t)txr_devtab_count(d->devs) + 1;
	s->devs = s->dev == TXR_DEV_NONE ? 0 : own ? OWN_DEV : d->dev_count;
}

/* The mask of the first n of 8 bytes. */
static uint64_t first_bytes(size_t n)
{
	uint64_t v = 0;

	memset(&v, 0xff, n < 8 ? n : 8);
	return v;
}

static void note_last(struct txr_last_dev *last, const struct txr_dev_slot *s, uint32_t loc,
		      uint32_t off, uint32_t len)
{
	last->name[0] = s->name[0];
	last->name[1] = s->name[1];
	last->mask[0] = first_bytes(len);
	last->mask[1] = len > 8 ? first_bytes(len - 8) : 0;
	last->cookie = s->cookie;
	last->ifindex = s->ifindex;
	last->loc = loc;
	last->devs = s->devs;
	last->len = off + len;
	last->span = off + 16;
	last->dev = s->dev;
}

bool txr_find_dev(struct txr_dec *d, struct record r, struct txr_event *ev, bool own)
{
	uint32_t devs = own ? OWN_DEV : d->dev_count, loc = 0;
	uint32_t off = r.p->f[R_NAME].off, len = r.p->f[R_NAME].size;
	uint32_t ifindex = get32(r, R_IFINDEX, false);
	uint64_t cookie = get(r, R_COOKIE, false), name[2] = { 0 }, key;
	struct txr_dev_slot *s;

	if (r.p->name_dynamic) {
		loc = get32(r, R_NAME, false);
		off = (loc & 0xffff) + r.p->name_base;
		len = loc >> 16;
		if (off + len > r.len)
			return false;
		len -= len != 0;	/* its terminator */
	}
	if (len > TXR_IFNAMSIZ - 1)
		len = TXR_IFNAMSIZ - 1;
	memcpy(name, r.rec + off, len);
	key = (name[0] ^ name[1] ^ cookie ^ ifindex ^ own) * 0x9e3779b97f4a7c15ULL;
	s = &d->slot[key >> (64 - DEV_SLOT_BITS)];
	if ((s->name[0] ^ name[0]) | (s->name[1] ^ name[1]) | (s->cookie ^ cookie) |
	    (s->ifindex ^ ifindex) | (s->devs ^ devs)) {
		memcpy(s->name, name, sizeof(name));
		s->cookie = cookie;
		s->ifindex = ifindex;
		dev_miss(d, s, len, own, r.p->head.kind < TXR_QUEUED);
	}
	ev->dev = s->dev;
	if (r.p->name_dynamic)
		note_last(&d->plan[r.p - d->plan].last, s, loc, off, len);
	return true;
}

void txr_guess_segs(struct record r, struct txr_event *ev, uint16_t size)
{
	struct txr_gso g = {
		.len = ev->start.len_bytes, .gso_size = size,
		.gso_type = get32(r, R_GSO_TYPE, false),
		.transport = (int32_t)get32(r, R_TRANSPORT, false),
		.transport_valid = !has(r, R_TRANSPORT_VALID) || get(r, R_TRANSPORT_VALID, false),
		.type_16bit = r.p->f[R_GSO_TYPE].size == 2,
	};

	txr_gso_segs(ev, &g);
}

bool txr_decode_woken(struct record r, struct txr_event *ev)
{
	uint64_t at = get(r, R_TXQ, false), base = get(r, R_TXQ_BASE, false);
	uint32_t size = get32(r, R_TXQ_SIZE, false);

	if (!(get(r, R_STATE_BEFORE, false) & TXR_QSTATE_DRV_XOFF))
		return false;
	if (size && base && at >= base && (at - base) / size < TXR_QUEUE_NONE)
		ev->queue = (uint16_t)((at - base) / size);
	return true;
}

int txr_decode_slot(struct txr_decoder *pub, unsigned int slot, const uint8_t *rec,
		    uint32_t len, const uint8_t *limit, struct txr_event *ev)
{
	struct txr_dec *d = txr_dec(pub);
	struct record r = { .p = &d->plan[slot - 1], .rec = rec, .limit = limit, .len = len,
			    .big_endian = pub->big_endian };

	if (len < r.p->min_len)
		return -EINVAL;
	if (r.p->usual && !r.big_endian)
		return txr_decode_record(d, r, ev, true);
	return txr_decode_record(d, r, ev, false);
}
