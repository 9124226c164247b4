/* What a fuzzed piece has to hold: broken, it ends the program, which a fuzzer and a test notice.
 */
#ifndef GOMOKU_FUZZ_REQUIRE_H
#define GOMOKU_FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What every target is: takes an input, in whatever shape, and returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static inline void require(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

#endif
