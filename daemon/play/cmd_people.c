/* Commands between people: tell, lobby, mute, unmute, whois. */
#include "cmd_people.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "daemon/limits.h"

struct user *named_user(struct command *c, const char *typed)
{
	struct user *u = lobby_user(c->server->lobby, typed);

	if (!u)
		refuse(c, "no-such", "what", "user",
		    "Nobody is here under that name. \"who\" "
		    "lists who is");
	return u;
}

bool read_limit(struct command *c, int usual, int most, int *limit)
{
	int64_t n = usual;
	char what[64];

	if (wire_get(c->line, "limit") && wire_get_int(c->line, "limit", 1, most, &n) < 0) {
		snprintf(what, sizeof what, "limit= is a number from 1 to %d", most);
		refuse_syntax(c, what);
		return false;
	}
	*limit = (int)n;
	return true;
}

bool name_read(struct command *c, const char *typed, char name[static USER_NAME_MAX + 1])
{
	return user_name_read(typed, name) && !roster_has(lobby_roster(c->server->lobby), name);
}

bool says_something(struct command *c)
{
	if (*c->line->text)
		return pace_talks(c);
	refuse_syntax(c, "There is nothing to say");
	return false;
}

void cmd_tell(struct command *c)
{
	struct user *to;
	struct wire_out o;

	if (!says_something(c) || !(to = named_user(c, c->line->word[0])))
		return;
	if (user_mutes(to, c->user->name)) {
		refuse(
		    c, "forbidden", "why", "muted", "%s does not want to hear from you", to->name);
		return;
	}
	answer(c, WIRE_OK, "told");
	wire_key(&c->out, "user", "%s", to->name);
	answer_end(c);
	wire_begin(&o, WIRE_EVENT, NULL, "tell");
	wire_key(&o, "from", "%s", c->user->name);
	wire_text(&o, "%s", c->line->text);
	user_send(to, o.buf, wire_end(&o));
}

struct broadcast {
	const char *from, *bytes;
	size_t len;
};

static void hear(struct user *u, void *arg)
{
	const struct broadcast *b = arg;

	if (!user_mutes(u, b->from))
		user_send(u, b->bytes, b->len);
}

void cmd_lobby(struct command *c)
{
	struct broadcast b = {.from = c->user->name};
	struct wire_out o;

	if (!says_something(c))
		return;
	answer(c, WIRE_OK, "said");
	answer_end(c);
	wire_begin(&o, WIRE_EVENT, NULL, "lobby");
	wire_key(&o, "from", "%s", c->user->name);
	wire_text(&o, "%s", c->line->text);
	b.len = wire_end(&o);
	b.bytes = o.buf;
	lobby_each_user(c->server->lobby, hear, &b);
}

static void list_muted(struct command *c)
{
	const struct mutes *m = &c->user->mutes;

	for (int i = 0; i < m->n; i++) {
		answer(c, WIRE_ROW, "muted");
		wire_key(&c->out, "user", "%s", m->name[i]);
		answer_end(c);
	}
	answer(c, WIRE_OK, "mute");
	wire_key(&c->out, "n", "%d", m->n);
	answer_end(c);
}

void cmd_mute(struct command *c)
{
	struct user *u;

	if (c->line->words == 0) {
		list_muted(c);
		return;
	}
	if (!(u = named_user(c, c->line->word[0])))
		return;
	if (u == c->user) {
		refuse(c, "forbidden", "why", "self", "Nobody can mute themselves");
		return;
	}
	if (!user_mutes(c->user, u->name) && mutes_add(&c->user->mutes, u->name) < 0) {
		refuse(c, "full", "what", "muted",
		    "You have muted %d; \"unmute NAME\" takes one off", c->user->mutes.n);
		return;
	}
	lobby_user_changed(c->server->lobby, c->user);
	answer(c, WIRE_OK, "muted");
	wire_key(&c->out, "user", "%s", u->name);
	answer_end(c);
}

void cmd_unmute(struct command *c)
{
	char name[USER_NAME + 1];
	size_t len = strlen(c->line->word[0]);
	bool found = false;

	/* Who has gone can be taken off as well, so the name is looked for in the list alone. */
	if (len + 1 < sizeof name) {
		name[0] = '~';
		for (size_t i = 0; i <= len; i++) {
			char ch = c->line->word[0][i];

			name[1 + i] = ch >= 'A' && ch <= 'Z' ? (char)(ch - 'A' + 'a') : ch;
		}
		found =
		    mutes_remove(&c->user->mutes, name + 1) || mutes_remove(&c->user->mutes, name);
	}
	if (!found) {
		refuse(c, "no-such", "what", "user",
		    "You have muted nobody of that name. \"mute\" lists whom you have");
		return;
	}
	lobby_user_changed(c->server->lobby, c->user);
	answer(c, WIRE_OK, "unmuted");
	answer_end(c);
}

void rooms_of(const struct user *u, const struct user *asks, char *buf, size_t size)
{
	size_t len = 0;
	const struct member *m;

	*buf = '\0';
	TAILQ_FOREACH(m, &u->memberships, user_link)
	if (m->present && room_sees(m->room, asks) && len + ROOM_ID + 2 < size)
		len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? "," : "", m->room->id);
}

/* The rating by a rule by which the user has played rated games. */
static void rating_row(struct command *c, const struct user *u, enum rule rule)
{
	const struct rating *r = &u->rating[rule];

	if (r->deviation >= rating_new().deviation)
		return;
	answer(c, WIRE_ROW, "rating");
	wire_key(&c->out, "rule", "%s", rule_name(rule));
	wire_key(&c->out, "rating", "%ld", lround(r->value));
	wire_key(&c->out, "deviation", "%ld", lround(r->deviation));
	wire_key(&c->out, "provisional", "%s", r->deviation > RATING_PROVISIONAL ? "yes" : "no");
	answer_end(c);
}

void cmd_whois(struct command *c)
{
	struct user *u = named_user(c, c->line->word[0]);
	char rooms[ROOMS_TEXT];
	int playing = 0;
	const struct member *m;

	if (!u)
		return;
	rooms_of(u, c->user, rooms, sizeof rooms);
	TAILQ_FOREACH(m, &u->memberships, user_link)
	playing += room_playing(m->room) && room_seat_of(m->room, u) >= 0;
	answer(c, WIRE_ROW, "user");
	wire_key(&c->out, "name", "%s", u->name);
	wire_key(&c->out, "guest", "%s", u->name[0] == '~' ? "yes" : "no");
	wire_key(&c->out, "bot", "%s", u->bot ? "yes" : "no");
	wire_key(&c->out, "rooms", "%s", rooms);
	wire_key(&c->out, "playing", "%d", playing);
	wire_key(&c->out, "seeking", "%s", u->seek ? "yes" : "no");
	wire_key(&c->out, "muted", "%s", user_mutes(c->user, u->name) ? "yes" : "no");
	answer_end(c);
	for (int i = 0; i < RULE_COUNT; i++)
		rating_row(c, u, (enum rule)i);
	answer(c, WIRE_OK, "whois");
	wire_key(&c->out, "user", "%s", u->name);
	answer_end(c);
}
