// SPDX-License-Identifier: GPL-2.0-only
/* events.c - event formats of several kernels, and raw records in them. */
#include <stdio.h>
#include "events.h"

static const char *const start_print =
	"\"dev=%s queue_mapping=%u skbaddr=%p\", __get_str(name), REC->queue_mapping, REC->skbaddr";

static void add(struct ev *e, const char *type, const char *name, unsigned int size)
{
	struct ev_field *f = &e->field[e->count++];

	f->type = type;
	f->name = name;
	f->size = size;
	f->is_string = !strncmp(type, "__data_loc", 10);
}

static void add_string(struct ev *e, const char *name)
{
	add(e, "__data_loc char[]", name, 4);
}

static void commons(struct ev *e)
{
	add(e, "unsigned short", "common_type", 2);
	add(e, "unsigned char", "common_flags", 1);
	add(e, "unsigned char", "common_preempt_count", 1);
	add(e, "int", "common_pid", 4);
	if (e->m.kernel == K_RT)
		add(e, "unsigned char", "common_preempt_lazy_count", 1);
}

static bool has_cookie(const struct ev *e)
{
	return e->m.kernel == K7_2;
}

static void stock_start(struct ev *e)
{
	add_string(e, "name");
	add(e, "u16", "queue_mapping", 2);
	add(e, "const void *", "skbaddr", 0);
	add(e, "bool", "vlan_tagged", 1);
	add(e, "u16", "vlan_proto", 2);
	add(e, "u16", "vlan_tci", 2);
	add(e, "u16", "protocol", 2);
	add(e, "u8", "ip_summed", 1);
	add(e, "unsigned int", "len", 4);
	add(e, "unsigned int", "data_len", 4);
	add(e, "int", "network_offset", 4);
	add(e, "bool", "transport_offset_valid", 1);
	add(e, "int", "transport_offset", 4);
	add(e, "u8", "tx_flags", 1);
	add(e, "u16", "gso_size", 2);
	add(e, "u16", "gso_segs", 2);
	add(e, "u16", "gso_type", 2);
	if (has_cookie(e))
		add(e, "u64", "net_cookie", 8);
	strcpy(e->print, start_print);
}

static void stock_xmit(struct ev *e)
{
	add(e, "void *", "skbaddr", 0);
	add(e, "unsigned int", "len", 4);
	add(e, "int", "rc", 4);
	add_string(e, "name");
	if (has_cookie(e))
		add(e, "u64", "net_cookie", 8);
	strcpy(e->print, "\"dev=%s skbaddr=%p len=%u rc=%d\", __get_str(name), REC->skbaddr, REC->len, REC->rc");
}

static void template(struct ev *e)
{
	add(e, "void *", "skbaddr", 0);
	add(e, "unsigned int", "len", 4);
	add_string(e, "name");
	if (has_cookie(e))
		add(e, "u64", "net_cookie", 8);
	strcpy(e->print, "\"dev=%s skbaddr=%p len=%u\", __get_str(name), REC->skbaddr, REC->len");
}

static void gro(struct ev *e)
{
	add_string(e, "name");
	add(e, "unsigned int", "napi_id", 4);
	add(e, "u16", "queue_mapping", 2);
	add(e, "const void *", "skbaddr", 0);
	add(e, "unsigned int", "len", 4);
	strcpy(e->print, "\"dev=%s\", __get_str(name)");
}

static void xmit_timeout(struct ev *e)
{
	add_string(e, "name");
	add_string(e, "driver");
	add(e, "int", "queue_index", 4);
	if (has_cookie(e))
		add(e, "u64", "net_cookie", 8);
	strcpy(e->print, "\"dev=%s\", __get_str(name)");
}

static void consume(struct ev *e)
{
	add(e, "void *", "skbaddr", 0);
	if (e->m.kernel >= K6_12)
		add(e, "void *", "location", 0);
	strcpy(e->print, "\"skbaddr=%p\", REC->skbaddr");
}

