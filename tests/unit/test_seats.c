/* What is said to engines and made of their answers; offers; names; drawings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/play/draw.h"
#include "daemon/play/offer.h"
#include "daemon/play/user.h"
#include "daemon/seats/dialogue.h"

static void add(struct position *p, const char *at, enum stone s)
{
	p->point[p->plies] = (int16_t)point_parse(at);
	p->stone[p->plies++] = (uint8_t)s;
}

static void asks_for_a_position(void **state)
{
	struct position p = {.size = 15, .rule = RULE_STANDARD, .side = STONE_BLACK};
	struct thinking t = {.level = 4, .budget_ms = 1500, .left_ms = INT64_MAX, .seed = 99};
	char text[DIALOGUE_TEXT];
	size_t len;

	(void)state;
	add(&p, "h8", STONE_BLACK);
	add(&p, "a1", STONE_WHITE);
	len = dialogue_question(&p, &t, text);
	assert_int_equal(len, strlen(text));
	/* a1 is at the bottom left, which Gomocup calls 0,14. */
	assert_string_equal(text, "START 15\nINFO rule 1\nINFO timeout_turn 1500\n"
				  "INFO time_left 2147483647\nINFO level 4\n"
				  "INFO style level\nINFO seed 99\n"
				  "BOARD\n7,7,1\n0,14,2\nDONE\n");
}

static void asks_for_a_first_stone(void **state)
{
	struct position p = {.size = 20, .rule = RULE_FREESTYLE, .side = STONE_BLACK};
	struct thinking t = {.level = 1, .budget_ms = 0, .left_ms = 5000, .seed = 1};
	char text[DIALOGUE_TEXT];

	(void)state;
	dialogue_question(&p, &t, text);
	assert_non_null(strstr(text, "INFO time_left 5000\n"));
	assert_string_equal(text + strlen(text) - 6, "BEGIN\n");
	assert_null(strstr(text, "BOARD"));
}

static void asks_for_the_last_stone(void **state)
{
	struct position p = {.size = BOARD_MAX, .side = STONE_BLACK};
	struct thinking t = {
	    .level = 10, .budget_ms = INT64_MAX, .left_ms = INT64_MAX, .seed = ~0u};
	char text[DIALOGUE_TEXT];
	size_t len;

	(void)state;
	for (int i = 0; i < BOARD_POINTS - 1; i++) {
		p.point[i] = (int16_t)point_at(i % BOARD_MAX, i / BOARD_MAX);
		p.stone[i] = (uint8_t)(i % 2 ? STONE_WHITE : STONE_BLACK);
	}
	p.plies = BOARD_POINTS - 1;
	len = dialogue_question(&p, &t, text);
	assert_string_equal(text + len - 5, "DONE\n");
}

/* Case EN19. */
static void trusts_no_answer(void **state)
{
	static const char *const more[] = {
	    "OK", "ok", "MESSAGE 3,4", "message", "DEBUG x", "", "SUGGEST 1,2"};
	static const char *const bad[] = {"ERROR no", "UNKNOWN x", "7", "7,", ",7", "7,7,1", "7,7x",
	    "15,0", "0,15", "-1,3", "3,-1", "7 ,7", " 7,7", "0x1,2", "99999999999,1", "1,1", "x,y",
	    "OKAY", "\x1b[2J", "MESSAGES"};
	struct position p = {.size = 15, .side = STONE_WHITE};
	struct reply reply;

	(void)state;
	add(&p, "b14", STONE_BLACK); /* 1,1 */
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		assert_int_equal(dialogue_answer(&p, more[i], &reply), ANSWER_MORE);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (dialogue_answer(&p, bad[i], &reply) != ANSWER_BAD)
			fail_msg("taken: %s", bad[i]);
	assert_int_equal(dialogue_answer(&p, "0,14", &reply), ANSWER_MOVE);
	assert_int_equal(reply.point[0], point_parse("a1"));
	assert_int_equal(dialogue_answer(&p, "14,0 ", &reply), ANSWER_MOVE);
	assert_int_equal(reply.point[0], point_parse("o15"));
}

