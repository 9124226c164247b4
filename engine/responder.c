#include "responder.h"

#include <stdarg.h>
#include <string.h>

#include "engine/game/moves.h"
#include "engine/search/swap2.h"

enum {
	ECHO_MAX = 60, /* bytes of an unknown command that are shown again */
	REPORT_EVERY_MS = 250,
};

static const char no_game[] = "no game yet: START 15 begins one";

void responder_init(struct responder *r, FILE *out, struct search *search)
{
	memset(r, 0, sizeof(*r));
	r->out = out;
	r->search = search;
	r->side = STONE_BLACK;
	gomocup_info_init(&r->info);
}

static void __attribute__((format(printf, 2, 3))) answer(struct responder *r, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vfprintf(r->out, fmt, ap);
	va_end(ap);
	fputc('\n', r->out);
	fflush(r->out);
}

static void error(struct responder *r, const char *why)
{
	answer(r, "ERROR %s", why);
}

/* Whether the engine can play by the rule that INFO named. Answers ERROR when not. */
static bool rule_ready(struct responder *r)
{
	if (rule_of_code(r->info.rule) != RULE_COUNT)
		return true;
	answer(r,
	    "ERROR rule %jd is not supported; 0 freestyle, 1 standard, 4 renju, 8 caro and 9 caro "
	    "with exactly five are",
	    (intmax_t)r->info.rule);
	return false;
}

/* Whether there is a game to go on with. Answers ERROR when not. */
static bool game_ready(struct responder *r)
{
	if (!r->started)
		error(r, no_game);
	return r->started && rule_ready(r);
}

static void clear(struct responder *r, int size)
{
	board_init(&r->board, size);
	r->side = STONE_BLACK;
	r->started = true;
}

static void start(struct responder *r, int64_t width, int64_t height)
{
	r->started = false;
	if (width != height)
		error(r, "only square boards are supported");
	else if (width < BOARD_MIN || width > BOARD_MAX)
		answer(r, "ERROR size must be within %d..%d", BOARD_MIN, BOARD_MAX);
	else if (rule_ready(r)) {
		clear(r, (int)width);
		answer(r, "OK");
	}
}

static void start_command(struct responder *r, const char *args)
{
	int64_t size;
	if (gomocup_numbers(args, 1, &size)) {
		start(r, size, size);
	} else {
		r->started = false;
		error(r, "START needs a size, such as START 15");
	}
}

static void rectstart_command(struct responder *r, const char *args)
{
	int64_t size[2];
	if (gomocup_numbers(args, 2, size)) {
		start(r, size[0], size[1]);
	} else {
		r->started = false;
		error(r, "RECTSTART needs a width and a height, such as RECTSTART 15,15");
	}
}

static void restart_command(struct responder *r)
{
	if (game_ready(r)) {
		clear(r, r->board.size);
		answer(r, "OK");
	}
}

void responder_lend(struct responder *r, const struct search_host *host)
{
	r->host = host;
}

void responder_report(struct responder *r, const struct search_report *report)
{
	char line[MOVES_TEXT];
	int64_t now = r->host->now_ms(r->host->arg);

	if (now - r->told_ms < REPORT_EVERY_MS)
		return;
	r->told_ms = now;
	answer(r, "MESSAGE info depth=%d nodes=%jd value=%d ms=%jd pv=%s", report->depth,
	    (intmax_t)report->nodes, report->value, (intmax_t)report->ms,
	    moves_format(report->pv, report->length, line));
}

/* What bounds the next search; its progress is told from now on. */
static struct search_limits begin_thinking(struct responder *r)
{
	struct search_limits limits = gomocup_limits(&r->info);

	limits.host = r->host;
	if (r->host != NULL)
		r->told_ms = r->host->now_ms(r->host->arg);
	return limits;
}

/* Chooses the engine's move, plays it and tells it. */
static void think(struct responder *r)
{
	struct search_limits limits = begin_thinking(r);
	char text[GOMOCUP_POINT_TEXT];
	int point = search_move(r->search, &r->board, r->side, rule_of_code(r->info.rule), &limits);

	if (point == POINT_NONE) {
		error(r, board_full(&r->board) ? "no move: the board is full"
					       : "no move: only forbidden points are left");
		return;
	}
	board_place(&r->board, point, r->side);
	answer(r, "%s", gomocup_format(r->board.size, point, text));
}

static void begin_command(struct responder *r)
{
	if (!game_ready(r))
		return;
	if (r->board.stones > 0) {
		error(r, "BEGIN needs an empty board");
		return;
	}
	r->side = STONE_BLACK;
	think(r);
}

/* Reads a point of the board. Answers ERROR and returns POINT_NONE when there is none. */
static int read_point(struct responder *r, const char *args)
{
	int64_t at[2];
	int point;

	if (!gomocup_numbers(args, 2, at)) {
		error(r, "a point is x,y, counted from 0 at the top left");
		return POINT_NONE;
	}
	point = gomocup_point(r->board.size, at[0], at[1]);
	if (point == POINT_NONE)
		error(r, "the point is not on the board");
	return point;
}

