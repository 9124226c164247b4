/* Commands to find an opponent: seek, unseek, seeks, challenge. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_pair.h"
#include "cmd_people.h"
#include "daemon/limits.h"
#include "pairing.h"
#include "terms.h"

/* range=LO-HI */
static bool read_range(struct command *c, struct seek *s)
{
	const char *value = wire_get(c->line, "range"), *dash = value ? strchr(value, '-') : NULL;
	char low[8];
	int64_t lo = RATING_MIN, hi = RATING_MAX;
	bool good = !value;

	if (dash && (size_t)(dash - value) < sizeof low) {
		snprintf(low, sizeof low, "%.*s", (int)(dash - value), value);
		good = wire_int(low, RATING_MIN, RATING_MAX, &lo) == 0 &&
		       wire_int(dash + 1, lo, RATING_MAX, &hi) == 0;
	}
	if (!good)
		refuse_syntax(c, "The range is of ratings, as in range=1400-1700");
	s->node.lo = (int)lo;
	s->node.hi = (int)hi;
	return good;
}

static bool read_seek(struct command *c, struct seek *s)
{
	static const char *const answers[] = {"no", "yes"};
	const struct room_settings *t;
	struct terms terms;
	int bots;

	if (!terms_read(c, &terms, 0) || !read_range(c, s) ||
	    (bots = read_choice(c, "bots", answers, 2, 0)) < 0)
		return false;
	t = &terms.settings;
	if (t->private) {
		refuse_syntax(c, "A seek is for anyone; \"create private\" opens a private room");
		return false;
	}
	s->user = c->user;
	s->terms = (struct seek_terms){t->rule, t->size, t->tc, t->opening, t->rated};
	s->bots = bots == 1;
	s->fill_bot = bot_for(c, t->fill_bot, t->rule);
	s->fill_ms = t->fill_ms;
	s->node.rating = pairing_rating(c->user, t->rule);
	return true;
}

static void terms_keys(struct wire_out *o, const struct seek_terms *t)
{
	char tc[CLOCK_TEXT];

	wire_key(o, "rule", "%s", rule_name(t->rule));
	wire_key(o, "size", "%d", t->size);
	wire_key(o, "time", "%s", time_control_format(&t->tc, tc));
	wire_key(o, "opening", "%s", opening_name(t->opening));
	wire_key(o, "rated", "%s", t->rated ? "yes" : "no");
}

static void answer_seeking(struct command *c, const struct seek *s)
{
	answer(c, WIRE_OK, "seeking");
	terms_keys(&c->out, &s->terms);
	answer_end(c);
}

/* Someone who waits has been found. */
static void meet(struct command *c, const struct seek *comes, struct seek *waits)
{
	struct user *other = waits->user;
	struct room_settings settings;

	terms_settings(&comes->terms, &settings);
	if (lobby_rooms(c->server->lobby) >= lobby_max_rooms(c->server->lobby)) {
		refuse(c, "full", "what", "rooms",
		    "The server has as many rooms as it can; try again later");
		return;
	}
	answer_seeking(c, comes);
	pairing_unseek(other);
	pair_people(c->server->lobby, other, c->user, &settings, c->now_ms);
}

bool may_enter_one_more(struct command *c)
{
	if (pair_has_room(c->user))
		return may_begin_game(c);
	refuse(c, "full", "what", "your-rooms", "You are in %d rooms, which is the most; leave one",
	    c->user->rooms);
	return false;
}

void cmd_seek(struct command *c)
{
	struct pairing *p = lobby_pairing(c->server->lobby);
	struct seek s = {0}, *waits;

	if (!read_seek(c, &s) || !may_begin_game(c) || !may_enter_one_more(c))
		return;
	if (c->user->seek) {
		refuse(c, "wrong-state", "why", "seeking",
		    "You are looking for someone already; \"unseek\" stops that");
	} else if ((waits = pairing_find(p, &s))) {
		meet(c, &s, waits);
	} else if (pairing_wait(p, &s, c->now_ms)) {
		answer_seeking(c, &s);
	} else {
		refuse(c, "full", "what", "seeks", "Too many people wait; try again later");
	}
}

void cmd_unseek(struct command *c)
{
	if (!pairing_unseek(c->user)) {
		refuse(c, "wrong-state", "why", "not-seeking", "You are not looking for anyone");
		return;
	}
	answer(c, WIRE_OK, "unseek");
	answer_end(c);
}

struct seek_list {
	struct command *c;
	const char *rule;
	int limit, n;
};

static bool seek_row(const struct seek *s, void *arg)
{
	struct seek_list *l = arg;
	char bot[BOT_TEXT];

	if (!s->user->deliver || (l->rule && strcasecmp(rule_name(s->terms.rule), l->rule) != 0))
		return true;
	if (l->n >= l->limit)
		return false;
	l->n++;
	answer(l->c, WIRE_ROW, "seek");
	wire_key(&l->c->out, "user", "%s", s->user->name);
	terms_keys(&l->c->out, &s->terms);
	wire_key(&l->c->out, "rating", "%d", s->node.rating);
	wire_key(&l->c->out, "range", "%d-%d", s->node.lo, s->node.hi);
	wire_key(&l->c->out, "bots", "%s", s->bots ? "yes" : "no");
	if (s->fill_bot)
		wire_key(&l->c->out, "fill", "%s@%lld",
		    bot_text(lobby_roster(l->c->server->lobby), s->fill_bot, bot),
		    (long long)(s->fill_ms / 1000));
	answer_end(l->c);
	return true;
}

