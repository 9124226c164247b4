#include "harness.h"

#include <stdio.h>
#include <string.h>

/* Copies a value out of a line, which lasts only until the client's next call. */
static void keep(char *buf, size_t size, const char *value)
{
	int n = snprintf(buf, size, "%s", value);

	assert_true(n >= 0 && (size_t)n < size);
}

void table_open(
    struct table *t, struct server *s, const char *black, const char *white, const char *options)
{
	t->server = s;
	t->ply = 0;
	t->black = client_guest(s, black);
	t->white = client_guest(s, white);
	keep(t->room, sizeof t->room,
	    line_value(client_ask(t->black, "+created room=*", "create %s", options), "room"));
	client_event(t->black, "sync room=%s owner=~%s moves=-", t->room, black);
	client_event(t->black, "seat room=%s side=black user=~%s state=open", t->room, black);
	client_send(t->white, "join %s", t->room);
	client_want(t->white, "+joined room=%s as=white", t->room);
	client_event(t->white, "sync room=%s owner=~%s moves=-", t->room, black);
	client_event(
	    t->white, "start room=%s black=~%s white=~%s turn=black", t->room, black, white);
	client_event(
	    t->black, "start room=%s black=~%s white=~%s turn=black", t->room, black, white);
}

struct client *table_turn(const struct table *t)
{
	return t->ply % 2 == 0 ? t->black : t->white;
}

void table_play(struct table *t, const char *points)
{
	char copy[1024], *rest = copy, *point;

	keep(copy, sizeof copy, points);
	while ((point = strsep(&rest, " ")) != NULL) {
		struct client *mover = table_turn(t);
		const char *side = mover == t->black ? "black" : "white";

		t->ply++;
		client_send(mover, "move %s room=%s", point, t->room);
		client_want(mover, "+moved room=%s ply=%d", t->room, t->ply);
		client_event(
		    t->black, "move room=%s ply=%d side=%s at=%s", t->room, t->ply, side, point);
		client_event(
		    t->white, "move room=%s ply=%d side=%s at=%s", t->room, t->ply, side, point);
	}
}

void table_end(struct table *t, const char *pattern)
{
	client_event(t->black, "end room=%s %s", t->room, pattern);
	client_event(t->white, "end room=%s %s", t->room, pattern);
}

void table_moves(struct client *c, const char *room, char *buf, size_t size)
{
	client_ask(c, "+sync", "sync room=%s", room);
	assert_int_equal(client_rows(c), 1);
	keep(buf, size, line_value(client_row(c, 0), "moves"));
}
