#include "actor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peer.h"

enum { LIFE_LEAST = 10, LIFE_MOST = 1500 };

/* A generator of Lehmer's kind (Park and Miller's numbers). */
unsigned stage_random(struct stage *s, unsigned n)
{
	s->random = (uint32_t)((uint64_t)s->random * 48271 % 2147483647);
	return s->random % n;
}

static void open_room(struct actor *a)
{
	static const char *const rules[] = {"freestyle", "standard", "renju", "caro"};
	static const char *const openings[] = {"free", "free", "free", "swap2"};
	/* Short ones: a game that everyone has left ends by its clock, and its room with it. */
	static const char *const times[] = {"5+1", "3+2x2", "4/move"};
	struct stage *s = a->stage;
	const char *opening = openings[stage_random(s, 4)];
	bool bot = strcmp(opening, "free") == 0 && stage_random(s, 3) == 0;

	peer_send(a->peer, "create rule=%s size=%u time=%s opening=%s white=%s absence=5 :soak %u",
	    rules[stage_random(s, 4)], 10 + stage_random(s, 10), times[stage_random(s, 3)], opening,
	    bot ? "ai:1" : "open", s->lives > UINT32_MAX ? 0 : (unsigned)s->lives);
}

/* One of the last few rooms. */
static unsigned some_room(struct stage *s)
{
	unsigned back = stage_random(s, 8);

	return s->last_room > back ? s->last_room - back : 1;
}

static void long_line(struct actor *a)
{
	char text[1500];

	memset(text, 'x', sizeof text - 1);
	text[sizeof text - 1] = '\0';
	peer_send(a->peer, "%s", text);
}

/* Words that mean the same each time. */
static void say_plain(struct actor *a)
{
	static const char *const lines[] = {"undo", "draw", "abort", "resign", "rematch", "ready",
	    "leave", "stand", "board", "sync", "rooms", "rooms open", "who", "status", "help",
	    "help move", "levels", "set board=on", "set board=list", "set board=off", "ping",
	    "pass", "choose black", "choose white", "say :\xe5\xa5\xbd hello to all",
	    "lobby :anyone for a game?", "tell ~load :are you there?", "seek range=2500-3000",
	    "unseek", "seeks", "games", "top", "whois ~load", "hint",
	    "hello 1 client=soak/1 caps=ping", "mvoe h8", "move z99 ply=x", "create rule=chess",
	    "say", "\x01", "#tag ping", "#tag", ":", "invite", "room", "seat white open",
	    "seat white ai:2", "unmute ~load", "mute ~load"};

	peer_send(a->peer, "%s", lines[stage_random(a->stage, sizeof lines / sizeof *lines)]);
}

static void join_room(struct actor *a)
{
	peer_send(
	    a->peer, stage_random(a->stage, 4) ? "join r%u" : "watch r%u", some_room(a->stage));
}

/* Into a room, or on with the game. */
static void act_well(struct actor *a)
{
	struct stage *s = a->stage;

	if (a->room == 0 && stage_random(s, 3) == 0)
		open_room(a);
	else if (a->room == 0)
		join_room(a);
	else if (a->turn)
		peer_send(a->peer, "move %c%u room=r%u", 'a' + (int)stage_random(s, 15),
		    1 + stage_random(s, 15), a->room);
	else
		peer_send(a->peer, "ping");
}

static void act(struct actor *a)
{
	struct stage *s = a->stage;
	unsigned what = stage_random(s, 1000);

	s->commands++;
	if (!a->name) {
		a->name = ++s->last_name;
		peer_send(a->peer, "guest soak%u", a->name);
	} else if (a->rooms_first > 0) {
		a->rooms_first--;
		open_room(a);
	} else if (what < 900) {
		act_well(a);
	} else if (what < 905) {
		open_room(a);
	} else if (what < 910) {
		join_room(a);
	} else if (what < 920) {
		peer_send(a->peer, "leave r%u", a->room);
	} else if (what < 950) {
		peer_send(a->peer, "%s %u", stage_random(s, 3) ? "accept" : "decline", a->offer);
	} else if (what < 952) {
		long_line(a);
	} else {
		say_plain(a);
	}
}

static void gone(struct actor *a)
{
	a->peer = NULL;
}

void actor_go(struct actor *a)
{
	if (!a->peer || a->going)
		return;
	switch (stage_random(a->stage, 4)) {
	case 0:
		a->going = true;
		peer_send(a->peer, "quit");
		break;
	case 1:
		peer_reset(a->peer);
		gone(a);
		break;
	default:
		peer_close(a->peer);
		gone(a);
	}
}

static unsigned number_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at ? (unsigned)strtoul(at + strlen(key), NULL, 10) : 0;
}

/* Whose turn it is is told with every change of a game. */
static void on_turn(struct actor *a, const char *line)
{
	if (number_of(line, " room=r") == a->room && strstr(line, " act="))
		a->turn = number_of(line, " act=~soak") == a->name;
}

static void on_event(struct actor *a, const char *line)
{
	on_turn(a, line);
	if (strncmp(line, "*hello ", 7) == 0)
		act(a);
	else if (strncmp(line, "*offer ", 7) == 0)
		a->offer = number_of(line, " id=");
	else if (strncmp(line, "*end ", 5) == 0)
		a->stage->games++;
	else if (strncmp(line, "*bye ", 5) == 0)
		a->bye = true;
	if (strncmp(line, "*end ", 5) == 0)
		a->turn = false;
}

/* What an answer says about where one is. */
static void on_final(struct actor *a, const char *line)
{
	struct stage *s = a->stage;

	if (strncmp(line, "+created ", 9) == 0)
		s->last_room = a->room = number_of(line, " room=r");
	else if (strncmp(line, "+joined ", 8) == 0 || strncmp(line, "+watching ", 10) == 0)
		a->room = number_of(line, " room=r");
	else if (strncmp(line, "+left ", 6) == 0 && number_of(line, " room=r") == a->room)
		a->room = 0;
	s->refusals += line[0] == '-';
}

static void on_line(void *arg, char *line, size_t len)
{
	struct actor *a = arg;

	(void)len;
	if (line[0] == '#')
		line += strcspn(line, " ") + 1;
	if (line[0] == '*') {
		on_event(a, line);
		return;
	}
	if (line[0] == '=')
		return;
	on_final(a, line);
	if (a->going)
		return;
	if (a->left-- > 0)
		act(a);
	else
		actor_go(a);
}

static void on_lost(void *arg, const char *why)
{
	struct actor *a = arg;

	(void)why;
	a->stage->cut += !a->bye;
	gone(a);
}

static const struct peer_handler handler = {.line = on_line, .lost = on_lost};

void actor_come(struct actor *a, struct stage *s, int rooms_first)
{
	*a = (struct actor){.stage = s,
	    .rooms_first = rooms_first,
	    .left = LIFE_LEAST + (int)stage_random(s, LIFE_MOST - LIFE_LEAST)};
	s->lives++;
	a->peer = peer_open(s->port, &handler, a);
}
