// SPDX-License-Identifier: GPL-2.0-only
/*
 * sim.c - the simulation oracle: many seeded machines through the engine, the
 * statistics and the report, against their own truth and a plain reference.
 *
 *	sim [--seeds FROM-TO] [--family NAME] [--tier patched|stock|noresult]
 *	    [--way NAME] [--first] [--verbose SEED]
 *
 * --first ends at the first stream that fails; --verbose prints one stream.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "one.h"

static const char *const tier_names[W_TIERS] = { "patched", "stock", "noresult" };

struct options {
	unsigned int from, to;
	int family, way, tier;
	long verbose;
	bool first;
};

struct tally {
	unsigned int run, failed;
	unsigned int first_seed;
	char msg[MSG_MAX];
};

static bool one(char *msg, int family, int way, int tier, unsigned int seed, bool verbose)
{
	struct rng r = { .s = (uint64_t)seed << 16 };

	msg[0] = '\0';
	if (family >= FAM_NR) {
		r.s += 0x8000 + family - FAM_NR;
		return one_garbage(msg, family - FAM_NR, &r, verbose);
	}
	r.s += family * 256 + way * 16 + tier;
	return one_world(msg, family, way, tier, &r, 0, verbose);
}

static const char *family_name(int f)
{
	return f < FAM_NR ? family_names[f] : garbage_names[f - FAM_NR];
}

static bool wanted(const struct options *o, int family, int way, int tier)
{
	return (o->family < 0 || o->family == family) && (o->way < 0 || o->way == way) &&
	       (o->tier < 0 || o->tier == tier);
}

static void run_family(const struct options *o, int family, int way, struct tally *t)
{
	char msg[MSG_MAX];
	unsigned int seed;
	int tier;

	for (seed = o->from; seed <= o->to; seed++) {
		for (tier = 0; tier < (family < FAM_NR ? W_TIERS : 1); tier++) {
			if (!wanted(o, family, way, tier))
				continue;
			t->run++;
			if (one(msg, family, way, tier, seed, o->verbose == (long)seed))
				continue;
			if (!t->failed++) {
				t->first_seed = seed;
				snprintf(t->msg, sizeof(t->msg), "--tier %s: %.570s",
					 tier_names[tier], msg);
			}
			if (o->first)
				return;
		}
	}
}

static int lookup(const char *name, const char *const *names, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return i;
	fprintf(stderr, "sim: unknown name %s\n", name);
	exit(2);
}

static int lookup_family(const char *name)
{
	int i;

	for (i = 0; i < FAM_NR + GARB_NR; i++)
		if (!strcmp(name, family_name(i)))
			return i;
	fprintf(stderr, "sim: unknown family %s\n", name);
	exit(2);
}

static void parse(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
		{ "seeds", 1, NULL, 's' }, { "family", 1, NULL, 'f' }, { "tier", 1, NULL, 't' },
		{ "way", 1, NULL, 'w' }, { "verbose", 1, NULL, 'v' },
		{ "first", 0, NULL, '1' }, { 0 },
	};
	int c;

	*o = (struct options){ 1, 20, -1, -1, -1, -1, false };
	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		switch (c) {
		case 's':
			if (sscanf(optarg, "%u-%u", &o->from, &o->to) == 1)
				o->to = o->from;
			break;
		case 'f':
			o->family = lookup_family(optarg);
			break;
		case 't':
			o->tier = lookup(optarg, tier_names, W_TIERS);
			break;
		case 'w':
			o->way = lookup(optarg, way_names, WAY_NR);
			break;
		case '1':
			o->first = true;
			break;
		case 'v':
			o->verbose = atol(optarg);
			o->from = o->to = o->verbose;
			break;
		default:
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned int test = 0, failed = 0, runs = 0;
	struct options o;
	int f, way;

	parse(&o, argc, argv);
	for (f = 0; f < FAM_NR + GARB_NR && !(o.first && failed); f++) {
		for (way = 0; way < (f < FAM_NR ? WAY_NR : 1) && !(o.first && failed); way++) {
			struct tally t = { 0 };

			run_family(&o, f, way, &t);
			if (!t.run)
				continue;
			runs += t.run;
			failed += !!t.failed;
			printf("%s %u - %s%s%s: %u of %u streams\n", t.failed ? "not ok" : "ok",
			       ++test, family_name(f), f < FAM_NR ? " " : "",
			       f < FAM_NR ? way_names[way] : "", t.run - t.failed, t.run);
			if (t.failed)
				printf("# replay: --family %s%s%s --verbose %u %s\n",
				       family_name(f), f < FAM_NR ? " --way " : "",
				       f < FAM_NR ? way_names[way] : "", t.first_seed, t.msg);
			fflush(stdout);
		}
	}
	printf("1..%u\n# %u streams\n", test, runs);
	return failed || !test;
}
