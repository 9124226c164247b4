#include "lobby.h"

#include <stdio.h>
#include <string.h>

#include "model_read.h"

static const char *const row_names[LOBBY_KINDS] = {"room", "seek", "user"};
static const char *const final_names[LOBBY_KINDS] = {"rooms", "seeks", "who"};

static bool is_yes(const struct wire_line *w, const char *key)
{
	const char *v = read_value(w, key);

	return v != NULL && strcmp(v, "yes") == 0;
}

static void take_room(struct lobby_room *r, const struct wire_line *w)
{
	memset(r, 0, sizeof(*r));
	read_copy(r->id, sizeof(r->id), w, "id");
	read_copy(r->rule, sizeof(r->rule), w, "rule");
	read_copy(r->time, sizeof(r->time), w, "time");
	read_copy(r->seat[0], sizeof(r->seat[0]), w, "black");
	read_copy(r->seat[1], sizeof(r->seat[1]), w, "white");
	model_copy(r->title, sizeof(r->title), w->text);
	r->state = read_state(read_value(w, "state"));
	read_int(w, "size", &r->size);
	read_int(w, "ply", &r->ply);
	r->rated = is_yes(w, "rated");
}

static void take_seek(struct lobby_seek *s, const struct wire_line *w)
{
	memset(s, 0, sizeof(*s));
	read_copy(s->user, sizeof(s->user), w, "user");
	read_copy(s->rule, sizeof(s->rule), w, "rule");
	read_copy(s->time, sizeof(s->time), w, "time");
	read_copy(s->opening, sizeof(s->opening), w, "opening");
	read_int(w, "size", &s->size);
	read_int(w, "rating", &s->rating);
	s->rated = is_yes(w, "rated");
}

static void take_user(struct lobby_user *u, const struct wire_line *w)
{
	memset(u, 0, sizeof(*u));
	read_copy(u->name, sizeof(u->name), w, "name");
	read_copy(u->rooms, sizeof(u->rooms), w, "rooms");
	u->bot = is_yes(w, "bot");
}

static void take_row(struct lobby *l, enum lobby_kind kind, const struct wire_line *w)
{
	int i = l->filling[kind];

	if (i >= LOBBY_ROWS)
		return;
	l->filling[kind]++;
	switch (kind) {
	case LOBBY_ROOM:
		take_room(&l->room[i], w);
		break;
	case LOBBY_SEEK:
		take_seek(&l->seek[i], w);
		break;
	case LOBBY_USER:
		take_user(&l->user[i], w);
		break;
	case LOBBY_KINDS:
		break;
	}
}

static void take_final(struct lobby *l, enum lobby_kind kind, const struct wire_line *w)
{
	l->count[kind] = l->total[kind] = l->filling[kind];
	l->filling[kind] = 0;
	read_int(w, "total", &l->total[kind]);
	l->known = l->known || kind == LOBBY_USER; /* they are asked for in this order */
}

void lobby_feed(struct lobby *l, const struct wire_line *w)
{
	for (int kind = 0; kind < LOBBY_KINDS; kind++)
		if (w->kind == WIRE_ROW && strcmp(w->name, row_names[kind]) == 0)
			take_row(l, (enum lobby_kind)kind, w);
		else if (w->kind == WIRE_OK && strcmp(w->name, final_names[kind]) == 0)
			take_final(l, (enum lobby_kind)kind, w);
}

int lobby_items(const struct lobby *l)
{
	return l->count[LOBBY_ROOM] + l->count[LOBBY_SEEK] + l->count[LOBBY_USER];
}

struct lobby_item lobby_item(const struct lobby *l, int i)
{
	for (int kind = 0; kind < LOBBY_KINDS && i >= 0; kind++) {
		if (i < l->count[kind])
			return (struct lobby_item){(enum lobby_kind)kind, i};
		i -= l->count[kind];
	}
	return (struct lobby_item){LOBBY_KINDS, 0};
}

const char *lobby_key(const struct lobby *l, int i, char key[static LOBBY_KEY])
{
	struct lobby_item item = lobby_item(l, i);

	key[0] = '\0';
	switch (item.kind) {
	case LOBBY_ROOM:
		snprintf(key, LOBBY_KEY, "r %s", l->room[item.index].id);
		break;
	case LOBBY_SEEK:
		snprintf(key, LOBBY_KEY, "s %s", l->seek[item.index].user);
		break;
	case LOBBY_USER:
		snprintf(key, LOBBY_KEY, "u %s", l->user[item.index].name);
		break;
	case LOBBY_KINDS:
		break;
	}
	return key;
}

int lobby_find(const struct lobby *l, const char *key, int near)
{
	int items = lobby_items(l);
	char other[LOBBY_KEY];

	for (int i = 0; i < items && key[0] != '\0'; i++)
		if (strcmp(lobby_key(l, i, other), key) == 0)
			return i;
	return near < items ? near : items - 1;
}

static bool command_of_room(
    const struct lobby_room *r, const struct model *m, char *command, size_t size)
{
	bool free_seat = strcmp(r->seat[0], "open") == 0 || strcmp(r->seat[1], "open") == 0;

	if (model_room(m, r->id) != NULL)
		return true; /* we are there: it is only to be shown */
	snprintf(command, size, "%s %s", free_seat ? "join" : "watch", r->id);
	return true;
}

bool lobby_command(const struct lobby *l, int i, const struct model *m, char *command, size_t size)
{
	struct lobby_item item = lobby_item(l, i);
	const struct lobby_seek *s = &l->seek[item.index];
	const struct lobby_user *u = &l->user[item.index];

	command[0] = '\0';
	switch (item.kind) {
	case LOBBY_ROOM:
		return command_of_room(&l->room[item.index], m, command, size);
	case LOBBY_SEEK:
		if (strcmp(s->user, m->user) == 0)
			snprintf(command, size, "unseek");
		else
			snprintf(command, size, "seek%s rule=%s size=%d time=%s opening=%s",
			    s->rated ? " rated" : "", s->rule, s->size, s->time, s->opening);
		return true;
	case LOBBY_USER:
		if (strcmp(u->name, m->user) != 0)
			snprintf(command, size, "challenge %s ", u->name);
		return false;
	case LOBBY_KINDS:
		break;
	}
	return true;
}
