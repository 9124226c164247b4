/*
 * Openings: every course through them, written out as tables; the plies that pro and renju allow;
 * and games through swap and swap2 with their clocks, undos and flags.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/game.h"

#include "draw.h"

enum { NO_MORE = 1U << CHOICE_BLACK | 1U << CHOICE_WHITE, ALL = NO_MORE | 1U << CHOICE_MORE };

/* Where a course stands: by opening, choices made and plies played. */
static const struct stand {
	struct opening_course course;
	int plies;
	enum phase phase;
	int actor, black;
	unsigned offers;
} stands[] = {
    {{OPENING_FREE, 0, {0}}, 0, PHASE_PLAY, 0, 0, 0},
    {{OPENING_FREE, 0, {0}}, 3, PHASE_PLAY, 1, 0, 0},
    {{OPENING_PRO, 0, {0}}, 0, PHASE_PLAY, 0, 0, 0},
    {{OPENING_PRO, 0, {0}}, 3, PHASE_PLAY, 1, 0, 0},
    /* swap: player 0 places three, player 1 chooses. */
    {{OPENING_SWAP, 0, {0}}, 0, PHASE_PLACE, 0, 0, 0},
    {{OPENING_SWAP, 0, {0}}, 1, PHASE_PLACE, 0, 0, 0},
    {{OPENING_SWAP, 0, {0}}, 2, PHASE_PLACE, 0, 0, 0},
    {{OPENING_SWAP, 0, {0}}, 3, PHASE_CHOOSE, 1, 0, NO_MORE},
    {{OPENING_SWAP, 1, {CHOICE_BLACK}}, 3, PHASE_PLAY, 0, 1, 0},
    {{OPENING_SWAP, 1, {CHOICE_BLACK}}, 4, PHASE_PLAY, 1, 1, 0},
    {{OPENING_SWAP, 1, {CHOICE_WHITE}}, 3, PHASE_PLAY, 1, 0, 0},
    {{OPENING_SWAP, 1, {CHOICE_WHITE}}, 4, PHASE_PLAY, 0, 0, 0},
    /* swap2: the same with a third choice. */
    {{OPENING_SWAP2, 0, {0}}, 0, PHASE_PLACE, 0, 0, 0},
    {{OPENING_SWAP2, 0, {0}}, 2, PHASE_PLACE, 0, 0, 0},
    {{OPENING_SWAP2, 0, {0}}, 3, PHASE_CHOOSE, 1, 0, ALL},
    {{OPENING_SWAP2, 1, {CHOICE_BLACK}}, 3, PHASE_PLAY, 0, 1, 0},
    {{OPENING_SWAP2, 1, {CHOICE_WHITE}}, 3, PHASE_PLAY, 1, 0, 0},
    {{OPENING_SWAP2, 1, {CHOICE_WHITE}}, 5, PHASE_PLAY, 1, 0, 0},
    /* Player 1 places two more, and player 0 chooses. */
    {{OPENING_SWAP2, 1, {CHOICE_MORE}}, 3, PHASE_PLACE, 1, 0, 0},
    {{OPENING_SWAP2, 1, {CHOICE_MORE}}, 4, PHASE_PLACE, 1, 0, 0},
    {{OPENING_SWAP2, 1, {CHOICE_MORE}}, 5, PHASE_CHOOSE, 0, 0, NO_MORE},
    {{OPENING_SWAP2, 2, {CHOICE_MORE, CHOICE_BLACK}}, 5, PHASE_PLAY, 1, 0, 0},
    {{OPENING_SWAP2, 2, {CHOICE_MORE, CHOICE_BLACK}}, 6, PHASE_PLAY, 0, 0, 0},
    {{OPENING_SWAP2, 2, {CHOICE_MORE, CHOICE_WHITE}}, 5, PHASE_PLAY, 0, 1, 0},
    {{OPENING_SWAP2, 2, {CHOICE_MORE, CHOICE_WHITE}}, 6, PHASE_PLAY, 1, 1, 0},
};

static void every_stand_of_every_course(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(stands) / sizeof(stands[0]); i++) {
		const struct stand *s = &stands[i];
		if (opening_phase(&s->course, s->plies) != s->phase ||
		    opening_actor(&s->course, s->plies) != s->actor ||
		    opening_black(&s->course) != s->black ||
		    opening_offers(&s->course, s->plies) != s->offers)
			fail_msg("row %zu: %s %d", i, opening_name(s->course.opening), s->plies);
	}
}

