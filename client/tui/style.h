/*
 * How things look: the signs of the board in UTF-8 or ASCII, and the attributes, in as many colours
 * as the terminal has. Stones differ by their shape; a colour only ever repeats what is told
 * already.
 */
#ifndef GOMOKU_TUI_STYLE_H
#define GOMOKU_TUI_STYLE_H

#include <stdbool.h>

#include <ncurses.h>

enum style_role {
	STYLE_TEXT,
	STYLE_DIM,    /* numbers, letters, hints */
	STYLE_STRONG, /* who is to move, results */
	STYLE_GRID,   /* the lines of the board */
	STYLE_BLACK,
	STYLE_WHITE,
	STYLE_NUMBER_BLACK, /* a move's number instead of its stone */
	STYLE_NUMBER_WHITE,
	STYLE_MARK,	 /* round the last stone */
	STYLE_LAST,	 /* the last stone where there is no place for a mark */
	STYLE_FORBIDDEN, /* a point that black may not play */
	STYLE_CURSOR,	 /* round the cursor's point */
	STYLE_WIN_BLACK, /* stones of the winning row */
	STYLE_WIN_WHITE,
	STYLE_ALERT, /* a refusal */
	STYLE_ASK,   /* an offer to be answered */
	STYLE_HINT,  /* a good move, on the board */
	STYLE_PICK,  /* the entry of a list that is picked */
	STYLE_ROLES,
};

/* The signs that are not letters. Each takes one column. */
struct style_signs {
	const char *black, *white;
	const char *point[3][3]; /* by edge: bottom, inside, top; left, inside, right */
	const char *star;
	const char *forbidden; /* a point that black may not play */
	const char *line;      /* between two points of a row */
	const char *dot;       /* between two things said in a row */
	const char *turn;      /* in front of who is to move */
	const char *rule;
	const char *times;	  /* 15x15 */
	const char *full, *empty; /* of a bar */
	const char *hint;	  /* a point that is a good move */
};

/* What a terminal can show of Unicode. */
enum style_range {
	STYLE_ASCII,   /* nothing beyond ASCII */
	STYLE_CERTAIN, /* what is two columns wide anywhere, such as Chinese: the board is ASCII */
	STYLE_ALL,     /* what it may draw one or two columns wide is one wide */
};

struct style {
	enum style_range range;
	attr_t attr[STYLE_ROLES];
	const struct style_signs *signs;
};

/* What the locale can show. */
enum style_range style_of_locale(void);
/* After the screen was opened. NO_COLOR is heeded. */
void style_init(struct style *s, enum style_range range);

/*
 * Writes UTF-8 text at y, x in at most width columns; what the terminal cannot show becomes "?".
 * Text that is too wide is cut at a character. Returns the columns written.
 */
int style_put(
    const struct style *s, int y, int x, int width, enum style_role role, const char *text);
/* As style_put, with printf's format. */
int style_printf(const struct style *s, int y, int x, int width, enum style_role role,
    const char *fmt, ...) __attribute__((format(printf, 6, 7)));
/* The columns that text takes. */
int style_width(const struct style *s, const char *text);
/*
 * How many bytes of text make the next line of width columns, broken at a space where there is one,
 * or beside a character of two columns; *next is where the line after it begins.
 */
size_t style_break(const struct style *s, const char *text, int width, const char **next);

#endif
