// SPDX-License-Identifier: GPL-2.0-only
/* btf.c - offsets of struct members, from the kernel's BTF. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "btf.h"

/* include/uapi/linux/btf.h */
#define BTF_MAGIC	0xeb9f
#define BTF_MAX_BYTES	(64u << 20)
#define DEPTH_MAX	8	/* unnamed structs in each other */

enum {
	K_INT = 1, K_PTR, K_ARRAY, K_STRUCT, K_UNION, K_ENUM, K_FWD, K_TYPEDEF, K_VOLATILE,
	K_CONST, K_RESTRICT, K_FUNC, K_FUNC_PROTO, K_VAR, K_DATASEC, K_FLOAT, K_DECL_TAG,
	K_TYPE_TAG, K_ENUM64,
};

struct header {
	uint16_t magic;
	uint8_t version, flags;
	uint32_t hdr_len, type_off, type_len, str_off, str_len;
};

struct type {
	uint32_t name, info, size_or_type;
};

struct member {
	uint32_t name, type, offset;
};

struct txr_btf {
	char *data;
	const char *str;
	uint32_t str_len;
	uint32_t *at;		/* of each type id in data; [0] is void */
	uint32_t types;
};

static unsigned int kind_of(const struct type *t)
{
	return t->info >> 24 & 0x1f;
}

static uint32_t vlen_of(const struct type *t)
{
	return t->info & 0xffff;
}

/* Bytes that follow the three words of a type. */
static int64_t tail_of(const struct type *t)
{
	switch (kind_of(t)) {
	case K_INT: case K_VAR: case K_DECL_TAG:
		return 4;
	case K_ARRAY:
		return 12;
	case K_STRUCT: case K_UNION: case K_DATASEC: case K_ENUM64:
		return 12 * (int64_t)vlen_of(t);
	case K_ENUM: case K_FUNC_PROTO:
		return 8 * (int64_t)vlen_of(t);
	case K_PTR: case K_FWD: case K_TYPEDEF: case K_VOLATILE: case K_CONST:
	case K_RESTRICT: case K_FUNC: case K_FLOAT: case K_TYPE_TAG:
		return 0;
	}
	return -EINVAL;		/* a kind that came later: what follows cannot be found */
}

static bool name_is(const struct txr_btf *b, uint32_t off, const char *name)
{
	size_t len = strlen(name) + 1;

	return off < b->str_len && len <= b->str_len - off && !memcmp(b->str + off, name, len);
}

static const struct type *type_at(const struct txr_btf *b, uint32_t id)
{
	return id && id <= b->types ? (const struct type *)(b->data + b->at[id]) : NULL;
}

/* Where each type begins: they have no fixed size. */
static int index_types(struct txr_btf *b, uint32_t from, uint32_t end)
{
	uint32_t room = 0, at = from;

	while (end - at >= sizeof(struct type)) {
		const struct type *t = (const struct type *)(b->data + at);
		int64_t tail = tail_of(t);
		uint32_t *more;

		if (tail < 0 || tail > (int64_t)(end - at - sizeof(*t)))
			return -EINVAL;
		if (b->types + 2 > room) {
			room = room ? room * 2 : 1024;
			more = reallocarray(b->at, room, sizeof(*more));
			if (!more)
				return -ENOMEM;
			b->at = more;
		}
		b->at[++b->types] = at;
		at += sizeof(*t) + tail;
	}
	return at == end ? 0 : -EINVAL;
}

static int find_sections(struct txr_btf *b, size_t len)
{
	const struct header *h = (const struct header *)b->data;
	uint64_t types, strings;

	if (len < sizeof(*h) || h->magic != BTF_MAGIC)
		return -EINVAL;
	types = (uint64_t)h->hdr_len + h->type_off;
	strings = (uint64_t)h->hdr_len + h->str_off;
	if (types % 4 || types + h->type_len > len || strings + h->str_len > len)
		return -EINVAL;
	b->str = b->data + strings;
	b->str_len = h->str_len;
	return index_types(b, types, types + h->type_len);
}

