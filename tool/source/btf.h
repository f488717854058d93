/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * btf.h - where a running kernel keeps a member of a struct.
 *
 * Offsets differ by version and configuration; BTF (/sys/kernel/btf/vmlinux,
 * Documentation/bpf/btf.rst of the kernel) tells those of this one. Only what the
 * probes need is read.
 */
#ifndef TXRING_BTF_H
#define TXRING_BTF_H

#include <stddef.h>
#include <stdint.h>

struct txr_btf;

/* -ENOENT: no such file, -EINVAL: not BTF of this machine's byte order, -ENOMEM. */
int txr_btf_load(struct txr_btf **out, const char *path);
/* The same of bytes in memory, which are copied. */
int txr_btf_parse(struct txr_btf **out, const void *data, size_t len);
void txr_btf_free(struct txr_btf *b);	/* accepts NULL */

/* Size of a struct in bytes, or -ENOENT. */
int64_t txr_btf_size(const struct txr_btf *b, const char *type);
/*
 * Offset of a member in bytes, also one inside unnamed structs and unions; -ENOENT,
 * or -EINVAL for a bitfield.
 */
int64_t txr_btf_offset(const struct txr_btf *b, const char *type, const char *member);

#endif
