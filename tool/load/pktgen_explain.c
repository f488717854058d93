// SPDX-License-Identifier: GPL-2.0-only
/*
 * pktgen_explain.c - pktgen's refusals in words.
 *
 * It refuses by the errno of the write, or takes the write and tells of an error
 * in Result, or takes another value than the one that was given. Before 6.13 "not
 * supported" is ENOTSUPP, a number of the kernel's own that libc does not know.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "pktgen.h"

#ifndef ENOTSUPP
#define ENOTSUPP 524
#endif

static bool is_word(const char *command, const char *word)
{
	size_t len = strlen(word);

	return !strncmp(command, word, len) && (command[len] == ' ' || !command[len]);
}

static bool unsupported(int code)
{
	return code == ENOTSUPP || code == EOPNOTSUPP;
}

static const char *text_of(int code)
{
	return code == ENOTSUPP ? "Operation not supported" : strerror(code);
}

/* ENODEV, EINVAL, ENETDOWN, EBUSY of pktgen_add_device() and pktgen_setup_dev(). */
static int explain_add(const struct txr_pktgen_config *c, int code, struct txr_err *err)
{
	switch (code) {
	case ENODEV:
		return txr_fail(err, code, "-d %s: no such device in this network namespace; "
				"see `ip link`, or run in the other one with `ip netns exec`",
				c->dev);
	case ENETDOWN:
		return txr_fail(err, code, "-d %s: the device is down; ip link set %s up",
				c->dev, c->dev);
	case EBUSY:
		return txr_fail(err, code, "-d %s: pktgen uses it already; echo reset > "
				"/proc/net/pktgen/pgctrl if nobody needs it", c->dev);
	case EINVAL:
		return txr_fail(err, code, "-d %s: pktgen takes Ethernet and loopback devices "
				"only; give another device", c->dev);
	}
	return txr_fail(err, code, "-d %s: pktgen cannot take it: %s; see dmesg", c->dev,
			text_of(code));
}

static int explain_shared(const struct txr_pktgen_config *c, const char *command, int code,
			  struct txr_err *err)
{
	const char *name = is_word(command, "burst") ? "burst" : "clone-skb";

	if (c->mode == TXR_XMIT_RECEIVE)
		return txr_fail(err, code, "--xmit-mode netif_receive and --%s: the stack keeps "
				"each packet; %s", name, is_word(command, "burst") ?
				"give a kernel of 4.2 or later" : "give --burst");
	if (c->mode == TXR_XMIT_QUEUE)
		return txr_fail(err, code, "--xmit-mode queue_xmit and --%s: a queued packet "
				"cannot be sent again; leave it away", name);
	return txr_fail(err, code, "--%s on %s: its driver changes the packets it sends, so that "
			"one cannot be sent again (no skb sharing); give --skb-burst, or leave "
			"it away", name, c->dev);
}

static int explain_skb_burst(const char *result, int code, struct txr_err *err)
{
	if (strstr(result, "No such parameter"))
		return txr_fail(err, code, "--skb-burst: this pktgen has none; load the "
				"companion of kernel-patches/pktgen-module (rmmod pktgen; insmod "
				"pktgen.ko)");
	if (unsupported(code))
		return txr_fail(err, code, "--skb-burst and --xmit-mode: it gives its packets "
				"straight to the driver; leave --xmit-mode away");
	return txr_fail(err, code, "--skb-burst: refused, %s; give 1 to 1024, and no --burst or "
			"--clone-skb", text_of(code));
}

static int explain_code(const struct txr_pktgen_config *c, const char *command, int code,
			const char *result, struct txr_err *err)
{
	if (code == EPERM || code == EACCES)
		return txr_fail(err, code, "pktgen: %s; be root, with CAP_NET_ADMIN",
				strerror(code));
	if (is_word(command, "add_device"))
		return explain_add(c, code, err);
	if (is_word(command, "skb_burst"))
		return explain_skb_burst(result, code, err);
	if ((is_word(command, "burst") || is_word(command, "clone_skb")) && unsupported(code))
		return explain_shared(c, command, code, err);
	if (is_word(command, "xmit_mode") && unsupported(code))
		return txr_fail(err, code, "--xmit-mode %s: it excludes what was set before; "
				"leave --clone-skb and --skb-burst away",
				txr_xmit_mode_name(c->mode));
	if (strstr(result, "No such parameter"))
		return txr_fail(err, code, "pktgen: '%s': this kernel's pktgen does not know it; "
				"leave that option away", command);
	return txr_fail(err, code, "pktgen: '%s' refused: %s; see dmesg", command,
			text_of(code));
}

/* "OK: burst=32" confirms; a number that differs was clamped by pktgen. */
static int check_value(const char *command, const char *result, struct txr_err *err)
{
	const char *given = strchr(command, ' '), *got = strchr(result, '=');
	size_t len;

	if (!given || !got)
		return 0;
	given++;
	got++;
	len = strspn(given, "0123456789");
	if (!len || given[len])
		return 0;	/* no number: flags, addresses */
	if (strspn(got, "0123456789") == len && !strncmp(given, got, len))
		return 0;
	return txr_fail(err, ERANGE, "pktgen: '%s' was taken as %s; give a value in pktgen's range",
			command, got);
}

int txr_pktgen_explain(const struct txr_pktgen_config *c, const char *command, int code,
		       const char *result, struct txr_err *err)
{
	char line[128];

	if (code)
		return explain_code(c, command, code, result, err);
	if (!strncmp(result, "OK:", 3))
		return check_value(command, result, err);
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(result, "\n"), result);
	if (is_word(command, "xmit_mode"))
		return txr_fail(err, EINVAL, "--xmit-mode %s: this kernel's pktgen has no such "
				"mode (queue_xmit came with 4.8); leave it away",
				txr_xmit_mode_name(c->mode));
	if (is_word(command, "node"))
		return txr_fail(err, EINVAL, "--node %d: no such NUMA node; see "
				"/sys/devices/system/node", c->node);
	return txr_fail(err, EINVAL, "pktgen: '%s' refused: %s", command, line);
}
