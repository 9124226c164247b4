/* What is said to the floor: floor.c tells what its lines mean. */
#include <string.h>

#include "hall.h"

static void arrive(struct guest *g)
{
	peer_send(g->peer, "i %d", g->number);
}

static void line(struct guest *g, char *text)
{
	struct table *t = g->table;

	switch (text[0]) {
	case 'i':
		guest_is_ready(g);
		if (g->role == SIDE && g->side == 1)
			table_is_due(t);
		break;
	case 'e':
		guest_echoed(g);
		break;
	case 't':
		if (table_received(t)) {
			t->mover = 1 - t->mover;
			table_is_due(t);
		}
		break;
	default:
		die("the floor says: %s", text);
	}
}

/* As long as a move of the daemon's. */
static void turn(struct table *t)
{
	struct guest *g = t->side[t->mover];

	t->ply++;
	if (t->watchers)
		peer_send(g->peer, "a move h8 ply=%d rev=1 room=r%d", t->ply, t->number);
	else
		peer_send(g->peer, "t %d move h8 ply=%d rev=1 room=r%d",
		    t->side[1 - t->mover]->number, t->ply, t->number);
}

static void echo(struct guest *g)
{
	peer_send(g->peer, "e word%d", g->number);
}

const struct dialect dialect_floor = {arrive, line, turn, echo};