/* Passes are no stones; an engine that has only forbidden points left passes, in renju alone. */
static void knows_passes(void **state)
{
	struct position p = {.size = 15, .rule = RULE_RENJU, .side = STONE_BLACK};
	struct thinking t = {.level = 1, .left_ms = INT64_MAX};
	char text[DIALOGUE_TEXT];
	struct reply reply;

	(void)state;
	add(&p, "h8", STONE_BLACK);
	p.point[p.plies] = POINT_PASS;
	p.stone[p.plies++] = STONE_WHITE;
	dialogue_question(&p, &t, text);
	assert_non_null(strstr(text, "INFO rule 4\n"));
	assert_non_null(strstr(text, "BOARD\n7,7,1\nDONE\n"));
	assert_int_equal(
	    dialogue_answer(&p, "ERROR no move: only forbidden points", &reply), ANSWER_MOVE);
	assert_int_equal(reply.point[0], POINT_PASS);
	assert_int_equal(dialogue_answer(&p, "ERROR no such thing", &reply), ANSWER_BAD);
	p.rule = RULE_CARO;
	dialogue_question(&p, &t, text);
	assert_non_null(strstr(text, "INFO rule 8\n"));
	assert_int_equal(dialogue_answer(&p, "ERROR no move: why", &reply), ANSWER_BAD);
}

/* An opening is asked for as in swap2, and nothing but its answers is taken. */
static void asks_for_an_opening(void **state)
{
	static const struct {
		const char *line;
		int stones[3]; /* with 0, 3 and 5 on the board; -1: no answer */
	} answers[] = {
	    {"SWAP", {-1, 0, 0}},
	    {"swap ", {-1, 0, 0}},
	    {"SWAP 1,1", {-1, -1, -1}},
	    {"0,14", {-1, 1, 1}},
	    {"0,14 14,0", {-1, 2, -1}},
	    {"0,14 14,0 3,4", {3, -1, -1}},
	    {"0,14 14,0 0,14", {-1, -1, -1}},
	    {"0,14  14,0", {-1, 2, -1}},
	    {"0,14,14,0", {-1, -1, -1}},
	    {"7,7 1,1 2,2", {3, -1, -1}}, /* h8 is taken later */
	    {"15,0 1,1 2,2", {-1, -1, -1}},
	    {"1,2 2,3 3,4 4,5", {-1, -1, -1}},
	    {"UNKNOWN", {-1, -1, -1}},
	    {"ERROR no move: why", {-1, -1, -1}},
	};
	struct position p = {.opening = true, .size = 15, .rule = RULE_RENJU, .side = STONE_BLACK};
	struct thinking t = {.level = 1, .left_ms = INT64_MAX};
	static const char *const points[] = {"h8", "i9", "j8", "b2", "c2"};
	char text[DIALOGUE_TEXT];
	struct reply reply;

	(void)state;
	for (int n = 0; n < 3; n++) {
		while (p.plies < (n ? 1 + 2 * n : 0))
			add(&p, points[p.plies], p.plies % 2 ? STONE_WHITE : STONE_BLACK);
		for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
			enum dialogue_answer a = dialogue_answer(&p, answers[i].line, &reply);

			if (a != (answers[i].stones[n] < 0 ? ANSWER_BAD : ANSWER_MOVE))
				fail_msg("%d stones: %s", p.plies, answers[i].line);
			if (a == ANSWER_MOVE)
				assert_int_equal(reply.stones, answers[i].stones[n]);
		}
		assert_int_equal(dialogue_answer(&p, "MESSAGE 1,1", &reply), ANSWER_MORE);
	}
	dialogue_question(&p, &t, text);
	assert_non_null(strstr(text, "SWAP2BOARD\n7,7\n8,6\n9,7\n1,13\n2,13\nDONE\n"));
}

static void keeps_offers_apart(void **state)
{
	struct offer_book b = {0};

	(void)state;
	offer_add(&b, 7, OFFER_DRAW, 0, 0);
	offer_add(&b, 8, OFFER_DRAW, 1, 0);
	offer_add(&b, 9, OFFER_UNDO, 0, 4);
	assert_int_equal(offer_find(&b, 9)->to_ply, 4);
	assert_int_equal(offer_find(&b, 8)->seat, 1);
	assert_int_equal(offer_open(&b, OFFER_DRAW, 0)->id, 7);
	assert_null(offer_open(&b, OFFER_UNDO, 1));
	assert_null(offer_find(&b, 0));
	assert_null(offer_find(&b, 10));
}

