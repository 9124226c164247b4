#include "sgf.h"

#include <inttypes.h>

#include "record_text.h"

#ifndef GOMOKU_VERSION
#define GOMOKU_VERSION "0"
#endif

/* Writes a property with text, unless that is empty. */
static void write_text(struct record_out *o, const char *ident, const char *text)
{
	if (text[0] == '\0')
		return;
	record_out(o, "%s[", ident);
	for (const char *c = text; *c != '\0'; c++)
		record_out(o, *c == ']' || *c == '\\' ? "\\%c" : "%c", *c);
	record_out(o, "]\n");
}

/* "hh", from the top left. */
static void write_point(struct record_out *o, const struct record *r, int point)
{
	if (point != POINT_PASS)
		record_out(
		    o, "%c%c", 'a' + point_column(point), 'a' + r->size - 1 - point_row(point));
}

static void write_position(struct record_out *o, const struct record *r, enum stone stone)
{
	bool any = false;
	for (int row = r->size - 1; row >= 0; row--) {
		for (int column = 0; column < r->size; column++) {
			int point = point_at(column, row);
			if (board_at(&r->setup, point) != stone)
				continue;
			record_out(o, "%s[", any ? "" : stone == STONE_BLACK ? "AB" : "AW");
			write_point(o, r, point);
			record_out(o, "]");
			any = true;
		}
	}
	if (any)
		record_out(o, "\n");
}

static void write_times(struct record_out *o, const struct time_control *tc)
{
	int64_t base = tc->base_ms / 1000, inc = tc->inc_ms / 1000, period = tc->period_ms / 1000;
	switch (tc->kind) {
	case CLOCK_NONE:
		break;
	case CLOCK_FISCHER:
		record_out(o, "TM[%" PRId64 "]OT[%" PRId64 " fischer]\n", base, inc);
		break;
	case CLOCK_BYOYOMI:
		record_out(
		    o, "TM[%" PRId64 "]OT[%dx%" PRId64 " byo-yomi]\n", base, tc->periods, period);
		break;
	case CLOCK_MOVE:
		record_out(o, "OT[%" PRId64 " per move]\n", period);
		break;
	}
}

/* What stands after "B+": SGF knows resignation, time and forfeit; a win on the board has no word.
 */
static const char *how_won(enum game_why why)
{
	switch (why) {
	case WHY_RESIGN:
		return "R";
	case WHY_TIME:
		return "T";
	case WHY_FOUL:
	case WHY_ABANDONED:
	case WHY_CLAIMED:
		return "F";
	case WHY_NONE:
	case WHY_FIVE:
	case WHY_AGREED:
	case WHY_FULL:
	case WHY_ABORTED:
	case WHY_CLOSED:
	case WHY_ENGINE:
	case WHY_PASSES:
	case WHY_COUNT:
		break;
	}
	return "";
}

static void write_result(struct record_out *o, const struct record *r)
{
	switch (r->result) {
	case GAME_NONE:
		return;
	case GAME_BLACK:
	case GAME_WHITE:
		record_out(o, "RE[%c+%s]", r->result == GAME_BLACK ? 'B' : 'W', how_won(r->why));
		break;
	case GAME_DRAW:
		record_out(o, "RE[Draw]");
		break;
	case GAME_VOID:
		record_out(o, "RE[Void]");
		break;
	}
	if (r->why != WHY_NONE)
		record_out(o, "WHY[%s]", game_why_name(r->why));
	record_out(o, "\n");
}

int sgf_write(const struct record *r, char *buf, size_t size)
{
	enum { MOVES_A_LINE = 10 };
	struct record_out o = {.text = buf, .size = size};
	buf[0] = '\0';
	record_out(&o, "(;GM[4]FF[4]CA[UTF-8]AP[gomokud:%s]\nSZ[%d]RU[%s]", GOMOKU_VERSION, r->size,
	    rule_name(r->rule));
	if (r->opening != OPENING_FREE)
		record_out(&o, "ON[%s]", opening_name(r->opening));
	record_out(&o, "\n");
	write_times(&o, &r->tc);
	write_text(&o, "PB", r->black);
	write_text(&o, "PW", r->white);
	write_text(&o, "GN", r->title);
	write_text(&o, "EV", r->event);
	write_text(&o, "PC", r->place);
	write_text(&o, "RO", r->round);
	write_text(&o, "DT", r->date);
	write_result(&o, r);
	write_text(&o, "C", r->note);
	write_position(&o, r, STONE_BLACK);
	write_position(&o, r, STONE_WHITE);
	if (r->setup.stones > 0 || r->first == STONE_WHITE)
		record_out(&o, "PL[%c]", r->first == STONE_BLACK ? 'B' : 'W');
	for (int i = 0; i < r->plies; i++) {
		record_out(&o, i % MOVES_A_LINE == 0 ? "\n;%c[" : ";%c[",
		    record_side(r, i) == STONE_BLACK ? 'B' : 'W');
		write_point(&o, r, r->ply[i].point);
		record_out(&o, "]");
	}
	record_out(&o, ")\n");
	return record_out_end(&o);
}
