/* A room out of the journal. Records have passed a checksum; what can't be read is refused whole.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/limits.h"
#include "daemon/wire/wire.h"
#include "engine/game/moves.h"
#include "state.h"

/* Cuts the next piece up to `end` off *s; "" at the end. */
static char *piece(char **s, char end)
{
	char *begin = *s, *stop = strchr(begin, end);

	if (stop) {
		*stop = '\0';
		*s = stop + 1;
	} else {
		*s = begin + strlen(begin);
	}
	return begin;
}

static int piece_int(char **s, char end, int64_t lo, int64_t hi, int64_t *out)
{
	return wire_int(piece(s, end), lo, hi, out);
}

static int field_enum(const struct state_record *s, const char *key, int count, int *out)
{
	int64_t n;

	if (state_int(s, key, 0, count - 1, &n) < 0)
		return -1;
	*out = (int)n;
	return 0;
}

/* A bot by its name, "2" or "scoring"; one that the configuration has no more is a level. */
static int read_bot(const struct roster *roster, const char *name)
{
	int bot = bot_read(roster, name, true);

	return bot == BOT_NONE ? LEVEL_DEFAULT : bot;
}

int state_read_settings(
    const struct state_record *s, const struct roster *roster, struct room_settings *out)
{
	const char *rule = state_get(s, "rule"), *tc = state_get(s, "time");
	const char *opening = state_get(s, "opening"), *start = state_get(s, "start");
	const char *title = state_get(s, "title"), *fill = state_get(s, "fill");
	int64_t size, foul, undo, absence, hints, rated, private;
	size_t at;

	*out = (struct room_settings){0};
	if (!rule || (out->rule = rule_parse(rule)) == RULE_COUNT || !tc ||
	    time_control_parse(&out->tc, tc) < 0 || !opening ||
	    (out->opening = opening_parse(opening)) == OPENING_COUNT ||
	    state_int(s, "size", BOARD_MIN, BOARD_MAX, &size) < 0 ||
	    state_int(s, "foul", 0, 1, &foul) < 0 || state_int(s, "undo", 0, 1, &undo) < 0 ||
	    state_int(s, "absence", 0, INT32_MAX, &absence) < 0 ||
	    state_int(s, "hints", 0, 1, &hints) < 0 || state_int(s, "rated", 0, 1, &rated) < 0 ||
	    state_int(s, "private", 0, 1, &private) < 0)
		return -1;
	out->hints = hints;
	out->rated = rated;
	out->private = private;
	if (fill) {
		out->fill_bot = read_bot(roster, fill);
		if (state_int(s, "fill-ms", 0, INT64_MAX / 2, &out->fill_ms) < 0)
			return -1;
	}
	out->size = (int)size;
	out->foul_loses = foul;
	out->undo = undo;
	out->absence_ms = absence;
	if (title)
		state_read_escaped(title, out->title, sizeof out->title);
	if (start && (out->starts = moves_parse(start, out->start, BOARD_POINTS, &at)) < 0)
		return -1;
	return 0;
}

/* "ms/periods/ms/periods", black then white. */
static int read_sides(char *text, struct clock_side side[2])
{
	int64_t ms, periods;

	for (int i = 0; i < 2; i++) {
		if (piece_int(&text, '/', 0, INT64_MAX / 2, &ms) < 0 ||
		    piece_int(&text, '/', 0, CLOCK_PERIODS_MAX, &periods) < 0)
			return -1;
		side[i] = (struct clock_side){.ms = ms, .periods = (int)periods};
	}
	return 0;
}

static int read_point(const char *text)
{
	return strcmp(text, "-") == 0 ? POINT_PASS : point_parse(text);
}

/* Puts one ply on the restored board: "h8:0" or "h8:0:ms/periods/ms/periods". */
static int put_ply(struct game *g, const char *at, int64_t player, char *before)
{
	struct game_ply *p = &g->ply[g->plies];
	int point = read_point(at);
	enum stone stone = g->plies % 2 ? STONE_WHITE : STONE_BLACK;

	if (g->plies == g->board.size * g->board.size || point == POINT_NONE ||
	    (point != POINT_PASS &&
		(!board_has(&g->board, point) || board_at(&g->board, point) != STONE_NONE)))
		return -1;
	*p = (struct game_ply){.point = point, .side = stone, .player = (int)player};
	if (before && read_sides(before, p->before) < 0)
		return -1;
	if (point != POINT_PASS)
		board_place(&g->board, point, stone);
	g->plies++;
	return 0;
}