static bool allows(enum opening opening, enum rule rule, int size, int ply, const char *at)
{
	return opening_allows(opening, rule, size, ply, point_parse(at));
}

static void where_pro_and_renju_begin(void **state)
{
	(void)state;
	assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 15, 0, "h8"));
	assert_false(allows(OPENING_PRO, RULE_FREESTYLE, 15, 0, "h9"));
	assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 15, 1, "h9"));
	assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 15, 1, "a1"));
	static const char *const near[] = {"f8", "j10", "j6", "h10", "g7"};
	for (size_t i = 0; i < sizeof(near) / sizeof(near[0]); i++) {
		assert_false(allows(OPENING_PRO, RULE_FREESTYLE, 15, 2, near[i]));
		assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 15, 4, near[i]));
		assert_true(allows(OPENING_FREE, RULE_FREESTYLE, 15, 2, near[i]));
		assert_true(allows(OPENING_SWAP2, RULE_FREESTYLE, 15, 2, near[i]));
	}
	static const char *const far[] = {"e8", "k8", "h11", "h5", "k11", "a1", "e9"};
	for (size_t i = 0; i < sizeof(far) / sizeof(far[0]); i++)
		assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 15, 2, far[i]));
	for (int o = 0; o < OPENING_COUNT; o++) {
		assert_true(allows((enum opening)o, RULE_RENJU, 15, 0, "h8"));
		assert_false(allows((enum opening)o, RULE_RENJU, 15, 0, "h7"));
		assert_true(allows((enum opening)o, RULE_RENJU, 15, 1, "a1"));
	}
	assert_true(allows(OPENING_FREE, RULE_CARO, 15, 0, "a1"));
	/* The four middle points of an even board. */
	static const char *const middle[] = {"j10", "j11", "k10", "k11"};
	for (size_t i = 0; i < sizeof(middle) / sizeof(middle[0]); i++)
		assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 20, 0, middle[i]));
	assert_false(allows(OPENING_PRO, RULE_FREESTYLE, 20, 0, "i10"));
	assert_false(allows(OPENING_PRO, RULE_FREESTYLE, 20, 2, "h10"));
	assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 20, 2, "g10"));
	assert_true(allows(OPENING_PRO, RULE_FREESTYLE, 20, 2, "n10"));
	assert_false(allows(OPENING_PRO, RULE_FREESTYLE, 20, 2, "m10"));
}

/* Whether a third stone of pro has any point to lie on, by trying them all. */
static void boards_with_room_for_pro(void **state)
{
	(void)state;
	for (int size = BOARD_MIN; size <= BOARD_MAX; size++) {
		bool room = false;
		for (int n = 0; n < size * size; n++)
			room |= opening_allows(
			    OPENING_PRO, RULE_FREESTYLE, size, 2, point_at(n % size, n / size));
		assert_int_equal(opening_fits(OPENING_PRO, size), room);
		assert_int_equal(room, size >= 7);
		assert_true(opening_fits(OPENING_FREE, size));
		assert_true(opening_fits(OPENING_SWAP, size));
		assert_true(opening_fits(OPENING_SWAP2, size));
	}
}

static void words(void **state)
{
	(void)state;
	for (int o = 0; o < OPENING_COUNT; o++)
		assert_int_equal(opening_parse(opening_name((enum opening)o)), o);
	for (int c = 0; c < CHOICE_COUNT; c++)
		assert_int_equal(choice_parse(choice_name((enum choice)c)), c);
	assert_string_equal(opening_name(OPENING_FREE), "free");
	assert_string_equal(opening_name(OPENING_PRO), "pro");
	assert_string_equal(opening_name(OPENING_SWAP), "swap");
	assert_string_equal(opening_name(OPENING_SWAP2), "swap2");
	assert_string_equal(choice_name(CHOICE_BLACK), "black");
	assert_string_equal(choice_name(CHOICE_WHITE), "white");
	assert_string_equal(choice_name(CHOICE_MORE), "more");
	assert_string_equal(phase_name(PHASE_PLAY), "play");
	assert_string_equal(phase_name(PHASE_PLACE), "place");
	assert_string_equal(phase_name(PHASE_CHOOSE), "choose");
	assert_int_equal(opening_parse("swap3"), OPENING_COUNT);
	assert_int_equal(opening_parse(""), OPENING_COUNT);
	assert_int_equal(choice_parse("Black"), CHOICE_COUNT);
}

