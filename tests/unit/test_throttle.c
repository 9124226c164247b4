/* Token buckets: the burst, the pace, keys apart, tokens given back, a table that stays its size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "daemon/limits.h"
#include "daemon/throttle.h"

static void burst_then_pace(void **state)
{
	struct throttle *t = throttle_new(3, 1000);
	int64_t now = 5000;

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(throttle_take(t, "ann", now), 0);
	assert_int_equal(throttle_take(t, "ann", now), 1000);
	assert_int_equal(throttle_take(t, "ann", now + 400), 600);
	/* Another has their own. */
	assert_int_equal(throttle_take(t, "bob", now), 0);
	/* As told: then there is one, and no more. */
	assert_int_equal(throttle_take(t, "ann", now + 1000), 0);
	assert_int_equal(throttle_take(t, "ann", now + 1000), 1000);
	/* Quiet for long: the burst again, not more. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(throttle_take(t, "ann", now + 1000000), 0);
	assert_true(throttle_take(t, "ann", now + 1000000) > 0);
	throttle_free(t);
}

static void given_back(void **state)
{
	struct throttle *t = throttle_new(2, 1000);

	(void)state;
	for (int i = 0; i < 100; i++) {
		assert_int_equal(throttle_take(t, "ann", 7000), 0);
		throttle_return(t, "ann", 7000);
	}
	assert_int_equal(throttle_take(t, "ann", 7000), 0);
	assert_int_equal(throttle_take(t, "ann", 7000), 0);
	assert_int_equal(throttle_take(t, "ann", 7000), 1000);
	throttle_free(t);
}

/* However many keys come, those in use are remembered and the table does not grow. */
static void many_keys(void **state)
{
	struct throttle *t = throttle_new(1, 1000000);
	char key[32];

	(void)state;
	assert_int_equal(throttle_take(t, "ann", 0), 0);
	for (int i = 1; i <= 20 * LIMIT_THROTTLED; i++) {
		snprintf(key, sizeof key, "key-%d", i);
		throttle_take(t, key, i);
		if (i % 100 == 0)
			assert_true(throttle_take(t, "ann", i) > 0);
	}
	throttle_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(burst_then_pace),
	    cmocka_unit_test(given_back),
	    cmocka_unit_test(many_keys),
	};

	return cmocka_run_group_tests_name("throttle", tests, NULL, NULL);
}
