/* SPDX-License-Identifier: GPL-2.0-only */
/* netns.h - the network namespaces of the machine, as far as this user sees them. */
#ifndef TXRING_SYS_NETNS_H
#define TXRING_SYS_NETNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct txr_netns {
	uint64_t inode;
	char *path;		/* owned; a file that is the namespace; NULL: the own one */
};

struct txr_netns_list {
	struct txr_netns *ns;	/* owned; the own one first */
	size_t count, room;
	size_t over;		/* found beyond the limit */
	bool hidden;		/* processes whose namespace this user may not see */
	int own_fd;		/* of the own one, to come back to; -1 */
};

/*
 * Those of processes (a thread that left its process's namespace is not looked
 * for) and those that ip-netns(8) and Docker keep in a folder, at most max. root:
 * "" or a directory that holds proc and run. Returns 0 or a negative errno.
 */
int txr_netns_list(struct txr_netns_list *l, const char *root, size_t max);
void txr_netns_free(struct txr_netns_list *l);

/* A descriptor of the namespace to setns() to; -ESTALE when it is another by now. */
int txr_netns_open(const struct txr_netns_list *l, size_t i);

#endif
