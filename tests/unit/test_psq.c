/* Piskvork's files: byte for byte there and back, their points, and errors with their place. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/psq.h"

#include "draw.h"
#include "files.h"

static struct record_report report;

static int read_text(struct record *r, const char *text)
{
	return psq_read(r, text, strlen(text), RULE_FREESTYLE, &report);
}

static void expect_same(const char *text, size_t n, enum rule rule, struct record *r)
{
	char buf[RECORD_WRITE_MAX];
	if (psq_read(r, text, n, rule, &report) != 0)
		fail_msg("%d:%d: %s", report.line, report.column, report.error);
	assert_int_equal(psq_write(r, buf, sizeof(buf)), n);
	assert_memory_equal(buf, text, n);
}

static void files_there_and_back(void **state)
{
	(void)state;
	size_t n;
	struct record r;
	char *text = file_read("tests/data/match_crlf.psq", &n);
	expect_same(text, n, RULE_FREESTYLE, &r);
	free(text);
	assert_int_equal(r.size, 20);
	assert_int_equal(r.plies, 16);
	/* Columns and rows count from 1 and from the top. */
	assert_int_equal(r.ply[0].point, point_parse("j11"));
	assert_int_equal(r.ply[0].ms, 456);
	assert_int_equal(r.ply[1].point, point_parse("k9"));
	assert_string_equal(r.black, "pisq7.exe");
	assert_string_equal(r.white, "renjusolver.ZIP");
	assert_int_equal(r.psq.level[0], 7);
	assert_true(r.psq.crlf);
	text = file_read("tests/data/overline_20x20.psq", &n);
	expect_same(text, n, RULE_FREESTYLE, &r);
	free(text);
	assert_int_equal(r.plies, 12);
	assert_int_equal(r.psq.code, -1);
}

/* The file's next move joins six: a win, nothing or a fault, by the rule. */
static void the_overline_by_each_rule(void **state)
{
	(void)state;
	static const struct {
		enum rule rule;
		enum game_result result;
		enum game_why why;
	} cases[] = {{RULE_FREESTYLE, GAME_BLACK, WHY_FIVE}, {RULE_STANDARD, GAME_NONE, WHY_NONE},
	    {RULE_RENJU, GAME_WHITE, WHY_FOUL}};
	size_t n;
	char *text = file_read("tests/data/overline_20x20.psq", &n);
	static const char move[] = "6,9,0\n";
	char longer[512];
	assert_true(n + sizeof(move) < sizeof(longer));
	size_t tail = n - 3; /* before the code, "-1" */
	memcpy(longer, text, tail);
	memcpy(longer + tail, move, sizeof(move) - 1);
	memcpy(longer + tail + sizeof(move) - 1, text + tail, 3);
	free(text);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		assert_int_equal(
		    psq_read(&r, longer, n + sizeof(move) - 1, cases[i].rule, &report), 0);
		assert_int_equal(r.plies, 13);
		assert_int_equal(r.result, cases[i].result);
		assert_int_equal(r.why, cases[i].why);
	}
}

static void corners(void **state)
{
	(void)state;
	struct record r;
	static const char text[] = "Piskvorky 20x20, 0:0, 0\n1,1,0\n20,1,1\n1,20,2\n20,20,3\n-1\n";
	expect_same(text, sizeof(text) - 1, RULE_FREESTYLE, &r);
	assert_int_equal(r.ply[0].point, point_parse("a20"));
	assert_int_equal(r.ply[1].point, point_parse("t20"));
	assert_int_equal(r.ply[2].point, point_parse("a1"));
	assert_int_equal(r.ply[3].point, point_parse("t1"));
}

/* Names stand in the order of the players; who began is said in the first line. */
static void who_began(void **state)
{
	(void)state;
	struct record r;
	static const char text[] = "Piskvorky 15x15, 0:3, 1\n8,8,5\nann\nbob\n0\n";
	expect_same(text, sizeof(text) - 1, RULE_FREESTYLE, &r);
	assert_string_equal(r.black, "bob");
	assert_string_equal(r.white, "ann");
	assert_int_equal(read_text(&r, "Piskvorky 15x15, 0:3, 0\n8,8\n\n9,9,5\n"), -1);
	assert_int_equal(read_text(&r, "Piskvorky 15x15, 0:3, 0\n8,8\n9,9,-5\nann\nbob\n\n"), 0);
	assert_string_equal(r.black, "ann");
	assert_int_equal(r.ply[0].ms, -1);
	assert_int_equal(r.ply[1].ms, -1);
	assert_false(r.psq.coded);
	assert_int_equal(read_text(&r, "Piskvorky 15x15, 0:0, 0"), 0);
	assert_int_equal(r.plies, 0);
	assert_int_equal(read_text(&r, "Piskvorky 15x15, 0:0, 0\n8,8,0\n\n-1\n\n"), 0);
	assert_true(r.psq.coded);
}

