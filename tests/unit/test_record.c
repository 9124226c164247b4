/* Game records, their text, and moves as strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/moves.h"
#include "engine/game/record.h"
#include "engine/game/record_text.h"

#include "draw.h"

/* A record of the moves in text; they are not checked. */
static void record(struct record *r, enum rule rule, const char *text)
{
	int points[BOARD_POINTS];
	size_t at;
	record_init(r, rule, 15);
	r->plies = moves_parse(text, points, BOARD_POINTS, &at);
	assert_true(r->plies >= 0);
	for (int i = 0; i < r->plies; i++)
		r->ply[i] = (struct record_ply){(int16_t)points[i], -1};
}

static const struct {
	enum rule rule;
	const char *moves;
	int bad; /* the ply at fault, -1 for none */
	const char *message;
	enum game_result result;
	enum game_why why;
} checks[] = {
    {RULE_FREESTYLE, "h8 i9", -1, "", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "", -1, "", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "h8 i9 j10 k11 h8", 4, "move 5, h8, is on a stone", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "h8 p1", 1, "move 2, p1, is off the board", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 d1 d2 e1", -1, "", GAME_BLACK, WHY_FIVE},
    {RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 d1 d2 o1 e2", -1, "", GAME_WHITE, WHY_FIVE},
    {RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 d1 d2 e1 e2", 9,
	"move 10 comes after the winning row in move 9", GAME_NONE, WHY_NONE},
    {RULE_STANDARD, "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1 g9", -1, "", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1 g9", 11,
	"move 12 comes after the winning row in move 11", GAME_NONE, WHY_NONE},
    {RULE_RENJU, "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1", -1, "", GAME_WHITE, WHY_FOUL},
    {RULE_RENJU, "a1 a2 b1 b2 c1 c2 e1 e2 f1 f2 d1 o15", 11,
	"move 12 comes after a forbidden move in move 11", GAME_NONE, WHY_NONE},
    {RULE_RENJU, "h8--", -1, "", GAME_DRAW, WHY_PASSES},
    {RULE_RENJU, "h8--h9", 3, "move 4 comes after two passes in move 3", GAME_NONE, WHY_NONE},
    {RULE_FREESTYLE, "h8--h9-", -1, "", GAME_NONE, WHY_NONE},
};

static void records_are_checked(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
		struct record r;
		int ply;
		char message[RECORD_MESSAGE] = "";
		record(&r, checks[i].rule, checks[i].moves);
		int got = record_check(&r, &ply, message);
		if (got != (checks[i].bad == -1 ? 0 : -1) ||
		    strcmp(message, checks[i].message) != 0)
			fail_msg("\"%s\": %d, \"%s\"", checks[i].moves, got, message);
		if (got == -1)
			assert_int_equal(ply, checks[i].bad);
		assert_int_equal(r.result, checks[i].result);
		assert_int_equal(r.why, checks[i].why);
	}
}

/* What a record says of its end is left to stand; only what it does not say is filled in. */
static void ends_that_are_said(void **state)
{
	(void)state;
	struct record r;
	int ply;
	char message[RECORD_MESSAGE];
	record(&r, RULE_FREESTYLE, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
	r.result = GAME_BLACK;
	assert_int_equal(record_check(&r, &ply, message), 0);
	assert_int_equal(r.why, WHY_FIVE);
	r.result = GAME_WHITE;
	r.why = WHY_TIME;
	assert_int_equal(record_check(&r, &ply, message), 0);
	assert_int_equal(r.result, GAME_WHITE);
	assert_int_equal(r.why, WHY_TIME);
	r.why = WHY_NONE;
	assert_int_equal(record_check(&r, &ply, message), 0);
	assert_int_equal(r.why, WHY_NONE);
}

static void a_full_board_ends_a_record(void **state)
{
	(void)state;
	struct record r;
	int ply, n = 0;
	char message[RECORD_MESSAGE];
	record_init(&r, RULE_FREESTYLE, 5);
	/* No five of one colour lies in any row of this. */
	static const char fill[] = "xoxox"
				   "xoxox"
				   "oxoxo"
				   "oxoxo"
				   "xoxox";
	for (int colour = 0; colour < 2; colour++) {
		int i = colour;
		for (int cell = 0; cell < 25; cell++) {
			if (fill[cell] != "xo"[colour])
				continue;
			r.ply[i] = (struct record_ply){(int16_t)point_at(cell % 5, cell / 5), -1};
			i += 2;
			n++;
		}
	}
	r.plies = n;
	assert_int_equal(n, 25);
	assert_int_equal(record_check(&r, &ply, message), 0);
	assert_int_equal(r.result, GAME_DRAW);
	assert_int_equal(r.why, WHY_FULL);
}

static void stepping_through(void **state)
{
	(void)state;
	struct record r;
	struct board b;
	record(&r, RULE_RENJU, "h8i9-j10");
	r.first = STONE_WHITE;
	board_place(&r.setup, point_parse("a1"), STONE_BLACK);
	record_board(&r, 0, &b);
	assert_int_equal(b.stones, 1);
	record_board(&r, 3, &b);
	assert_int_equal(b.stones, 3);
	assert_int_equal(board_at(&b, point_parse("h8")), STONE_WHITE);
	assert_int_equal(board_at(&b, point_parse("i9")), STONE_BLACK);
	record_board(&r, 4, &b);
	assert_int_equal(board_at(&b, point_parse("j10")), STONE_BLACK);
	assert_int_equal(record_side(&r, 0), STONE_WHITE);
	assert_int_equal(record_side(&r, 3), STONE_BLACK);
}

static void the_record_of_a_game(void **state)
{
	(void)state;
	struct game g;
	struct record r;
	struct time_control tc;
	assert_int_equal(time_control_parse(&tc, "600+3x30"), 0);
	game_init(&g, RULE_RENJU, 15, &tc);
	assert_int_equal(game_set_opening(&g, OPENING_SWAP), 0);
	game_start(&g, 0);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("h8"), 0), MOVE_OK);
	assert_int_equal(game_move(&g, STONE_BLACK, point_parse("h9"), 0), MOVE_OK);
	game_end(&g, GAME_WHITE, WHY_RESIGN, 0);
	record_of_game(&r, &g);
	assert_int_equal(r.rule, RULE_RENJU);
	assert_int_equal(r.opening, OPENING_SWAP);
	assert_int_equal(r.size, 15);
	assert_int_equal(r.tc.kind, CLOCK_BYOYOMI);
	assert_int_equal(r.plies, 2);
	assert_int_equal(r.ply[1].point, point_parse("h9"));
	assert_int_equal(r.first, STONE_BLACK);
	assert_int_equal(r.result, GAME_WHITE);
	assert_int_equal(r.why, WHY_RESIGN);
	assert_string_equal(r.black, "");
}

