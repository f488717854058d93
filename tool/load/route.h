/* SPDX-License-Identifier: GPL-2.0-only */
/* route.h - the kernel's route to an address, and the neighbour on the way. */
#ifndef TXRING_LOAD_ROUTE_H
#define TXRING_LOAD_ROUTE_H

#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

struct txr_route {
	uint32_t ifindex;
	char dev[IF_NAMESIZE];		/* "" it went away */
	bool has_gateway, has_source;
	bool local;			/* the address is this host's own */
	struct sockaddr_storage next_hop;	/* the gateway, else the address itself */
	struct sockaddr_storage source;
};

/* oif: by that device only, 0 any. 0, -ENETUNREACH, or another negative errno. */
int txr_route_get(struct txr_route *r, const struct sockaddr *to, uint32_t oif);

/*
 * Link-layer address of a neighbour: 0, -ENOENT (none is known, or it failed),
 * or another negative errno.
 */
int txr_neighbour_get(uint8_t mac[6], const struct sockaddr *addr, uint32_t ifindex);

#endif
