// SPDX-License-Identifier: GPL-2.0-only
/* top_signals.c - signals set a flag; the loops look at it. */
#include <signal.h>
#include <string.h>
#include "top.h"

static volatile sig_atomic_t end_signal, stop_signal, resize_signal;

static void on_end(int sig)
{
	end_signal = sig;
}

static void on_stop(int sig)
{
	stop_signal = sig;
}

static void on_resize(int sig)
{
	resize_signal = sig;
}

static void catch(int sig, void (*handler)(int))
{
	struct sigaction sa = { .sa_handler = handler }, old;

	/* Under nohup a hangup is not to end it. */
	if (sig == SIGHUP && !sigaction(sig, NULL, &old) && old.sa_handler == SIG_IGN)
		return;
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, NULL);	/* no SA_RESTART: poll() is to return */
}

void txr_top_catch_signals(bool screen)
{
	catch(SIGINT, on_end);
	catch(SIGTERM, on_end);
	catch(SIGHUP, on_end);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);	/* a size limit is then EFBIG */
	if (!screen)
		return;
	catch(SIGQUIT, on_end);
	catch(SIGTSTP, on_stop);
	catch(SIGWINCH, on_resize);
}

struct txr_top_signals txr_top_take_signals(void)
{
	struct txr_top_signals s = { end_signal, stop_signal, resize_signal };

	stop_signal = resize_signal = 0;
	return s;
}
