// SPDX-License-Identifier: GPL-2.0-only
/* record_child.c - fork, hold, exec, wait. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cmd.h"
#include "record_child.h"

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* In the child: wait for the word, then become COMMAND. */
static void __attribute__((noreturn)) become(int go, int failed, char **argv)
{
	sigset_t none;
	int code;
	char byte;

	/* The parent's choices are no business of COMMAND's. */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (read(go, &byte, 1) != 1)
		_exit(0);	/* never mind: the recording did not begin */
	execvp(argv[0], argv);
	code = errno;
	if (write(failed, &code, sizeof(code)) < 0)
		_exit(TXR_EXIT_RECORD);
	_exit(code == ENOENT ? TXR_EXIT_NOT_FOUND : TXR_EXIT_NO_EXEC);
}

int txr_child_fork(struct txr_child *c, char **argv, struct txr_err *err)
{
	int go[2] = { -1, -1 }, failed[2] = { -1, -1 };

	*c = (struct txr_child)TXR_CHILD_NONE;
	if (pipe2(go, O_CLOEXEC) < 0 || pipe2(failed, O_CLOEXEC) < 0) {
		close_fd(&go[0]);
		close_fd(&go[1]);
		return txr_fail(err, errno, "%s: %s; raise the limit of open files (ulimit -n)",
				argv[0], strerror(errno));
	}
	c->pid = fork();
	if (c->pid == 0) {
		close(go[1]);
		close(failed[0]);
		become(go[0], failed[1], argv);
	}
	close(go[0]);
	close(failed[1]);
	c->go_fd = go[1];
	c->failed_fd = failed[0];
	if (c->pid > 0)
		c->pid_fd = syscall(SYS_pidfd_open, c->pid, 0);
	if (c->pid < 0 || c->pid_fd < 0) {
		int code = errno;

		txr_child_free(c);
		return txr_fail(err, code, "%s: cannot be started: %s; raise the limit of "
				"processes (ulimit -u)", argv[0], strerror(code));
	}
	return 0;
}

int txr_child_go(struct txr_child *c, const char *name, struct txr_err *err)
{
	int code = 0;
	ssize_t n;

	if (write(c->go_fd, "", 1) < 0)
		return txr_fail(err, errno, "%s: %s; was it killed?", name, strerror(errno));
	close_fd(&c->go_fd);
	do {	/* ends with nothing when exec closes the other end */
		n = read(c->failed_fd, &code, sizeof(code));
	} while (n < 0 && errno == EINTR);
	close_fd(&c->failed_fd);
	if (n != sizeof(code))
		return 0;
	txr_child_wait(c, true);
	return txr_fail(err, code, "%s: %s; %s", name,
			code == ENOENT ? "command not found" : strerror(code),
			code == ENOENT ? "check its name and PATH" : "check its permissions");
}

void txr_child_kill(const struct txr_child *c, int sig)
{
	if (c->pid > 0 && !c->ended)
		kill(c->pid, sig);
}

bool txr_child_wait(struct txr_child *c, bool block)
{
	pid_t pid;

	if (c->pid <= 0 || c->ended)
		return true;
	do {
		pid = waitpid(c->pid, &c->wait_status, block ? 0 : WNOHANG);
	} while (pid < 0 && errno == EINTR);
	c->ended = pid != 0;
	return c->ended;
}

int txr_child_status(const struct txr_child *c)
{
	if (WIFSIGNALED(c->wait_status))
		return 128 + WTERMSIG(c->wait_status);
	return WEXITSTATUS(c->wait_status);
}

void txr_child_free(struct txr_child *c)
{
	bool held = c->go_fd >= 0;

	close_fd(&c->go_fd);
	close_fd(&c->failed_fd);
	close_fd(&c->pid_fd);
	if (held)
		txr_child_wait(c, true);
}
