/* SPDX-License-Identifier: GPL-2.0-only */
/* test_view_fixture.h - a report made by hand, and what a view wrote of it. */
#ifndef TEST_VIEW_FIXTURE_H
#define TEST_VIEW_FIXTURE_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "txring/view.h"

#define EXACT(n) (struct txr_u64){ (n), (n), (n), TXR_FIG_EXACT }
#define BETWEEN(v, l, h) (struct txr_u64){ (v), (l), (h), TXR_FIG_BOUNDED }
#define AT_LEAST(n) (struct txr_u64){ (n), (n), 0, TXR_FIG_AT_LEAST }
#define NO_FIGURE (struct txr_u64){ .trust = TXR_FIG_UNKNOWN }
#define NUM(n) (struct txr_num){ (n), (n), (n), TXR_FIG_EXACT }

static uint64_t fixture_lost[2];
static struct txr_drop fixture_drop[] = { { "FULL_RING", 164, 0 } };
static struct txr_finding fixture_finding[2];

static inline void fixture_dist(struct txr_dist *d, uint64_t ns, uint64_t count)
{
	uint64_t i;

	txr_hist_init(&d->hist);
	for (i = 0; i < count; i++)
		assert_int_equal(txr_hist_add(&d->hist, ns), 0);
	d->count = count;
	d->sum = count * ns;
	d->min = d->max = d->p50 = d->p90 = d->p99 = d->p999 = ns;
	d->avg = (double)ns;
}

/* A tap device that is a ring of 118, filled and drained. */
static inline void fixture_row(struct txr_row *r, const char *name)
{
	memset(r, 0, sizeof(*r));
	r->queue = -1;
	strcpy(r->name, name);
	strcpy(r->driver, "tun");
	r->kind = TXR_KIND_RING;
	r->ifindex = 7;
	r->netns_inode = 4026531840;
	r->netns_cookie = 1;
	r->ring_descriptors = TXR_UNKNOWN;
	r->capacity_packets = 118;
	r->capacity_source = "tun: txqueuelen";
	r->started = EXACT(1000);
	r->completed = EXACT(836);
	r->dropped = EXACT(164);
	r->skb_bytes = EXACT(83600);
	r->wire_packets = EXACT(836);
	r->observed_ns = EXACT(2000000000);
	r->packed_ns = EXACT(862000000);
	r->packed_source = TXR_PACKED_INFERRED;
	r->packed_visits = 12;
	fixture_dist(&r->lap_ns, 795687, 836);
	fixture_dist(&r->late_free_ns, 0, 0);
	r->in_device.avg = NUM(64.66);
	r->in_device.p50 = EXACT(60);
	r->in_device.p99 = EXACT(118);
	r->in_device.max = EXACT(118);
	r->in_device.max_bytes = EXACT(11800);
	r->in_device.at_ns = 1234;
	r->exact = true;
	r->drops = fixture_drop;
	r->nr_drops = 1;
}

static inline void fixture_row_free(struct txr_row *r)
{
	size_t i;

	txr_hist_free(&r->lap_ns.hist);
	txr_hist_free(&r->late_free_ns.hist);
	for (i = 0; i < r->nr_queues; i++)
		fixture_row_free(&r->queues[i]);
	free(r->queues);
}

static inline void fixture_queues(struct txr_row *r, size_t nr)
{
	size_t i;

	r->queues = calloc(nr, sizeof(*r->queues));
	assert_non_null(r->queues);
	r->nr_queues = nr;
	for (i = 0; i < nr; i++) {
		fixture_row(&r->queues[i], r->name);
		r->queues[i].queue = (int32_t)i;
	}
}

