// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_hotplug.c - a thread that sees CPUs come and go.
 *
 * The kernel tells of each by a uevent, after it. What is told is not believed,
 * only looked into: so a message that was lost, forged or is of before the start
 * does no harm. While CPUs are missing the thread looks ten times a second, since
 * what a CPU did unseen began after it was last seen offline.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include "perfrec_impl.h"

#define LOOK_MS 100
#define CPU_PATH "@/devices/system/cpu/cpu"

void txr_hotplug_listen(struct txr_perfrec *r)
{
	struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_groups = 1 };

	r->uevent_fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
			      NETLINK_KOBJECT_UEVENT);
	/* Without it, what changed is found at the end. */
	if (r->uevent_fd >= 0 && bind(r->uevent_fd, (struct sockaddr *)&to, sizeof(to)))
		close(r->uevent_fd), r->uevent_fd = -1;
}

static void look_at(struct txr_perfrec *r, unsigned long cpu)
{
	if (cpu >= r->lost_cpus)
		return;
	r->on[cpu].look = true;
}

static void look_at_all(struct txr_perfrec *r)
{
	unsigned int cpu;

	for (cpu = 0; cpu < r->lost_cpus; cpu++)
		look_at(r, cpu);
}

/* "offline@/devices/system/cpu/cpu1" */
static bool read_uevent(struct txr_perfrec *r, const char *text)
{
	const char *at = strchr(text, '@');
	unsigned long cpu;
	char *end;

	if (!at || (strncmp(text, "online@", 7) && strncmp(text, "offline@", 8)) ||
	    strncmp(at, CPU_PATH, sizeof(CPU_PATH) - 1))
		return false;
	at += sizeof(CPU_PATH) - 1;
	cpu = strtoul(at, &end, 10);
	if (end == at || *end)
		return false;
	look_at(r, cpu);
	return true;
}

/* True: of some CPU the kernel told. */
static bool read_uevents(struct txr_perfrec *r)
{
	bool told = false;
	char text[4096];
	ssize_t n;

	while (r->uevent_fd >= 0) {
		n = recv(r->uevent_fd, text, sizeof(text) - 1, 0);
		if (n > 0) {
			text[n] = '\0';
			told |= read_uevent(r, text);
		} else if (n < 0 && errno == ENOBUFS) {
			look_at_all(r);		/* some were lost */
			told = true;
		} else if (n == 0 || errno != EINTR) {
			break;
		}
	}
	return told;
}

struct seen {
	bool *online;
	unsigned int cpus;
};

static void mark(void *ctx, unsigned int cpu)
{
	struct seen *s = ctx;

	if (cpu < s->cpus)
		s->online[cpu] = true;
}

/* One look at all. Returns in how many ms the next one is due, -1: when told. */
static int look(struct txr_perfrec *r, bool last)
{
	struct seen s = { calloc(r->lost_cpus, sizeof(*s.online)), r->lost_cpus };
	struct txr_look l = { .before_ns = txr_perfrec_now(r), .last = last };
	bool missing = !s.online, news = false;
	unsigned int cpu;

	if (s.online && txr_each_online(mark, &s)) {
		l.after_ns = txr_perfrec_now(r);
		/* of a CPU that was there before then the kernel has told by now */
		news = read_uevents(r);
		for (cpu = 0; cpu < r->lost_cpus; cpu++) {
			txr_perfrec_look(r, cpu, s.online[cpu], &l);
			missing |= !r->on[cpu].live;
		}
	}
	free(s.online);
	return news ? 0 : missing ? LOOK_MS : -1;
}

static void *watch(void *arg)
{
	struct txr_perfrec *r = arg;
	struct pollfd fd[2] = {
		{ .fd = r->end_fd, .events = POLLIN },
		{ .fd = r->uevent_fd, .events = POLLIN },
	};
	int wait_ms = look(r, false);

	for (;;) {
		if (poll(fd, 2, wait_ms) < 0 && errno != EINTR)
			break;
		if (fd[0].revents)
			break;
		read_uevents(r);
		wait_ms = look(r, false);
	}
	return NULL;
}

static void begin(struct txr_perfrec *r, uint64_t now_ns)
{
	unsigned int cpu, i, c;

	for (cpu = 0; cpu < r->lost_cpus; cpu++)
		r->on[cpu].off_ns = now_ns;
	for (i = 0; i < r->first_readers; i++) {
		for (c = 0; c < r->reader[i]->rings; c++) {
			struct txr_perf_cpu *on = &r->on[r->reader[i]->ring[c].cpu];

			on->reader = r->reader[i];
			on->ring = c;
			on->live = true;
			on->on_ns = now_ns;
		}
	}
}

int txr_hotplug_watch(struct txr_perfrec *r, uint64_t on_ns, struct txr_err *err)
{
	sigset_t all, old;
	int ret;

	begin(r, on_ns);
	if (r->uevent_fd < 0)
		return 0;
	r->end_fd = eventfd(0, EFD_CLOEXEC);
	if (r->end_fd < 0)
		return txr_fail(err, errno, "recorder: %s; raise the limit of open files "
				"(ulimit -n)", strerror(errno));
	/* Signals are the main thread's. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	ret = pthread_create(&r->hotplug, NULL, watch, r);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	r->following = !ret;
	return ret ? txr_fail(err, ret, "watcher thread: %s; raise the limit of processes "
			      "(ulimit -u)", strerror(ret)) : 0;
}

static void stop(struct txr_perfrec *r)
{
	uint64_t one = 1;

	if (!r->following)
		return;
	while (write(r->end_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
	pthread_join(r->hotplug, NULL);
	r->following = false;
}

void txr_hotplug_end(struct txr_perfrec *r)
{
	stop(r);
	look(r, true);
}

void txr_hotplug_free(struct txr_perfrec *r)
{
	stop(r);
	if (r->uevent_fd >= 0)
		close(r->uevent_fd);
	if (r->end_fd >= 0)
		close(r->end_fd);
	r->uevent_fd = r->end_fd = -1;
	txr_buf_free(&r->changed);
	txr_buf_free(&r->missed);
	free(r->gap);
}
