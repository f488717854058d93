// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_netns.c - the list of namespaces, and peers across them. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>
#include <cmocka.h>
#include "sys/netns.h"
#include "sys/snap.h"

static char root[64];

/* A machine of our own: "net:[N]" links, as /proc has them. */
static void process(const char *pid, const char *target)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/proc/%s", root, pid);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/proc/%s/ns", root, pid);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/proc/%s/ns/net", root, pid);
	if (target)
		assert_int_equal(symlink(target, path), 0);
}

static int setup(void **state)
{
	char path[128];

	(void)state;
	snprintf(root, sizeof(root), "/tmp/txring-netns.%d", getpid());
	assert_int_equal(mkdir(root, 0755), 0);
	snprintf(path, sizeof(path), "%s/proc", root);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/run", root);
	assert_int_equal(mkdir(path, 0755), 0);
	snprintf(path, sizeof(path), "%s/run/netns", root);
	assert_int_equal(mkdir(path, 0755), 0);
	return 0;
}

static int teardown(void **state)
{
	char cmd[128];

	(void)state;
	snprintf(cmd, sizeof(cmd), "rm -r %s", root);
	return system(cmd);
}

static uint64_t own_inode(void)
{
	struct stat st;

	assert_int_equal(stat("/proc/self/ns/net", &st), 0);
	return st.st_ino;
}

static void listed_once_each(void **state)
{
	struct txr_netns_list l;
	char own[64], path[256];
	int fd;

	(void)state;
	snprintf(own, sizeof(own), "net:[%llu]", (unsigned long long)own_inode());
	process("1", own);
	process("20", "net:[5]");
	process("21", "net:[5]");
	process("22", "net:[18446744073709551615]");
	process("23", "mnt:[6]");
	process("25", NULL);
	process("self", "net:[7]");
	process("3x", "net:[8]");
	/* An ordinary file, and a pipe that would hang a reader. */
	snprintf(path, sizeof(path), "%s/run/netns/plain", root);
	fclose(fopen(path, "w"));
	snprintf(path, sizeof(path), "%s/run/netns/pipe", root);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(txr_netns_list(&l, root, 100), 0);
	assert_int_equal(l.count, 3);
	assert_int_equal(l.ns[0].inode, own_inode());
	assert_null(l.ns[0].path);
	assert_int_equal(l.ns[1].inode + l.ns[2].inode, 4);	/* 5 and -1, in any order */
	assert_false(l.hidden);
	assert_int_equal(l.over, 0);
	fd = txr_netns_open(&l, 0);
	assert_true(fd >= 0);
	close(fd);
	/* What is there is no such namespace (any more). */
	assert_true(txr_netns_open(&l, 1) < 0);
	txr_netns_free(&l);
	txr_netns_free(NULL);
	assert_int_equal(txr_netns_list(&l, root, 2), 0);
	assert_int_equal(l.count, 2);
	assert_int_equal(l.over, 1);
	txr_netns_free(&l);
}

static void another_behind_the_path(void **state)
{
	struct txr_netns_list l;

	(void)state;
	process("9", "net:[5]");
	assert_int_equal(txr_netns_list(&l, root, 9), 0);
	assert_int_equal(l.count, 2);
	free(l.ns[1].path);
	l.ns[1].path = strdup("/proc/self/ns/net");
	assert_int_equal(txr_netns_open(&l, 1), -ESTALE);
	l.ns[1].inode = own_inode();
	close(txr_netns_open(&l, 1));
	txr_netns_free(&l);
}

static size_t entries(const char *path)
{
	DIR *d = opendir(path);
	size_t n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

/* As whoever runs it, with or without the right to enter others. */
static void leaves_the_caller_alone(void **state)
{
	size_t fds = entries("/proc/self/fd");
	struct txr_snapshot s, own;
	uint64_t ns = own_inode();
	struct txr_err err = { 0 };
	size_t i;
	int round;

	(void)state;
	for (round = 0; round < 3; round++) {
		assert_int_equal(txr_snapshot_take_all(&s, &err), 0);
		assert_int_equal(txr_snapshot_take(&own, &err), 0);
		assert_true(s.namespaces >= 1 && s.count >= own.count);
		assert_int_equal(own.namespaces, 1);
		assert_true(own.only_own);
		for (i = 0; i < own.count; i++) {
			assert_string_equal(s.dev[i].name, own.dev[i].name);
			assert_int_equal(s.dev[i].netns_inode, ns);
		}
		assert_true(txr_snapshot_count(&s, "lo") <= s.namespaces);
		assert_int_equal(txr_snapshot_count(&own, "lo"), 1);
		txr_snapshot_free(&s);
		txr_snapshot_free(&own);
	}
	assert_int_equal(entries("/proc/self/fd"), fds);
	assert_int_equal(entries("/proc/self/task"), 3);	/* ".", "..", this thread */
	assert_int_equal(own_inode(), ns);
}

static void veth(struct txr_link *k, uint32_t ifindex, uint32_t link, uint64_t inode, bool gro)
{
	memset(k, 0, sizeof(*k));
	txr_device_state_init(&k->s);
	strcpy(k->s.driver, "veth");
	k->s.ifindex = ifindex;
	k->s.link_ifindex = link;
	k->s.link_netns_inode = inode;
	k->s.gro = gro;
}

static void peers_elsewhere(void **state)
{
	/* Three namespaces of the same numbers; 100 and 200 are peers. */
	struct txr_link a[1], b[1], c[2];
	struct txr_links all[] = {
		{ .link = a, .count = 1, .netns_inode = 100 },
		{ .link = c, .count = 2, .netns_inode = 300 },
		{ .link = b, .count = 1, .netns_inode = 200 },
	};

	(void)state;
	veth(&a[0], 2, 2, 200, false);
	veth(&b[0], 2, 2, 100, true);
	veth(&c[0], 2, 3, 0, false);
	veth(&c[1], 3, 2, 0, false);
	txr_peers_fill(all, 3);
	assert_int_equal(a[0].s.peer_polls, 1);
	assert_int_equal(b[0].s.peer_polls, 0);
	assert_int_equal(c[0].s.peer_polls, 0);
	/* One that was not seen, and one that names another. */
	a[0].s.link_netns_inode = 400;
	c[1].s.link_ifindex = 9;
	txr_peers_fill(all, 3);
	assert_int_equal(a[0].s.peer_polls, TXR_UNKNOWN);
	assert_int_equal(c[0].s.peer_polls, TXR_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(listed_once_each, setup, teardown),
		cmocka_unit_test_setup_teardown(another_behind_the_path, setup, teardown),
		cmocka_unit_test(leaves_the_caller_alone), cmocka_unit_test(peers_elsewhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
