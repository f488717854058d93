/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * err.h - how a failure travels from deep code to the user.
 *
 * A function that can fail returns a negative errno and, when the caller gave
 * a struct txr_err, leaves one line there: "what: why; what to do". Nothing
 * below tool/cmd/ prints or exits; main.c prints "txring: " and the line.
 */
#ifndef TXRING_ERR_H
#define TXRING_ERR_H

struct txr_err {
	int code;		/* positive errno of the first failure, 0: none */
	char text[512];		/* without the leading "txring: ", no newline */
};

/*
 * Record a failure (the first one wins) and return -code. err may be NULL.
 * Control characters that reach the text through its arguments, and bytes that
 * are no UTF-8, are replaced by '?', so that a name out of a file cannot drive
 * the terminal.
 */
int txr_fail(struct txr_err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
