// SPDX-License-Identifier: GPL-2.0-only
/* text_wrap.c - lines that keep to the width, and colour. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/text.h"

void txr_text_ink(const struct txr_text *t, enum txr_ink ink, const char *s)
{
	static const char *const sgr[] = {
		[TXR_INK_STRONG] = "1", [TXR_INK_WARN] = "33",
		[TXR_INK_BAD] = "1;31", [TXR_INK_GOOD] = "32",
	};

	if (t->o->color)
		fprintf(t->out, "\033[%sm%s\033[m", sgr[ink], s);
	else
		fputs(s, t->out);
}

int txr_text_columns(const char *s)
{
	int n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

/* How many bytes of the word fit in room columns; at least one character. */
static int bytes_that_fit(const char *word, int len, int room)
{
	int i = 0, columns = 0;

	while (i < len) {
		int next = i + 1;

		while (next < len && ((unsigned char)word[next] & 0xc0) == 0x80)
			next++;
		if (i && columns == room)
			break;
		columns++;
		i = next;
	}
	return i;
}

static int word_columns(const char *word, int len)
{
	int i, n = 0;

	for (i = 0; i < len; i++)
		n += ((unsigned char)word[i] & 0xc0) != 0x80;
	return n;
}

/* Words from where the cursor is (at); a new line begins at column. Ends the line. */
static void put_words(const struct txr_text *t, int column, int at, const char *s)
{
	int gap = 0, len, columns;

	for (s += strspn(s, " "); *s; s += len, gap = (int)strspn(s, " "), s += gap) {
		len = (int)strcspn(s, " ");
		columns = word_columns(s, len);
		if (at > column && at + gap + columns > t->width) {
			fprintf(t->out, "\n%*s", column, "");
			at = column;
			gap = 0;
		}
		at += fprintf(t->out, "%*s", gap, "");
		if (columns > t->width - at && t->width > at) {
			len = bytes_that_fit(s, len, t->width - at);
			columns = word_columns(s, len);
		}
		fwrite(s, 1, (size_t)len, t->out);
		at += columns;
	}
	fputc('\n', t->out);
}

void txr_text_line(const struct txr_text *t, int column, const char *label,
		   const char *text)
{
	size_t size = 4 * strlen(text) + 1;
	char *safe = malloc(size);
	int at = column;

	if (!safe) {
		*t->failed = true;
		return;
	}
	txr_escape(safe, size, text);
	if (label) {
		at = txr_text_columns(label);
		fputs(label, t->out);
		if (at < column)
			at += fprintf(t->out, "%*s", column - at, "");
	}
	put_words(t, column, at, safe);
	free(safe);
}

void txr_text_linef(const struct txr_text *t, int column, const char *label,
		    const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0) {
		*t->failed = true;
		return;
	}
	txr_text_line(t, column, label, text);
	free(text);
}
