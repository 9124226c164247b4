/* Feeds lines of the server to a model, as the tests of the client do. */
#ifndef GOMOKU_TEST_FEED_H
#define GOMOKU_TEST_FEED_H

#include <string.h>

#include <cmocka.h>

#include "client/model.h"

/* The room that most tests are about: a game against a bot, just begun. */
#define SYNC                                                                                       \
	"*sync room=r1 seq=1 rev=1 rule=freestyle size=15 time=none opening=free "                 \
	"phase=play state=playing owner=~ann rated=no undo=on foul=refuse turn=black act=~ann "    \
	"black=~ann white=ai:2 ply=0 clock=-,- running=- absent=- offers=- score=0-0 watchers=0 "  \
	"moves=-"

static inline int feed_at(struct model *m, const char *line, int64_t now_ms)
{
	struct wire_line w;

	if (wire_parse_server(&w, line, strlen(line)) != WIRE_FINE)
		fail_msg("no line of the server: %s", line);
	return model_feed(m, &w, now_ms);
}

/* Feeds lines up to a NULL, all of which the model must take. */
static inline void feed(struct model *m, const char *const *lines)
{
	for (; *lines != NULL; lines++)
		if (feed_at(m, *lines, 0) < 0)
			fail_msg("%s: %s", *lines, m->fault);
}

/* A model of ~ann's in the room r1, whose game has just begun. */
static inline void model_in_game(struct model *m)
{
	static const char *const lines[] = {
	    "*hello proto=1 server=gomokud/0.1.0 name=home levels=1-10 :Type \"guest NAME\"",
	    "+welcome user=~ann rooms=-",
	    "+created room=r1",
	    SYNC,
	    NULL,
	};

	model_init(m);
	feed(m, lines);
}

#endif