/* Devices tap0, tap1, ... with one queue each. */
static inline struct txr_report *fixture_report(size_t devices)
{
	struct txr_report *r = calloc(1, sizeof(*r));
	char name[TXR_IFNAMSIZ];
	size_t i;

	assert_non_null(r);
	r->source = (struct txr_source_info){
		.path = "txring.dat", .format = "trace.dat", .kernel = "6.18.0",
		.clock = "mono", .clock_ordered = true, .clock_ns = true,
		.has_result = true, .has_drop_reason = true, .cpus = 2,
		.first_ns = 5000000000, .last_ns = 7013000000, .events = 2836,
		.lost_by_cpu = fixture_lost, .real_ns_at_first = 1764518509000000000,
	};
	r->exact = true;
	r->devices = calloc(devices, sizeof(*r->devices));
	r->nr_devices = devices;
	for (i = 0; i < devices; i++) {
		snprintf(name, sizeof(name), "tap%zu", i);
		fixture_row(&r->devices[i], name);
		r->devices[i].dev = (uint16_t)i;
		fixture_queues(&r->devices[i], 1);
	}
	fixture_row(&r->total, "");
	r->total.driver[0] = '\0';
	return r;
}

static inline void fixture_free(struct txr_report *r)
{
	size_t i;

	for (i = 0; i < r->nr_devices; i++)
		fixture_row_free(&r->devices[i]);
	fixture_row_free(&r->total);
	free(r->devices);
	free(r);
}

static inline void fixture_add_finding(struct txr_report *r, const char *device)
{
	struct txr_finding *f = &fixture_finding[0];
	size_t i;

	memset(f, 0, sizeof(*f));
	f->id = "ring-packed";
	f->which = txr_finding_find(f->id);
	f->dev = TXR_DEV_NONE;
	f->ifindex = f->netns_inode = TXR_UNKNOWN;
	for (i = 0; i < r->nr_devices; i++)
		if (!strcmp(r->devices[i].name, device))
			f->dev = r->devices[i].dev;
	f->severity = TXR_WARNING;
	strcpy(f->device, device);
	f->queue = 0;
	strcpy(f->message, "The ring was packed 43.1% of the time; 164 packets were dropped.");
	strcpy(f->advice, "grow the ring: ip link set tap0 txqueuelen 236");
	strcpy(f->evidence[0].key, "dropped");
	f->evidence[0].number = 164;
	strcpy(f->evidence[1].key, "reason");
	f->evidence[1].is_text = true;
	strcpy(f->evidence[1].text, "FULL_RING");
	f->nr_evidence = 2;
	r->findings = fixture_finding;
	r->nr_findings = 1;
}

typedef int (*view_fn)(FILE *, struct txr_report *, const struct txr_view_opts *);

/* What the view wrote; to be freed. */
static inline char *fixture_draw(view_fn view, struct txr_report *r, const struct txr_view_opts *o)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(view(out, r, o), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

/* A view must not say that it is done when nothing can be written. */
static inline void fixture_full(view_fn view, struct txr_report *r, const struct txr_view_opts *o)
{
	FILE *out = fopen("/dev/full", "w");
	int ret;

	assert_non_null(out);
	setvbuf(out, NULL, _IONBF, 0);
	ret = view(out, r, o);
	assert_true(ret < 0);
	fclose(out);
}

static inline void assert_has(const char *text, const char *want)
{
	if (!strstr(text, want))
		fail_msg("'%s' is not in:\n%s", want, text);
}

static inline void assert_has_not(const char *text, const char *no)
{
	if (strstr(text, no))
		fail_msg("'%s' is in:\n%s", no, text);
}

static inline void assert_fits(const char *text, size_t width)
{
	const char *line = text, *end;
	size_t columns;

	for (; *line; line = end + 1) {
		const char *c;

		end = strchr(line, '\n');
		assert_non_null(end);
		for (columns = 0, c = line; c < end; c++)
			columns += ((unsigned char)*c & 0xc0) != 0x80;
		if (columns > width)
			fail_msg("%zu columns: %.*s", columns, (int)(end - line), line);
	}
}

#endif
