// SPDX-License-Identifier: GPL-2.0-only
/*
 * cut.c - cut [--few] FILE...: each recording cut at every byte (every 64 bytes
 * above 64 KiB), and with every byte turned, read under sanitizers. TAP.
 *
 * Each time it is read, or refused in one line; memory keeps the bound that follows
 * from the size; and what is left of a file never passes for the whole. --few: some
 * hundred places of each, the same ones each time.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/pipe_end.h"
#include "lib/recording.h"

#define DENSE (64u << 10)	/* every byte up to here, then every 64th */
#define FEW 150
#define HANG_S 120		/* one reading takes milliseconds */
#define SHOWN 5

struct file {
	const char *path, *name;
	uint8_t *data;
	size_t len;
	struct verdict whole;
	unsigned int tried, failed;
	size_t heap_most, heap_at;	/* the highest, and of how long a file */
};

/* Where it was when it hangs or dies. */
static char where[512];

static void on_alarm(int sig)
{
	(void)sig;
	if (write(STDOUT_FILENO, where, strlen(where)) < 0)
		_exit(3);
	_exit(2);
}

static void slurp(struct file *f)
{
	FILE *in = fopen(f->path, "r");
	long size = in && !fseek(in, 0, SEEK_END) ? ftell(in) : -1;

	f->data = size >= 0 ? malloc((size_t)size + 1) : NULL;
	if (!f->data)
		exit(3);
	rewind(in);
	f->len = fread(f->data, 1, (size_t)size, in);
	fclose(in);
	f->name = strrchr(f->path, '/') ? strrchr(f->path, '/') + 1 : f->path;
}

static void try(struct file *f, const char *how, size_t at, size_t len, struct verdict *v)
{
	const struct recording r = {
		.data = f->data, .len = len, .pipe = is_pipe(f->data, f->len) && at % 5 == 1,
		.views = at % 16 == 3, .seed = (unsigned int)at,
	};

	snprintf(where, sizeof(where), "not ok - %s, %s at %zu: does not come to an end\n",
		 f->name, how, at);
	alarm(HANG_S);
	recording_try(&r, v);
	alarm(0);
	f->tried++;
	if (v->heap_bytes > f->heap_most) {
		f->heap_most = v->heap_bytes;
		f->heap_at = len;
	}
}

static void complain(struct file *f, const char *how, size_t at, const char *what)
{
	if (f->failed++ < SHOWN)
		printf("# %s, %s at %zu: %s\n", f->name, how, at, what);
}

/* Part of a pipe may be a pipe: then nothing can tell. */
static bool may_be_whole(const struct file *f, size_t len)
{
	return is_pipe(f->data, f->len) && is_whole_pipe(f->data, f->len, len);
}

static void one_cut(struct file *f, size_t len)
{
	struct verdict v;

	try(f, "cut", len, len, &v);
	if (v.bad)
		complain(f, "cut", len, v.bad);
	else if (!v.ret && v.events > f->whole.events)
		complain(f, "cut", len, "more events than the whole has");
	else if (!v.ret && !v.truncated && !may_be_whole(f, len) &&
		 v.exact > f->whole.exact)
		complain(f, "cut", len, "exact, and the whole is not");
	else if (!v.ret && !v.truncated && !may_be_whole(f, len) &&
		 (v.events != f->whole.events || v.started != f->whole.started))
		complain(f, "cut", len, "less than the whole, and not marked as cut off");
}

static void one_turn(struct file *f, size_t at, uint8_t bits)
{
	struct verdict v;

	f->data[at] ^= bits;
	try(f, "turned", at, f->len, &v);
	f->data[at] ^= bits;
	if (v.bad)
		complain(f, "turned", at, v.bad);
}

/* The next place after at. few: so far on that FEW of them are the whole. */
static size_t after(const struct file *f, size_t at, bool few)
{
	size_t step = at < DENSE ? 1 : 64;

	if (few && at >= 64)
		step = 1 + f->len / FEW;
	return at + step;
}

/* What it says uncut; a file that is refused is one too. */
static bool whole(struct file *f)
{
	try(f, "whole", 0, f->len, &f->whole);
	if (f->whole.bad)
		complain(f, "whole", f->len, f->whole.bad);
	return !f->whole.bad;
}

static void one_file(struct file *f, bool few)
{
	static const uint8_t turns[] = { 0xff, 0x01, 0x80 };
	size_t at;

	slurp(f);
	if (whole(f)) {
		for (at = 0; at < f->len; at = after(f, at, few))
			one_cut(f, at);
		for (at = 0; at < f->len; at = after(f, at, few))
			one_turn(f, at, turns[at % 3]);
	}
	free(f->data);
}

int main(int argc, char **argv)
{
	bool few = argc > 1 && !strcmp(argv[1], "--few");
	unsigned int nr = 0, failed = 0;
	int i;

	signal(SIGALRM, on_alarm);
	for (i = 1 + few; i < argc; i++) {
		struct file f = { .path = argv[i] };

		one_file(&f, few);
		failed += f.failed > 0;
		printf("%s %u - %s: %u readings, %u wrong; most heap %zu bytes for %zu\n",
		       f.failed ? "not ok" : "ok", ++nr, f.name, f.tried, f.failed,
		       f.heap_most, f.heap_at);
		fflush(stdout);
	}
	printf("1..%u\n", nr);
	return failed > 0;
}