/* Reads an empty point of the board, or answers ERROR. */
static int read_empty(struct responder *r, const char *args)
{
	int point = read_point(r, args);
	if (point != POINT_NONE && board_at(&r->board, point) != STONE_NONE) {
		error(r, "a stone lies on the point");
		return POINT_NONE;
	}
	return point;
}

static void turn_command(struct responder *r, const char *args)
{
	if (!game_ready(r))
		return;
	int point = read_empty(r, args);
	if (point == POINT_NONE)
		return;
	if (r->board.stones == 0)
		r->side = STONE_WHITE;
	board_place(&r->board, point, stone_other(r->side));
	think(r);
}

static void play_command(struct responder *r, const char *args)
{
	char text[GOMOCUP_POINT_TEXT];

	if (!game_ready(r))
		return;
	int point = read_empty(r, args);
	if (point == POINT_NONE)
		return;
	if (r->board.stones == 0)
		r->side = STONE_BLACK;
	board_place(&r->board, point, r->side);
	answer(r, "%s", gomocup_format(r->board.size, point, text));
}

static void takeback_command(struct responder *r, const char *args)
{
	if (!game_ready(r))
		return;
	int point = read_point(r, args);
	if (point == POINT_NONE)
		return;
	if (board_at(&r->board, point) == STONE_NONE) {
		error(r, "no stone lies on the point");
		return;
	}
	board_remove(&r->board, point);
	answer(r, "OK");
}

static void read_board(struct responder *r, enum responder_reading reading)
{
	r->draft.reading = reading;
	r->draft.fault = NULL;
	r->draft.answered = !game_ready(r);
	r->draft.own = r->draft.stones = 0;
}

/* Reads a line of what is being told: x,y and, but in SWAP2BOARD, whose stone it is. */
static bool draft_numbers(const struct responder *r, const char *line, int64_t n[static 3])
{
	bool swap2 = r->draft.reading == RESPONDER_SWAP2BOARD;

	n[2] = r->draft.stones % 2 == 0 ? 1 : 2;
	return gomocup_numbers(line, swap2 ? 2 : 3, n);
}

/* Takes a line of a position. Returns what is wrong with it, NULL for nothing. */
static const char *draft_stone(struct responder *r, const char *line)
{
	struct responder_draft *draft = &r->draft;
	int64_t n[3];

	if (!draft_numbers(r, line, n))
		return draft->reading == RESPONDER_SWAP2BOARD
			   ? "a line of an opening is x,y, and DONE ends it"
			   : "a line of a position is x,y,1 or x,y,2, and DONE ends it";
	int point = gomocup_point(r->board.size, n[0], n[1]);
	if (point == POINT_NONE)
		return "a stone of the position is not on the board";
	if (n[2] != 1 && n[2] != 2)
		return "a stone of the position is neither 1 (own) nor 2 (the opponent's)";
	for (int i = 0; i < draft->stones; i++)
		if (draft->point[i] == point)
			return "two stones of the position lie on one point";
	if (draft->stones == 0)
		draft->own_first = n[2] == 1;
	draft->own += n[2] == 1;
	draft->mine[draft->stones] = n[2] == 1;
	draft->point[draft->stones++] = point;
	return NULL;
}

/* Makes the position that was told the game's. */
static void draft_settle(struct responder *r)
{
	const struct responder_draft *draft = &r->draft;
	bool black = draft->stones == 0 || draft->own_first;

	/*
	 * Of a BOARD the engine is to move, and its lines may come in any order: the counts tell
	 * who is black. Not so in renju, whose lines are in order and whose players may pass.
	 */
	if (draft->reading == RESPONDER_BOARD && rule_of_code(r->info.rule) != RULE_RENJU)
		black = draft->own >= draft->stones - draft->own;
	clear(r, r->board.size);
	r->side = black ? STONE_BLACK : STONE_WHITE;
	for (int i = 0; i < draft->stones; i++)
		board_place(
		    &r->board, draft->point[i], draft->mine[i] ? r->side : stone_other(r->side));
}

/* Answers an opening: stones that are placed, or SWAP for black. */
static void answer_opening(struct responder *r)
{
	struct search_limits limits = begin_thinking(r);
	char text[SWAP2_STONES * (GOMOCUP_POINT_TEXT + 1) + 1] = "";
	struct swap2_answer a =
	    swap2_answer(r->search, &r->board, rule_of_code(r->info.rule), &limits);

	for (int i = 0; i < a.stones; i++) {
		char point[GOMOCUP_POINT_TEXT];
		size_t len = strlen(text);
		snprintf(text + len, sizeof(text) - len, "%s%s", i > 0 ? " " : "",
		    gomocup_format(r->board.size, a.point[i], point));
	}
	answer(r, "%s", a.stones > 0 ? text : "SWAP");
}

