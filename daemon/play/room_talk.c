/* What a room passes on to some of those inside: talk, and how far a bot has come. */
#include "daemon/wire/wire.h"
#include "room.h"

void room_talk(struct room *r, const struct user *from, struct wire_out *o)
{
	bool hidden = r->settings.rated && room_playing(r) && room_seat_of(r, from) < 0;
	size_t len = wire_end(o);
	struct member *m;

	TAILQ_FOREACH(m, &r->members, room_link)
	if (m->present && !user_mutes(m->user, from->name) &&
	    !(hidden && room_seat_of(r, m->user) >= 0))
		room_hand(m, o->buf, len);
}

void room_thinking(struct room *r, const struct progress *p, int64_t now_ms)
{
	struct member *m;
	struct wire_out o;
	size_t len;

	if (r->settings.rated || now_ms < r->thinking_told_ms + LIMIT_THINKING_EVERY_MS)
		return;
	r->thinking_told_ms = now_ms;
	wire_begin(&o, WIRE_EVENT, NULL, "thinking");
	wire_key(&o, "room", "%s", r->id);
	wire_key(&o, "depth", "%lld", (long long)p->depth);
	wire_key(&o, "nodes", "%lld", (long long)p->nodes);
	wire_key(&o, "value", "%lld", (long long)p->value);
	wire_key(&o, "ms", "%lld", (long long)p->ms);
	len = wire_end(&o);
	TAILQ_FOREACH(m, &r->members, room_link)
	if (m->present && m->user->thinking)
		room_hand(m, o.buf, len);
}
