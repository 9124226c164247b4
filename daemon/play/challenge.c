/* Challenges: from one user to another, about a seat or a room to be made. */
#include <stdlib.h>

#include "daemon/wire/wire.h"
#include "pairing_private.h"

static int count_made(const struct user *u)
{
	const struct challenge *ch;
	int n = 0;

	TAILQ_FOREACH(ch, &u->made, from_link)
	n++;
	return n;
}

static int count_received(const struct user *u)
{
	const struct challenge *ch;
	int n = 0;

	TAILQ_FOREACH(ch, &u->received, to_link)
	n++;
	return n;
}

bool pairing_may_challenge(const struct user *from, const struct user *to)
{
	return count_made(from) < LIMIT_CHALLENGES_MADE &&
	       count_received(to) < LIMIT_CHALLENGES_RECEIVED;
}

void challenge_tell(const struct challenge *ch)
{
	const struct room_settings *s = ch->room ? &ch->room->settings : ch->settings;
	struct wire_out o;
	char tc[CLOCK_TEXT];

	wire_begin(&o, WIRE_EVENT, NULL, "challenge");
	wire_key(&o, "id", "%u", ch->id);
	wire_key(&o, "from", "%s", ch->from->name);
	if (ch->room) {
		wire_key(&o, "room", "%s", ch->room->id);
		wire_key(&o, "side", "%s", ch->seat ? "white" : "black");
	}
	wire_key(&o, "rule", "%s", rule_name(s->rule));
	wire_key(&o, "size", "%d", s->size);
	wire_key(&o, "time", "%s", time_control_format(&s->tc, tc));
	wire_key(&o, "opening", "%s", opening_name(s->opening));
	wire_key(&o, "rated", "%s", s->rated ? "yes" : "no");
	wire_text(&o, "%s asks you for a game: \"accept %u\" or \"decline %u\"", ch->from->name,
	    ch->id, ch->id);
	user_send(ch->to, o.buf, wire_end(&o));
}

struct challenge *pairing_challenge(struct pairing *p, unsigned id, struct user *from,
    struct user *to, struct room *room, int seat, struct room_settings *settings)
{
	struct challenge *ch = pairing_may_challenge(from, to) ? calloc(1, sizeof *ch) : NULL;

	if (!ch) {
		free(settings);
		return NULL;
	}
	*ch = (struct challenge){.id = id,
	    .pairing = p,
	    .from = from,
	    .to = to,
	    .room = room,
	    .seat = seat,
	    .settings = settings};
	TAILQ_INSERT_TAIL(&p->unwritten, ch, unwritten_link);
	TAILQ_INSERT_TAIL(&from->made, ch, from_link);
	TAILQ_INSERT_TAIL(&to->received, ch, to_link);
	if (room)
		room->seat[seat].held = ch;
	challenge_tell(ch);
	return ch;
}

struct challenge *pairing_find_challenge(const struct user *u, unsigned id)
{
	struct challenge *ch;

	TAILQ_FOREACH(ch, &u->received, to_link)
	if (ch->id == id)
		return ch;
	TAILQ_FOREACH(ch, &u->made, from_link)
	if (ch->id == id)
		return ch;
	return NULL;
}

void challenge_gone(struct challenge *ch, const char *why)
{
	struct wire_out o;
	size_t len;

	challenge_forget(ch);
	TAILQ_REMOVE(&ch->from->made, ch, from_link);
	TAILQ_REMOVE(&ch->to->received, ch, to_link);
	if (ch->room)
		ch->room->seat[ch->seat].held = NULL;
	wire_begin(&o, WIRE_EVENT, NULL, "challenge-gone");
	wire_key(&o, "id", "%u", ch->id);
	wire_key(&o, "why", "%s", why);
	len = wire_end(&o);
	user_send(ch->from, o.buf, len);
	user_send(ch->to, o.buf, len);
	free(ch->settings);
	free(ch);
}

void pairing_room_gone(struct room *r)
{
	for (int i = 0; i < 2; i++)
		if (r->seat[i].held)
			challenge_gone(r->seat[i].held, "gone");
}
