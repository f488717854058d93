// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_doctor.c - the doctor on a machine that is made of files. */
#include <errno.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "sys/doctor.h"
#include "sys/snap.h"

static char root[64];

static void make_parents(char *path)
{
	char *slash;

	for (slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		mkdir(path, 0755);
		*slash = '/';
	}
}

static void put(const char *path, const char *text)
{
	char full[256];
	FILE *f;

	snprintf(full, sizeof(full), "%s%s", root, path);
	make_parents(full);
	f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static void put_events(const char *const *event)
{
	char path[128];

	for (; *event; event++) {
		snprintf(path, sizeof(path), "/t/events/%s/enable", *event);
		put(path, "0\n");
	}
}

static const char *const stock[] = { "net/net_dev_start_xmit", "net/net_dev_xmit",
	"skb/consume_skb", "skb/kfree_skb", "net/netif_rx", NULL };
static const char *const patched[] = { "skb/netdev_start_xmit", "skb/netdev_xmit_done",
	"skb/dev_kfree_skb_irq", "skb/napi_consume_skb", NULL };

/* A healthy machine of root's: tracefs at /t, stock events. */
static int setup(void **state)
{
	(void)state;
	strcpy(root, "/tmp/txring-doctor-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	put("/proc/sys/kernel/osrelease", "6.12.5-amd64\n");
	put("/proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC\n");
	put("/proc/self/status", "Name:\tx\nUid:\t0\t0\t0\t0\nCapEff:\t000001ffffffffff\n");
	put("/proc/filesystems", "nodev\tsysfs\nnodev\ttracefs\n");
	put("/proc/self/mountinfo", "22 1 0:5 / /sys rw - sysfs sysfs rw\n"
	    "30 22 0:9 / /t rw,relatime - tracefs tracefs rw\n");
	put("/proc/sys/kernel/perf_event_paranoid", "-1\n");
	put("/proc/sys/net/core/skb_defer_max", "64\n");
	put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
	put("/t/instances/keep", "");
	put("/t/trace_clock", "[local] global mono\n");
	put_events(stock);
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static int teardown(void **state)
{
	(void)state;
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void look(struct txr_doctor *d)
{
	memset(d, 0, sizeof(*d));
	d->root = root;
	txr_doctor_host(d);
	assert_int_equal(txr_doctor_trace(d), 0);
	assert_int_equal(txr_doctor_findings(d), 0);
}

static const struct txr_doc_finding *finding(const struct txr_doctor *d, const char *id)
{
	size_t i;

	for (i = 0; i < d->nr_findings; i++)
		if (!strcmp(d->findings[i].id, id))
			return &d->findings[i];
	return NULL;
}

static void assert_refuses(const struct txr_doctor *d, const char *id)
{
	const struct txr_doc_finding *f = finding(d, id);

	assert_non_null(f);
	assert_int_equal(f->level, TXR_DOC_PROBLEM);
	assert_true(f->remedy[0] != 0);
	assert_false(d->can_record);
}

static void healthy(void **state)
{
	struct txr_doctor d;

	(void)state;
	look(&d);
	assert_true(d.can_record);
	assert_int_equal(d.major, 6);
	assert_int_equal(d.minor, 12);
	assert_int_equal(d.preempt_rt, TXR_DOC_NO);
	assert_string_equal(d.tracefs, "/t");
	assert_true(d.tracefs_readable && d.tracefs_writable);
	assert_true(d.cap_sys_admin && d.cap_perfmon && d.cap_bpf);
	assert_true(d.paranoid_known);
	assert_int_equal(d.perf_event_paranoid, -1);
	assert_true(d.tier_known);
	assert_int_equal(d.tier, TXR_TIER_STOCK);
	assert_int_equal(d.kprobes, TXR_DOC_NO);
	assert_true(d.clock_cheap);
	assert_int_equal(d.defers, TXR_DOC_NO);
	assert_null(finding(&d, "frees-deferred"));
	assert_non_null(finding(&d, "tier-stock"));
	txr_doctor_free(&d);
}

static void tiers(void **state)
{
	struct txr_doctor d;

	(void)state;
	put_events(patched);
	put("/t/kprobe_events", "");
	look(&d);
	assert_int_equal(d.tier, TXR_TIER_PATCHED);
	assert_int_equal(d.kprobes, TXR_DOC_YES);
	assert_null(finding(&d, "tier-stock"));
	txr_doctor_free(&d);
}

/* Stock events, the functions, and the file that takes probes: what is missing? */
static void probe_tier(void **state)
{
	static const char symbols[] = "0000 T __traceiter_kfree_skb\n0000 T napi_consume_skb\n"
				      "0000 T __dev_kfree_skb_irq\n";
	struct txr_doctor d;

	(void)state;
	put("/t/kprobe_events", "");
	put("/proc/kallsyms", symbols);
	look(&d);
	assert_int_equal(d.tier, TXR_TIER_PROBE);
	assert_non_null(strstr(finding(&d, "tier-probe")->text, "no BTF"));
	txr_doctor_free(&d);

	put("/sys/kernel/btf/vmlinux", "x");
	look(&d);
	assert_non_null(strstr(finding(&d, "tier-probe")->remedy, "--xmit-func"));
	assert_null(strstr(finding(&d, "tier-probe")->text, "no BTF"));
	txr_doctor_free(&d);

	put("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	look(&d);
	assert_int_equal(d.tier, TXR_TIER_STOCK);
	assert_non_null(strstr(finding(&d, "tier-stock")->text, "lockdown"));
	txr_doctor_free(&d);

	put("/sys/kernel/security/lockdown", "[none] integrity confidentiality\n");
	put("/proc/kallsyms", "0000 T __traceiter_kfree_skb\n0000 T napi_consume_skb\n");
	look(&d);
	assert_int_equal(d.tier, TXR_TIER_STOCK);
	assert_non_null(strstr(finding(&d, "tier-stock")->text, "functions"));
	txr_doctor_free(&d);
}

static void events_missing(void **state)
{
	struct txr_doctor d;
	char path[256];

	(void)state;
	snprintf(path, sizeof(path), "%s/t/events/net/net_dev_xmit/enable", root);
	unlink(path);
	*strrchr(path, '/') = 0;
	assert_int_equal(rmdir(path), 0);
	look(&d);
	assert_refuses(&d, "events-missing");
	assert_non_null(strstr(finding(&d, "events-missing")->text, "net:net_dev_xmit"));
	assert_false(d.tier_known);
	txr_doctor_free(&d);
}

/* No tracefs to look at: the kernel's symbols tell. */
static void events_from_symbols(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/proc/self/mountinfo", "22 1 0:5 / /sys rw - sysfs sysfs rw\n");
	put("/proc/kallsyms", "0000 T __traceiter_net_dev_start_xmit\n"
	    "0000 T __traceiter_net_dev_xmit\n0000 T __traceiter_consume_skb\n"
	    "0000 T __traceiter_kfree_skb\n0000 t __traceiter_pktgen_start_xmit\t[pktgen]\n"
	    "0000 T register_kprobe\n0000 T napi_consume_skb\n"
	    "0000 T dev_kfree_skb_irq_reason\n0000 T netif_tx_wake_queue\n");
	put("/proc/net/pktgen/pgctrl", "");
	look(&d);
	assert_true(d.tier_known);
	assert_int_equal(d.tier, TXR_TIER_PROBE);	/* root may make probes */
	assert_int_equal(d.kprobes, TXR_DOC_YES);
	assert_int_equal(d.probe_functions, TXR_DOC_YES);
	assert_non_null(finding(&d, "tier-probe"));
	assert_null(finding(&d, "tier-stock"));
	assert_true(d.pktgen_loaded && d.pktgen_companion);
	assert_null(finding(&d, "pktgen-unseen"));
	assert_true(d.can_record);		/* root mounts it for itself */
	assert_int_equal(finding(&d, "tracefs-not-mounted")->level, TXR_DOC_NOTE);
	txr_doctor_free(&d);
}

static void nobody(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/proc/self/status", "Uid:\t65534\t65534\t65534\t65534\nCapEff:\t0000004000000000\n");
	put("/proc/self/mountinfo", "");
	look(&d);
	assert_int_equal(d.uid, 65534);
	assert_false(d.cap_sys_admin);
	assert_true(d.cap_perfmon);
	assert_false(d.cap_bpf);
	assert_refuses(&d, "tracefs-not-mounted");
	assert_non_null(finding(&d, "events-unseen"));
	txr_doctor_free(&d);
	put("/proc/self/mountinfo", "30 22 0:9 / /elsewhere rw - tracefs tracefs rw\n");
	look(&d);
	assert_refuses(&d, "tracefs-refused");
	assert_non_null(strstr(finding(&d, "tracefs-refused")->text, "not readable"));
	txr_doctor_free(&d);
}

static void kernel_refuses(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	look(&d);
	assert_string_equal(d.lockdown, "confidentiality");
	assert_refuses(&d, "lockdown");
	txr_doctor_free(&d);
	put("/sys/kernel/security/lockdown", "none [integrity] confidentiality\n");
	put("/proc/filesystems", "nodev\tsysfs\n");
	put("/proc/self/mountinfo", "");
	look(&d);
	assert_string_equal(d.lockdown, "integrity");
	assert_null(finding(&d, "lockdown"));
	assert_refuses(&d, "no-tracefs");
	txr_doctor_free(&d);
}

static void what_spoils_figures(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/proc/sys/kernel/osrelease", "7.2.13\n");
	put("/proc/sys/kernel/version", "#1 SMP PREEMPT_RT\n");
	put("/proc/net/pktgen/pgctrl", "");
	put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
	put("/t/instances/txring-999999999-5/trace", "");
	look(&d);
	assert_int_equal(d.preempt_rt, TXR_DOC_YES);
	assert_int_equal(d.defers, TXR_DOC_YES);
	assert_non_null(finding(&d, "frees-deferred"));
	assert_non_null(finding(&d, "preempt-rt"));
	assert_non_null(finding(&d, "pktgen-unseen"));
	assert_non_null(finding(&d, "slow-clock"));
	assert_int_equal(d.instances_stale, 1);
	assert_string_equal(d.stale_name, "txring-999999999-5");
	assert_non_null(finding(&d, "stale-instance"));
	assert_true(d.can_record);
	txr_doctor_free(&d);
	put("/proc/sys/net/core/skb_defer_max", "0\n");
	look(&d);
	assert_int_equal(d.defers, TXR_DOC_NO);
	txr_doctor_free(&d);
}

/* One instance of a living process (its start time agrees), one of its pid before. */
static void instances(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/proc/123/stat", "123 (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 777 9\n");
	put("/t/instances/txring-123-777/trace", "");
	put("/t/instances/txring-123-776/trace", "");
	put("/t/instances/other/trace", "");
	look(&d);
	assert_int_equal(d.instances_live, 1);
	assert_int_equal(d.instances_stale, 1);
	assert_string_equal(d.stale_name, "txring-123-776");
	txr_doctor_free(&d);
}

static void pktgen_module(void **state)
{
	struct txr_doctor d;

	(void)state;
	put("/proc/modules", "");
	look(&d);
	assert_int_equal(d.pktgen_module, TXR_DOC_UNKNOWN);
	txr_doctor_free(&d);
	put("/lib/modules/6.12.5-amd64/modules.dep", "kernel/net/core/drop.ko: kernel/pktgen.ko\n");
	look(&d);
	assert_int_equal(d.pktgen_module, TXR_DOC_NO);
	txr_doctor_free(&d);
	put("/lib/modules/6.12.5-amd64/modules.dep", "kernel/net/core/pktgen.ko.xz:\n");
	look(&d);
	assert_int_equal(d.pktgen_module, TXR_DOC_YES);
	assert_false(d.pktgen_loaded);
	txr_doctor_free(&d);
}

/* Nothing there at all: all unknown, nothing crashes. */
static void empty_machine(void **state)
{
	struct txr_doctor d;

	(void)state;
	memset(&d, 0, sizeof(d));
	d.root = "/nonexistent";
	txr_doctor_host(&d);
	assert_int_equal(txr_doctor_trace(&d), 0);
	assert_int_equal(txr_doctor_findings(&d), 0);
	assert_int_equal(d.preempt_rt, TXR_DOC_UNKNOWN);
	assert_int_equal(d.tracefs_known, TXR_DOC_UNKNOWN);
	assert_int_equal(d.defers, TXR_DOC_UNKNOWN);
	assert_int_equal(d.kprobes, TXR_DOC_UNKNOWN);
	assert_int_equal(d.uid, TXR_UNKNOWN);
	assert_false(d.paranoid_known);
	assert_false(d.can_record);
	txr_doctor_free(&d);
	txr_doctor_free(NULL);
}

struct device_case {
	const char *name, *driver, *kind_of_link;
	bool stacked;
	int peer;
	enum txr_tier tier;
	enum txr_doc_tri defers;
	const char *kind;
	enum txr_doc_figures figures;
};

static void devices(void **state)
{
	static const struct device_case cases[] = {
		{ "lo", "", "", 0, -1, TXR_TIER_STOCK, 0, "handover", TXR_FIGURES_NO_RING },
		{ "t", "tun", "tun", 0, -1, TXR_TIER_STOCK, 1, "ring", TXR_FIGURES_EXACT },
		{ "v", "veth", "veth", 0, 1, TXR_TIER_STOCK, 0, "ring", TXR_FIGURES_EXACT },
		{ "v", "veth", "veth", 0, 0, TXR_TIER_STOCK, 0, "handover", TXR_FIGURES_NO_RING },
		{ "v", "veth", "veth", 0, -1, TXR_TIER_STOCK, 0, "unknown",
		  TXR_FIGURES_IF_PROMPT },
		{ "e", "e1000e", "", 0, -1, TXR_TIER_STOCK, 0, "ring", TXR_FIGURES_LATE },
		{ "e", "e1000e", "", 0, -1, TXR_TIER_PATCHED, 0, "ring", TXR_FIGURES_EXACT },
		{ "e", "ixgbe", "", 0, -1, TXR_TIER_STOCK, 0, "ring", TXR_FIGURES_IF_PROMPT },
		{ "e", "ixgbe", "", 0, -1, TXR_TIER_STOCK, 1, "ring", TXR_FIGURES_LATE },
		{ "e", "ixgbe", "", 0, -1, TXR_TIER_PATCHED, 1, "ring", TXR_FIGURES_EXACT },
		{ "d", "dummy", "dummy", 0, -1, TXR_TIER_STOCK, 0, "synchronous",
		  TXR_FIGURES_INVISIBLE },
		{ "b", "bonding", "bond", 1, -1, TXR_TIER_PATCHED, 0, "stacked",
		  TXR_FIGURES_LOWER },
		{ "n", "", "netkit", 0, -1, TXR_TIER_STOCK, 0, "handover", TXR_FIGURES_NO_RING },
		{ "x", "", "", 0, -1, TXR_TIER_STOCK, 0, "unknown", TXR_FIGURES_IF_PROMPT },
	};
	struct txr_device_state s;
	struct txr_doc_device v;
	struct txr_doctor d = { .root = "" };
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct device_case *c = &cases[i];

		txr_device_state_init(&s);
		strcpy(s.name, c->name);
		strcpy(s.driver, c->driver);
		strcpy(s.link_kind, c->kind_of_link);
		s.stacked = c->stacked;
		s.peer_polls = c->peer;
		d.tier = c->tier;
		d.defers = c->defers;
		txr_doctor_device(&d, &s, &v);
		assert_string_equal(v.kind, c->kind);
		assert_int_equal(v.figures, c->figures);
		assert_int_equal(v.bql, TXR_DOC_UNKNOWN);
		assert_non_null(v.why);
	}
}

static void bql_and_xdp(void **state)
{
	struct txr_device_state s;
	struct txr_doc_device v;
	struct txr_doctor d = { .root = "" };

	(void)state;
	txr_device_state_init(&s);
	assert_int_equal(txr_device_set_queues(&s, 2), 0);
	s.queue[1].bql_limit_bytes = 0;
	txr_doctor_device(&d, &s, &v);
	assert_int_equal(v.bql, TXR_DOC_NO);
	assert_false(v.xdp_unseen);
	s.queue[0].bql_limit_bytes = 3000;
	strcpy(s.xdp_mode, "native");
	txr_doctor_device(&d, &s, &v);
	assert_int_equal(v.bql, TXR_DOC_YES);
	assert_true(v.xdp_unseen);
	free(s.queue);
}

static void whole_look_here(void **state)
{
	struct txr_err err = { 0 };
	struct txr_doctor d;

	(void)state;
	assert_int_equal(txr_doctor_take(&d, root, "lo", false, &err), 0);
	assert_int_equal(d.nr_devices, 1);
	assert_string_equal(d.devices[0].state->name, "lo");
	txr_doctor_free(&d);
	assert_int_equal(txr_doctor_take(&d, root, "none-such*", true, &err), -ENODEV);
	assert_non_null(strstr(err.text, "none-such*"));
	txr_doctor_free(&d);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(healthy), TEST(tiers), TEST(probe_tier), TEST(events_missing), TEST(events_from_symbols),
		TEST(nobody), TEST(kernel_refuses), TEST(what_spoils_figures), TEST(instances),
		TEST(pktgen_module), TEST(empty_machine), TEST(devices), TEST(bql_and_xdp),
		TEST(whole_look_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
