/*
 * What the screen shows and where: everything that the drawing functions read, and nothing that
 * they change. Owned by tui.c.
 */
#ifndef GOMOKU_TUI_VIEW_H
#define GOMOKU_TUI_VIEW_H

#include "client/app.h"
#include "client/forbid.h"
#include "client/scroll.h"
#include "layout.h"
#include "prompt.h"
#include "style.h"

struct view {
	const struct model *model;
	const struct model_room *room; /* the one shown, NULL for none */
	const char *where;	       /* the server's address, or the file's name */
	bool vi;		       /* letters move the cursor */
	bool offline;		       /* the connection is being made again */
	bool replay;		       /* nobody plays: a saved game is stepped through */
	struct forbid forbid;	       /* the forbidden points of the room */
	struct layout layout;
	struct style style;
	struct scroll scroll;
	struct prompt prompt;
	int cursor;	      /* the point it stands on */
	bool help;	      /* the help covers the rest */
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

#endif
