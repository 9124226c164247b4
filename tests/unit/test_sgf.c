/* SGF: files that programs stumbled over, errors with their place, and any record there and back.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "engine/game/moves.h"
#include "engine/game/sgf.h"

#include "files.h"

static struct record_report report;

static int read_text(struct record *r, const char *text)
{
	return sgf_read(r, text, strlen(text), RULE_FREESTYLE, &report);
}

/* Reads a text that has to be right. */
static void good(struct record *r, const char *text)
{
	if (read_text(r, text) != 0)
		fail_msg("%s: %d:%d: %s", text, report.line, report.column, report.error);
}

static void expect_moves(const struct record *r, const char *want)
{
	int points[BOARD_POINTS];
	char text[MOVES_TEXT];
	for (int i = 0; i < r->plies; i++)
		points[i] = r->ply[i].point;
	assert_string_equal(moves_format(points, r->plies, text), want);
}

static void a_game_of_24_moves(void **state)
{
	(void)state;
	size_t n;
	char *text = file_read("tests/data/moves_24.sgf", &n);
	struct record r;
	assert_int_equal(sgf_read(&r, text, n, RULE_FREESTYLE, &report), 0);
	free(text);
	assert_int_equal(report.warnings, 0);
	assert_int_equal(r.size, 15);
	assert_int_equal(r.plies, 24);
	assert_int_equal(r.first, STONE_BLACK);
	assert_string_equal(r.black, "player1");
	assert_string_equal(r.white, ":player2");
	assert_int_equal(r.result, GAME_WHITE);
	/* hh is h8; the rows of SGF count from the top. */
	assert_int_equal(r.ply[0].point, point_parse("h8"));
	assert_int_equal(r.ply[1].point, point_parse("i7"));
	assert_int_equal(r.ply[23].point, point_parse("j12"));
}

static void other_game_numbers(void **state)
{
	(void)state;
	size_t n;
	char *text = file_read("tests/data/renju_gm1.sgf", &n);
	struct record r;
	assert_int_equal(sgf_read(&r, text, n, RULE_FREESTYLE, &report), 0);
	free(text);
	assert_int_equal(report.warnings, 1);
	assert_non_null(strstr(report.warning[0], "game 1"));
	assert_int_equal(r.rule, RULE_RENJU);
	assert_int_equal(r.plies, 1);
	good(&r, "(;GM[11]SZ[15];B[hh])");
	assert_int_equal(report.warnings, 1);
	assert_non_null(strstr(report.warning[0], "game 11"));
	good(&r, "(;SZ[15];B[hh])");
	assert_int_equal(report.warnings, 1);
	assert_non_null(strstr(report.warning[0], "missing"));
	good(&r, "(;GM[4]SZ[15];B[hh])");
	assert_int_equal(report.warnings, 0);
}

