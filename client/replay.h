/*
 * A saved game, stepped through: the file as a record, and the position after any number of its
 * moves in the model's terms, so that it is shown as a room is. Pure but for reading the file.
 */
#ifndef GOMOKU_REPLAY_H
#define GOMOKU_REPLAY_H

#include "engine/game/record.h"
#include "model.h"

enum { REPLAY_WHY = 600 };

struct replay {
	struct record record;
	struct record_report report; /* its warnings */
	struct model model;	     /* that of somebody who only looks */
	struct model_room whole;     /* all of the game */
	struct model_room room;	     /* as it is shown */
	int at;			     /* how many moves are shown, 0..record.plies */
};

/*
 * Reads a file, .sgf or .psq by its name, else by how it begins. `rule` is for files that do not
 * name one. 0, or -1 with why: a sentence that names the file and the place.
 */
int replay_load(struct replay *p, const char *path, enum rule rule, char why[static REPLAY_WHY]);
/* Shows the position after so many moves, the nearest there is. */
void replay_go(struct replay *p, int plies);
/* The move that led to the position shown: "Move 3: black h8." "" at the start. */
void replay_tell_move(const struct replay *p, char *buf, size_t size);
/* How the game ended: "Black won: five in a row.", or that the file does not tell. */
void replay_tell_result(const struct replay *p, char *buf, size_t size);
/* The i-th thing to be said about the game beside its moves (event, place, date, note, warnings).
 * False when there are no more. */
bool replay_remark(const struct replay *p, int i, char *buf, size_t size);

#endif
