/* Ratings: kept as of each player's last game, grown for the days since when the next one comes. */
#include "sqlite_ratings.h"

#include <stdio.h>
#include <string.h>

enum { DAY_S = 86400 };

static const double fixed_deviation = 50.0; /* of a bot's measured rating */

static void read_columns(sqlite3_stmt *st, int column, struct store_rating *r)
{
	r->rating.value = sqlite3_column_double(st, column);
	r->rating.deviation = sqlite3_column_double(st, column + 1);
	r->rating.volatility = sqlite3_column_double(st, column + 2);
	r->wins = sqlite3_column_int(st, column + 3);
	r->draws = sqlite3_column_int(st, column + 4);
	r->losses = sqlite3_column_int(st, column + 5);
	r->played = sqlite3_column_int64(st, column + 6);
	r->games = r->wins + r->draws + r->losses;
}

int sqlite_read_rating(struct db *db, const char *name, enum rule rule, struct store_rating *r)
{
	sqlite3_stmt *st = sqlite_begin(db,
	    "SELECT value, deviation, volatility, wins, draws, losses, played FROM ratings "
	    "WHERE name = ? AND rule = ?",
	    "tt", name, rule_name(rule));
	int row;

	*r = (struct store_rating){.rating = rating_new()};
	if (!st)
		return -1;
	row = sqlite_row(db, st);
	if (row > 0)
		read_columns(st, 0, r);
	sqlite_end(st);
	return row < 0 ? -1 : 0;
}

static int write_rating(
    struct db *db, const char *name, enum rule rule, const struct store_rating *r)
{
	return sqlite_do(db,
	    "INSERT OR REPLACE INTO ratings (name, rule, value, deviation, volatility, wins, "
	    "draws, losses, played) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
	    "ttdddiiii", name, rule_name(rule), r->rating.value, r->rating.deviation,
	    r->rating.volatility, (int64_t)r->wins, (int64_t)r->draws, (int64_t)r->losses,
	    r->played);
}

/* What a side brings into the game: its rating with the days without play, or a bot's own. */
static int read_side(struct db *db, const char *name, double fixed, const struct store_game *g,
    struct store_rating *r)
{
	if (fixed > 0) {
		*r = (struct store_rating){.rating = rating_new()};
		r->rating.value = fixed;
		r->rating.deviation = fixed_deviation;
		return 0;
	}
	if (sqlite_read_rating(db, name, g->rule, r) < 0)
		return -1;
	if (r->played > 0 && g->ended > r->played)
		r->rating =
		    rating_after_days(r->rating, (double)(g->ended - r->played) / (double)DAY_S);
	return 0;
}

static void count(struct store_rating *r, double score, int64_t played)
{
	r->wins += score > 0.75;
	r->draws += score > 0.25 && score < 0.75;
	r->losses += score < 0.25;
	r->games++;
	if (played > r->played)
		r->played = played;
}

int sqlite_rate_game(struct db *db, const struct store_game *g, struct store_saved *saved)
{
	struct store_rating *black = &saved->black, *white = &saved->white;
	double score = g->result == GAME_BLACK ? 1.0 : (g->result == GAME_DRAW ? 0.5 : 0.0);

	if (!g->rated ||
	    (g->result != GAME_BLACK && g->result != GAME_WHITE && g->result != GAME_DRAW))
		return 0;
	if (read_side(db, g->black, g->black_fixed, g, black) < 0 ||
	    read_side(db, g->white, g->white_fixed, g, white) < 0)
		return -1;
	rating_play(&black->rating, &white->rating, score);
	count(black, score, g->ended);
	count(white, 1.0 - score, g->ended);
	if ((g->black_fixed <= 0 && write_rating(db, g->black, g->rule, black) < 0) ||
	    (g->white_fixed <= 0 && write_rating(db, g->white, g->rule, white) < 0))
		return -1;
	saved->rated = true;
	return 0;
}

static void read_rank(sqlite3_stmt *st, struct store_rank *rank)
{
	char rule[16];

	sqlite_text(st, 0, rank->name, sizeof rank->name);
	sqlite_text(st, 1, rule, sizeof rule);
	rank->rule = rule_parse(rule);
	rank->bot = sqlite3_column_int(st, 2) != 0;
	read_columns(st, 3, &rank->rating);
}

static enum store_result read_ranks(
    struct db *db, sqlite3_stmt *st, int limit, struct store_rank ranks[], int *n)
{
	int row = 0;

	if (!st)
		return STORE_FAILED;
	for (*n = 0; *n < limit && (row = sqlite_row(db, st)) > 0; ++*n)
		read_rank(st, &ranks[*n]);
	sqlite_end(st);
	return row < 0 ? STORE_FAILED : STORE_OK;
}

enum store_result db_top(
    struct db *db, enum rule rule, int limit, struct store_rank ranks[], int *n)
{
	return read_ranks(db,
	    sqlite_begin(db,
		"SELECT r.name, r.rule, a.bot, r.value, r.deviation, r.volatility, r.wins, "
		"r.draws, r.losses, r.played FROM ratings r JOIN accounts a ON a.name = r.name "
		"WHERE r.rule = ? ORDER BY r.deviation > ?, r.value DESC, r.name LIMIT ?",
		"tdi", rule_name(rule), RATING_PROVISIONAL, (int64_t)limit),
	    limit, ranks, n);
}

static enum store_result exists(struct db *db, const char *name)
{
	sqlite3_stmt *st = sqlite_begin(db, "SELECT 1 FROM accounts WHERE name = ?", "t", name);
	int row;

	if (!st)
		return STORE_FAILED;
	row = sqlite_row(db, st);
	sqlite_end(st);
	return row < 0 ? STORE_FAILED : (row ? STORE_OK : STORE_NONE);
}

enum store_result db_ratings(
    struct db *db, const char *name, struct store_rank ranks[static RULE_COUNT], int *n)
{
	enum store_result result = exists(db, name);

	*n = 0;
	if (result != STORE_OK)
		return result;
	return read_ranks(db,
	    sqlite_begin(db,
		"SELECT r.name, r.rule, a.bot, r.value, r.deviation, r.volatility, r.wins, "
		"r.draws, r.losses, r.played FROM ratings r JOIN accounts a ON a.name = r.name "
		"WHERE r.name = ? ORDER BY r.rule",
		"t", name),
	    RULE_COUNT, ranks, n);
}
