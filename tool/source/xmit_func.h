/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xmit_func.h - starts and results by probes on a driver's own xmit function.
 *
 * Such a probe fires for every packet that the driver is given. For one that came
 * through the stack net:net_dev_start_xmit was there just before, on the same CPU
 * and with the same skb (xmit_one(), net/core/dev.c): that is the same start, and
 * net:net_dev_xmit will be its result. For one that went past the stack (pktgen,
 * PACKET_QDISC_BYPASS, ...) the probe is the start, and the function's return, which
 * names no packet, is the result of the innermost one on its CPU.
 */
#ifndef TXRING_XMIT_FUNC_H
#define TXRING_XMIT_FUNC_H

#include "txring/event.h"

struct txr_xmit_func;

struct txr_xmit_func *txr_xmit_func_new(void);
void txr_xmit_func_free(struct txr_xmit_func *x);	/* accepts NULL */

/*
 * Take out of ev[0..n-1] (a merged stream, in order) what is there twice, and fill
 * in the results. Returns how many are left, or -ENOMEM. What ev[] points to then is
 * valid until the next call, and as long as it was before.
 */
int txr_xmit_func_run(struct txr_xmit_func *x, const struct txr_event **ev, int n);

#endif
