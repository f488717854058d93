// SPDX-License-Identifier: GPL-2.0-only
/* perf.data that has the events of some tasks, CPUs or group members alone. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include "lib/perffile.h"
#include "lib/reading.h"

#define THREAD_MAP 73
#define CPU_MAP 74

static const struct machine little = { K6_1, 8, false }, big = { K6_1, 8, true };

static struct pd *new_file(const struct machine *m, unsigned int cpus, struct pd_attr **a)
{
	struct pd *d = pd_new(m, cpus);

	*a = pd_event(d, "net", "net_dev_start_xmit", PD_USUAL);
	return d;
}

/* One record more, then a packet; NULL: it is read, else refused with these words. */
static void check(struct pd *d, const struct pd_attr *a, uint32_t type, const struct bytes *body,
		  const char *why)
{
	static const struct ev_value v[] = {
		{ "skbaddr", 0xffff888000001000ULL, NULL }, { "name", 0, "eth0" }, { 0 }
	};
	struct reading r;
	struct bytes b;

	if (type)
		pd_record(d, type, body->p, body->n);
	pd_put(d, a, 0, 1000, 1, v);
	b = pd_build(d, NULL);
	r = read_bytes(&b, b.n);
	if (!why && (r.ret || r.n != 1))
		fail_msg("%zu events, '%s'", r.n, r.err.text);
	if (why && (!r.ret || !strstr(r.err.text, why)))
		fail_msg("'%s' does not say '%s'", r.err.text, why);
	reading_free(&r);
	bytes_free(&b);
	pd_free(d);
}

static void check_tasks(const struct machine *m, bool pipe, uint64_t task, const char *why)
{
	struct pd_attr *a;
	struct pd *d = new_file(m, 2, &a);
	struct bytes body = { .big_endian = m->big_endian };

	d->pipe = pipe;
	bytes_put(&body, 1, 8);
	bytes_put(&body, task, 8);
	bytes_zero(&body, 16);		/* its name */
	check(d, a, THREAD_MAP, &body, why);
	bytes_free(&body);
}

static void test_tasks(void **state)
{
	(void)state;
	check_tasks(&little, false, UINT64_MAX, NULL);
	check_tasks(&little, true, UINT64_MAX, NULL);
	check_tasks(&big, false, UINT64_MAX, NULL);
	check_tasks(&little, false, UINT32_MAX, NULL);
	check_tasks(&little, false, 4711, "some tasks were recorded; record with -a");
	check_tasks(&little, true, 4711, "some tasks were recorded; record with -a");
	check_tasks(&big, false, 4711, "some tasks were recorded; record with -a");
}

/* words: of two bytes each, behind the kind of the map */
static void check_cpus(unsigned int cpus, const uint16_t *words, size_t n, const char *why)
{
	static const struct machine *const machines[] = { &little, &big };
	struct pd_attr *a;
	unsigned int k;
	size_t i;

	for (k = 0; k < 2; k++) {
		struct bytes body = { .big_endian = machines[k]->big_endian };
		struct pd *d = new_file(machines[k], cpus, &a);

		for (i = 0; i < n; i++)
			bytes_put(&body, words[i], 2);
		while (body.n % 8)
			bytes_zero(&body, 1);
		check(d, a, CPU_MAP, &body, why);
		bytes_free(&body);
	}
}

static void test_cpus(void **state)
{
	static const uint16_t list[] = { 0, 3, 0, 1, 2 }, two[] = { 0, 2, 0, 1 },
		any[] = { 0, 1, UINT16_MAX },
		/* one word of 8 bytes, at 10; one of 4, at 6 */
		mask[] = { 1, 1, 8, 0, 0, 7 }, mask_of_two[] = { 1, 1, 8, 0, 0, 5 },
		mask4[] = { 1, 1, 4, 7, 0 },
		range[] = { 2, 0, 0, 2 }, range_of_two[] = { 2, 0, 1, 2 };
	static const char why[] = "only the events of 2 of 3 CPUs were recorded; record with -a";

	(void)state;
#define CPUS(words, text) check_cpus(3, words, sizeof(words) / sizeof(*(words)), text)
	CPUS(list, NULL);
	CPUS(any, NULL);
	CPUS(mask, NULL);
	CPUS(mask4, NULL);
	CPUS(range, NULL);
	CPUS(two, why);
	CPUS(mask_of_two, why);
	CPUS(range_of_two, why);
#undef CPUS
	check_cpus(2, two, 4, NULL);
}

/* A member of a group that its leader samples, and events left out by a modifier. */
static void test_members(void **state)
{
	static const struct bytes none;
	struct pd_attr *a;
	struct pd *d;

	(void)state;
	d = new_file(&little, 1, &a);
	a->no_period = true;
	check(d, a, 0, &none, "only some of the events were recorded");
	d = new_file(&big, 1, &a);
	a->exclude_kernel = true;
	check(d, a, 0, &none, "only some of the events were recorded");
	d = new_file(&little, 1, &a);
	check(d, a, 0, &none, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tasks),
		cmocka_unit_test(test_cpus),
		cmocka_unit_test(test_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
