/* Commands that lead into rooms: rooms, create, play, join, watch. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmd_people.h"
#include "daemon/limits.h"
#include "daemon/secret.h"
#include "pairing.h"
#include "terms.h"

struct listing {
	struct command *c;
	const char *rule;
	bool open;
	int limit, n, total;
};

static void room_row(struct command *c, const struct room *r)
{
	answer(c, WIRE_ROW, "room");
	room_row_keys(r, &c->out);
	answer_end(c);
}

static void list_room(struct room *r, void *arg)
{
	struct listing *l = arg;

	/* A room that only waits for those who dropped is nobody's to join. */
	if (!room_sees(r, l->c->user) || r->present == 0)
		return;
	if ((l->rule && strcasecmp(rule_name(r->settings.rule), l->rule) != 0) ||
	    (l->open && room_state(r) != ROOM_OPEN))
		return;
	l->total++;
	if (l->n >= l->limit)
		return;
	room_row(l->c, r);
	l->n++;
}

void cmd_rooms(struct command *c)
{
	struct listing l = {.c = c, .rule = wire_get(c->line, "rule"), .open = c->line->words == 1};
	struct terms terms;

	if (l.open && strcasecmp(c->line->word[0], "open") != 0) {
		refuse_syntax(c, "Only the word open can stand there");
		return;
	}
	if (!read_limit(c, LIMIT_ROWS_SHOWN, LIMIT_ROWS_SHOWN, &l.limit) ||
	    !terms_read(c, &terms, 1))
		return;
	lobby_each_room(c->server->lobby, list_room, &l);
	answer(c, WIRE_OK, "rooms");
	wire_key(&c->out, "n", "%d", l.n);
	wire_key(&c->out, "total", "%d", l.total);
	if (l.n == 0)
		wire_text(&c->out,
		    "No room yet. \"create\" opens one, \"play 2\" starts a game with a bot");
	answer_end(c);
}

/* The room that the first word names; refuses and returns NULL without one. */
static struct room *named_room(struct command *c)
{
	const char *word = c->line->word[0];
	bool code = strlen(word) == ROOM_CODE - 1;
	char key[CONN_NETWORK + 1] = "c";
	struct room *r;

	/* Wrong codes are charged to the address, as wrong passwords are, in a bucket of their
	 * own. */
	session_network(c->session, key + 1);
	if (code && !charge_try(c, c->server->accounts.by_address, key, "address"))
		return NULL;
	r = lobby_room_for(c->server->lobby, c->user, word);
	if (r && code)
		throttle_return(c->server->accounts.by_address, key, c->now_ms);
	if (!r)
		refuse(c, "no-such", "what", "room", "There is no such room. \"rooms\" lists them");
	return r;
}

void cmd_room(struct command *c)
{
	struct room *r = NULL;
	struct member *m;

	if (c->line->words) {
		if (!(r = named_room(c)))
			return;
	} else {
		TAILQ_FOREACH(m, &c->user->memberships, user_link)
		if (m->present && (!r || room_seat_of(m->room, c->user) >= 0))
			r = m->room;
	}
	if (!r) {
		refuse(
		    c, "wrong-state", "why", "no-room", "You are in no room. \"rooms\" lists them");
		return;
	}
	room_row(c, r);
	answer(c, WIRE_OK, "room");
	answer_end(c);
}

/* Rooms a user may be in at once; refuses when there are too many, or the bots too busy. */
static bool may_enter_another(struct command *c, bool bot)
{
	if (c->user->rooms >= LIMIT_ROOMS_A_USER) {
		refuse(c, "full", "what", "your-rooms",
		    "You are in %d rooms, which is the most; leave one", c->user->rooms);
		return false;
	}
	if (bot && !pool_has_room(lobby_pool(c->server->lobby))) {
		answer(c, WIRE_ERROR, "busy");
		wire_key(&c->out, "what", "ai");
		wire_key(&c->out, "retry-ms", "5000");
		wire_text(&c->out, "The bots have more to do than they can; try again in a while");
		answer_end(c);
		return false;
	}
	return true;
}

