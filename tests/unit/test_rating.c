/* Glicko-2: the published example, and what must hold of any game between any two players. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/game/rating.h"

#include "draw.h"

static void near(double got, double want, double within)
{
	if (fabs(got - want) > within)
		fail_msg("%f, not %f", got, want);
}

/* Glickman's example: one player, three opponents, tau 0.5. */
static void the_published_example(void **state)
{
	(void)state;
	struct rating r = {1500, 200, 0.06};
	const struct rating_game games[] = {
	    {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
	r = rating_after(r, games, 3, 0.5);
	near(r.value, 1464.06, 0.01);
	near(r.deviation, 151.52, 0.01);
	near(r.volatility, 0.05999, 0.00001);
}

static void a_new_player(void **state)
{
	(void)state;
	struct rating r = rating_new();
	near(r.value, 1500, 0);
	near(r.deviation, 350, 0);
	near(r.volatility, 0.06, 0);
	assert_true(rating_provisional(&r));
	r.deviation = 110.01;
	assert_true(rating_provisional(&r));
	r.deviation = 110;
	assert_false(rating_provisional(&r));
}

/* Deviation squared grows by volatility squared a day, on the paper's scale, and stops at 350. */
static void days_without_games(void **state)
{
	(void)state;
	struct rating r = {1600, 80, 0.06};
	struct rating same = rating_after_days(r, 0), day = rating_after_days(r, 1);
	near(same.deviation, 80, 1e-9);
	near(day.deviation, sqrt(80 * 80 + 173.7178 * 173.7178 * 0.0036), 1e-9);
	near(day.value, 1600, 0);
	struct rating period = rating_after(r, NULL, 0, 0.5);
	near(period.deviation, day.deviation, 1e-9);
	struct rating twice = rating_after_days(day, 1);
	near(rating_after_days(r, 2).deviation, twice.deviation, 1e-9);
	near(rating_after_days(r, 100000).deviation, 350, 0);
}

/* A result so far from what was expected that the volatility rises, and one that lowers it. */
static void volatility_follows_surprise(void **state)
{
	(void)state;
	struct rating steady = {1500, 50, 0.06}, strong = {2200, 40, 0.06};
	struct rating_game upset[20], usual[20];
	for (int i = 0; i < 20; i++) {
		upset[i] = (struct rating_game){strong, 1};
		usual[i] = (struct rating_game){{1500, 40, 0.06}, i % 2};
	}
	assert_true(rating_after(steady, upset, 20, 0.5).volatility > 0.0601);
	assert_true(rating_after(steady, usual, 20, 0.5).volatility < 0.06);
	/* A small tau holds the volatility fast, whatever the results. */
	double held = rating_after(steady, usual, 20, 0.01).volatility;
	near(held, 0.06, 0.0001);
}

static void any_game(void **state)
{
	(void)state;
	struct draw d = {8};
	for (int round = 0; round < 20000; round++) {
		struct rating a = {draw_below(&d, 3000), 30 + draw_below(&d, 321),
		    0.03 + 0.0001 * draw_below(&d, 900)};
		struct rating b = {draw_below(&d, 3000), 30 + draw_below(&d, 321),
		    0.03 + 0.0001 * draw_below(&d, 900)};
		struct rating won_a = a, won_b = b, lost_a = a, lost_b = b, drawn_a = a,
			      drawn_b = b;
		rating_play(&won_a, &won_b, 1);
		rating_play(&lost_a, &lost_b, 0);
		rating_play(&drawn_a, &drawn_b, 0.5);
		assert_true(won_a.value > a.value && won_b.value < b.value);
		assert_true(lost_a.value < a.value && lost_b.value > b.value);
		assert_true(drawn_a.value > lost_a.value && drawn_a.value < won_a.value);
		const struct rating *all[] = {&won_a, &won_b, &lost_a, &lost_b, &drawn_a, &drawn_b};
		for (int i = 0; i < 6; i++) {
			assert_true(all[i]->deviation > 0 && all[i]->deviation <= 350);
			assert_true(all[i]->volatility > 0 && all[i]->volatility < 1);
		}
		/* Both are computed from what they were before: the order of the two is nothing. */
		struct rating turned_a = a, turned_b = b;
		rating_play(&turned_b, &turned_a, 0);
		near(turned_a.value, won_a.value, 1e-9);
		near(turned_b.value, won_b.value, 1e-9);
	}
	struct rating a = rating_new(), b = rating_new();
	rating_play(&a, &b, 0.5);
	near(a.value, 1500, 1e-9);
	near(b.value, 1500, 1e-9);
	assert_true(a.deviation < 350);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_published_example),
	    cmocka_unit_test(a_new_player),
	    cmocka_unit_test(days_without_games),
	    cmocka_unit_test(volatility_follows_surprise),
	    cmocka_unit_test(any_game),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
