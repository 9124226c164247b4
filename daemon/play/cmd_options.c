/* Commands of a room's owner about the room itself: options, invite, eject. */
#include <stdio.h>
#include <string.h>

#include "cmd_people.h"
#include "pairing.h"
#include "terms.h"

/* Whether who sits there, or is asked to, can play by the settings. Refuses otherwise. */
static bool seats_fit(struct command *c, const struct room_settings *s)
{
	for (int i = 0; i < 2; i++) {
		const struct seat *seat = &c->room->seat[i];

		if (seat->kind == SEAT_AI && !bot_fits(c, seat->bot, s))
			return false;
		if (s->rated && seat->kind == SEAT_PERSON && seat->user->name[0] == '~') {
			refuse(c, "forbidden", "why", "guest", "%s is a guest; guests play unrated",
			    seat->user->name);
			return false;
		}
	}
	return true;
}

void cmd_options(struct command *c)
{
	struct room_settings s = c->room->settings;

	if (c->line->words == 0 && c->line->pairs == 0 && !c->line->text) {
		refuse_syntax(c, "What is to change is missing");
		return;
	}
	if (!terms_change(c, &s) || !seats_fit(c, &s))
		return;
	answer(c, WIRE_OK, "options");
	wire_key(&c->out, "room", "%s", c->room->id);
	answer_end(c);
	room_set_options(c->room, &s, c->now_ms);
	room_notice(c->room, "options", c->user->name,
	    "%s has changed the options; \"ready\" says that you play by them", c->user->name);
}

void cmd_invite(struct command *c)
{
	const struct room *r = c->room;
	const char *address = c->server->address, *word = r->code[0] ? r->code : r->id;

	answer(c, WIRE_OK, "invite");
	wire_key(&c->out, "room", "%s", r->id);
	wire_key(&c->out, "code", "%s", r->code);
	if (strcmp(address, "-") == 0) {
		wire_key(&c->out, "line", "-");
		wire_text(&c->out,
		    "Whoever is on this server types \"join %s\". The server does not know under "
		    "which name people outside reach it",
		    word);
	} else {
		wire_key(&c->out, "line", "%s/%s#%s", address, word, c->server->pin);
		wire_text(&c->out, "Send your friend that line: \"gomoku LINE\" brings them here");
	}
	answer_end(c);
}

void cmd_eject(struct command *c)
{
	struct user *u = named_user(c, c->line->word[0]);
	struct member *m = u ? room_member(c->room, u) : NULL;

	if (!u)
		return;
	if (!m || !m->present) {
		refuse(c, "no-such", "what", "user", "%s is not in %s", u->name, c->room->id);
		return;
	}
	if (u == c->user) {
		refuse(c, "forbidden", "why", "self", "To go yourself, type \"leave\"");
		return;
	}
	if (room_playing(c->room) && room_seat_of(c->room, u) >= 0) {
		refuse(c, "wrong-state", "why", room_state_name(room_state(c->room)),
		    "%s is playing; the game must end first", u->name);
		return;
	}
	answer(c, WIRE_OK, "ejected");
	wire_key(&c->out, "room", "%s", c->room->id);
	wire_key(&c->out, "user", "%s", u->name);
	answer_end(c);
	room_eject(c->room, u, c->now_ms);
}