/* The order changed with rx_sk; reason came with 5.17. */
static void kfree(struct ev *e)
{
	enum kernel k = e->m.kernel;

	add(e, "void *", "skbaddr", 0);
	add(e, "void *", "location", 0);
	if (k >= K6_12)
		add(e, "void *", "rx_sk", 0);
	add(e, "unsigned short", "protocol", 2);
	if (k >= K6_1)
		add(e, "enum skb_drop_reason", "reason", 4);
	if (k < K6_1)
		strcpy(e->print, "\"skbaddr=%p protocol=%u location=%p\", REC->skbaddr, REC->protocol, REC->location");
	else
		snprintf(e->print, sizeof(e->print),
			 "\"skbaddr=%%p protocol=%%u location=%%p reason: %%s\", REC->skbaddr, REC->protocol, REC->location, __print_symbolic(REC->reason, { %d, \"NOT_SPECIFIED\" }, { 3, \"NO_SOCKET\" }, { %d, \"FULL_RING\" }, { %#x, \"QUEUE_PURGE\" }, { 250, \"MAX\" })",
			 ev_reason(k, "NOT_SPECIFIED"), ev_reason(k, "FULL_RING"),
			 ev_reason(k, "QUEUE_PURGE"));
}

static void dql(struct ev *e)
{
	add(e, "unsigned short", "thrs", 2);
	add(e, "unsigned int", "len", 4);
	add(e, "unsigned long", "last_reap", 0);
	strcpy(e->print, "\"thrs %u\", REC->thrs");
}

static void irq_entry(struct ev *e)
{
	add(e, "int", "irq", 4);
	add_string(e, "name");
	strcpy(e->print, "\"irq=%d name=%s\", REC->irq, __get_str(name)");
}

static void irq_exit(struct ev *e)
{
	add(e, "int", "irq", 4);
	add(e, "int", "ret", 4);
	strcpy(e->print, "\"irq=%d ret=%s\", REC->irq, REC->ret ? \"handled\" : \"unhandled\"");
}

static void softirq(struct ev *e)
{
	add(e, "unsigned int", "vec", 4);
	strcpy(e->print, "\"vec=%u [action=%s]\", REC->vec, __print_symbolic(REC->vec, { 0, \"HI\" }, { 1, \"TIMER\" }, { 2, \"NET_TX\" }, { 3, \"NET_RX\" }, { 4, \"BLOCK\" })");
}

static void napi_poll(struct ev *e)
{
	add(e, "struct napi_struct *", "napi", 0);
	add_string(e, "dev_name");
	add(e, "int", "work", 4);
	add(e, "int", "budget", 4);
	strcpy(e->print, "\"napi poll on napi struct %p\", REC->napi");
}

static void our_start(struct ev *e)
{
	add(e, "const void *", "skbaddr", 0);
	add(e, "unsigned int", "len", 4);
	add(e, "unsigned int", "data_len", 4);
	add_string(e, "name");
	add(e, "u64", "net_cookie", 8);
	add(e, "int", "ifindex", 4);
	add(e, "u32", "refs", 4);
	add(e, "int", "transport_offset", 4);
	add(e, "u32", "gso_type", 4);
	add(e, "u16", "queue", 2);
	add(e, "u16", "protocol", 2);
	add(e, "u16", "gso_size", 2);
	add(e, "u16", "gso_segs", 2);
	add(e, "u8", "ip_summed", 1);
	add(e, "u8", "tx_flags", 1);
	add(e, "bool", "xmit_more", 1);
	strcpy(e->print, "\"dev=%s\", __get_str(name)");
}

static void our_done(struct ev *e)
{
	add(e, "const void *", "skbaddr", 0);
	add_string(e, "name");
	add(e, "u64", "net_cookie", 8);
	add(e, "int", "ifindex", 4);
	add(e, "int", "rc", 4);
	add(e, "u32", "state", 4);
	add(e, "u32", "bql_inflight", 4);
	add(e, "u32", "bql_limit", 4);
	add(e, "u16", "queue", 2);
	strcpy(e->print, "\"dev=%s\", __get_str(name)");
}

static void irq_free(struct ev *e)
{
	bool old = e->m.kernel < K6_12;

	add(e, "const void *", "skbaddr", 0);
	add(e, "void *", "location", 0);
	add(e, old ? "enum skb_free_reason" : "enum skb_drop_reason", "reason", 4);
	strcpy(e->print, old ?
	       "\"reason: %s\", __print_symbolic(REC->reason, { 0, \"CONSUMED\" }, { 1, \"DROPPED\" })" :
	       "\"reason: %s\", __print_symbolic(REC->reason, { 1, \"CONSUMED\" }, { 2, \"NOT_SPECIFIED\" }, { 3, \"NO_SOCKET\" })");
}

