// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_lane.c - one CPU of a trace.dat: its pages for lane.c. */
#include "tracedat_impl.h"

static int turn(struct txr_lane *lane, struct txr_err *err)
{
	struct td_lane *l = (struct td_lane *)lane;	/* its first member */
	int ret = td_stream_next(&l->st, &lane->page, err);

	lane->cut = l->st.truncated;
	if (ret)
		return ret;
	if (l->st.truncated) {
		lane->s->info.truncated = true;
		txr_lane_note_gap(lane, 0);
	}
	td_stream_free(&l->st);
	return 0;
}

void td_lane_init(struct td_lane *l, struct td_file *f, const struct td_buffer *b,
		  const struct td_cpu *cpu)
{
	l->lane.s = f->s;
	l->lane.clock = f->tsc;
	l->lane.big_endian = f->big_endian;
	l->lane.cpu = (uint16_t)cpu->cpu;	/* below TD_MAX_CPUS */
	l->lane.turn = turn;
	td_stream_init(&l->st, f, b, cpu);
	l->lane.cut = l->st.truncated;
}
