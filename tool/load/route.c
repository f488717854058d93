// SPDX-License-Identifier: GPL-2.0-only
/* route.c - RTM_GETROUTE for one address, and the neighbour table. */
#include <errno.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include "route.h"
#include "sys/nl.h"

static const void *raw_of(const struct sockaddr *sa, uint16_t *len)
{
	if (sa->sa_family == AF_INET6) {
		*len = 16;
		return &((const struct sockaddr_in6 *)sa)->sin6_addr;
	}
	*len = 4;
	return &((const struct sockaddr_in *)sa)->sin_addr;
}

static bool put_raw(struct sockaddr_storage *to, int family, const struct txr_nla *a)
{
	if (a->len != (family == AF_INET6 ? 16 : 4))
		return false;
	memset(to, 0, sizeof(*to));
	to->ss_family = (sa_family_t)family;
	if (family == AF_INET6)
		memcpy(&((struct sockaddr_in6 *)to)->sin6_addr, a->data, 16);
	else
		memcpy(&((struct sockaddr_in *)to)->sin_addr, a->data, 4);
	return true;
}

static int take_route(void *arg, const struct nlmsghdr *h)
{
	const struct rtmsg *rt = NLMSG_DATA(h);
	struct txr_nla tb[RTA_MAX + 1];
	struct txr_route *r = arg;

	if (h->nlmsg_type != RTM_NEWROUTE || h->nlmsg_len < NLMSG_LENGTH(sizeof(*rt)))
		return 0;
	txr_nl_attrs(tb, RTA_MAX, h, sizeof(*rt));
	r->ifindex = txr_nla_u32(&tb[RTA_OIF], 0);
	r->has_gateway = put_raw(&r->next_hop, rt->rtm_family, &tb[RTA_GATEWAY]);
	r->has_source = put_raw(&r->source, rt->rtm_family, &tb[RTA_PREFSRC]);
	r->local = rt->rtm_type == RTN_LOCAL;
	return 0;
}

int txr_route_get(struct txr_route *r, const struct sockaddr *to, uint32_t oif)
{
	struct {
		struct nlmsghdr h;
		struct rtmsg rt;
		char attrs[64];
	} req;
	struct txr_nl nl;
	uint16_t len;
	const void *raw = raw_of(to, &len);
	int ret;

	memset(r, 0, sizeof(*r));
	memset(&req, 0, sizeof(req));
	req.h.nlmsg_len = NLMSG_LENGTH(sizeof(req.rt));
	req.h.nlmsg_type = RTM_GETROUTE;
	req.rt.rtm_family = (unsigned char)to->sa_family;
	req.rt.rtm_dst_len = (unsigned char)(len * 8);
	txr_nla_put(&req.h, RTA_DST, raw, len);
	if (oif)
		txr_nla_put(&req.h, RTA_OIF, &oif, sizeof(oif));
	ret = txr_nl_open(&nl, NETLINK_ROUTE);
	if (ret)
		return ret;
	ret = txr_nl_talk(&nl, &req.h, 0, take_route, r);
	txr_nl_close(&nl);
	if (ret)
		return ret;
	if (!r->ifindex)
		return -ENETUNREACH;
	if (!r->has_gateway)
		memcpy(&r->next_hop, to, to->sa_family == AF_INET6 ?
		       sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in));
	if (!if_indextoname(r->ifindex, r->dev))
		r->dev[0] = '\0';
	return 0;
}

struct search {
	uint32_t ifindex;
	const void *raw;
	uint16_t len;
	bool found;
	uint8_t mac[6];
};

static int take_neighbour(void *arg, const struct nlmsghdr *h)
{
	const struct ndmsg *nd = NLMSG_DATA(h);
	struct txr_nla tb[NDA_MAX + 1];
	struct search *s = arg;

	if (h->nlmsg_type != RTM_NEWNEIGH || h->nlmsg_len < NLMSG_LENGTH(sizeof(*nd)) ||
	    (uint32_t)nd->ndm_ifindex != s->ifindex ||
	    nd->ndm_state & (NUD_FAILED | NUD_INCOMPLETE))
		return 0;
	txr_nl_attrs(tb, NDA_MAX, h, sizeof(*nd));
	if (tb[NDA_DST].len != s->len || memcmp(tb[NDA_DST].data, s->raw, s->len) ||
	    tb[NDA_LLADDR].len != 6)
		return 0;
	memcpy(s->mac, tb[NDA_LLADDR].data, 6);
	s->found = true;
	return 0;
}

int txr_neighbour_get(uint8_t mac[6], const struct sockaddr *addr, uint32_t ifindex)
{
	struct {
		struct nlmsghdr h;
		struct ndmsg nd;
	} req;
	struct search s = { .ifindex = ifindex };
	struct txr_nl nl;
	int ret, tries = 0;

	s.raw = raw_of(addr, &s.len);
	ret = txr_nl_open(&nl, NETLINK_ROUTE);
	if (ret)
		return ret;
	do {
		memset(&req, 0, sizeof(req));
		req.h.nlmsg_len = NLMSG_LENGTH(sizeof(req.nd));
		req.h.nlmsg_type = RTM_GETNEIGH;
		req.nd.ndm_family = (uint8_t)addr->sa_family;
		ret = txr_nl_talk(&nl, &req.h, NLM_F_DUMP, take_neighbour, &s);
	} while (ret == -EAGAIN && ++tries < 4);
	txr_nl_close(&nl);
	if (ret)
		return ret;
	if (!s.found)
		return -ENOENT;
	memcpy(mac, s.mac, 6);
	return 0;
}
