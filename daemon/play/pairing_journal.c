/*
 * Seeks and challenges in the journal: what waits when the server ends still waits when it comes
 * back. A seek is part of its user's record; a challenge is a record of its own, written at the end
 * of its turn, after the users and rooms that it is about.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store/journal.h"
#include "daemon/text.h"
#include "daemon/wire/wire.h"
#include "pairing_private.h"
#include "state.h"

void pairing_add_seek(struct text *t, const struct seek *s)
{
	const struct seek_terms *terms = &s->terms;
	char tc[CLOCK_TEXT], bot[BOT_TEXT];

	text_add(t, " seek=%d:%d:%s:%d:%d:%d:%d:%d:%s:%lld", (int)terms->rule, terms->size,
	    time_control_format(&terms->tc, tc), (int)terms->opening, terms->rated, s->bots,
	    s->node.lo, s->node.hi,
	    s->fill_bot ? bot_text(lobby_roster(s->pairing->lobby), s->fill_bot, bot) : "-",
	    (long long)s->fill_ms);
}

enum { SEEK_PARTS = 11 };

/* "ai:2" is two of the parts, "-" one. Cuts them apart; returns how many there are. */
static int cut(char *text, char *part[SEEK_PARTS])
{
	int n = 0;

	for (char *colon; n < SEEK_PARTS; text = colon + 1) {
		part[n++] = text;
		if (!(colon = strchr(text, ':')))
			break;
		*colon = '\0';
	}
	return n;
}

int pairing_restore_seek(struct pairing *p, struct user *u, const char *text)
{
	struct seek s = {.user = u};
	char copy[160], *part[SEEK_PARTS];
	int64_t rule, size, opening, rated, bots, lo, hi;
	int n;

	pairing_unseek(u);
	if (!text)
		return 0;
	snprintf(copy, sizeof copy, "%s", text);
	n = cut(copy, part);
	if (n < SEEK_PARTS - 1 || wire_int(part[0], 0, RULE_COUNT - 1, &rule) < 0 ||
	    wire_int(part[1], BOARD_MIN, BOARD_MAX, &size) < 0 ||
	    time_control_parse(&s.terms.tc, part[2]) < 0 ||
	    wire_int(part[3], 0, OPENING_COUNT - 1, &opening) < 0 ||
	    wire_int(part[4], 0, 1, &rated) < 0 || wire_int(part[5], 0, 1, &bots) < 0 ||
	    wire_int(part[6], RATING_MIN, RATING_MAX, &lo) < 0 ||
	    wire_int(part[7], RATING_MIN, RATING_MAX, &hi) < 0 ||
	    wire_int(part[n - 1], 0, INT64_MAX / 2, &s.fill_ms) < 0)
		return -1;
	s.terms.rule = (enum rule)rule;
	s.terms.size = (int)size;
	s.terms.opening = (enum opening)opening;
	s.terms.rated = rated;
	s.bots = bots;
	s.node.lo = (int)lo;
	s.node.hi = (int)hi;
	s.node.rating = pairing_rating(u, s.terms.rule);
	/* One that the configuration has no more does not come. */
	if (n == SEEK_PARTS)
		s.fill_bot = bot_read(lobby_roster(p->lobby), part[n - 2], true);
	return pairing_wait(p, &s, 0) ? 0 : -1;
}

static void add_challenge(struct pairing *p, const struct challenge *ch)
{
	static struct text t;

	text_clear(&t);
	text_add(&t, "challenge id=%u from=%u to=%u", ch->id, ch->from->id, ch->to->id);
	if (ch->room)
		text_add(&t, " room=%u seat=%d", ch->room->number, ch->seat);
	else
		state_add_settings(&t, ch->settings, lobby_roster(p->lobby));
	journal_add(lobby_journal(p->lobby), t.s, t.len);
}

void pairing_journal_changes(struct pairing *p)
{
	struct challenge *ch;

	while ((ch = TAILQ_FIRST(&p->unwritten))) {
		TAILQ_REMOVE(&p->unwritten, ch, unwritten_link);
		ch->written = true;
		add_challenge(p, ch);
	}
}

void pairing_snapshot(struct pairing *p, const struct user *u)
{
	const struct challenge *ch;

	TAILQ_FOREACH(ch, &u->made, from_link)
	if (ch->written)
		add_challenge(p, ch);
}

void challenge_forget(struct challenge *ch)
{
	struct pairing *p = ch->pairing;
	char text[48];
	int len;

	if (!ch->written) {
		TAILQ_REMOVE(&p->unwritten, ch, unwritten_link);
	} else if (lobby_journal(p->lobby)) {
		len = snprintf(text, sizeof text, "challenge-gone id=%u", ch->id);
		journal_add(lobby_journal(p->lobby), text, (size_t)len);
	}
}

static void drop_kept(struct pairing *p, struct kept_challenge *k)
{
	TAILQ_REMOVE(&p->kept, k, link);
	free(k->settings);
	free(k);
}

void pairing_forget_kept(struct pairing *p)
{
	struct kept_challenge *k;

	while ((k = TAILQ_FIRST(&p->kept)))
		drop_kept(p, k);
}

int pairing_restore_gone(struct pairing *p, const struct state_record *s)
{
	struct kept_challenge *k;
	int64_t id;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0)
		return -1;
	TAILQ_FOREACH(k, &p->kept, link)
	if (k->id == id) {
		drop_kept(p, k);
		return 0;
	}
	return 0;
}

/* The record's numbers. -1 when they make no sense. */
static int read_kept(struct pairing *p, const struct state_record *s, struct kept_challenge *k)
{
	int64_t id, from, to, room = 0, seat = 0;

	if (state_int(s, "id", 1, UINT32_MAX, &id) < 0 ||
	    state_int(s, "from", 1, UINT32_MAX, &from) < 0 ||
	    state_int(s, "to", 1, UINT32_MAX, &to) < 0)
		return -1;
	if (state_get(s, "room")) {
		if (state_int(s, "room", 1, UINT32_MAX, &room) < 0 ||
		    state_int(s, "seat", 0, 1, &seat) < 0)
			return -1;
	} else if (!(k->settings = malloc(sizeof *k->settings)) ||
		   state_read_settings(s, lobby_roster(p->lobby), k->settings) < 0) {
		return -1;
	}
	k->id = (unsigned)id;
	k->from = (unsigned)from;
	k->to = (unsigned)to;
	k->room = (unsigned)room;
	k->seat = (int)seat;
	return 0;
}

int pairing_restore_challenge(struct pairing *p, const struct state_record *s)
{
	struct kept_challenge *k = calloc(1, sizeof *k);

	if (!k)
		return -1;
	TAILQ_INSERT_TAIL(&p->kept, k, link);
	if (read_kept(p, s, k) == 0)
		return 0;
	drop_kept(p, k);
	return -1;
}

void pairing_restored(struct pairing *p, struct user *(*find)(void *arg, unsigned id), void *arg)
{
	struct kept_challenge *k;
	char id[ROOM_ID];

	while ((k = TAILQ_FIRST(&p->kept))) {
		struct user *from = find(arg, k->from), *to = find(arg, k->to);
		struct room *r = NULL;

		if (k->room) {
			snprintf(id, sizeof id, "r%u", k->room);
			r = lobby_room(p->lobby, id);
		}
		/* A seat that is no longer open has been given to somebody else. */
		if (from && to && !!r == !!k->room && (!r || r->seat[k->seat].kind == SEAT_OPEN)) {
			pairing_challenge(p, k->id, from, to, r, k->seat, k->settings);
			k->settings = NULL;
		}
		drop_kept(p, k);
	}
}
