// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_view_html_size.c - the page stays below 1 MB: simulated recordings that are long,
 * have many queues, many devices, and everything that a page can tell of.
 *
 * With a folder as its argument the pages are left there, to be looked at.
 */
#include "report_script.h"
#include "txring/view.h"

#define LIMIT 1000000
#define RINGS 1024

static const char *folder;
static uint64_t seed;

struct ring {
	uint64_t skb[64];	/* first in, first out */
	unsigned int head, count, holds;
};

static struct ring rings[RINGS];
static struct txr_device_state states[2][RINGS];
static struct txr_queue_state queue_states[2][RINGS];

struct plan {
	size_t devices, queues;	/* a device */
	size_t steps;
	uint64_t step_ns;	/* on average */
	bool lossy;
};

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	return seed ^= seed << 17;
}

/* A name that is escaped at every byte. */
static void name_of(char name[TXR_IFNAMSIZ], size_t i)
{
	snprintf(name, TXR_IFNAMSIZ, "<&\"'\xff%u", (unsigned int)i % 100000);
}

static void make_devices(struct rec *s, const struct plan *p)
{
	char name[TXR_IFNAMSIZ];
	size_t i, k, q;

	txr_devtab_free(s->devs);
	s->devs = txr_devtab_new();
	for (i = 0; i < p->devices; i++) {
		name_of(name, i);
		assert_int_equal(txr_devtab_intern(s->devs, name, strlen(name), 0, 0), i);
		for (k = 0; k < 2; k++) {
			struct txr_device_state *d = &states[k][i];

			memset(d, 0, sizeof(*d));
			strcpy(d->name, name);
			strcpy(d->driver, i % 2 ? "e1000e" : "tun");
			d->ifindex = (uint32_t)i + 1;
			d->up = true;
			d->txqueuelen = 64;
			d->ring_tx = i % 2 ? 128 : TXR_UNKNOWN;
			d->ring_tx_max = 4096;
			d->tx_queues = (uint32_t)p->queues;
			d->queue = &queue_states[k][i * p->queues];
			for (q = 0; q < p->queues; q++)
				d->queue[q] = (struct txr_queue_state){
					.bql_limit_bytes = i % 2 ? 3000 * ((int64_t)k + 1) : 0,
					.stops = TXR_UNKNOWN, .wakes = TXR_UNKNOWN,
				};
		}
	}
	s->meta.start.count = s->meta.end.count = p->devices;
	s->meta.start.dev = states[0];
	s->meta.end.dev = states[1];
	strcpy(s->meta.command, "a </script><b> & so on");
	s->info.meta = &s->meta;
	s->info.tier = TXR_TIER_STOCK;
}

static void give_back(struct rec *s, struct ring *r, unsigned int n)
{
	for (; n && r->count; n--) {
		consume(s, r->skb[r->head]);
		r->head = (r->head + 1) % 64;
		r->count--;
		s->now += rnd() % 300;
	}
}

/* Load comes and goes, so that there is something to see. */
static void one_step(struct rec *s, const struct plan *p, size_t i)
{
	size_t which = rnd() % (p->devices * p->queues);
	struct ring *r = &rings[which];
	uint64_t skb = 0x1000 + i * 16;
	bool wave = (i * 7 / p->steps) % 2;

	s->dev = (uint16_t)(which / p->queues);
	s->queue = (uint16_t)(which % p->queues);
	s->now += rnd() % (2 * p->step_ns) + 1;
	if (rnd() % 100 < (wave ? 30 : 55)) {
		give_back(s, r, 1 + rnd() % 6);
	} else if (r->count == r->holds) {
		refused_full(s, skb);
	} else {
		sent(s, skb);
		r->skb[(r->head + r->count++) % 64] = skb;
	}
	if (p->lossy && rnd() % (p->steps / 3) == 0)
		lost(s, s->now - 1, s->now, 5);
}