static void refuse_memory(struct command *c)
{
	answer(c, WIRE_ERROR, "busy");
	wire_key(&c->out, "what", "memory");
	wire_key(&c->out, "retry-ms", "5000");
	wire_text(&c->out, "The server is out of memory; try again in a while");
	answer_end(c);
}

/* Whether the user may own one more. */
static bool may_own_another(struct command *c)
{
	const struct member *m;
	int owned = 0;

	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	owned += m->room->owner == c->user;
	if (owned < LIMIT_ROOMS_OWNED)
		return true;
	refuse(c, "full", "what", "your-rooms", "You own %d rooms, which is the most; leave one",
	    owned);
	return false;
}

static void answer_created(
    struct command *c, const struct room *r, const struct terms *t, const unsigned challenge[2])
{
	answer(c, WIRE_OK, "created");
	wire_key(&c->out, "room", "%s", r->id);
	if (r->code[0])
		wire_key(&c->out, "code", "%s", r->code);
	if (challenge[0] && challenge[1])
		wire_key(&c->out, "challenge", "%u,%u", challenge[0], challenge[1]);
	else if (challenge[0] || challenge[1])
		wire_key(&c->out, "challenge", "%u", challenge[0] ? challenge[0] : challenge[1]);
	if (t->seat[0].me || t->seat[1].me)
		wire_text(&c->out, "You are %s. Type a point such as h8 when it is your turn",
		    t->seat[0].me ? "black" : "white");
	else
		wire_text(&c->out, "You watch. \"leave\" goes out");
	answer_end(c);
}

/* Makes the room, answers, seats everyone and asks who is to be asked. */
static void open_room(struct command *c, struct terms *t)
{
	struct room_settings *s = &t->settings;
	unsigned challenge[2] = {0};
	struct room *r;

	if (!may_enter_another(c, t->seat[0].bot || t->seat[1].bot || s->fill_bot) ||
	    !may_own_another(c) || !may_begin_game(c))
		return;
	s->fill_bot = bot_for(c, s->fill_bot, s->rule);
	for (int i = 0; i < 2; i++)
		t->seat[i].bot = bot_for(c, t->seat[i].bot, s->rule);
	if (!(r = lobby_add_room(c->server->lobby, s))) {
		refuse(c, "full", "what", "rooms",
		    "The server has as many rooms as it can; try again later");
		return;
	}
	if (!room_enter(r, c->user, c->now_ms)) {
		room_shut(r, c->now_ms);
		refuse_memory(c);
		return;
	}
	for (int i = 0; i < 2; i++)
		if (t->seat[i].user)
			challenge[i] = lobby_offer_id(c->server->lobby);
	answer_created(c, r, t, challenge);
	room_show(r, c->user, c->now_ms);
	for (int i = 0; i < 2; i++) {
		if (t->seat[i].me || t->seat[i].bot)
			room_sit(r, i, t->seat[i].me ? c->user : NULL, t->seat[i].bot, c->now_ms);
		else if (t->seat[i].user)
			pairing_challenge(lobby_pairing(c->server->lobby), challenge[i], c->user,
			    t->seat[i].user, r, i, NULL);
	}
	room_try_start(r, c->now_ms);
}

void cmd_create(struct command *c)
{
	struct terms t;

	if (terms_read(c, &t, 0) && terms_read_seats(c, &t))
		open_room(c, &t);
}

/* The words of play, in any order: a bot and a colour. False and refused when they are not. */
static bool read_play_words(struct command *c, int *bot, int *me)
{
	*bot = BOT_NONE;
	*me = -1;
	for (int i = 0; i < c->line->words; i++) {
		const char *word = c->line->word[i];
		int seat = read_side(word),
		    n = bot_read(lobby_roster(c->server->lobby), word, true);

		if (seat >= 0 && *me < 0) {
			*me = seat;
		} else if (strcasecmp(word, "random") == 0 && *me < 0) {
			*me = (int)(secret_number() & 1);
		} else if (n && !*bot) {
			*bot = n;
		} else if (isdigit((unsigned char)*word) || strncasecmp(word, "ai:", 3) == 0) {
			/* Refused, unless it is a second one. */
			if (read_bot(c, word))
				refuse_syntax(c, "One bot will do");
			return false;
		} else {
			refuse_syntax(c, "That is neither a bot nor a colour");
			return false;
		}
	}
	if (!*bot)
		*bot = LEVEL_DEFAULT;
	if (*me < 0)
		*me = 0;
	return true;
}

