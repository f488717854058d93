// SPDX-License-Identifier: GPL-2.0-only
/* advice.c - what to try with a ring. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "advice.h"
#include "findings.h"

#define NAME_TEXT (4 * TXR_IFNAMSIZ + 3)

const struct txr_device_state *txr_state_now(const struct txr_rowx *x)
{
	return x->end ? x->end : x->start;
}

static bool is_plain(const char *name)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789._:@+-";

	return *name && *name != '-' && !name[strspn(name, plain)];
}

/* A name as a word for the shell: it may hold anything but a slash and spaces. */
static const char *word(char buf[NAME_TEXT], const char *name)
{
	char *to = buf;

	if (is_plain(name)) {
		snprintf(buf, NAME_TEXT, "%s", name);
		return buf;
	}
	*to++ = '\'';
	for (; *name; name++) {
		if (*name == '\'')
			to = stpcpy(to, "'\\'");
		*to++ = *name;
	}
	strcpy(to, "'");
	return buf;
}

/* Commands act on the namespace they are run in. */
static const char *where(const struct txr_rowx *x)
{
	const struct txr_snapshot *s = &x->b->info->meta->start;
	uint64_t own = s->count ? s->dev[0].netns_inode : 0;
	const struct txr_device_state *d = txr_state_now(x);

	return d && own && d->netns_inode && d->netns_inode != own ?
	       "in its network namespace, " : "";
}

const char *txr_advise_sooner(char buf[TXR_ADVICE_PART], const struct txr_rowx *x)
{
	const struct txr_device_state *d = txr_state_now(x);
	char name[NAME_TEXT];

	word(name, x->row->name);
	if (d && d->coalesce_tx_usecs > 1)
		snprintf(buf, TXR_ADVICE_PART, "complete sooner: %sethtool -C %s tx-usecs %" PRId64
			 " (now %" PRId64 ")", where(x), name, d->coalesce_tx_usecs / 2,
			 d->coalesce_tx_usecs);
	else if (d && d->coalesce_rx_usecs > 1)	/* one interrupt for both */
		snprintf(buf, TXR_ADVICE_PART, "complete sooner: %sethtool -C %s rx-usecs %" PRId64
			 " (now %" PRId64 ")", where(x), name, d->coalesce_rx_usecs / 2,
			 d->coalesce_rx_usecs);
	else if (x->sw)
		snprintf(buf, TXR_ADVICE_PART, "let whoever takes packets out of %s come sooner, or "
			 "take fewer at once", name);
	else
		snprintf(buf, TXR_ADVICE_PART, "complete sooner: less interrupt moderation (ethtool "
			 "-C %s, or the driver's own parameter)", name);
	return buf;
}

static int64_t power_of_two_from(int64_t n)
{
	int64_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

static bool grows_by_ethtool(const struct txr_device_state *d)
{
	return d && d->ring_tx > 0 && d->ring_tx_max > d->ring_tx;
}

static bool grows_by_txqueuelen(const struct txr_rowx *x)
{
	const struct txr_device_state *d = txr_state_now(x);

	return x->sw && x->sw->free_after_slot && d && d->txqueuelen > 0;
}

bool txr_can_grow(const struct txr_rowx *x)
{
	return grows_by_ethtool(txr_state_now(x)) || grows_by_txqueuelen(x);
}

const char *txr_advise_grow(char buf[TXR_ADVICE_PART], const struct txr_rowx *x)
{
	const struct txr_device_state *d = txr_state_now(x);
	char name[NAME_TEXT];
	int64_t next;

	word(name, x->row->name);
	if (grows_by_ethtool(d)) {
		next = power_of_two_from(2 * d->ring_tx);
		snprintf(buf, TXR_ADVICE_PART, "grow the ring: %sethtool -G %s tx %" PRId64,
			 where(x), name, next < d->ring_tx_max ? next : d->ring_tx_max);
	} else if (d && d->ring_tx > 0 && d->ring_tx == d->ring_tx_max) {
		snprintf(buf, TXR_ADVICE_PART, "the ring is at its largest: use more tx queues, or "
			 "send less at once");
	} else if (grows_by_txqueuelen(x)) {
		snprintf(buf, TXR_ADVICE_PART, "grow the ring: %sip link set %s txqueuelen %" PRId64,
			 where(x), name, 2 * d->txqueuelen);
	} else if (x->sw) {	/* of a fixed size */
		snprintf(buf, TXR_ADVICE_PART, "let whoever takes packets out of %s come sooner, or "
			 "send less at once", name);
	} else {
		snprintf(buf, TXR_ADVICE_PART, "a larger ring, or packets that are completed sooner");
	}
	return buf;
}

const char *txr_advise_shrink(char buf[TXR_ADVICE_PART], const struct txr_rowx *x,
			      int64_t descriptors)
{
	char name[NAME_TEXT];

	snprintf(buf, TXR_ADVICE_PART, "shrink the ring: %sethtool -G %s tx %" PRId64
		 " (the link goes down for a moment)", where(x), word(name, x->row->name),
		 power_of_two_from(descriptors));
	return buf;
}