/* Passes in all their spellings, and the points that they are on larger boards. */
static void passes(void **state)
{
	(void)state;
	static const struct {
		const char *text, *moves;
	} cases[] = {
	    {"(;GM[4]SZ[15];B[hh];W[];B[ii])", "h8-i7"},
	    {"(;GM[4]SZ[15];B[hh];W[tt];B[ii])", "h8-i7"},
	    {"(;GM[4]SZ[15];B[hh];W[ss];B[ii])", "h8-i7"},
	    {"(;GM[4]SZ[19];B[hh];W[];B[ii])", "h12-i11"},
	    {"(;GM[4]SZ[19];B[hh];W[tt];B[ii])", "h12-i11"},
	    {"(;GM[4]SZ[19];B[hh];W[ss];B[ii])", "h12s1i11"},
	    {"(;GM[4]SZ[20];B[tt];W[];B[ii])", "t1-i12"},
	    {"(;GM[4]SZ[20];B[ss])", "s2"},
	    {"(;GM[4];B[hh];W[tt])", "h8-"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		good(&r, cases[i].text);
		expect_moves(&r, cases[i].moves);
	}
}

static void positions(void **state)
{
	(void)state;
	size_t n;
	char *text = file_read("tests/data/setup_only.sgf", &n);
	struct record r;
	assert_int_equal(sgf_read(&r, text, n, RULE_FREESTYLE, &report), 0);
	free(text);
	assert_int_equal(r.plies, 0);
	assert_int_equal(r.setup.stones, 4);
	assert_int_equal(board_at(&r.setup, point_parse("h8")), STONE_BLACK);
	assert_int_equal(board_at(&r.setup, point_parse("i9")), STONE_BLACK);
	assert_int_equal(board_at(&r.setup, point_parse("g7")), STONE_WHITE);
	assert_int_equal(board_at(&r.setup, point_parse("g8")), STONE_WHITE);
	assert_int_equal(r.first, STONE_BLACK);

	good(&r, "(;GM[4]SZ[15]AB[aa:cc]AE[bb]AW[oo])");
	assert_int_equal(r.setup.stones, 9);
	assert_int_equal(board_at(&r.setup, point_parse("a15")), STONE_BLACK);
	assert_int_equal(board_at(&r.setup, point_parse("c13")), STONE_BLACK);
	assert_int_equal(board_at(&r.setup, point_parse("b14")), STONE_NONE);
	assert_int_equal(board_at(&r.setup, point_parse("o1")), STONE_WHITE);
	/* Black has more stones: white is to move, unless the file says otherwise. */
	assert_int_equal(r.first, STONE_WHITE);
	good(&r, "(;GM[4]SZ[15]AB[aa]PL[B])");
	assert_int_equal(r.first, STONE_BLACK);
	good(&r, "(;GM[4]SZ[15]PL[W])");
	assert_int_equal(r.first, STONE_WHITE);
	good(&r, "(;GM[4]SZ[15]PL[1])");
	assert_int_equal(r.first, STONE_BLACK);
	good(&r, "(;GM[4]SZ[15];W[aa];B[bb])");
	assert_int_equal(r.first, STONE_WHITE);
	/* A stone on a stone takes its place. */
	good(&r, "(;GM[4]SZ[15]AB[aa]AW[aa])");
	assert_int_equal(r.setup.stones, 1);
	assert_int_equal(board_at(&r.setup, point_parse("a15")), STONE_WHITE);
}

/* A position in the middle of a game swallows the moves before it; of two games the first is read.
 */
static void a_collection_with_a_position_inside(void **state)
{
	(void)state;
	size_t n;
	char *text = file_read("tests/data/collection.sgf", &n);
	struct record r;
	assert_int_equal(sgf_read(&r, text, n, RULE_FREESTYLE, &report), 0);
	free(text);
	assert_string_equal(r.title, "collection-1");
	assert_int_equal(report.warnings, 1);
	assert_non_null(strstr(report.warning[0], "after move 1"));
	assert_int_equal(r.setup.stones, 2);
	assert_int_equal(board_at(&r.setup, point_parse("h8")), STONE_BLACK);
	assert_int_equal(board_at(&r.setup, point_parse("j6")), STONE_WHITE);
	assert_int_equal(r.first, STONE_BLACK);
	expect_moves(&r, "k5");
}

static void escapes(void **state)
{
	(void)state;
	static const struct {
		const char *text, *note, *black, *moves;
	} cases[] = {
	    {"(;GM[4]SZ[15]C[\\];B[aa];B[bb])", "];B[aa", "", "b14"},
	    {"(;GM[4]SZ[15]C[\\\\];B[aa])", "\\", "", "a15"},
	    {"(;GM[4]SZ[15]C[a\\\nb])", "ab", "", ""},
	    {"(;GM[4]SZ[15]C[a\\\r\nb\r\nc\\\rd])", "ab\ncd", "", ""},
	    {"(;GM[4]SZ[15]C[a\nb\tc])", "a\nb c", "", ""},
	    {"(;GM[4]SZ[15]PB[x\\]y])", "", "x]y", ""},
	    {"(;GM[4]SZ[15]PB[a\\:b])", "", "a:b", ""},
	    {"(;GM[4]SZ[15]PB[a\nb\\\\])", "", "a b\\", ""},
	    {"(;GM[4]SZ[15]C[(;B[\\]);B[aa];W[bb]C[not the first node])", "(;B[]);B[aa", "", "b14"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		good(&r, cases[i].text);
		assert_string_equal(r.note, cases[i].note);
		assert_string_equal(r.black, cases[i].black);
		expect_moves(&r, cases[i].moves);
	}
}

static void bytes_of_all_kinds(void **state)
{
	(void)state;
	static const struct {
		const char *text, *black, *moves;
	} cases[] = {
	    {"\xef\xbb\xbf(;GM[4]SZ[15]PB[ann];B[hh])", "ann", "h8"},
	    {"some words (not a game) before\r\n( \r\n;GM[4]SZ[15]PB[ann];B[hh])", "ann", "h8"},
	    {"(\r;GM[4]\rSZ[15]PB[ann]\r;B[hh]\r;W[ii]\r)", "ann", "h8i7"},
	    /* GBK: the second byte of a character may be a bracket or a backslash. */
	    {"(;GM[4]SZ[15]CA[GB2312]PB[\x8c]\x81\\\xce\xe5];B[hh])", NULL, "h8"},
	    {"(;GM[4]SZ[15]CA[gb18030]C[\x81\\\x8c];];B[hh])", NULL, "h8"},
	    {"(;GM[4]SZ[15]CA[Shift_JIS]PB[\x83\\];B[hh])", NULL, "h8"},
	    /* Said to be GBK, and UTF-8 all the same: every byte is what it looks like. */
	    {"(;GM[4]SZ[15]CA[GB2312]PB[\xe4\xba\x94];B[hh])", "\xe4\xba\x94", "h8"},
	    {"(;GM[4]SZ[15]CA[ISO-8859-1]PB[Ren\xe9];B[hh])", "Ren\xc3\xa9", "h8"},
	    {"(;GM[4]SZ[15]PB[\xb0\xa1];B[hh])", "\xef\xbf\xbd\xef\xbf\xbd", "h8"},
	    {"(;GM[4]SZ[15]PB[\x1b[2J\\]];B[hh])", "\xef\xbf\xbd[2J]", "h8"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		good(&r, cases[i].text);
		if (cases[i].black != NULL)
			assert_string_equal(r.black, cases[i].black);
		expect_moves(&r, cases[i].moves);
	}
}

/* The first variation at each branch, whatever stands in the others. */
static void variations(void **state)
{
	(void)state;
	struct record r;
	good(&r, "(;GM[4]SZ[15];B[hh](;W[ii](;B[jj];W[kk])(;B[aa]))(;W[bb];B[zz]))(;rubbish");
	expect_moves(&r, "h8i7j6k5");
	good(&r, "(;GaMe[4]SiZe[15];Black[hh];White[ii])");
	assert_int_equal(report.warnings, 0);
	expect_moves(&r, "h8i7");
	good(&r, "(;GM[4]SZ[15];B[hh]BL[12.5]N[a name]XX[1][2][3];W[ii])");
	expect_moves(&r, "h8i7");
	good(&r, "(;GM [4] SZ\n[ 15 ] ; B [hh ] ; W [ii\r\n] )");
	expect_moves(&r, "h8i7");
}

static void sizes(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int size;
	} cases[] = {{"(;GM[4];B[hh])", 15}, {"(;GM[4];B[pp])", 19}, {"(;GM[4];B[tt];W[ta])", 20},
	    {"(;GM[4];B[aa]AW[uu])", 25}, {"(;GM[4]SZ[5])", 5}, {"(;GM[4]SZ[25])", 25},
	    {"(;GM[4]SZ[15:15])", 15}, {"(;GM[4])", 15}, {"(;GM[4]AB[yy]SZ[25])", 25}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		good(&r, cases[i].text);
		assert_int_equal(r.size, cases[i].size);
	}
}

static void results(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum game_result result;
		enum game_why why;
	} cases[] = {
	    {"RE[B+]", GAME_BLACK, WHY_NONE},
	    {"RE[W+]", GAME_WHITE, WHY_NONE},
	    {"RE[B+R]", GAME_BLACK, WHY_RESIGN},
	    {"RE[W+Resign]", GAME_WHITE, WHY_RESIGN},
	    {"RE[B+T]", GAME_BLACK, WHY_TIME},
	    {"RE[W+Time]", GAME_WHITE, WHY_TIME},
	    {"RE[W+F]", GAME_WHITE, WHY_NONE},
	    {"RE[W+F]WHY[foul]", GAME_WHITE, WHY_FOUL},
	    {"WHY[abandoned]RE[B+F]", GAME_BLACK, WHY_ABANDONED},
	    {"RE[0]", GAME_DRAW, WHY_NONE},
	    {"RE[Draw]", GAME_DRAW, WHY_NONE},
	    {"RE[draw]WHY[agreed]", GAME_DRAW, WHY_AGREED},
	    {"RE[Void]", GAME_VOID, WHY_NONE},
	    {"RE[?]", GAME_NONE, WHY_NONE},
	    {"RE[]", GAME_NONE, WHY_NONE},
	    {"RE[B]", GAME_NONE, WHY_NONE},
	    {"WHY[five]", GAME_NONE, WHY_NONE},
	    {"RE[B+]WHY[none]", GAME_BLACK, WHY_NONE},
	    {";B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]", GAME_BLACK, WHY_FIVE},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		char text[256];
		snprintf(text, sizeof(text), "(;GM[4]SZ[15]%s)", cases[i].text);
		good(&r, text);
		if (r.result != cases[i].result || r.why != cases[i].why)
			fail_msg(
			    "%s: %s, %s", text, game_result_name(r.result), game_why_name(r.why));
	}
}

static void rules_and_times(void **state)
{
	(void)state;
	static const struct {
		const char *text, *time;
		int warnings;
	} cases[] = {{"TM[300]OT[5 fischer]", "300+5", 0}, {"OT[5 fischer]TM[300]", "300+5", 0},
	    {"TM[300]", "300+0", 0}, {"TM[300.5]", "300+0", 0},
	    {"TM[600]OT[3x30 byo-yomi]", "600+3x30", 0}, {"TM[0]OT[3x30 byo-yomi]", "0+3x30", 0},
	    {"OT[30 per move]", "30/move", 0}, {"", "none", 0}, {"TM[]", "none", 0},
	    {"TM[99999999]", "none", 1}, {"OT[5 fischer]", "none", 1},
	    {"TM[60]OT[15 moves a minute]", "60+0", 1}, {"OT[]", "none", 1},
	    {"TM[12345678901234567890123456789]", "none", 0}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct record r;
		char text[256], time[CLOCK_TEXT];
		snprintf(text, sizeof(text), "(;GM[4]SZ[15]%s)", cases[i].text);
		good(&r, text);
		if (strcmp(time_control_format(&r.tc, time), cases[i].time) != 0 ||
		    report.warnings != cases[i].warnings)
			fail_msg("%s: %s, %d warnings", text, time, report.warnings);
	}
	static const struct {
		const char *name;
		enum rule rule;
	} names[] = {{"freestyle", RULE_FREESTYLE}, {"Standard", RULE_STANDARD},
	    {"Renju", RULE_RENJU}, {"caro", RULE_CARO}, {"caro-five", RULE_CARO_FIVE}};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct record r;
		char text[64];
		snprintf(text, sizeof(text), "(;GM[4]SZ[15]RU[%s])", names[i].name);
		good(&r, text);
		assert_int_equal(r.rule, names[i].rule);
		assert_int_equal(report.warnings, 0);
	}
	struct record r;
	const char *odd = "(;GM[4]SZ[15]RU[none]ON[swap2])";
	assert_int_equal(sgf_read(&r, odd, strlen(odd), RULE_CARO, &report), 0);
	assert_int_equal(r.rule, RULE_CARO);
	assert_int_equal(r.opening, OPENING_SWAP2);
	assert_int_equal(report.warnings, 1);
	good(&r, "(;GM[4]SZ[15]ON[Ruy Lopez])");
	assert_int_equal(r.opening, OPENING_FREE);
	/* More than fits of warnings is let go. */
	good(&r, "(;GM[1]GM[2]GM[3]GM[5]GM[6]SZ[15])");
	assert_int_equal(report.warnings, RECORD_WARNINGS);
}

