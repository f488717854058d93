// SPDX-License-Identifier: GPL-2.0-only
/*
 * mapped.c - a mapped file is a block of the heap instead, of exactly its size.
 *
 * Behind the end of a mapping there is the rest of a page, where a read too far
 * goes unnoticed; behind a block of the heap the sanitizer watches. Linked with
 * --wrap, so that the library under test has no part in it.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "heap.h"

void *__real_mmap(void *addr, size_t len, int prot, int flags, int fd, off_t at);
void *__wrap_mmap(void *addr, size_t len, int prot, int flags, int fd, off_t at);
int __wrap_munmap(void *addr, size_t len);
int __wrap_madvise(void *addr, size_t len, int advice);

void *__wrap_mmap(void *addr, size_t len, int prot, int flags, int fd, off_t at)
{
	char *block;

	if (fd < 0 || prot != PROT_READ || !len)
		return __real_mmap(addr, len, prot, flags, fd, at);
	heap_pause();
	block = malloc(len);
	heap_resume();
	if (!block || pread(fd, block, len, at) != (ssize_t)len)
		abort();
	return block;
}

int __wrap_munmap(void *addr, size_t len)
{
	(void)len;
	heap_pause();
	free(addr);
	heap_resume();
	return 0;
}

/* MADV_DONTNEED would make zeros of it. */
int __wrap_madvise(void *addr, size_t len, int advice)
{
	(void)addr;
	(void)len;
	(void)advice;
	return 0;
}
