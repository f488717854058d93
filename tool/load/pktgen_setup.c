// SPDX-License-Identifier: GPL-2.0-only
/* pktgen_setup.c - a device on each thread, and its parameters. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "pktgen_impl.h"

/* num_arg() reads ten digits; 0x7FFFFFFF means "never" to delay. */
#define DIGITS10_MAX	9999999999ULL
#define DELAY_MAX	(0x7FFFFFFFULL - 1)

unsigned int txr_pktgen_cpu(const struct txr_pktgen_config *c, unsigned int i)
{
	return c->cpu ? (unsigned int)c->cpu[i] : i;
}

char *txr_pktgen_name(const struct txr_pktgen_config *c, unsigned int i, char *buf, size_t size)
{
	snprintf(buf, size, "%s@%u", c->dev, txr_pktgen_cpu(c, i));
	return buf;
}

/*
 * pktgen waits once for each call of pktgen_xmit(), which sends a whole burst of
 * one packet; only skb_burst allows for its length by itself.
 */
int txr_pktgen_delay(const struct txr_pktgen_config *c, uint64_t *delay_ns,
		     struct txr_err *err)
{
	uint64_t burst = c->burst > 1 ? c->burst : 1;
	unsigned __int128 ns = 0;

	if (c->pps)
		ns = (unsigned __int128)1000000000 * c->threads * burst / c->pps;
	else if (c->rate_bps)
		ns = (unsigned __int128)c->size_bytes * 8000000000 * c->threads * burst /
		     c->rate_bps;
	else
		ns = c->delay_ns;
	if (ns > DELAY_MAX)
		return txr_fail(err, ERANGE, "%s: packets would be more than 2.1 s apart, which "
				"pktgen cannot do; give a higher rate, or fewer --threads",
				c->pps ? "--pps" : c->rate_bps ? "--rate" : "--delay");
	*delay_ns = (uint64_t)ns;
	return 0;
}

struct setter {
	struct txr_pktgen *p;
	char file[64];
	struct txr_err *err;
	int ret;
};

static void __attribute__((format(printf, 2, 3))) set(struct setter *s, const char *fmt, ...)
{
	char command[128];
	va_list ap;

	if (s->ret)
		return;
	va_start(ap, fmt);
	vsnprintf(command, sizeof(command), fmt, ap);
	va_end(ap);
	s->ret = txr_pktgen_command(s->p, s->file, command, s->err);
}

static void set_addresses(struct setter *s, const struct txr_pktgen_config *c)
{
	const char *dst = c->dst ? c->dst : TXR_PKTGEN_DST;
	const uint8_t *m = c->dst_mac;

	if (strchr(dst, ':')) {
		set(s, "dst6 %s", dst);
	} else {
		set(s, "dst_min %s", dst);
		set(s, "dst_max %s", dst);
	}
	set(s, "dst_mac %02x:%02x:%02x:%02x:%02x:%02x", m[0], m[1], m[2], m[3], m[4], m[5]);
	if (c->has_ports) {
		set(s, "udp_src_min %u", c->port_from);
		set(s, "udp_src_max %u", c->port_to);
	}
	if (c->flows)
		set(s, "flows %u", c->flows);
	if (c->flow_len)
		set(s, "flowlen %u", c->flow_len);
	if (c->vlan >= 0)
		set(s, "vlan_id %d", c->vlan);
}

/* A queue that is not there would be replaced by the last one, with a note in dmesg. */
static void set_queues(struct setter *s, const struct txr_pktgen_config *c, unsigned int i)
{
	unsigned int n = s->p->queues ? s->p->queues : 1;

	set(s, "queue_map_min %u", c->has_queues ? c->queue_from : i % n);
	set(s, "queue_map_max %u", c->has_queues ? c->queue_to : i % n);
}

/* pktgen of 6.12 can give its reference away, that of 6.1 not: then it is noted. */
static void set_own_skb(struct setter *s)
{
	struct txr_err none = { 0 };

	if (!s->ret && txr_pktgen_command(s->p, s->file, "flag !SHARED", &none))
		s->p->no_shared_flag = true;
}

static void set_sending(struct setter *s, const struct txr_pktgen_config *c)
{
	/* The mode first: what it allows is checked as the others are set. */
	set(s, "xmit_mode %s", txr_xmit_mode_name(c->mode));
	if (c->own_skb)
		set_own_skb(s);
	if (c->clone_skb)
		set(s, "clone_skb %u", c->clone_skb);
	if (c->burst)
		set(s, "burst %u", c->burst);
	if (c->skb_burst)
		set(s, "skb_burst %u", c->skb_burst);
}

static int setup_thread(struct txr_pktgen *p, unsigned int i, uint64_t delay_ns,
			struct txr_err *err)
{
	const struct txr_pktgen_config *c = &p->c;
	struct setter s = { .p = p, .err = err };
	char name[32];

	txr_pktgen_name(c, i, name, sizeof(name));
	snprintf(s.file, sizeof(s.file), "kpktgend_%u", txr_pktgen_cpu(c, i));
	set(&s, "add_device %s", name);
	snprintf(s.file, sizeof(s.file), "%s", name);
	set(&s, "count %" PRIu64, c->count);
	set(&s, "pkt_size %u", c->size_bytes);
	set(&s, "frags %u", c->frags);
	set(&s, "delay %" PRIu64, delay_ns);
	set_sending(&s, c);
	set_addresses(&s, c);
	set_queues(&s, c, i);
	if (c->node >= 0)
		set(&s, "node %d", c->node);
	/* As its sample scripts do: reading the clock for each packet costs. */
	set(&s, "flag NO_TIMESTAMP");
	return s.ret;
}

static int check_thread(struct txr_pktgen *p, unsigned int i, struct txr_err *err)
{
	char file[32], text[TXR_PKTGEN_TEXT];
	int ret;

	snprintf(file, sizeof(file), "kpktgend_%u", txr_pktgen_cpu(&p->c, i));
	ret = txr_pktgen_get(p, file, text, sizeof(text));
	if (ret == -ENOENT)
		return txr_fail(err, ENOENT, "%s: pktgen has a thread for each CPU, and none for "
				"%u; give fewer --threads or other --cpus", file,
				txr_pktgen_cpu(&p->c, i));
	if (ret)
		return txr_fail(err, -ret, "%s/%s: %s; be root", p->io.root, file,
				strerror(-ret));
	return 0;
}

int txr_pktgen_setup(struct txr_pktgen *p, const struct txr_pktgen_config *c,
		     struct txr_err *err)
{
	uint64_t delay_ns = 0;
	unsigned int i;
	int ret;

	p->c = *c;
	if (c->count > DIGITS10_MAX)
		return txr_fail(err, ERANGE, "--count %" PRIu64 ": pktgen reads ten digits; give "
				"%llu at most, or --duration", c->count, DIGITS10_MAX);
	ret = txr_pktgen_delay(c, &delay_ns, err);
	for (i = 0; i < c->threads && !ret; i++)
		ret = check_thread(p, i, err);
	for (i = 0; i < c->threads && !ret; i++) {
		p->ours = true;
		ret = setup_thread(p, i, delay_ns, err);
	}
	return ret;
}
