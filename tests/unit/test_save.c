/* Games saved by the client, read again by the readers of engine/game and by the replay. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "client/replay.h"
#include "client/save.h"
#include "engine/game/psq.h"
#include "engine/game/sgf.h"
#include "feed.h"

static struct model m;
static struct record rec, back;
static struct replay replay;
static char dir[] = "/tmp/gomoku-save.XXXXXX", path[300], why[SAVE_WHY + REPLAY_WHY];

static int set_up(void **state)
{
	(void)state;
	memcpy(dir, "/tmp/gomoku-save.XXXXXX", sizeof(dir));
	assert_non_null(mkdtemp(dir));
	return 0;
}

static int tear_down(void **state)
{
	DIR *d = opendir(dir);
	const struct dirent *e;
	char name[600];

	(void)state;
	assert_non_null(d);
	while ((e = readdir(d)) != NULL) {
		snprintf(name, sizeof(name), "%s/%s", dir, e->d_name);
		unlink(name);
	}
	closedir(d);
	return rmdir(dir);
}

static const char *in_dir(const char *name)
{
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static int files(void)
{
	DIR *d = opendir(dir);
	int n = 0;

	assert_non_null(d);
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n - 2;
}

static size_t read_all(const char *name, char *text, size_t size)
{
	FILE *f = fopen(in_dir(name), "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, size - 1, f);
	fclose(f);
	text[n] = '\0';
	return n;
}

static void in_game(const char *sync)
{
	model_in_game(&m);
	assert_int_equal(feed_at(&m, sync, 0), 0);
	save_record(&rec, model_focus(&m), "example.org:15515", "2024-02-29");
}

/* After a swap the players have changed seats: the file names them as they sit. */
static void sgf_round_trip(void **state)
{
	static char text[RECORD_WRITE_MAX];
	struct record_report report;
	size_t n;

	(void)state;
	in_game(
	    "*sync room=r1 rule=renju size=15 time=600+3x30 opening=swap state=ended black=~bob "
	    "white=ai:3 turn=- ply=6 moves=h8,h9,i10,a1,-,- result=draw why=passes :Tea ] time");
	assert_int_equal(save_file(&rec, in_dir("a.SGF"), false, why), 0);
	n = read_all("a.SGF", text, sizeof(text));
	assert_int_equal(sgf_read(&back, text, n, RULE_FREESTYLE, &report), 0);
	assert_int_equal(report.warnings, 0);
	assert_int_equal(back.rule, RULE_RENJU);
	assert_int_equal(back.opening, OPENING_SWAP);
	assert_int_equal(back.tc.kind, CLOCK_BYOYOMI);
	assert_int_equal(back.tc.periods, 3);
	assert_string_equal(back.black, "~bob");
	assert_string_equal(back.white, "gomokud bot 3");
	assert_string_equal(back.title, "Tea ] time");
	assert_string_equal(back.place, "example.org:15515");
	assert_string_equal(back.date, "2024-02-29");
	assert_int_equal(back.result, GAME_DRAW);
	assert_int_equal(back.why, WHY_PASSES);
	assert_int_equal(back.plies, 6);
	assert_int_equal(back.ply[2].point, point_parse("i10"));
	assert_int_equal(back.ply[5].point, POINT_PASS);
}

static void psq_round_trip(void **state)
{
	static char text[RECORD_WRITE_MAX];
	struct record_report report;
	size_t n;

	(void)state;
	in_game("*sync room=r1 rule=freestyle size=20 time=none opening=free state=ended "
		"black=~ann white=ai:7 turn=- ply=3 moves=a20,t1,j11 result=black why=resign");
	assert_int_equal(save_file(&rec, in_dir("a.psq"), false, why), 0);
	n = read_all("a.psq", text, sizeof(text));
	assert_memory_equal(text, "Piskvorky 20x20, ", 17);
	assert_int_equal(psq_read(&back, text, n, RULE_FREESTYLE, &report), 0);
	assert_int_equal(back.size, 20);
	assert_int_equal(back.plies, 3);
	assert_int_equal(back.ply[0].point, point_parse("a20"));
	assert_int_equal(back.ply[1].point, point_parse("t1"));
	assert_string_equal(back.black, "~ann");
	assert_string_equal(back.white, "gomokud bot 7");
	assert_int_equal(back.psq.level[1], 7);
}

static void nothing_is_overwritten(void **state)
{
	char text[2000], again[2000];

	(void)state;
	in_game("*sync room=r1 rule=caro size=15 time=none opening=free state=playing black=~ann "
		"white=~bob turn=black ply=2 moves=h8,h9");
	assert_int_equal(save_file(&rec, in_dir("a.sgf"), false, why), 0);
	read_all("a.sgf", text, sizeof(text));
	rec.plies = 1;
	assert_int_equal(save_file(&rec, in_dir("a.sgf"), false, why), -1);
	assert_non_null(strstr(why, "is there already"));
	read_all("a.sgf", again, sizeof(again));
	assert_string_equal(text, again);
	assert_int_equal(save_file(&rec, in_dir("a.sgf"), true, why), 0);
	read_all("a.sgf", again, sizeof(again));
	assert_string_not_equal(text, again);
	assert_int_equal(files(), 1);
}