static const struct {
	const char *text;
	int line;
	const char *error;
} bad[] = {
    {"", 1, "empty"},
    {"\n", 1, "not the first line"},
    {"piskvorky 15x15, 0:0, 0\n", 1, "not the first line"},
    {"Piskvorky 15x15, 0:0\n", 1, "not the first line"},
    {"Piskvorky 15x15, 0:0, 2\n", 1, "not the first line"},
    {"Piskvorky 15x15, -1:0, 0\n", 1, "not the first line"},
    {"Piskvorky 15x15, 0:0, 0 more\n", 1, "not the first line"},
    {"Piskvorky 20x15, 0:0, 0\n", 1, "not square"},
    {"Piskvorky 4x4, 0:0, 0\n", 1, "size 5 to 25"},
    {"Piskvorky 26x26, 0:0, 0\n", 1, "size 5 to 25"},
    {"Piskvorky 20x20, 0:0, 0\n10,10,0\n21,1,0\n-1\n", 3, "move 2, 21,1, is off"},
    {"Piskvorky 20x20, 0:0, 0\r\n10,10,0\r\n1,0,0\r\n-1\r\n", 3, "move 2, 1,0, is off"},
    {"Piskvorky 20x20, 0:0, 0\n-3,1,0\n-1\n", 2, "move 1, -3,1, is off"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n7,7,0\n6,6,0\n8,8,0\n-1\n", 6,
	"move 5, h8, is on a stone"},
    {"Piskvorky 5x5, 0:0, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n"
     "5,2,0\n0\n",
	11, "move 10 comes after the winning row in move 9"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\nann\n", 4, "name is missing"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\nann\nbob\ncat\n", 5, "a line too many"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n-1\n", 4, "a line too many"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\nann\nbob\n", 4, "a line too many"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\nann\n9,9,0\n-1\n", 4, "a line too many"},
    {"Piskvorky 15x15, 0:0, 0\n8,8,0\n\n9,9,0\n-1\n", 4, "a line too many"},
};

static void errors_name_their_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct record r, before;
		memset(&r, 0x5a, sizeof(r));
		before = r;
		if (read_text(&r, bad[i].text) != -1)
			fail_msg("%s was read", bad[i].text);
		if (report.line != bad[i].line || strstr(report.error, bad[i].error) == NULL)
			fail_msg(
			    "%s: %d:%d: %s", bad[i].text, report.line, report.column, report.error);
		assert_memory_equal(&r, &before, sizeof(r));
	}
}

static void too_much(void **state)
{
	(void)state;
	struct record r;
	size_t n = RECORD_FILE_MAX + 1;
	char *text = malloc(n);
	assert_non_null(text);
	memset(text, '\n', n);
	assert_int_equal(psq_read(&r, text, n, RULE_FREESTYLE, &report), -1);
	assert_non_null(strstr(report.error, "longer than"));
	size_t len = (size_t)snprintf(text, n, "Piskvorky 5x5, 0:0, 0\n");
	for (int i = 0; i < 26; i++)
		len += (size_t)snprintf(text + len, n - len, "1,1,0\n");
	assert_int_equal(read_text(&r, text), -1);
	assert_non_null(strstr(report.error, "more moves"));
	/* A name longer than a line that we keep is cut. */
	len = (size_t)snprintf(text, n, "Piskvorky 5x5, 0:0, 0\n");
	memset(text + len, 'x', 5000);
	snprintf(text + len + 5000, n - len - 5000, "\nbob\n");
	assert_int_equal(read_text(&r, text), 0);
	assert_int_equal(strlen(r.black), RECORD_NAME - 1);
	assert_string_equal(r.white, "bob");
	/* Figures too long for a number are no move. */
	assert_int_equal(read_text(&r, "Piskvorky 5x5, 0:0, 0\n1,1,9999999999\n"), -1);
	free(text);
}

