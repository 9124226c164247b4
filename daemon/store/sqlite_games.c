/* Finished games. */
#include <string.h>

#include "sqlite_private.h"
#include "sqlite_ratings.h"

static int insert_game(struct db *db, const struct store_game *g)
{
	char tc[CLOCK_TEXT];

	return sqlite_do(db,
	    "INSERT INTO games (id, ended, rule, size, opening, time, rated, result, why, black, "
	    "white, black_key, white_key, plies, title, moves) "
	    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
	    "titittittttttitt", g->id, g->ended, rule_name(g->rule), (int64_t)g->size,
	    opening_name(g->opening), time_control_format(&g->tc, tc), (int64_t)g->rated,
	    game_result_name(g->result), game_why_name(g->why), g->black, g->white, g->black_key,
	    g->white_key, (int64_t)g->plies, g->title, g->moves);
}

enum store_result db_save_game(struct db *db, const struct store_game *g, struct store_saved *saved)
{
	enum store_result result = STORE_OK;

	*saved = (struct store_saved){0};
	if (sqlite_transaction(db) < 0)
		return STORE_FAILED;
	if (insert_game(db, g) < 0)
		result = STORE_FAILED;
	else if (sqlite_changes(db) > 0)
		saved->fresh = true;
	if (saved->fresh && sqlite_rate_game(db, g, saved) < 0)
		result = STORE_FAILED;
	return sqlite_commit(db, result);
}

static enum game_result read_result(const char *name)
{
	for (int r = GAME_NONE; r <= GAME_VOID; r++)
		if (strcmp(game_result_name((enum game_result)r), name) == 0)
			return (enum game_result)r;
	return GAME_NONE;
}

static enum game_why read_why(const char *name)
{
	for (int w = WHY_NONE; w < WHY_COUNT; w++)
		if (strcmp(game_why_name((enum game_why)w), name) == 0)
			return (enum game_why)w;
	return WHY_NONE;
}

/* The columns that a list has, in this order. */
#define COLUMNS                                                                                    \
	"id, ended, rule, size, opening, time, rated, result, why, black, white, plies, title"

static void read_game(sqlite3_stmt *st, struct store_game *g)
{
	char text[64];

	*g = (struct store_game){.ended = sqlite3_column_int64(st, 1),
	    .size = sqlite3_column_int(st, 3),
	    .rated = sqlite3_column_int(st, 6) != 0,
	    .plies = sqlite3_column_int(st, 11)};
	sqlite_text(st, 0, g->id, sizeof g->id);
	sqlite_text(st, 2, text, sizeof text);
	g->rule = rule_parse(text);
	sqlite_text(st, 4, text, sizeof text);
	g->opening = opening_parse(text);
	sqlite_text(st, 5, text, sizeof text);
	time_control_parse(&g->tc, text);
	sqlite_text(st, 7, text, sizeof text);
	g->result = read_result(text);
	sqlite_text(st, 8, text, sizeof text);
	g->why = read_why(text);
	sqlite_text(st, 9, g->black, sizeof g->black);
	sqlite_text(st, 10, g->white, sizeof g->white);
	sqlite_text(st, 12, g->title, sizeof g->title);
}

enum store_result db_games(
    struct db *db, const char *name, int limit, struct store_game games[], int *n)
{
	/* A game against oneself would come twice by UNION ALL; UNION keeps one of the same. */
	sqlite3_stmt *st = sqlite_begin(db,
	    "SELECT * FROM (SELECT " COLUMNS " FROM games WHERE black = ? ORDER BY ended DESC "
	    "LIMIT ?) UNION SELECT * FROM (SELECT " COLUMNS " FROM games WHERE white = ? "
	    "ORDER BY ended DESC LIMIT ?) ORDER BY ended DESC, id LIMIT ?",
	    "titii", name, (int64_t)limit, name, (int64_t)limit, (int64_t)limit);
	int row = 0;

	if (!st)
		return STORE_FAILED;
	for (*n = 0; *n < limit && (row = sqlite_row(db, st)) > 0; ++*n)
		read_game(st, &games[*n]);
	sqlite_end(st);
	return row < 0 ? STORE_FAILED : STORE_OK;
}

enum store_result db_game(struct db *db, const char *id, struct store_game *g)
{
	sqlite3_stmt *st =
	    sqlite_begin(db, "SELECT " COLUMNS ", moves FROM games WHERE id = ?", "t", id);
	int row;

	if (!st)
		return STORE_FAILED;
	row = sqlite_row(db, st);
	if (row > 0) {
		read_game(st, g);
		sqlite_text(st, 13, g->moves, sizeof g->moves);
	}
	sqlite_end(st);
	return row < 0 ? STORE_FAILED : (row ? STORE_OK : STORE_NONE);
}
