/* Writing SGF: the text itself, and any record there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/sgf.h"

#include "draw.h"

/* The text that a written record is expected to be, but for the program's version. */
static void what_is_written(void **state)
{
	(void)state;
	struct record r;
	char buf[RECORD_WRITE_MAX];
	record_init(&r, RULE_RENJU, 15);
	r.opening = OPENING_SWAP2;
	assert_int_equal(time_control_parse(&r.tc, "600+3x30"), 0);
	snprintf(r.black, RECORD_NAME, "ann]");
	snprintf(r.white, RECORD_NAME, "b\\ob");
	snprintf(r.date, RECORD_NAME, "2024-06-07");
	snprintf(r.note, RECORD_NOTE, "one\ntwo");
	r.result = GAME_WHITE;
	r.why = WHY_FOUL;
	r.plies = 3;
	r.ply[0].point = (int16_t)point_parse("h8");
	r.ply[1].point = POINT_PASS;
	r.ply[2].point = (int16_t)point_parse("a1");
	int n = sgf_write(&r, buf, sizeof(buf));
	assert_int_equal(n, strlen(buf));
	static const char head[] = "(;GM[4]FF[4]CA[UTF-8]AP[gomokud:";
	assert_memory_equal(buf, head, sizeof(head) - 1);
	assert_string_equal(strchr(buf, '\n'),
	    "\nSZ[15]RU[renju]ON[swap2]\nTM[600]OT[3x30 byo-yomi]\nPB[ann\\]]\nPW[b\\\\ob]\n"
	    "DT[2024-06-07]\nRE[W+F]WHY[foul]\nC[one\ntwo]\n\n;B[hh];W[];B[ao])\n");
	for (int size = 1; size <= n; size++)
		assert_int_equal(sgf_write(&r, buf, (size_t)size), -1);
	assert_int_equal(sgf_write(&r, buf, (size_t)n + 1), n);
}

static struct record_report report;

static void draw_text(struct draw *d, char *field, int size)
{
	static const char *const pieces[] = {"a", "]", "\\", "[", ":", ";", "(", ")", "\xc3\xa9",
	    "\xe4\xba\x94", "B[aa]", "x y", "-"};
	int len = 0;
	field[0] = '\0';
	for (int i = draw_below(d, 12); i > 0; i--)
		len += snprintf(field + len, (size_t)(size - len), "%s", pieces[draw_below(d, 13)]);
}

static void draw_record(struct draw *d, struct record *r)
{
	static const enum rule rules[] = {
	    RULE_FREESTYLE, RULE_STANDARD, RULE_RENJU, RULE_CARO, RULE_CARO_FIVE};
	static const char *const times[] = {
	    "none", "300+5", "300+0", "0+3x30", "600+1x1", "30/move"};
	record_init(r, rules[draw_below(d, 5)], BOARD_MIN + draw_below(d, 21));
	r->opening = (enum opening)draw_below(d, OPENING_COUNT);
	assert_int_equal(time_control_parse(&r->tc, times[draw_below(d, 6)]), 0);
	char *fields[] = {r->black, r->white, r->title, r->event, r->place, r->round, r->date};
	for (int i = 0; i < 7; i++)
		draw_text(d, fields[i], RECORD_NAME);
	draw_text(d, r->note, RECORD_NAME);
	if (draw_below(d, 3) == 0) {
		for (int i = draw_below(d, 20); i > 0; i--) {
			int point = point_at(draw_below(d, r->size), draw_below(d, r->size));
			if (board_at(&r->setup, point) == STONE_NONE)
				board_place(
				    &r->setup, point, draw_below(d, 2) ? STONE_BLACK : STONE_WHITE);
		}
		r->first = draw_below(d, 2) ? STONE_BLACK : STONE_WHITE;
	}
	int ply;
	char message[RECORD_MESSAGE];
	for (int n = draw_below(d, r->size * r->size); n > 0 && r->result == GAME_NONE; n--) {
		int point = point_at(draw_below(d, r->size), draw_below(d, r->size));
		if (draw_below(d, 30) == 0)
			point = POINT_PASS;
		r->ply[r->plies++] = (struct record_ply){(int16_t)point, -1};
		if (record_check(r, &ply, message) == -1)
			r->plies--;
	}
	if (r->result == GAME_NONE && draw_below(d, 2)) {
		r->result = (enum game_result)(1 + draw_below(d, 4));
		r->why = (enum game_why)draw_below(d, WHY_COUNT);
	}
}

static void any_record_there_and_back(void **state)
{
	(void)state;
	struct draw d = {606};
	static struct record want, got;
	static char buf[RECORD_WRITE_MAX];
	for (int round = 0; round < 1500; round++) {
		memset(&want, 0, sizeof(want));
		memset(&got, 0, sizeof(got));
		draw_record(&d, &want);
		int n = sgf_write(&want, buf, sizeof(buf));
		assert_true(n > 0);
		if (sgf_read(&got, buf, (size_t)n, RULE_FREESTYLE, &report) != 0)
			fail_msg("%d:%d: %s\n%s", report.line, report.column, report.error, buf);
		assert_int_equal(report.warnings, 0);
		assert_int_equal(got.rule, want.rule);
		assert_int_equal(got.opening, want.opening);
		assert_int_equal(got.size, want.size);
		assert_memory_equal(&got.tc, &want.tc, sizeof(got.tc));
		assert_string_equal(got.black, want.black);
		assert_string_equal(got.white, want.white);
		assert_string_equal(got.title, want.title);
		assert_string_equal(got.event, want.event);
		assert_string_equal(got.place, want.place);
		assert_string_equal(got.round, want.round);
		assert_string_equal(got.date, want.date);
		assert_string_equal(got.note, want.note);
		assert_int_equal(got.result, want.result);
		assert_int_equal(got.why, want.why);
		assert_memory_equal(&got.setup, &want.setup, sizeof(got.setup));
		assert_int_equal(got.first, want.first);
		assert_int_equal(got.plies, want.plies);
		for (int i = 0; i < got.plies; i++)
			assert_int_equal(got.ply[i].point, want.ply[i].point);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(what_is_written),
	    cmocka_unit_test(any_record_there_and_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