static const struct {
	const char *text;
	int line, column;
	const char *error;
} bad[] = {
    {"", 1, 1, "no game begins"},
    {"no game here", 1, 1, "no game begins"},
    {"(((", 1, 1, "no game begins"},
    {"(;GM[4]SZ[15]\n;B[hh]\n;W[ii", 3, 3, "never closed"},
    {"(;GM[4]SZ[15]\n;B[hh]\n;W[ii\\]", 3, 3, "never closed"},
    {"(;GM[4]SZ[15];B[hh]", 1, 20, "not closed"},
    {"(;GM[4]SZ[15]\r\n;B[hh] & ;W[ii])", 2, 8, "neither a property nor a node"},
    {"(;GM[4]SZ[15]\r;B ;W[ii])", 2, 2, "without a value"},
    {"(;GM[4]SZ[15];B[hh];W[i])", 1, 23, "no point"},
    {"(;GM[4]SZ[15];B[hh];W[iii])", 1, 23, "no point"},
    {"(;GM[4]SZ[15];B[HH])", 1, 17, "no point"},
    {"(;GM[4]SZ[15];B[pp])", 1, 17, "off the board"},
    {"(;GM[4]SZ[15];B[ap])", 1, 17, "off the board"},
    {"(;GM[4]SZ[15];B[zz])", 1, 17, "off the board"},
    {"(;GM[4]SZ[25];B[az])", 1, 17, "off the board"},
    {"(;GM[4]SZ[15]AB[pa])", 1, 17, "off the board"},
    {"(;GM[4]SZ[15]AB[tt])", 1, 17, "off the board"},
    {"(;GM[4]SZ[15]AB[a])", 1, 17, "no point"},
    {"(;GM[4]SZ[15]AB[aa:c])", 1, 17, "no point"},
    {"(;GM[4]SZ[15]AB[aa:c1])", 1, 17, "a list that is none"},
    {"(;GM[4]SZ[15]AB[cc:aa])", 1, 17, "corners"},
    {"(;GM[4]SZ[4])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[26])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[15:16])", 1, 11, "not square"},
    {"(;GM[4]SZ[fifteen])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[15x])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[-15])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[])", 1, 11, "size 5 to 25"},
    {"(;GM[4]SZ[15];B[hh];B[ih];W[ii])", 1, 23, "black moves twice in a row in move 2"},
    {"(;GM[4]SZ[15];W[hh];W[ih])", 1, 23, "white moves twice in a row in move 2"},
    {"(;GM[4]SZ[15];B[hh];W[ii];B[hh])", 1, 29, "move 3 is on a stone"},
    {"(;GM[4]SZ[15]AW[hh];B[hh])", 1, 23, "move 1 is on a stone"},
    {"(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea]\n;W[eb])", 2, 4,
	"move 10 comes after the winning row in move 9"},
    {"(;GM[4]SZ[15]AB[aa:ao][ba:bo][ca:oo]AW[aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo]"
     "[aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo][aa:oo])",
	1, 159, "too many"},
};

