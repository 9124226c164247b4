#include "archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/log.h"
#include "daemon/wire/wire.h"
#include "engine/game/record_text.h"

double archive_bot_rating(int bot)
{
	/*
	 * From a beginner's bot up, in the steps that tests/bench/levels measured: the mean of what
	 * freestyle, standard and renju gave (README.md has them).
	 */
	static const double level[LEVEL_MAX + 1] = {
	    0, 800, 1000, 1120, 1280, 1380, 1570, 1760, 1900, 2110, 2300};

	return bot >= LEVEL_MIN && bot <= LEVEL_MAX ? level[bot] : 0;
}

static void fill_side(const struct room *r, int seat, char name[static STORE_NAME],
    char key[static SECRET_TOKEN], double *fixed)
{
	const struct seat *s = &r->seat[seat];
	char buf[USER_NAME];

	_Static_assert(STORE_NAME >= (int)USER_NAME, "a name is kept whole");
	snprintf(name, STORE_NAME, "%s", room_seat_text(r, seat, buf));
	if (s->kind == SEAT_PERSON)
		snprintf(key, SECRET_TOKEN, "%s", s->user->key);
	if (s->kind == SEAT_AI)
		*fixed = archive_bot_rating(s->bot);
}

/* Whether the game counts: between two accounts, or an account and a rated bot. */
static bool counts(const struct room *r, bool rate_bots)
{
	int people = 0;

	if (!r->settings.rated)
		return false;
	for (int i = 0; i < 2; i++) {
		const struct seat *s = &r->seat[i];

		if (s->kind == SEAT_PERSON && !user_is_guest(s->user))
			people++;
		else if (s->kind != SEAT_AI || !rate_bots || archive_bot_rating(s->bot) <= 0)
			return false;
	}
	return people > 0;
}

void archive_fill(const struct room *r, bool rate_bots, int64_t ended, struct store_game *g)
{
	static struct record record;
	int point[BOARD_POINTS];

	record_of_game(&record, &r->game);
	*g = (struct store_game){.ended = ended,
	    .rule = record.rule,
	    .size = record.size,
	    .opening = record.opening,
	    .tc = record.tc,
	    .rated = counts(r, rate_bots),
	    .result = record.result,
	    .why = record.why,
	    .plies = record.plies};
	snprintf(g->id, sizeof g->id, "%s", r->game_id);
	snprintf(g->title, sizeof g->title, "%s", r->settings.title);
	fill_side(r, 0, g->black, g->black_key, &g->black_fixed);
	fill_side(r, 1, g->white, g->white_key, &g->white_fixed);
	for (int i = 0; i < record.plies; i++)
		point[i] = record.ply[i].point;
	moves_format(point, record.plies, g->moves);
}

/* Whoever is here has the new rating from now on, and is told. */
static void tell_rating(const struct pending *k, const char *name, const struct store_rating *r)
{
	struct user *u = lobby_find_user(k->archive->lobby, name);
	struct wire_out o;

	if (!u)
		return;
	wire_begin(&o, WIRE_EVENT, NULL, "notice");
	wire_key(&o, "game", "%s", k->game.id);
	wire_key(&o, "what", "rating");
	wire_key(&o, "rule", "%s", rule_name(k->game.rule));
	wire_key(&o, "rating", "%.0f", r->rating.value);
	wire_key(&o, "before", "%.0f", u->rating[k->game.rule].value);
	wire_text(&o, "Your rating in %s is now %.0f (it was %.0f)", rule_name(k->game.rule),
	    r->rating.value, u->rating[k->game.rule].value);
	u->rating[k->game.rule] = r->rating;
	lobby_user_changed(k->archive->lobby, u);
	user_send(u, o.buf, wire_end(&o));
}

static void pending_free(struct pending *k)
{
	TAILQ_REMOVE(&k->archive->pending, k, link);
	free(k);
}

static void on_saved(enum store_result result, const struct store_saved *saved, void *arg)
{
	struct pending *k = arg;

	if (result != STORE_OK)
		return; /* it stays in the journal, and comes to the store at the next start */
	if (saved->rated) {
		tell_rating(k, k->game.black, &saved->black);
		tell_rating(k, k->game.white, &saved->white);
	}
	archive_journal_saved(k->archive->journal, k->game.id);
	pending_free(k);
}

void archive_game(struct room *r, void *archive)
{
	struct archive *a = archive;
	struct pending *k = calloc(1, sizeof *k);

	if (!k) {
		log_warn("event=game-not-saved game=%s why=memory", r->game_id);
		return;
	}
	k->archive = a;
	archive_fill(r, a->rate_bots, (int64_t)time(NULL), &k->game);
	TAILQ_INSERT_TAIL(&a->pending, k, link);
}

void archive_journal_changes(struct archive *a)
{
	struct pending *k;

	TAILQ_FOREACH(k, &a->pending, link)
	{
		if (!k->journaled)
			archive_journal_game(a->journal, &k->game);
		k->journaled = true;
	}
}

void archive_send(struct archive *a)
{
	struct pending *k;

	/* What a full queue does not take now it takes at the end of another turn. */
	TAILQ_FOREACH(k, &a->pending, link)
	{
		if (!k->sent)
			k->sent = store_save_game(a->store, &k->game, on_saved, k) == 0;
	}
}

void archive_free(struct archive *a)
{
	struct pending *k;

	while ((k = TAILQ_FIRST(&a->pending)))
		pending_free(k);
}

int archive_record(const struct store_game *g, struct record *r)
{
	int point[BOARD_POINTS];
	char date[sizeof "9999-12-31"];
	struct tm tm;
	time_t ended = (time_t)g->ended;
	size_t at;

	record_init(r, g->rule, g->size);
	r->opening = g->opening;
	r->tc = g->tc;
	r->result = g->result;
	r->why = g->why;
	r->plies = moves_parse(g->moves, point, BOARD_POINTS, &at);
	if (r->plies < 0)
		return -1;
	for (int i = 0; i < r->plies; i++)
		r->ply[i] = (struct record_ply){(int16_t)point[i], -1};
	record_text_set(r->black, sizeof r->black, g->black);
	record_text_set(r->white, sizeof r->white, g->white);
	record_text_set(r->title, sizeof r->title, g->title);
	if (gmtime_r(&ended, &tm) && strftime(date, sizeof date, "%Y-%m-%d", &tm) > 0)
		record_text_set(r->date, sizeof r->date, date);
	return 0;
}