static void takes_sound_names(void **state)
{
	static const char *const bad[] = {"", "a", "1ab", "-ab", "_ab", "a b", "a.b", "a\xc3\xa9",
	    "me", "ME", "open", "auto", "black", "White", "ai", "priority", "~ann",
	    "abcdefghijklmnopqrstu"};
	char name[USER_NAME_MAX + 1];

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (user_name_read(bad[i], name))
			fail_msg("taken: %s", bad[i]);
	assert_true(user_name_read("Ann_2-b", name));
	assert_string_equal(name, "ann_2-b");
	assert_true(user_name_read("abcdefghijklmnopqrst", name));
}

static void draws_boards(void **state)
{
	struct time_control none = {.kind = CLOCK_NONE};
	static struct game g;
	char text[DRAW_TEXT];

	(void)state;
	game_init(&g, RULE_FREESTYLE, 5, &none);
	game_start(&g, 0);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("a1"), 0), MOVE_OK);
	assert_int_equal(game_move(&g, STONE_WHITE, point_parse("e5"), 0), MOVE_OK);
	assert_int_equal(draw_lines(&g, DRAW_PICTURE), 7);
	assert_string_equal(draw_line(&g, DRAW_PICTURE, 0, text), "    a b c d e");
	assert_string_equal(draw_line(&g, DRAW_PICTURE, 1, text), " 5  . . . .[O] 5");
	assert_string_equal(draw_line(&g, DRAW_PICTURE, 5, text), " 1  X . . . .  1");
	assert_int_equal(draw_lines(&g, DRAW_LIST), 3);
	assert_string_equal(draw_line(&g, DRAW_LIST, 0, text), "2 stones, the last white at e5");
	assert_string_equal(draw_line(&g, DRAW_LIST, 1, text), "row 5: white e");
	assert_string_equal(draw_line(&g, DRAW_LIST, 2, text), "row 1: black a");
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("c5"), 0), MOVE_OK);
	assert_string_equal(draw_line(&g, DRAW_LIST, 1, text), "row 5: black c; white e");
	assert_string_equal(draw_line(&g, DRAW_PICTURE, 1, text), " 5  . .[X]. O  5");
}

/* Renju's forbidden points are marked for black, and only on black's turn. */
static void marks_forbidden_points(void **state)
{
	static const char *const moves[] = {"h7", "a1", "h9", "a3", "g8", "a5", "i8", "c12"};
	struct time_control none = {.kind = CLOCK_NONE};
	static struct game g;
	char text[DRAW_TEXT];
	int points[8];

	(void)state;
	for (int i = 0; i < 8; i++)
		points[i] = point_parse(moves[i]);
	game_init(&g, RULE_RENJU, 15, &none);
	assert_int_equal(game_set_start(&g, points, 8), -1);
	game_start(&g, 0);
	assert_string_equal(
	    draw_line(&g, DRAW_PICTURE, 8, text), " 8  . . . . . . X ! X . . . . . .  8");
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("o1"), 0), MOVE_OK);
	assert_string_equal(
	    draw_line(&g, DRAW_PICTURE, 8, text), " 8  . . . . . . X . X . . . . . .  8");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(asks_for_a_position),
	    cmocka_unit_test(asks_for_a_first_stone),
	    cmocka_unit_test(asks_for_the_last_stone),
	    cmocka_unit_test(trusts_no_answer),
	    cmocka_unit_test(knows_passes),
	    cmocka_unit_test(asks_for_an_opening),
	    cmocka_unit_test(keeps_offers_apart),
	    cmocka_unit_test(takes_sound_names),
	    cmocka_unit_test(draws_boards),
	    cmocka_unit_test(marks_forbidden_points),
	};

	return cmocka_run_group_tests_name("seats", tests, NULL, NULL);
}