static void start(struct game *g, enum opening opening, enum rule rule, const char *time)
{
	struct time_control tc;
	assert_int_equal(time_control_parse(&tc, time), 0);
	game_init(g, rule, 15, &tc);
	assert_int_equal(game_set_opening(g, opening), 0);
	game_start(g, 0);
}

static enum move_verdict play(struct game *g, enum stone side, const char *at, int64_t now)
{
	return game_move(g, side, point_parse(at), now);
}

/* Player 0 places three stones at black; the other side may do nothing meanwhile. */
static void place_three(struct game *g)
{
	static const char *const at[] = {"h8", "i8", "g6"};
	for (int i = 0; i < 3; i++) {
		assert_int_equal(game_phase(g), PHASE_PLACE);
		assert_int_equal(game_actor(g), STONE_BLACK);
		assert_int_equal(game_turn(g), i == 1 ? STONE_WHITE : STONE_BLACK);
		assert_int_equal(g->clock.running, STONE_BLACK);
		assert_int_equal(play(g, STONE_WHITE, at[i], 0), MOVE_NOT_TURN);
		assert_int_equal(game_choose(g, STONE_BLACK, CHOICE_BLACK, 0), MOVE_NO_CHOICE);
		assert_int_equal(play(g, STONE_BLACK, at[i], 0), MOVE_OK);
	}
	assert_int_equal(board_at(&g->board, point_parse("h8")), STONE_BLACK);
	assert_int_equal(board_at(&g->board, point_parse("i8")), STONE_WHITE);
	assert_int_equal(board_at(&g->board, point_parse("g6")), STONE_BLACK);
}

static void swap_and_the_clocks(void **state)
{
	(void)state;
	struct game g;
	start(&g, OPENING_SWAP, RULE_FREESTYLE, "60+0");
	place_three(&g);
	assert_int_equal(game_phase(&g), PHASE_CHOOSE);
	assert_int_equal(game_actor(&g), STONE_WHITE);
	assert_int_equal(game_offers(&g), NO_MORE);
	assert_int_equal(play(&g, STONE_WHITE, "a1", 0), MOVE_CHOOSE);
	assert_int_equal(game_choose(&g, STONE_BLACK, CHOICE_BLACK, 0), MOVE_NOT_TURN);
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_MORE, 0), MOVE_NO_CHOICE);
	/* The chooser thinks for 10 s and takes black: the time thought goes to black with the
	 * player. */
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_BLACK, 10000), MOVE_OK);
	assert_int_equal(game_holder(&g, STONE_BLACK), 1);
	assert_int_equal(game_phase(&g), PHASE_PLAY);
	assert_int_equal(game_offers(&g), 0);
	assert_int_equal(game_actor(&g), STONE_WHITE);
	assert_int_equal(g.clock.running, STONE_WHITE);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 10000), 50000);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 10000), 60000);
	assert_int_equal(play(&g, STONE_WHITE, "a1", 13000), MOVE_OK);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 13000), 57000);
	game_end(&g, GAME_WHITE, WHY_RESIGN, 13000);
	assert_int_equal(game_winner(&g), 0);
	assert_int_equal(game_offers(&g), 0);
}

