// SPDX-License-Identifier: GPL-2.0-only
/* udp_ask.c - a sender asks what the sink received of its run. */
#include <endian.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "udp_ask.h"

#define QUESTION	0x74787271u	/* "txrq" */
#define ANSWER		0x74787261u	/* "txra" */
#define TRIES		5
#define WAIT_MS		200

void txr_question_pack(struct txr_udp_question_wire *q, uint32_t run)
{
	*q = (struct txr_udp_question_wire){ htobe32(QUESTION), htobe32(run), { 0 } };
}

bool txr_question_unpack(const void *d, size_t bytes, uint32_t *run)
{
	struct txr_udp_question_wire q;

	if (bytes != sizeof(q))
		return false;
	memcpy(&q, d, sizeof(q));
	*run = be32toh(q.run);
	return q.magic == htobe32(QUESTION);
}

void txr_answer_pack(struct txr_udp_answer_wire *w, uint32_t run,
		     const struct txr_udp_answer *a)
{
	*w = (struct txr_udp_answer_wire){
		htobe32(ANSWER), htobe32(run), htobe64(a->distinct), htobe64(a->duplicates),
		htobe64(a->reordered), htobe64(a->late), htobe64(a->damaged),
		htobe64(a->socket_drops),
	};
}

bool txr_answer_unpack(const void *d, size_t bytes, uint32_t run, struct txr_udp_answer *a)
{
	struct txr_udp_answer_wire w;

	if (bytes != sizeof(w))
		return false;
	memcpy(&w, d, sizeof(w));
	if (w.magic != htobe32(ANSWER) || w.run != htobe32(run))
		return false;
	*a = (struct txr_udp_answer){
		be64toh(w.distinct), be64toh(w.duplicates), be64toh(w.reordered),
		be64toh(w.late), be64toh(w.damaged), be64toh(w.socket_drops),
	};
	return true;
}

/* A sink that is behind answers when it has read all that came before. */
static bool ask_once(int fd, struct txr_udp_answer *a, uint32_t run)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	struct txr_udp_question_wire q;
	char buf[256];
	ssize_t n;

	txr_question_pack(&q, run);
	if (send(fd, &q, sizeof(q), 0) != sizeof(q)) {
		poll(NULL, 0, WAIT_MS);
		return false;
	}
	while (poll(&p, 1, WAIT_MS) > 0) {
		n = recv(fd, buf, sizeof(buf), MSG_DONTWAIT);
		if (n > 0 && txr_answer_unpack(buf, (size_t)n, run, a))
			return true;
		if (n < 0 && errno != EAGAIN)
			break;
	}
	return false;
}

int txr_udp_ask(struct txr_udp_answer *a, const struct txr_udp_target *t, uint32_t run,
		struct txr_err *err)
{
	int fd = socket(t->family, SOCK_DGRAM | SOCK_CLOEXEC, 0), i;
	bool answered = false;

	if (fd < 0 || connect(fd, (const struct sockaddr *)&t->addr, t->addr_len)) {
		i = errno;
		if (fd >= 0)
			close(fd);
		return txr_fail(err, i, "--ask: %s: %s", t->address, strerror(i));
	}
	for (i = 0; i < TRIES && !answered; i++)
		answered = ask_once(fd, a, run);
	close(fd);
	if (answered)
		return 0;
	return txr_fail(err, ETIMEDOUT, "--ask: no sink answers at %s; start one there with "
			"txring load udp --sink, and leave it on until the load has ended",
			t->address);
}
