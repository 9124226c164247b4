#include "dialogue.h"

#include <stdarg.h>
#include <string.h>

enum { ECHO_MAX = 60 }; /* bytes of an unknown command that are shown again */

static const char no_game[] = "no game yet: START 15 begins one";

void dialogue_init(struct dialogue *d, FILE *out, struct search *search)
{
	memset(d, 0, sizeof(*d));
	d->out = out;
	d->search = search;
	d->side = STONE_BLACK;
	gomocup_info_init(&d->info);
}

static void __attribute__((format(printf, 2, 3))) answer(struct dialogue *d, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	vfprintf(d->out, fmt, ap);
	va_end(ap);
	fputc('\n', d->out);
	fflush(d->out);
}

static void error(struct dialogue *d, const char *why)
{
	answer(d, "ERROR %s", why);
}

/* Whether the engine can play by the rule that INFO named. Answers ERROR when not. */
static bool rule_ready(struct dialogue *d)
{
	if (gomocup_rule(d->info.rule) != RULE_COUNT)
		return true;
	answer(d, "ERROR rule %jd is not supported: 0 (five or more) and 1 (exactly five) are",
	    (intmax_t)d->info.rule);
	return false;
}

/* Whether there is a game to go on with. Answers ERROR when not. */
static bool game_ready(struct dialogue *d)
{
	if (!d->started)
		error(d, no_game);
	return d->started && rule_ready(d);
}

static void clear(struct dialogue *d, int size)
{
	board_init(&d->board, size);
	d->side = STONE_BLACK;
	d->started = true;
}

static void start(struct dialogue *d, int64_t width, int64_t height)
{
	d->started = false;
	if (width != height)
		error(d, "only square boards are supported");
	else if (width < BOARD_MIN || width > BOARD_MAX)
		answer(d, "ERROR size must be within %d..%d", BOARD_MIN, BOARD_MAX);
	else if (rule_ready(d)) {
		clear(d, (int)width);
		answer(d, "OK");
	}
}

static void start_command(struct dialogue *d, const char *args)
{
	int64_t size;
	if (gomocup_numbers(args, 1, &size)) {
		start(d, size, size);
	} else {
		d->started = false;
		error(d, "START needs a size, such as START 15");
	}
}

static void rectstart_command(struct dialogue *d, const char *args)
{
	int64_t size[2];
	if (gomocup_numbers(args, 2, size)) {
		start(d, size[0], size[1]);
	} else {
		d->started = false;
		error(d, "RECTSTART needs a width and a height, such as RECTSTART 15,15");
	}
}

static void restart_command(struct dialogue *d)
{
	if (game_ready(d)) {
		clear(d, d->board.size);
		answer(d, "OK");
	}
}

/* Chooses the engine's move, plays it and tells it. */
static void think(struct dialogue *d)
{
	struct search_limits limits = gomocup_limits(&d->info);
	char text[GOMOCUP_POINT_TEXT];
	int point = search_move(d->search, &d->board, d->side, gomocup_rule(d->info.rule), &limits);

	if (point == POINT_NONE) {
		error(d, "no move: the board is full");
		return;
	}
	board_place(&d->board, point, d->side);
	answer(d, "%s", gomocup_format(d->board.size, point, text));
}

static void begin_command(struct dialogue *d)
{
	if (!game_ready(d))
		return;
	if (d->board.stones > 0) {
		error(d, "BEGIN needs an empty board");
		return;
	}
	d->side = STONE_BLACK;
	think(d);
}

/* Reads a point of the board. Answers ERROR and returns POINT_NONE when there is none. */
static int read_point(struct dialogue *d, const char *args)
{
	int64_t at[2];
	int point;

	if (!gomocup_numbers(args, 2, at)) {
		error(d, "a point is x,y, counted from 0 at the top left");
		return POINT_NONE;
	}
	point = gomocup_point(d->board.size, at[0], at[1]);
	if (point == POINT_NONE)
		error(d, "the point is not on the board");
	return point;
}

/* Reads an empty point of the board, or answers ERROR. */
static int read_empty(struct dialogue *d, const char *args)
{
	int point = read_point(d, args);
	if (point != POINT_NONE && board_at(&d->board, point) != STONE_NONE) {
		error(d, "a stone lies on the point");
		return POINT_NONE;
	}
	return point;
}

static void turn_command(struct dialogue *d, const char *args)
{
	if (!game_ready(d))
		return;
	int point = read_empty(d, args);
	if (point == POINT_NONE)
		return;
	if (d->board.stones == 0)
		d->side = STONE_WHITE;
	board_place(&d->board, point, stone_other(d->side));
	think(d);
}

static void play_command(struct dialogue *d, const char *args)
{
	char text[GOMOCUP_POINT_TEXT];

	if (!game_ready(d))
		return;
	int point = read_empty(d, args);
	if (point == POINT_NONE)
		return;
	if (d->board.stones == 0)
		d->side = STONE_BLACK;
	board_place(&d->board, point, d->side);
	answer(d, "%s", gomocup_format(d->board.size, point, text));
}

static void takeback_command(struct dialogue *d, const char *args)
{
	if (!game_ready(d))
		return;
	int point = read_point(d, args);
	if (point == POINT_NONE)
		return;
	if (board_at(&d->board, point) == STONE_NONE) {
		error(d, "no stone lies on the point");
		return;
	}
	board_remove(&d->board, point);
	answer(d, "OK");
}

