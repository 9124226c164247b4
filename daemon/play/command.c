#include "command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "daemon/stats.h"
#include "daemon/store/journal.h"

static command_fn *const functions[VERB_COUNT] = {
    [VERB_HELLO] = cmd_hello,
    [VERB_STATUS] = cmd_status,
    [VERB_GUEST] = cmd_guest,
    [VERB_REGISTER] = cmd_register,
    [VERB_LOGIN] = cmd_login,
    [VERB_PASSWD] = cmd_passwd,
    [VERB_RESUME] = cmd_resume,
    [VERB_PING] = cmd_ping,
    [VERB_HELP] = cmd_help,
    [VERB_LEVELS] = cmd_levels,
    [VERB_WHO] = cmd_who,
    [VERB_SET] = cmd_set,
    [VERB_QUIT] = cmd_quit,
    [VERB_ROOMS] = cmd_rooms,
    [VERB_ROOM] = cmd_room,
    [VERB_CREATE] = cmd_create,
    [VERB_PLAY] = cmd_play,
    [VERB_JOIN] = cmd_join,
    [VERB_WATCH] = cmd_watch,
    [VERB_LEAVE] = cmd_leave,
    [VERB_SEAT] = cmd_seat,
    [VERB_STAND] = cmd_stand,
    [VERB_READY] = cmd_ready,
    [VERB_MOVE] = cmd_move,
    [VERB_CHOOSE] = cmd_choose,
    [VERB_PASS] = cmd_pass,
    [VERB_UNDO] = cmd_undo,
    [VERB_DRAW] = cmd_draw,
    [VERB_ABORT] = cmd_abort,
    [VERB_RESIGN] = cmd_resign,
    [VERB_CLAIM] = cmd_claim,
    [VERB_REMATCH] = cmd_rematch,
    [VERB_ACCEPT] = cmd_accept,
    [VERB_DECLINE] = cmd_decline,
    [VERB_WITHDRAW] = cmd_withdraw,
    [VERB_SAY] = cmd_say,
    [VERB_OPTIONS] = cmd_options,
    [VERB_INVITE] = cmd_invite,
    [VERB_EJECT] = cmd_eject,
    [VERB_SEEK] = cmd_seek,
    [VERB_UNSEEK] = cmd_unseek,
    [VERB_SEEKS] = cmd_seeks,
    [VERB_CHALLENGE] = cmd_challenge,
    [VERB_TELL] = cmd_tell,
    [VERB_LOBBY] = cmd_lobby,
    [VERB_MUTE] = cmd_mute,
    [VERB_UNMUTE] = cmd_unmute,
    [VERB_WHOIS] = cmd_whois,
    [VERB_HINT] = cmd_hint,
    [VERB_BOARD] = cmd_board,
    [VERB_SYNC] = cmd_sync,
    [VERB_GAMES] = cmd_games,
    [VERB_GAME] = cmd_game,
    [VERB_EXPORT] = cmd_export,
    [VERB_TOP] = cmd_top,
    [VERB_RATING] = cmd_rating,
};

void answer(struct command *c, enum wire_kind kind, const char *name)
{
	if (kind == WIRE_ERROR)
		stats_refusal(name);
	wire_begin(&c->out, kind, c->line->tag, name);
}

void answer_end(struct command *c)
{
	session_send_line(c->session, &c->out);
}

void refuse(
    struct command *c, const char *name, const char *key, const char *value, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	answer(c, WIRE_ERROR, name);
	if (key)
		wire_key(&c->out, key, "%s", value);
	wire_text(&c->out, "%s", text);
	answer_end(c);
}

void refuse_busy(struct command *c, const char *what)
{
	answer(c, WIRE_ERROR, "busy");
	wire_key(&c->out, "what", "%s", what);
	wire_key(&c->out, "retry-ms", "5000");
	wire_text(&c->out, "%s; try again in a while",
	    strcmp(what, "journal") == 0 || strcmp(what, "store") == 0
		? "The server can't write to its disk now; what was answered is safe"
		: "The server has more to do than it can");
	answer_end(c);
}

void draining_line(const struct server *s, struct wire_out *o, int64_t now_ms)
{
	int64_t left = s->drain_until_ms - now_ms;

	wire_begin(o, WIRE_EVENT, NULL, "draining");
	wire_key(o, "in-ms", "%lld", (long long)(left > 0 ? left : 0));
	wire_text(o, "The server will be restarted. Games go on, and go on after it; new ones can "
		     "begin then");
}

void tell_draining(struct command *c)
{
	struct wire_out o;

	if (!c->server->draining)
		return;
	draining_line(c->server, &o, c->now_ms);
	session_send_line(c->session, &o);
}

