// SPDX-License-Identifier: GPL-2.0-only
/*
 * decode_names.c - what numbers in the records mean: drop reasons, tasks.
 *
 * Reason numbers differ from kernel to kernel; only names are the same. They are
 * in the print fmt of kfree_skb (include/trace/events/skb.h, since 5.17), and,
 * on patched kernels, in that of dev_kfree_skb_irq.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "decode_impl.h"

static const char *const no_drop[] = { "CONSUMED", "NOT_DROPPED_YET", "MAX" };

static const struct {
	const char *name;
	uint8_t flag;
} flag_names[] = {
	{ "NOT_SPECIFIED", TXR_EVF_NOT_SPECIFIED },
	{ "FULL_RING", TXR_EVF_FULL_RING },
	{ "QUEUE_PURGE", TXR_EVF_QUEUE_PURGE },
};

static bool is_drop(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(no_drop) / sizeof(no_drop[0]); i++)
		if (strlen(no_drop[i]) == len && !memcmp(no_drop[i], name, len))
			return false;
	return true;
}

static int learn_kfree(void *ctx, int64_t number, const char *name, size_t len)
{
	struct txr_dec *d = ctx;
	size_t i;

	if (number < 0 || number >= REASON_MAX || d->reason_name[number])
		return 0;
	d->reason_name[number] = strndup(name, len);
	if (!d->reason_name[number])
		return -ENOMEM;
	d->has_reason_names = true;
	d->reason_drop[number] = is_drop(name, len);
	for (i = 0; i < sizeof(flag_names) / sizeof(flag_names[0]); i++)
		if (!strcmp(d->reason_name[number], flag_names[i].name))
			d->reason_flags[number] = flag_names[i].flag;
	return 0;
}

static int learn_irq(void *ctx, int64_t number, const char *name, size_t len)
{
	struct txr_dec *d = ctx;

	if (number < 0 || number >= REASON_MAX)
		return 0;
	d->irq_names = true;
	d->irq_drop[number] = is_drop(name, len);
	return 0;
}

int txr_reasons_learn(struct txr_dec *d, struct txr_plan *p, const struct txr_format *f)
{
	if (p->head.origin == TXR_O_KFREE_SKB) {
		d->has_reason_field |= p->f[R_REASON].size != 0;
		return txr_format_symbols(f, "reason", learn_kfree, d);
	}
	if (p->head.origin == TXR_O_DEV_KFREE_SKB_IRQ && p->maker == M_PATCHED)
		return txr_format_symbols(f, "reason", learn_irq, d);
	return 0;
}

void txr_reasons_free(struct txr_dec *d)
{
	size_t i;

	for (i = 0; i < REASON_MAX; i++)
		free(d->reason_name[i]);
}

const char *txr_decoder_reason(const struct txr_decoder *pub, int reason)
{
	const struct txr_dec *d = (const struct txr_dec *)pub;

	return reason >= 0 && reason < REASON_MAX ? d->reason_name[reason] : NULL;
}

struct comm {
	int pid;
	unsigned int serial;	/* the last one told wins */
	char name[16];		/* TASK_COMM_LEN */
};

struct txr_comms {
	struct comm *comm;
	size_t count, room;
	bool sorted;
};

struct txr_comms *txr_comms_new(void)
{
	return calloc(1, sizeof(struct txr_comms));
}

void txr_comms_free(struct txr_comms *c)
{
	if (!c)
		return;
	free(c->comm);
	free(c);
}

int txr_comms_add(struct txr_comms *c, int pid, const char *name, size_t len)
{
	struct comm *n;

	if (c->count == c->room) {
		size_t room = c->room ? 2 * c->room : 256;

		n = reallocarray(c->comm, room, sizeof(*n));
		if (!n)
			return -ENOMEM;
		c->comm = n;
		c->room = room;
	}
	n = &c->comm[c->count];
	n->pid = pid;
	n->serial = (unsigned int)c->count++;
	if (len > sizeof(n->name) - 1)
		len = sizeof(n->name) - 1;
	memcpy(n->name, name, len);
	n->name[len] = '\0';
	c->sorted = false;
	return 0;
}

/* kernel/trace/trace.c, saved_cmdlines_show(): "%d %s\n" */
int txr_comms_parse(struct txr_comms *c, const char *text, size_t len)
{
	const char *p = text, *end = text + len;

	while (p < end) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));
		long pid = 0;
		bool any = false;

		if (!eol)
			eol = end;
		for (; p < eol && isdigit((unsigned char)*p); p++, any = true)
			if (pid <= INT_MAX / 10)
				pid = pid * 10 + (*p - '0');
		if (any && p < eol && *p == ' ' && pid <= INT_MAX &&
		    txr_comms_add(c, (int)pid, p + 1, strnlen(p + 1, (size_t)(eol - p - 1))))
			return -ENOMEM;
		p = eol + (eol < end);
	}
	return 0;
}

static int by_pid(const void *a, const void *b)
{
	const struct comm *x = a, *y = b;

	if (x->pid != y->pid)
		return x->pid < y->pid ? -1 : 1;
	return x->serial > y->serial ? -1 : 1;
}

const char *txr_comms_find(struct txr_comms *c, int pid)
{
	size_t lo = 0, hi;

	if (!c || !c->count)
		return pid == 0 ? "<idle>" : NULL;
	if (!c->sorted) {
		qsort(c->comm, c->count, sizeof(*c->comm), by_pid);
		c->sorted = true;
	}
	for (hi = c->count; lo < hi; ) {
		size_t mid = lo + (hi - lo) / 2;

		if (c->comm[mid].pid < pid)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo < c->count && c->comm[lo].pid == pid)
		return c->comm[lo].name;
	return pid == 0 ? "<idle>" : NULL;
}