static void swap2_all_the_way(void **state)
{
	(void)state;
	struct game g;
	start(&g, OPENING_SWAP2, RULE_FREESTYLE, "60+0");
	place_three(&g);
	assert_int_equal(game_offers(&g), ALL);
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_MORE, 1000), MOVE_OK);
	assert_int_equal(game_phase(&g), PHASE_PLACE);
	assert_int_equal(game_actor(&g), STONE_WHITE);
	assert_int_equal(play(&g, STONE_BLACK, "j9", 1000), MOVE_NOT_TURN);
	assert_int_equal(play(&g, STONE_WHITE, "j9", 2000), MOVE_OK);
	assert_int_equal(game_turn(&g), STONE_BLACK);
	assert_int_equal(game_actor(&g), STONE_WHITE);
	assert_int_equal(play(&g, STONE_WHITE, "k9", 3000), MOVE_OK);
	assert_int_equal(board_at(&g.board, point_parse("j9")), STONE_WHITE);
	assert_int_equal(board_at(&g.board, point_parse("k9")), STONE_BLACK);
	assert_int_equal(game_actor(&g), STONE_BLACK);
	assert_int_equal(game_offers(&g), NO_MORE);
	assert_int_equal(game_choose(&g, STONE_BLACK, CHOICE_MORE, 3000), MOVE_NO_CHOICE);
	assert_int_equal(game_choose(&g, STONE_BLACK, CHOICE_WHITE, 4000), MOVE_OK);
	assert_int_equal(game_holder(&g, STONE_WHITE), 0);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 4000), 59000);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 4000), 57000);
	assert_int_equal(game_turn(&g), STONE_WHITE);
	assert_int_equal(play(&g, STONE_WHITE, "l9", 5000), MOVE_OK);
	assert_int_equal(game_actor(&g), STONE_BLACK);
	static const int players[] = {0, 0, 0, 1, 1, 0};
	for (int i = 0; i < g.plies; i++)
		assert_int_equal(g.ply[i].player, players[i]);

	/* The last ply of each player, and the way back through all of it. */
	assert_int_equal(game_undo_ply(&g, STONE_WHITE), 5);
	assert_int_equal(game_undo_ply(&g, STONE_BLACK), 4);
	game_undo(&g, 5, 9000);
	assert_int_equal(game_phase(&g), PHASE_PLAY);
	assert_int_equal(game_holder(&g, STONE_WHITE), 0);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 9000), 59000);
	game_undo(&g, 4, 9000);
	assert_int_equal(game_phase(&g), PHASE_PLACE);
	assert_int_equal(game_actor(&g), STONE_WHITE);
	assert_int_equal(game_holder(&g, STONE_WHITE), 1);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 9000), 60000);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 9000), 58000);
	assert_int_equal(g.clock.running, STONE_WHITE);
	game_undo(&g, 3, 9000);
	assert_int_equal(game_phase(&g), PHASE_PLACE);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 9000), 59000);
	game_undo(&g, 2, 9000);
	assert_int_equal(g.course.choices, 0);
	assert_int_equal(game_actor(&g), STONE_BLACK);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 9000), 60000);
	assert_int_equal(play(&g, STONE_BLACK, "g6", 9000), MOVE_OK);
	assert_int_equal(game_offers(&g), ALL);
	/* A rematch begins the opening afresh. */
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_BLACK, 9000), MOVE_OK);
	game_end(&g, GAME_VOID, WHY_ABORTED, 9000);
	assert_int_equal(game_winner(&g), -1);
	game_start(&g, 20000);
	assert_int_equal(game_phase(&g), PHASE_PLACE);
	assert_int_equal(game_holder(&g, STONE_BLACK), 0);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 20000), 60000);
}

/* The chooser who stays silent loses, and nobody else; before the colours are fixed and after. */
static void the_chooser_loses_on_time(void **state)
{
	(void)state;
	struct game g;
	start(&g, OPENING_SWAP2, RULE_FREESTYLE, "5+0");
	place_three(&g);
	struct game late = g;
	assert_int_equal(clock_falls_at(&g.clock), 5000);
	assert_false(game_check_flag(&g, 4999));
	assert_true(game_check_flag(&g, 5000));
	assert_int_equal(g.why, WHY_TIME);
	assert_int_equal(game_winner(&g), 0);
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_BLACK, 5000), MOVE_OVER);
	assert_int_equal(game_choose(&late, STONE_WHITE, CHOICE_BLACK, 5000), MOVE_LATE);
	assert_int_equal(game_winner(&late), 0);
	/* Having taken black, player 1 wins when player 0, white now, is silent. */
	start(&g, OPENING_SWAP, RULE_FREESTYLE, "5+0");
	place_three(&g);
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_BLACK, 1000), MOVE_OK);
	assert_true(game_check_flag(&g, 6000));
	assert_int_equal(g.result, GAME_BLACK);
	assert_int_equal(game_winner(&g), 1);
}

