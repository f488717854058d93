// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_queue_stalled.c - a queue gives nothing back though it should, or did so
 * for a while. stalled.c judges.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "findings.h"
#include "stalled.h"
#include "stats_impl.h"

#define TEXT 200
#define OLDEST_SHOWN 3

/* ", the ring is full": what stands, beside the packets. */
static const char *how_it_stands(const struct txr_queue *q)
{
	uint32_t state = q->packed.state;

	if (state & TXR_Q_STOPPED)
		return ", the driver has stopped the queue";
	if (state & TXR_Q_FULL)
		return ", the ring refuses more";
	if (state & TXR_Q_BQL)
		return ", BQL has stopped the queue";
	return "";
}

static void say_waiting(char *buf, const struct txr_stalled *s)
{
	buf[0] = '\0';
	if (s->wait)
		snprintf(buf, TEXT, ", %" PRId64 " wait in the qdisc", s->wait->waiting_last);
}

static void say_watchdog(char *buf, const struct txr_stalled *s, const struct txr_rowx *x)
{
	uint64_t n = x->q ? x->q->watchdogs : 0;

	buf[0] = '\0';
	if (s->timeouts > 0 && (uint64_t)s->timeouts > n)
		n = (uint64_t)s->timeouts;
	if (n)
		snprintf(buf, TEXT, "; the kernel's watchdog found it so %" PRIu64 " time%s", n,
			 n == 1 ? "" : "s");
}

static void now_by_packets(struct txr_finding *f, const struct txr_stalled *s,
			   const struct txr_rowx *x)
{
	char quiet[TXR_TIME_TEXT], age[TXR_TIME_TEXT], inside[TEXT] = "", wait[TEXT];
	char watchdog[TEXT];
	const struct txr_oldest *o = &x->q->oldest;

	if (o->open)
		snprintf(inside, sizeof(inside), "; %" PRIu64 " packet%s inside, the oldest for %s",
			 o->open, o->open == 1 ? " is" : "s are",
			 txr_time_text(age, o->lap[0].age_ns));
	say_waiting(wait, s);
	say_watchdog(watchdog, s, x);
	txr_finding_message(f, "nothing was given back for %s%s, %" PRIu64 " started since%s%s%s%s%s",
			    txr_time_text(quiet, x->b->until_ns - s->from_ns), inside, s->starts,
			    how_it_stands(x->q), wait, watchdog, s->doubt ? "; " : "",
			    s->doubt ? s->doubt : "");
}

static void now_by_looks(struct txr_finding *f, const struct txr_stalled *s,
			 const struct txr_rowx *x)
{
	char waited[TXR_TIME_TEXT], held_for[TXR_TIME_TEXT], held[TEXT] = "", watchdog[TEXT];

	if (s->q && s->q->held_ns > 0)
		snprintf(held, sizeof(held), "; %" PRId64 " bytes are in the device, the same for "
			 "%s", s->q->held_bytes, txr_time_text(held_for, (uint64_t)s->q->held_ns));
	say_watchdog(watchdog, s, x);
	txr_finding_message(f, "%" PRId64 " packets wait in the qdisc, and the driver was given "
			    "none for %s%s%s", s->wait->waiting_last,
			    txr_time_text(waited, (uint64_t)s->wait->waiting_ns), held, watchdog);
}

static const char *what_ended_it(const struct txr_stalled *s)
{
	if (s->by_reset)
		return "a reset threw out what was inside";
	return s->by_pause ? "its carrier went, or it was down" : "it went on";
}

/* Looks are a second apart: what they show began before the first, and ended later. */
static void ended(struct txr_finding *f, const struct txr_stalled *s, const struct txr_rowx *x)
{
	char length[TXR_TIME_TEXT], from[TXR_TIME_TEXT], meanwhile[TEXT] = "", watchdog[TEXT];
	uint64_t rel = s->from_ns > x->b->first_ns ? s->from_ns - x->b->first_ns : 0;
	bool by_looks = !(s->basis & TXR_BY_PACKETS);

	say_watchdog(watchdog, s, x);
	if (!by_looks)
		snprintf(meanwhile, sizeof(meanwhile), " nothing was given back, and %" PRIu64
			 " started", s->starts);
	else
		snprintf(meanwhile, sizeof(meanwhile), " packets waited in the qdisc, and the "
			 "driver was given none");
	txr_finding_message(f, "it stalled for %s%s from %s on%s:%s; then %s%s%s%s",
			    by_looks ? "at least " : "",
			    txr_time_text(length, s->to_ns - s->from_ns), txr_time_text(from, rel),
			    by_looks ? " at the latest" : "", meanwhile, what_ended_it(s), watchdog,
			    s->doubt ? "; " : "", s->doubt ? s->doubt : "");
}

static void kernels_word(struct txr_finding *f, const struct txr_stalled *s,
			 const struct txr_rowx *x)
{
	uint64_t n = x->q ? x->q->dql_stalls : 0;
	char watchdog[TEXT];

	say_watchdog(watchdog, s, x);
	if (s->basis & TXR_BY_WATCHDOG) {
		txr_finding_message(f, "it was stopped for longer than its driver's limit%s",
				    watchdog);
		return;
	}
	if (s->bql_stalls > 0 && (uint64_t)s->bql_stalls > n)
		n = (uint64_t)s->bql_stalls;
	txr_finding_message(f, "the kernel's stall detector (BQL stall_thrs) counted %" PRIu64
			    " stall%s", n, n == 1 ? "" : "s");
}

static void message(struct txr_finding *f, const struct txr_stalled *s, const struct txr_rowx *x)
{
	if (!(s->basis & (TXR_BY_PACKETS | TXR_BY_LOOKS)))
		kernels_word(f, s, x);
	else if (s->state == TXR_STALL_ENDED)
		ended(f, s, x);
	else if (s->basis & TXR_BY_PACKETS)
		now_by_packets(f, s, x);
	else
		now_by_looks(f, s, x);
}

