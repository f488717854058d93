// SPDX-License-Identifier: GPL-2.0-only
/* pktgen_io.c - pktgen's files: one write is one command. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "pktgen_impl.h"

static int kernel_put(void *ctx, const char *path, const char *text)
{
	char line[256];
	int fd, len, ret = 0;

	(void)ctx;
	len = snprintf(line, sizeof(line), "%s\n", text);
	if (len < 0 || (size_t)len >= sizeof(line))
		return -E2BIG;
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, line, (size_t)len) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

static int kernel_get(void *ctx, const char *path, char *buf, size_t size)
{
	size_t len = 0;
	ssize_t n = 0;
	int fd;

	(void)ctx;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	while (len + 1 < size && (n = read(fd, buf + len, size - 1 - len)) > 0)
		len += (size_t)n;
	if (n < 0)
		n = -errno;
	buf[len] = '\0';
	close(fd);
	return n < 0 ? (int)n : 0;
}

const struct txr_pktgen_io txr_pktgen_kernel = {
	.root = TXR_PKTGEN_ROOT, .put = kernel_put, .get = kernel_get,
};

static void path_of(const struct txr_pktgen *p, const char *file, char *path, size_t size)
{
	snprintf(path, size, "%s/%s", p->io.root, file);
}

int txr_pktgen_get(struct txr_pktgen *p, const char *file, char *buf, size_t size)
{
	char path[256];

	path_of(p, file, path, sizeof(path));
	return p->io.get(p->io.ctx, path, buf, size);
}

int txr_pktgen_put(struct txr_pktgen *p, const char *file, const char *text)
{
	char path[256];

	path_of(p, file, path, sizeof(path));
	return p->io.put(p->io.ctx, path, text);
}

int txr_pktgen_command(struct txr_pktgen *p, const char *file, const char *command,
		       struct txr_err *err)
{
	char text[TXR_PKTGEN_TEXT], result[512] = "";
	int code = -txr_pktgen_put(p, file, command), ret;

	/* A device's file is made by add_device: its absence tells nothing new. */
	ret = txr_pktgen_get(p, file, text, sizeof(text));
	if (!ret)
		ret = txr_pktgen_result_text(text, result, sizeof(result));
	if (ret && !code)
		return txr_fail(err, -ret, "pktgen: %s cannot be read back: %s; is it this "
				"kernel's?", file, strerror(-ret));
	return txr_pktgen_explain(&p->c, command, code, result, err);
}

/* As the kernel's own request_module() does. */
static int load_module(void)
{
	static const char *const path[] = { "/sbin/modprobe", "/usr/sbin/modprobe",
					    "/bin/modprobe" };
	int status = 0;
	size_t i;
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (!pid) {
		int null = open("/dev/null", O_RDWR);

		dup2(null, STDERR_FILENO);
		dup2(null, STDOUT_FILENO);
		for (i = 0; i < sizeof(path) / sizeof(path[0]); i++)
			execl(path[i], "modprobe", "-q", "pktgen", (char *)NULL);
		_exit(127);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -ENOENT;
}

static int no_files(const struct txr_pktgen *p, int code, struct txr_err *err)
{
	if (code == ENOENT || code == ENOTDIR)
		return txr_fail(err, ENOENT, "%s: not there: this kernel has no pktgen module; "
				"install the package of its modules, or build it with "
				"CONFIG_NET_PKTGEN=m, or load the companion of "
				"kernel-patches/pktgen-module", p->io.root);
	return txr_fail(err, code, "%s: %s; be root, with CAP_NET_ADMIN", p->io.root,
			strerror(code));
}

/* "start" starts the devices of all threads: none may be another's. */
static int check_unused(struct txr_pktgen *p, struct txr_err *err)
{
	char text[TXR_PKTGEN_TEXT], file[32], first[64];
	unsigned int i;

	for (i = 0; i < TXR_PKTGEN_CPUS_MAX; i++) {
		snprintf(file, sizeof(file), "kpktgend_%u", i);
		if (txr_pktgen_get(p, file, text, sizeof(text)))
			continue;
		if (txr_pktgen_devices(text, first, sizeof(first)))
			return txr_fail(err, EBUSY, "pktgen: %s has %s already; if nobody uses it, "
					"echo reset > %s/pgctrl", file, first, p->io.root);
	}
	return 0;
}

int txr_pktgen_open(struct txr_pktgen *p, const struct txr_pktgen_io *io,
		    struct txr_err *err)
{
	char text[TXR_PKTGEN_TEXT];
	int ret;

	memset(p, 0, sizeof(*p));
	p->io = *io;
	p->done_fd = -1;
	ret = txr_pktgen_get(p, "pgctrl", text, sizeof(text));
	if (ret == -ENOENT && io->root == txr_pktgen_kernel.root && !load_module())
		ret = txr_pktgen_get(p, "pgctrl", text, sizeof(text));
	return ret ? no_files(p, -ret, err) : check_unused(p, err);
}
