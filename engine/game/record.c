#include "record.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void record_init(struct record *r, enum rule rule, int size)
{
	memset(r, 0, sizeof(*r));
	r->rule = rule;
	r->size = size;
	board_init(&r->setup, size);
	r->first = STONE_BLACK;
}

void record_of_game(struct record *r, const struct game *g)
{
	record_init(r, g->rule, g->board.size);
	r->opening = g->course.opening;
	r->tc = g->clock.tc;
	r->result = g->result;
	r->why = g->why;
	r->plies = g->plies;
	for (int i = 0; i < g->plies; i++)
		r->ply[i] = (struct record_ply){(int16_t)g->ply[i].point, -1};
}

enum stone record_side(const struct record *r, int ply)
{
	return ply % 2 == 0 ? r->first : stone_other(r->first);
}

void record_board(const struct record *r, int plies, struct board *b)
{
	*b = r->setup;
	for (int i = 0; i < plies; i++)
		if (r->ply[i].point != POINT_PASS)
			board_place(b, r->ply[i].point, record_side(r, i));
}

/* How the game stands after a ply. */
struct ending {
	enum game_result result;
	enum game_why why;
	const char *what; /* in a message: "five in a row" */
};

static struct ending won(enum stone side, enum game_why why, const char *what)
{
	return (struct ending){side == STONE_BLACK ? GAME_BLACK : GAME_WHITE, why, what};
}

/* Plays ply number `ply` on the board, which it fits, and tells whether that ended the game. */
static struct ending play(const struct record *r, struct board *b, int ply)
{
	enum stone side = record_side(r, ply);
	int point = r->ply[ply].point;
	if (point == POINT_PASS) {
		bool second = ply > 0 && r->ply[ply - 1].point == POINT_PASS;
		if (second && r->rule == RULE_RENJU)
			return (struct ending){GAME_DRAW, WHY_PASSES, "two passes"};
		return (struct ending){GAME_NONE, WHY_NONE, NULL};
	}
	enum foul foul = rules_foul(b, r->rule, side, point);
	board_place(b, point, side);
	if (foul != FOUL_NONE)
		return won(stone_other(side), WHY_FOUL, "a forbidden move");
	if (rules_win(b, r->rule, point, NULL) > 0)
		return won(side, WHY_FIVE, "the winning row");
	if (board_full(b))
		return (struct ending){GAME_DRAW, WHY_FULL, "the board was full"};
	return (struct ending){GAME_NONE, WHY_NONE, NULL};
}

/* Whether the point of a ply is one to play on. */
static int check_point(
    const struct board *b, int point, int ply, char message[static RECORD_MESSAGE])
{
	char name[POINT_TEXT];
	point_format(point, name);
	if (point == POINT_PASS || (board_has(b, point) && board_at(b, point) == STONE_NONE))
		return 0;
	snprintf(message, RECORD_MESSAGE, "move %d, %s, is %s", ply + 1, name,
	    board_has(b, point) ? "on a stone" : "off the board");
	return -1;
}

int record_check(struct record *r, int *ply, char message[static RECORD_MESSAGE])
{
	struct board b = r->setup;
	struct ending end = {GAME_NONE, WHY_NONE, NULL};
	for (*ply = 0; *ply < r->plies; ++*ply) {
		if (end.what != NULL) {
			snprintf(message, RECORD_MESSAGE, "move %d comes after %s in move %d",
			    *ply + 1, end.what, *ply);
			return -1;
		}
		if (check_point(&b, r->ply[*ply].point, *ply, message) == -1)
			return -1;
		end = play(r, &b, *ply);
	}
	if (end.what != NULL && r->result == GAME_NONE)
		r->result = end.result;
	if (end.what != NULL && r->result == end.result && r->why == WHY_NONE)
		r->why = end.why;
	return 0;
}

int record_error(struct record_report *report, const char *text, size_t at, const char *format, ...)
{
	report->line = report->column = 1;
	for (size_t i = 0; i < at; i++) {
		bool end =
		    text[i] == '\n' || (text[i] == '\r' && (i + 1 == at || text[i + 1] != '\n'));
		report->line += end;
		report->column = end ? 1 : report->column + 1;
	}
	va_list args;
	va_start(args, format);
	vsnprintf(report->error, RECORD_MESSAGE, format, args);
	va_end(args);
	return -1;
}

void record_warn(struct record_report *report, const char *format, ...)
{
	if (report->warnings == RECORD_WARNINGS)
		return;
	va_list args;
	va_start(args, format);
	vsnprintf(report->warning[report->warnings++], RECORD_MESSAGE, format, args);
	va_end(args);
}