static void refuse_draining(struct command *c)
{
	answer(c, WIRE_ERROR, "draining");
	wire_key(&c->out, "in-ms", "%lld", (long long)(c->server->drain_until_ms - c->now_ms));
	wire_text(&c->out,
	    "The server is about to be restarted: games go on, but no new one begins until then");
	answer_end(c);
}

bool may_begin_game(struct command *c)
{
	if (c->server->draining) {
		refuse_draining(c);
		return false;
	}
	if (lobby_has_space(c->server->lobby))
		return true;
	refuse(c, "full", "what", "disk",
	    "The server's disk is full: games go on, but no new one can begin; try again later");
	return false;
}

void refuse_syntax(struct command *c, const char *what)
{
	refuse(c, "syntax", "verb", c->verb->name, "%s. Type it as: %s%s%s", what, c->verb->name,
	    *c->verb->args ? " " : "", c->verb->args);
}

int read_choice(struct command *c, const char *key, const char *const values[], int n, int fallback)
{
	const char *value = wire_get(c->line, key);
	char what[80];

	if (!value)
		return fallback;
	for (int i = 0; i < n; i++)
		if (strcasecmp(value, values[i]) == 0)
			return i;
	snprintf(what, sizeof what, "That is no value for %s=", key);
	refuse_syntax(c, what);
	return -1;
}

static bool check_shape(struct command *c)
{
	char what[VERB_MISFIT];

	if (verb_fits(c->verb, c->line, what))
		return true;
	refuse_syntax(c, what);
	return false;
}

static bool check_login(struct command *c)
{
	if (c->user || (c->verb->roles & ROLE_ANYONE))
		return true;
	refuse(c, "login-first", NULL, NULL, "Type %s first",
	    c->server->accounts.guests ? "\"guest NAME\" or \"login NAME :PASSWORD\""
				       : "\"login NAME :PASSWORD\"");
	return false;
}

/* What is for newcomers only is not for those who are here. */
static bool check_newcomer(struct command *c)
{
	if (!c->user || c->verb->roles != ROLE_ANYONE)
		return true;
	refuse(c, "wrong-state", "why", "logged-in", "You are here already as %s", c->user->name);
	return false;
}

/* Says which rooms it could be. */
static void refuse_which(struct command *c, bool seated)
{
	char rooms[512] = "";
	size_t len = 0;
	struct member *m;

	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	{
		if (!m->present || (room_seat_of(m->room, c->user) >= 0) != seated ||
		    len + ROOM_ID + 2 > sizeof rooms)
			continue;
		len += (size_t)snprintf(
		    rooms + len, sizeof rooms - len, "%s%s", len ? "," : "", m->room->id);
	}
	refuse(c, "which-room", "rooms", rooms,
	    "You are in several rooms; add room=, as in room=%.*s", (int)strcspn(rooms, ","),
	    rooms);
}

/* The only room in which the user sits, else the only one watched. Refuses otherwise. */
static struct room *only_room(struct command *c)
{
	struct room *sits = NULL, *watches = NULL;
	int sitting = 0, watching = 0;
	struct member *m;

	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	{
		if (!m->present)
			continue;
		if (room_seat_of(m->room, c->user) >= 0) {
			sits = m->room;
			sitting++;
		} else {
			watches = m->room;
			watching++;
		}
	}
	if (sitting == 1 || (sitting == 0 && watching == 1))
		return sitting ? sits : watches;
	if (sitting + watching == 0)
		refuse(c, "wrong-state", "why", "no-room",
		    "You are in no room. \"play 2\" starts a game with a bot, \"rooms\" lists "
		    "rooms to join");
	else
		refuse_which(c, sitting > 0);
	return NULL;
}

/* The room that a line names, or that it must mean. Refuses and returns NULL without one. */
static struct room *find_room(struct command *c)
{
	const char *id = wire_get(c->line, "room");
	struct member *m;

	if ((c->verb->id == VERB_LEAVE || c->verb->id == VERB_INVITE) && c->line->words == 1)
		id = c->line->word[0];
	if (!id)
		return only_room(c);
	TAILQ_FOREACH(m, &c->user->memberships, user_link)
	if (m->present && strcasecmp(m->room->id, id) == 0)
		return m->room;
	if (lobby_room_for(c->server->lobby, c->user, id))
		refuse(c, "forbidden", "why", "not-in-room",
		    "You are not in that room. \"join %.12s\" takes you in", id);
	else
		refuse(c, "no-such", "what", "room", "There is no such room. \"rooms\" lists them");
	return NULL;
}

static bool check_role(struct command *c)
{
	unsigned has = c->seat >= 0 ? ROLE_SEATED : ROLE_WATCHER;

	if (c->room->owner == c->user)
		has |= ROLE_OWNER;
	if (c->verb->roles & has)
		return true;
	if (c->verb->roles & ROLE_SEATED)
		refuse(c, "forbidden", "why", "watching",
		    "You watch in %s; only those who play can do that", c->room->id);
	else
		refuse(c, "forbidden", "why", "owner", "%s belongs to %s", c->room->id,
		    c->room->owner ? c->room->owner->name : "nobody");
	return false;
}

