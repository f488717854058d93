// SPDX-License-Identifier: GPL-2.0-only
/* test_markup.c - what a recording holds is never markup. */
#include "test_view_fixture.h"
#include "view/markup.h"


static char *text;
static size_t size;

static FILE *begin(void)
{
	free(text);
	text = NULL;
	return open_memstream(&text, &size);
}

static const char *end(FILE *out)
{
	fclose(out);
	return text;
}

static const char *markup(const char *raw)
{
	FILE *out = begin();

	txr_markup(out, raw);
	return end(out);
}

static const char *number(double d)
{
	FILE *out = begin();

	txr_markup_number(out, d);
	return end(out);
}

static void reserved(void **state)
{
	(void)state;
	assert_string_equal(markup("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
	assert_string_equal(markup("</script><script>"), "&lt;/script&gt;&lt;script&gt;");
	assert_string_equal(markup("]]>"), "]]&gt;");
	assert_string_equal(markup(""), "");
}

static void strange_bytes(void **state)
{
	(void)state;
	assert_string_equal(markup("a\nb\x7f"), "a\\x0ab\\x7f");
	assert_string_equal(markup("\xff<\xc3"), "\\xff&lt;\\xc3");
	assert_string_equal(markup("\xc2\x85"), "\\xc2\\x85");
	assert_string_equal(markup("gr\xc3\xbcn \xf0\x9f\x90\xa7"), "gr\xc3\xbcn \xf0\x9f\x90\xa7");
	/* UTF-8, but not of XML */
	assert_string_equal(markup("\xef\xbf\xbf\xef\xbf\xbe"),
			    "\\xef\\xbf\\xbf\\xef\\xbf\\xbe");
	assert_string_equal(markup("\xef\xbf\xbd"), "\xef\xbf\xbd");
}

static void long_text(void **state)
{
	char raw[9000];

	(void)state;
	memset(raw, '<', sizeof(raw) - 1);
	raw[sizeof(raw) - 1] = '\0';
	assert_int_equal(strlen(markup(raw)), 4 * (sizeof(raw) - 1));
}

static void formatted(void **state)
{
	FILE *out = begin();

	(void)state;
	txr_markupf(out, "%s is %d < %u", "\"x\"", 1, 2u);
	assert_string_equal(end(out), "&quot;x&quot; is 1 &lt; 2");
}

static void numbers(void **state)
{
	(void)state;
	assert_string_equal(number(12), "12");
	assert_string_equal(number(0.5), "0.5");
	assert_string_equal(number(-3.25), "-3.25");
	assert_string_equal(number(0.05), "0.05");
	assert_string_equal(number(1.999), "2");
	assert_string_equal(number(-0.001), "0");
	assert_string_equal(number(0.0 / 0.0), "0");
	assert_string_equal(number(1e300), "0");
}

static int release(void **state)
{
	(void)state;
	free(text);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reserved),
		cmocka_unit_test(strange_bytes),
		cmocka_unit_test(long_text),
		cmocka_unit_test(formatted),
		cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, release);
}
