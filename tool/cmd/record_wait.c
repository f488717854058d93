// SPDX-License-Identifier: GPL-2.0-only
/* record_wait.c - signals, COMMAND, time: whichever comes first. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include "cmd.h"
#include "record_wait.h"

#define TICK_MS 1000

int txr_waiter_init(struct txr_waiter *w, struct txr_child *child, bool asks,
		    struct txr_err *err)
{
	struct sigaction hup;
	sigset_t set;

	memset(w, 0, sizeof(*w));
	w->child = child;
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);	/* a size limit is then EFBIG */
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGQUIT);
	if (asks)
		sigaddset(&set, SIGUSR1);
	/* Under nohup a hangup is not to end it. */
	if (sigaction(SIGHUP, NULL, &hup) || hup.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
	w->signal_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (w->signal_fd < 0)
		return txr_fail(err, errno, "signals: %s; raise the limit of open files "
				"(ulimit -n)", strerror(errno));
	return 0;
}

void txr_waiter_free(struct txr_waiter *w)
{
	if (w->signal_fd >= 0)
		close(w->signal_fd);
	w->signal_fd = -1;
}

static int make_timer(uint64_t ns)
{
	struct itimerspec when = {
		/* 0 would be no timer at all */
		.it_value = { ns / 1000000000, ns % 1000000000 + !ns },
	};
	int fd;

	if (ns == TXR_NO_DURATION)
		return -1;
	fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (fd >= 0)
		timerfd_settime(fd, 0, &when, NULL);
	return fd;
}

/*
 * What it means, or -1: wait on. With a COMMAND a signal does not end the recording:
 * the command gets it (from the terminal it has it already) and ends itself; a second
 * one ends the waiting.
 */
static int take_signal(struct txr_waiter *w)
{
	struct signalfd_siginfo si;
	bool again = w->signal;

	if (read(w->signal_fd, &si, sizeof(si)) != sizeof(si))
		return -1;
	if (si.ssi_signo == SIGUSR1)
		return TXR_END_ASKED;
	w->signal = si.ssi_signo;
	if (!w->child->pid || again)
		return TXR_END_SIGNAL;
	if (si.ssi_code != SI_KERNEL)
		txr_child_kill(w->child, si.ssi_signo);
	return -1;
}

enum txr_end txr_waiter_wait(struct txr_waiter *w, int failed_fd, uint64_t duration_ns,
			     void (*tick)(void *ctx), void *ctx)
{
	int timer = make_timer(duration_ns), n;
	struct pollfd fd[] = {
		{ .fd = w->signal_fd, .events = POLLIN },
		{ .fd = w->child->pid_fd, .events = POLLIN },
		{ .fd = timer, .events = POLLIN },
		{ .fd = failed_fd, .events = POLLIN },
	};
	int end = -1;

	while (end < 0) {
		n = poll(fd, 4, tick ? TICK_MS : -1);
		if (n == 0 && tick)
			tick(ctx);
		if (n <= 0)
			continue;
		if (fd[3].revents)
			end = TXR_END_FAILED;
		else if (fd[1].revents && txr_child_wait(w->child, false))
			end = TXR_END_COMMAND;
		else if (fd[2].revents)
			end = TXR_END_DURATION;
		else if (fd[0].revents)
			end = take_signal(w);
	}
	if (timer >= 0)
		close(timer);
	return end;
}

bool txr_waiter_asked(void)
{
	sigset_t set;

	return !sigpending(&set) && sigismember(&set, SIGUSR1) == 1;
}

int txr_waiter_end_command(struct txr_waiter *w, enum txr_end end)
{
	enum txr_end last = end;

	if (end == TXR_END_DURATION)
		txr_child_kill(w->child, SIGTERM);
	if (end == TXR_END_SIGNAL)
		return 128 + w->signal;
	while (!w->child->ended && last != TXR_END_COMMAND) {
		last = txr_waiter_wait(w, -1, TXR_NO_DURATION, NULL, NULL);
		if (last == TXR_END_SIGNAL)
			return 128 + w->signal;
	}
	if (end == TXR_END_DURATION && txr_child_status(w->child) == 128 + SIGTERM)
		return TXR_EXIT_OK;
	return txr_child_status(w->child);
}
