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

/* The last end of a record that leaves room bytes before the present end. */
static int give_way(struct txr_perfrec *r, size_t room, uint64_t *samples)
{
	struct txr_sink *k = &r->sink;
	uint64_t at = r->data_at, end = k->at;
	uint8_t *map = mmap(NULL, end, PROT_READ, MAP_SHARED, k->fd, 0);

	*samples = 0;
	if (map == MAP_FAILED)
		return -errno;
	while (at + 8 <= end) {
		struct perf_event_header h;

		memcpy(&h, map + at, sizeof(h));
		if (h.size < 8 || at + h.size > end)
			break;
		if (at + h.size + room > end) {
			k->at = *samples ? k->at : at;
			*samples += h.type == PERF_RECORD_SAMPLE;
		}
		at += h.size;
	}
	munmap(map, end);
	return 0;
}

/* Where the records end, the table of features. On a full disk it takes their place. */
static int put_table(struct txr_perfrec *r, uint64_t *end)
{
	struct txr_buf table = { 0 };
	struct txr_err err = { 0 };
	uint64_t samples;
	int ret = txr_perfdata_table(&table, &r->data, r->meta_room, &err);

	if (!ret)
		ret = write_at(r->sink.fd, &table, r->sink.at);
	if (ret == -ENOSPC || ret == -EDQUOT || ret == -EFBIG) {
		ret = give_way(r, table.len, &samples);
		r->sink.left_out += samples;
		if (!ret)
			ret = write_at(r->sink.fd, &table, r->sink.at);
	}
	*end = r->sink.at + table.len;
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
			txr_outfile_failed(err, -ret, r->cfg.output);
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

static int end_file(struct txr_perfrec *r, struct txr_record_result *res, struct txr_err *err)
{
	uint64_t end;
	int ret;

	ret = put_table(r, &end);
	if (ret)
		return txr_outfile_failed(err, -ret, r->cfg.output);
	ret = put_front(r, err);
	if (ret)
		return ret;
	if (ftruncate(r->sink.fd, end))	/* the reserve */
		return txr_outfile_failed(err, errno, r->cfg.output);
	ret = txr_outfile_commit(&r->out, &res->kept_old, err);
	if (!ret)
		res->file_bytes = end;
	return ret;
}

static int end_pipe(struct txr_perfrec *r, struct txr_record_result *res)
{
	struct txr_buf b = { 0 };

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
		for (c = 0; c < r->reader[i].rings; c++) {
			const struct txr_ring *g = &r->reader[i].ring[c];

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
	char *json;
	int ret;

	memset(res, 0, sizeof(*res));
	if (!r->stopped)
		return txr_fail(err, EINVAL, "%s: nothing was recorded; start first",
				r->cfg.output);
	note_times(r);
	json = final_meta(r, err);
	r->data.meta = json;
	ret = r->sink.pipe ? end_pipe(r, res) : end_file(r, res, err);
	r->data.meta = NULL;
	free(json);
	res->events_left_out = r->sink.left_out;
	res->cut = atomic_load(&r->sink.error) != 0 || res->events_left_out;
	if (res->cut && r->sink.failed_ns && r->off_ns > r->sink.failed_ns)
		res->cut_ns_before_end = r->off_ns - r->sink.failed_ns;
	if (!ret && err && err->code)
		return -err->code;
	return ret;
}