static void what_cannot_be_saved_is_told(void **state)
{
	(void)state;
	in_game("*sync room=r1 rule=renju size=15 time=none opening=free state=playing black=~ann "
		"white=~bob turn=black ply=2 moves=h8,-");
	assert_int_equal(save_file(&rec, in_dir("a.psq"), false, why), -1);
	assert_non_null(strstr(why, ".psq files cannot hold"));
	assert_int_equal(save_file(&rec, in_dir("a.txt"), false, why), -1);
	assert_non_null(strstr(why, "NAME.sgf"));
	assert_int_equal(save_file(&rec, ".sgf", false, why), -1);
	assert_int_equal(save_file(&rec, in_dir("no/such/a.sgf"), false, why), -1);
	assert_non_null(strstr(why, "No such file or directory"));
	assert_int_equal(files(), 0);
}

/* What was saved is what the replay shows. */
static void a_saved_game_is_stepped_through(void **state)
{
	char text[200];

	(void)state;
	in_game(
	    "*sync room=r1 rule=freestyle size=15 time=none opening=free state=ended black=~ann "
	    "white=~bob turn=- ply=9 moves=h8,h9,i8,i9,j8,j9,k8,k9,l8 result=black why=five "
	    "line=h8,i8,j8,k8,l8");
	assert_int_equal(save_file(&rec, in_dir("a.sgf"), false, why), 0);
	assert_int_equal(replay_load(&replay, in_dir("a.sgf"), RULE_STANDARD, why), 0);
	assert_int_equal(replay.record.rule, RULE_FREESTYLE);
	assert_int_equal(replay.at, 0);
	assert_int_equal(replay.room.board.stones, 0);
	assert_int_equal(model_acting(&replay.room), STONE_BLACK);
	replay_tell_move(&replay, text, sizeof(text));
	assert_string_equal(text, "");
	replay_go(&replay, 2);
	assert_int_equal(replay.room.board.stones, 2);
	assert_int_equal(model_last_point(&replay.room), point_parse("h9"));
	replay_tell_move(&replay, text, sizeof(text));
	assert_string_equal(text, "Move 2: white h9.");
	replay_go(&replay, 99);
	assert_int_equal(replay.at, 9);
	assert_int_equal(replay.room.line_len, 5);
	assert_int_equal(replay.room.result, MODEL_BLACK);
	replay_tell_result(&replay, text, sizeof(text));
	assert_string_equal(text, "Black won: five in a row.");
	replay_go(&replay, 8);
	assert_int_equal(replay.room.line_len, 0);
	assert_int_equal(replay.room.result, MODEL_NONE);
	assert_int_equal(board_at(&replay.room.board, point_parse("l8")), STONE_NONE);
	replay_go(&replay, -5);
	assert_int_equal(replay.at, 0);
	assert_true(replay_remark(&replay, 0, text, sizeof(text)));
	assert_string_equal(text, "Place: example.org:15515");
	assert_true(replay_remark(&replay, 1, text, sizeof(text)));
	assert_false(replay_remark(&replay, 2, text, sizeof(text)));
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(in_dir(name), "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	fclose(f);
}

/* A position that was set up stays on the board, however far one steps back. */
static void stones_of_a_position_stay(void **state)
{
	(void)state;
	write_file("a.sgf", "(;GM[4]FF[4]SZ[9]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee])");
	assert_int_equal(replay_load(&replay, in_dir("a.sgf"), RULE_FREESTYLE, why), 0);
	assert_int_equal(replay.room.board.stones, 3);
	assert_int_equal(replay.room.turn, STONE_WHITE);
	replay_go(&replay, 2);
	assert_int_equal(replay.room.board.stones, 5);
	replay_go(&replay, 0);
	assert_int_equal(replay.room.board.stones, 3);
}

static void bad_files_are_named_with_their_place(void **state)
{
	static const struct {
		const char *name, *text, *want;
	} bad[] = {
	    {"a.sgf", "(;GM[4]SZ[15]\n;B[hh]\n;W[hh])", "a.sgf, line 3, column 4: move 2 is on"},
	    {"a.sgf", "nothing of the kind", "a.sgf, line 1, column"},
	    {"a.psq", "Piskvorky 20x20, 0:0, 0\n1,1,0\n0,5,0\n", "a.psq, line 3, column"},
	    {"a.psq", "", "a.psq, line 1, column 1: "},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		write_file(bad[i].name, bad[i].text);
		assert_int_equal(
		    replay_load(&replay, in_dir(bad[i].name), RULE_FREESTYLE, why), -1);
		if (strstr(why, bad[i].want) == NULL)
			fail_msg("\"%s\" is not in \"%s\"", bad[i].want, why);
	}
	assert_int_equal(replay_load(&replay, in_dir("none.sgf"), RULE_FREESTYLE, why), -1);
	assert_non_null(strstr(why, "No such file"));
	assert_int_equal(replay_load(&replay, dir, RULE_FREESTYLE, why), -1);
	assert_non_null(strstr(why, "directory"));
}

/* Without one of the two endings a file tells by how it begins. */
static void formats_are_found(void **state)
{
	(void)state;
	write_file("a", "Piskvorky 15x15, 0:0, 0\n8,8,0\n");
	assert_int_equal(replay_load(&replay, in_dir("a"), RULE_FREESTYLE, why), 0);
	assert_int_equal(replay.record.plies, 1);
	write_file("b", "(;GM[4]SZ[15];B[hh];W[ii])");
	assert_int_equal(replay_load(&replay, in_dir("b"), RULE_FREESTYLE, why), 0);
	assert_int_equal(replay.record.plies, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(sgf_round_trip, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(psq_round_trip, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(nothing_is_overwritten, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(what_cannot_be_saved_is_told, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(a_saved_game_is_stepped_through, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(stones_of_a_position_stay, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(
		bad_files_are_named_with_their_place, set_up, tear_down),
	    cmocka_unit_test_setup_teardown(formats_are_found, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("save and replay", tests, NULL, NULL);
}