static void simulate(struct rec *s, const struct plan *p)
{
	size_t i;

	rec_init(s);
	make_devices(s, p);
	rec_open(s);
	txr_stats_want(s->st, TXR_WANT_TIMELINE | TXR_WANT_LAP_GRID);
	seed = 88172645463325252ULL;
	memset(rings, 0, sizeof(rings));
	for (i = 0; i < RINGS; i++)
		rings[i].holds = 6 + i % 40;
	for (i = 0; i < p->steps; i++)
		one_step(s, p, i);
	rec_report(s);
}

static void keep(const char *name, const char *page, size_t size)
{
	char path[512];
	FILE *out;

	if (!folder)
		return;
	snprintf(path, sizeof(path), "%s/%s.html", folder, name);
	out = fopen(path, "w");
	assert_non_null(out);
	fwrite(page, 1, size, out);
	assert_int_equal(fclose(out), 0);
}

static size_t count(const char *page, const char *what)
{
	size_t n = 0;

	for (; (page = strstr(page, what)); page++)
		n++;
	return n;
}

/* The page of such a recording, to be freed. */
static char *page_of(const char *name, const struct plan *p)
{
	struct txr_view_opts o = { .queue = -1 };
	struct rec s;
	char *page = NULL;
	size_t size;
	FILE *out;

	simulate(&s, p);
	out = open_memstream(&page, &size);
	assert_int_equal(txr_view_html(out, s.r, &o), 0);
	assert_int_equal(fclose(out), 0);
	print_message("%s: %zu bytes\n", name, size);
	keep(name, page, size);
	assert_in_range(size, 10000, LIMIT - 1);
	assert_int_equal(strlen(page), size);
	assert_non_null(strstr(page, "</html>"));
	assert_int_equal(count(page, "<section class=\"device\""),
			 count(page, "</section>") - 4);
	rec_close(&s);
	return page;
}

/* Eleven days: as large as one of a minute. */
static void long_recording(void **state)
{
	char *page = page_of("long", &(struct plan){ 1, 1, 300000, 3300000000, false });

	(void)state;
	assert_int_equal(count(page, "<figure class=\"chart time"), 1);
	assert_non_null(strstr(page, ">10d<"));
	free(page);
}

static void long_and_wide(void **state)
{
	char *page = page_of("wide", &(struct plan){ 3, 8, 400000, 100000, true });

	(void)state;
	assert_int_equal(count(page, "<section class=\"device\""), 3);
	assert_int_equal(count(page, "<figure class=\"chart time compact\""), 24);
	free(page);
}

static void many_queues(void **state)
{
	char *page = page_of("queues", &(struct plan){ 1, 700, 400000, 1000, true });

	(void)state;
	assert_int_equal(count(page, "<figure class=\"chart time compact\""), 16);
	assert_non_null(strstr(page, "Drawn are the 16 of 700 queues"));
	assert_non_null(strstr(page, "400 more queues are not shown"));
	free(page);
}

static void many_devices(void **state)
{
	char *page = page_of("devices", &(struct plan){ 700, 1, 400000, 1000, true });

	(void)state;
	assert_non_null(strstr(page, "of 700 devices"));
	assert_non_null(strstr(page, "400 more devices are not shown"));
	assert_non_null(strstr(page, "more findings are not shown"));
	free(page);
}

/* Each panel is large: as many as there is room for. */
static void many_of_both(void **state)
{
	char *page = page_of("both", &(struct plan){ 40, 25, 600000, 1000, true });
	size_t drawn = count(page, "<section class=\"device\"");
	char text[64];

	(void)state;
	assert_in_range(drawn, 2, 12);
	snprintf(text, sizeof(text), "Drawn are %zu of 40 devices", drawn);
	assert_non_null(strstr(page, text));
	free(page);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_recording),
		cmocka_unit_test(long_and_wide),
		cmocka_unit_test(many_queues),
		cmocka_unit_test(many_devices),
		cmocka_unit_test(many_of_both),
	};

	folder = argc > 1 ? argv[1] : NULL;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
