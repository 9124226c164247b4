/* Games that have ended and are not in the store yet, as records of the journal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "daemon/store/journal.h"
#include "daemon/text.h"
#include "state.h"

void archive_journal_game(struct journal *j, const struct store_game *g)
{
	struct text t = {0};
	char tc[CLOCK_TEXT];

	text_add(&t, "game id=%s ended=%lld rule=%s size=%d opening=%s time=%s rated=%d", g->id,
	    (long long)g->ended, rule_name(g->rule), g->size, opening_name(g->opening),
	    time_control_format(&g->tc, tc), g->rated);
	text_add(&t, " result=%d why=%d plies=%d black=%s white=%s", (int)g->result, (int)g->why,
	    g->plies, g->black, g->white);
	text_add(&t, " black-fixed=%d white-fixed=%d", (int)g->black_fixed, (int)g->white_fixed);
	if (g->black_key[0])
		text_add(&t, " black-key=%s", g->black_key);
	if (g->white_key[0])
		text_add(&t, " white-key=%s", g->white_key);
	if (g->plies)
		text_add(&t, " moves=%s", g->moves);
	if (g->title[0]) {
		text_add(&t, " title=");
		state_add_escaped(&t, g->title);
	}
	journal_add(j, t.s, t.len);
	text_free(&t);
}

void archive_journal_saved(struct journal *j, const char *id)
{
	struct text t = {0};

	text_add(&t, "archived id=%s", id);
	journal_add(j, t.s, t.len);
	text_free(&t);
}

void archive_snapshot(const struct archive *a)
{
	const struct pending *k;

	TAILQ_FOREACH(k, &a->pending, link)
	archive_journal_game(a->journal, &k->game);
}

/* Copies a field that has to be there, unless it is one that may be absent. */
static int copy(const struct state_record *s, const char *key, bool needed, char *out, size_t cap)
{
	const char *value = state_get(s, key);

	if (!value)
		return needed ? -1 : 0;
	if (strlen(value) >= cap)
		return -1;
	memcpy(out, value, strlen(value) + 1);
	return 0;
}

static int read_rules(const struct state_record *s, struct store_game *g)
{
	const char *rule = state_get(s, "rule"), *opening = state_get(s, "opening");
	const char *tc = state_get(s, "time");

	if (!rule || (g->rule = rule_parse(rule)) == RULE_COUNT || !opening ||
	    (g->opening = opening_parse(opening)) == OPENING_COUNT || !tc)
		return -1;
	return time_control_parse(&g->tc, tc);
}

static int read_numbers(const struct state_record *s, struct store_game *g)
{
	int64_t size, rated, result, why, plies, black, white;

	if (state_int(s, "ended", 0, INT64_MAX / 2, &g->ended) < 0 ||
	    state_int(s, "size", BOARD_MIN, BOARD_MAX, &size) < 0 ||
	    state_int(s, "rated", 0, 1, &rated) < 0 ||
	    state_int(s, "result", 0, GAME_VOID, &result) < 0 ||
	    state_int(s, "why", 0, WHY_COUNT - 1, &why) < 0 ||
	    state_int(s, "plies", 0, BOARD_POINTS, &plies) < 0 ||
	    state_int(s, "black-fixed", 0, 10000, &black) < 0 ||
	    state_int(s, "white-fixed", 0, 10000, &white) < 0)
		return -1;
	g->size = (int)size;
	g->rated = rated;
	g->result = (enum game_result)result;
	g->why = (enum game_why)why;
	g->plies = (int)plies;
	g->black_fixed = (double)black;
	g->white_fixed = (double)white;
	return 0;
}

static int read_game(const struct state_record *s, struct store_game *g)
{
	const char *title = state_get(s, "title");

	if (read_rules(s, g) < 0 || read_numbers(s, g) < 0 ||
	    copy(s, "id", true, g->id, sizeof g->id) < 0 ||
	    copy(s, "black", true, g->black, sizeof g->black) < 0 ||
	    copy(s, "white", true, g->white, sizeof g->white) < 0 ||
	    copy(s, "black-key", false, g->black_key, sizeof g->black_key) < 0 ||
	    copy(s, "white-key", false, g->white_key, sizeof g->white_key) < 0)
		return -1;
	if (title)
		state_read_escaped(title, g->title, sizeof g->title);
	return copy(s, "moves", g->plies > 0, g->moves, sizeof g->moves);
}

static struct pending *find(struct archive *a, const char *id)
{
	struct pending *k;

	TAILQ_FOREACH(k, &a->pending, link)
	if (strcmp(k->game.id, id) == 0)
		return k;
	return NULL;
}

int archive_restore(struct archive *a, const struct state_record *s)
{
	const char *id = state_get(s, "id");
	struct pending *k = id ? find(a, id) : NULL;

	if (!id)
		return -1;
	if (k) {
		TAILQ_REMOVE(&a->pending, k, link);
		free(k);
	}
	if (strcmp(s->kind, "archived") == 0)
		return 0;
	if (!(k = calloc(1, sizeof *k)))
		return -1;
	k->archive = a;
	k->journaled = true; /* by the snapshot that a start begins with */
	if (read_game(s, &k->game) < 0) {
		free(k);
		return -1;
	}
	TAILQ_INSERT_TAIL(&a->pending, k, link);
	return 0;
}

static void look_after(struct room *r, void *arg)
{
	struct archive *a = arg;

	if (r->game.state == GAME_ENDED && r->game_id[0] && !find(a, r->game_id))
		archive_game(r, a);
}

void archive_restored(struct archive *a)
{
	lobby_each_room(a->lobby, look_after, a);
}
