/* Who is here, which rooms there are, and ending either. */
#include <stdio.h>
#include <string.h>

#include "admin_private.h"
#include "daemon/log.h"
#include "daemon/net/crowd.h"

static struct session *session_of(const struct user *u)
{
	return u->outlet;
}

/* How many of the user's rooms have a game in which they play; their ids with commas between. */
static int rooms_of(const struct user *u, char *buf, size_t size)
{
	const struct member *m;
	size_t len = 0;
	int playing = 0;

	buf[0] = '\0';
	TAILQ_FOREACH(m, &u->memberships, user_link)
	{
		playing += room_playing(m->room) && room_seat_of(m->room, u) >= 0;
		if (len + ROOM_ID + 2 < size)
			len += (size_t)snprintf(
			    buf + len, size - len, "%s%s", len ? "," : "", m->room->id);
	}
	return playing;
}

static void user_row(struct user *u, void *arg)
{
	struct admin_command *c = arg;
	char rooms[LIMIT_ROOMS_A_USER * (ROOM_ID + 1)], from[ADDRESS_TEXT];
	int playing = rooms_of(u, rooms, sizeof rooms);
	const struct session *s = session_of(u);

	admin_answer(c, WIRE_ROW, "user");
	wire_key(&c->out, "name", "%s", u->name);
	wire_key(&c->out, "address", "%s", address_text(session_address(s), from));
	wire_key(&c->out, "rooms", "%s", rooms);
	wire_key(&c->out, "playing", "%d", playing);
	wire_key(&c->out, "bot", "%s", u->bot ? "yes" : "no");
	wire_key(&c->out, "idle-ms", "%lld", (long long)(c->now_ms - session_heard_ms(s)));
	admin_answer_end(c);
}

void admin_users(struct admin_command *c)
{
	lobby_each_user(c->server->lobby, user_row, c);
	admin_answer(c, WIRE_OK, "users");
	wire_key(&c->out, "n", "%d", lobby_users(c->server->lobby));
	wire_key(&c->out, "connections", "%d", conn_hub_count(c->server->hub));
	admin_answer_end(c);
}

enum { NETWORKS_SHOWN = 20, NETWORKS_MAX = 100 };

/* The networks with the most connections, the first of them first. */
struct top {
	int limit, n;
	struct {
		struct network network;
		int count;
	} row[NETWORKS_MAX];
};

static void take_network(const struct network *n, int count, void *arg)
{
	struct top *t = arg;
	int at = t->n;

	while (at > 0 && t->row[at - 1].count < count)
		at--;
	if (at == t->limit)
		return;
	if (t->n < t->limit)
		t->n++;
	memmove(&t->row[at + 1], &t->row[at], (size_t)(t->n - 1 - at) * sizeof t->row[0]);
	t->row[at].network = *n;
	t->row[at].count = count;
}

void admin_networks(struct admin_command *c)
{
	struct top t = {.limit = NETWORKS_SHOWN};
	char text[ADDRESS_TEXT];
	int64_t limit = NETWORKS_SHOWN;
	int total;

	if (wire_get(c->line, "limit") &&
	    wire_get_int(c->line, "limit", 1, NETWORKS_MAX, &limit) < 0) {
		admin_refuse_syntax(c, "limit= is a number from 1 to 100");
		return;
	}
	t.limit = (int)limit;
	total = crowd_each(conn_hub_crowd(c->server->hub), take_network, &t);
	for (int i = 0; i < t.n; i++) {
		admin_answer(c, WIRE_ROW, "network");
		wire_key(&c->out, "address", "%s", network_text(&t.row[i].network, text));
		wire_key(&c->out, "connections", "%d", t.row[i].count);
		admin_answer_end(c);
	}
	admin_answer(c, WIRE_OK, "networks");
	wire_key(&c->out, "n", "%d", t.n);
	wire_key(&c->out, "total", "%d", total);
	admin_answer_end(c);
}

static void room_row(struct room *r, void *arg)
{
	struct admin_command *c = arg;

	admin_answer(c, WIRE_ROW, "room");
	room_row_keys(r, &c->out);
	admin_answer_end(c);
}

void admin_rooms(struct admin_command *c)
{
	lobby_each_room(c->server->lobby, room_row, c);
	admin_answer(c, WIRE_OK, "rooms");
	wire_key(&c->out, "n", "%d", lobby_rooms(c->server->lobby));
	wire_key(&c->out, "games", "%d", lobby_games(c->server->lobby));
	admin_answer_end(c);
}

void admin_eject(struct admin_command *c)
{
	struct user *u = lobby_user(c->server->lobby, c->line->word[0]);

	if (!u) {
		admin_refuse(c, "no-such", "what", "user",
		    "Nobody is here under that name; \"users\" lists who is");
		return;
	}
	admin_answer(c, WIRE_OK, "ejected");
	wire_key(&c->out, "user", "%s", u->name);
	admin_answer_end(c);
	log_info("event=ejected user=%s", u->name);
	session_send_off(session_of(u), CONN_EJECTED, c->line->text);
}

void admin_close_room(struct admin_command *c)
{
	struct room *r = lobby_room(c->server->lobby, c->line->word[0]);

	if (!r) {
		admin_refuse(c, "no-such", "what", "room",
		    "There is no such room; \"rooms\" lists those there are");
		return;
	}
	admin_answer(c, WIRE_OK, "closed");
	wire_key(&c->out, "room", "%s", r->id);
	admin_answer_end(c);
	log_info("event=room-closed room=%s", r->id);
	room_close(r, c->line->text, c->now_ms);
}

static void hear(struct user *u, void *arg)
{
	struct wire_out *o = arg;

	user_send(u, o->buf, o->len);
}

void admin_announce(struct admin_command *c)
{
	struct wire_out o;

	if (!*c->line->text) {
		admin_refuse_syntax(c, "There is nothing to say");
		return;
	}
	admin_answer(c, WIRE_OK, "announced");
	wire_key(&c->out, "users", "%d", lobby_users(c->server->lobby));
	admin_answer_end(c);
	wire_begin(&o, WIRE_EVENT, NULL, "notice");
	wire_key(&o, "from", "server");
	wire_text(&o, "%s", c->line->text);
	if (wire_end(&o))
		lobby_each_user(c->server->lobby, hear, &o);
}