static void read_board(struct dialogue *d, enum dialogue_reading reading)
{
	d->draft.reading = reading;
	d->draft.fault = NULL;
	d->draft.answered = !game_ready(d);
	d->draft.own = d->draft.stones = 0;
}

/* Takes a line of a position. Returns what is wrong with it, NULL for nothing. */
static const char *draft_stone(struct dialogue *d, const char *line)
{
	struct dialogue_draft *draft = &d->draft;
	int64_t n[3];

	if (!gomocup_numbers(line, 3, n))
		return "a line of a position is x,y,1 or x,y,2, and DONE ends it";
	int point = gomocup_point(d->board.size, n[0], n[1]);
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
static void draft_settle(struct dialogue *d)
{
	const struct dialogue_draft *draft = &d->draft;
	bool black;

	/* It is the engine's turn; the lines may have come in any order, so the counts decide. */
	if (draft->reading == DIALOGUE_BOARD)
		black = draft->own >= draft->stones - draft->own;
	else
		black = draft->stones == 0 || draft->own_first;
	clear(d, d->board.size);
	d->side = black ? STONE_BLACK : STONE_WHITE;
	for (int i = 0; i < draft->stones; i++)
		board_place(
		    &d->board, draft->point[i], draft->mine[i] ? d->side : stone_other(d->side));
}

static void draft_done(struct dialogue *d)
{
	enum dialogue_reading reading = d->draft.reading;

	if (!d->draft.answered && d->draft.fault != NULL)
		error(d, d->draft.fault);
	else if (!d->draft.answered) {
		draft_settle(d);
		if (reading == DIALOGUE_BOARD)
			think(d);
	}
	d->draft.reading = DIALOGUE_COMMANDS;
}

static void draft_line(struct dialogue *d, const char *line)
{
	struct dialogue_draft *draft = &d->draft;
	if (!draft->answered && draft->fault == NULL)
		draft->fault = draft_stone(d, line);
}

static void info_command(struct dialogue *d, const char *args)
{
	if (gomocup_info_read(&d->info, args) == GOMOCUP_SEED)
		search_seed(d->search, (uint64_t)d->info.seed);
}

/* A line of a position; END leaves even here. */
static bool position_line(struct dialogue *d, const char *line)
{
	const char *args;
	enum gomocup_command command = gomocup_command(line, &args);
	bool alone = *args == '\0';

	if (command == GOMOCUP_INFO)
		info_command(d, args);
	else if (command == GOMOCUP_DONE && alone)
		draft_done(d);
	else if (command == GOMOCUP_END && alone)
		return false;
	else if (command != GOMOCUP_YXSTOP || !alone)
		draft_line(d, line);
	return true;
}

static bool takes_nothing(enum gomocup_command command)
{
	return command == GOMOCUP_RESTART || command == GOMOCUP_BEGIN || command == GOMOCUP_BOARD ||
	       command == GOMOCUP_YXBOARD || command == GOMOCUP_DONE || command == GOMOCUP_YXSTOP ||
	       command == GOMOCUP_ABOUT || command == GOMOCUP_END;
}

static void do_command(
    struct dialogue *d, enum gomocup_command command, const char *args, const char *line)
{
	switch (command) {
	case GOMOCUP_START:
		start_command(d, args);
		break;
	case GOMOCUP_RECTSTART:
		rectstart_command(d, args);
		break;
	case GOMOCUP_RESTART:
		restart_command(d);
		break;
	case GOMOCUP_BEGIN:
		begin_command(d);
		break;
	case GOMOCUP_TURN:
		turn_command(d, args);
		break;
	case GOMOCUP_PLAY:
		play_command(d, args);
		break;
	case GOMOCUP_TAKEBACK:
		takeback_command(d, args);
		break;
	case GOMOCUP_BOARD:
		read_board(d, DIALOGUE_BOARD);
		break;
	case GOMOCUP_YXBOARD:
		read_board(d, DIALOGUE_YXBOARD);
		break;
	case GOMOCUP_DONE:
		error(d, "DONE ends a BOARD, and none was begun");
		break;
	case GOMOCUP_INFO:
		info_command(d, args);
		break;
	case GOMOCUP_ABOUT:
		answer(d, "name=\"gomoku-engine\", version=\"" GOMOKU_VERSION
			  "\", author=\"the gomokud project\", country=\"international\"");
		break;
	case GOMOCUP_YXSTOP: /* the move it asks for has been told: nothing thinks between lines */
	case GOMOCUP_END:
		break;
	case GOMOCUP_UNKNOWN:
		answer(d, "UNKNOWN no such command: %.*s", ECHO_MAX, line);
		break;
	}
}

bool dialogue_line(struct dialogue *d, const char *line)
{
	const char *args;

	if (d->draft.reading != DIALOGUE_COMMANDS)
		return position_line(d, line);
	enum gomocup_command command = gomocup_command(line, &args);
	if (takes_nothing(command) && *args != '\0') {
		error(d, "nothing may follow this command");
		return true;
	}
	do_command(d, command, args, line);
	return command != GOMOCUP_END;
}

void dialogue_too_long(struct dialogue *d)
{
	if (d->draft.reading != DIALOGUE_COMMANDS)
		draft_line(d, "");
	else
		answer(d, "UNKNOWN a line may have %d bytes", GOMOCUP_LINE_MAX);
}
