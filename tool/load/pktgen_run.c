// SPDX-License-Identifier: GPL-2.0-only
/* pktgen_run.c - start, stop, read, and leave pktgen as it was. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "pktgen_impl.h"

#define STOP_TRIES	100
#define STOP_WAIT_MS	100

/* The write of "start" returns when all threads are done. */
static void *run(void *arg)
{
	struct txr_pktgen *p = arg;
	uint64_t one = 1;

	p->start_code = -txr_pktgen_put(p, "pgctrl", "start");
	if (write(p->done_fd, &one, sizeof(one)) < 0)
		return NULL;	/* an eventfd at 0 takes 1 */
	return NULL;
}

int txr_pktgen_start(struct txr_pktgen *p, struct txr_err *err)
{
	int ret;

	if (p->done_fd >= 0)
		close(p->done_fd);
	p->done_fd = eventfd(0, EFD_CLOEXEC);
	if (p->done_fd < 0)
		return txr_fail(err, errno, "eventfd: %s; raise the limit of open files "
				"(ulimit -n)", strerror(errno));
	ret = pthread_create(&p->thread, NULL, run, p);
	if (ret)
		return txr_fail(err, ret, "pktgen: no thread to start it: %s", strerror(ret));
	p->running = true;
	return 0;
}

int txr_pktgen_done_fd(const struct txr_pktgen *p)
{
	return p->done_fd;
}

static bool is_done(const struct txr_pktgen *p, int wait_ms)
{
	struct pollfd fd = { .fd = p->done_fd, .events = POLLIN };

	return poll(&fd, 1, wait_ms) > 0;
}

/*
 * A stop that comes before the threads have begun is lost: it is said again. A
 * thread that waits for a packet which its device never gives back
 * (pktgen_wait_for_skb()) does not stop at all.
 */
int txr_pktgen_stop(struct txr_pktgen *p, struct txr_err *err)
{
	int i, code = 0;

	if (!p->running)
		return 0;
	for (i = 0; i < STOP_TRIES && !is_done(p, i ? STOP_WAIT_MS : 0); i++)
		code = -txr_pktgen_put(p, "pgctrl", "stop");
	p->running = false;
	if (!is_done(p, 0)) {
		pthread_detach(p->thread);
		return txr_fail(err, ETIMEDOUT, "pktgen: it does not stop%s%s: the device does "
				"not give its last packet back; take %s down to free it",
				code ? ": " : "", code ? strerror(code) : "", p->c.dev);
	}
	pthread_join(p->thread, NULL);
	if (p->start_code)
		return txr_fail(err, p->start_code, "pktgen: start: %s; be root, with "
				"CAP_NET_ADMIN", strerror(p->start_code));
	return 0;
}

int txr_pktgen_read(struct txr_pktgen *p, unsigned int i, struct txr_pktgen_result *r,
		    struct txr_err *err)
{
	char name[32], text[TXR_PKTGEN_TEXT];
	int ret;

	txr_pktgen_name(&p->c, i, name, sizeof(name));
	ret = txr_pktgen_get(p, name, text, sizeof(text));
	/* A device that is deleted goes from pktgen too. */
	if (ret)
		return txr_fail(err, -ret, "pktgen: %s: %s; was the device removed meanwhile?",
				name, strerror(-ret));
	return txr_pktgen_parse(r, text, err);
}

static int remove_devices(struct txr_pktgen *p, struct txr_err *err)
{
	char file[32];
	unsigned int i;
	int ret = 0, code;

	for (i = 0; p->ours && i < p->c.threads; i++) {
		snprintf(file, sizeof(file), "kpktgend_%u", txr_pktgen_cpu(&p->c, i));
		code = txr_pktgen_put(p, file, "rem_device_all");
		if (code && !ret)
			ret = txr_fail(err, -code, "pktgen: %s keeps its device: %s; echo reset > "
				       "%s/pgctrl", file, strerror(-code), p->io.root);
	}
	p->ours = false;
	return ret;
}

int txr_pktgen_close(struct txr_pktgen *p, struct txr_err *err)
{
	int ret = txr_pktgen_stop(p, err), removed;

	removed = ret ? 0 : remove_devices(p, err);
	if (p->done_fd >= 0 && !ret)
		close(p->done_fd);
	p->done_fd = -1;
	return ret ? ret : removed;
}
