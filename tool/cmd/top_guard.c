// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_guard.c - the screen in a process of its own, so that this one can set the
 * terminal right if that one crashes or is killed.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "source/tracefs_instance.h"
#include "top.h"
#include "view/tui.h"

static volatile sig_atomic_t told;	/* a signal that is for both */

/* From the terminal the other has it already: SI_KERNEL. */
static void on_signal(int sig, siginfo_t *si, void *ctx)
{
	(void)ctx;
	if (si->si_code != SI_KERNEL)
		told = sig;
}

static void catch_signals(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP };
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };
	size_t i;

	sigemptyset(&sa.sa_mask);
	for (i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		sigaction(sigs[i], &sa, NULL);
}

/* One that died in the middle of it left its trace instance. */
static void remove_instance(void)
{
	struct txr_tracefs tfs = TXR_TRACEFS_CLOSED;

	if (!txr_tracefs_open(&tfs, NULL))
		txr_instance_remove_stale(&tfs);
	txr_tracefs_close(&tfs);
}

static void set_right(const struct txr_rescue *r)
{
	txr_rescue_apply(r);
	remove_instance();
}

static int crashed(const struct txr_rescue *r, int sig)
{
	struct txr_err err = { 0 };

	set_right(r);
	txr_fail(&err, ECHILD, "top: ended by signal %d (%s); please report it, if it was not "
		 "you", sig, strsignal(sig));
	return txr_complain(&err, TXR_EXIT_FAILED);
}

/* Stops with it, as the shell expects of one job. */
static int wait_for(pid_t pid, const struct txr_rescue *r)
{
	int status;

	for (;;) {
		pid_t got = waitpid(pid, &status, WUNTRACED);
		int sig = told;

		told = 0;
		if (sig)
			kill(pid, sig);
		if (got < 0 && errno != EINTR)
			return TXR_EXIT_FAILED;
		if (got != pid)
			continue;
		if (WIFEXITED(status)) {
			/* Some library may have ended it. */
			if (txr_rescue_needed(r))
				set_right(r);
			return WEXITSTATUS(status);
		}
		if (WIFSIGNALED(status))
			return crashed(r, WTERMSIG(status));
		if (WIFSTOPPED(status)) {
			kill(getpid(), SIGSTOP);
			kill(pid, SIGCONT);
		}
	}
}

bool txr_top_guard(int *status)
{
	struct txr_rescue *r = txr_rescue_new();
	pid_t parent = getpid(), pid;

	if (!r)
		return false;
	catch_signals();
	fflush(stdout);
	pid = fork();
	if (pid > 0)
		*status = wait_for(pid, r);
	txr_rescue_free(r);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (getppid() != parent)
			raise(SIGTERM);
	}
	return pid > 0;
}
