// SPDX-License-Identifier: GPL-2.0-only
/* perfdata_tasks.c - names of tasks, that their children begin with. */
#include <errno.h>
#include <stdlib.h>
#include "perfdata_impl.h"

struct task {
	uint32_t tid;
	bool used;
	char name[16];
};

struct perf_tasks {		/* open addressing */
	struct task *task;
	size_t room, used;
};

void perf_tasks_free(struct perf_tasks *t)
{
	if (t)
		free(t->task);
	free(t);
}

static struct task *find(const struct perf_tasks *t, uint32_t tid)
{
	size_t i = tid * 0x9e3779b1u & (t->room - 1);

	while (t->task[i].used && t->task[i].tid != tid)
		i = (i + 1) & (t->room - 1);
	return &t->task[i];
}

static int grow(struct perf_tasks *t)
{
	struct perf_tasks n = { .room = t->room ? 2 * t->room : 256, .used = t->used };
	size_t i;

	n.task = calloc(n.room, sizeof(*n.task));
	if (!n.task)
		return -ENOMEM;
	for (i = 0; i < t->room; i++)
		if (t->task[i].used)
			*find(&n, t->task[i].tid) = t->task[i];
	free(t->task);
	*t = n;
	return 0;
}

int perf_tasks_set(struct perf_tasks **tp, uint32_t tid, const char *name, size_t len)
{
	struct perf_tasks *t = *tp ? *tp : (*tp = calloc(1, sizeof(*t)));
	struct task *to;

	if (!t || (2 * (t->used + 1) > t->room && grow(t)))
		return -ENOMEM;
	to = find(t, tid);
	t->used += !to->used;
	if (len > sizeof(to->name) - 1)
		len = sizeof(to->name) - 1;
	memcpy(to->name, name, len);
	memset(to->name + len, 0, sizeof(to->name) - len);
	to->tid = tid;
	to->used = true;
	return 0;
}

size_t perf_tasks_count(const struct perf_tasks *t)
{
	return t ? t->used : 0;
}

const char *perf_tasks_get(const struct perf_tasks *t, uint32_t tid)
{
	const struct task *at = t ? find(t, tid) : NULL;

	return at && at->used ? at->name : NULL;
}