static void text_is_made_safe(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		bool lines, latin1;
		const char *want;
	} cases[] = {
	    {"plain", false, false, "plain"},
	    {"\xc3\xa9 \xe4\xba\x94 \xf0\x9f\x98\x80", false, false,
		"\xc3\xa9 \xe4\xba\x94 \xf0\x9f\x98\x80"},
	    {"a\r\nb\nc\rd\te", true, false, "a\nb\nc\nd e"},
	    {"a\r\nb\nc\rd\te", false, false, "a b c d e"},
	    {"\x1b[2J", false, false, "\xef\xbf\xbd[2J"},
	    {"\x7f\xc2\x9b"
	     "x",
		false, false, "\xef\xbf\xbd\xef\xbf\xbdx"},
	    {"\xe2\x80\xae \xe2\x81\xa6 \xd8\x9c", false, false,
		"\xef\xbf\xbd \xef\xbf\xbd \xef\xbf\xbd"},
	    /* Not UTF-8: a lone tail, a head without a tail, too long a form, a surrogate, too far.
	     */
	    {"\x80", false, false, "\xef\xbf\xbd"},
	    {"\xc3(", false, false, "\xef\xbf\xbd("},
	    {"\xc0\x80", false, false, "\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\xe0\x80\x80", false, false, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\xed\xa0\x80", false, false, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\xf4\x90\x80\x80", false, false, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\xff", false, false, "\xef\xbf\xbd"},
	    {"\xe4\xba", false, false, "\xef\xbf\xbd\xef\xbf\xbd"},
	    {"\xe9t\xe9 \x85", false, true, "\xc3\xa9t\xc3\xa9 \xef\xbf\xbd"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char field[RECORD_NAME];
		record_text_copy(field, sizeof(field), cases[i].bytes, strlen(cases[i].bytes),
		    cases[i].lines, cases[i].latin1);
		if (strcmp(field, cases[i].want) != 0)
			fail_msg("case %zu: \"%s\"", i, field);
	}
	char field[8];
	record_text_copy(field, sizeof(field), "a\0b", 3, false, false);
	assert_string_equal(field, "a\xef\xbf\xbd"
				   "b");
	assert_true(record_text_is_utf8("", 0));
	assert_true(record_text_is_utf8("a\xc3\xa9", 3));
	assert_false(record_text_is_utf8("a\xc3", 2));
	assert_false(record_text_is_utf8("\xb0 a", 3));
}

/* Whatever the bytes, the field is whole UTF-8 within its size, and what is safe stays as it is. */
static void text_of_any_bytes(void **state)
{
	(void)state;
	struct draw d = {3};
	for (int round = 0; round < 20000; round++) {
		char bytes[24], field[16], again[16];
		size_t n = (size_t)draw_below(&d, sizeof(bytes));
		for (size_t i = 0; i < n; i++)
			bytes[i] = (char)draw_below(&d, 256);
		size_t size = (size_t)(1 + draw_below(&d, sizeof(field)));
		bool lines = draw_below(&d, 2) == 0, latin1 = draw_below(&d, 2) == 0;
		record_text_copy(field, size, bytes, n, lines, latin1);
		assert_true(strlen(field) < size);
		assert_true(record_text_is_utf8(field, strlen(field)));
		for (const char *c = field; *c != '\0'; c++)
			assert_true((unsigned char)*c >= 0x20 || (*c == '\n' && lines));
		record_text_copy(again, size, field, strlen(field), lines, false);
		assert_string_equal(again, field);
	}
}

static void characters_are_not_cut(void **state)
{
	(void)state;
	char field[6];
	record_text_set(field, sizeof(field), "ab\xe4\xba\x94\xe5\xad\x90");
	assert_string_equal(field, "ab\xe4\xba\x94");
	record_text_set(field, sizeof(field), "abc\xe4\xba\x94");
	assert_string_equal(field, "abc");
}

static void text_that_does_not_fit(void **state)
{
	(void)state;
	char buf[8];
	struct record_out o = {.text = buf, .size = sizeof(buf)};
	record_out(&o, "%s", "1234567");
	assert_int_equal(record_out_end(&o), 7);
	record_out(&o, "%d", 8);
	assert_int_equal(record_out_end(&o), -1);
	assert_string_equal(buf, "1234567");
}

static void moves_as_text(void **state)
{
	(void)state;
	int points[BOARD_POINTS];
	size_t at = 99;
	char buf[MOVES_TEXT];
	assert_int_equal(moves_parse("h8i9j10", points, 3, &at), 3);
	assert_int_equal(points[2], point_parse("j10"));
	assert_string_equal(moves_format(points, 3, buf), "h8i9j10");
	assert_int_equal(moves_parse(" h8, I9,-y25 ", points, 9, &at), 4);
	assert_int_equal(points[2], POINT_PASS);
	assert_string_equal(moves_format(points, 4, buf), "h8i9-y25");
	assert_int_equal(moves_parse("", points, 9, &at), 0);
	assert_string_equal(moves_format(points, 0, buf), "");
	static const struct {
		const char *text;
		size_t at;
	} bad[] = {{"h8i9j", 4}, {"h8z9", 2}, {"h8i26", 2}, {"h8 9", 3}, {"h8i9j10k", 7},
	    {"h08", 0}, {"h100", 0}, {"h8;i9", 2}, {"h8h0", 2}, {"h8\xc3\xa9", 2}};
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (moves_parse(bad[i].text, points, BOARD_POINTS, &at) != -1 || at != bad[i].at)
			fail_msg("\"%s\": at %zu", bad[i].text, at);
	}
	assert_int_equal(moves_parse("h8i9j10", points, 2, &at), -1);
	assert_int_equal(at, 4);
}

