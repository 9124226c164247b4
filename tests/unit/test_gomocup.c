#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/gomocup.h"

/* The lines of the input, each shown as "[line]", a too long one as "[TOO LONG]". */
static void assert_lines(const char *input, size_t len, const char *want)
{
	static struct gomocup_reader reader;
	char got[512] = "";
	size_t used = 0;

	gomocup_reader_init(&reader);
	for (size_t i = 0; i < len; i++) {
		if (!gomocup_reader_byte(&reader, input[i]))
			continue;
		const char *line = reader.too_long ? "TOO LONG" : reader.line;
		assert_true(used + strlen(line) + 3 < sizeof(got));
		got[used++] = '[';
		memcpy(got + used, line, strlen(line));
		used += strlen(line);
		got[used++] = ']';
	}
	got[used] = '\0';
	assert_string_equal(got, want);
}

static void test_line_ends(void **state)
{
	(void)state;
	assert_lines("BEGIN\nEND\n", 10, "[BEGIN][END]");
	assert_lines("BEGIN\r\nEND\r\n", 12, "[BEGIN][END]");
	assert_lines("BEGIN\rEND\r", 10, "[BEGIN][END]");
	assert_lines("\n\r\n \t \nA\n\n\nB\n", 13, "[A][B]");
	assert_lines("A\nB", 3, "[A]");
}

static void test_strange_bytes(void **state)
{
	(void)state;
	assert_lines("END\0X\n", 6, "[END?X]");
	assert_lines("\xc3\xa9\x1b\x7f\n", 5, "[????]");
	assert_lines("\0\n", 2, "[?]");
	assert_lines("A\tB\n", 4, "[A\tB]");
}

static void test_long_lines(void **state)
{
	static char input[GOMOCUP_LINE_MAX + 16];
	static struct gomocup_reader reader;
	(void)state;
	memset(input, 'x', GOMOCUP_LINE_MAX + 1);
	memcpy(input + GOMOCUP_LINE_MAX + 1, "\nEND\n", 5);
	assert_lines(input, GOMOCUP_LINE_MAX + 6, "[TOO LONG][END]");
	/* The longest that is not too long. */
	gomocup_reader_init(&reader);
	for (int i = 0; i < GOMOCUP_LINE_MAX; i++)
		assert_false(gomocup_reader_byte(&reader, 'x'));
	assert_true(gomocup_reader_byte(&reader, '\n'));
	assert_false(reader.too_long);
	assert_int_equal(strlen(reader.line), GOMOCUP_LINE_MAX);
}

static void test_commands(void **state)
{
	static const struct {
		const char *line, *args;
		enum gomocup_command command;
	} lines[] = {
	    {"START 15", "15", GOMOCUP_START},
	    {"start\t15", "15", GOMOCUP_START},
	    {"  Begin  ", "", GOMOCUP_BEGIN},
	    {"END", "", GOMOCUP_END},
	    {"about", "", GOMOCUP_ABOUT},
	    {"Info rule 1", "rule 1", GOMOCUP_INFO},
	    {"RECTSTART 5,5", "5,5", GOMOCUP_RECTSTART},
	    {"YXSTOP", "", GOMOCUP_YXSTOP},
	    {"STARTLE 15", "15", GOMOCUP_UNKNOWN},
	    {"ENDGAME", "", GOMOCUP_UNKNOWN},
	    {"TURNX 7,7", "7,7", GOMOCUP_UNKNOWN},
	    {"abouttt", "", GOMOCUP_UNKNOWN},
	    {"BOARDX", "", GOMOCUP_UNKNOWN},
	    {"EN", "", GOMOCUP_UNKNOWN},
	    {"TURN7,7", "", GOMOCUP_UNKNOWN},
	    {"7,7", "", GOMOCUP_UNKNOWN},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		const char *args;
		assert_int_equal(gomocup_command(lines[i].line, &args), lines[i].command);
		assert_string_equal(args, lines[i].args);
	}
}

static void test_numbers(void **state)
{
	static const char *const bad[] = {"", "7", "7,", ",7", "7,7,", "7,7,7", "7;7", "7 7", "x,7",
	    "7,x", "7.5,7", "7,7 x", "+7,7", "--7,7", "7,-", "9223372036854775808,0",
	    "99999999999999999999999,0", "0x7,7"};
	int64_t n[3] = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (gomocup_numbers(bad[i], 2, n))
			fail_msg("%s was read", bad[i]);
	assert_true(gomocup_numbers("3,14", 2, n));
	assert_int_equal(n[0], 3);
	assert_int_equal(n[1], 14);
	assert_true(gomocup_numbers(" -1 , 007 , 9223372036854775807 ", 3, n));
	assert_int_equal(n[0], -1);
	assert_int_equal(n[1], 7);
	assert_int_equal(n[2], INT64_MAX);
}

