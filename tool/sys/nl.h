/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nl.h - the little of netlink that the snapshot needs: dumps of one family,
 * attributes found with every length checked.
 */
#ifndef TXRING_SYS_NL_H
#define TXRING_SYS_NL_H

#include <stddef.h>
#include <stdint.h>
#include <linux/netlink.h>

struct txr_nl {
	int fd;			/* -1: not open */
	uint32_t seq;
	char *buf;		/* owned */
};

/* A socket of protocol NETLINK_*. 0 or a negative errno. */
int txr_nl_open(struct txr_nl *nl, int protocol);
void txr_nl_close(struct txr_nl *nl);

/*
 * Send req (whose header has type and length set) and call fn for each answer.
 * flags is NLM_F_DUMP or 0 (one answer). Returns 0, a negative errno of the
 * kernel, of the socket, or what fn returned below 0.
 * -EAGAIN: the kernel says that the dump was interrupted by a change
 * (NLM_F_DUMP_INTR): what fn was given may be incomplete.
 */
int txr_nl_talk(struct txr_nl *nl, struct nlmsghdr *req, int flags,
		int (*fn)(void *arg, const struct nlmsghdr *h), void *arg);

/* An attribute's payload; len 0 and data NULL: not there. */
struct txr_nla {
	const void *data;
	size_t len;
};

/* Fill tb[0..max] from the attributes of a buffer; what is malformed ends it. */
void txr_nla_parse(struct txr_nla *tb, int max, const void *buf, size_t len);
/* Attributes behind a message's family header of hdrlen bytes. */
void txr_nl_attrs(struct txr_nla *tb, int max, const struct nlmsghdr *h, size_t hdrlen);

/* Append an attribute; the caller knows that there is room. */
void txr_nla_put(struct nlmsghdr *h, uint16_t type, const void *data, size_t len);

/* Values; dflt when the attribute is absent or too short. */
uint32_t txr_nla_u32(const struct txr_nla *a, uint32_t dflt);
/* Attribute of type uint: 4 or 8 bytes. */
int64_t txr_nla_uint(const struct txr_nla *a, int64_t dflt);
/* Copy text, always terminated. */
void txr_nla_text(const struct txr_nla *a, char *buf, size_t size);

#endif
