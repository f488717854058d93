// SPDX-License-Identifier: GPL-2.0-only
/* went_led.c - which interrupt led to a poll of a NAPI instance. */
#include <errno.h>
#include "went_led.h"

static void led_by(struct txr_went_led *led, struct txr_went_act *a,
		   const struct txr_went_poll *poll)
{
	a->used++;
	led->found = true;
	led->irq_ns = a->entry_ns;
	led->begin_ns = poll->begin_ns > a->exit_ns ? poll->begin_ns : a->exit_ns;
}

/* Not all of a handler's raises have led to a poll; none: scheduled without. */
static bool may_have_led(const struct txr_went_act *a)
{
	return !a->spent && (!a->raised || a->used < a->raised);
}

/* Its instance was scheduled already: else it would have raised. */
static bool found_it(const struct txr_went_act *a, const struct txr_went_ways *w)
{
	return !a->raised && (!a->in_action || w->raises);
}

/* The first handler that began in (from, to), and may schedule p; p NULL: anything. */
static struct txr_went_act *first_in(struct txr_went_cpu *c, const struct txr_went_napi *p,
				     uint64_t from_ns, uint64_t to_ns,
				     const struct txr_went_ways *skip_found)
{
	uint64_t i = c->acts > TXR_WENT_ACTS ? c->acts - TXR_WENT_ACTS : 0;

	for (; i < c->acts; i++) {
		struct txr_went_act *a = txr_went_act_at(c, i);

		if (a->entry_ns > from_ns && a->entry_ns < to_ns && a->exit_ns &&
		    may_have_led(a) && (!p || txr_went_napi_schedules(p, a)) &&
		    !(skip_found && found_it(a, skip_found)))
			return a;
	}
	return NULL;
}

/* Handlers that began after from_ns may be forgotten. */
static bool forgotten(struct txr_went_cpu *c, uint64_t from_ns)
{
	uint64_t oldest = c->acts > TXR_WENT_ACTS ? c->acts - TXR_WENT_ACTS : 0;
	const struct txr_went_act *a = txr_went_act_at(c, oldest);

	return oldest && a && a->entry_ns > from_ns;
}

/* A timer's handler, or an IPI's, may have scheduled the instance before this one. */
static bool after_a_fickle(struct txr_went_cpu *c, const struct txr_went_napi *p,
			   const struct txr_went_act *than, const struct txr_went_ways *w)
{
	uint64_t i = c->acts > TXR_WENT_ACTS ? c->acts - TXR_WENT_ACTS : 0;

	for (; i < c->acts; i++) {
		const struct txr_went_act *a = txr_went_act_at(c, i);

		if (a->entry_ns > p->after_ns && a->entry_ns < than->entry_ns &&
		    txr_went_is_fickle(w, a))
			return true;
	}
	return false;
}

/*
 * In doubt: its raise may have been for another instance; it did not raise, and another
 * raise stands for this poll, or how this kernel schedules while polls run is not known
 * yet; whatever else raised may have scheduled the instance before, and the handler did
 * not, or ran only after the poll seems to have begun.
 */
static bool doubtful(struct txr_went_cpu *c, const struct txr_went_napi *p, size_t nr,
		     const struct txr_went_act *a, const struct txr_went_ways *w)
{
	if (txr_went_napi_shares(p, a) || txr_went_is_quiet(w, a))
		return true;
	if (!a->raised && (!w->silent || (c->run_clean && nr < c->nr_run) ||
			   after_a_fickle(c, p, a, w)))
		return true;
	return (c->run_others || c->next_others) &&
	       (!a->raised || a->entry_ns >= c->poll[nr].begin_ns);
}

/* By what is known of the instance; p may be NULL. */
static void led_by_window(struct txr_went_cpu *c, const struct txr_went_napi *p, size_t nr,
			  const struct txr_went_ways *w, struct txr_went_led *led)
{
	const struct txr_went_poll *poll = &c->poll[nr];
	uint64_t to_ns = poll->first_release_ns ? poll->first_release_ns : poll->end_ns;
	uint64_t since_ns = p ? p->since_ns : 0, after_ns = p ? p->after_ns : 0;
	bool known = p && p->irqs;
	struct txr_went_act *a;

	a = first_in(c, known ? p : NULL, after_ns, to_ns, w);
	if (c->gap_until_ns && since_ns < c->gap_until_ns)
		led->cause = TXR_CAUSE_UNSEEN;
	else if (!a && p && !after_ns)	/* before the recording, perhaps */
		led->cause = TXR_CAUSE_UNSEEN;
	else if (!p || (a && !known) || forgotten(c, since_ns) ||
		 (known && first_in(c, p, since_ns, after_ns, NULL)))
		led->cause = TXR_CAUSE_AMBIGUOUS;
	else if (!a)
		led->cause = TXR_CAUSE_NO_INTERRUPT;
	else if (doubtful(c, p, nr, a, w))
		led->cause = TXR_CAUSE_AMBIGUOUS;
	else
		led_by(led, a, poll);
}

/* The instance of poll number nr, earlier in the run. */
static bool polled_before(const struct txr_went_cpu *c, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (c->poll[i].napi == c->poll[nr].napi)
			return true;
	return false;
}

/*
 * As many instances as raises, each polled once, and no handler during the run: then no
 * raise was for nobody (an IPI's handler), and no poll without one.
 */
static bool one_for_one(struct txr_went_cpu *c)
{
	const struct txr_went_act *last = txr_went_act_at(c, c->acts - 1);
	size_t i;

	if (c->nr_polls != c->nr_run || c->calm_polls < c->nr_polls || !last ||
	    last->entry_ns >= c->softirq_ns)
		return false;
	for (i = 1; i < c->nr_polls; i++)
		if (polled_before(c, i))
			return false;
	return true;
}

/* The handler whose raise was the poll's, by the order of both. */
static struct txr_went_act *by_order(struct txr_went_cpu *c, const struct txr_went_napi *p,
				     size_t nr, const struct txr_went_ways *w)
{
	struct txr_went_act *a;

	if (!c->run_clean || nr >= c->nr_run || c->nr_polls < c->nr_run)
		return NULL;
	a = txr_went_act_at(c, c->run[nr]);
	if (!a || !a->exit_ns || !may_have_led(a))
		return NULL;
	if (one_for_one(c))
		return a;
	if (!p || !txr_went_napi_schedules(p, a) || polled_before(c, nr) ||
	    txr_went_is_quiet(w, a))
		return NULL;
	return a;
}

int txr_went_led_to(struct txr_went_napis *n, struct txr_went_cpu *c, size_t nr,
		    const struct txr_went_ways *w, struct txr_went_led *led)
{
	const struct txr_went_poll *poll = &c->poll[nr];
	struct txr_went_napi *p;
	struct txr_went_act *a;

	*led = (struct txr_went_led){ .cause = TXR_CAUSE_NO_INTERRUPT };
	if (txr_went_napi_make(n, poll->napi, &p))
		return -ENOMEM;
	if (!poll->budget)	/* netpoll, in between */
		return 0;
	a = by_order(c, p, nr, w);
	if (a) {
		led_by(led, a, poll);
		if (p)
			txr_went_napi_learn(n, p, a);
	} else if (!p || !p->again) {
		led_by_window(c, p, nr, w, led);
	}
	if (p)
		txr_went_napi_polled(p, poll, led->found, led->irq_ns);
	return 0;
}
