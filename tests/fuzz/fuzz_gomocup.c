/*
 * Fuzzes the engine's whole loop: whatever bytes a manager sends, the answers are of the protocol,
 * the game stays sound and the engine's stones are allowed.
 */
#include <stdint.h>

#include "tests/unit/loop_feed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	loop_feed(data, n);
	return 0;
}
