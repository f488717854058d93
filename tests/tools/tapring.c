// SPDX-License-Identifier: GPL-2.0-only
/*
 * tapring - a tap device of this network namespace that is a ring of LEN.
 *
 *   tapring [-q QUEUES] [-g] NAME LEN SCRIPT      do SCRIPT, print the truth
 *   tapring [-q QUEUES] [-g] -s SOCKET NAME LEN   hold the ring, serve scripts
 *   tapring -c SOCKET SCRIPT                      let the holder do SCRIPT
 *
 * SCRIPT is commands between semicolons: send N; read N; read all; sleep 10ms;
 * gso N SEGS SEGSIZE; size BYTES; cpu N; reader on [CPU [PAUSE_US]]; reader off;
 * cycle N SENDS (fill with SENDS and drain, N times); hold N LEAVE (send one,
 * read one, N times, with LEAVE in the ring); stream N CPU (send N while a reader
 * on CPU takes N); mark; print; packets; close.
 * Each script is answered with one JSON object. -g: take GSO packets whole.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include "lib/ring.h"

static volatile sig_atomic_t stop;

static void on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static int do_sleep(const char *arg)
{
	char *unit;
	double t = strtod(arg, &unit);
	struct timespec ts;

	if (!strcmp(unit, "ms"))
		t /= 1e3;
	else if (!strcmp(unit, "us"))
		t /= 1e6;
	else if (strcmp(unit, "s"))
		return -EINVAL;
	ts.tv_sec = (time_t)t;
	ts.tv_nsec = (long)((t - (double)ts.tv_sec) * 1e9);
	while (nanosleep(&ts, &ts) && errno == EINTR && !stop)
		;
	return 0;
}

static int do_reader(struct ring *r, int n, char **w)
{
	if (n > 1 && !strcmp(w[1], "off")) {
		ring_reader_stop(r);
		return 0;
	}
	if (n < 2 || strcmp(w[1], "on"))
		return -EINVAL;
	return ring_reader_start(r, n > 2 ? atoi(w[2]) : -1, n > 3 ? (unsigned int)atoi(w[3]) : 0);
}

static int do_cycle(struct ring *r, uint64_t times, uint64_t sends)
{
	int err = 0;

	while (times-- && !err && !stop) {
		err = ring_send(r, sends);
		if (!err)
			err = ring_read_all(r);
	}
	return err;
}

static int do_hold(struct ring *r, uint64_t times, uint64_t leave)
{
	int err = r->left < leave ? ring_send(r, leave - r->left) : 0;

	while (times-- && !err && !stop) {
		err = ring_send(r, 1);
		if (!err)
			err = ring_read(r, 1);
	}
	return err;
}

static int do_command(struct ring *r, int n, char **w, bool *packets)
{
	uint64_t v = n > 1 ? strtoull(w[1], NULL, 10) : 0;

	if (!strcmp(w[0], "send") && n == 2)
		return ring_send(r, v);
	if (!strcmp(w[0], "read") && n == 2)
		return strcmp(w[1], "all") ? ring_read(r, v) : ring_read_all(r);
	if (!strcmp(w[0], "sleep") && n == 2)
		return do_sleep(w[1]);
	if (!strcmp(w[0], "gso") && n == 4)
		return ring_send_gso(r, v, (unsigned int)atoi(w[2]), (unsigned int)atoi(w[3]));
	if (!strcmp(w[0], "cycle") && n == 3)
		return do_cycle(r, v, strtoull(w[2], NULL, 10));
	if (!strcmp(w[0], "hold") && n == 3)
		return do_hold(r, v, strtoull(w[2], NULL, 10));
	if (!strcmp(w[0], "stream") && n == 3)
		return ring_stream(r, v, atoi(w[2]));
	if (!strcmp(w[0], "reader"))
		return do_reader(r, n, w);
	if (!strcmp(w[0], "size") && n == 2)
		return (r->frame_size = v), 0;
	if (!strcmp(w[0], "cpu") && n == 2)
		return pin_to_cpu((int)v);
	if (!strcmp(w[0], "mark"))
		return ring_mark(r);
	if (!strcmp(w[0], "packets"))
		return (*packets = true), 0;
	if (!strcmp(w[0], "print"))
		return 0;
	if (!strcmp(w[0], "close"))
		return (stop = 1), 0;
	return -EINVAL;
}

static int run_script(struct ring *r, char *script, FILE *out)
{
	char *save, *save2, *cmd, *words[8], line[128];
	bool packets = false;
	int n, err;

	for (cmd = strtok_r(script, ";\n", &save); cmd; cmd = strtok_r(NULL, ";\n", &save)) {
		snprintf(line, sizeof(line), "%s", cmd);
		n = 0;
		for (words[0] = strtok_r(line, " \t", &save2); words[n] && n < 7;
		     words[n] = strtok_r(NULL, " \t", &save2))
			n++;
		err = n ? do_command(r, n, words, &packets) : 0;
		if (err) {
			fprintf(out, "{\"error\":\"%s: %s\"}\n", cmd, strerror(-err));
			return err;
		}
	}
	return ring_print(r, out, packets);
}

static int unix_address(struct sockaddr_un *a, const char *path)
{
	memset(a, 0, sizeof(*a));
	a->sun_family = AF_UNIX;
	if (strlen(path) >= sizeof(a->sun_path))
		return -ENAMETOOLONG;
	strcpy(a->sun_path, path);
	return 0;
}

static int serve_one(struct ring *r, int fd)
{
	char script[4096];
	size_t len = 0;
	ssize_t n;
	FILE *out;

	while (len < sizeof(script) - 1 &&
	       (n = read(fd, script + len, sizeof(script) - 1 - len)) > 0)
		len += (size_t)n;
	script[len] = '\0';
	out = fdopen(fd, "w");
	if (!out) {
		close(fd);
		return -errno;
	}
	run_script(r, script, out);
	fclose(out);
	return 0;
}

static int serve(struct ring *r, const char *path)
{
	int fd, l = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_un a;

	if (l < 0 || unix_address(&a, path) || bind(l, (struct sockaddr *)&a, sizeof(a)) ||
	    listen(l, 8))
		return -errno;
	while (!stop) {
		fd = accept4(l, NULL, NULL, SOCK_CLOEXEC);
		if (fd >= 0)
			serve_one(r, fd);
	}
	unlink(path);
	close(l);
	return 0;
}

static int connect_wait(const char *path)
{
	struct timespec pause = { 0, 20000000 };
	struct sockaddr_un a;
	int i, fd;

	if (unix_address(&a, path))
		return -ENAMETOOLONG;
	for (i = 0; i < 250; i++) {
		fd = socket(AF_UNIX, SOCK_STREAM, 0);
		if (fd < 0)
			return -errno;
		if (!connect(fd, (struct sockaddr *)&a, sizeof(a)))
			return fd;
		close(fd);
		nanosleep(&pause, NULL);
	}
	return -ETIMEDOUT;
}

static int client(const char *path, const char *script)
{
	char buf[65536];
	bool failed = false, any = false;
	int fd = connect_wait(path);
	ssize_t n;

	if (fd < 0 || write(fd, script, strlen(script)) < 0) {
		fprintf(stderr, "tapring: %s: no holder answers\n", path);
		return 1;
	}
	shutdown(fd, SHUT_WR);
	while ((n = read(fd, buf, sizeof(buf))) > 0) {
		failed |= !any && n > 8 && !memcmp(buf, "{\"error\"", 8);
		any = true;
		fwrite(buf, 1, (size_t)n, failed ? stderr : stdout);
	}
	return failed || !any;
}

static int usage(void)
{
	fprintf(stderr, "usage: tapring [-q QUEUES] [-g] [-s SOCKET] NAME LEN [SCRIPT] | "
		"tapring -c SOCKET SCRIPT\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_handler = on_signal };
	const char *listen_at = NULL, *ask = NULL;
	int c, err, queues = 1;
	bool vnet_hdr = false;
	struct ring r;

	while ((c = getopt(argc, argv, "q:gs:c:")) != -1) {
		if (c == 'q')
			queues = atoi(optarg);
		else if (c == 'g')
			vnet_hdr = true;
		else if (c == 's')
			listen_at = optarg;
		else if (c == 'c')
			ask = optarg;
		else
			return usage();
	}
	argc -= optind;
	argv += optind;
	if (ask)
		return argc == 1 ? client(ask, argv[0]) : usage();
	if (argc != (listen_at ? 2 : 3) || queues < 1 || queues > RING_QUEUES_MAX)
		return usage();
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
	err = ring_open(&r, argv[0], atoi(argv[1]), queues, vnet_hdr);
	if (err) {
		fprintf(stderr, "tapring: %s: %s\n", argv[0], strerror(-err));
		return 1;
	}
	err = listen_at ? serve(&r, listen_at) : run_script(&r, argv[2], stdout);
	ring_close(&r);
	return err ? 1 : 0;
}
