// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_probe.c - make and remove the probes of the probe tier. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tracefs_instance.h"
#include "tracefs_probe.h"
#include "tracefs_probe_def.h"

#define KALLSYMS	"/proc/kallsyms"
#define BTF_VMLINUX	"/sys/kernel/btf/vmlinux"

bool txr_probe_group_parse(const char *group, int *pid, uint64_t *start_time)
{
	int end = 0;

	if (sscanf(group, "txring_%9d_%20" SCNu64 "%n", pid, start_time, &end) != 2)
		return false;
	return !group[end] && *pid > 0 && group[7] != '+';
}

/* One command; the file is never truncated, which would remove everybody's. */
static int command(const struct txr_tracefs *t, const char *file, const char *line)
{
	int ret = 0, fd = openat(t->fd, file, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (write(fd, line, strlen(line)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

/* dynamic_events takes fprobes too. NULL: this kernel makes no probes. */
static const char *definitions_file(const struct txr_tracefs *t)
{
	if (!txr_tfs_exists(t->fd, "kprobe_events"))
		return NULL;
	return txr_tfs_exists(t->fd, "dynamic_events") ? "dynamic_events" : "kprobe_events";
}

static bool readme_says(const struct txr_tracefs *t, const char *word)
{
	char *text = txr_tfs_read(t->fd, "README", NULL);
	bool says = text && strstr(text, word);

	free(text);
	return says;
}

static int refused(struct txr_err *err, int code, const char *what)
{
	char text[160];

	snprintf(text, sizeof(text), "tier probe: probe on %s", what);
	if (code == EINVAL || code == ENOENT || code == EADDRNOTAVAIL)
		return txr_fail(err, code, "%s: the kernel refused it (%s); see error_log in "
				"tracefs, or use --tier stock", text, strerror(code));
	return txr_tfs_refused(err, code, text);
}

static int define(struct txr_probes *p, const char *name, const char *line, const char *what,
		  struct txr_err *err)
{
	int ret = command(p->tfs, p->file, line);

	if (ret)
		return err ? refused(err, -ret, what) : ret;
	snprintf(p->probe[p->count++].name, sizeof(p->probe->name), "%s", name);
	p->made = true;
	return 0;
}

/* The function itself, once: else what is probed may not be what is called. */
static int check_symbol(const char *module, const char *name, struct txr_symbol *s,
			struct txr_err *err)
{
	int ret = txr_symbol_find(s, KALLSYMS, module, name);

	if (ret)
		return txr_fail(err, -ret, KALLSYMS ": %s; is /proc mounted?", strerror(-ret));
	if (!s->count)
		return txr_fail(err, ENOENT, "tier probe: %s%s%s: this kernel has no function of "
				"that name; check it in " KALLSYMS ", is its module loaded?",
				module ? module : "", module && *module ? ":" : "", name);
	if (s->count > 1)
		return txr_fail(err, EINVAL, "tier probe: %s: %u functions have that name; give "
				"MODULE:SYMBOL", name, s->count);
	return 0;
}

/* By fprobe, else by kprobe: a kprobe misses what comes while another one runs. */
static int define_either(struct txr_probes *p, const char *name, char f[TXR_PROBE_LINE],
			 const char *symbol, struct txr_err *err)
{
	if (p->fprobes && !define(p, name, f, symbol, NULL))
		return 0;
	f[0] = 'p';
	return define(p, name, f, symbol, err);
}

static int make_releases(struct txr_probes *p, struct txr_err *err)
{
	const char *irq = "dev_kfree_skb_irq_reason";
	char line[TXR_PROBE_LINE];
	struct txr_symbol s;
	int ret = txr_symbol_find(&s, KALLSYMS, "", irq);

	if (ret || !s.count)
		irq = "__dev_kfree_skb_irq";	/* until 6.4 */
	ret = check_symbol(NULL, irq, &s, err);
	if (!ret)
		ret = check_symbol(NULL, "napi_consume_skb", &s, err);
	if (ret)
		return ret;
	txr_def_irq(line, "f", p->group, irq);
	ret = define_either(p, "dev_kfree_skb_irq", line, irq, err);
	if (ret)
		return ret;
	txr_def_napi(line, "f", p->group);
	return define_either(p, "napi_consume_skb", line, "napi_consume_skb", err);
}

/* The recording is worth as much without it, but for the stops. */
static void make_wake(struct txr_probes *p, const struct txr_probe_layout *l)
{
	char line[TXR_PROBE_LINE];
	struct txr_symbol s;

	p->no_wake = true;
	if (!l || txr_symbol_find(&s, KALLSYMS, "", "netif_tx_wake_queue") || s.count != 1)
		return;
	txr_def_wake(line, "f", p->group, l);
	p->no_wake = define_either(p, "netif_tx_wake_queue", line, "netif_tx_wake_queue",
				   NULL) != 0;
}

static int make_xmit(struct txr_probes *p, const char *arg, unsigned int nr,
		     const struct txr_probe_layout *l, struct txr_err *err)
{
	const char *colon = strchr(arg, ':'), *symbol = colon ? colon + 1 : arg;
	char line[TXR_PROBE_LINE], module[64], place[160], name[40];
	struct txr_symbol s;
	int ret;

	snprintf(module, sizeof(module), "%.*s", colon ? (int)(colon - arg) : 0, arg);
	if (!*symbol || strlen(symbol) > 80 || strspn(symbol, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") != strlen(symbol))
		return txr_fail(err, EINVAL, "--xmit-func %s: no name of a function; give "
				"MODULE:SYMBOL, such as e1000e:e1000_xmit_frame", arg);
	ret = check_symbol(module, symbol, &s, err);
	if (ret)
		return ret;
	snprintf(place, sizeof(place), "%s%s%s", s.module, *s.module ? ":" : "", symbol);
	snprintf(name, sizeof(name), "xmit%u_return", nr);
	txr_def_xmit_return(line, p->group, name, place);
	ret = define(p, name, line, place, err);
	if (ret)
		return ret;
	snprintf(name, sizeof(name), "xmit%u", nr);
	txr_def_xmit(line, p->group, name, place, l);
	return define(p, name, line, place, err);
}

static int make_xmits(struct txr_probes *p, const char *const *xmit, size_t nr,
		      const struct txr_probe_layout *l, struct txr_err *err)
{
	size_t i;
	int ret = 0;

	if (nr && !l)
		return txr_fail(err, ENOENT, "--xmit-func: " BTF_VMLINUX " does not tell where "
				"this kernel keeps a packet's fields; use one with "
				"CONFIG_DEBUG_INFO_BTF");
	if (nr > TXR_XMIT_FUNCS_MAX)
		return txr_fail(err, E2BIG, "--xmit-func: given %zu times; at most %d", nr,
				TXR_XMIT_FUNCS_MAX);
	for (i = 0; i < nr && !ret; i++)
		ret = make_xmit(p, xmit[i], i, l, err);
	return ret;
}

static int make_all(struct txr_probes *p, const char *const *xmit, size_t nr,
		    struct txr_err *err)
{
	struct txr_probe_layout layout;
	struct txr_btf *btf = NULL;
	bool known = !txr_btf_load(&btf, BTF_VMLINUX) && txr_probe_layout(&layout, btf);
	int ret;

	txr_btf_free(btf);
	ret = make_releases(p, err);
	if (!ret)
		ret = make_xmits(p, xmit, nr, known ? &layout : NULL, err);
	if (!ret)
		make_wake(p, known ? &layout : NULL);
	return ret;
}

/* "  EVENT  HITS  MISSES" (probes_profile_seq_show, trace_kprobe.c). */
static uint64_t missed_of(const char *profile, const char *name)
{
	const char *line = profile;
	uint64_t hits, misses, n = 0;
	char seen[128];

	while (line && *line) {
		if (sscanf(line, " %127s %" SCNu64 " %" SCNu64, seen, &hits, &misses) == 3 &&
		    !strcmp(seen, name))
			n += misses;
		line = strchr(line, '\n');
		line += line != NULL;
	}
	return n;
}

static struct txr_missed all_missed(const struct txr_probes *p)
{
	char *profile = txr_tfs_read(p->tfs->fd, "kprobe_profile", NULL);
	struct txr_missed m = { 0 };
	size_t i;

	for (i = 0; profile && i < p->count; i++) {
		const char *name = p->probe[i].name;

		if (strncmp(name, "xmit", 4))
			m.releases += missed_of(profile, name);
		else if (!strstr(name, "_return"))
			m.starts += missed_of(profile, name);
	}
	free(profile);
	return m;
}

static uint64_t since(uint64_t before, uint64_t now)
{
	return now > before ? now - before : 0;
}

struct txr_missed txr_probes_missed(const struct txr_probes *p)
{
	struct txr_missed m = { 0 };

	if (!p->made)
		return m;
	m = all_missed(p);
	m.starts = since(p->missed_before.starts, m.starts);
	m.releases = since(p->missed_before.releases, m.releases);
	return m;
}

int txr_probes_make(struct txr_probes *p, const struct txr_tracefs *tfs,
		    const char *const *xmit, size_t nr_xmit, struct txr_err *err)
{
	int ret;

	memset(p, 0, sizeof(*p));
	p->tfs = tfs;
	p->file = definitions_file(tfs);
	if (!p->file)
		return txr_fail(err, ENOENT, "tier probe: this kernel makes no kprobe events; use "
				"one with CONFIG_KPROBE_EVENTS, or --tier stock");
	if (!readme_says(tfs, "$arg<N>"))
		return txr_fail(err, ENOTSUP, "tier probe: this kernel's probes know no function "
				"arguments ($argN); use Linux 4.20 or later on a machine that has "
				"them, or --tier stock");
	p->fprobes = !strcmp(p->file, "dynamic_events") && readme_says(tfs, "f[:[<group>/]");
	snprintf(p->group, sizeof(p->group), "txring_%d_%" PRIu64, (int)getpid(),
		 txr_process_start_time(getpid()));
	ret = make_all(p, xmit, nr_xmit, err);
	if (ret)
		txr_probes_remove(p);
	else
		p->missed_before = all_missed(p);
	return ret;
}

static int remove_one(const struct txr_tracefs *t, const char *file, const char *group,
		      const char *name)
{
	char line[160];

	snprintf(line, sizeof(line), "-:%s/%s", group, name);
	return command(t, file, line);
}

void txr_probes_remove(struct txr_probes *p)
{
	while (p->made && p->count)
		remove_one(p->tfs, p->file, p->group, p->probe[--p->count].name);
	p->made = false;
}


/* "p:GROUP/EVENT place args", "r64:GROUP/EVENT ...": one line a probe. */
static bool stale_line(char *line, char group[64], char name[64])
{
	uint64_t start;
	int pid;

	if (sscanf(line, "%*[a-z0-9]:%63[^/]/%63s", group, name) != 2)
		return false;
	return txr_probe_group_parse(group, &pid, &start) &&
	       txr_process_start_time(pid) != start;
}

int txr_probes_remove_stale(const struct txr_tracefs *t)
{
	const char *file = definitions_file(t);
	char *text = file ? txr_tfs_read(t->fd, file, NULL) : NULL;
	char *line, *at = text, group[64], name[64];
	int removed = 0;

	if (!text)
		return file ? -errno : 0;
	/* One that is in use is refused (EBUSY): a run in another pid namespace. */
	while ((line = strsep(&at, "\n")))
		if (stale_line(line, group, name) && !remove_one(t, file, group, name))
			removed++;
	free(text);
	return removed;
}
