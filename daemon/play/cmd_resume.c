/* Coming back: a token gives the name, the rooms and the seats to a new connection. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "daemon/limits.h"
#include "pairing.h"

static void rooms_key(struct command *c)
{
	char rooms[LIMIT_ROOMS_A_USER * (ROOM_ID + 1) + 1] = "";
	size_t len = 0;
	struct member *m;

	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	if (len + ROOM_ID + 2 < sizeof rooms)
		len += (size_t)snprintf(
		    rooms + len, sizeof rooms - len, "%s%s", len ? "," : "", m->room->id);
	wire_key(&c->out, "rooms", "%s", rooms);
}

void resume_keys(struct command *c)
{
	char token[SECRET_TOKEN];

	lobby_next_token(c->server->lobby, c->user, token);
	wire_key(&c->out, "resume", "%s", token);
	wire_key(&c->out, "grace-ms", "%lld", (long long)LIMIT_RESUME_S * 1000);
	rooms_key(c);
}

/* The number after "ROOM:" in a list "r17:41,r18:9". False when the room is not in it. */
static bool seen(const char *list, const char *room, uint64_t *seq)
{
	size_t len = strlen(room);

	while (list && *list) {
		size_t n = strcspn(list, ",");
		char number[24];
		int64_t value;

		if (n > len + 1 && n - len - 1 < sizeof number &&
		    strncasecmp(list, room, len) == 0 && list[len] == ':') {
			snprintf(number, sizeof number, "%.*s", (int)(n - len - 1), list + len + 1);
			if (wire_int(number, 0, INT64_MAX, &value) == 0) {
				*seq = (uint64_t)value;
				return true;
			}
		}
		list += n + (list[n] == ',');
	}
	return false;
}

void resume_rooms(struct command *c, const char *list)
{
	struct member *m;

	lobby_user_back(c->server->lobby, c->user);
	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	{
		uint64_t seq;
		bool knows = seen(list, m->room->id, &seq);

		if (knows)
			room_catch_up(m->room, c->user, seq, c->now_ms);
		room_enter(m->room, c->user, c->now_ms);
		if (!knows)
			room_show(m->room, c->user, c->now_ms);
	}
	pairing_user_back(c->user, c->now_ms);
}

void cmd_resume(struct command *c)
{
	struct user *u = lobby_user_of_token(c->server->lobby, c->line->word[0]);

	if (!u) {
		refuse(c, "denied", NULL, NULL,
		    "Nobody can come back with that any more; \"guest NAME\" comes in anew");
		return;
	}
	if (!user_is_guest(u) && !may_log_in(c, u->name))
		return;
	session_take_over(c->session, u);
	c->user = u;
	answer(c, WIRE_OK, "resumed");
	wire_key(&c->out, "user", "%s", u->name);
	resume_keys(c);
	answer_end(c);
	resume_rooms(c, wire_get(c->line, "seq"));
	tell_draining(c);
}
