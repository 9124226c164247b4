/* Commands about what is kept: games, game, export, top, rating. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "archive.h"
#include "command.h"
#include "engine/game/psq.h"
#include "engine/game/sgf.h"
#include "later.h"

enum { ROWS_DEFAULT = 20 };

/*
 * The command again, to be answered, when its look-up went well (STORE_NONE: nothing was found).
 * False: there is nothing more to be done.
 */
static bool found(struct later *l, enum store_result r, struct command *c)
{
	if (r == STORE_OK || r == STORE_NONE) {
		if (later_again(l, c))
			return true;
		later_end(l);
	} else {
		later_fail(l, "store");
	}
	return false;
}

/* limit=, between 1 and what a list has. False when refused. */
static bool read_limit(struct command *c, int *limit)
{
	int64_t n = ROWS_DEFAULT;

	if (wire_get(c->line, "limit") && wire_get_int(c->line, "limit", 1, STORE_ROWS, &n) < 0) {
		refuse_syntax(c, "The limit is a number from 1 to 100");
		return false;
	}
	*limit = (int)n;
	return true;
}

/* The name of a player as it is kept: an account's, a guest's with ~, a bot's. */
static bool read_player(const char *typed, char name[static STORE_NAME])
{
	size_t len = strlen(typed);

	if (len == 0 || len >= STORE_NAME)
		return false;
	for (size_t i = 0; i <= len; i++)
		name[i] = (char)tolower((unsigned char)typed[i]);
	return true;
}