static void napi_consume(struct ev *e)
{
	add(e, "const void *", "skbaddr", 0);
	add(e, "int", "budget", 4);
	strcpy(e->print, "\"skbaddr=%p budget=%d\", REC->skbaddr, REC->budget");
}

static void unref(struct ev *e)
{
	add(e, "const void *", "skbaddr", 0);
	add(e, "void *", "location", 0);
	add(e, "u32", "users", 4);
	strcpy(e->print, "\"skbaddr=%p\", REC->skbaddr");
}

static void wake(struct ev *e)
{
	add_string(e, "name");
	add(e, "u64", "net_cookie", 8);
	add(e, "int", "ifindex", 4);
	add(e, "u16", "queue", 2);
	strcpy(e->print, "\"dev=%s\", __get_str(name)");
}

/* kernel/trace/trace_probe.c: __probe_ip or kprobe fields first, all u64 */
static void probe_irq(struct ev *e)
{
	add(e, "unsigned long", "__probe_ip", 0);
	add(e, "u64", "skbaddr", 8);
	add(e, "u32", "reason", 4);
	strcpy(e->print, "\"(%lx) skbaddr=0x%Lx\", REC->__probe_ip, REC->skbaddr");
}

static void probe_napi(struct ev *e)
{
	add(e, "unsigned long", "__probe_ip", 0);
	add(e, "u64", "skbaddr", 8);
	add(e, "s32", "budget", 4);
	strcpy(e->print, "\"(%lx) skbaddr=0x%Lx\", REC->__probe_ip, REC->skbaddr");
}

/* As tool/source/tracefs_probe_def.c asks for them. */
static void probe_wake(struct ev *e)
{
	add(e, "unsigned long", "__probe_ip", 0);
	add_string(e, "name");
	add(e, "s32", "ifindex", 4);
	add(e, "u64", "net_cookie", 8);
	add(e, "u64", "txq", 8);
	add(e, "u64", "txq_base", 8);
	add(e, "u32", "txq_size", 4);
	add(e, "u32", "state_before", 4);
	strcpy(e->print, "\"(%lx)\", REC->__probe_ip");
}

static void probe_xmit(struct ev *e)
{
	add(e, "unsigned long", "__probe_ip", 0);
	add(e, "u64", "skbaddr", 8);
	add(e, "u32", "len", 4);
	add(e, "u16", "queue", 2);
	add_string(e, "name");
	add(e, "s32", "ifindex", 4);
	add(e, "u64", "net_cookie", 8);
	strcpy(e->print, "\"(%lx)\", REC->__probe_ip");
}

static void probe_return(struct ev *e)
{
	add(e, "unsigned long", "__probe_func", 0);
	add(e, "unsigned long", "__probe_ret_ip", 0);
	add(e, "s32", "rc", 4);
	strcpy(e->print, "\"(%lx)\", REC->__probe_func");
}

static const struct {
	const char *system, *name;
	void (*fields)(struct ev *e);
	enum kernel since;
} known[] = {
	{ "net", "net_dev_start_xmit", stock_start, K5_10 },
	{ "net", "net_dev_xmit", stock_xmit, K5_10 },
	{ "skb", "consume_skb", consume, K5_10 },
	{ "skb", "kfree_skb", kfree, K5_10 },
	{ "net", "netif_rx", template, K5_10 },
	{ "net", "netif_receive_skb", template, K5_10 },
	{ "net", "napi_gro_receive_entry", gro, K5_10 },
	{ "net", "net_dev_xmit_timeout", xmit_timeout, K5_10 },
	{ "net", "netif_rx_entry", template, K5_10 },	/* none of ours */
	{ "net", "net_dev_queue", template, K5_10 },
	{ "irq", "irq_handler_entry", irq_entry, K5_10 },
	{ "irq", "irq_handler_exit", irq_exit, K5_10 },
	{ "irq", "softirq_raise", softirq, K5_10 },
	{ "irq", "softirq_entry", softirq, K5_10 },
	{ "irq", "softirq_exit", softirq, K5_10 },
	{ "napi", "napi_poll", napi_poll, K5_10 },
	{ "napi", "dql_stall_detected", dql, K6_12 },
	{ "skb", "netdev_start_xmit", our_start, K6_1 },
	{ "skb", "netdev_xmit_done", our_done, K6_1 },
	{ "skb", "dev_kfree_skb_irq", irq_free, K6_1 },
	{ "skb", "napi_consume_skb", napi_consume, K6_1 },
	{ "skb", "skb_unref", unref, K6_1 },
	{ "skb", "netif_tx_wake_queue", wake, K6_1 },
	{ "txring_pktgen", "pktgen_start_xmit", our_start, K6_1 },
	{ "txring_pktgen", "pktgen_xmit_done", our_done, K6_1 },
	{ "txring", "dev_kfree_skb_irq", probe_irq, K6_1 },
	{ "txring", "napi_consume_skb", probe_napi, K6_1 },
	{ "txring_12_345", "dev_kfree_skb_irq", probe_irq, K6_1 },
	{ "txring_12_345", "napi_consume_skb", probe_napi, K6_1 },
	{ "txring_12_345", "netif_tx_wake_queue", probe_wake, K6_1 },
	{ "txring_12_345", "xmit0", probe_xmit, K6_1 },
	{ "txring_12_345", "xmit0_return", probe_return, K6_1 },
	{ "txring_12_345", "xmit7", probe_xmit, K6_1 },
};