static void test_points(void **state)
{
	char text[GOMOCUP_POINT_TEXT];
	(void)state;
	/* x counts from the left, y from the top: 0,0 is the last row's first point. */
	assert_int_equal(gomocup_point(15, 0, 0), point_parse("a15"));
	assert_int_equal(gomocup_point(15, 14, 14), point_parse("o1"));
	assert_int_equal(gomocup_point(15, 7, 7), point_parse("h8"));
	assert_int_equal(gomocup_point(20, 3, 19), point_parse("d1"));
	assert_int_equal(gomocup_point(15, 15, 0), POINT_NONE);
	assert_int_equal(gomocup_point(15, 0, 15), POINT_NONE);
	assert_int_equal(gomocup_point(15, -1, 0), POINT_NONE);
	assert_int_equal(gomocup_point(15, 0, -1), POINT_NONE);
	assert_int_equal(gomocup_point(15, INT64_C(4294967296), 0), POINT_NONE);
	assert_string_equal(gomocup_format(25, point_parse("y1"), text), "24,24");
	assert_string_equal(gomocup_format(15, point_parse("a15"), text), "0,0");
	assert_string_equal(gomocup_format(15, point_parse("c14"), text), "2,1");
}

static void test_info(void **state)
{
	struct gomocup_info info;
	(void)state;
	gomocup_info_init(&info);
	assert_int_equal(gomocup_info_read(&info, "timeout_turn 1500"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "TIMEOUT_MATCH 60000"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "time_left -5"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "max_memory 83886080"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "game_type 1"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "rule  5 "), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "max_node 1000"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "max_depth 9"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "thread_num 2"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "hash_size 4096"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "level 8"), GOMOCUP_KEPT);
	assert_int_equal(gomocup_info_read(&info, "seed 42"), GOMOCUP_SEED);
	assert_int_equal(info.timeout_turn, 1500);
	assert_int_equal(info.timeout_match, 60000);
	assert_int_equal(info.time_left, -5);
	assert_int_equal(info.max_memory, 83886080);
	assert_int_equal(info.game_type, 1);
	assert_int_equal(info.rule, 5);
	assert_int_equal(info.max_node, 1000);
	assert_int_equal(info.max_depth, 9);
	assert_int_equal(info.thread_num, 2);
	assert_int_equal(info.hash_size, 4096);
	assert_int_equal(info.level, 8);
	assert_int_equal(info.seed, 42);
}

static void test_info_that_changes_nothing(void **state)
{
	static const char *const lines[] = {"", "level", "level x", "level 3 4",
	    "level 99999999999999999999", "levels 3", "leve 3", "evaluate 3,4",
	    "folder /tmp/some where", "style", "style nobody", "style priority now",
	    "style priorityprioritypriorityprioritypriority", "seed", "7 7"};
	struct gomocup_info before, info;
	(void)state;
	gomocup_info_init(&before);
	gomocup_info_init(&info);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		assert_int_equal(gomocup_info_read(&info, lines[i]), GOMOCUP_NOTHING);
		assert_memory_equal(&info, &before, sizeof(info));
	}
}

static void test_info_out_of_range(void **state)
{
	struct gomocup_info info;
	(void)state;
	gomocup_info_init(&info);
	gomocup_info_read(&info, "level 11");
	assert_int_equal(info.level, 10);
	gomocup_info_read(&info, "level 0");
	assert_int_equal(info.level, 1);
	gomocup_info_read(&info, "timeout_turn -1");
	assert_int_equal(info.timeout_turn, 0);
	gomocup_info_read(&info, "max_depth 1000000");
	assert_int_equal(info.max_depth, BOARD_POINTS);
}

/* The time of a move: a time_left of 0 or less means at once, 2147483647 means no limit. */
static void test_limits(void **state)
{
	static const struct {
		const char *turn, *left;
		int64_t want;
	} times[] = {
	    {"timeout_turn 1000", "", 1000},
	    {"timeout_turn 1000", "time_left 2147483647", 1000},
	    {"timeout_turn 1000", "time_left 300", 300},
	    {"timeout_turn 1000", "time_left 60000", 1000},
	    {"timeout_turn 1000", "time_left 0", 0},
	    {"timeout_turn 1000", "time_left -5", 0},
	    {"timeout_turn 0", "time_left 2147483647", 0},
	    {"timeout_turn 0", "time_left 300", 0},
	    {"timeout_turn 5000000000", "time_left 2147483647", 5000000000},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		struct gomocup_info info;
		gomocup_info_init(&info);
		gomocup_info_read(&info, times[i].turn);
		gomocup_info_read(&info, times[i].left);
		gomocup_info_read(&info, "max_node 77");
		gomocup_info_read(&info, "max_depth 4");
		gomocup_info_read(&info, "level 3");
		struct search_limits limits = gomocup_limits(&info);
		assert_int_equal(limits.time_ms, times[i].want);
		assert_int_equal(limits.nodes, 77);
		assert_int_equal(limits.depth, 4);
		assert_int_equal(limits.level, 3);
		assert_int_equal(limits.style, SEARCH_LEVEL);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_line_ends),
	    cmocka_unit_test(test_strange_bytes),
	    cmocka_unit_test(test_long_lines),
	    cmocka_unit_test(test_commands),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_points),
	    cmocka_unit_test(test_info),
	    cmocka_unit_test(test_info_that_changes_nothing),
	    cmocka_unit_test(test_info_out_of_range),
	    cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