void cmd_play(struct command *c)
{
	struct terms t;
	int bot, me;

	if (!read_play_words(c, &bot, &me) || !terms_read(c, &t, 2) ||
	    !bot_fits(c, bot, &t.settings))
		return;
	t.seat[me].me = true;
	t.seat[1 - me].bot = bot;
	open_room(c, &t);
}

/* Whether the user has not been sent out of there. */
static bool may_come_in(struct command *c, const struct room *r)
{
	if (!room_ejected(r, c->user->name))
		return true;
	refuse(c, "forbidden", "why", "sent-out", "You have been sent out of %s", r->id);
	return false;
}

/* Whether the room is for people like that: guests have no rating to play for. */
static bool may_sit(const struct room *r, const struct user *u)
{
	return !r->settings.rated || u->name[0] != '~';
}

static void answer_joined(struct command *c, const struct room *r, int seat)
{
	answer(c, WIRE_OK, "joined");
	wire_key(&c->out, "room", "%s", r->id);
	wire_key(&c->out, "as", "%s", seat < 0 ? "watcher" : (seat ? "white" : "black"));
	if (seat < 0 && !may_sit(r, c->user))
		wire_text(&c->out, "Rated games are for accounts, so you watch");
	else if (seat < 0)
		wire_text(&c->out, "Both seats are taken, so you watch");
	answer_end(c);
}

/* Someone sat down where another waits who has to say ready. */
static void tell_waiting(struct room *r)
{
	if (room_state(r) == ROOM_READY)
		room_notice(
		    r, "both-seated", NULL, "Both seats are taken; \"ready\" starts the game");
}

void cmd_join(struct command *c)
{
	int wanted = c->line->words == 2 ? read_side(c->line->word[1]) : -1;
	struct room *r;
	int seat;

	if (c->line->words == 2 && wanted < 0) {
		refuse_syntax(c, "The seat is black or white");
		return;
	}
	if (!(r = named_room(c)) || !may_come_in(c, r))
		return;
	if (!room_member(r, c->user) && (!may_enter_another(c, false) || !may_begin_game(c)))
		return;
	if (!room_member(r, c->user) && r->present >= LIMIT_MEMBERS) {
		refuse(c, "full", "what", "room", "As many people as can be are in %s", r->id);
		return;
	}
	seat = room_seat_of(r, c->user);
	if (seat >= 0) {
		answer_joined(c, r, seat);
		room_enter(r, c->user, c->now_ms);
		room_show(r, c->user, c->now_ms);
		return;
	}
	if (!room_enter(r, c->user, c->now_ms)) {
		refuse_memory(c);
		return;
	}
	seat = may_sit(r, c->user) ? room_free_seat(r, c->user, wanted) : -1;
	answer_joined(c, r, seat);
	room_show(r, c->user, c->now_ms);
	if (seat < 0)
		return;
	room_sit(r, seat, c->user, 0, c->now_ms);
	if (!room_try_start(r, c->now_ms))
		tell_waiting(r);
}

void cmd_watch(struct command *c)
{
	struct room *r = named_room(c);

	if (!r || !may_come_in(c, r))
		return;
	if (room_seat_of(r, c->user) >= 0) {
		refuse(c, "wrong-state", "why", "seated",
		    "You sit in %s; \"join %s\" takes you to your seat", r->id, r->id);
		return;
	}
	if (!room_member(r, c->user) &&
	    (!may_enter_another(c, false) || r->present >= LIMIT_MEMBERS)) {
		if (c->user->rooms < LIMIT_ROOMS_A_USER)
			refuse(
			    c, "full", "what", "room", "As many people as can be are in %s", r->id);
		return;
	}
	if (!room_enter(r, c->user, c->now_ms)) {
		refuse_memory(c);
		return;
	}
	answer(c, WIRE_OK, "watching");
	wire_key(&c->out, "room", "%s", r->id);
	answer_end(c);
	room_show(r, c->user, c->now_ms);
}