/* Each error names its place, and leaves the record that was there alone. */
static void errors_name_their_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct record r, before;
		memset(&r, 0x5a, sizeof(r));
		before = r;
		if (read_text(&r, bad[i].text) != -1)
			fail_msg("%s was read", bad[i].text);
		if (report.line != bad[i].line || report.column != bad[i].column ||
		    strstr(report.error, bad[i].error) == NULL)
			fail_msg(
			    "%s: %d:%d: %s", bad[i].text, report.line, report.column, report.error);
		assert_memory_equal(&r, &before, sizeof(r));
	}
}

static void too_much_of_everything(void **state)
{
	(void)state;
	struct record r;
	size_t n = RECORD_FILE_MAX + 1;
	char *text = malloc(n);
	assert_non_null(text);
	memset(text, '(', n);
	assert_int_equal(sgf_read(&r, text, n, RULE_FREESTYLE, &report), -1);
	assert_non_null(strstr(report.error, "longer than"));
	assert_int_equal(sgf_read(&r, text, n - 1, RULE_FREESTYLE, &report), -1);
	/* A name as long as the file allows is cut; so is a note. */
	size_t len = (size_t)snprintf(text, n, "(;GM[4]SZ[15]PB[");
	memset(text + len, 'x', 500000);
	len += 500000;
	len += (size_t)snprintf(text + len, n - len, "]C[");
	memset(text + len, 'y', 500000);
	len += 500000;
	len += (size_t)snprintf(text + len, n - len, "];B[hh])");
	assert_int_equal(sgf_read(&r, text, len, RULE_FREESTYLE, &report), 0);
	assert_int_equal(strlen(r.black), RECORD_NAME - 1);
	assert_int_equal(strlen(r.note), RECORD_NOTE - 1);
	/* More moves than a board has points: passes without end. */
	len = (size_t)snprintf(text, n, "(;GM[4]SZ[5]");
	for (int i = 0; i < 26; i++)
		len += (size_t)snprintf(text + len, n - len, ";%c[]", "BW"[i % 2]);
	snprintf(text + len, n - len, ")");
	assert_int_equal(read_text(&r, text), -1);
	assert_non_null(strstr(report.error, "more moves"));
	/* Moves without end on a board that has them all. */
	len = (size_t)snprintf(text, n, "(;GM[4]SZ[25]");
	for (int i = 0; i < 5000; i++)
		len += (size_t)snprintf(text + len, n - len, ";B[aa]");
	assert_int_equal(read_text(&r, text), -1);
	free(text);
}

