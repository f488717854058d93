/* SPDX-License-Identifier: GPL-2.0-only */
/* test_top_fixture.h - two reports made by hand for the live view. */
#ifndef TEST_TOP_FIXTURE_H
#define TEST_TOP_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "txring/view.h"
#include "view/top_model.h"

#define EXACT(n) (struct txr_u64){ (n), (n), (n), TXR_FIG_EXACT }
#define BETWEEN(v, l, h) (struct txr_u64){ (v), (l), (h), TXR_FIG_BOUNDED }
#define AT_LEAST(n) (struct txr_u64){ (n), (n), 0, TXR_FIG_AT_LEAST }

#define FIX_DEVS	4
#define FIX_QUEUES	3

/* A moment: reports since the start and of the interval, rows by device. */
struct moment {
	struct txr_report total, each;
	struct txr_row total_row[FIX_DEVS], each_row[FIX_DEVS];
	struct txr_row total_queue[FIX_DEVS][FIX_QUEUES], each_queue[FIX_DEVS][FIX_QUEUES];
	uint64_t lost_by_cpu[2];
};

static inline void blank_row(struct txr_row *r, uint16_t dev, int32_t queue, const char *name)
{
	memset(r, 0, sizeof(*r));
	r->dev = dev;
	r->queue = queue;
	r->kind = TXR_KIND_RING;
	r->capacity_packets = r->ring_descriptors = TXR_UNKNOWN;
	r->ifindex = r->netns_inode = TXR_UNKNOWN;
	r->exact = true;
	snprintf(r->name, sizeof(r->name), "%s", name);
	strcpy(r->driver, "tun");
	txr_hist_init(&r->lap_ns.hist);
	txr_hist_init(&r->late_free_ns.hist);
}

static inline void moment_init(struct moment *m)
{
	memset(m, 0, sizeof(*m));
	m->total.devices = m->total_row;
	m->each.devices = m->each_row;
	m->total.exact = m->each.exact = true;
	m->total.source.cpus = 2;
	m->total.source.lost_by_cpu = m->lost_by_cpu;
	blank_row(&m->total.total, TXR_DEV_NONE, -1, "total");
	blank_row(&m->each.total, TXR_DEV_NONE, -1, "total");
}

/* A device with one queue that holds now packets, the same in both reports. */
static inline struct txr_row *add_device(struct moment *m, const char *name, uint64_t now,
					 int64_t capacity)
{
	size_t i = m->total.nr_devices;
	struct txr_row *rows[] = { &m->total_row[i], &m->each_row[i],
				   &m->total_queue[i][0], &m->each_queue[i][0] };
	size_t k;

	for (k = 0; k < 4; k++) {
		blank_row(rows[k], (uint16_t)i, k < 2 ? -1 : 0, name);
		rows[k]->in_device.end = now;
		rows[k]->in_device.max = EXACT(now);
		rows[k]->in_device_at_end = EXACT(now);
		rows[k]->capacity_packets = capacity;
	}
	m->total_row[i].queues = m->total_queue[i];
	m->each_row[i].queues = m->each_queue[i];
	m->total_row[i].nr_queues = m->each_row[i].nr_queues = 1;
	m->total.nr_devices = m->each.nr_devices = i + 1;
	return &m->each_row[i];
}

static inline const struct txr_top_row *row_named(const struct txr_top *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->nr_rows; i++)
		if (!strcmp(t->row[i]->name, name))
			return t->row[i];
	return NULL;
}

/* "a b:0 c": what is on the screen, queues with their number. */
static inline const char *shown(const struct txr_top *t)
{
	static char text[256];
	size_t i, len = 0;

	text[0] = '\0';
	for (i = 0; i < t->nr_shown; i++) {
		len += snprintf(text + len, sizeof(text) - len, "%s%s", i ? " " : "",
				t->shown[i]->name);
		if (t->shown[i]->queue >= 0)
			len += snprintf(text + len, sizeof(text) - len, ":%d",
					t->shown[i]->queue);
	}
	return text;
}

#endif
