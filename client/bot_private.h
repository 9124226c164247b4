/*
 * What the files of a bot share among themselves: bot.c looks for games and answers people,
 * bot_play runs the engine and plays its moves.
 */
#ifndef GOMOKU_BOT_PRIVATE_H
#define GOMOKU_BOT_PRIVATE_H

#include "bot.h"
#include "child.h"
#include "gomocup.h"
#include "trial.h"

enum { BOT_LINE = 256 };

/* What the engine was asked. */
enum bot_question {
	BOT_MOVE,
	BOT_OPENING, /* SWAP2BOARD */
	BOT_TRIAL,   /* a move of a game with itself, to find out which colour is better */
};

struct bot {
	struct app *app;
	struct event_base *base;
	void (*stop)(void *arg);
	void *stop_arg;
	struct child engine;
	unsigned starts; /* of it */
	struct event *output, *deadline;
	char line[BOT_LINE]; /* the beginning of what it says */
	size_t len;
	bool asked; /* about this position: */
	enum bot_question question;
	char room[MODEL_ID];
	int64_t rev;
	int plies;
	bool knows_openings; /* SWAP2BOARD, as far as we know */
	/* Stones of an opening that were decided together, of which the first is that of ply
	 * `placed_from` in placed_room. */
	struct gomocup_stones placed;
	char placed_room[MODEL_ID];
	int placed_from;
	struct trial trial;
	int64_t trial_until; /* when it ends, whatever it has found */
	int failures;	     /* in a row */
	int games;	     /* that have ended */
};

/* Starts the engine. 0, or -1 with errno. */
int bot_start_engine(struct bot *b);
void bot_end_engine(struct bot *b);
/* The game that the engine was asked about is over. */
void bot_forget(struct bot *b);
/* Plays where it is ours to play: asks the engine. */
void bot_consider(struct bot *b);
/* Carries a command out, as if its owner had typed it. */
void bot_run(struct bot *b, const char *command);

#endif
