// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_sink.c - one stream of records from all readers.
 *
 * A round mark promises that what follows it is not older than what was there
 * one mark before (perf's ordered_events__flush()). So it is written when every
 * reader has emptied its rings once since the last mark; what the quicker ones
 * add meanwhile is newer than that and does no harm.
 */
#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "perfrec_impl.h"
#include "sys/clock.h"

int txr_sink_init(struct txr_sink *k, int fd, bool pipe)
{
	k->fd = fd;
	k->pipe = pipe;
	pthread_mutex_init(&k->lock, NULL);
	k->event_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	return k->event_fd < 0 ? -errno : 0;
}

void txr_sink_free(struct txr_sink *k)
{
	if (k->event_fd >= 0)
		close(k->event_fd);
	k->event_fd = -1;
}

static void fail(struct txr_sink *k, int error)
{
	uint64_t one = 1;

	k->failed_ns = txr_mono_ns();
	atomic_store(&k->error, error);
	while (write(k->event_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static size_t length(const struct iovec *iov, int n)
{
	size_t len = 0;

	while (n--)
		len += iov[n].iov_len;
	return len;
}

/* Write on behind done bytes of iov[]: bytes, or -errno. */
static ssize_t write_some(const struct txr_sink *k, const struct iovec *iov, int n, size_t done)
{
	size_t skip = done;
	ssize_t ret;

	while (n && skip >= iov->iov_len) {
		skip -= iov->iov_len;
		iov++;
		n--;
	}
	do {
		const uint8_t *p = (const uint8_t *)iov->iov_base + skip;

		ret = k->pipe ? write(k->fd, p, iov->iov_len - skip) :
				pwrite(k->fd, p, iov->iov_len - skip, k->at + done);
	} while (ret < 0 && errno == EINTR);
	return ret < 0 ? -errno : ret ? ret : -EIO;
}

/* n bytes of iov[] from at on: a header may be parted by the ring's end. */
static void peek(const struct iovec *iov, size_t at, void *to, size_t n)
{
	for (; n; n--, at++) {
		const struct iovec *v = iov;
		size_t off = at;

		while (off >= v->iov_len)
			off -= v++->iov_len;
		*(uint8_t *)to = ((const uint8_t *)v->iov_base)[off];
		to = (uint8_t *)to + 1;
	}
}

/* How many of the first len bytes are whole records; *samples: samples among them. */
static size_t whole(const struct iovec *iov, size_t len, uint64_t *samples)
{
	size_t at = 0;

	*samples = 0;
	while (at + 8 <= len) {
		struct perf_event_header h;

		peek(iov, at, &h, sizeof(h));
		if (h.size < 8 || at + h.size > len)
			break;
		*samples += h.type == PERF_RECORD_SAMPLE;
		at += h.size;
	}
	return at;
}

static uint64_t put(struct txr_sink *k, const struct iovec *iov, int n, uint64_t samples)
{
	size_t len = length(iov, n), done = 0;
	uint64_t kept;
	ssize_t ret = 0;

	if (atomic_load(&k->error))
		return samples;
	while (done < len) {
		ret = write_some(k, iov, n, done);
		if (ret < 0)
			break;
		done += ret;
	}
	k->dirty = true;
	if (ret >= 0) {
		k->at += len;
		return 0;
	}
	fail(k, ret);
	k->at += whole(iov, done, &kept);
	return samples - kept;
}

uint64_t txr_sink_put(struct txr_sink *k, const struct iovec *iov, int n, uint64_t samples)
{
	uint64_t left_out;

	pthread_mutex_lock(&k->lock);
	left_out = put(k, iov, n, samples);
	pthread_mutex_unlock(&k->lock);
	return left_out;
}

void txr_sink_put_buf(struct txr_sink *k, struct txr_buf *b)
{
	struct iovec iov = { b->data, b->len };

	if (b->len)
		txr_sink_put(k, &iov, 1, 0);
	b->len = 0;
}

void txr_sink_join(struct txr_sink *k, uint64_t *last)
{
	pthread_mutex_lock(&k->lock);
	k->readers++;
	*last = 0;
	pthread_mutex_unlock(&k->lock);
}

void txr_sink_leave(struct txr_sink *k, uint64_t *last)
{
	pthread_mutex_lock(&k->lock);
	k->readers--;
	if (*last == atomic_load(&k->round) + 1)
		k->done--;
	pthread_mutex_unlock(&k->lock);
}

void txr_sink_done(struct txr_sink *k, uint64_t round, uint64_t *last)
{
	static const struct perf_event_header mark = { .type = 68, .size = sizeof(mark) };
	struct iovec iov = { (void *)&mark, sizeof(mark) };

	pthread_mutex_lock(&k->lock);
	if (round == atomic_load(&k->round) && *last != round + 1) {
		*last = round + 1;
		k->done++;
	}
	if (k->done == k->readers) {
		k->done = 0;
		atomic_fetch_add(&k->round, 1);
		if (k->dirty)
			put(k, &iov, 1, 0);
		k->dirty = false;
	}
	pthread_mutex_unlock(&k->lock);
}