static void advise(struct txr_finding *f, const struct txr_stalled *s, const struct txr_rowx *x)
{
	const char *dev = x->row->name;

	if (x->sw && x->sw->free_after_slot)
		txr_finding_advice(f, "the program that reads %s does not, or too slowly: see "
				   "whether it still runs", dev);
	else if (s->state == TXR_STALL_NOW)
		txr_finding_advice(f, "dmesg and ethtool -S %s for what the driver says; "
				   "/proc/interrupts for whether its interrupts still come; "
				   "ip link set %s down and up resets it", dev, dev);
	else
		txr_finding_advice(f, "dmesg for what the driver said then; txring record "
				   "--duration 60, or txring top, for the next time");
}

static void name_oldest(struct txr_finding *f, const struct txr_rowx *x)
{
	static const char *const keys[OLDEST_SHOWN] = { "oldest", "oldest_2", "oldest_3" };
	const struct txr_row *r = x->row;
	char age[TXR_TIME_TEXT], text[96];
	size_t i;

	for (i = 0; i < r->nr_oldest && i < OLDEST_SHOWN; i++) {
		const struct txr_open_lap *l = &r->oldest[i];

		snprintf(text, sizeof(text), "0x%" PRIx64 ", %u bytes, %s, %s/%d", l->skbaddr,
			 l->len_bytes, txr_time_text(age, l->age_ns), l->comm[0] ? l->comm : "?",
			 l->pid);
		txr_finding_text(f, keys[i], text);
	}
}

static void packets_say(struct txr_finding *f, const struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;
	uint64_t until_ns = x->b->until_ns;

	if (!q || !txr_queue_active(q))
		return;
	txr_finding_number(f, "open_packets", (int64_t)q->oldest.open);
	if (q->oldest.open)
		txr_finding_number(f, "oldest_age_ns", (int64_t)q->oldest.lap[0].age_ns);
	name_oldest(f, x);
	if (q->last_release_ns && until_ns >= q->last_release_ns)
		txr_finding_number(f, "since_last_release_ns",
				   (int64_t)(until_ns - q->last_release_ns));
	txr_finding_number(f, "starts_since_release",
			   (int64_t)(q->books.started - q->started_by_release));
	if (q->stall.ended)
		txr_finding_number(f, "stalls_ended", (int64_t)q->stall.ended);
}

static void looks_say(struct txr_finding *f, const struct txr_stalled *s)
{
	if (s->q && s->q->held_ns > 0) {
		txr_finding_number(f, "bql_inflight_bytes", s->q->held_bytes);
		txr_finding_number(f, "bql_unchanged_ns", s->q->held_ns);
	}
	if (s->wait) {
		txr_finding_number(f, "waiting_ns", s->wait->waiting_ns);
		txr_finding_number(f, "backlog_packets", s->wait->waiting_last);
		txr_finding_number(f, "backlog_min_packets", s->wait->waiting_min);
	}
	if (s->dev && s->dev->pauses)
		txr_finding_number(f, "carrier_pauses", s->dev->pauses);
}

static void kernel_says(struct txr_finding *f, const struct txr_stalled *s,
			const struct txr_rowx *x)
{
	txr_finding_number(f, "watchdog_events", x->q ? (int64_t)x->q->watchdogs : 0);
	if (s->timeouts != TXR_UNKNOWN)
		txr_finding_number(f, "tx_timeouts", s->timeouts);
	txr_finding_number(f, "dql_stalls", x->q ? (int64_t)x->q->dql_stalls : 0);
	if (s->bql_stalls != TXR_UNKNOWN)
		txr_finding_number(f, "bql_stall_cnt", s->bql_stalls);
}

static void basis_text(struct txr_finding *f, unsigned int basis)
{
	char text[64];

	snprintf(text, sizeof(text), "%s%s%s%s", basis & TXR_BY_PACKETS ? " packets" : "",
		 basis & TXR_BY_LOOKS ? " looks" : "", basis & TXR_BY_WATCHDOG ? " watchdog" : "",
		 basis & TXR_BY_BQL ? " bql" : "");
	txr_finding_text(f, "basis", text + (text[0] == ' '));
}

void txr_stalled_tell(const struct txr_stalled *s, const struct txr_rowx *x)
{
	struct txr_finding *f = txr_finding_new(x->b, TXR_F_QUEUE_STALLED, x->row);

	if (!f)
		return;
	if (x->row->kind == TXR_KIND_STACKED)	/* its packets are those of one below */
		f->severity = TXR_INFO;
	else if (s->state != TXR_STALL_NOW || s->doubt)
		f->severity = TXR_WARNING;
	f->ended = s->state != TXR_STALL_NOW;
	message(f, s, x);
	txr_finding_text(f, "state", s->state == TXR_STALL_NOW ? "now" : "ended");
	basis_text(f, s->basis);
	txr_finding_number(f, "threshold_ns", (int64_t)x->b->st->stall_ns);
	if (s->state == TXR_STALL_NOW)
		txr_finding_number(f, "stalled_ns", (int64_t)(x->b->until_ns - s->from_ns));
	else if (s->to_ns)
		txr_finding_number(f, "stalled_ns", (int64_t)(s->to_ns - s->from_ns));
	packets_say(f, x);
	looks_say(f, s);
	kernel_says(f, s, x);
	advise(f, s, x);
}

void txr_find_queue_stalled(const struct txr_rowx *x)
{
	struct txr_stalled s;

	txr_stalled_judge(&s, x);
	if (s.state != TXR_STALL_NONE)
		txr_stalled_tell(&s, x);
}