/* Takes data over. */
static int make(struct txr_btf **out, char *data, size_t len)
{
	struct txr_btf *b = data ? calloc(1, sizeof(*b)) : NULL;
	int ret;

	*out = NULL;
	if (!b) {
		free(data);
		return -ENOMEM;
	}
	b->data = data;
	ret = find_sections(b, len);
	if (ret) {
		txr_btf_free(b);
		return ret;
	}
	*out = b;
	return 0;
}

int txr_btf_parse(struct txr_btf **out, const void *data, size_t len)
{
	char *copy = malloc(len + 1);

	if (copy)
		memcpy(copy, data, len);
	return make(out, copy, len);
}

/* The file's size is not to be had from stat() in every kernel. */
static int slurp(int fd, char **out, size_t *len)
{
	size_t room = 1 << 20, have = 0;
	char *buf = malloc(room), *more;
	ssize_t n;

	while (buf && have < BTF_MAX_BYTES) {
		n = read(fd, buf + have, room - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			*out = buf;
			*len = have;
			return n < 0 ? -errno : 0;
		}
		have += n;
		if (have < room)
			continue;
		more = realloc(buf, room *= 2);
		if (!more)
			free(buf);
		buf = more;
	}
	*out = NULL;
	if (!buf)
		return -ENOMEM;
	free(buf);
	return -EFBIG;
}

int txr_btf_load(struct txr_btf **out, const char *path)
{
	int ret, fd = open(path, O_RDONLY | O_CLOEXEC);
	char *data;
	size_t len;

	*out = NULL;
	if (fd < 0)
		return -errno;
	ret = slurp(fd, &data, &len);
	close(fd);
	if (ret) {
		free(data);
		return ret;
	}
	return make(out, data, len);
}

void txr_btf_free(struct txr_btf *b)
{
	if (!b)
		return;
	free(b->at);
	free(b->data);
	free(b);
}

static const struct type *find_struct(const struct txr_btf *b, const char *name)
{
	uint32_t id;

	for (id = 1; id <= b->types; id++) {
		const struct type *t = type_at(b, id);

		if (kind_of(t) == K_STRUCT && name_is(b, t->name, name))
			return t;
	}
	return NULL;
}

int64_t txr_btf_size(const struct txr_btf *b, const char *type)
{
	const struct type *t = find_struct(b, type);

	return t ? (int64_t)t->size_or_type : -ENOENT;
}

/* In bits: a member of an unnamed struct lies in that. */
static int64_t find_member(const struct txr_btf *b, const struct type *t, const char *name,
			   unsigned int depth)
{
	const struct member *m = (const struct member *)(t + 1);
	bool has_sizes = t->info >> 31;	/* BTF_INFO_KFLAG: bitfield sizes in the offset */
	uint32_t i;

	for (i = 0; i < vlen_of(t); i++, m++) {
		int64_t at = has_sizes ? m->offset & 0xffffff : m->offset, in;
		const struct type *inner = type_at(b, m->type);

		if (name_is(b, m->name, name))
			return has_sizes && m->offset >> 24 ? -EINVAL : at;
		if (!name_is(b, m->name, "") || !inner || depth == DEPTH_MAX ||
		    (kind_of(inner) != K_STRUCT && kind_of(inner) != K_UNION))
			continue;
		in = find_member(b, inner, name, depth + 1);
		if (in != -ENOENT)
			return in < 0 ? in : at + in;
	}
	return -ENOENT;
}

int64_t txr_btf_offset(const struct txr_btf *b, const char *type, const char *member)
{
	const struct type *t = find_struct(b, type);
	int64_t bits = t ? find_member(b, t, member, 0) : -ENOENT;

	if (bits < 0)
		return bits;
	return bits % 8 ? -EINVAL : bits / 8;
}