int ev_reason(enum kernel k, const char *name)
{
	if (k < K6_1)
		return 0;
	if (!strcmp(name, "NOT_SPECIFIED"))
		return k == K6_1 ? 1 : 2;
	if (!strcmp(name, "FULL_RING"))
		return k == K6_1 ? 57 : k == K6_12 ? 69 : 80;
	return k == K6_1 ? 200 : 104;	/* QUEUE_PURGE */
}

/* Each field is aligned to its size; an array of char to one byte. */
static void lay_out(struct ev *e)
{
	unsigned int i, at = 0;

	for (i = 0; i < e->count; i++) {
		struct ev_field *f = &e->field[i];
		unsigned int align;

		if (!f->size)
			f->size = e->m.long_size;
		align = f->size == 8 ? e->m.long_size : f->size;
		at = (at + align - 1) / align * align;
		f->offset = at;
		at += f->size;
	}
	e->size = (at + 3) & ~3u;
}

void ev_set_print(struct ev *e, const char *print)
{
	char *p = e->text;
	unsigned int i;

	if (print != e->print)
		snprintf(e->print, sizeof(e->print), "%s", print);
	p += sprintf(p, "name: %s\nID: %u\nformat:\n", e->name, e->id);
	for (i = 0; i < e->count; i++) {
		const struct ev_field *f = &e->field[i];

		p += sprintf(p, "%s\tfield:%s %s;\toffset:%u;\tsize:%u;\tsigned:%d;\n",
			     i == 4 ? "\n" : "", f->type, f->name, f->offset, f->size,
			     !strcmp(f->type, "int"));
	}
	sprintf(p, "\nprint fmt: %s\n", e->print);
}

struct ev *ev_new(const struct machine *m, const char *system, const char *name)
{
	struct ev *e;
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].system, system) && !strcmp(known[i].name, name))
			break;
	if (i == sizeof(known) / sizeof(known[0]) || m->kernel < known[i].since)
		return NULL;
	e = calloc(1, sizeof(*e));
	if (!e)
		abort();
	e->system = known[i].system;
	e->name = known[i].name;
	e->id = 300 + 7 * i;
	e->m = *m;
	commons(e);
	known[i].fields(e);
	lay_out(e);
	ev_set_print(e, e->print);
	return e;
}

void ev_record(const struct ev *e, struct bytes *to, unsigned int flags, int pid,
	       const struct ev_value *v)
{
	size_t base = to->n;
	unsigned int i;

	bytes_zero(to, e->size);
	to->big_endian = e->m.big_endian;
	bytes_put_at(to, base + e->field[0].offset, e->id, 2);
	bytes_put_at(to, base + e->field[1].offset, flags, 1);
	bytes_put_at(to, base + e->field[3].offset, pid, 4);
	for (; v && v->name; v++) {
		for (i = 0; i < e->count && strcmp(e->field[i].name, v->name); i++)
			;
		if (i == e->count)
			continue;
		if (e->field[i].is_string) {
			size_t len = strlen(v->string) + 1;

			bytes_put_at(to, base + e->field[i].offset,
				     len << 16 | (to->n - base), 4);
			bytes_add(to, v->string, len);
		} else {
			bytes_put_at(to, base + e->field[i].offset, v->number,
				     e->field[i].size);
		}
	}
	while ((to->n - base) % 4)
		bytes_zero(to, 1);
}