static int read_plies(struct game *g, char *text)
{
	while (*text) {
		char *ply = piece(&text, ','), *at = piece(&ply, ':');
		int64_t player;

		if (piece_int(&ply, ':', 0, 1, &player) < 0 ||
		    put_ply(g, at, player, *ply ? ply : NULL) < 0)
			return -1;
	}
	return 0;
}

static int read_choices(struct game *g, char *text)
{
	while (*text) {
		enum choice c = choice_parse(piece(&text, ','));

		if (c == CHOICE_COUNT || g->course.choices == OPENING_CHOICES_MAX)
			return -1;
		g->course.choice[g->course.choices++] = c;
	}
	return 0;
}

static int read_game(struct room *r, const struct state_record *s)
{
	struct game *g = &r->game;
	const char *plies = state_get(s, "plies"), *choices = state_get(s, "choices");
	const char *clock = state_get(s, "clock"), *id = state_get(s, "game");
	int state, result, why, foul, over, player;
	int64_t rev;

	if (field_enum(s, "state", GAME_ENDED + 1, &state) < 0 ||
	    field_enum(s, "result", GAME_VOID + 1, &result) < 0 ||
	    field_enum(s, "why", WHY_COUNT, &why) < 0 ||
	    field_enum(s, "foul-was", FOUL_COUNT, &foul) < 0 ||
	    field_enum(s, "over", 2, &over) < 0 || field_enum(s, "black-player", 2, &player) < 0 ||
	    state_int(s, "rev", 0, INT32_MAX, &rev) < 0)
		return -1;
	if ((plies && read_plies(g, (char *)(uintptr_t)plies) < 0) ||
	    (choices && read_choices(g, (char *)(uintptr_t)choices) < 0) ||
	    (clock && read_sides((char *)(uintptr_t)clock, g->clock.side) < 0))
		return -1;
	g->state = (enum game_state)state;
	g->result = (enum game_result)result;
	g->why = (enum game_why)why;
	g->foul = (enum foul)foul;
	g->rev = (int)rev;
	r->over = over;
	r->black_player = player;
	if (id)
		snprintf(r->game_id, sizeof r->game_id, "%s", id);
	if (g->why == WHY_FIVE && g->plies)
		g->line_len = rules_win(&g->board, g->rule, g->ply[g->plies - 1].point, g->line);
	return 0;
}

static int read_seat(struct room *r, int number, const struct state_record *s, const char *key,
    state_find_user *find, void *arg)
{
	struct seat *seat = &r->seat[number];
	char *text = (char *)(uintptr_t)state_get(s, key), *kind, *who;
	int64_t id = 0, ready, score, left, used;

	if (!text)
		return -1;
	kind = piece(&text, ':');
	who = strcmp(kind, "open") == 0 ? text : piece(&text, ':');
	if (strcmp(kind, "user") == 0 && wire_int(who, 1, UINT32_MAX, &id) < 0)
		return -1;
	if (piece_int(&text, ':', 0, 1, &ready) < 0 ||
	    piece_int(&text, ':', 0, INT32_MAX, &score) < 0 ||
	    piece_int(&text, ':', 0, 1, &left) < 0 ||
	    piece_int(&text, ':', 0, INT64_MAX / 2, &used) < 0)
		return -1;
	*seat = (struct seat){.ready = ready, .score = (int)score, .absence_used_ms = used};
	if (strcmp(kind, "ai") == 0) {
		seat->kind = SEAT_AI;
		seat->bot = read_bot(r->world->roster, who);
	} else if (strcmp(kind, "user") == 0) {
		seat->kind = SEAT_PERSON;
		seat->user = find(arg, (unsigned)id);
		seat->away = left ? AWAY_LEFT : AWAY_GONE;
		return seat->user ? 0 : -1;
	}
	return 0;
}

static void read_ejected(struct room *r, const struct state_record *s)
{
	const char *code = state_get(s, "code"), *name;
	char key[24];

	if (code)
		snprintf(r->code, sizeof r->code, "%s", code);
	for (int i = 0; i < LIMIT_EJECTED; i++) {
		snprintf(key, sizeof key, "ejected-%d", i);
		if (!(name = state_get(s, key)))
			continue;
		snprintf(r->ejected[i], sizeof r->ejected[i], "%s", name);
		r->ejections = (unsigned)i + 1;
	}
}

static int read_people(
    struct room *r, const struct state_record *s, state_find_user *find, void *arg)
{
	char *members = (char *)(uintptr_t)state_get(s, "members");
	int64_t id;

