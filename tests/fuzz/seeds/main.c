// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - make-seeds DIR FIXTURE...: write what the fuzz targets begin with.
 *
 * Small fixtures go to the target that reads them, and the meta block that one holds to
 * the target of its own. All else is made here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "seeds.h"
#include "source/tracedat_write.h"

#define SEED_MAX (72u << 10)

static const char *folder;

static void die(const char *what)
{
	fprintf(stderr, "make-seeds: %s: %s\n", what, strerror(errno));
	exit(1);
}

void seed_put(const char *target, const char *name, const void *data, size_t len)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, target);
	if (mkdir(path, 0777) && errno != EEXIST)
		die(path);
	snprintf(path, sizeof(path), "%s/%s/%s", folder, target, name);
	f = fopen(path, "w");
	if (!f || fwrite(data, 1, len, f) != len || fclose(f))
		die(path);
}

static char *slurp(const char *path, size_t *len)
{
	FILE *f = fopen(path, "r");
	char *data;
	long size = f && !fseek(f, 0, SEEK_END) ? ftell(f) : -1;

	if (size < 0)
		die(path);
	rewind(f);
	data = malloc((size_t)size + 1);
	if (!data || fread(data, 1, (size_t)size, f) != (size_t)size)
		die(path);
	fclose(f);
	*len = (size_t)size;
	return data;
}

/* The JSON text of the block, wherever it is: up to the brace that ends it. */
static void put_meta(const char *name, const char *data, size_t len)
{
	const char *at = memmem(data, len, TXR_META_MAGIC, TXR_META_MAGIC_LEN), *end;
	int depth = 0;

	if (!at)
		return;
	at = memchr(at, '{', (size_t)(data + len - at));
	for (end = at; end && end < data + len; end++) {
		depth += (*end == '{') - (*end == '}');
		if (!depth)
			break;
	}
	if (at && end < data + len)
		seed_put("meta", name, at, (size_t)(end + 1 - at));
}

static void put_fixture(const char *path)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	size_t len;
	char *data = slurp(path, &len);

	/* a large one is read slowly, and whole pages of it say nothing new */
	if (len <= SEED_MAX)
		seed_put(len && data[0] == 0x17 ? "tracedat" : "perfdata", name, data, len);
	put_meta(name, data, len);
	free(data);
}

int main(int argc, char **argv)
{
	int i;

	if (argc < 2) {
		fprintf(stderr, "make-seeds DIR FIXTURE...\n");
		return 2;
	}
	folder = argv[1];
	if (mkdir(folder, 0777) && errno != EEXIST)
		die(folder);
	for (i = 2; i < argc; i++)
		put_fixture(argv[i]);
	seed_put("meta", "empty", "{\"schema\":1}", 12);
	seeds_tracedat();
	seeds_perfdata();
	seeds_format();
	seeds_options();
	seeds_pktgen();
	seeds_tapes();
	return 0;
}
