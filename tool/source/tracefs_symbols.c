// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_symbols.c - addresses out of pages, names out of kallsyms. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <event-parse.h>
#include <kbuffer.h>
#include "tracefs_symbols.h"

#define PAGES_LOOKED_AT 4096

/* Where one event has its address. */
struct place {
	int id;
	unsigned int offset, size;
};

/* First of the addresses that is not below addr. */
static size_t find(const struct txr_addresses *a, uint64_t addr)
{
	size_t lo = 0, hi = a->count, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (a->addr[mid] < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

void txr_addresses_add(struct txr_addresses *a, uint64_t addr)
{
	size_t at = find(a, addr);

	if (!addr || (at < a->count && a->addr[at] == addr) || a->count == TXR_ADDRESSES_MAX)
		return;
	memmove(&a->addr[at + 1], &a->addr[at], (a->count - at) * sizeof(a->addr[0]));
	a->addr[at] = addr;
	a->count++;
}

static bool find_place(struct place *p, const char *format)
{
	const char *id = strstr(format, "\nID: "), *field = strstr(format, "* location;");

	return id && field && sscanf(id, "\nID: %d", &p->id) == 1 &&
		sscanf(field, "* location; offset:%u; size:%u;", &p->offset, &p->size) == 2 &&
		(p->size == 4 || p->size == 8);
}

static void look_at_event(struct txr_addresses *a, const char *ev, int size,
			  const struct place *place, size_t places)
{
	uint64_t addr = 0;
	uint32_t addr4;
	uint16_t id;
	size_t i;

	memcpy(&id, ev, sizeof(id));	/* common_type, in native order */
	for (i = 0; i < places; i++) {
		if (id != place[i].id || (int)(place[i].offset + place[i].size) > size)
			continue;
		memcpy(&addr4, ev + place[i].offset, 4);
		addr = addr4;
		if (place[i].size == 8)
			memcpy(&addr, ev + place[i].offset, 8);
		txr_addresses_add(a, addr);
	}
}

static void look_at_page(struct txr_addresses *a, struct kbuffer *kb, char *page,
			 const struct place *place, size_t places)
{
	unsigned long long ts;
	const char *ev;

	if (kbuffer_load_subbuffer(kb, page) < 0)
		return;
	for (ev = kbuffer_read_event(kb, &ts); ev; ev = kbuffer_next_event(kb, &ts))
		if (kbuffer_event_size(kb) >= 2)
			look_at_event(a, ev, kbuffer_event_size(kb), place, places);
}

/* Page i, in memory already or read into room; NULL: it cannot be read. */
static char *page_of(const struct txr_cpu_pages *c, uint32_t page_size, uint64_t i, char *room)
{
	if (i >= c->file_bytes / page_size)
		return txr_page_in_memory(c, page_size, i);
	return pread(c->fd, room, page_size, i * page_size) == (ssize_t)page_size ? room : NULL;
}

static void look_at_cpu(struct txr_addresses *a, struct kbuffer *kb, char *room,
			uint32_t page_size, const struct txr_cpu_pages *c,
			const struct place *place, size_t places)
{
	uint64_t pages = (c->file_bytes + c->tail_bytes) / page_size, i;
	uint64_t step = pages / PAGES_LOOKED_AT + 1;
	char *page;

	for (i = 0; i < pages; i += step) {
		page = page_of(c, page_size, i, room);
		if (page)
			look_at_page(a, kb, page, place, places);
	}
}

void txr_addresses_collect(struct txr_addresses *a, const struct txr_cpu_pages *cpu,
			   unsigned int cpus, uint32_t page_size,
			   const struct txr_tracedat_event *event, size_t nr_events)
{
	struct kbuffer *kb = kbuffer_alloc(sizeof(long) == 8 ? KBUFFER_LSIZE_8 : KBUFFER_LSIZE_4,
					   __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ?
						   KBUFFER_ENDIAN_BIG : KBUFFER_ENDIAN_LITTLE);
	struct place *place = calloc(nr_events + 1, sizeof(*place));
	char *page = malloc(page_size);
	size_t i, places = 0;

	for (i = 0; place && i < nr_events; i++)
		places += find_place(&place[places], event[i].format.data);
	for (i = 0; kb && page && places && i < cpus; i++)
		look_at_cpu(a, kb, page, page_size, &cpu[i], place, places);
	kbuffer_free(kb);
	free(place);
	free(page);
}

/*
 * The symbol that covers an address, and the next one after it: readers take a
 * name to reach up to the next (find_func in libtraceevent).
 */
struct cover {
	uint64_t from, to;
	char from_line[192], to_line[192];
};

static void compete(struct cover *c, const struct txr_addresses *a, const char *line)
{
	uint64_t addr;
	size_t at;
	char type;

	if (sscanf(line, "%" SCNx64 " %c ", &addr, &type) != 2 || !addr ||
	    !strchr("tTwW", type) || strlen(line) >= sizeof(c->from_line))
		return;
	at = find(a, addr);
	/* Of symbols at one place the global one. */
	if (at < a->count && (addr > c[at].from || (addr == c[at].from && type == 'T'))) {
		c[at].from = addr;
		strcpy(c[at].from_line, line);
	}
	if (at && (!c[at - 1].to || addr < c[at - 1].to)) {
		c[at - 1].to = addr;
		strcpy(c[at - 1].to_line, line);
	}
}

void txr_symbols_pick(struct txr_buf *out, const struct txr_addresses *a, FILE *kallsyms)
{
	struct cover *c = calloc(a->count + 1, sizeof(*c));
	uint64_t last = 0;
	char line[512];
	size_t i;

	while (c && a->count && fgets(line, sizeof(line), kallsyms))
		compete(c, a, line);
	/* One that has no symbol of its own is in the function of the one before. */
	for (i = 0; c && i < a->count; i++) {
		if (c[i].from && c[i].from != last)
			txr_buf_put(out, c[i].from_line, strlen(c[i].from_line));
		if (c[i].to)
			txr_buf_put(out, c[i].to_line, strlen(c[i].to_line));
		last = c[i].to ? c[i].to : last;
	}
	free(c);
}