	while (members && *members) {
		struct user *u;

		if (piece_int(&members, ',', 1, UINT32_MAX, &id) < 0 ||
		    !(u = find(arg, (unsigned)id)) || room_member(r, u) ||
		    !room_add_member(r, u, false))
			return -1;
	}
	if (state_get(s, "owner")) {
		if (state_int(s, "owner", 1, UINT32_MAX, &id) < 0)
			return -1;
		r->owner = find(arg, (unsigned)id);
	}
	read_ejected(r, s);
	if (read_seat(r, 0, s, "black", find, arg) < 0)
		return -1;
	return read_seat(r, 1, s, "white", find, arg);
}

static int read_offers(struct room *r, const struct state_record *s)
{
	char *text = (char *)(uintptr_t)state_get(s, "offers");

	while (text && *text) {
		char *offer = piece(&text, ',');
		int64_t id, type, seat, to;

		if (piece_int(&offer, ':', 1, UINT32_MAX, &id) < 0 ||
		    piece_int(&offer, ':', 0, OFFER_TYPES - 1, &type) < 0 ||
		    piece_int(&offer, ':', 0, 1, &seat) < 0 ||
		    piece_int(&offer, ':', 0, BOARD_POINTS, &to) < 0)
			return -1;
		offer_add(&r->offers, (unsigned)id, (enum offer_type)type, (int)seat, (int)to);
	}
	return 0;
}

/* Whether its parts fit together as room.h says. */
static bool makes_sense(const struct room *r)
{
	enum stone actor = game_actor(&r->game);

	if (r->owner && !room_member(r, r->owner))
		return false;
	for (int i = 0; i < 2; i++) {
		const struct seat *s = &r->seat[i];

		/* Whoever has left on purpose has passed the room on, and nobody has both seats. */
		if ((s->kind == SEAT_PERSON &&
			(!room_member(r, s->user) || s->user == r->seat[!i].user ||
			    (s->away == AWAY_LEFT && s->user == r->owner))) ||
		    (s->kind == SEAT_OPEN && room_playing(r)))
			return false;
	}
	for (int i = 0; i < OFFER_MAX; i++)
		if (r->offers.offer[i].id && r->seat[r->offers.offer[i].seat].kind != SEAT_PERSON)
			return false;
	return wire_text_ok(r->settings.title, strlen(r->settings.title)) &&
	       room_playing(r) == (actor != STONE_NONE);
}

struct room *room_restore(
    const struct room_world *world, const struct state_record *s, state_find_user *find, void *arg)
{
	struct room_settings settings;
	struct room *r;
	int64_t id, seq;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0 ||
	    state_int(s, "seq", 0, INT64_MAX / 2, &seq) < 0 ||
	    state_read_settings(s, world->roster, &settings) < 0 ||
	    !(r = room_new(world, (unsigned)id, &settings)))
		return NULL;
	r->seq = (uint64_t)seq;
	if (read_people(r, s, find, arg) == 0 && read_offers(r, s) == 0 && read_game(r, s) == 0 &&
	    makes_sense(r))
		return r;
	room_free(r);
	return NULL;
}

int room_restore_move(struct room *r, const struct state_record *s)
{
	const char *at = state_get(s, "at");
	char *before = (char *)(uintptr_t)state_get(s, "before");
	char *clock = (char *)(uintptr_t)state_get(s, "clock");
	int64_t seq, ply, player;

	if (!at || state_int(s, "seq", 0, INT64_MAX / 2, &seq) < 0 ||
	    state_int(s, "ply", r->game.plies + 1, r->game.plies + 1, &ply) < 0 ||
	    state_int(s, "player", 0, 1, &player) < 0 ||
	    put_ply(&r->game, at, player, before) < 0 ||
	    (clock && read_sides(clock, r->game.clock.side) < 0))
		return -1;
	r->seq = (uint64_t)seq;
	return 0;
}

void room_restored(struct room *r, int64_t now_ms)
{
	for (int i = 0; i < 2; i++)
		r->seat[i].away_since_ms = now_ms;
	r->turn_since_ms = r->ended_ms = now_ms;
	r->watchers_told = -1;
	if (room_playing(r)) {
		/* The downtime is nobody's; who is to act gets a moment to come back as well. */
		enum stone actor = game_actor(&r->game);
		bool person = r->seat[actor == STONE_WHITE].kind == SEAT_PERSON;

		r->game.clock.running = actor;
		r->game.clock.since_ms =
		    now_ms + (person ? (int64_t)LIMIT_RESTART_GRACE_S * 1000 : 0);
		if (!person)
			room_bot_wake(r, now_ms);
	}
	room_plan(r);
}