/* "2026-11-30T02:05:07Z" */
static void when_key(struct command *c, const char *key, int64_t seconds)
{
	char text[32] = "-";
	time_t t = (time_t)seconds;
	struct tm tm;

	if (gmtime_r(&t, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm);
	wire_key(&c->out, key, "%s", text);
}

static void game_keys(struct command *c, const struct store_game *g)
{
	char tc[CLOCK_TEXT];

	wire_key(&c->out, "id", "%s", g->id);
	when_key(c, "ended", g->ended);
	wire_key(&c->out, "rule", "%s", rule_name(g->rule));
	wire_key(&c->out, "size", "%d", g->size);
	wire_key(&c->out, "time", "%s", time_control_format(&g->tc, tc));
	wire_key(&c->out, "opening", "%s", opening_name(g->opening));
	wire_key(&c->out, "rated", "%s", g->rated ? "yes" : "no");
	wire_key(&c->out, "black", "%s", g->black);
	wire_key(&c->out, "white", "%s", g->white);
	wire_key(&c->out, "result", "%s", game_result_name(g->result));
	wire_key(&c->out, "why", "%s", game_why_name(g->why));
	wire_key(&c->out, "ply", "%d", g->plies);
}

static void title_text(struct command *c, const struct store_game *g)
{
	if (g->title[0])
		wire_text(&c->out, "%s", g->title);
}

static void on_games(enum store_result r, const struct store_game games[], int n, void *arg)
{
	struct later *l = arg;
	struct command c;

	if (!found(l, r, &c))
		return;
	for (int i = 0; i < n; i++) {
		answer(&c, WIRE_ROW, "game");
		game_keys(&c, &games[i]);
		title_text(&c, &games[i]);
		answer_end(&c);
	}
	answer(&c, WIRE_OK, "games");
	wire_key(&c.out, "n", "%d", n);
	if (n == 0)
		wire_text(&c.out, "No game of that name is kept; a guest's begins with ~");
	answer_end(&c);
	later_end(l);
}

void cmd_games(struct command *c)
{
	char name[STORE_NAME];
	struct later *l;
	int limit;

	if (!read_limit(c, &limit))
		return;
	if (!read_player(c->line->words ? c->line->word[0] : c->user->name, name)) {
		refuse_name(c);
		return;
	}
	if (!(l = later_begin(c)))
		return;
	if (store_games(c->server->accounts.store, name, limit, on_games, l) < 0)
		later_fail(l, "store");
}

static void refuse_no_game(struct command *c)
{
	refuse(c, "no-such", "what", "game",
	    "No game of that id is kept; \"games\" lists those of a player");
}

/* The moves with commas between, as *sync has them. */
static void moves_key(struct command *c, const struct store_game *g)
{
	char text[BOARD_POINTS * POINT_TEXT] = "";
	int point[BOARD_POINTS], n;
	size_t at, len = 0;

	n = moves_parse(g->moves, point, BOARD_POINTS, &at);
	for (int i = 0; i < n; i++) {
		if (i)
			text[len++] = ',';
		point_format(point[i], text + len);
		len += strlen(text + len);
	}
	wire_key(&c->out, "moves", "%s", text);
}

static void on_game(enum store_result r, const struct store_game games[], int n, void *arg)
{
	struct later *l = arg;
	struct command c;

	if (!found(l, r, &c))
		return;
	if (n == 0) {
		refuse_no_game(&c);
	} else {
		answer(&c, WIRE_ROW, "game");
		game_keys(&c, games);
		moves_key(&c, games);
		title_text(&c, games);
		answer_end(&c);
		answer(&c, WIRE_OK, "game");
		wire_key(&c.out, "id", "%s", games->id);
		answer_end(&c);
	}
	later_end(l);
}

/* Looks a game up by the first word. */
static void look_up(struct command *c, store_games_done *done)
{
	struct later *l;
	char id[STORE_NAME];

	if (!read_player(c->line->word[0], id)) {
		refuse_no_game(c);
		return;
	}
	if (!(l = later_begin(c)))
		return;
	if (store_game(c->server->accounts.store, id, done, l) < 0)
		later_fail(l, "store");
}

void cmd_game(struct command *c)
{
	look_up(c, on_game);
}

enum format { FORMAT_SGF, FORMAT_PSQ, FORMAT_MOVES, FORMATS };

static const char *const formats[FORMATS] = {"sgf", "psq", "moves"};

static enum format read_format(const char *word)
{
	enum format f = FORMAT_SGF;

	while (f < FORMATS && strcasecmp(formats[f], word) != 0)
		f++;
	return f;
}

/* Writes the game to a file's text. -1 when the format can't hold it. */
static int write_game(const struct store_game *g, enum format f, char *text, size_t size)
{
	static struct record record;

	if (archive_record(g, &record) < 0)
		return -1;
	switch (f) {
	case FORMAT_SGF:
		return sgf_write(&record, text, size);
	case FORMAT_PSQ:
		return psq_write(&record, text, size);
	case FORMAT_MOVES:
		return snprintf(text, size, "%s\n", g->moves);
	case FORMATS:
		break;
	}
	return -1;
}

/* A row for each line of the text; how many there were. */
static int send_lines(struct command *c, char *text)
{
	char *line;
	int n = 0;

	while ((line = strsep(&text, "\n"))) {
		line[strcspn(line, "\r")] = '\0';
		/* What follows the last line's end is none. */
		if (!text && !*line)
			break;
		answer(c, WIRE_ROW, "line");
		wire_text(&c->out, "%s", line);
		answer_end(c);
		n++;
	}
	return n;
}

static void on_export(enum store_result r, const struct store_game games[], int n, void *arg)
{
	static char text[RECORD_WRITE_MAX];
	struct later *l = arg;
	struct command c;
	enum format f;
	int lines;

	if (!found(l, r, &c))
		return;
	f = read_format(c.line->word[1]);
	if (n == 0) {
		refuse_no_game(&c);
	} else if (write_game(games, f, text, sizeof text) < 0) {
		refuse(&c, "wrong-state", "why", "format",
		    "That format can't hold this game; sgf holds every one");
	} else {
		lines = send_lines(&c, text);
		answer(&c, WIRE_OK, "export");
		wire_key(&c.out, "id", "%s", games->id);
		wire_key(&c.out, "format", "%s", formats[f]);
		wire_key(&c.out, "lines", "%d", lines);
		answer_end(&c);
	}
	later_end(l);
}

void cmd_export(struct command *c)
{
	if (read_format(c->line->word[1]) == FORMATS)
		refuse_syntax(c, "The formats are sgf, psq and moves");
	else
		look_up(c, on_export);
}

static void rank_row(struct command *c, const struct store_rank *rank, int place)
{
	const struct store_rating *r = &rank->rating;

	answer(c, WIRE_ROW, "rating");
	if (place)
		wire_key(&c->out, "place", "%d", place);
	wire_key(&c->out, "name", "%s", rank->name);
	wire_key(&c->out, "bot", "%s", rank->bot ? "yes" : "no");
	wire_key(&c->out, "rule", "%s", rule_name(rank->rule));
	wire_key(&c->out, "rating", "%.0f", r->rating.value);
	wire_key(&c->out, "deviation", "%.0f", r->rating.deviation);
	wire_key(&c->out, "provisional", "%s", rating_provisional(&r->rating) ? "yes" : "no");
	wire_key(&c->out, "games", "%d", r->games);
	wire_key(&c->out, "won", "%d", r->wins);
	wire_key(&c->out, "drawn", "%d", r->draws);
	wire_key(&c->out, "lost", "%d", r->losses);
	when_key(c, "played", r->played);
	answer_end(c);
}

static void on_top(enum store_result r, const struct store_rank ranks[], int n, void *arg)
{
	struct later *l = arg;
	struct command c;

	if (!found(l, r, &c))
		return;
	for (int i = 0; i < n; i++)
		rank_row(&c, &ranks[i], i + 1);
	answer(&c, WIRE_OK, "top");
	wire_key(&c.out, "n", "%d", n);
	answer_end(&c);
	later_end(l);
}

void cmd_top(struct command *c)
{
	static const char *const rules[RULE_COUNT] = {[RULE_FREESTYLE] = "freestyle",
	    [RULE_STANDARD] = "standard",
	    [RULE_RENJU] = "renju",
	    [RULE_CARO] = "caro"};
	int rule = read_choice(c, "rule", rules, RULE_COUNT, RULE_FREESTYLE), limit;
	struct later *l;

	if (rule < 0 || !read_limit(c, &limit) || !(l = later_begin(c)))
		return;
	if (store_top(c->server->accounts.store, (enum rule)rule, limit, on_top, l) < 0)
		later_fail(l, "store");
}

static void on_ratings(enum store_result r, const struct store_rank ranks[], int n, void *arg)
{
	struct later *l = arg;
	struct command c;

	if (!found(l, r, &c))
		return;
	if (r == STORE_NONE) {
		refuse(&c, "no-such", "what", "user",
		    "There is no account of that name; guests have no ratings");
	} else {
		for (int i = 0; i < n; i++)
			rank_row(&c, &ranks[i], 0);
		answer(&c, WIRE_OK, "rating");
		wire_key(&c.out, "n", "%d", n);
		if (n == 0)
			wire_text(&c.out, "No rated game yet");
		answer_end(&c);
	}
	later_end(l);
}

void cmd_rating(struct command *c)
{
	char name[STORE_NAME];
	struct later *l;

	if (!read_player(c->line->word[0], name)) {
		refuse_name(c);
		return;
	}
	if (!(l = later_begin(c)))
		return;
	if (store_ratings(c->server->accounts.store, name, on_ratings, l) < 0)
		later_fail(l, "store");
}
