/*
 * What the screen shows and where: everything that the drawing functions read, and nothing that
 * they change. Owned by tui.c.
 */
#ifndef GOMOKU_TUI_VIEW_H
#define GOMOKU_TUI_VIEW_H

#include "client/analysis.h"
#include "client/app.h"
#include "client/forbid.h"
#include "client/scroll.h"
#include "layout.h"
#include "prompt.h"
#include "style.h"
#include "zones.h"

/* What stands beside the board, or instead of it. */
enum view_pane { PANE_TALK, PANE_MOVES, PANE_LOBBY };

struct view {
	const struct model *model;
	const struct lobby *lobby;	 /* NULL: there is none */
	const struct model_room *room;	 /* the one shown, NULL for none */
	const struct model_room *game;	 /* the same with all its moves */
	const struct analysis *analysis; /* what each of those was worth, NULL: not known */
	enum view_pane pane;
	bool covered;	      /* talk or moves stand in place of the board: view_covers */
	bool numbers;	      /* stones show their move's number */
	const char *where;    /* the server's address, or the file's name */
	int latency_ms;	      /* to the server and back, -1: not known */
	bool vi;	      /* letters move the cursor */
	bool offline;	      /* the connection is being made again */
	bool replay;	      /* nobody plays: a saved game is stepped through */
	struct forbid forbid; /* the forbidden points of the room */
	struct layout layout;
	struct style style;
	struct scroll scroll;
	struct prompt prompt;
	struct zones *zones;  /* what clicks mean, filled by drawing; NULL: nothing */
	int cursor;	      /* the point it stands on */
	int pick;	      /* the entry of the lobby that is picked, -1: none */
	int help;	      /* the page of help that covers the rest, 0: none */
	char flash[APP_TEXT]; /* said until the next key, "" for nothing */
	int64_t now_ms;	      /* when this picture is drawn */
	int caret_y, caret_x; /* where the terminal's own cursor goes */
};

/* The rows and columns of a board without a room: the usual one. */
enum { VIEW_SIZE = 15 };
static inline int view_size(const struct view *v)
{
	return v->room == NULL ? VIEW_SIZE : v->room->board.size;
}
/* Whether the lobby covers the board: when that was asked for, and when there is no room. */
static inline bool view_in_lobby(const struct view *v)
{
	return v->lobby != NULL && (v->room == NULL || v->pane == PANE_LOBBY);
}

/* Whether talk and moves have no place of their own beside the board. */
static inline bool view_lacks_panes(const struct view *v)
{
	enum { ROWS = 3 }; /* fewer are hardly a pane */

	return v->layout.fits && !v->layout.wide && v->layout.talk_h < ROWS;
}
/* Whether one of them covers the board, for as long as that was asked for. */
static inline bool view_covers(const struct view *v)
{
	return v->covered && view_lacks_panes(v) && v->room != NULL && !view_in_lobby(v);
}

#endif
