/*
 * The bench's signature: the nodes and moves of fixed searches, the same on every machine and with
 * every compiler. It changes with every change of what is searched, and only then; such a change
 * says the new one here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/bench.h"

static void test_signature(void **state)
{
	struct bench_sum sum;
	(void)state;
	assert_int_equal(bench_run(&sum, NULL), 0);
	if (sum.signature != UINT64_C(0xb91a2fe8446bae2a))
		fail_msg("the signature is %016jx, of %jd nodes", (uintmax_t)sum.signature,
		    (intmax_t)sum.nodes);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {cmocka_unit_test(test_signature)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