static void draft_done(struct responder *r)
{
	enum responder_reading reading = r->draft.reading;
	int stones = r->draft.stones;

	if (reading == RESPONDER_SWAP2BOARD && stones != 0 && stones != 3 && stones != 5 &&
	    r->draft.fault == NULL)
		r->draft.fault = "an opening has 0, 3 or 5 stones";
	if (!r->draft.answered && r->draft.fault != NULL)
		error(r, r->draft.fault);
	else if (!r->draft.answered) {
		draft_settle(r);
		if (reading == RESPONDER_BOARD)
			think(r);
		else if (reading == RESPONDER_SWAP2BOARD)
			answer_opening(r);
	}
	r->draft.reading = RESPONDER_COMMANDS;
}

static void draft_line(struct responder *r, const char *line)
{
	struct responder_draft *draft = &r->draft;
	if (!draft->answered && draft->fault == NULL)
		draft->fault = draft_stone(r, line);
}

/* Tells black's forbidden points, each as two digits of x and two of y. */
static void showforbid_command(struct responder *r)
{
	int points[BOARD_POINTS], n = 0;

	if (!game_ready(r))
		return;
	if (rule_of_code(r->info.rule) == RULE_RENJU)
		n = renju_forbidden(&r->board, points, NULL);
	fputs("FORBID ", r->out);
	for (int i = 0; i < n; i++)
		fprintf(r->out, "%02d%02d", point_column(points[i]),
		    r->board.size - 1 - point_row(points[i]));
	answer(r, ".");
}

static void info_command(struct responder *r, const char *args)
{
	if (gomocup_info_read(&r->info, args) == GOMOCUP_SEED)
		search_seed(r->search, (uint64_t)r->info.seed);
}

/* A line of a position; END leaves even here. */
static bool position_line(struct responder *r, const char *line)
{
	const char *args;
	enum gomocup_command command = gomocup_command(line, &args);
	bool alone = *args == '\0';

	if (command == GOMOCUP_INFO)
		info_command(r, args);
	else if (command == GOMOCUP_DONE && alone)
		draft_done(r);
	else if (command == GOMOCUP_END && alone)
		return false;
	else if (command != GOMOCUP_YXSTOP || !alone)
		draft_line(r, line);
	return true;
}

static bool takes_nothing(enum gomocup_command command)
{
	return command == GOMOCUP_RESTART || command == GOMOCUP_BEGIN || command == GOMOCUP_BOARD ||
	       command == GOMOCUP_YXBOARD || command == GOMOCUP_SWAP2BOARD ||
	       command == GOMOCUP_DONE || command == GOMOCUP_YXSTOP ||
	       command == GOMOCUP_YXSHOWFORBID || command == GOMOCUP_ABOUT ||
	       command == GOMOCUP_END;
}

static void do_command(
    struct responder *r, enum gomocup_command command, const char *args, const char *line)
{
	switch (command) {
	case GOMOCUP_START:
		start_command(r, args);
		break;
	case GOMOCUP_RECTSTART:
		rectstart_command(r, args);
		break;
	case GOMOCUP_RESTART:
		restart_command(r);
		break;
	case GOMOCUP_BEGIN:
		begin_command(r);
		break;
	case GOMOCUP_TURN:
		turn_command(r, args);
		break;
	case GOMOCUP_PLAY:
		play_command(r, args);
		break;
	case GOMOCUP_TAKEBACK:
		takeback_command(r, args);
		break;
	case GOMOCUP_BOARD:
		read_board(r, RESPONDER_BOARD);
		break;
	case GOMOCUP_YXBOARD:
		read_board(r, RESPONDER_YXBOARD);
		break;
	case GOMOCUP_SWAP2BOARD:
		read_board(r, RESPONDER_SWAP2BOARD);
		break;
	case GOMOCUP_DONE:
		error(r, "DONE ends a BOARD, and none was begun");
		break;
	case GOMOCUP_INFO:
		info_command(r, args);
		break;
	case GOMOCUP_ABOUT:
		answer(r, "name=\"gomoku-engine\", version=\"" GOMOKU_VERSION
			  "\", author=\"the gomokud project\", country=\"international\"");
		break;
	case GOMOCUP_YXSHOWFORBID:
		showforbid_command(r);
		break;
	case GOMOCUP_YXSTOP: /* the move it asks for has been told: nothing thinks between lines */
	case GOMOCUP_END:
		break;
	case GOMOCUP_UNKNOWN:
		answer(r, "UNKNOWN no such command: %.*s", ECHO_MAX, line);
		break;
	}
}

bool responder_line(struct responder *r, const char *line)
{
	const char *args;

	if (r->draft.reading != RESPONDER_COMMANDS)
		return position_line(r, line);
	enum gomocup_command command = gomocup_command(line, &args);
	if (takes_nothing(command) && *args != '\0') {
		error(r, "nothing may follow this command");
		return true;
	}
	do_command(r, command, args, line);
	return command != GOMOCUP_END;
}

void responder_too_long(struct responder *r)
{
	if (r->draft.reading != RESPONDER_COMMANDS)
		draft_line(r, "");
	else
		answer(r, "UNKNOWN a line may have %d bytes", GOMOCUP_LINE_MAX);
}