/* Each stone placed and each choice is a move to the clock. */
static void the_increment_of_an_opening(void **state)
{
	(void)state;
	struct game g;
	start(&g, OPENING_SWAP2, RULE_FREESTYLE, "60+2");
	place_three(&g);
	assert_int_equal(clock_left(&g.clock, STONE_BLACK, 0), 66000);
	assert_int_equal(game_choose(&g, STONE_WHITE, CHOICE_WHITE, 0), MOVE_OK);
	assert_int_equal(clock_left(&g.clock, STONE_WHITE, 0), 62000);
}

static void pro_over_the_board(void **state)
{
	(void)state;
	struct game g;
	start(&g, OPENING_PRO, RULE_STANDARD, "none");
	assert_int_equal(play(&g, STONE_BLACK, "h9", 0), MOVE_OPENING);
	assert_int_equal(play(&g, STONE_BLACK, "h8", 0), MOVE_OK);
	assert_int_equal(play(&g, STONE_WHITE, "h9", 0), MOVE_OK);
	assert_int_equal(play(&g, STONE_BLACK, "h8", 0), MOVE_OCCUPIED);
	assert_int_equal(play(&g, STONE_BLACK, "f10", 0), MOVE_OPENING);
	assert_int_equal(g.plies, 2);
	assert_int_equal(play(&g, STONE_BLACK, "k9", 0), MOVE_OK);
	struct time_control tc = {.kind = CLOCK_NONE};
	game_init(&g, RULE_STANDARD, 6, &tc);
	assert_int_equal(game_set_opening(&g, OPENING_PRO), -1);
	assert_int_equal(g.course.opening, OPENING_FREE);
}

/*
 * Any course through swap2 with undos in it: whatever is undone to is, in colours, phase, board and
 * clocks, what it was when that ply was played.
 */
static void undo_through_any_swap2(void **state)
{
	(void)state;
	static struct game before[BOARD_POINTS];
	struct draw d = {5150};
	int undone[2] = {0, 0};
	for (int round = 0; round < 300; round++) {
		struct game g;
		start(&g, OPENING_SWAP2, RULE_RENJU, "30+3x5");
		int64_t now = 0;
		for (int step = 0; step < 40 && g.state == GAME_PLAYING; step++) {
			now += draw_below(&d, 700);
			if (game_offers(&g) != 0) {
				enum choice choice = (enum choice)draw_below(&d, CHOICE_COUNT);
				(void)game_choose(&g, game_actor(&g), choice, now);
			} else if (g.plies > 0 && draw_below(&d, 6) == 0) {
				int to = draw_below(&d, g.plies);
				const struct game *was = &before[to];
				game_undo(&g, to, now);
				assert_memory_equal(&g.board, &was->board, sizeof(g.board));
				for (int i = 0; i < 2; i++) {
					assert_int_equal(g.clock.side[i].ms, was->clock.side[i].ms);
					assert_int_equal(
					    g.clock.side[i].periods, was->clock.side[i].periods);
				}
				assert_int_equal(g.clock.running, was->clock.running);
				assert_int_equal(game_phase(&g), game_phase(was));
				assert_int_equal(game_actor(&g), game_actor(was));
				assert_int_equal(g.course.choices, was->course.choices);
				assert_int_equal(
				    game_holder(&g, STONE_BLACK), game_holder(was, STONE_BLACK));
				undone[to >= 3]++;
			} else {
				before[g.plies] = g;
				int point = g.plies == 0
						? point_parse("h8")
						: point_at(draw_below(&d, 15), draw_below(&d, 15));
				(void)game_move(&g, game_actor(&g), point, now);
			}
		}
	}
	assert_true(undone[0] > 50 && undone[1] > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_stand_of_every_course),
	    cmocka_unit_test(where_pro_and_renju_begin),
	    cmocka_unit_test(boards_with_room_for_pro),
	    cmocka_unit_test(words),
	    cmocka_unit_test(swap_and_the_clocks),
	    cmocka_unit_test(swap2_all_the_way),
	    cmocka_unit_test(the_chooser_loses_on_time),
	    cmocka_unit_test(the_increment_of_an_opening),
	    cmocka_unit_test(pro_over_the_board),
	    cmocka_unit_test(undo_through_any_swap2),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
