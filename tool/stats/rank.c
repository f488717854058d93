// SPDX-License-Identifier: GPL-2.0-only
/* rank.c - are two samples further apart than chance puts them? */
#include "txring/diff.h"

#define PAIRS (TXR_SLICES * TXR_SLICES)

/*
 * ways[u]: in how many orders of na and nb values exactly u pairs have the one of
 * a first. The last value of all is one of a (it is behind all of b) or of b.
 */
static void count_orders(double ways[TXR_SLICES + 1][TXR_SLICES + 1][PAIRS + 1],
			 unsigned int na, unsigned int nb)
{
	unsigned int i, j, u;

	for (i = 0; i <= na; i++)
		for (j = 0; j <= nb; j++)
			for (u = 0; u <= PAIRS; u++) {
				double n = !i && !j && !u;

				if (i && u >= j)
					n += ways[i - 1][j][u - j];
				if (j)
					n += ways[i][j - 1][u];
				ways[i][j][u] = n;
			}
}

double txr_rank_chance(const double *a, unsigned int na, const double *b, unsigned int nb)
{
	static const unsigned int max = TXR_SLICES;
	double ways[TXR_SLICES + 1][TXR_SLICES + 1][PAIRS + 1];
	double all = 0, tail = 0, won = 0, far;
	unsigned int i, j, u;

	if (!na || !nb || na > max || nb > max)
		return 1;
	for (i = 0; i < na; i++)
		for (j = 0; j < nb; j++)
			won += a[i] > b[j] ? 1 : a[i] == b[j] ? .5 : 0;
	far = won < na * nb - won ? won : na * nb - won;
	count_orders(ways, na, nb);
	for (u = 0; u <= na * nb; u++) {
		all += ways[na][nb][u];
		tail += u <= far ? ways[na][nb][u] : 0;
	}
	return 2 * tail < all ? 2 * tail / all : 1;
}
