// SPDX-License-Identifier: GPL-2.0-only
/* record_guard.c - the recording of a recorder that was killed. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cli/units.h"
#include "cmd.h"
#include "record_guard.h"
#include "source/tracefs_record.h"

static int save(struct txr_recorder *r, const char *output, bool quiet)
{
	char events[TXR_UNIT_BUF];
	struct txr_record_result res;
	struct txr_record_stats s;
	struct txr_err err = { 0 };
	int ret = txr_recorder_adopt(r, &err);

	if (ret)
		txr_complain(&err, 0);
	memset(&err, 0, sizeof(err));
	if (txr_recorder_write(r, &res, &err))
		ret = txr_complain(&err, TXR_EXIT_FAILED);
	txr_recorder_stats(r, &s);
	if (res.file_bytes && !quiet)
		fprintf(stderr, "txring: the recorder was killed; %s events until then are in "
			"%s\n", txr_format_grouped(events, s.events - res.events_left_out),
			output);
	txr_recorder_free(r);
	return ret;
}

/* Who kills the recorder's group, or its terminal, does not mean this one. */
static void stand_apart(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ };
	size_t i;

	setsid();
	for (i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		signal(sigs[i], SIG_IGN);
}

static void __attribute__((noreturn)) keep_guard(int fd, struct txr_recorder *r,
						const char *output, bool quiet)
{
	ssize_t n;
	char byte;

	stand_apart();
	do {
		n = read(fd, &byte, 1);
	} while (n < 0 && errno == EINTR);
	_exit(n ? 0 : save(r, output, quiet));
}

int txr_guard_start(struct txr_guard *g, struct txr_recorder *r, const char *output,
		    bool quiet, struct txr_err *err)
{
	int fd[2], ret;

	*g = (struct txr_guard)TXR_GUARD_NONE;
	if (pipe2(fd, O_CLOEXEC) < 0)
		return txr_fail(err, errno, "guard of the recording: %s; raise the limit of "
				"open files (ulimit -n)", strerror(errno));
	fflush(NULL);
	g->pid = fork();
	if (g->pid == 0) {
		close(fd[1]);
		keep_guard(fd[0], r, output, quiet);
	}
	close(fd[0]);
	g->fd = fd[1];
	if (g->pid > 0)
		return 0;
	ret = txr_fail(err, errno, "guard of the recording: %s; raise the limit of processes "
		 "(ulimit -u)", strerror(errno));
	close(fd[1]);
	*g = (struct txr_guard)TXR_GUARD_NONE;
	return ret;
}

void txr_guard_dismiss(struct txr_guard *g)
{
	if (g->pid <= 0)
		return;
	while (write(g->fd, "", 1) < 0 && errno == EINTR)
		;
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	*g = (struct txr_guard)TXR_GUARD_NONE;
}