static unsigned state_bit(const struct room *r)
{
	switch (room_state(r)) {
	case ROOM_OPEN:
		return IN_OPEN;
	case ROOM_READY:
		return IN_READY;
	case ROOM_OPENING:
		return IN_OPENING;
	case ROOM_PLAYING:
		return IN_PLAYING;
	case ROOM_ENDED:
		return IN_ENDED;
	}
	return 0;
}

static bool check_state(struct command *c)
{
	static const char *const next[] = {
	    "A seat is free; the game starts when someone joins",
	    "The game has not started; \"ready\" says that you are",
	    "A game is going on, in its opening; it must end first",
	    "A game is going on; it must end first",
	    "The game is over; \"rematch\" or \"ready\" starts another",
	};
	enum room_state state = room_state(c->room);

	if (c->verb->states & state_bit(c->room))
		return true;
	refuse(c, "wrong-state", "why", room_state_name(state), "%s", next[state]);
	return false;
}

/* Offers have numbers of their own: an answer to one names no room. */
static bool finds_room_itself(const struct verb *v)
{
	return v->id == VERB_ACCEPT || v->id == VERB_DECLINE || v->id == VERB_WITHDRAW;
}

static void run(struct command *c)
{
	if (!check_login(c) || !check_shape(c) || !check_newcomer(c))
		return;
	if (c->verb->states && !finds_room_itself(c->verb)) {
		if (!(c->room = find_room(c)))
			return;
		c->seat = room_seat_of(c->room, c->user);
		if (!check_role(c) || !check_state(c))
			return;
	}
	functions[c->verb->id](c);
}

static void refuse_unknown(struct command *c)
{
	const struct verb *near = verb_nearest(c->line->name);
	char name[32];

	/* A name can be as long as a line: the start of it tells the typist enough. */
	snprintf(name, sizeof name, "%s", c->line->name);
	if (near)
		refuse(c, "unknown", "verb", name,
		    "Did you mean \"%s\"? \"help\" lists what there is", near->name);
	else
		refuse(c, "unknown", "verb", name, "\"help\" lists what there is");
}

static void refuse_fault(struct command *c, enum wire_fault fault)
{
	switch (fault) {
	case WIRE_FINE:
	case WIRE_EMPTY:
		break;
	case WIRE_TOO_LONG:
		/* The connection measures lines itself; this is its limit and the grammar's in one.
		 */
		refuse(c, "too-long", "limit", "1024", "A line is at most 1024 bytes long");
		break;
	case WIRE_BAD_TEXT:
		refuse(c, "bad-text", NULL, NULL,
		    "Lines are UTF-8 without control characters; this one was not read");
		break;
	case WIRE_SYNTAX:
		refuse(c, "syntax", NULL, NULL,
		    "A line is: VERB WORDS KEY=VALUE :TEXT. \"help\" lists the verbs");
		break;
	}
}

enum wire_fault command_read(struct command *c, struct session *s, struct server *server,
    const char *line, size_t len, int64_t now_ms)
{
	/* One at a time: no command runs inside another. */
	static struct wire_line parsed;
	enum wire_fault fault = wire_parse_command(&parsed, line, len);

	*c = (struct command){.session = s,
	    .server = server,
	    .user = session_user(s),
	    .line = &parsed,
	    .raw = line,
	    .raw_len = len,
	    .now_ms = now_ms,
	    .seat = -1};
	if (fault == WIRE_FINE)
		c->verb = verb_find(parsed.name);
	return fault;
}

/* Whether the verb changes nothing and tells nothing of what is going on. */
static bool works_without_disk(const struct verb *v)
{
	return v->id == VERB_HELLO || v->id == VERB_PING || v->id == VERB_HELP ||
	       v->id == VERB_LEVELS || v->id == VERB_QUIT;
}

void command_run(
    struct session *s, struct server *server, const char *line, size_t len, int64_t now_ms)
{
	struct command c;
	enum wire_fault fault = command_read(&c, s, server, line, len, now_ms);

	/* What can't be kept is not begun. */
	if (journal_failing(lobby_journal(server->lobby)) && fault == WIRE_FINE && c.verb &&
	    !works_without_disk(c.verb)) {
		refuse_busy(&c, "journal");
		return;
	}
	/* Whoever speaks again has read the answer with the last token. */
	if (c.user)
		lobby_confirm_token(server->lobby, c.user);

	if (fault != WIRE_FINE)
		refuse_fault(&c, fault);
	else if (!c.verb)
		refuse_unknown(&c);
	else if (pace_allows(&c))
		run(&c);
}