/* Every file of the fuzzer's corpus is read to an end or an error. */
static void the_corpus(void **state)
{
	(void)state;
	DIR *dir = opendir("tests/data/fuzz/sgf");
	assert_non_null(dir);
	int files = 0;
	for (struct dirent *e; (e = readdir(dir)) != NULL; files++) {
		char path[512];
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "tests/data/fuzz/sgf/%s", e->d_name);
		size_t n;
		char *text = file_read(path, &n);
		struct record r;
		int got = sgf_read(&r, text, n, RULE_RENJU, &report);
		assert_int_equal(got == 0, report.error[0] == '\0');
		free(text);
	}
	closedir(dir);
	assert_true(files > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_game_of_24_moves),
	    cmocka_unit_test(other_game_numbers),
	    cmocka_unit_test(passes),
	    cmocka_unit_test(positions),
	    cmocka_unit_test(a_collection_with_a_position_inside),
	    cmocka_unit_test(escapes),
	    cmocka_unit_test(bytes_of_all_kinds),
	    cmocka_unit_test(variations),
	    cmocka_unit_test(sizes),
	    cmocka_unit_test(results),
	    cmocka_unit_test(rules_and_times),
	    cmocka_unit_test(errors_name_their_place),
	    cmocka_unit_test(too_much_of_everything),
	    cmocka_unit_test(the_corpus),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