void cmd_seeks(struct command *c)
{
	struct seek_list l = {.c = c, .rule = wire_get(c->line, "rule")};
	const struct pairing *p = lobby_pairing(c->server->lobby);
	struct terms terms;

	if (!read_limit(c, LIMIT_SEEKS_SHOWN, LIMIT_SEEKS_SHOWN_MAX, &l.limit) ||
	    !terms_read(c, &terms, 0))
		return;
	pairing_each_seek(p, seek_row, &l);
	answer(c, WIRE_OK, "seeks");
	wire_key(&c->out, "n", "%d", l.n);
	wire_key(&c->out, "total", "%d", pairing_seeks(p));
	answer_end(c);
}

bool may_challenge(struct command *c, const struct user *to)
{
	if (to == c->user)
		refuse(c, "forbidden", "why", "self", "Nobody plays against themselves");
	else if (user_mutes(to, c->user->name))
		refuse(
		    c, "forbidden", "why", "muted", "%s does not want to hear from you", to->name);
	else if (!pairing_may_challenge(c->user, to))
		refuse(c, "full", "what", "challenges",
		    "You or %s have too many challenges open; \"withdraw ID\" takes one back",
		    to->name);
	else
		return true;
	return false;
}

void cmd_challenge(struct command *c)
{
	struct room_settings *settings;
	struct terms terms;
	struct user *to;
	unsigned id;

	if (!(to = named_user(c, c->line->word[0])) || !may_begin_game(c) ||
	    !may_challenge(c, to) || !terms_read(c, &terms, 1) || !may_enter_one_more(c))
		return;
	if (terms.settings.rated && to->name[0] == '~') {
		refuse(
		    c, "forbidden", "why", "guest", "%s is a guest; guests play unrated", to->name);
		return;
	}
	if (!(settings = malloc(sizeof *settings))) {
		refuse_busy(c, "memory");
		return;
	}
	*settings = terms.settings;
	id = lobby_offer_id(c->server->lobby);
	answer(c, WIRE_OK, "challenged");
	wire_key(&c->out, "id", "%u", id);
	wire_key(&c->out, "user", "%s", to->name);
	answer_end(c);
	pairing_challenge(lobby_pairing(c->server->lobby), id, c->user, to, NULL, 0, settings);
}

/* The answer to a challenge that is about a seat in a room. */
static void take_kept_seat(struct command *c, struct challenge *ch)
{
	struct room *r = ch->room;
	int seat = ch->seat;

	if (!room_enter(r, c->user, c->now_ms)) {
		refuse_busy(c, "memory");
		return;
	}
	answer(c, WIRE_OK, "accepted");
	wire_key(&c->out, "id", "%u", ch->id);
	wire_key(&c->out, "room", "%s", r->id);
	answer_end(c);
	room_sync_to(r, c->user, c->now_ms);
	room_sit(r, seat, c->user, BOT_NONE, c->now_ms);
	room_try_start(r, c->now_ms);
}

/* The answer to a challenge that makes its room. */
static void make_room(struct command *c, struct challenge *ch)
{
	struct room_settings settings = *ch->settings;
	struct user *from = ch->from;

	if (!from->deliver) {
		refuse(c, "wrong-state", "why", "away",
		    "%s is not back yet after a restart of the server; try again in a while",
		    from->name);
		return;
	}
	if (!pair_has_room(from) ||
	    lobby_rooms(c->server->lobby) >= lobby_max_rooms(c->server->lobby)) {
		refuse(c, "full", "what", "rooms",
		    "There is no room for another game now; try again later");
		return;
	}
	answer(c, WIRE_OK, "accepted");
	wire_key(&c->out, "id", "%u", ch->id);
	answer_end(c);
	challenge_gone(ch, "accepted");
	pair_people(c->server->lobby, from, c->user, &settings, c->now_ms);
}

/* Whether the challenge is the user's to answer (mine false) or to take back. Refuses otherwise. */
static bool check_whose(struct command *c, const struct challenge *ch, bool mine)
{
	if ((ch->from == c->user) == mine)
		return true;
	if (mine)
		refuse(c, "forbidden", "why", "theirs",
		    "That challenge is the other's; \"decline %u\" says no", ch->id);
	else
		refuse(c, "forbidden", "why", "own",
		    "That challenge is your own; \"withdraw %u\" takes it back", ch->id);
	return false;
}

void challenge_accept(struct command *c, struct challenge *ch)
{
	if (!check_whose(c, ch, false) || !may_begin_game(c))
		return;
	if (!(ch->room && room_member(ch->room, c->user)) && !may_enter_one_more(c))
		return;
	if (ch->room && room_seat_of(ch->room, c->user) >= 0)
		refuse(c, "wrong-state", "why", "seated", "You sit in %s already", ch->room->id);
	else if (ch->room)
		take_kept_seat(c, ch);
	else
		make_room(c, ch);
}

static void take_away(struct command *c, struct challenge *ch, const char *how)
{
	answer(c, WIRE_OK, how);
	wire_key(&c->out, "id", "%u", ch->id);
	answer_end(c);
	challenge_gone(ch, how);
}

void challenge_decline(struct command *c, struct challenge *ch)
{
	if (check_whose(c, ch, false))
		take_away(c, ch, "declined");
}

void challenge_withdraw(struct command *c, struct challenge *ch)
{
	if (check_whose(c, ch, true))
		take_away(c, ch, "withdrawn");
}