static void moves_there_and_back(void **state)
{
	(void)state;
	struct draw d = {12};
	for (int round = 0; round < 300; round++) {
		int points[BOARD_POINTS], got[BOARD_POINTS], n = draw_below(&d, BOARD_POINTS + 1);
		char buf[MOVES_TEXT];
		size_t at;
		for (int i = 0; i < n; i++)
			points[i] = draw_below(&d, 9) == 0 ? POINT_PASS
							   : point_at(draw_below(&d, BOARD_MAX),
								 draw_below(&d, BOARD_MAX));
		assert_int_equal(moves_parse(moves_format(points, n, buf), got, n, &at), n);
		for (int i = 0; i < n; i++)
			assert_int_equal(got[i], points[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(records_are_checked),
	    cmocka_unit_test(ends_that_are_said),
	    cmocka_unit_test(a_full_board_ends_a_record),
	    cmocka_unit_test(stepping_through),
	    cmocka_unit_test(the_record_of_a_game),
	    cmocka_unit_test(text_is_made_safe),
	    cmocka_unit_test(text_of_any_bytes),
	    cmocka_unit_test(characters_are_not_cut),
	    cmocka_unit_test(text_that_does_not_fit),
	    cmocka_unit_test(moves_as_text),
	    cmocka_unit_test(moves_there_and_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