static void what_the_format_can_not_hold(void **state)
{
	(void)state;
	struct record r;
	char buf[RECORD_WRITE_MAX];
	record_init(&r, RULE_RENJU, 15);
	assert_true(psq_write(&r, buf, sizeof(buf)) > 0);
	assert_string_equal(buf, "Piskvorky 15x15, 0:0, 0\n-1\n");
	r.result = GAME_DRAW;
	assert_true(psq_write(&r, buf, sizeof(buf)) > 0);
	assert_string_equal(buf, "Piskvorky 15x15, 0:0, 0\n0\n");
	assert_int_equal(psq_write(&r, buf, 10), -1);
	r.plies = 1;
	r.ply[0] = (struct record_ply){POINT_PASS, -1};
	assert_int_equal(psq_write(&r, buf, sizeof(buf)), -1);
	r.plies = 0;
	r.first = STONE_WHITE;
	assert_int_equal(psq_write(&r, buf, sizeof(buf)), -1);
	r.first = STONE_BLACK;
	board_place(&r.setup, point_parse("h8"), STONE_BLACK);
	assert_int_equal(psq_write(&r, buf, sizeof(buf)), -1);
	/* Names that would be taken for a code or a move, or for nothing. */
	record_init(&r, RULE_FREESTYLE, 15);
	snprintf(r.black, RECORD_NAME, "42");
	assert_true(psq_write(&r, buf, sizeof(buf)) > 0);
	assert_string_equal(buf, "Piskvorky 15x15, 0:0, 0\n_42\n_\n-1\n");
	snprintf(r.white, RECORD_NAME, "1,2,3");
	assert_true(psq_write(&r, buf, sizeof(buf)) > 0);
	assert_string_equal(buf, "Piskvorky 15x15, 0:0, 0\n_42\n_1,2,3\n-1\n");
}

static void any_record_there_and_back(void **state)
{
	(void)state;
	struct draw d = {515};
	static struct record want, got;
	static char buf[RECORD_WRITE_MAX];
	for (int round = 0; round < 1500; round++) {
		int ply;
		char message[RECORD_MESSAGE];
		record_init(&want, RULE_STANDARD, BOARD_MIN + draw_below(&d, 21));
		for (int n = draw_below(&d, 60); n > 0 && want.result == GAME_NONE; n--) {
			int point = point_at(draw_below(&d, want.size), draw_below(&d, want.size));
			want.ply[want.plies++] =
			    (struct record_ply){(int16_t)point, draw_below(&d, 1000000)};
			if (record_check(&want, &ply, message) == -1)
				want.plies--;
		}
		want.psq = (struct record_psq){.level = {draw_below(&d, 9), draw_below(&d, 9)},
		    .starter = draw_below(&d, 2),
		    .coded = true,
		    .code = draw_below(&d, 20) - 1,
		    .crlf = draw_below(&d, 2) == 0};
		if (draw_below(&d, 2) == 0) {
			snprintf(want.black, RECORD_NAME, "black-%d", draw_below(&d, 99));
			snprintf(want.white, RECORD_NAME, "\xe4\xba\x94 %d", draw_below(&d, 99));
		}
		int n = psq_write(&want, buf, sizeof(buf));
		assert_true(n > 0);
		if (psq_read(&got, buf, (size_t)n, RULE_STANDARD, &report) != 0)
			fail_msg("%d: %s\n%s", report.line, report.error, buf);
		assert_int_equal(got.size, want.size);
		assert_string_equal(got.black, want.black);
		assert_string_equal(got.white, want.white);
		assert_int_equal(got.result, want.result);
		assert_int_equal(got.plies, want.plies);
		for (int i = 0; i < got.plies; i++) {
			assert_int_equal(got.ply[i].point, want.ply[i].point);
			assert_int_equal(got.ply[i].ms, want.ply[i].ms);
		}
		assert_int_equal(got.psq.level[0], want.psq.level[0]);
		assert_int_equal(got.psq.level[1], want.psq.level[1]);
		assert_int_equal(got.psq.starter, want.psq.starter);
		assert_int_equal(got.psq.code, want.psq.code);
		assert_int_equal(got.psq.crlf, want.psq.crlf);
	}
}

/* Every file of the fuzzer's corpus is read to an end or an error. */
static void the_corpus(void **state)
{
	(void)state;
	DIR *dir = opendir("tests/data/fuzz/psq");
	assert_non_null(dir);
	int files = 0;
	for (struct dirent *e; (e = readdir(dir)) != NULL; files++) {
		char path[512];
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "tests/data/fuzz/psq/%s", e->d_name);
		size_t n;
		char *text = file_read(path, &n);
		struct record r;
		int got = psq_read(&r, text, n, RULE_RENJU, &report);
		assert_int_equal(got == 0, report.error[0] == '\0');
		free(text);
	}
	closedir(dir);
	assert_true(files > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(files_there_and_back),
	    cmocka_unit_test(the_overline_by_each_rule),
	    cmocka_unit_test(corners),
	    cmocka_unit_test(who_began),
	    cmocka_unit_test(errors_name_their_line),
	    cmocka_unit_test(too_much),
	    cmocka_unit_test(what_the_format_can_not_hold),
	    cmocka_unit_test(any_record_there_and_back),
	    cmocka_unit_test(the_corpus),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
