// SPDX-License-Identifier: GPL-2.0-only
/* decode_format.c - the text of an event's format file, taken apart. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "decode_format.h"

struct span {
	const char *p, *end;
};

static size_t length(const struct span *s)
{
	return (size_t)(s->end - s->p);
}

static bool starts(struct span s, const char *word)
{
	size_t n = strlen(word);

	return length(&s) >= n && !memcmp(s.p, word, n);
}

static struct span skip_space(struct span s)
{
	while (s.p < s.end && isspace((unsigned char)*s.p))
		s.p++;
	return s;
}

/* Cut the text up to the next c (or the end) off s. */
static struct span take_until(struct span *s, char c)
{
	struct span t = { s->p, memchr(s->p, c, length(s)) };

	if (!t.end)
		t.end = s->end;
	s->p = t.end < s->end ? t.end + 1 : s->end;
	return t;
}

/* Decimal or 0x, signed; false if there is no number or it is too long. */
static bool take_number(struct span *s, int64_t *out)
{
	bool neg = false, any = false;
	int base = 10;
	uint64_t v = 0;

	*s = skip_space(*s);
	if (s->p < s->end && (*s->p == '-' || *s->p == '+'))
		neg = *s->p++ == '-';
	if (starts(*s, "0x") || starts(*s, "0X")) {
		base = 16;
		s->p += 2;
	}
	for (; s->p < s->end && isxdigit((unsigned char)*s->p); s->p++, any = true) {
		int c = tolower((unsigned char)*s->p);
		int d = isdigit(c) ? c - '0' : c - 'a' + 10;

		if (d >= base || v > INT64_MAX / 32)
			return false;
		v = v * (unsigned int)base + (unsigned int)d;
	}
	*out = neg ? -(int64_t)v : (int64_t)v;
	return any;
}

/* "offset:8;" and kin: the number after the key. */
static bool key_number(struct span line, const char *key, int64_t max, int64_t *out)
{
	while (line.p < line.end) {
		struct span t = skip_space(take_until(&line, ';'));

		if (!starts(t, key))
			continue;
		t.p += strlen(key);
		return take_number(&t, out) && *out >= 0 && *out <= max;
	}
	return false;
}

/* The last word of a declaration, without "[4]". */
static void declared_name(struct span decl, struct txr_format_field *f)
{
	const char *bracket = memchr(decl.p, '[', length(&decl));
	const char *p;

	/* "__data_loc char[] name" has its bracket in the type. */
	if (bracket && !memchr(bracket, ' ', (size_t)(decl.end - bracket)))
		decl.end = bracket;
	while (decl.end > decl.p && isspace((unsigned char)decl.end[-1]))
		decl.end--;
	for (p = decl.end; p > decl.p && (isalnum((unsigned char)p[-1]) || p[-1] == '_'); )
		p--;
	f->name = p;
	f->name_len = decl.end - p < UINT16_MAX ? (uint16_t)(decl.end - p) : UINT16_MAX;
}

/* A line "field:TYPE NAME;\toffset:0;\tsize:2;\tsigned:0;" */
static void parse_field(struct txr_format *f, struct span line)
{
	struct txr_format_field *field = &f->field[f->count];
	struct span decl;
	int64_t offset, size;

	if (f->count == TXR_FORMAT_FIELDS)
		return;
	line.p += strlen("field:");
	decl = skip_space(take_until(&line, ';'));
	field->data_loc = starts(decl, "__data_loc");
	field->rel_loc = starts(decl, "__rel_loc");
	declared_name(decl, field);
	if (!field->name_len || !key_number(line, "offset:", UINT16_MAX, &offset) ||
	    !key_number(line, "size:", INT32_MAX, &size))
		return;
	field->offset = (uint16_t)offset;
	field->size = (uint32_t)size;
	f->count++;
}

int txr_format_parse(struct txr_format *f, const char *text, size_t len)
{
	struct span all = { text, text + len };
	bool id = false;

	memset(f, 0, sizeof(*f));
	while (all.p < all.end) {
		struct span line = skip_space(take_until(&all, '\n'));
		int64_t v;

		if (starts(line, "name:")) {
			line.p += strlen("name:");
			line = skip_space(line);
			f->name = line.p;
			f->name_len = length(&line);
		} else if (starts(line, "ID:")) {
			line.p += strlen("ID:");
			id = take_number(&line, &v) && v >= 0 && v <= UINT16_MAX;
			f->id = id ? (uint16_t)v : 0;
		} else if (starts(line, "field:")) {
			parse_field(f, line);
		} else if (starts(line, "print fmt:")) {
			f->print = line.p;
			f->print_len = length(&line);
		}
	}
	while (f->name_len && isspace((unsigned char)f->name[f->name_len - 1]))
		f->name_len--;
	return f->name_len && id ? 0 : -EINVAL;
}

const struct txr_format_field *txr_format_find(const struct txr_format *f,
					       const char *name)
{
	size_t n = strlen(name);
	unsigned int i;

	for (i = 0; i < f->count; i++)
		if (f->field[i].name_len == n && !memcmp(f->field[i].name, name, n))
			return &f->field[i];
	return NULL;
}

/* Behind "__print_symbolic(REC->field", or an empty span. */
static struct span find_symbolic(const struct txr_format *f, const char *field)
{
	static const char word[] = "__print_symbolic(";
	struct span s = { f->print, f->print + f->print_len };
	size_t n = strlen(field);

	while (s.p < s.end) {
		const char *hit = memmem(s.p, length(&s), word, strlen(word));

		if (!hit)
			break;
		s.p = hit + strlen(word);
		s = skip_space(s);
		if (!starts(s, "REC->"))
			continue;
		s.p += strlen("REC->");
		if (starts(s, field) && s.p + n < s.end && !isalnum((unsigned char)s.p[n]) &&
		    s.p[n] != '_') {
			s.p += n;
			return s;
		}
	}
	s.p = s.end;
	return s;
}

int txr_format_symbols(const struct txr_format *f, const char *field,
		       int (*fn)(void *ctx, int64_t number, const char *name, size_t len),
		       void *ctx)
{
	struct span s, name;
	int64_t number;
	int ret = 0;

	if (!f->print)
		return 0;
	s = find_symbolic(f, field);
	while (!ret) {
		/* ", { 2, "NAME" }" up to the closing parenthesis */
		while (s.p < s.end && (isspace((unsigned char)*s.p) || *s.p == ','))
			s.p++;
		if (s.p == s.end || *s.p++ != '{')
			break;
		if (take_number(&s, &number) && skip_space(s).p < s.end &&
		    *skip_space(s).p == ',') {
			take_until(&s, '"');
			name = take_until(&s, '"');
			ret = fn(ctx, number, name.p, length(&name));
		} else {
			take_until(&s, '"');
			take_until(&s, '"');
		}
		take_until(&s, '}');
	}
	return ret;
}
