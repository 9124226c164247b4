/*
 * The board as text for people without a client: drawn by `board`, and after each change for those
 * who asked for it by `set board=`.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/game/board.h"

/* The byte of a drawn line at which its n-th character (UTF-8) begins; NULL past the end. */
static const char *character(const char *text, size_t n)
{
	while (*text != '\0') {
		if (((unsigned char)*text & 0xc0) != 0x80 && n-- == 0)
			return text;
		text++;
	}
	return NULL;
}

/* In which character of the line of letters the column stands. */
static size_t column_at(const char *letters, char column)
{
	const char *at = strchr(letters, column);

	assert_non_null(at);
	return (size_t)(at - letters);
}

/* A picture as rows of a final: one line of letters on top or below, and one line a row. */
struct picture {
	char letters[256];
	char row[BOARD_MAX + 1][256]; /* by the number of the row, from 1 */
};

static void read_picture(struct client *c, int size, struct picture *p)
{
	int rows = 0;

	memset(p, 0, sizeof *p);
	for (size_t i = 0; i < client_rows(c); i++) {
		const char *text = client_row(c, i)->text;
		char *end;
		long number;

		assert_non_null(text);
		number = strtol(text, &end, 10);
		if (end == text) {
			if (strstr(text, "a ") != NULL)
				snprintf(p->letters, sizeof p->letters, "%s", text);
			continue;
		}
		assert_true(number >= 1 && number <= size);
		/* From the top down. */
		assert_int_equal(number, size - rows);
		rows++;
		snprintf(p->row[number], sizeof p->row[number], "%s", text);
	}
	assert_int_equal(rows, size);
	assert_string_not_equal(p->letters, "");
}

/* The character drawn on a point. */
static const char *drawn(const struct picture *p, const char *point)
{
	const char *at =
	    character(p->row[strtol(point + 1, NULL, 10)], column_at(p->letters, point[0]));

	assert_non_null(at);
	return at;
}

static bool same_drawing(const char *a, const char *b)
{
	size_t len = 1;

	while (((unsigned char)a[len] & 0xc0) == 0x80)
		len++;
	return strncmp(a, b, len) == 0;
}

/* Stones stand on their points, black and white differ, and so does an empty point. */
static void board_is_drawn(void **state)
{
	struct picture p;
	struct table t;

	table_open(&t, *state, "draw-b", "draw-w", "");
	table_play(&t, "h8 a1 o15 c13 d4");
	client_ask(t.white, "+board", "board");
	read_picture(t.white, 15, &p);
	assert_true(same_drawing(drawn(&p, "h8"), drawn(&p, "o15")));
	assert_true(same_drawing(drawn(&p, "a1"), drawn(&p, "c13")));
	assert_false(same_drawing(drawn(&p, "h8"), drawn(&p, "a1")));
	assert_false(same_drawing(drawn(&p, "h8"), drawn(&p, "g8")));
	assert_false(same_drawing(drawn(&p, "a1"), drawn(&p, "b1")));
	assert_false(same_drawing(drawn(&p, "a1"), drawn(&p, "a2")));
	assert_true(same_drawing(drawn(&p, "n2"), drawn(&p, "b9")));
}

static void largest_board_is_drawn(void **state)
{
	struct picture p;
	struct table t;

	table_open(&t, *state, "draw25-b", "draw25-w", "size=25");
	table_play(&t, "y25 y1 a25 b2");
	client_ask(t.white, "+board", "board");
	read_picture(t.white, 25, &p);
	assert_true(same_drawing(drawn(&p, "y25"), drawn(&p, "a25")));
	assert_false(same_drawing(drawn(&p, "y25"), drawn(&p, "y1")));
	assert_false(same_drawing(drawn(&p, "y1"), drawn(&p, "x1")));
}

/* The list for those who listen: each row that has stones, in words. */
static void board_as_a_list(void **state)
{
	struct table t;
	bool found = false;

	table_open(&t, *state, "list-b", "list-w", "");
	client_ask(t.black, "+set board=list", "set board=list");
	table_play(&t, "h8 j8");
	client_forget(t.black);
	client_ask(t.black, "+moved", "i8");
	while (!found) {
		const struct wire_line *w = client_event(t.black, "row room=%s", t.room);

		found = strstr(w->text, "row 8: black h, i; white j") != NULL;
	}
	client_ask(t.black, "+set board=off", "set board=off");
	client_forget(t.black);
	t.ply = 3;
	table_play(&t, "a1");
	client_no_event(t.black, "row");
}

/* Drawn after a move, after an undo and at the start of another game. */
static void drawn_after_each_change(void **state)
{
	struct table t;
	char id[32];

	table_open(&t, *state, "each-b", "each-w", "");
	client_ask(t.white, "+set board=on", "set board=on");
	table_play(&t, "h8");
	client_event(t.white, "row room=%s", t.room);
	client_forget(t.white);
	snprintf(
	    id, sizeof id, "%s", line_value(client_ask(t.black, "+offered id=*", "undo"), "id"));
	client_event(t.white, "offer type=undo");
	client_no_event(t.white, "row");
	client_ask(t.white, "+accepted", "accept %s", id);
	client_event(t.white, "undo ply=0");
	client_event(t.white, "row room=%s", t.room);
	client_no_event(t.black, "row");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    wire_test(board_is_drawn),
	    wire_test(largest_board_is_drawn),
	    wire_test(board_as_a_list),
	    wire_test(drawn_after_each_change),
	};

	return cmocka_run_group_tests(tests, group_start, group_stop);
}
