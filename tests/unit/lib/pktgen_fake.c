// SPDX-License-Identifier: GPL-2.0-only
/* pktgen_fake.c - what is written to it is kept, what is read is made of it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "pktgen_fake.h"

#define ROOT "/fake/"

bool fake_wrote(const struct fake_pktgen *f, const char *line)
{
	unsigned int i;

	for (i = 0; i < f->writes && i < FAKE_LOG; i++)
		if (!strcmp(f->log[i], line))
			return true;
	return false;
}

static struct fake_thread *thread_of(struct fake_pktgen *f, const char *file)
{
	unsigned int n;

	if (sscanf(file, "kpktgend_%u", &n) == 1)
		return n < FAKE_THREADS ? &f->thread[n] : NULL;
	for (n = 0; n < FAKE_THREADS; n++)
		if (f->thread[n].dev[0] && !strcmp(f->thread[n].dev, file))
			return &f->thread[n];
	return NULL;
}

static int write_control(struct fake_pktgen *f, const char *text)
{
	int i;

	if (!strcmp(text, "start")) {
		/* at most 2 s, should the test fail */
		for (i = 0; f->holds && i < 2000 && !__atomic_load_n(&f->stopped, __ATOMIC_ACQUIRE);
		     i++)
			usleep(1000);
		return 0;
	}
	f->stops++;
	__atomic_store_n(&f->stopped, 1, __ATOMIC_RELEASE);
	return strcmp(text, "stop") ? -EINVAL : 0;
}

static int write_thread(struct fake_thread *t, const char *text)
{
	if (!strcmp(text, "rem_device_all")) {
		t->dev[0] = '\0';
		snprintf(t->result, sizeof(t->result), "OK: rem_device_all");
		return 0;
	}
	if (strncmp(text, "add_device ", 11))
		return -EINVAL;
	snprintf(t->dev, sizeof(t->dev), "%s", text + 11);
	snprintf(t->result, sizeof(t->result), "OK: add_device=%s", t->dev);
	return 0;
}

static void write_device(struct fake_thread *t, const char *text)
{
	const char *value = strchr(text, ' ');

	sscanf(text, "count %" SCNu64, &t->count);
	snprintf(t->dev_result, sizeof(t->dev_result), "OK: %.*s=%s", (int)strcspn(text, " "),
		 text, value ? value + 1 : "");
}

static int put(void *ctx, const char *path, const char *text)
{
	const char *file = path + strlen(ROOT);
	struct fake_pktgen *f = ctx;
	struct fake_thread *t = thread_of(f, file);

	if (f->writes < FAKE_LOG)
		snprintf(f->log[f->writes++], sizeof(f->log[0]), "%.20s: %.40s", file, text);
	if (!strcmp(file, "pgctrl"))
		return write_control(f, text);
	if (!t)
		return -ENOENT;
	if (f->refuse && !strncmp(text, f->refuse, strlen(f->refuse))) {
		snprintf(t->dev_result, sizeof(t->dev_result), "%s",
			 f->refuse_result ? f->refuse_result : "OK: of before");
		return -f->refuse_code;
	}
	if (!strncmp(file, "kpktgend_", 9))
		return write_thread(t, text);
	write_device(t, text);
	return 0;
}

static int get(void *ctx, const char *path, char *buf, size_t size)
{
	const char *file = path + strlen(ROOT);
	struct fake_pktgen *f = ctx;
	struct fake_thread *t = thread_of(f, file);

	if (!strcmp(file, "pgctrl"))
		snprintf(buf, size, "Packet Generator for packet performance testing. Version: "
			 "2.75\n");
	else if (!t)
		return -ENOENT;
	else if (!strncmp(file, "kpktgend_", 9))
		snprintf(buf, size, "Running: \nStopped: %s%s\nResult: %s\n", t->dev,
			 t->dev[0] ? " " : "", t->result[0] ? t->result : "NA");
	else
		snprintf(buf, size, "Params: count %" PRIu64 "  min_pkt_size: 60  max_pkt_size: "
			 "60\nCurrent:\n     pkts-sofar: %" PRIu64 "  errors: 3\nResult: %s\n",
			 t->count, t->count, t->dev_result);
	return 0;
}

struct txr_pktgen_io fake_io(struct fake_pktgen *f)
{
	return (struct txr_pktgen_io){ .root = "/fake", .put = put, .get = get, .ctx = f };
}
