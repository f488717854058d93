// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_end.c - the file ended, also on a disk that is full. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "perfrec_impl.h"

static int write_at(int fd, const struct txr_buf *b, uint64_t at)
{
	size_t done = 0;
	ssize_t n;

	while (done < b->len) {
		n = pwrite(fd, b->data + done, b->len - done, at + done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EIO;
		done += n;
	}
	return 0;
}

static struct txr_ring *ring_of(struct txr_perfrec *r, uint32_t cpu)
{
	unsigned int i, c;

	for (i = 0; i < r->readers; i++)
		for (c = 0; c < r->reader[i]->rings; c++)
			if (r->reader[i]->ring[c].cpu == cpu)
				return &r->reader[i]->ring[c];
	return NULL;
}

/* A sample is taken back: its CPU is behind what TXR_PERF_SAMPLE puts ahead of it. */
static void leave_out(struct txr_perfrec *r, const uint8_t *record)
{
	struct perf_event_header h;
	struct txr_ring *g;
	uint32_t cpu;

	memcpy(&h, record, sizeof(h));
	if (h.type != PERF_RECORD_SAMPLE)
		return;
	memcpy(&cpu, record + 32, sizeof(cpu));
	g = ring_of(r, cpu);
	if (g)
		g->left_out++;
}

/* End the records where room bytes are left before their present end. */
static int give_way(struct txr_perfrec *r, size_t room)
{
	struct txr_sink *k = &r->sink;
	uint64_t at = r->data_at, end = k->at;
	uint8_t *map = mmap(NULL, end, PROT_READ, MAP_SHARED, k->fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	while (at + 8 <= end) {
		struct perf_event_header h;

		memcpy(&h, map + at, sizeof(h));
		if (h.size < 8 || at + h.size > end)
			break;
		if (at + h.size + room > end) {
			if (k->at == end)
				k->at = at;
			leave_out(r, map + at);
		}
		at += h.size;
	}
	munmap(map, end);
	return 0;
}

static uint64_t left_out(struct txr_perfrec *r)
{
	uint64_t n = 0;
	unsigned int i, c;

	for (i = 0; i < r->readers; i++)
		for (c = 0; c < r->reader[i]->rings; c++)
			n += r->reader[i]->ring[c].left_out;
	return n;
}

/* CPUs end at different moments then: what is not there is told as lost. */
static void put_left_out(struct txr_perfrec *r, struct txr_buf *b)
{
	unsigned int i, c;

	for (i = 0; i < r->readers; i++) {
		for (c = 0; c < r->reader[i]->rings; c++) {
			struct txr_ring *g = &r->reader[i]->ring[c];
			struct txr_perf_tail t = { .cpu = g->cpu, .time_ns = g->last_ns,
						   .id = r->ev[0].id[0] };

			if (g->left_out)
				txr_perf_lost(b, g->left_out, &t);
		}
	}
}

static bool no_space(int ret)
{
	return ret == -ENOSPC || ret == -EDQUOT || ret == -EFBIG;
}

/*
 * What is told of the end, and the table of features. On a full disk they take the
 * place of the last records.
 */
static int put_end(struct txr_perfrec *r, uint64_t *end)
{
	struct txr_buf records = { 0 }, table = { 0 };
	struct txr_err err = { 0 };
	int ret = txr_perfdata_table(&table, &r->data, r->meta_room, &err);
	/* one LOST for each ring, of 56 bytes */
	size_t room = table.len + 56 * ((size_t)r->cpus + r->lost_cpus);

	if (!ret && atomic_load(&r->sink.error))
		ret = give_way(r, room);
	put_left_out(r, &records);
	if (!ret)
		ret = write_at(r->sink.fd, &records, r->sink.at);
	if (!ret)
		ret = write_at(r->sink.fd, &table, r->sink.at + records.len);
	if (no_space(ret) && !atomic_load(&r->sink.error)) {
		/* full just now: once more, as for a disk that was full before */
		atomic_store(&r->sink.error, ret);
		txr_buf_free(&records);
		txr_buf_free(&table);
		return put_end(r, end);
	}
	r->sink.at += records.len;
	*end = r->sink.at + table.len;
	txr_buf_free(&records);
	txr_buf_free(&table);
	return ret;
}

static int put_front(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_buf b = { 0 };
	int ret = txr_perfdata_front(&b, &r->data, r->meta_room, r->sink.at - r->data_at, err);

	if (!ret) {
		ret = write_at(r->sink.fd, &b, 0);
		if (ret)
			txr_perfrec_failed(r, -ret, err);
	}
	txr_buf_free(&b);
	return ret;
}

/* JSON for the room there is: with the last snapshot, or, should many devices have
 * come, without it. */
static char *final_meta(struct txr_perfrec *r, struct txr_err *err)
{
	char *json = txr_meta_to_json(&r->meta);

	if (json && !r->sink.pipe && strlen(json) > r->meta_room) {
		free(json);
		txr_snapshot_free(&r->meta.end);
		memset(&r->meta.end, 0, sizeof(r->meta.end));
		json = txr_meta_to_json(&r->meta);
		if (json)
			txr_fail(err, E2BIG, "state of the devices at the end: longer than its room "
				 "in the file, left out; record anew for it");
	}
	if (!json)
		txr_fail(err, ENOMEM, "state of the devices: out of memory; free some");
	return json;
}

static void note_cut(struct txr_perfrec *r, struct txr_record_result *res)
{
	res->events_left_out = left_out(r);
	res->cut = atomic_load(&r->sink.error) != 0 || res->events_left_out;
	if (!res->cut)
		return;
	if (r->sink.failed_ns && r->off_ns > r->sink.failed_ns)
		res->cut_ns_before_end = r->off_ns - r->sink.failed_ns;
	r->meta.cut_ns = res->cut_ns_before_end ? res->cut_ns_before_end : 1;
}

static int end_file(struct txr_perfrec *r, struct txr_record_result *res, char **json,
		    struct txr_err *err)
{
	uint64_t end;
	int ret;

	ret = put_end(r, &end);
	note_cut(r, res);
	if (ret)
		return txr_perfrec_failed(r, -ret, err);
	r->data.meta = *json = final_meta(r, err);
	ret = put_front(r, err);
	if (ret)
		return ret;
	if (ftruncate(r->sink.fd, end))	/* the reserve */
		return txr_perfrec_failed(r, errno, err);
	ret = txr_outfile_commit(&r->out, &res->kept_old, err);
	if (!ret)
		res->file_bytes = end;
	return ret;
}

static int end_pipe(struct txr_perfrec *r, struct txr_record_result *res, char **json,
		    struct txr_err *err)
{
	struct txr_buf b = { 0 };

	note_cut(r, res);
	r->data.meta = *json = final_meta(r, err);
	/* without it after the last sample, a pipe counts as cut off */
	if (!atomic_load(&r->sink.error))
		txr_perf_round(&b);
	if (r->data.meta && !atomic_load(&r->sink.error))
		txr_perf_meta(&b, r->data.meta, r->ev[0].id[0]);
	txr_sink_put_buf(&r->sink, &b);
	txr_buf_free(&b);
	res->file_bytes = r->sink.at;
	return 0;
}

static void note_times(struct txr_perfrec *r)
{
	unsigned int i, c;

	for (i = 0; i < r->readers; i++) {
		for (c = 0; c < r->reader[i]->rings; c++) {
			const struct txr_ring *g = &r->reader[i]->ring[c];

			if (!g->first_ns)
				continue;
			if (!r->data.first_ns || g->first_ns < r->data.first_ns)
				r->data.first_ns = g->first_ns;
			if (g->last_ns > r->data.last_ns)
				r->data.last_ns = g->last_ns;
		}
	}
}

int txr_perfrec_write(struct txr_perfrec *r, struct txr_record_result *res,
		      struct txr_err *err)
{
	char *json = NULL;
	int ret;

	memset(res, 0, sizeof(*res));
	if (!r->stopped)
		return txr_fail(err, EINVAL, "%s: nothing was recorded; start first",
				r->cfg.output);
	note_times(r);
	ret = (r->sink.pipe ? end_pipe : end_file)(r, res, &json, err);
	r->data.meta = NULL;
	free(json);
	if (!ret && err && err->code)
		return -err->code;
	return ret;
}
